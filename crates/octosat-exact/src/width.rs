//! How many bits a question needs, and integers that have them.
//!
//! Let all lengths be below 2^l and the components of the quaternions below 2^p and 2^q, as integers. Their squared
//! lengths Na and Nb are below 2^(2p+2) and 2^(2q+2), so D = Na·Nb is below 2^d with d = 2p + 2q + 4. A vector times
//! an axis, in the units of `projection`, is at most its length times D, because no axis is longer than D.
//!
//! | value | at most | bits with sign |
//! |---|---|--:|
//! | offset along an axis | √3·2^(l+1)·D < 3.5·2^l·D | l + d + 3 |
//! | reaches of both boxes together | (√3 + √3)·2^l·D < 3.5·2^l·D | l + d + 3 |
//! | separation | the larger of both | l + d + 3 |
//! | offset and reaches added up: ends of slabs, containment | 7·2^l·D | l + d + 4 |
//! | squared length of an axis | D² | 2d + 1 |
//! | squared separation times a squared length | 12.25·2^(2l)·D⁴ | 2l + 4d + 5 |
//! | difference of two fractions of a cast, times their denominators | 2·7·2^l·D·√3·2^l·D < 25·2^(2l)·D² | 2l + 2d + 6 |
//! | the same of a fraction and of m·2^−s, m < 2^24, s ≤ 149 | (7·2^s + √3·2^24)·2^l·D | l + d + 4 + max(s, 25) |
//!
//! Finite floats are multiples of 2^-149 below 2^128, so l, p and q are at most 277, and d is at most 1112. The
//! greatest widths are 1392 bits for signs, 1393 for sums, 2225 for a separation in meters, 2784 for fractions, 1542
//! for times, and 5007 for comparing two axes. Sums that are too large on the way wrap around and do not count.

use crate::fixed::Fixed;
use crate::number::Integer;
use crate::scaled::Scaled;

/// The words of the widest integers.
pub(crate) const MOST_WORDS: u32 = 79;

/// Something to find out with exact integers, in whichever width.
pub(crate) trait Question {
    type Answer;

    /// Bits that all final values fit in.
    fn bits(&self) -> u32;

    fn answer<T: Integer>(&self) -> Self::Answer;
}

/// The answer by the narrowest integers that have the bits.
///
/// Widths are those of everyday pairs, finely; then coarsely up to the greatest numbers of the table above: 22 words
/// for signs, 79 for comparing axes. Each width takes the compiler time.
pub(crate) fn ask<Q: Question>(question: &Q) -> Q::Answer {
    match question.bits().div_ceil(u64::BITS) {
        0..=2 => question.answer::<Fixed<2>>(),
        3 => question.answer::<Fixed<3>>(),
        4 => question.answer::<Fixed<4>>(),
        5..=6 => question.answer::<Fixed<6>>(),
        7..=8 => question.answer::<Fixed<8>>(),
        9..=12 => question.answer::<Fixed<12>>(),
        13..=22 => question.answer::<Fixed<22>>(),
        words => {
            debug_assert!(words <= MOST_WORDS, "{words} words");
            question.answer::<Fixed<79>>()
        }
    }
}

impl Scaled {
    /// d of the table above.
    fn product_bits(&self) -> u32 {
        let [p, q] = self.rotation_bits();
        2 * p + 2 * q + 4
    }

    /// Bits of a separation along any axis.
    pub(crate) fn separation_bits(&self) -> u32 {
        self.length_bits() + self.product_bits() + 3
    }

    /// Bits of offset and reaches added up.
    pub(crate) fn sum_bits(&self) -> u32 {
        self.separation_bits() + 1
    }

    /// Bits of a separation and of the squared length of its axis.
    pub(crate) fn normalized_bits(&self) -> u32 {
        self.separation_bits().max(2 * self.product_bits() + 1)
    }

    /// Bits that compare the normalized separations of two axes.
    pub(crate) fn comparison_bits(&self) -> u32 {
        2 * self.length_bits() + 4 * self.product_bits() + 5
    }

    /// Bits that compare two fractions of a cast.
    pub(crate) fn fraction_bits(&self) -> u32 {
        2 * self.length_bits() + 2 * self.product_bits() + 6
    }

    /// Bits that compare a fraction of a cast with a multiple of two to the power of minus `shift`, at most one.
    pub(crate) fn time_bits(&self, shift: u32) -> u32 {
        self.separation_bits() + 1 + shift.max(25)
    }
}
