//! What is near a box, among thousands of bounds in a tree.
//!
//! Reading order is data-flow order. `bounds`, boxes along the world's axes; `order`: neighbors in space become neighbors in
//! a list; `tree`: blocks of sixteen bounds and the walk through them; `probe`: the box that walks, and the gaps to bounds.

pub(crate) mod bounds;
pub(crate) mod order;
pub(crate) mod probe;
pub(crate) mod tree;

use octosat_lanes::{Isa, Lanes, Mask};

/// How much larger both sides of a gap are taken, for each meter of half extents and of growth, without unit: 2⁻¹⁴, or 1,024
/// units of roundoff. A gap and the clearance of a pair are off by at most 329 units of the half extents, and by 510 of the
/// growth. The chapter on error bounds has the sums.
const GAP_SLACK: f32 = 1.0 / 16384.0;

/// Whether any lane of a mask is true.
#[inline(always)]
pub(crate) fn any<M: Mask>(mask: M) -> bool {
    mask.bits() != 0
}

/// A mask that is true in every lane.
#[inline(always)]
pub(crate) fn all<I: Isa>(isa: I) -> I::Mask {
    let zero = isa.splat(0.0);
    zero.at_most(zero)
}
