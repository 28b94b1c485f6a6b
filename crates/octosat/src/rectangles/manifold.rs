//! How two rectangles touch.

use bytemuck::{Pod, Zeroable};

use super::results::RectangleAxis;
use crate::contacts::{ContactKind, ContactStatus};

/// A pair's contact: a normal and up to two points on an edge.
///
/// Plain data of 48 bytes, aligned to 16: the normal at 0, the depth at 8, the axis at 12, a byte with the kind
/// at 13, `len` at 14, and the points of 16 bytes each from 16 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct RectangleManifold {
    /// Unit direction from a to b, world coordinates; zero without contact.
    ///
    /// The axis of [`RectanglePenetration`](crate::RectanglePenetration), but between
    /// [`ContactKind::Closest`](crate::ContactKind::Closest) points the direction from one to the
    /// other, unless they are so close (1e-5) that rounding would decide it.
    pub normal: [f32; 2],
    /// Depth along the normal in meters: that of the deepest point up to rounding. Negative: minus
    /// the distance. NaN for non-finite input. Of a pair without contact it is that of `axis`, a lower
    /// bound of the distance.
    pub depth: f32,
    /// The axis of least depth or largest separation.
    pub axis: RectangleAxis,
    /// What was found: [`ContactKind::Face`](crate::ContactKind::Face) stands for an edge against a
    /// corner or an edge, and [`ContactKind::Edge`](crate::ContactKind::Edge) does not occur.
    pub(crate) status: ContactStatus,
    /// How many of the points there are, 0..=2.
    pub len: u16,
    /// The points, in the order in which they lie on the edge; those past `len` are zero.
    pub points: [RectanglePoint; 2],
}

impl RectangleManifold {
    /// What was found.
    #[must_use]
    pub const fn kind(&self) -> ContactKind {
        self.status.kind()
    }

    /// Whether one of the two faces that were clipped has no area, because an extent is zero.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        self.status.is_degenerate()
    }

    /// The points there are.
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

/// Which corners of two rectangles make a contact: unique in its manifold, and the same in the next
/// frame while the same corners touch.
///
/// 0..=3 is a corner of b on an edge of a, 4..=7 a corner of a on an edge of b, and
/// 8 + 4 · corner of a + corner of b two corners. A corner's bit k is set where it lies on the
/// positive side of axis k. None depends on which edge is clipped against which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RectangleFeature(pub u32);
