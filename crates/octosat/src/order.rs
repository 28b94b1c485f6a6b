//! Spatial orders of boxes, rectangles and pairs: neighbors in space become neighbors in memory.
//!
//! With a million pairs, most of the time is spent waiting for memory. Queries are faster if boxes are sorted along a
//! space-filling curve and pairs by their boxes. The order changes the places of results, but not their bits.
//!
//! `permutation`: [`Permutation`], and orders of pairs; `morton`: the order of boxes.

mod morton;
mod permutation;

pub use morton::morton_order;
pub(crate) use permutation::reorder_columns;
pub use permutation::{Permutation, renumber_pairs, sort_pairs};
