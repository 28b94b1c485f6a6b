//! Chooses one of the fifteen axes and computes its direction.
//!
//! The choice is a running best with a preference for faces. Axis numbers differ from lane to lane, so the
//! code computes every direction that some lane may need and selects per lane. A choice between a number and
//! zero is a mask; AVX2 takes two steps for any other choice.

use octosat_lanes::{IntegerLanes, Isa, Lanes, Singles, folded, per_axis};

use crate::axes::fifteen::{
    cofactors, edge_length_squared, edge_pair, face_of_a, face_of_b, magnitudes,
};
use crate::axes::frame::Frame;
use crate::tolerances::{
    FACE_PREFERENCE, LARGEST_FACE_PREFERENCE, PARALLEL_EDGES_SINE_SQUARED, REACH_NOISE,
};
use crate::vector::{dot, is_finite, sum_of_magnitudes};

/// The number of the first axis that belongs to a pair of edges.
pub(crate) const FIRST_EDGE_AXIS: i32 = 6;

/// The numbers of the edge axes: row i of a, column j of b.
pub(crate) const EDGE_AXES: [[i32; 3]; 3] = [[6, 7, 8], [9, 10, 11], [12, 13, 14]];

/// The best axis so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestAxis<F: Singles> {
    /// The gap along the unit axis, in meters; negative if the boxes overlap along it.
    pub(crate) separation: F,
    /// The axis' number.
    pub(crate) code: F::Integer,
}

impl<F: Singles> BestAxis<F> {
    /// The candidate if it is strictly better, else this axis: the first of equals wins, and NaN never wins.
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

    /// The axis as columns of a queue.
    #[inline(always)]
    pub(crate) fn to_columns(self) -> [F; 2] {
        [self.separation, F::from_bits(self.code)]
    }

    /// The axis from columns of a queue.
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
pub(crate) fn best_face<I: Isa>(isa: I, frame: &Frame<I::Real>) -> BestFace<I> {
    let magnitudes = magnitudes(&frame.rotation);
    let first_of_a = face_of_a(frame, &magnitudes, 0).gap();
    let first_of_b = face_of_b(frame, &magnitudes, 0).gap();
    let mut best = BestAxis { separation: first_of_a, code: isa.splat_integer(0) };
    for (i, code) in [(1, 1), (2, 2)] {
        let separation = face_of_a(frame, &magnitudes, i).gap();
        best = best.or(BestAxis { separation, code: isa.splat_integer(code) });
    }
    best = best.or(BestAxis { separation: first_of_b, code: isa.splat_integer(3) });
    for (j, code) in [(1, 4), (2, 5)] {
        let separation = face_of_b(frame, &magnitudes, j).gap();
        best = best.or(BestAxis { separation, code: isa.splat_integer(code) });
    }
    // Together, the first faces of a and b depend on every extent, on the offset, and on a row and a column
    // of the rotation, so a value that is not finite shows here. An overflow of finite ones shows in the best.
    let finite = is_finite(isa, (first_of_a + first_of_b) + best.separation);
    BestFace { best, finite }
}

/// The edge pair with the largest separation, among those that are not parallel.
#[inline(always)]
pub(crate) fn best_edge_pair<I: Isa>(isa: I, frame: &Frame<I::Real>) -> BestAxis<I::Real> {
    let nothing = isa.splat(f32::NEG_INFINITY);
    let best = BestAxis { separation: nothing, code: isa.splat_integer(FIRST_EDGE_AXIS) };
    let magnitudes = &magnitudes(&frame.rotation);
    let parallel = isa.splat(PARALLEL_EDGES_SINE_SQUARED);
    folded::<3, _>(
        best,
        #[inline(always)]
        |mut best, i| {
            let cofactors = cofactors(&frame.rotation, i);
            for j in 0..3 {
                let gap = edge_pair(frame, magnitudes, cofactors, i, j).gap();
                let length_squared = edge_length_squared(frame, i, j);
                let separation = gap / length_squared.sqrt();
                let candidate = BestAxis { separation, code: isa.splat_integer(EDGE_AXES[i][j]) };
                let better = parallel.at_most(length_squared) & best.separation.less(separation);
                best = best.or_if(better, candidate);
            }
            best
        },
    )
}

/// The winning axis of all fifteen, given the best face.
///
/// For separated boxes the largest separation wins. For overlapping boxes the face wins unless an edge pair
/// is less deep by more than the face preference, or separates.
#[inline(always)]
pub(crate) fn best_axis<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    face: BestAxis<I::Real>,
) -> BestAxis<I::Real> {
    let edge = best_edge_pair(isa, frame);
    let limit = preferred_until(isa, frame, face.separation);
    // An overflow of values that no store accepts is no axis.
    let is_axis = edge.separation.less(isa.splat(f32::INFINITY));
    face.or_if(limit.less(edge.separation) & is_axis, edge)
}

