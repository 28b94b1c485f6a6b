//! Which of the fifteen axes wins: a running best, and the face preference.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::frame::{Extent, Frame};
use crate::tolerances::{
    FACE_PREFERENCE, FACE_PREFERENCE_NOISE, LARGEST_FACE_PREFERENCE, PARALLEL_EDGES_SINE_SQUARED,
};

/// The number of the first axis that belongs to a pair of edges.
pub(crate) const FIRST_EDGE_AXIS: i32 = 6;

/// A frame of unit axes.
pub(crate) type MetricFrame<F> = Frame<F, Extent<F>>;

/// The best axis so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestAxis<F: Lanes> {
    /// The gap along the unit axis, in metres; negative where the boxes overlap along it.
    pub(crate) separation: F,
    /// The axis' number.
    pub(crate) code: F::Integer,
}

impl<F: Lanes> BestAxis<F> {
    /// The candidate where it is strictly better: the first of equals wins, and NaN never does.
    #[inline(always)]
    pub(crate) fn or(self, candidate: Self) -> Self {
        let better = self.separation.less(candidate.separation);
        Self {
            separation: candidate.separation.greater(self.separation),
            code: IntegerLanes::select(better, candidate.code, self.code),
        }
    }

    #[inline(always)]
    pub(crate) fn or_if(self, better: F::Mask, candidate: Self) -> Self {
        Self {
            separation: F::select(better, candidate.separation, self.separation),
            code: IntegerLanes::select(better, candidate.code, self.code),
        }
    }

    /// The columns of a queue in which the axis waits.
    #[inline(always)]
    pub(crate) fn to_columns(self) -> [F; 2] {
        [self.separation, F::from_bits(self.code)]
    }

    /// The axis that waited in these columns of a queue.
    #[inline(always)]
    pub(crate) fn from_columns([separation, code]: [F; 2]) -> Self {
        Self { separation, code: code.to_bits() }
    }
}

/// Whether axes belong to pairs of edges, by their numbers.
#[inline(always)]
pub(crate) fn is_edge_axis<I: Isa>(isa: I, code: I::Integer) -> I::Mask {
    isa.splat_integer(FIRST_EDGE_AXIS - 1).less(code)
}

/// The best of the six faces, and which lanes hold finite boxes at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestFace<I: Isa> {
    pub(crate) best: BestAxis<I::Real>,
    pub(crate) finite: I::Mask,
}

/// The face normal with the largest separation.
#[inline(always)]
pub(crate) fn best_face<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
) -> BestFace<I> {
    let magnitudes = magnitudes(frame);
    let first_of_a = face_of_a::<_, _, A>(frame, &magnitudes, 0).gap();
    let first_of_b = face_of_b::<_, _, A>(frame, &magnitudes, 0).gap();
    let mut best = BestAxis { separation: first_of_a, code: isa.splat_integer(0) };
    for (i, code) in [(1, 1), (2, 2)] {
        let separation = face_of_a::<_, _, A>(frame, &magnitudes, i).gap();
        best = best.or(BestAxis { separation, code: isa.splat_integer(code) });
    }
    best = best.or(BestAxis { separation: first_of_b, code: isa.splat_integer(3) });
    for (j, code) in [(1, 4), (2, 5)] {
        let separation = face_of_b::<_, _, A>(frame, &magnitudes, j).gap();
        best = best.or(BestAxis { separation, code: isa.splat_integer(code) });
    }
    // Together the first faces of a and b hold every extent, the offset and a row and a column of
    // the rotation, so one that is not finite shows here.
    let witness = first_of_a + first_of_b;
    let finite = witness.abs().at_most(isa.splat(f32::MAX));
    BestFace { best, finite }
}

/// The edge pair with the largest separation, among those that are not parallel.
#[inline(always)]
fn best_edge_pair<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    magnitudes: &Magnitudes<I::Real>,
) -> BestAxis<I::Real> {
    let nothing = isa.splat(f32::NEG_INFINITY);
    let best = BestAxis { separation: nothing, code: isa.splat_integer(FIRST_EDGE_AXIS) };
    // The rows are spelt out: as a loop the compiler keeps them rolled, with the whole frame in
    // memory.
    let best = better_edge_pair::<I, A, 0>(isa, frame, magnitudes, best);
    let best = better_edge_pair::<I, A, 1>(isa, frame, magnitudes, best);
    better_edge_pair::<I, A, 2>(isa, frame, magnitudes, best)
}

/// The best axis so far or a better one of edge `ROW` of box a.
#[inline(always)]
fn better_edge_pair<I: Isa, A: Arithmetic, const ROW: usize>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    magnitudes: &Magnitudes<I::Real>,
    mut best: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    const CODES: [[i32; 3]; 3] = [[6, 7, 8], [9, 10, 11], [12, 13, 14]];
    let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
    let cofactors = cofactors::<_, _, A>(frame, ROW);
    for j in 0..3 {
        let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, ROW, j).gap();
        let length_squared = edge_length_squared::<_, _, A>(frame, ROW, j);
        let separation = gap / length_squared.sqrt();
        let candidate = BestAxis { separation, code: isa.splat_integer(CODES[ROW][j]) };
        let better = parallel.at_most(length_squared) & best.separation.less(separation);
        best = best.or_if(better, candidate);
    }
    best
}

/// The winning axis of all fifteen, given the best face.
///
/// Of separated boxes the largest separation wins. Of overlapping boxes the face wins unless an edge
/// pair is less deep by more than the face preference, or separates.
#[inline(always)]
pub(crate) fn best_axis<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    face: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    let edge = best_edge_pair::<I, A>(isa, frame, &magnitudes(frame));
    let zero = isa.splat(0.0);
    let noise = isa.splat(FACE_PREFERENCE_NOISE) * sum_of_extents(frame.own_a, frame.own_b);
    let slack = A::multiply_add(isa.splat(FACE_PREFERENCE), face.separation.abs(), noise);
    let most = isa.splat(LARGEST_FACE_PREFERENCE) * face.separation.abs();
    let slack = most.lesser(slack);
    let limit = face.separation + slack;
    let limit = Lanes::select(zero.less(face.separation), face.separation, limit);
    face.or_if(limit.less(edge.separation), edge)
}

/// The sum of the six half extents, by which rounding is measured.
#[inline(always)]
pub(crate) fn sum_of_extents<F: Lanes>(a: [F; 3], b: [F; 3]) -> F {
    ((a[0] + a[1]) + a[2]) + ((b[0] + b[1]) + b[2])
}
