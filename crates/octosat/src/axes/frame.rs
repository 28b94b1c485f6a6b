//! Two boxes seen from one frame: what the axes are computed from, whichever basis the boxes are stored in.

use octosat_lanes::{Arithmetic, Isa, Lanes};

/// One side of a batch of pairs: a row of each of `N` columns, transposed into lanes.
pub(crate) type Rows<I, const N: usize> = [[<I as Isa>::Real; 4]; N];

/// The lanes in which a number is finite.
///
/// Rows of the other lanes are constants: the sign of a computed NaN depends on the platform, and an infinity is an
/// overflow of values that no store accepts.
#[inline(always)]
pub(crate) fn is_finite<I: Isa>(isa: I, number: I::Real) -> I::Mask {
    number.abs().at_most(isa.splat(f32::MAX))
}

/// How far a box reaches along a direction, per axis of the box.
pub(crate) trait Reach<F: Lanes>: Copy {
    /// `radius` grown by the reach along one axis, whose dot product with the direction has this
    /// magnitude.
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F;
}

/// The reach of an axis of unit length: its half extent, in meters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent<F>(pub(crate) F);

impl<F: Lanes> Reach<F> for Extent<F> {
    #[inline(always)]
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F {
        A::multiply_add(self.0, magnitude, radius)
    }
}

/// Half extents as reaches.
#[inline(always)]
pub(crate) fn extents<F: Copy>(half_extents: [F; 3]) -> [Extent<F>; 3] {
    [Extent(half_extents[0]), Extent(half_extents[1]), Extent(half_extents[2])]
}

/// A length that is at least that of a vector.
#[inline(always)]
pub(crate) fn sum_of_magnitudes<F: Lanes>([x, y, z]: [F; 3]) -> F {
    (x.abs() + y.abs()) + z.abs()
}

/// Two boxes seen along the axes of box a.
///
/// In the metric frame lengths are meters and `rotation` holds cosines. In the overlap frame of the
/// pre-scaled basis every axis carries its half extent, and so does each entry; own extents are then
/// squares. Both make the same fifteen comparisons, each at its own positive scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<F, R> {
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
    pub(crate) reach_a: [R; 3],
    /// How far box b reaches along another direction.
    pub(crate) reach_b: [R; 3],
}

/// A frame of unit axes.
pub(crate) type MetricFrame<F> = Frame<F, Extent<F>>;

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
pub(crate) fn dot<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3]) -> F {
    A::multiply_add(a[2], b[2], A::multiply_add(a[1], b[1], a[0] * b[0]))
}

/// One component of the cross product of two vectors.
#[inline(always)]
pub(crate) fn cross_component<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3], axis: usize) -> F {
    let Following { first, second } = following(axis);
    A::multiply_subtract(a[first], b[second], a[second] * b[first])
}

/// The first three components of a row.
#[inline(always)]
pub(crate) fn vector<F: Copy>(row: [F; 4]) -> [F; 3] {
    [row[0], row[1], row[2]]
}

/// The difference of two centers.
#[inline(always)]
pub(crate) fn offset<F: Lanes>(from: [F; 4], to: [F; 4]) -> [F; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}
