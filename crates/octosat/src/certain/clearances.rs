//! Clearances: the largest of the fifteen separations along unit axes, less a bound of what rounding can do.

use octosat_lanes::{Isa, Lanes};

use super::bound::{GapError, grown_sides};
use crate::axes::boxes::BoxLanes;
use crate::axes::fifteen::{
    cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::axes::frame::Frame;
use crate::call::batches::{PairLanes, Pairs};
use crate::call::formula::RowFormula;
use crate::tolerances::{CLEARANCE_BOUNDS, PARALLEL_EDGES_SINE_SQUARED, SMALLEST_CLEARANCE_ERROR};
use crate::vector::is_finite;

/// The query about pairs of boxes; see [`crate::Engine::clearances`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearances {
    pub(crate) error: GapError,
}

impl RowFormula<Pairs<'_>> for Clearances {
    type Row = f32;

    const NANOSECONDS: usize = 10;

    #[inline(always)]
    fn batch<I: Isa>(self, isa: I, sides: &PairLanes<I>, growth: I::Real, rows: &mut [f32]) {
        let PairLanes { a, b } = grown_sides(sides, growth);
        let clearance = clearance_of(isa, self.error, &a, &b);
        let finite = is_finite(isa, clearance);
        isa.store(Lanes::select(finite, clearance, isa.splat(f32::NAN)), rows);
    }
}

/// The clearances of a batch, in meters; not finite if a number of a pair is not.
#[inline(always)]
pub(crate) fn clearance_of<I: Isa>(
    isa: I,
    error: GapError,
    a: &BoxLanes<I::Real>,
    b: &BoxLanes<I::Real>,
) -> I::Real {
    let frame = &a.direct_frame(isa, b);
    let bound =
        error.bound(isa, frame) * isa.splat(CLEARANCE_BOUNDS) + isa.splat(SMALLEST_CLEARANCE_ERROR);
    largest_separation(isa, frame) - bound
}

/// The largest of the separations along the fifteen axes, each of unit length.
///
/// Squares are compared, with their signs, so that one root is taken. A separation that is NaN is left out, except the
/// first one, as in verdicts.
#[inline(always)]
fn largest_separation<I: Isa>(isa: I, frame: &Frame<I::Real>) -> I::Real {
    let magnitudes = magnitudes(&frame.rotation);
    let mut largest = face_of_a(frame, &magnitudes, 0).gap();
    for i in 1..3 {
        largest = face_of_a(frame, &magnitudes, i).gap().greater(largest);
    }
    for j in 0..3 {
        largest = face_of_b(frame, &magnitudes, j).gap().greater(largest);
    }
    let mut squared = signed_square(largest);
    for i in 0..3 {
        let cofactors = cofactors(&frame.rotation, i);
        for j in 0..3 {
            let gap = edge_pair(frame, &magnitudes, cofactors, i, j).gap();
            let length_squared = edge_length_squared(frame, i, j);
            let separation = signed_square(gap) / length_squared;
            // Edges that are nearly parallel show nothing that the other axes do not show.
            let parallel = length_squared.less(isa.splat(PARALLEL_EDGES_SINE_SQUARED));
            squared = Lanes::select(parallel, squared, separation.greater(squared));
        }
    }
    let root = squared.abs().sqrt();
    Lanes::select(squared.less(isa.splat(0.0)), -root, root)
}

/// The square of a number, with its sign.
#[inline(always)]
fn signed_square<F: Lanes>(number: F) -> F {
    number * number.abs()
}
