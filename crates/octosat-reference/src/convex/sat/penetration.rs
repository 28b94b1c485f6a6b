//! The axis of least overlap, or of the largest gap.

use super::edges::Goal;
use super::pair::{Candidate, Pair};
use crate::convex::placed::Placed;
use crate::convex::results::{Penetration, SatStatistics};
use crate::convex::tolerances::{FACE_PREFERENCE, LARGEST_FACE_PREFERENCE};

/// The way in which pairs of edges are searched.
///
/// For overlapping shapes, both ways find the same depth along the same normal. For separated shapes, both find a
/// separation, but the two can differ, because the largest gap depends on the axes that are tested. No axis shows more
/// than the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EdgeSearch {
    /// Every pair of different edge directions. Both shapes are projected on each cross product.
    /// [`crate::convex::axis_bound`] counts these pairs; for two boxes they are the engine's nine.
    Directions,
    /// Only pairs of edges whose arcs cross on the Gauss map. For parallel edges, the direction from one to the other
    /// is tested.
    #[default]
    GaussMap,
}

/// The best axis, and the best face, which contacts may prefer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) face: Candidate,
    pub(crate) best: Candidate,
}

/// Computes how deep two polyhedra overlap and along which axis, or how far apart an axis shows them to be.
///
/// For overlapping shapes, a face is preferred to a pair of edges that is barely less deep, by the engine's
/// rule, so the depth is less than 5 % above the least one.
///
/// ```
/// use octosat_reference::convex::{Placed, Polyhedron, Pose, penetration};
///
/// let cube = Polyhedron::cuboid([1.0; 3]).unwrap();
/// let a = Placed::new(&cube, &Pose::IDENTITY);
/// let b = Placed::new(&cube, &Pose::new([1.75, 0.5, 0.0], [0.0, 0.0, 0.0, 1.0]).unwrap());
/// let found = penetration(&a, &b);
/// assert!(found.overlaps());
/// assert_eq!(found.depth, 0.25);
/// assert_eq!(found.normal, [1.0, 0.0, 0.0]);
/// ```
#[must_use]
pub fn penetration(a: &Placed<'_>, b: &Placed<'_>) -> Penetration {
    penetration_with(a, b, EdgeSearch::default(), &mut SatStatistics::default())
}

/// The same as [`penetration`] with a chosen search; adds its work to `statistics`.
#[must_use]
pub fn penetration_with(
    a: &Placed<'_>,
    b: &Placed<'_>,
    edges: EdgeSearch,
    statistics: &mut SatStatistics,
) -> Penetration {
    search(&Pair::new(a, b), edges, statistics).best.into()
}

/// The best face and the best axis of all.
pub(crate) fn search(pair: &Pair<'_>, edges: EdgeSearch, statistics: &mut SatStatistics) -> Found {
    let face = pair.best_face(statistics);
    let floor = floor_of_edges(pair, &face);
    let edge = match edges {
        EdgeSearch::Directions => pair.best_directions(floor, statistics),
        EdgeSearch::GaussMap => pair.edges_by_gauss_map(floor, Goal::Best, statistics),
    };
    Found { face, best: edge.unwrap_or(face) }
}

/// The best pair of edges with a larger separation than this, without the preference of faces.
pub(crate) fn best_edges(pair: &Pair<'_>, floor: f64) -> Option<Candidate> {
    pair.edges_by_gauss_map(floor, Goal::Best, &mut SatStatistics::default())
}

/// The separation that a pair of edges must exceed to replace the best face.
///
/// For separated shapes it is the face's own separation; for overlapping shapes it is less deep by the
/// preference.
fn floor_of_edges(pair: &Pair<'_>, face: &Candidate) -> f64 {
    if face.separation > 0.0 {
        return face.separation;
    }
    let depth = face.separation.abs();
    let wanted = FACE_PREFERENCE * depth + pair.noise();
    face.separation + wanted.min(LARGEST_FACE_PREFERENCE * depth)
}
