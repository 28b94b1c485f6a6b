//! Orders of boxes, of rectangles and of pairs that keep near things near in memory.
//!
//! With a million pairs the time goes into waiting for memory, so boxes sorted along a
//! space-filling curve and pairs sorted by their boxes are answered faster. No result depends on
//! the order but for its place.
//!
//! `permutation`: [`Permutation`], and orders of pairs; `morton`: the order of boxes.

mod morton;
mod permutation;

pub use morton::morton_order;
pub(crate) use permutation::reorder_columns;
pub use permutation::{Permutation, renumber_pairs, sort_pairs};
