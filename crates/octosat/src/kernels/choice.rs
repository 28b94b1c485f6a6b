//! Which of the fifteen axes wins: a running best, the face preference, and the winner's direction.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::axes::{
    Magnitudes, cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::frame::{Extent, Frame, dot};
use crate::tolerances::{
    FACE_PREFERENCE, FACE_PREFERENCE_NOISE, LARGEST_FACE_PREFERENCE, PARALLEL_EDGES_SINE_SQUARED,
};

/// The number of the first axis that belongs to a pair of edges.
pub(crate) const FIRST_EDGE_AXIS: f32 = 6.0;

/// A frame of unit axes.
pub(crate) type MetricFrame<F> = Frame<F, Extent<F>>;

/// The best axis so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestAxis<F> {
    /// The gap along the unit axis, in metres; negative where the boxes overlap along it.
    pub(crate) separation: F,
    /// The axis' number as a float.
    pub(crate) code: F,
}

impl<F: Lanes> BestAxis<F> {
    /// The candidate where it is strictly better: the first of equals wins, and NaN never does.
    #[inline(always)]
    fn or(self, candidate: Self) -> Self {
        self.or_if(self.separation.less(candidate.separation), candidate)
    }

    #[inline(always)]
    pub(crate) fn or_if(self, better: F::Mask, candidate: Self) -> Self {
        Self {
            separation: F::select(better, candidate.separation, self.separation),
            code: F::select(better, candidate.code, self.code),
        }
    }
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
    let mut best = BestAxis { separation: first_of_a, code: isa.splat(0.0) };
    for (i, code) in [(1, 1.0), (2, 2.0)] {
        let separation = face_of_a::<_, _, A>(frame, &magnitudes, i).gap();
        best = best.or(BestAxis { separation, code: isa.splat(code) });
    }
    best = best.or(BestAxis { separation: first_of_b, code: isa.splat(3.0) });
    for (j, code) in [(1, 4.0), (2, 5.0)] {
        let separation = face_of_b::<_, _, A>(frame, &magnitudes, j).gap();
        best = best.or(BestAxis { separation, code: isa.splat(code) });
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
    let best = BestAxis { separation: nothing, code: isa.splat(FIRST_EDGE_AXIS) };
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
    const CODES: [[f32; 3]; 3] = [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0], [12.0, 13.0, 14.0]];
    let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
    let cofactors = cofactors::<_, _, A>(frame, ROW);
    for j in 0..3 {
        let gap = edge_pair::<_, _, A>(frame, magnitudes, cofactors, ROW, j).gap();
        let length_squared = edge_length_squared::<_, _, A>(frame, ROW, j);
        let separation = gap / length_squared.sqrt();
        let candidate = BestAxis { separation, code: isa.splat(CODES[ROW][j]) };
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
    let slack = Lanes::select(most.less(slack), most, slack);
    let limit = face.separation + slack;
    let limit = Lanes::select(zero.less(face.separation), face.separation, limit);
    face.or_if(limit.less(edge.separation), edge)
}

/// The sum of the six half extents, by which rounding is measured.
#[inline(always)]
pub(crate) fn sum_of_extents<F: Lanes>(a: [F; 3], b: [F; 3]) -> F {
    ((a[0] + a[1]) + a[2]) + ((b[0] + b[1]) + b[2])
}

/// Which row of a's axes and which column of b's an axis number is made of.
#[derive(Clone, Copy, Debug)]
struct Parts<I: Isa> {
    is_edge: I::Mask,
    is_face_of_a: I::Mask,
    second_row: I::Mask,
    third_row: I::Mask,
    second_column: I::Mask,
    third_column: I::Mask,
}

#[inline(always)]
fn parts<I: Isa>(isa: I, code: I::Real) -> Parts<I> {
    let [three, six] = [isa.splat(3.0), isa.splat(FIRST_EDGE_AXIS)];
    let [nine, twelve] = [isa.splat(9.0), isa.splat(12.0)];
    let is_edge = six.at_most(code);
    let from_nine = nine.at_most(code);
    let from_twelve = twelve.at_most(code);
    let is_face_of_a = code.less(three);
    let start = Lanes::select(is_edge, six, three);
    let start = Lanes::select(from_nine, nine, start);
    let start = Lanes::select(from_twelve, twelve, start);
    let column = code - start;
    let [one, two] = [isa.splat(1.0), isa.splat(2.0)];
    Parts {
        is_edge,
        is_face_of_a,
        second_row: (from_nine & !from_twelve) | code.equals(one),
        third_row: from_twelve | code.equals(two),
        second_column: column.equals(one),
        third_column: column.equals(two),
    }
}

/// The unit direction of an axis number in box a's frame, from a to b.
///
/// Where the centres are level along the axis, it is a's or b's own axis, or a's edge times b's.
#[inline(always)]
pub(crate) fn local_normal<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    code: I::Real,
) -> [I::Real; 3] {
    let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
    let parts = parts(isa, code);
    let mut column = [zero; 3];
    for (component, row) in column.iter_mut().zip(frame.rotation) {
        *component = Lanes::select(parts.second_column, row[1], row[0]);
        *component = Lanes::select(parts.third_column, row[2], *component);
    }
    // The cross product of a's axis i, a unit vector of its own frame, and b's axis.
    let [after, before] = by_row::<I, _>(
        &parts,
        [[column[1], column[2]], [column[2], column[0]], [column[0], column[1]]],
    );
    let length_squared = A::multiply_add(after, after, before * before);
    let minus_before = zero - before;
    let edges = by_row::<I, _>(
        &parts,
        [[zero, minus_before, after], [after, zero, minus_before], [minus_before, after, zero]],
    );
    let face_of_a =
        by_row::<I, _>(&parts, [[one, zero, zero], [zero, one, zero], [zero, zero, one]]);
    let mut direction = column;
    for k in 0..3 {
        direction[k] = Lanes::select(parts.is_face_of_a, face_of_a[k], direction[k]);
        direction[k] = Lanes::select(parts.is_edge, edges[k], direction[k]);
    }
    let backwards = dot::<_, A>(direction, frame.offset_a).less(zero);
    let length = Lanes::select(parts.is_edge, length_squared.sqrt(), one);
    for component in &mut direction {
        let unit = *component / length;
        *component = Lanes::select(backwards, zero - unit, unit);
    }
    direction
}

/// The choice that belongs to the axis' row of a.
#[inline(always)]
fn by_row<I: Isa, const N: usize>(parts: &Parts<I>, choices: [[I::Real; N]; 3]) -> [I::Real; N] {
    let [mut chosen, second, third] = choices;
    for n in 0..N {
        chosen[n] = Lanes::select(parts.second_row, second[n], chosen[n]);
        chosen[n] = Lanes::select(parts.third_row, third[n], chosen[n]);
    }
    chosen
}
