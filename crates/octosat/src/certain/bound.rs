//! How far rounding can move a gap between two boxes, from where the boxes come from; and boxes that are grown.

use octosat_lanes::{Isa, Lanes};

use crate::axes::frame::Frame;
use crate::call::batches::PairLanes;
use crate::call::query::Query;
use crate::tolerances::{
    BORROWED_EXTENT_ERROR, BORROWED_OFFSET_ERROR, SMALLEST_GAP_ERROR, STORED_EXTENT_ERROR,
    STORED_OFFSET_ERROR,
};

/// How far rounding can move a gap between two boxes, relative to their sizes.
///
/// It depends on how far rotations may be off unit length, and so on whether a store or a view lends the boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapError {
    /// Meters for each meter of the six half extents.
    extent: f32,
    /// Meters for each meter of the offset of the centers, a sum of three magnitudes.
    offset: f32,
}

impl GapError {
    pub(crate) const STORED: Self =
        Self { extent: STORED_EXTENT_ERROR, offset: STORED_OFFSET_ERROR };
    const BORROWED: Self = Self { extent: BORROWED_EXTENT_ERROR, offset: BORROWED_OFFSET_ERROR };

    /// The errors for the boxes of a query. Rotations that are interpolated are not as near to unit length as those of
    /// a store.
    pub(crate) fn of(query: &Query<'_>) -> Self {
        if query.lists.each().iter().all(|view| view.is_stored) && !query.turns() {
            Self::STORED
        } else {
            Self::BORROWED
        }
    }

    /// The bound of the gaps of a batch, in meters. It is not finite if a center, a half extent or the rotation of b is
    /// not.
    #[inline(always)]
    pub(crate) fn bound<I: Isa>(self, isa: I, frame: &Frame<I::Real>) -> I::Real {
        let errors = [isa.splat(self.extent), isa.splat(self.offset)];
        gap_bound(errors, isa.splat(SMALLEST_GAP_ERROR), frame)
    }
}

/// The bound of the gaps of a batch in meters, from errors for each meter of half extent and of offset.
#[inline(always)]
pub(super) fn gap_bound<F: Lanes>(
    [of_extents, of_offset]: [F; 2],
    smallest: F,
    frame: &Frame<F>,
) -> F {
    let sum = |[x, y, z]: [F; 3]| x + y + z;
    let [x, y, z] = frame.offset_b;
    let offset = sum([x.abs(), y.abs(), z.abs()]);
    // The bound of a half extent of minus infinity is infinite, too.
    let extents = (sum(frame.own_a) + sum(frame.own_b)).abs();
    of_offset * offset + (of_extents * extents + smallest)
}

/// The same boxes with half extents that are longer by `growth`.
#[inline(always)]
pub(super) fn grown_sides<I: Isa>(sides: &PairLanes<I>, growth: I::Real) -> PairLanes<I> {
    PairLanes { a: sides.a.grown(growth), b: sides.b.grown(growth) }
}
