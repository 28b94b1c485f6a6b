//! Products: all boxes of one list with all of another, without a list of pairs.
//!
//! Most pairs of a product are far apart: their bounding spheres do not meet. These are left out in lanes, 16 boxes of the
//! second list against one of the first. The others are computed as those of a list of pairs are, so that they have the same
//! bits.
//!
//! Reading order is data-flow order:
//!
//! 1. `lists`: what products are of, and how their near pairs are answered.
//! 2. `balls`: bounding spheres, and which of them are near another one. `near`: the near pairs of a product, in order.
//! 3. `matrix`: an IoU for every pair. `sparse`: the pairs that share enough, or overlap.
//! 4. `suppression`: which boxes are left if each removes those that share much with it.
//! 5. `points`: which points are in which boxes. `calls`: the methods of the engine.

pub(crate) mod balls;
pub(crate) mod calls;
pub(crate) mod lists;
pub(crate) mod matrix;
mod near;
#[cfg(feature = "shapes")]
mod points;
pub(crate) mod sparse;
pub(crate) mod suppression;

pub use calls::AtLeast;
pub use suppression::Suppression;
