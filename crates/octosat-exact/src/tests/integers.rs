//! Fixed integers against num-bigint.

use std::vec::Vec;

use proptest::prelude::*;

use super::big::Big;
use crate::fixed::Fixed;
use crate::number::{Integer, Number};

/// A value and how far it is shifted to the left: of at most 190 bits with the sign.
fn parts() -> impl Strategy<Value = (i64, u32)> {
    (any::<i64>(), 0..64_u32, 0..126_u32).prop_map(|(value, less, left)| (value >> less, left))
}

/// Compares the signs and all bits: the leading ones, and then those of the remainder.
fn agree_in_full<const N: usize>(mut fixed: Fixed<N>, mut big: Big) {
    loop {
        assert_eq!(fixed.sign(), big.sign());
        let leading = big.magnitude().leading();
        assert_eq!(fixed.magnitude().leading(), leading);
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
