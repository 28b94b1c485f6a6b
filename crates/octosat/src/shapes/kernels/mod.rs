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

use self::chunk::Batch;
use crate::shapes::lanes::Shape;

/// A query that answers with a row for each box and shape.
///
/// The value holds what is asked besides boxes, shapes and margins; most hold nothing.
pub(crate) trait RowQuery: Copy + Send + Sync {
    /// What the boxes are asked against.
    type Shape: Shape;
    /// The answer for one box and one shape.
    type Row: Copy + Default + Send;

    /// The answers of one batch, one a lane.
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        batch: &Batch<'_, I, Self::Shape>,
        rows: &mut [Self::Row],
    );
}

/// A query that answers yes or no for each box and shape.
pub(crate) trait TestQuery: Copy + Send + Sync {
    /// What the boxes are asked against.
    type Shape: Shape;

    /// The lanes of one batch for which the answer is yes; no for NaN.
    fn batch<I: Isa, A: Arithmetic>(self, isa: I, batch: &Batch<'_, I, Self::Shape>) -> I::Mask;
}
