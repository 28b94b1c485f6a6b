//! One box against shapes that are no oriented boxes, in float64.
//!
//! `bounds`: the axis-aligned box around it; `half_space`, `sphere`, `capsule`, `aligned`: one shape each;
//! `frustum`: a view; `line`: rays, segments, and two segments, which are no box at all.

mod aligned;
mod bounds;
mod capsule;
mod frustum;
mod half_space;
mod line;
mod sphere;

pub use bounds::BoundsFault;
pub use capsule::{CapsuleAnswer, CapsuleFault, CapsulePoint, CapsuleSolid};
pub use frustum::{FrustumSeparations, ReferenceFrustum};
pub use half_space::{CornerAnswer, HalfSpaceAnswer, HalfSpaceFault, Plane};
pub use line::{
    ClosestAnswer, ClosestFault, ClosestReport, GivenLine, LineAnswer, LineFault, LineHit,
    LineReport, ReferenceCrossing, ReferenceSegments, SegmentDistance, closest_between_segments,
};
pub use sphere::{Ball, SphereAnswer, SphereFault};

use super::solid::Solid;
use super::vector::wide;
use crate::{OrientedBox, ScaledBox};

/// A box that is ready to check answers about it and another shape.
///
/// The truth is that of the box as stored: its quaternion normalized, or the directions of its
/// scaled axes, half extents and center as given.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceBox {
    /// Relative to its own center, so that large coordinates lose nothing.
    solid: Solid,
    /// Its center in the world, meters.
    center: [f64; 3],
}

/// Whether an error is more than it may be, or NaN, which every comparison passes by.
pub(super) fn exceeds(error: f64, limit: f64) -> bool {
    error > limit || error.is_nan()
}

impl ReferenceBox {
    /// A box of a unit quaternion.
    #[must_use]
    pub fn oriented(given: &OrientedBox) -> Self {
        let solid = Solid::of_oriented(given, given.center);
        Self { solid, center: wide(given.center) }
    }

    /// A box of scaled axes.
    #[must_use]
    pub fn scaled(given: &ScaledBox) -> Self {
        let solid = Solid::of_scaled(given, given.center);
        Self { solid, center: wide(given.center) }
    }
}
