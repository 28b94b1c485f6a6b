//! Pre-scaled boxes: a center and three axes that carry their half extents, to compare with boxes of unit quaternions.
//!
//! A room of its own: nothing outside of this folder knows it, so that it can be deleted in one piece.
//!
//! 1. `scaled_box`: a box as a plain value; `checks`: the rules that its values must obey.
//! 2. `store`: boxes in four columns of 16-byte rows; `view`: the same borrowed.
//! 3. `frame`: two boxes in lanes, seen from one of them; `kernels`: overlap and penetration.
//! 4. `question`: pairs of boxes, and how the calls answer them.

mod checks;
mod frame;
mod kernels;
mod question;
mod scaled_box;
mod store;
mod view;

pub use scaled_box::ScaledBox;
pub use store::ScaledBoxStore;
pub use view::ScaledBoxView;
