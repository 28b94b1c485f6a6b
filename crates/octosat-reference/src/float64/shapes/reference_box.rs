//! The box of all checks of one box against another shape.

use crate::float64::solid::Solid;
use crate::float64::vector::wide;
use crate::{OrientedBox, ScaledBox};

/// A box, prepared for checks of answers about it and another shape.
///
/// The exact box is the stored one: with its quaternion, or the directions of its scaled axes, normalized, and
/// with half extents and center as given.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceBox {
    /// The box relative to its own center, so that large coordinates lose no precision.
    pub(super) solid: Solid,
    /// Its center in the world, meters.
    pub(super) center: [f64; 3],
}

/// Whether an error exceeds a limit. A NaN does, although comparisons with it are false.
pub(super) fn exceeds(error: f64, limit: f64) -> bool {
    error > limit || error.is_nan()
}

impl ReferenceBox {
    /// A box with a unit quaternion.
    #[must_use]
    pub fn oriented(given: &OrientedBox) -> Self {
        let solid = Solid::of_oriented(given, given.center);
        Self { solid, center: wide(given.center) }
    }

    /// A box with pre-scaled axes.
    #[must_use]
    pub fn scaled(given: &ScaledBox) -> Self {
        let solid = Solid::of_scaled(given, given.center);
        Self { solid, center: wide(given.center) }
    }
}
