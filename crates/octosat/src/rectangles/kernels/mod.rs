//! Rectangles in the plane: four axes a pair, in the lanes and by the formulas of the boxes.
//!
//! What is the same in the plane and in space is not written again: projections and their gaps, the
//! reach of a half extent, the running best axis, margins and proven pairs are those of the boxes.

pub(crate) mod axes;
pub(crate) mod clip;
pub(crate) mod contacts;
pub(crate) mod corners;
pub(crate) mod facing;
pub(crate) mod frame;
pub(crate) mod overlap;
pub(crate) mod penetration;
