//! What is near a box: spheres and gaps along faces for lists of a few, a tree for many.
//!
//! Reading order is data-flow order. `bounds`, boxes along the world's axes; `order`: neighbors in space become neighbors in
//! a list; `tree`: blocks of sixteen bounds and the walk through them; `probe`: the box that walks, and the gaps to bounds.

pub(crate) mod bounds;
pub(crate) mod order;
pub(crate) mod probe;
pub(crate) mod tree;

use octosat_lanes::Mask;

/// Whether any lane of a mask is true.
#[inline(always)]
pub(crate) fn any<M: Mask>(mask: M) -> bool {
    mask.bits() != 0
}
