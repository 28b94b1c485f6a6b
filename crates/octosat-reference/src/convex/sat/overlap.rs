//! Whether two polyhedra share a point: stops at the first axis that separates them.

use super::edges::Goal;
use super::pair::{Candidate, Pair, Side};
use crate::convex::placed::Placed;
use crate::convex::results::{Axis, SatStatistics};

/// The axis that last separated a pair. The caller keeps one per pair from step to step.
///
/// Bodies move little in a step, so the same axis usually separates them again, and no other axis is tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastAxis {
    axis: Option<Axis>,
}

impl LastAxis {
    /// No axis yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { axis: None }
    }

    /// The stored axis.
    #[must_use]
    pub const fn axis(&self) -> Option<Axis> {
        self.axis
    }

    /// The separation of the pair along the axis now; none if there is no axis, or if it belongs to another
    /// pair and does not exist here.
    fn candidate(self, pair: &Pair<'_>) -> Option<Candidate> {
        let within = |index: usize, list: usize| index < list;
        match self.axis? {
            Axis::FaceOfA { face } => {
                within(face, pair.a.normals().len()).then(|| pair.face(Side::A, face))
            }
            Axis::FaceOfB { face } => {
                within(face, pair.b.normals().len()).then(|| pair.face(Side::B, face))
            }
            Axis::Edges { a, b } => {
                let both = within(a, pair.a.edges().len()) && within(b, pair.b.edges().len());
                if both { pair.edge_pair(a, b) } else { None }
            }
        }
    }
}

/// Whether two polyhedra share a point; touching counts as sharing.
///
/// The result is that of exact arithmetic unless the shapes touch within a few roundings of float64 or within
/// the deviation of their faces from planes.
///
/// ```
/// use octosat_reference::convex::{Placed, Polyhedron, Pose, overlap};
///
/// let [cube, round] = [Polyhedron::cuboid([1.0; 3]).unwrap(), Polyhedron::icosahedron([1.0; 3]).unwrap()];
/// let a = Placed::new(&cube, &Pose::IDENTITY);
/// let mut b = Placed::new(&round, &Pose::new([1.9, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]).unwrap());
/// assert!(overlap(&a, &b));
/// b.move_to(&Pose::new([2.1, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]).unwrap());
/// assert!(!overlap(&a, &b));
/// ```
#[must_use]
pub fn overlap(a: &Placed<'_>, b: &Placed<'_>) -> bool {
    overlap_cached(a, b, &mut LastAxis::new())
}

/// The same as [`overlap`], but first tries the axis that last separated the pair.
///
/// Any axis that separates is proof. So a stored axis of another pair costs time, but never changes the result.
#[must_use]
pub fn overlap_cached(a: &Placed<'_>, b: &Placed<'_>, last: &mut LastAxis) -> bool {
    overlap_with(a, b, last, &mut SatStatistics::default())
}

/// The same as [`overlap_cached`]; adds its work to `statistics`. The stored axis counts as a face or as a projected
/// pair of edges.
#[must_use]
pub fn overlap_with(
    a: &Placed<'_>,
    b: &Placed<'_>,
    last: &mut LastAxis,
    statistics: &mut SatStatistics,
) -> bool {
    let pair = Pair::new(a, b);
    if let Some(candidate) = last.candidate(&pair) {
        if candidate.axis.is_edges() {
            statistics.edge_pairs += 1;
            statistics.projected += 1;
        } else {
            statistics.faces += 1;
        }
        if candidate.separation > 0.0 {
            return false;
        }
    }
    let separating = pair
        .separating_face(statistics)
        .or_else(|| pair.edges_by_gauss_map(0.0, Goal::First, statistics));
    match separating {
        Some(candidate) => {
            last.axis = Some(candidate.axis);
            false
        }
        None => true,
    }
}
