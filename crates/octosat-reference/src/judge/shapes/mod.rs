//! Boxes against other shapes, in float64 and by other formulas than the kernels'.

mod frustum;
mod segment;

pub use frustum::{FrustumJudgement, JudgedFrustum};
pub use segment::{
    GivenLine, JudgedCrossing, JudgedSegments, LineHit, SegmentPairJudgement,
    closest_between_segments, crossing, crossing_scaled,
};
