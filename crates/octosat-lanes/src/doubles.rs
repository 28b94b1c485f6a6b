//! Four `f64` in the registers of the build target, for the few rows for which `f32` is not enough: on `wide::f64x4`, for
//! the scalar backend, too.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

use wide::f64x4;

use crate::integers::Mask;
use crate::isa::Lanes;
use crate::math;
use crate::row::DOUBLES;

/// The bit of the sign, and all others; no loops, as in the portable backend.
const SIGN: f64x4 = f64x4::new([-0.0; DOUBLES]);
const MAGNITUDE: f64x4 = f64x4::new([f64::from_bits(!(1 << 63)); DOUBLES]);

/// Four floats of double precision.
#[derive(Clone, Copy, Debug)]
pub struct Doubles(f64x4);

impl Doubles {
    /// The same value in every lane.
    #[inline(always)]
    pub(crate) fn splat(value: f64) -> Self {
        Self(f64x4::new([value, value, value, value]))
    }

    /// Floats of single precision, which are represented exactly.
    #[inline(always)]
    pub(crate) fn widen(from: &[f32]) -> Self {
        let from = &from[..DOUBLES];
        let [first, second] = [f64::from(from[0]), f64::from(from[1])];
        Self(f64x4::new([first, second, f64::from(from[2]), f64::from(from[3])]))
    }

    /// Floats of single precision, each rounded once.
    #[inline(always)]
    pub(crate) fn narrow(self) -> [f32; DOUBLES] {
        let [first, second, third, fourth] = self.0.to_array();
        [narrowed(first), narrowed(second), narrowed(third), narrowed(fourth)]
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
fn narrowed(value: f64) -> f32 {
    value as f32
}

operators! {
    Doubles:
    Add fn add(self, other) = self.0 + other.0;
    Sub fn sub(self, other) = self.0 - other.0;
    Mul fn mul(self, other) = self.0 * other.0;
    Div fn div(self, other) = self.0 / other.0;
    Neg fn neg(self) = self.0 ^ SIGN;
}

impl Lanes for Doubles {
    type Mask = DoublesMask;

    operations! {
        fn abs(self) -> Self = self.0 & MAGNITUDE;
        fn less(self, other: Self) -> DoublesMask = self.0.simd_lt(other.0);
        fn at_most(self, other: Self) -> DoublesMask = self.0.simd_le(other.0);
        fn equals(self, other: Self) -> DoublesMask = self.0.simd_eq(other.0);
        fn keep(self, mask: DoublesMask) -> Self = self.0 & mask.0;
        fn select(mask: DoublesMask, yes: Self, no: Self) -> Self = mask.0.select(yes.0, no.0);
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        if cfg!(feature = "std") {
            Self(self.0.sqrt())
        } else {
            // `wide` has a root of its own for targets without an instruction, which is wrong for subnormal numbers.
            Self(f64x4::new(self.0.to_array().map(math::sqrt)))
        }
    }
}

/// The results of comparing [`Doubles`].
#[derive(Clone, Copy, Debug)]
pub struct DoublesMask(f64x4);

operators! {
    DoublesMask:
    BitAnd fn bitand(self, other) = self.0 & other.0;
    BitOr fn bitor(self, other) = self.0 | other.0;
    Not fn not(self) = !self.0;
}

impl Mask for DoublesMask {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}
