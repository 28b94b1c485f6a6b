//! Float64 answers about two rectangles, from their corners and clipped outlines.

mod answers;
mod polygon;
mod reference;

pub use answers::{
    RectangleAnswer, RectangleContactAnswer, RectangleFault, RectangleKind, RectanglePointAnswer,
};
pub use reference::ReferenceRectangles;
