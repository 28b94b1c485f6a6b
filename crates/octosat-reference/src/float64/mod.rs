//! Independent float64 answers, and checks of answers computed in float32.
//!
//! Nothing here shares a formula with the kernels. A box is eight explicit corners, with world directions and
//! relative to a's center. Each axis is an explicit unit vector on which all sixteen corners are projected.
//! The chapter on error bounds of the project's book derives how far float32 answers can be off.

mod answers;
mod camera;
mod casts;
mod chains;
mod covered;
mod distances;
mod golden;
mod impacts;
mod intersections;
mod manifold;
mod moving_axis;
mod outline;
mod pair;
mod rectangle_answers;
mod rectangles;
mod round;
mod shapes;
mod solid;

pub use crate::boxes::ContactAnswer;
pub use answers::{Agreement, PenetrationFault};
pub use camera::Camera;
pub use casts::{CastFault, ReferenceCast};
pub use chains::{
    HullShape, PlacedSolid, ReferenceChain, ReferenceJoint, ReferenceJointKind, ReferenceMimic,
    RigidFrame, SolidGap, SolidShape,
};
pub use covered::{CoveredAnswer, CoveredBox, CoveredFault, CoveredPair, CoveredPart};
pub use distances::{ClearanceFault, DistanceFault, DistanceReport, LEAST_SHOWN};
pub use impacts::{ImpactFault, ImpactReport, ReferenceStep};
pub use intersections::ReferenceIntersection;
pub use manifold::{
    ContactCandidate, ManifoldAnswer, ManifoldFault, ManifoldFinding, ManifoldReport, MovedAnswer,
    SurfaceAnswer, check_manifold, check_relative_manifold, compare_moved, compare_swapped,
    largest_area,
};
pub use pair::{ClosestPoints, ReferencePair, Separations};
pub use rectangle_answers::{
    RectangleAnswer, RectangleContactAnswer, RectangleFault, RectangleKind, RectanglePointAnswer,
};
pub use rectangles::ReferenceRectangles;
pub use round::{
    GivenShape, ReferenceRoundLine, ReferenceShapeCast, RoundContactFault, RoundContactReport,
    RoundLineFault, RoundPair, ShapeCastAnswer, ShapeCastFault, ShapeCastReport,
};
pub use shapes::{
    Ball, BoundsFault, CapsuleAnswer, CapsuleFault, CapsulePoint, CapsuleSolid, ClosestAnswer,
    ClosestFault, ClosestReport, CornerAnswer, FrustumSeparations, GivenLine, HalfSpaceAnswer,
    HalfSpaceFault, LineAnswer, LineFault, LineHit, LineReport, Plane, ReferenceBox,
    ReferenceCrossing, ReferenceFrustum, ReferenceSegments, SegmentDistance, SphereAnswer,
    SphereFault,
};

use crate::OrientedBox;

/// The float64 answer for two boxes.
#[must_use]
pub fn separations(a: &OrientedBox, b: &OrientedBox) -> Separations {
    *ReferencePair::oriented(a, b).separations()
}
