//! Rays, segments and boxes in float64.

mod answers;
mod crossing;
mod segments;

pub use answers::{ClosestAnswer, ClosestFault, ClosestReport, LineAnswer, LineFault, LineReport};
pub use crossing::{GivenLine, LineHit, ReferenceCrossing};
pub use segments::{ReferenceSegments, SegmentDistance, closest_between_segments};
