//! Two solids and all that octosat-convex answers about them.

use octosat_convex::{
    Axis, ContactSettings, EdgeSearch, Manifold, Penetration, PointLimit, SatStatistics, contacts,
    overlap, penetration_with,
};

use super::solid::{Body, Solid};

/// The sine of the angle of two edges up to which an axis may lie between parallel edges, which have no product to
/// compare with, without unit.
const NEARLY_PARALLEL: f64 = 1e-3;

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

impl<'s> Pair<'s> {
    /// Asks about two solids.
    #[must_use]
    pub fn new(a: &'s Solid, b: &'s Solid, settings: ContactSettings) -> Self {
        let [a, b] = [a, b].map(Body::new);
        let manifold = |limit| contacts(&a.placed, &b.placed, &settings.limited_to(limit));
        Self {
            overlaps: overlap(&a.placed, &b.placed),
            all: searched(&a, &b, EdgeSearch::Directions),
            pruned: searched(&a, &b, EdgeSearch::GaussMap),
            four: manifold(PointLimit::Four),
            every: manifold(PointLimit::All),
            settings,
            a,
            b,
        }
    }

    /// Whether an axis is that of two edges without a product worth comparing.
    pub(super) fn is_between_parallels(&self, axis: Axis) -> bool {
        let Axis::Edges { a, b } = axis else { return false };
        self.a.edge(a).cross(self.b.edge(b)).length() < NEARLY_PARALLEL
    }
}

/// The penetration that a search finds.
pub(super) fn searched(a: &Body<'_>, b: &Body<'_>, search: EdgeSearch) -> Penetration {
    penetration_with(&a.placed, &b.placed, search, &mut SatStatistics::default())
}

/// The axis of the swapped pair.
pub(super) fn swapped(axis: Axis) -> Axis {
    match axis {
        Axis::FaceOfA { face } => Axis::FaceOfB { face },
        Axis::FaceOfB { face } => Axis::FaceOfA { face },
        Axis::Edges { a, b } => Axis::Edges { a: b, b: a },
    }
}

/// The depth of the deepest contact, meters.
pub(super) fn deepest(manifold: &Manifold) -> f64 {
    let depths = manifold.points.iter().map(|point| f64::from(point.depth));
    depths.fold(f64::NEG_INFINITY, f64::max)
}
