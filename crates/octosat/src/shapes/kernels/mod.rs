//! Boxes against other shapes: one file per query, each a formula for one batch; `chunk` loads the batches.

pub(crate) mod aligned;
pub(crate) mod capsule;
mod capsule_core;
mod capsule_points;
pub(crate) mod chunk;
pub(crate) mod classify;
pub(crate) mod closest_points;
pub(crate) mod cull;
pub(crate) mod half_space;
mod known;
pub(crate) mod lines;
pub(crate) mod sphere;
pub(crate) mod world_bounds;
