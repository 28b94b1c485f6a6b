//! Integers of a fixed number of words.

use core::cmp::Ordering;

use crate::number::{Integer, Leading, Number};

/// Sums of more words are calls. In line, long operations take the compiler seconds, and save almost no time.
const LONGEST_SUM_IN_LINE: usize = 6;

/// Products of more words are calls.
const LONGEST_PRODUCT_IN_LINE: usize = 4;

/// A signed integer of `N` words of 64 bits in two's complement, the lowest word first.
///
/// Results wrap around, so that sums whose parts are too large are right if the sum itself fits: D. E. Knuth, *The Art
/// of Computer Programming*, volume 2, section 4.1, on two's complement. The width of a question counts the bits of
/// its final values only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fixed<const N: usize>([u64; N]);

impl<const N: usize> Fixed<N> {
    const ZERO: Self = Self([0; N]);

    const fn is_negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }

    #[inline(always)]
    fn sum(&self, other: &Self) -> Self {
        let mut sum = Self::ZERO;
        let mut carry = false;
        for at in 0..N {
            let (part, first) = self.0[at].overflowing_add(other.0[at]);
            let (part, second) = part.overflowing_add(u64::from(carry));
            sum.0[at] = part;
            carry = first | second;
        }
        sum
    }

    #[inline(always)]
    fn difference(&self, other: &Self) -> Self {
        let mut difference = Self::ZERO;
        let mut borrow = false;
        for at in 0..N {
            let (part, first) = self.0[at].overflowing_sub(other.0[at]);
            let (part, second) = part.overflowing_sub(u64::from(borrow));
            difference.0[at] = part;
            borrow = first | second;
        }
        difference
    }

    /// Modulo two to the number of bits, a product does not depend on the signs. So the lower half of the schoolbook
    /// method is enough.
    #[inline(always)]
    fn product(&self, other: &Self) -> Self {
        let mut product = Self::ZERO;
        for at in 0..N {
            // Few numbers are as wide as the final values, so long ones have many words of zero.
            if N > LONGEST_PRODUCT_IN_LINE && self.0[at] == 0 {
                continue;
            }
            let mut carry = 0;
            for to in 0..N - at {
                let sum = u128::from(self.0[at]) * u128::from(other.0[to])
                    + u128::from(product.0[at + to])
                    + u128::from(carry);
                product.0[at + to] = lower(sum);
                carry = lower(sum >> 64);
            }
        }
        product
    }
}

/// The result of an operation, in line or by a call.
#[inline(always)]
fn apply<T>(is_in_line: bool, operation: impl Fn(&T, &T) -> T, a: &T, b: &T) -> T {
    if is_in_line { operation(a, b) } else { call(operation, a, b) }
}

#[inline(never)]
fn call<T>(operation: impl Fn(&T, &T) -> T, a: &T, b: &T) -> T {
    operation(a, b)
}

/// The lower word of a double word.
#[expect(clippy::cast_possible_truncation, reason = "the upper word is the carry")]
const fn lower(double: u128) -> u64 {
    double as u64
}

impl<const N: usize> Number for Fixed<N> {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        apply(N <= LONGEST_SUM_IN_LINE, Self::sum, self, other)
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        apply(N <= LONGEST_SUM_IN_LINE, Self::difference, self, other)
    }

    #[inline(always)]
    fn times(&self, other: &Self) -> Self {
        apply(N <= LONGEST_PRODUCT_IN_LINE, Self::product, self, other)
    }

    #[inline(always)]
    fn magnitude(&self) -> Self {
        if self.is_negative() { Self::ZERO.minus(self) } else { *self }
    }
}

impl<const N: usize> Integer for Fixed<N> {
    #[inline(always)]
    fn shifted(value: i64, left: u32) -> Self {
        let (words, bits) = ((left / 64) as usize, left % 64);
        let double = (i128::from(value) << bits).cast_unsigned();
        let mut result = Self::ZERO;
        let mut places = result.0.iter_mut().skip(words);
        for word in [lower(double), lower(double >> 64)] {
            if let Some(place) = places.next() {
                *place = word;
            }
        }
        let sign = if value < 0 { u64::MAX } else { 0 };
        places.for_each(|place| *place = sign);
        result
    }

    #[inline(always)]
    fn sign(&self) -> Ordering {
        if self.is_negative() {
            Ordering::Less
        } else if self.0.iter().all(|word| *word == 0) {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    fn leading(&self) -> Leading {
        let Some(top) = self.0.iter().rposition(|word| *word != 0) else {
            return Leading { bits: 0, exponent: 0, is_exact: true };
        };
        let below = if top == 0 { 0 } else { self.0[top - 1] };
        let free = self.0[top].leading_zeros();
        let double = (u128::from(self.0[top]) << 64 | u128::from(below)) << free;
        let lower_words = &self.0[..top.saturating_sub(1)];
        Leading {
            bits: lower(double >> 64),
            exponent: exponent(top, free),
            is_exact: lower(double) == 0 && lower_words.iter().all(|word| *word == 0),
        }
    }
}

/// The exponent of the leading bits, given the number of leading zeros of the highest word that is not zero.
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a few words")]
const fn exponent(top: usize, free: u32) -> i32 {
    64 * top as i32 - free as i32
}
