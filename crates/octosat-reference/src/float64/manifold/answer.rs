//! Reported contacts of a pair.

use super::super::pair::ReferencePair;
use crate::boxes::ContactAnswer;

/// The reported manifold of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldAnswer<'a> {
    /// Unit, world, from a to b; zero without contacts.
    pub normal: [f32; 3],
    /// Meters along the normal: positive for overlap, negative for a gap.
    pub depth: f32,
    /// Axis number, 0 to 14.
    pub axis: u8,
    /// The contacts.
    pub points: &'a [ContactAnswer],
    /// The margin of the query, meters.
    pub within: f32,
    /// The limit of points of the query: four or eight.
    pub limit: usize,
    /// Whether the contact is the fallback for clipped faces that left nothing.
    pub fallback: bool,
    /// Whether the contact is half-way between the closest points, with the normal along them.
    pub closest: bool,
    /// The points on the boxes, one for each contact, if they are given.
    pub surfaces: Option<&'a [SurfaceAnswer]>,
}

/// A contact on the surface of each box, in the boxes' own frames, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceAnswer {
    /// The point of a.
    pub in_a: [f32; 3],
    /// The point of b.
    pub in_b: [f32; 3],
}

/// The reported manifold of a pair that was moved rigidly.
#[derive(Clone, Copy, Debug)]
pub struct MovedAnswer<'a> {
    /// The moved boxes, after rounding.
    pub pair: &'a ReferencePair,
    /// Their manifold, with positions relative to the center of the moved a.
    pub answer: &'a ManifoldAnswer<'a>,
    /// The unit quaternion x, y, z, w that rotated them.
    pub rotation: [f64; 4],
}
