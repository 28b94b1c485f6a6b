//! Sine and cosine in lanes, by sums and products alone: the same bits on every backend.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles};

use super::near::splat;

/// The sine and the cosine of an angle.
pub(super) struct SineCosine<F> {
    pub(super) sine: F,
    pub(super) cosine: F,
}

/// 1.5 · 2²³: a number of at most 2²² that is added to it is rounded to a whole number, in the lowest bits.
const TO_WHOLE: f32 = 12_582_912.0;

/// Two over π.
const QUARTERS_PER_RADIAN: f32 = core::f32::consts::FRAC_2_PI;

/// A quarter turn in three parts. The first two have so few bits that their products with up to 2¹⁰ quarters are exact.
const QUARTER: [f32; 3] = [1.570_312_5, 4.837_513e-4, 7.549_79e-8];

/// The sine less the angle, over the third power of the angle, by powers of its square; off by 0.1 u up to an eighth of a
/// turn. The numbers are those of Moshier, "Cephes Mathematical Library", 1989, `sinf.c`, as are those of the cosine.
const SINE: [f32; 3] = [-1.666_665_5e-1, 8.332_161e-3, -1.951_529_6e-4];

/// The cosine less 1 − x² / 2, over the fourth power of the angle, by powers of its square.
const COSINE: [f32; 3] = [4.166_664_6e-2, -1.388_731_6e-3, 2.443_315_7e-5];

/// The sine and the cosine of angles of up to 512 radians, each within 1.7 units of roundoff.
///
/// Cody and Waite, "Software Manual for the Elementary Functions", 1980, chapter 8: the angle less the nearest multiple of
/// a quarter turn, then a polynomial.
#[inline(always)]
pub(super) fn sine_cosine<I: Isa>(isa: I, angle: I::Real) -> SineCosine<I::Real> {
    let shifted = angle * isa.splat(QUARTERS_PER_RADIAN) + isa.splat(TO_WHOLE);
    let quarters = shifted - isa.splat(TO_WHOLE);
    let [first, second, third] = splat(isa, QUARTER);
    let rest = ((angle - quarters * first) - quarters * second) - quarters * third;
    let square = rest * rest;
    let sine = rest + rest * square * polynomial(isa, square, SINE);
    let flat = isa.splat(1.0) - square * isa.splat(0.5);
    let cosine = flat + square * square * polynomial(isa, square, COSINE);
    let (number, one) = (shifted.to_bits(), isa.splat_integer(1));
    let is_odd = (number & one).equals(one);
    // The sine is negative in the third and fourth quarter, the cosine in the second and third.
    SineCosine {
        sine: turned(isa, Lanes::select(is_odd, cosine, sine), number),
        cosine: turned(isa, Lanes::select(is_odd, sine, cosine), number + one),
    }
}

#[inline(always)]
fn polynomial<I: Isa>(isa: I, square: I::Real, powers: [f32; 3]) -> I::Real {
    let [first, second, third] = splat(isa, powers);
    first + square * (second + square * third)
}

/// A number, with the other sign in every second half turn.
#[inline(always)]
fn turned<I: Isa>(isa: I, number: I::Real, quarter: I::Integer) -> I::Real {
    let sign = (quarter & isa.splat_integer(2)).shift_left(30);
    I::Real::from_bits(number.to_bits() + sign)
}
