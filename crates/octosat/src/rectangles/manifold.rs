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
    /// [`ContactKind::Closest`](crate::ContactKind::Closest) points: there it is the direction from one point
    /// to the other, unless they are so close (1e-5) that rounding would decide it.
    pub normal: [f32; 2],
    /// The depth along the normal in meters, which is the depth of the deepest point up to rounding. If
    /// negative, minus the distance. NaN for input that is not finite. For a pair without contact it is the
    /// depth along `axis`; −depth is then a lower bound of the distance.
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

    /// Whether one of the two faces that were clipped has no area, because an extent is zero.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        self.status.is_degenerate()
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
    /// Half-way between the two edges along the normal, meters, world.
    pub position: [f32; 2],
    /// Penetration along the manifold's normal, meters; negative: a gap of at most the margin.
    pub depth: f32,
    /// The corners that touch.
    pub feature: RectangleFeature,
}

/// Identifies the corners of two rectangles that make a contact. A feature is unique in its manifold, and
/// stays the same in the next frame while the same corners touch.
///
/// 0..=3 is a corner of b on an edge of a, 4..=7 a corner of a on an edge of b, and 8 + 4 · corner of a +
/// corner of b two corners. Bit k of a corner's number is set if the corner is on the positive side of axis
/// k. No number depends on which edge is clipped against which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RectangleFeature(pub u32);
