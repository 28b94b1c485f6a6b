//! The order of a pair that does not depend on which side is a.

use octosat_lanes::{Lanes, Mask, folded};

/// How two lists of numbers compare at their first difference.
struct Compared<M> {
    less: M,
    equal: M,
}

/// Whether the first shape is the smaller one, by the sums of the half extents. Of equal sums, the first numbers that differ
/// decide: half extents, centers, then rotations. Only equal shapes have no order.
///
/// The larger shape as the frame also rounds less: lengths along its axes then stay near the smaller one.
#[inline(always)]
pub(crate) fn is_smaller<F: Lanes, const AXES: usize, const TURN: usize>(
    a: [&[F; AXES]; 2],
    rotation_a: &[F; TURN],
    b: [&[F; AXES]; 2],
    rotation_b: &[F; TURN],
) -> F::Mask {
    let ([half_a, center_a], [half_b, center_b]) = (a, b);
    let (sum_a, sum_b) = (sum(half_a), sum(half_b));
    let (less, tied) = (sum_a.less(sum_b), sum_a.equals(sum_b));
    // Pairs of equal sizes are rare, or all pairs of a list are: so the branch is mostly foreseen.
    if tied.bits() == 0 {
        return less;
    }
    let sizes = compared(half_a, half_b);
    let places = compared(center_a, center_b);
    let turns = compared(rotation_a, rotation_b);
    let rest = places.less | (places.equal & turns.less);
    less | (tied & (sizes.less | (sizes.equal & rest)))
}

/// The sum of half extents.
#[inline(always)]
pub(crate) fn sum<F: Lanes, const AXES: usize>(half_extents: &[F; AXES]) -> F {
    let first = half_extents[0] + half_extents[1];
    if const { AXES > 2 } { first + half_extents[2] } else { first }
}

#[inline(always)]
fn compared<F: Lanes, const LEN: usize>(a: &[F; LEN], b: &[F; LEN]) -> Compared<F::Mask> {
    let start = Compared { less: a[0].less(b[0]), equal: a[0].equals(b[0]) };
    folded::<LEN, _>(
        start,
        #[inline(always)]
        |Compared { less, equal }, k| Compared {
            less: less | (equal & a[k].less(b[k])),
            equal: equal & a[k].equals(b[k]),
        },
    )
}
