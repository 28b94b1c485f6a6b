//! Rectangles in the plane: four axes per pair, in the same lanes and with the same formulas as boxes.
//!
//! Code that is the same in the plane and in space is shared: projections and their gaps, the reach of a half
//! extent, the running best axis, margins and checked pairs are those of the boxes.

pub(crate) mod axes;
pub(crate) mod clip;
pub(crate) mod contacts;
pub(crate) mod corners;
pub(crate) mod facing;
pub(crate) mod frame;
pub(crate) mod overlap;
pub(crate) mod penetration;
