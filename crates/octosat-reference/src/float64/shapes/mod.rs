//! A box against shapes other than oriented boxes, in float64.
//!
//! `bounds`: the axis-aligned box around a box; `half_space`, `sphere`, `capsule`, `aligned`: one shape each;
//! `frustum`: a view; `line`: rays and segments against boxes, and two segments against each other.

mod aligned;
mod bounds;
mod capsule;
mod frustum;
mod half_space;
mod line;
mod reference_box;
mod sphere;

pub use bounds::BoundsFault;
pub use capsule::{CapsuleAnswer, CapsuleFault, CapsulePoint, CapsuleSolid};
pub use frustum::{FrustumSeparations, ReferenceFrustum};
pub use half_space::{CornerAnswer, HalfSpaceAnswer, HalfSpaceFault, Plane};
pub use line::{
    ClosestAnswer, ClosestFault, ClosestReport, GivenLine, LineAnswer, LineFault, LineHit,
    LineReport, ReferenceCrossing, ReferenceSegments, SegmentDistance, closest_between_segments,
};
pub use reference_box::ReferenceBox;
pub use sphere::{Ball, SphereAnswer, SphereFault};
