//! Contact manifolds of rectangles.

use bytemuck::{Pod, Zeroable};

use super::results::RectangleAxis;
use crate::contacts::{ContactKind, ContactStatus};

/// The contact of a pair: a normal and up to two points on an edge.
///
/// Plain data of 48 bytes, aligned to 16: the normal at 0, the depth at 8, the axis at 12, a byte with the kind
/// at 13, `len` at 14, and the points of 16 bytes each from 16 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct RectangleManifold {
    /// Unit direction from a to b, world coordinates; zero without contact.
    ///
    /// The same as in [`RectanglePenetration`](crate::RectanglePenetration), except for
    /// [`ContactKind::Closest`](crate::ContactKind::Closest): there it is the direction from one of the two corners
    /// to the other. If their distance is below 1e-6 of the distance of the centers and the half extents of the smaller
    /// rectangle, rounding would decide this direction, and the normal is also that of the penetration.
    pub normal: [f32; 2],
    /// The depth along the normal in meters. It is the depth of the deepest point up to rounding. If negative, minus
    /// the distance. NaN for input that is not finite. Without contact, it is the depth along `axis`, and −depth is a
    /// lower bound of the distance.
    pub depth: f32,
    /// The axis of least depth or largest separation.
    pub axis: RectangleAxis,
    /// The kind of contact: [`ContactKind::Face`](crate::ContactKind::Face) is an edge against a corner or an
    /// edge, and [`ContactKind::Edge`](crate::ContactKind::Edge) does not occur.
    pub(crate) status: ContactStatus,
    /// The number of points, 0..=2.
    pub len: u16,
    /// The points, in their order along the edge; those past `len` are zero.
    pub points: [RectanglePoint; 2],
}

impl RectangleManifold {
    /// The kind of contact.
    #[must_use]
    pub const fn kind(&self) -> ContactKind {
        self.status.kind()
    }

    /// The first `len` points.
    #[must_use]
    pub fn points(&self) -> &[RectanglePoint] {
        &self.points[..usize::from(self.len).min(2)]
    }
}

/// One point of a contact of rectangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RectanglePoint {
    /// The point half-way between the two edges along the normal, in meters, world coordinates.
    pub position: [f32; 2],
    /// The depth at this point along the manifold's normal, in meters. If negative, minus a gap of at most
    /// `within`.
    pub depth: f32,
    /// The corners that make the point.
    pub feature: RectangleFeature,
}

/// A number for the corners that make a contact point of two rectangles.
///
/// A number occurs once in a manifold, and stays the same from frame to frame while the same corners touch. The
/// numbers are:
///
/// - 0..=3: a corner of b on an edge of a;
/// - 4..=7: 4 + a corner of a, on an edge of b;
/// - from 8 on: 8 + 4 · (corner of a) + (corner of b), two corners.
///
/// Bit k of a corner's number is set if the corner is on the positive side of axis k. Numbers do not depend on which
/// edge is clipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RectangleFeature(pub u32);
