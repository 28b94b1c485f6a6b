//! Fixed integers against num-bigint.

use proptest::prelude::*;

use super::big::Big;
use crate::fixed::Fixed;
use crate::number::{Integer, Number};

/// A value and how far it is shifted to the left, before both fit in a width.
fn parts() -> impl Strategy<Value = (i64, u32)> {
    (any::<i64>(), 0..64_u32, any::<u32>()).prop_map(|(value, less, left)| (value >> less, left))
}

/// The same with at most half the bits of the width, sign included, less what sums need.
fn fitted(words: usize, (value, left): (i64, u32)) -> (i64, u32) {
    let most = u32::try_from(32 * words).expect("few words") - 4;
    let left = left % most;
    (value >> (64 - (most - left).min(64)), left)
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
    let fixed_of = |(value, left)| Fixed::<N>::shifted(value, left);
    let big_of = |(value, left)| Big::shifted(value, left);
    let mut fixed = Fixed::<N>::shifted(0, 0);
    let mut big = Big::shifted(0, 0);
    // Sums and differences of products: as large as two terms, and a few bits.
    for pair in terms.chunks_exact(2) {
        let terms = [pair[0], pair[1]].map(|term| fitted(N, term));
        let ([f, g], [s, t]) = (terms.map(fixed_of), terms.map(big_of));
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
        operations::<2>(&terms);
        operations::<3>(&terms);
        operations::<4>(&terms);
        operations::<6>(&terms);
        operations::<8>(&terms);
        operations::<12>(&terms);
        operations::<22>(&terms);
        operations::<79>(&terms);
    }
}

/// Sums that are too large on the way are right if the final value fits.
#[test]
fn sums_wrap_around() {
    let large = Fixed::<2>::shifted(i64::MAX, 64);
    let three = Fixed::<2>::shifted(3, 0);
    assert_eq!(large.plus(&large).plus(&three).minus(&large).minus(&large), three);
}
