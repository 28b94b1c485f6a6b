//! Functions of scalar floats that `core` does not have. They are those of the standard library, or of `libm` without
//! the feature `std`; each result is rounded once, so both have the same bits. Functions of angles are not rounded once,
//! and system libraries differ in their last bit, so they are always those of `libm`.

pub use libm::{sincos, tan};

pub use self::functions::{floor, sqrt, sqrtf};

#[cfg(feature = "std")]
mod functions {
    /// The square root.
    #[inline(always)]
    #[must_use]
    pub fn sqrt(square: f64) -> f64 {
        square.sqrt()
    }

    /// The square root of an `f32`.
    #[inline(always)]
    #[must_use]
    pub fn sqrtf(square: f32) -> f32 {
        square.sqrt()
    }

    /// The largest whole number that is not greater.
    #[inline(always)]
    #[must_use]
    pub fn floor(value: f64) -> f64 {
        value.floor()
    }
}

#[cfg(not(feature = "std"))]
mod functions {
    pub use libm::{floor, sqrt, sqrtf};
}
