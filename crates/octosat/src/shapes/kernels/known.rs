//! Constants instead of computed NaNs, whose sign depends on the platform.

use octosat_lanes::{Lanes, Mask};

/// The sum of a row's numbers: NaN if one of them is NaN, or if there are infinities of both signs.
#[inline(always)]
pub(super) fn sum<F: Lanes>(row: &[F; 4]) -> F {
    (row[0] + row[1]) + (row[2] + row[3])
}

/// The row in the lanes where its numbers are known, `constant` elsewhere.
#[inline(always)]
pub(super) fn or_constant<F: Lanes<Mask = M>, M: Mask>(
    mut row: [F; 4],
    known: M,
    constant: F,
) -> [F; 4] {
    for value in &mut row {
        *value = F::select(known, *value, constant);
    }
    row
}
