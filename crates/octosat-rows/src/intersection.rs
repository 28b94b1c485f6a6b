//! Results of intersections, one per pair: what two shapes share.

use bytemuck::{Pod, Zeroable};

/// The result for a pair of boxes: the volume that both share, and how much of both it is.
///
/// Both numbers are NaN for input that is not finite. Boxes that only touch share nothing.
///
/// Plain data of 8 bytes, aligned to 4: the volume at 0, the IoU at 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Intersection {
    /// The volume of the intersection, in cubic meters; never more than that of either box.
    pub volume: f32,
    /// Intersection over union: the volume of the intersection over that of the union, from 0 to 1. Zero if the union has
    /// no volume.
    pub iou: f32,
}

/// The result for a pair of rectangles: the area that both share, and how much of both it is.
///
/// Both numbers are NaN for input that is not finite. Rectangles that only touch share nothing.
///
/// Plain data of 8 bytes, aligned to 4: the area at 0, the IoU at 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RectangleIntersection {
    /// The area of the intersection, in square meters; never more than that of either rectangle.
    pub area: f32,
    /// Intersection over union: the area of the intersection over that of the union, from 0 to 1. Zero if the union has no
    /// area.
    pub iou: f32,
}

/// A pair of a product, and how much of both it shares.
///
/// Plain data of 12 bytes, aligned to 4: the indices at 0 and 4, the IoU at 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct IouPair {
    /// The index of the first list.
    pub a: u32,
    /// The index of the second list.
    pub b: u32,
    /// Intersection over union: more than 0, and at most 1.
    pub iou: f32,
}