/// The separation that another axis must exceed to win against a preferred axis of this separation.
#[inline(always)]
pub(crate) fn preferred_until<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    separation: I::Real,
) -> I::Real {
    let zero = isa.splat(0.0);
    let slack = noise(isa, frame) + isa.splat(FACE_PREFERENCE) * separation.abs();
    let most = isa.splat(LARGEST_FACE_PREFERENCE) * separation.abs();
    let slack = most.lesser(slack);
    let limit = separation + slack;
    Lanes::select(zero.less(separation), separation, limit)
}

/// The sum of the three half extents of the smaller box, in meters.
#[inline(always)]
pub(crate) fn smaller_extents<F: Singles>(frame: &Frame<F>) -> F {
    let [a, b] = [frame.own_a, frame.own_b];
    let [a, b] = [(a[0] + a[1]) + a[2], (b[0] + b[1]) + b[2]];
    b.lesser(a)
}

/// The reach of a pair: the distance of the centers, plus the half extents of the smaller box, in meters.
///
/// No place where the boxes touch is farther from either center, so rounding there is measured by it.
#[inline(always)]
pub(crate) fn reach<F: Singles>(frame: &Frame<F>) -> F {
    sum_of_magnitudes(frame.offset_a) + smaller_extents(frame)
}

/// How far rounding moves a place where two boxes touch, in meters.
#[inline(always)]
pub(crate) fn noise<I: Isa>(isa: I, frame: &Frame<I::Real>) -> I::Real {
    isa.splat(REACH_NOISE) * reach(frame)
}

/// The axis of b, 0 to 2, of the number of a face of b or of a pair of edges; below zero for a face of a.
#[inline(always)]
pub(crate) fn axis_of_b<I: Isa>(isa: I, code: I::Integer) -> I::Integer {
    let of_edges = EdgeRow::<I>::of(isa, code).start(isa);
    code - IntegerLanes::select(is_edge_axis(isa, code), of_edges, isa.splat_integer(3))
}

/// The unit direction of an axis number in box a's frame, from a to b.
///
/// If the offset of the centers along the axis is zero, the direction is a's or b's own axis, or the cross
/// product of a's edge and b's edge.
#[inline(always)]
pub(crate) fn local_normal<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let is_edge = is_edge_axis(isa, code);
    let row = EdgeRow::of(isa, code);
    let column = column(isa, frame, axis_of_b(isa, code));
    let edges = row.edges(isa, column);
    let face = face(isa, code, column);
    let length = Lanes::select(is_edge, edges.length_squared.sqrt(), isa.splat(1.0));
    let direction = per_axis(
        #[inline(always)]
        |i| Lanes::select(is_edge, edges.direction[i], face[i]),
    );
    towards_b(isa, frame, direction, Some(length))
}

/// The same for the number of a face.
#[inline(always)]
pub(crate) fn face_normal<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let column = column(isa, frame, code - isa.splat_integer(3));
    let face = face(isa, code, column);
    towards_b(isa, frame, face, None)
}

/// The same for the number of a pair of edges.
#[inline(always)]
pub(crate) fn edge_normal<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let Edges { direction, length_squared } = edges_of(isa, frame, code);
    towards_b(isa, frame, direction, Some(length_squared.sqrt()))
}

/// The cross product of a's edge and b's edge of the number of a pair of edges, of unit length, as it is.
#[inline(always)]
pub(crate) fn unit_edge_product<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let Edges { direction, length_squared } = edges_of(isa, frame, code);
    let length = length_squared.sqrt();
    [direction[0] / length, direction[1] / length, direction[2] / length]
}

