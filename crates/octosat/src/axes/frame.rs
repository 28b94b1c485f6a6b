//! Two boxes seen from one frame: what the axes are computed from.

use octosat_lanes::{Isa, Lanes};

/// The lanes in which a number is finite.
///
/// Rows of the other lanes are constants: the sign of a computed NaN depends on the platform, and an infinity is an
/// overflow of values that no store accepts.
#[inline(always)]
pub(crate) fn is_finite<I: Isa>(isa: I, number: I::Real) -> I::Mask {
    number.abs().at_most(isa.splat(f32::MAX))
}

/// A length that is at least that of a vector.
#[inline(always)]
pub(crate) fn sum_of_magnitudes<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x.abs() + y.abs()) + z.abs()
}

/// Two boxes seen along the axes of box a.
///
/// Lengths are meters, and `rotation` holds cosines. How far a box reaches stands here twice, with equal numbers in a
/// [`new`](Self::new) frame. Growing `own` alone moves the faces out by one length; along edges, it counts up to √2 times.
/// Whoever makes a box larger or smaller in all directions changes both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<F> {
    /// Dot products of the axes: row i of box a, column j of box b.
    pub(crate) rotation: [[F; 3]; 3],
    /// The center of b minus the center of a, along the axes of a.
    pub(crate) offset_a: [F; 3],
    /// The same along the axes of b.
    pub(crate) offset_b: [F; 3],
    /// How far box a reaches along each of its own axes.
    pub(crate) own_a: [F; 3],
    /// How far box b reaches along each of its own axes.
    pub(crate) own_b: [F; 3],
    /// How far box a reaches along another direction.
    pub(crate) reach_a: [F; 3],
    /// How far box b reaches along another direction.
    pub(crate) reach_b: [F; 3],
}

impl<F: Copy> Frame<F> {
    /// The frame of boxes whose relative rotation is known, and whose offset is known along the axes of both.
    #[inline(always)]
    pub(crate) fn new(
        rotation: [[F; 3]; 3],
        [offset_a, offset_b]: [[F; 3]; 2],
        [own_a, own_b]: [[F; 3]; 2],
    ) -> Self {
        Self { rotation, offset_a, offset_b, own_a, own_b, reach_a: own_a, reach_b: own_b }
    }
}

/// The two axis numbers that follow `axis` cyclically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    pub(crate) first: usize,
    pub(crate) second: usize,
}

/// The axes after `axis`, so that (axis, first, second) is right-handed.
#[inline(always)]
pub(crate) const fn following(axis: usize) -> Following {
    Following { first: (axis + 1) % 3, second: (axis + 2) % 3 }
}

/// The dot product of two vectors, summed from the first component on.
#[inline(always)]
pub(crate) fn dot<F: Lanes>(a: [F; 3], b: [F; 3]) -> F {
    a[2] * b[2] + (a[1] * b[1] + a[0] * b[0])
}

/// One component of the cross product of two vectors.
#[inline(always)]
pub(crate) fn cross_component<F: Lanes>(a: [F; 3], b: [F; 3], axis: usize) -> F {
    let Following { first, second } = following(axis);
    a[first] * b[second] - a[second] * b[first]
}

/// The first three components of a row.
#[inline(always)]
pub(crate) fn vector<F: Copy>(row: [F; 4]) -> [F; 3] {
    [row[0], row[1], row[2]]
}

/// The difference of two centers.
#[inline(always)]
pub(crate) fn offset<F: Lanes>(from: [F; 3], to: [F; 3]) -> [F; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}
