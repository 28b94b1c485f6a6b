//! Results of lines against boxes, spheres and capsules, and of two segments.

use bytemuck::{Pod, Zeroable};

use crate::Face;

/// The part of a ray or a segment inside a box, a sphere or a capsule.
///
/// The point of a line with the parameter t is `start + t · direction`. The direction of a segment is its end minus
/// its start. Touching counts as hitting. A miss has the entry ∞ and the exit −∞.
///
/// Plain data of 12 bytes, aligned to 4: the entry at 0, the exit at 4, the number of the face at 8.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RayHit {
    /// The parameter where the line enters the shape, or 0 if it starts inside.
    pub entry: f32,
    /// The parameter where the line leaves the shape, or 1 for a segment that ends inside.
    pub exit: f32,
    /// The face through which the line enters; of several at once, that of the lowest axis. [`Face::ROUND`] for spheres
    /// and capsules.
    pub face: Face,
    /// Zero; fills the row up to its 12 bytes.
    pub reserved: [u8; 3],
}

impl RayHit {
    /// The result of a line that misses.
    pub const MISS: Self =
        Self { entry: f32::INFINITY, exit: f32::NEG_INFINITY, face: Face::MISS, reserved: [0; 3] };

    /// Whether the line and the shape share a point; false for non-finite input.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.entry <= self.exit
    }
}

impl Default for RayHit {
    fn default() -> Self {
        Self::MISS
    }
}

/// The closest points of two segments.
///
/// Parallel segments can have many pairs of closest points; `Engine::closest_points` states which one is
/// reported. If segments that are not finite, which no constructor makes, leave the result undefined, every
/// number is NaN.
///
/// Plain data of 36 bytes, aligned to 4, the fields in their order without gaps: at 0, 12, 16, 28 and 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ClosestPoints {
    /// The point on the first segment, world coordinates, meters.
    pub on_a: [f32; 3],
    /// The parameter of this point: 0 at the start, 1 at the end.
    pub at_a: f32,
    /// The point on the second segment, world coordinates, meters.
    pub on_b: [f32; 3],
    /// The parameter of this point.
    pub at_b: f32,
    /// The distance of the two points, in meters. It is computed before the points are rounded to world coordinates,
    /// so it is more exact than the distance of the two reported points.
    pub distance: f32,
}
