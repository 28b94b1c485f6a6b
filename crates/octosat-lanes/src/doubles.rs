//! Four `f64` in the registers of the build target, for the few rows for which `f32` is not enough.
//!
//! All backends use these lanes: `wide` has 128-bit registers on every x86-64 CPU. So no backend needs lanes of its own.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use wide::f64x4;

use crate::integers::Mask;
use crate::isa::Lanes;

/// The number of lanes of [`Doubles`].
pub const DOUBLES: usize = 4;

/// Four floats of double precision.
#[derive(Clone, Copy, Debug)]
pub struct Doubles(f64x4);

impl Doubles {
    /// The same value in every lane.
    #[inline(always)]
    #[must_use]
    pub fn splat(value: f64) -> Self {
        Self(f64x4::splat(value))
    }

    /// Floats of single precision, which are represented exactly.
    #[inline(always)]
    #[must_use]
    pub fn of_singles(singles: [f32; DOUBLES]) -> Self {
        let [a, b, c, d] = singles;
        Self(f64x4::new([f64::from(a), f64::from(b), f64::from(c), f64::from(d)]))
    }
}

impl Add for Doubles {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Doubles {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Doubles {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

impl Div for Doubles {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(self.0 / other.0)
    }
}

impl Neg for Doubles {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Lanes for Doubles {
    type Mask = DoublesMask;

    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.abs())
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }

    #[inline(always)]
    fn fused_multiply_add(self, factor: Self, addend: Self) -> Self {
        let (factors, addends) = (factor.0.to_array(), addend.0.to_array());
        let mut fused = self.0.to_array();
        for ((one, factor), addend) in fused.iter_mut().zip(factors).zip(addends) {
            *one = one.mul_add(factor, addend);
        }
        Self(f64x4::new(fused))
    }

    #[inline(always)]
    fn less(self, other: Self) -> DoublesMask {
        DoublesMask(self.0.simd_lt(other.0))
    }

    #[inline(always)]
    fn at_most(self, other: Self) -> DoublesMask {
        DoublesMask(self.0.simd_le(other.0))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> DoublesMask {
        DoublesMask(self.0.simd_eq(other.0))
    }

    #[inline(always)]
    fn keep(self, mask: DoublesMask) -> Self {
        Self(self.0 & mask.0)
    }

    #[inline(always)]
    fn select(mask: DoublesMask, yes: Self, no: Self) -> Self {
        Self(mask.0.select(yes.0, no.0))
    }
}

/// The results of comparing [`Doubles`].
#[derive(Clone, Copy, Debug)]
pub struct DoublesMask(f64x4);

impl BitAnd for DoublesMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for DoublesMask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for DoublesMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Mask for DoublesMask {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}
