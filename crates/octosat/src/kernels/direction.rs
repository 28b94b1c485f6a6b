//! The direction of an axis, from its number: a's own axis, b's, or a's edge times b's.
//!
//! Numbers differ from lane to lane, so all that any lane may need is made and the lanes choose. Where a
//! choice is between numbers and zero, a mask does it; AVX2 takes two steps for any other.

use octosat_lanes::{Arithmetic, IntegerLanes, Isa, Lanes};

use super::choice::{FIRST_EDGE_AXIS, MetricFrame, is_edge_axis};
use crate::frame::dot;

/// The unit direction of an axis number in box a's frame, from a to b.
///
/// Where the centres are level along the axis, it is a's or b's own axis, or a's edge times b's.
#[inline(always)]
pub(crate) fn local_normal<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let is_edge = is_edge_axis(isa, code);
    let row = EdgeRow::of(isa, code);
    let start = IntegerLanes::select(is_edge, row.start(isa), isa.splat_integer(3));
    let column = column(isa, frame, code - start);
    let edges = row.edges::<A>(isa, column);
    let face = face(isa, code, column);
    let length = Lanes::select(is_edge, edges.length_squared.sqrt(), isa.splat(1.0));
    let mut direction = face;
    for (component, of_edges) in direction.iter_mut().zip(edges.direction) {
        *component = Lanes::select(is_edge, of_edges, *component);
    }
    towards_b::<I, A>(isa, frame, direction, Some(length))
}

/// The same for the number of a face.
#[inline(always)]
pub(crate) fn face_normal<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let column = column(isa, frame, code - isa.splat_integer(3));
    let face = face(isa, code, column);
    towards_b::<I, A>(isa, frame, face, None)
}

/// The same for the number of a pair of edges.
#[inline(always)]
pub(crate) fn edge_normal<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    code: I::Integer,
) -> [I::Real; 3] {
    let row = EdgeRow::of(isa, code);
    let column = column(isa, frame, code - row.start(isa));
    let Edges { direction, length_squared } = row.edges::<A>(isa, column);
    towards_b::<I, A>(isa, frame, direction, Some(length_squared.sqrt()))
}

/// A direction of some length, of one where none is given, as a unit vector from a to b; zeros that are turned
/// round stay positive.
#[inline(always)]
fn towards_b<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
    mut direction: [I::Real; 3],
    length: Option<I::Real>,
) -> [I::Real; 3] {
    let zero = isa.splat(0.0);
    let backwards = dot::<_, A>(direction, frame.offset_a).less(zero);
    for component in &mut direction {
        let unit = match length {
            Some(length) => *component / length,
            None => *component,
        };
        *component = Lanes::select(backwards, zero - unit, unit);
    }
    direction
}

/// The axis of b that a number stands for, along a's axes: 0, 1 or 2, and 0 for any other number.
#[inline(always)]
fn column<I: Isa>(isa: I, frame: &MetricFrame<I::Real>, number: I::Integer) -> [I::Real; 3] {
    let second = number.equals(isa.splat_integer(1));
    let third = number.equals(isa.splat_integer(2));
    let mut column = frame.offset_a;
    for (component, row) in column.iter_mut().zip(frame.rotation) {
        let [first_of_row, second_of_row, third_of_row] = row;
        let of_two = Lanes::select(second, second_of_row, first_of_row);
        *component = Lanes::select(third, third_of_row, of_two);
    }
    column
}

/// The axis of the face with this number, not yet pointed: a's own, or the column of b.
#[inline(always)]
fn face<I: Isa>(isa: I, code: I::Integer, column: [I::Real; 3]) -> [I::Real; 3] {
    let one = isa.splat(1.0);
    let is_face_of_a = code.less(isa.splat_integer(3));
    let own = [
        one.keep(code.equals(isa.splat_integer(0))),
        one.keep(code.equals(isa.splat_integer(1))),
        one.keep(code.equals(isa.splat_integer(2))),
    ];
    let mut face = column;
    for (component, own) in face.iter_mut().zip(own) {
        *component = Lanes::select(is_face_of_a, own, *component);
    }
    face
}

/// Which edge of a the number of a pair of edges begins with.
#[derive(Clone, Copy, Debug)]
struct EdgeRow<I: Isa> {
    /// The second or the third.
    from_second: I::Mask,
    third: I::Mask,
}

/// The cross product of a's edge and b's, not yet pointed, and its squared length.
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
    fn edges<A: Arithmetic>(self, isa: I, column: [I::Real; 3]) -> Edges<I::Real> {
        let after = self.pick([column[1], column[2], column[0]]);
        let before = self.pick([column[2], column[0], column[1]]);
        let length_squared = A::multiply_add(after, after, before * before);
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
