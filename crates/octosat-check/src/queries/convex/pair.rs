//! Convex polyhedra at the places of boxes, all answers of octosat-convex about two of them, and their reference.

use glam::DVec3;
use octosat_convex::tolerances::LARGEST_FACE_PREFERENCE;
use octosat_convex::{
    Axis, ContactSettings, EdgeSearch, Manifold, Penetration, Placed, PointLimit, Polyhedron, Pose,
    PoseError, SatStatistics, contacts, overlap, penetration_with,
};
use octosat_reference::float64::{GivenPolyhedron, ReferencePolyhedra};

/// The sine of the angle of two edges up to which an axis may lie between parallel edges, which have no product to
/// compare with, without unit.
const NEARLY_PARALLEL: f64 = 1e-3;

/// A polyhedron with a pose.
#[derive(Clone, Debug)]
pub struct Solid {
    pub(super) shape: Polyhedron,
    pub(super) pose: Pose,
    /// Unit quaternion x, y, z, w of the pose.
    pub(super) rotation: [f32; 4],
}

/// A solid with its vertices turned into the world.
#[derive(Clone, Debug)]
pub struct Body<'s> {
    pub(super) solid: &'s Solid,
    pub(super) placed: Placed<'s>,
}

/// Two solids and the answers about them.
#[derive(Clone, Debug)]
pub struct Pair<'s> {
    pub(super) a: Body<'s>,
    pub(super) b: Body<'s>,
    pub(super) settings: ContactSettings,
    /// Whether they overlap.
    pub overlaps: bool,
    /// Their penetration by all pairs of edge directions.
    pub all: Penetration,
    /// Their penetration by the Gauss map.
    pub pruned: Penetration,
    /// At most four contacts.
    pub four: Manifold,
    /// All contacts.
    pub every: Manifold,
}

/// A pair with its reference.
#[derive(Debug)]
pub(super) struct Checks<'p> {
    pub(super) pair: &'p Pair<'p>,
    pub(super) reference: ReferencePolyhedra,
}

impl Solid {
    /// A polyhedron at the place of a box: center in meters and unit quaternion x, y, z, w.
    ///
    /// # Errors
    /// A place that is not finite, or a quaternion that is not of unit length.
    pub fn new(shape: Polyhedron, center: [f32; 3], rotation: [f32; 4]) -> Result<Self, PoseError> {
        let pose = Pose::new(center, rotation)?;
        Ok(Self { shape, pose, rotation })
    }
}

impl<'s> Body<'s> {
    pub(super) fn new(solid: &'s Solid) -> Self {
        Self { solid, placed: Placed::new(&solid.shape, &solid.pose) }
    }

    /// The solid as the float64 reference takes it.
    pub(super) fn given(&self) -> GivenPolyhedron<'_> {
        let Solid { shape, rotation, .. } = self.solid;
        GivenPolyhedron {
            vertices: shape.vertices(),
            faces: shape.faces().iter().map(|face| face.vertices()).collect(),
            edges: shape.edges().iter().map(|edge| edge.vertices()).collect(),
            center: self.placed.center().to_array(),
            rotation: *rotation,
        }
    }
}

impl<'s> Pair<'s> {
    /// Asks about two solids.
    pub fn new(a: &'s Solid, b: &'s Solid, settings: ContactSettings) -> Self {
        let [a, b] = [a, b].map(Body::new);
        let manifold = |limit| contacts(&a.placed, &b.placed, &settings.limited_to(limit));
        Self {
            overlaps: overlap(&a.placed, &b.placed),
            all: searched(&a.placed, &b.placed, EdgeSearch::Directions),
            pruned: searched(&a.placed, &b.placed, EdgeSearch::GaussMap),
            four: manifold(PointLimit::Four),
            every: manifold(PointLimit::All),
            settings,
            a,
            b,
        }
    }
}

impl Checks<'_> {
    /// Whether an axis is that of two edges without a product worth comparing.
    pub(super) fn is_between_parallels(&self, axis: Axis) -> bool {
        let Axis::Edges { a, b } = axis else { return false };
        self.reference.edge_sine([a, b]) < NEARLY_PARALLEL
    }
}

/// The penetration that a search finds.
pub(super) fn searched(a: &Placed<'_>, b: &Placed<'_>, search: EdgeSearch) -> Penetration {
    penetration_with(a, b, search, &mut SatStatistics::default())
}

/// The depth of the deepest contact, meters.
pub(super) fn deepest(manifold: &Manifold) -> f64 {
    let depths = manifold.points.iter().map(|point| f64::from(point.depth));
    depths.fold(f64::NEG_INFINITY, f64::max)
}

/// Meters: the most depth that an answer may have if an axis assures so much separation. Edges are preferred only
/// if they are less deep by a part.
pub(super) fn deepest_axis(assured: f64) -> f64 {
    (-assured).max(0.0) / (1.0 - LARGEST_FACE_PREFERENCE)
}

pub(super) fn wide(vector: [f32; 3]) -> DVec3 {
    vector.map(f64::from).into()
}
