//! Results of a penetration query, one per pair.

use bytemuck::{Pod, Zeroable};

use crate::Axis;

/// The result for a pair: how deep two boxes penetrate, or a lower bound of their distance.
///
/// `normal` is of unit length, in world coordinates, and points from box a to box b. `depth` is measured along the
/// normal, in meters. If it is positive, moving b by `depth · normal` separates the boxes. If it is zero, they touch.
/// If it is negative, they are at least `-depth` apart. The normal is zero for a pair that a face axis separates by
/// more than `within`, and for input that is not finite.
///
/// Plain data of 20 bytes, aligned to 4: the normal at 0, the depth at 12, the axis at 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Penetration {
    /// Unit direction from a to b, world coordinates, or zero.
    pub normal: [f32; 3],
    /// Penetration depth in meters; negative: minus the separation; NaN for non-finite input.
    pub depth: f32,
    /// The separating axis that `normal` and `depth` belong to.
    pub axis: Axis,
    /// Zero; fills the row up to its 20 bytes.
    pub reserved: [u8; 3],
}

impl Penetration {
    /// Whether the closed boxes share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}
