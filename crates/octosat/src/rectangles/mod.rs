//! Oriented rectangles in the plane, with the same queries as boxes.
//!
//! Reading order is data-flow order:
//!
//! 1. `rectangle`: a rectangle as a plain value, and the ways to make one.
//! 2. `store`: rectangles in two columns of 16-byte rows; `view`: the same borrowed.
//! 3. `results`: a [`RectanglePenetration`] per pair; `manifold`: a [`RectangleManifold`] per pair.
//!
//! Meters, x to the right and y up; a positive turn is counter-clockwise. Normals point from rectangle a to
//! rectangle b, a depth is positive for overlap, and touching counts as overlapping.

pub(crate) mod kernels;
mod manifold;
mod rectangle;
mod results;
mod store;
mod view;

pub use manifold::{RectangleFeature, RectangleManifold, RectanglePoint};
pub use rectangle::{Rectangle, RectanglePose};
pub use results::{RectangleAxis, RectanglePenetration};
pub use store::RectangleStore;
pub use view::RectangleView;
