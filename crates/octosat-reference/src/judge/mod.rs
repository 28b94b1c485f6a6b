//! Independent float64 answers, and a verdict on answers computed in float32.
//!
//! Nothing here shares a formula with the kernels. Boxes are eight explicit corners in the world,
//! relative to a's centre, and each axis is an explicit unit vector on which all sixteen corners
//! are projected. The band around an answer is derived in the chapter on error bands of the
//! project's book.

mod camera;
mod claims;
mod manifold;
mod pair;
mod rectangles;
mod resolve;
mod shapes;
mod solid;
mod vector;

pub use camera::Camera;
pub use claims::{Complaint, PenetrationClaim, Verdict};
pub use manifold::{
    CachedClaim, ClosestPoints, ContactCandidate, ContactClaim, ManifoldClaim, ManifoldComplaint,
    ManifoldFault, ManifoldReport, MovedClaim, Steady, SurfaceClaim, check_cached_manifold,
    check_manifold, check_relative_manifold, compare_moved, compare_swapped, largest_area,
};
pub use pair::{JudgedPair, Judgement};
pub use rectangles::{
    JudgedRectangles, RectangleClaim, RectangleComplaint, RectangleContactClaim, RectangleKind,
    RectanglePointClaim,
};
pub use resolve::{JudgedDisplacement, Push, ResolveRules};
pub use shapes::{
    Ball, BoundsFault, ClosestClaim, ClosestFault, ClosestReport, CornerClaim, FrustumJudgement,
    GivenLine, HalfSpaceClaim, HalfSpaceFault, JudgedBox, JudgedCrossing, JudgedFrustum,
    JudgedSegments, LineClaim, LineFault, LineHit, LineReport, Plane, SegmentPairJudgement,
    SphereClaim, SphereFault, closest_between_segments,
};

use crate::{OrientedBox, ScaledBox};

/// The float64 answer for two boxes.
#[must_use]
pub fn judge(a: &OrientedBox, b: &OrientedBox) -> Judgement {
    *JudgedPair::oriented(a, b).judgement()
}

/// The float64 answer for two pre-scaled boxes.
#[must_use]
pub fn judge_scaled(a: &ScaledBox, b: &ScaledBox) -> Judgement {
    *JudgedPair::scaled(a, b).judgement()
}

/// Metres by which a separation of two boxes computed in float32 may be off.
///
/// It is a fixed number of roundings for each metre of half extents and of centre distance, and
/// what the quaternions' deviation from unit length adds.
#[must_use]
pub fn band(a: &OrientedBox, b: &OrientedBox) -> f64 {
    JudgedPair::oriented(a, b).band()
}

/// Metres by which a separation of two pre-scaled boxes computed in float32 may be off.
///
/// As [`band`]; instead of the quaternions' deviation, that of the axes from orthogonal ones with
/// the lengths of the half extents.
#[must_use]
pub fn band_scaled(a: &ScaledBox, b: &ScaledBox) -> f64 {
    JudgedPair::scaled(a, b).band()
}
