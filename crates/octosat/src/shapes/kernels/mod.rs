//! Boxes against other shapes: one file a query, each a formula for one batch; `chunk` feeds them.

pub(crate) mod aligned;
pub(crate) mod chunk;
pub(crate) mod classify;
pub(crate) mod closest_points;
pub(crate) mod cull;
pub(crate) mod half_space;
mod known;
pub(crate) mod lines;
pub(crate) mod sphere;
pub(crate) mod world_bounds;

use octosat_lanes::{Arithmetic, Isa};

use self::chunk::LoadedShapes;
use crate::shapes::lanes::Shape;

/// A query that answers yes or no for each box and shape, by one formula for a batch.
pub(crate) trait TestFormula: Copy + Send + Sync {
    /// What the boxes are asked against.
    type Shape: Shape;

    /// The lanes of one batch for which the answer is yes; no for NaN.
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batch: &LoadedShapes<I, Self::Shape>,
        margins: I::Real,
    ) -> I::Mask;
}