#[inline(always)]
fn edges_of<I: Isa>(isa: I, frame: &Frame<I::Real>, code: I::Integer) -> Edges<I::Real> {
    let row = EdgeRow::of(isa, code);
    let column = column(isa, frame, code - row.start(isa));
    row.edges(isa, column)
}

/// Orients a direction from a to b and divides it by its length, if a length is given. Zeros whose sign
/// changes stay positive.
#[inline(always)]
pub(crate) fn towards_b<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    direction: [I::Real; 3],
    length: Option<I::Real>,
) -> [I::Real; 3] {
    let zero = isa.splat(0.0);
    let backwards = dot(direction, frame.offset_a).less(zero);
    per_axis(
        #[inline(always)]
        |i| {
            let unit = match length {
                Some(length) => direction[i] / length,
                None => direction[i],
            };
            Lanes::select(backwards, zero - unit, unit)
        },
    )
}

/// Axis 0, 1 or 2 of b along a's axes; axis 0 for any other number.
#[inline(always)]
fn column<I: Isa>(isa: I, frame: &Frame<I::Real>, number: I::Integer) -> [I::Real; 3] {
    let second = number.equals(isa.splat_integer(1));
    let third = number.equals(isa.splat_integer(2));
    per_axis(
        #[inline(always)]
        |i| {
            let [first_of_row, second_of_row, third_of_row] = frame.rotation[i];
            let of_two = Lanes::select(second, second_of_row, first_of_row);
            Lanes::select(third, third_of_row, of_two)
        },
    )
}

/// The axis of the face with this number, not yet oriented: a's own axis, or the column of b.
#[inline(always)]
fn face<I: Isa>(isa: I, code: I::Integer, column: [I::Real; 3]) -> [I::Real; 3] {
    let one = isa.splat(1.0);
    let is_face_of_a = code.less(isa.splat_integer(3));
    let own = [
        one.keep(code.equals(isa.splat_integer(0))),
        one.keep(code.equals(isa.splat_integer(1))),
        one.keep(code.equals(isa.splat_integer(2))),
    ];
    per_axis(
        #[inline(always)]
        |i| Lanes::select(is_face_of_a, own[i], column[i]),
    )
}

/// The edge of a in the number of an edge pair.
#[derive(Clone, Copy, Debug)]
struct EdgeRow<I: Isa> {
    /// The second or the third.
    from_second: I::Mask,
    third: I::Mask,
}

/// The cross product of a's edge and b's edge, not yet oriented, and its squared length.
#[derive(Clone, Copy, Debug)]
struct Edges<F> {
    direction: [F; 3],
    length_squared: F,
}

impl<I: Isa> EdgeRow<I> {
    #[inline(always)]
    fn of(isa: I, code: I::Integer) -> Self {
        Self {
            from_second: isa.splat_integer(FIRST_EDGE_AXIS + 2).less(code),
            third: isa.splat_integer(FIRST_EDGE_AXIS + 5).less(code),
        }
    }

    /// The number of the row's first pair.
    #[inline(always)]
    fn start(self, isa: I) -> I::Integer {
        let [first, second, third] = [
            isa.splat_integer(FIRST_EDGE_AXIS),
            isa.splat_integer(FIRST_EDGE_AXIS + 3),
            isa.splat_integer(FIRST_EDGE_AXIS + 6),
        ];
        let of_two = IntegerLanes::select(self.from_second, second, first);
        IntegerLanes::select(self.third, third, of_two)
    }

    /// The row's value.
    #[inline(always)]
    fn pick(self, values: [I::Real; 3]) -> I::Real {
        let of_two = Lanes::select(self.from_second, values[1], values[0]);
        Lanes::select(self.third, values[2], of_two)
    }

    /// The cross product of a's edge, a unit vector of its own frame, and b's axis.
    #[inline(always)]
    fn edges(self, isa: I, column: [I::Real; 3]) -> Edges<I::Real> {
        let after = self.pick([column[1], column[2], column[0]]);
        let before = self.pick([column[2], column[0], column[1]]);
        let length_squared = after * after + before * before;
        let minus_before = isa.splat(0.0) - before;
        let second = self.from_second & !self.third;
        let direction = [
            Lanes::select(self.third, minus_before, after.keep(second)),
            Lanes::select(self.from_second, after.keep(self.third), minus_before),
            Lanes::select(self.from_second, minus_before.keep(second), after),
        ];
        Edges { direction, length_squared }
    }
}
