//! The pre-scaled basis: a center and three axes that carry their half extents, 64 bytes per box.
//!
//! Booleans need no unit axes: multiply the comparison on an axis by the lengths of the axes it is
//! made of, and half extents disappear from every product but a box's reach along itself, which
//! becomes a square. An axis of zero extent cannot carry its direction, so it is stored
//! with unit length and contributes no reach.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::Basis;
use crate::axes::frame::{Frame, MetricFrame, Reach, Rows, dot, extents, offset, vector};
use crate::boxes::layout::PreScaled;

/// The reach of an axis that carries its half extent: the whole magnitude, or nothing if the half extent is
/// zero and the axis is only a direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried<M>(M);

impl<F: Lanes> Reach<F> for Carried<F::Mask> {
    #[inline(always)]
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F {
        radius + magnitude.keep(self.0)
    }
}

impl Basis<4> for PreScaled {
    type Reach<I: Isa> = Carried<I::Mask>;

    #[inline(always)]
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 4>,
        b: &Rows<I, 4>,
    ) -> Frame<I::Real, Carried<I::Mask>> {
        let axes = AxesOfPair { a: carried_axes(a), b: carried_axes(b) };
        let [own_a, own_b] = [squared_extents(a), squared_extents(b)];
        let [reach_a, reach_b] = [carried(isa, a), carried(isa, b)];
        axes.frame::<A, _>(offset(a[0], b[0]), Own { own_a, own_b, reach_a, reach_b })
    }

    #[inline(always)]
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 4>,
        b: &Rows<I, 4>,
    ) -> MetricFrame<I::Real> {
        let axes = AxesOfPair { a: unit_axes(isa, a), b: unit_axes(isa, b) };
        let [own_a, own_b] = [half_extents(a), half_extents(b)];
        let [reach_a, reach_b] = [extents(own_a), extents(own_b)];
        axes.frame::<A, _>(offset(a[0], b[0]), Own { own_a, own_b, reach_a, reach_b })
    }

    #[inline(always)]
    fn to_world<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Rows<I, 4>,
        local: [I::Real; 3],
    ) -> [I::Real; 3] {
        let axes = unit_axes(isa, a);
        let mut world = local;
        for (k, component) in world.iter_mut().enumerate() {
            *component = dot::<_, A>(local, [axes[0][k], axes[1][k], axes[2][k]]);
        }
        world
    }
}

/// The axes of both boxes in world coordinates.
struct AxesOfPair<F> {
    a: [[F; 3]; 3],
    b: [[F; 3]; 3],
}

/// The part of a frame that depends on the scale of the axes: how far each box reaches.
struct Own<F, R> {
    own_a: [F; 3],
    own_b: [F; 3],
    reach_a: [R; 3],
    reach_b: [R; 3],
}

impl<F: Lanes> AxesOfPair<F> {
    /// The frame at whatever scale the axes have.
    #[inline(always)]
    fn frame<A: Arithmetic, R>(&self, offset: [F; 3], own: Own<F, R>) -> Frame<F, R> {
        let mut rotation = [offset; 3];
        let mut offset_a = offset;
        let mut offset_b = offset;
        for i in 0..3 {
            for j in 0..3 {
                rotation[i][j] = dot::<_, A>(self.a[i], self.b[j]);
            }
            offset_a[i] = dot::<_, A>(self.a[i], offset);
            offset_b[i] = dot::<_, A>(self.b[i], offset);
        }
        let Own { own_a, own_b, reach_a, reach_b } = own;
        Frame { rotation, offset_a, offset_b, own_a, own_b, reach_a, reach_b }
    }
}

/// The axes as they are stored, carrying their half extents.
#[inline(always)]
fn carried_axes<F: Copy>([_, x, y, z]: &[[F; 4]; 4]) -> [[F; 3]; 3] {
    [vector(*x), vector(*y), vector(*z)]
}

/// The half extents, which follow the axes.
#[inline(always)]
fn half_extents<F: Copy>([_, x, y, z]: &[[F; 4]; 4]) -> [F; 3] {
    [x[3], y[3], z[3]]
}

#[inline(always)]
fn squared_extents<F: Lanes>(rows: &[[F; 4]; 4]) -> [F; 3] {
    let [x, y, z] = half_extents(rows);
    [x * x, y * y, z * z]
}

#[inline(always)]
fn carried<I: Isa>(isa: I, rows: &Rows<I, 4>) -> [Carried<I::Mask>; 3] {
    let zero = isa.splat(0.0);
    let [x, y, z] = half_extents(rows);
    [Carried(!x.equals(zero)), Carried(!y.equals(zero)), Carried(!z.equals(zero))]
}

/// The axes at unit length.
#[inline(always)]
fn unit_axes<I: Isa>(isa: I, rows: &Rows<I, 4>) -> [[I::Real; 3]; 3] {
    let [zero, one] = [isa.splat(0.0), isa.splat(1.0)];
    let mut axes = [[zero; 3]; 3];
    let [_, x, y, z] = rows;
    for (axis, row) in axes.iter_mut().zip([x, y, z]) {
        let length = Lanes::select(row[3].equals(zero), one, row[3]);
        let inverse = one / length;
        *axis = [row[0] * inverse, row[1] * inverse, row[2] * inverse];
    }
    axes
}
