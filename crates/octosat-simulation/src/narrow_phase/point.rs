//! Contact points.

use crate::Vec3;

/// The most points of a manifold. Four points support a face.
pub const MOST_POINTS: usize = 4;

/// A contact point of two bodies that touch, or a speculative contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManifoldPoint {
    /// Half-way between the two surfaces, relative to the center of a, along the world's axes.
    ///
    /// Relative to a body, so that boxes far from the local origin lose no precision here.
    pub position: Vec3,
    /// Depth along the normal in meters; negative for a speculative contact.
    pub depth: f32,
    /// The feature id, unique in the manifold.
    pub feature: u64,
    /// The place of the predecessor in the last frame's list of points; `None` for a new point.
    pub previous: Option<u32>,
}
