//! Which edges of a face have a length, and how far half an edge steps across a slab of the other face.

use octosat_lanes::{Isa, Lanes};

use crate::tolerances::{ALONG_SIDE, SMALLEST_STEP};

/// The parameter of an edge runs over this length, from −1 to 1.
const WHOLE_EDGE: f32 = 2.0;

/// Which edges of two pairs of opposite edges count: those with a length. A point keeps one edge, and a line one
/// edge for each end.
#[inline(always)]
pub(super) fn distinct<I: Isa>(isa: I, half: [I::Real; 2]) -> [I::Mask; 4] {
    let zero = isa.splat(0.0);
    let [flat_first, flat_second] = [half[0].equals(zero), half[1].equals(zero)];
    [!flat_first | flat_second, !flat_second, !flat_first, !flat_second]
}

/// The inverse of the step of half an edge across a slab. The step is kept away from zero; the slack has the unit of
/// the step.
#[inline(always)]
pub(super) fn inverse_step<I: Isa>(isa: I, step: I::Real, slack: I::Real) -> I::Real {
    let tiny = shortest_step(isa, slack);
    isa.splat(1.0) / Lanes::select(step.abs().at_most(tiny), tiny, step)
}

/// How far the place where an edge enters a slab is moved if the edge runs along the slab: more than the whole edge.
///
/// Such an edge is inside or outside as a whole. Without this, an edge exactly on the boundary would begin in its
/// middle, at a crossing with an edge that it never meets.
#[inline(always)]
pub(super) fn off_boundary<I: Isa>(isa: I, step: I::Real, slack: I::Real) -> I::Real {
    let runs_along = step.abs().at_most(shortest_step(isa, slack));
    isa.splat(WHOLE_EDGE).keep(runs_along)
}

/// The step that replaces all steps that are as short or shorter, in either direction.
#[inline(always)]
pub(super) fn shortest_step<I: Isa>(isa: I, slack: I::Real) -> I::Real {
    slack * isa.splat(ALONG_SIDE) + isa.splat(SMALLEST_STEP)
}
