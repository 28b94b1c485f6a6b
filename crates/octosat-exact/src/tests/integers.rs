//! Fixed integers against num-bigint.

use std::vec::Vec;

use num_bigint::BigInt;
use proptest::prelude::*;

use super::big::Big;
use crate::fixed::Fixed;
use crate::number::{Integer, Number};

/// A value and how far it is shifted to the left: of at most 190 bits with the sign.
fn parts() -> impl Strategy<Value = (i64, u32)> {
    (any::<i64>(), 0..64_u32, 0..126_u32).prop_map(|(value, less, left)| (value >> less, left))
}

/// The integer, as the sum of its leading bits only if these are all of it.
fn whole<T: Integer>(value: &T) -> (Option<BigInt>, std::cmp::Ordering) {
    let leading = value.magnitude().leading();
    let shifted = BigInt::from(leading.bits) << 1200_u32.saturating_add_signed(leading.exponent);
    (leading.is_exact.then_some(shifted), value.sign())
}

fn agree<const N: usize>(fixed: Fixed<N>, big: &Big) {
    assert_eq!(fixed.magnitude().leading(), big.magnitude().leading());
    assert_eq!(whole(&fixed), whole(big));
}

/// Compares all bits: those of the remainder after the leading ones, again and again.
fn agree_in_full<const N: usize>(mut fixed: Fixed<N>, mut big: Big) {
    loop {
        agree(fixed, &big);
        let leading = big.magnitude().leading();
        if leading.is_exact {
            return;
        }
        (fixed, big) = (fixed.magnitude(), big.magnitude());
        for place in [32, 0] {
            let word = i64::try_from(leading.bits >> place & 0xffff_ffff).expect("32 bits");
            let left = place + leading.exponent.cast_unsigned();
            fixed = fixed.minus(&Fixed::shifted(word, left));
            big = big.minus(&Big::shifted(word, left));
        }
    }
}

fn operations<const N: usize>(terms: &[(i64, u32)]) {
    let mut fixed = Fixed::<N>::shifted(0, 0);
    let mut big = Big::shifted(0, 0);
    // Sums and differences of products: as large as two terms, and a few bits.
    for pair in terms.chunks_exact(2) {
        let [f, g] = [pair[0], pair[1]].map(|(value, left)| Fixed::<N>::shifted(value, left));
        let [s, t] = [pair[0], pair[1]].map(|(value, left)| Big::shifted(value, left));
        agree_in_full(f.plus(&g), s.plus(&t));
        agree_in_full(f.minus(&g), s.minus(&t));
        fixed = f.times(&g).minus(&fixed.twice());
        big = s.times(&t).minus(&big.twice());
        agree_in_full(fixed, big.clone());
        assert_eq!(f.compare(&g), s.compare(&t));
    }
}

proptest! {
    #[test]
    fn fixed_integers_agree_with_integers_of_any_size(terms in prop::collection::vec(parts(), 8)) {
        operations::<8>(&terms);
        operations::<12>(&terms);
        operations::<22>(&terms);
        let small = terms.iter().map(|(value, left)| (*value >> 16, left % 40)).collect::<Vec<_>>();
        operations::<4>(&small);
        let tiny = small.iter().map(|(value, left)| (*value >> 12, left % 20)).collect::<Vec<_>>();
        operations::<2>(&tiny);
        operations::<3>(&tiny);
    }
}

/// Sums that are too large on the way are right if the final value fits.
#[test]
fn sums_wrap_around() {
    let large = Fixed::<2>::shifted(i64::MAX, 64);
    let three = Fixed::<2>::shifted(3, 0);
    assert_eq!(large.plus(&large).plus(&three).minus(&large).minus(&large), three);
}
