//! From integers to float64, rounded outward.

use core::cmp::Ordering;

use libm::{fma, sqrt};

use crate::number::{Integer, Leading};
use crate::results::Interval;

/// Bits of a `u64` that do not fit in the significand of a float64.
const EXCESS: u32 = u64::BITS - f64::MANTISSA_DIGITS;

/// Powers of two with exponents up to this, and down to its negation, are scaled exactly: significands are between 1/2
/// and 2^27 after a quotient.
const LARGEST_EXPONENT: i32 = 936;

/// With a larger exponent a number is above two to this power, and with one below the negation it is below the
/// reciprocal.
const BEYOND: i32 = 900;

/// A number that is not negative, between two floats times a power of two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bracket {
    lower: f64,
    upper: f64,
    exponent: i32,
}

/// An integer over a divisor that is positive, times two to a power.
pub(crate) fn quotient<T: Integer>(dividend: &T, divisor: Bracket, exponent: i32) -> Interval {
    let magnitude = Bracket::of(&dividend.magnitude()).over(divisor).interval(exponent);
    if dividend.sign() == Ordering::Less { magnitude.negated() } else { magnitude }
}

impl Bracket {
    /// An integer that is not negative.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact in float64")]
    pub(crate) fn of<T: Integer>(value: &T) -> Self {
        let Leading { bits, exponent, is_exact } = value.leading();
        let lower = (bits >> EXCESS) as f64;
        let is_whole = is_exact && bits.trailing_zeros() >= EXCESS;
        let upper = if is_whole { lower } else { lower + 1.0 };
        Self { lower, upper, exponent: exponent + EXCESS.cast_signed() }
    }

    /// The quotient; the divisor is not zero.
    fn over(self, divisor: Self) -> Self {
        Self {
            lower: quotient_down(self.lower, divisor.upper),
            upper: -quotient_down(-self.upper, divisor.lower),
            exponent: self.exponent - divisor.exponent,
        }
    }

    /// The square root.
    pub(crate) fn root(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let even = |significand: f64| if odd == 1 { 2.0 * significand } else { significand };
        Self {
            lower: root_down(even(self.lower)),
            upper: root_up(even(self.upper)),
            exponent: (self.exponent - odd) / 2,
        }
    }

    /// The number times two to a power.
    fn interval(self, exponent: i32) -> Interval {
        if self.upper.to_bits() == 0 {
            return Interval::point(0.0);
        }
        let exponent = self.exponent + exponent;
        if exponent < -LARGEST_EXPONENT {
            return Interval { lower: 0.0, upper: power_of_two(-BEYOND) };
        }
        if exponent > LARGEST_EXPONENT {
            return Interval { lower: power_of_two(BEYOND), upper: f64::INFINITY };
        }
        let scale = power_of_two(exponent);
        Interval { lower: self.lower * scale, upper: self.upper * scale }
    }
}

/// Two to a power within the normal numbers.
fn power_of_two(exponent: i32) -> f64 {
    let biased = u64::from((exponent + 1023).cast_unsigned());
    f64::from_bits(biased << (f64::MANTISSA_DIGITS - 1))
}

/// The quotient rounded down; the divisor is positive. The remainder of a rounded quotient is exact: S. Boldo,
/// J.-M. Muller, "Exact and approximated error of the FMA", IEEE Transactions on Computers 60, 2011.
fn quotient_down(dividend: f64, divisor: f64) -> f64 {
    let quotient = dividend / divisor;
    let excess = fma(quotient, divisor, -dividend);
    if excess > 0.0 { quotient.next_down() } else { quotient }
}

/// The square root rounded down.
fn root_down(square: f64) -> f64 {
    let root = sqrt(square);
    if fma(root, root, -square) > 0.0 { root.next_down() } else { root }
}

/// The square root rounded up.
fn root_up(square: f64) -> f64 {
    let root = sqrt(square);
    if fma(root, root, -square) < 0.0 { root.next_up() } else { root }
}
