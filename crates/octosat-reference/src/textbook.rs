//! Well-known scalar tests, as baselines for speed. `shapes` has those of boxes against other shapes.
//!
//! S. Gottschalk, M. C. Lin, D. Manocha, "`OBBTree`", SIGGRAPH 1996, section 5, in the form of
//! C. Ericson, *Real-Time Collision Detection*, 2005, section 4.4.1: stored matrices, one return
//! per axis, and a constant added to |R|. Because of this constant, a few pairs that are just separated
//! are reported as overlapping.

mod boxes;
mod frustum;
mod lines;
mod matrix_box;
pub mod shapes;

pub use boxes::overlap_early_exit;
pub use frustum::{TextbookFrustum, frustum_overlap_early_exit, planes_early_exit};
pub use lines::{closest_on_segments, ray_interval};
pub use matrix_box::MatrixBox;
