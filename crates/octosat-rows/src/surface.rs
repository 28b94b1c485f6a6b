//! Contact points in the frames of both boxes.

use bytemuck::{Pod, Zeroable};

/// A contact point on the surface of each box, in the box's own frame.
///
/// Each of the two points is relative to the center of its box, along the axes of its box, in meters. Constraint
/// solvers keep contacts in this form. At the poses of the query, each point is half a depth away from the contact's
/// position, along the normal. Plain data of 24 bytes, aligned to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SurfacePoints {
    /// The point of a's surface, in a's frame.
    pub in_a: [f32; 3],
    /// The point of b's surface, in b's frame.
    pub in_b: [f32; 3],
}
