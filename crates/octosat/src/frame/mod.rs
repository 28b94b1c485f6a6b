//! Two boxes seen from one frame: what every kernel works on, whichever basis the boxes are stored in.
//!
//! A basis knows how its rows are loaded and how a pair of them becomes a [`Frame`]; the separating
//! axes are then written once over frames. The order of operations here is part of the promise: the
//! plain scalar reference repeats it, and every backend gives the same bits.

#[cfg(feature = "prescaled")]
mod scaled;
mod unit;

#[cfg(feature = "prescaled")]
pub use scaled::PreScaled;
pub use unit::Unit;

use core::fmt::Debug;

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, Lanes, PairSide};

use crate::view::View;

/// What the columns of a [`View`] mean: boxes, pre-scaled boxes or rectangles.
pub trait Layout: Copy + Debug + Send + Sync + Sized + 'static {
    /// What the things in a view are called, many of them, in messages.
    const NAMES: &'static str;
}

/// How batches of the rows of a layout are loaded.
pub(crate) trait Loaded: Layout {
    /// One side of a batch of pairs, transposed into lanes.
    type Rows<I: Isa>: Copy;

    /// Loads both sides of a batch of pairs, side a first.
    fn load<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>) -> [Self::Rows<I>; 2];

    /// Asks the cache for the rows of one side of a batch of pairs.
    fn prefetch<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>, side: PairSide);
}

/// A representation of boxes: its layout, and how a pair of its rows becomes a [`Frame`].
pub(crate) trait Basis: Loaded {
    /// How far a box of this basis reaches along a magnitude of the overlap frame.
    type Reach<I: Isa>: Reach<I::Real>;

    /// The frame for booleans: any positive scale of an axis will do.
    fn overlap_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        b: &Self::Rows<I>,
    ) -> Frame<I::Real, Self::Reach<I>>;

    /// The frame for distances: all axes have unit length.
    fn metric_frame<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        b: &Self::Rows<I>,
    ) -> Frame<I::Real, Extent<I::Real>>;

    /// A direction of the metric frame, box a's axes, in world coordinates.
    fn to_world<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        local: [I::Real; 3],
    ) -> [I::Real; 3];
}

/// How far a box reaches along a direction, per axis of the box.
pub(crate) trait Reach<F: Lanes>: Copy {
    /// `radius` grown by the reach along one axis, whose dot product with the direction has this
    /// magnitude.
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F;
}

/// The reach of an axis of unit length: its half extent, in metres.
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

/// Two boxes seen along the axes of box a.
///
/// In the metric frame lengths are metres and `rotation` holds cosines. In the overlap frame of the
/// pre-scaled basis every axis carries its half extent, and so does each entry; own extents are then
/// squares. Both make the same fifteen comparisons, each at its own positive scale.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<F, R> {
    /// Dot products of the axes: row i of box a, column j of box b.
    pub(crate) rotation: [[F; 3]; 3],
    /// The centre of b minus the centre of a, along the axes of a.
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

/// The difference of two centres: the only place where positions enter, so that a store with wider
/// centres would change one line.
#[inline(always)]
pub(crate) fn offset<F: Lanes>(from: [F; 4], to: [F; 4]) -> [F; 3] {
    [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
}
