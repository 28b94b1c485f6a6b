//! The covered parts of faces.

use bytemuck::{Pod, Zeroable};

use crate::Face;

/// A rectangle in which a neighbor covers a face in part.
///
/// Points of the face along axis k have two coordinates: along the axes k + 1 and k + 2, counted cyclically, from the
/// center of the box, in meters. Plain data of 32 bytes, aligned to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CoveredRectangle {
    /// The index of the box.
    pub index: u32,
    /// The face.
    pub face: Face,
    /// Zero; fills the row.
    pub reserved: [u8; 3],
    /// The center of the rectangle.
    pub center: [f32; 2],
    /// The unit direction of its first sides. The others are perpendicular to it.
    pub direction: [f32; 2],
    /// Half the lengths of its sides: along the direction, and across it.
    pub half_extents: [f32; 2],
}
