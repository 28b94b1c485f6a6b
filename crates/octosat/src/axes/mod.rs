//! The fifteen axes of a pair, and the choice among them.
//!
//! 1. `boxes` and `frame`: the frame of each pair of a batch, in which one box is seen from the other.
//! 2. `fifteen`: the axes, each formula once. `choice`: chooses the axis of least overlap.

pub(crate) mod boxes;
pub(crate) mod choice;
pub(crate) mod fifteen;
pub(crate) mod frame;
