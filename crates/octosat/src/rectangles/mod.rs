//! Oriented rectangles in the plane, with the same queries as boxes.
//!
//! A room of its own: nothing outside of this folder knows it.
//!
//! Reading order is data-flow order:
//!
//! 1. `rectangle`: a rectangle as a plain value, and its constructors.
//! 2. `store`: rectangles in two columns of 16-byte rows; `view`: the same borrowed.
//! 3. `question`: pairs of rectangles, and how the calls answer them; `kernels`.
//! 4. `manifold`: a [`RectangleManifold`] per pair.
//!
//! Meters, x to the right and y up; a positive turn is counter-clockwise. Normals point from rectangle a to
//! rectangle b, a depth is positive for overlap, and touching counts as overlapping.

/// Rectangles in the plane: four axes per pair, in the same lanes and with the same formulas as boxes.
///
/// Code that is the same in the plane and in space is shared: projections and their gaps, the reach of a half
/// extent, the running best axis, lengths and checked pairs are those of the boxes.
pub(crate) mod kernels {
    pub(crate) mod axes;
    pub(crate) mod clip;
    pub(crate) mod contacts;
    pub(crate) mod corners;
    pub(crate) mod facing;
    pub(crate) mod frame;
    #[cfg(feature = "intersections")]
    pub(crate) mod intersection;
    pub(crate) mod overlap;
    pub(crate) mod penetration;
}
mod manifold;
#[cfg(feature = "intersections")]
mod products;
mod question;
mod rectangle;
mod store;
mod view;

pub use manifold::RectangleManifold;
pub use rectangle::{Rectangle, RectanglePose};
pub use store::RectangleStore;
pub use view::RectangleView;
