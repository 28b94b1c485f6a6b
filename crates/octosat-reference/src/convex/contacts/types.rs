//! Settings and results of a contact query.

use glam::DVec3;

use crate::convex::results::Axis;

/// The settings of [`crate::convex::contacts()`]: the margin and the limit of points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactSettings {
    margin: f64,
    limit: PointLimit,
}

impl ContactSettings {
    /// Settings for contacts between features that are at most `margin` meters apart; `None` if that is no length.
    #[must_use]
    pub fn with_margin(margin: f32) -> Option<Self> {
        let is_length = margin.is_finite() && margin >= 0.0;
        is_length.then(|| Self { margin: f64::from(margin), limit: PointLimit::default() })
    }

    /// The same settings with another limit of points.
    #[must_use]
    pub const fn limited_to(self, limit: PointLimit) -> Self {
        Self { limit, ..self }
    }

    /// The most points a manifold may have.
    #[must_use]
    pub const fn limit(&self) -> PointLimit {
        self.limit
    }

    /// How far apart two features may be and still make a contact, meters.
    #[must_use]
    pub const fn margin(&self) -> f64 {
        self.margin
    }
}

/// The largest number of points in a manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointLimit {
    /// At most four: the deepest or nearly so, and those that span the largest area with it, in which contacts that are
    /// level with the deepest count up to twice between tilted faces.
    #[default]
    Four,
    /// Every vertex of the clipped face.
    All,
}

/// The vertex or the two edges that make a contact point of two polyhedra. A feature occurs once in a manifold, and
/// stays the same in the next step while the same vertex or edges touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A vertex of a on b.
    VertexOfA {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex of b on a.
    VertexOfB {
        /// The vertex.
        vertex: usize,
    },
    /// An edge of a across an edge of b.
    Edges {
        /// The edge of a.
        a: usize,
        /// The edge of b.
        b: usize,
    },
}

/// One point of a contact manifold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The point half-way between the two surfaces, world, meters.
    pub position: [f32; 3],
    /// The depth at this point along the manifold's normal, meters. If negative, minus a gap of at most the margin.
    pub depth: f32,
    /// The vertex or the edges that make the point.
    pub feature: Feature,
}

/// The kind of contact of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContactKind {
    /// The shapes are farther apart than the margin: no contact.
    Separated,
    /// Contact along a face normal of one of the shapes.
    Face,
    /// Contact along the common perpendicular of two edges.
    Edge,
    /// One contact between the closest points of shapes that are separated or just touch, within
    /// [`crate::convex::tolerances::REACH_NOISE`]: along the axis, their features do not face each other.
    Closest,
    /// One contact of overlapping shapes at the deepest vertex of b, or of a if the axis is a face of b. Clipping
    /// left no point of about their depth, within [`crate::convex::tolerances::SHALLOW_PATCH`], and no edges cross.
    Fallback,
}

/// The contact manifold of two polyhedra.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// The kind of contact.
    pub kind: ContactKind,
    /// The separating axis of the pair; the normal is along it except for [`ContactKind::Closest`].
    pub axis: Axis,
    /// Unit direction from a to b, world.
    pub normal: [f32; 3],
    /// Depth of the pair along the normal, meters. If negative, minus the separation.
    pub depth: f32,
    /// The contacts.
    pub points: Vec<ContactPoint>,
}

/// A contact before rounding, in the frame of a's center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Touch {
    /// Half-way between the surfaces.
    pub(super) position: DVec3,
    /// Meters along the normal.
    pub(super) depth: f64,
    pub(super) feature: Feature,
}
