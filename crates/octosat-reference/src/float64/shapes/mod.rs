//! A box against shapes other than oriented boxes, in float64.
//!
//! `reference_box`: the box, and the axis-aligned box around it; `half_space`, `sphere`, `capsule`: one shape each;
//! `frustum`: a view; `crossing`: rays and segments against boxes; `segments`: two segments against each other.

mod capsule;
mod crossing;
mod frustum;
mod half_space;
mod reference_box;
mod segments;
mod sphere;

pub use capsule::{CapsuleAnswer, CapsuleFault, CapsulePoint, CapsuleSolid};
pub use crossing::{GivenLine, LineAnswer, LineFault, LineHit, LineReport, ReferenceCrossing};
pub use frustum::{FrustumSeparations, ReferenceFrustum};
pub use half_space::{CornerAnswer, HalfSpaceAnswer, HalfSpaceFault, Plane};
pub(super) use reference_box::exceeds;
pub use reference_box::{BoundsFault, ReferenceBox};
pub use segments::{
    ClosestAnswer, ClosestFault, ClosestReport, ReferenceSegments, SegmentDistance,
};
pub use sphere::{Ball, SphereAnswer, SphereFault};
