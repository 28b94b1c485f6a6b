//! Contact manifolds of rectangles.

use bytemuck::{Pod, Zeroable};
use octosat_rows::{RectangleAxis, RectanglePoint};

use crate::contacts::{ContactKind, ContactStatus};

/// The contact of a pair: a normal and up to two points on an edge.
///
/// Plain data of 48 bytes, aligned to 4: the normal at 0, the depth at 8, the axis at 12, a byte with the kind
/// at 13, `len` at 14, and the points of 16 bytes each from 16 on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
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
