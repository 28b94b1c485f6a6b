//! Two boxes seen from one frame: what every kernel works on, whichever basis the boxes are stored in.
//!
//! A basis knows how its rows are loaded and how a pair of them becomes a [`Frame`]; the separating
//! axes are then written once over frames. The order of operations here is part of the promise: the
//! plain scalar reference repeats it, and every backend gives the same bits.

mod scaled;
mod unit;

pub(crate) use scaled::PreScaled;
pub(crate) use unit::Unit;

use core::fmt::Debug;

use octosat_lanes::{Arithmetic, BoundedPairs, Isa, Lanes, PairOutOfBounds, PairSide};

use crate::query::QueryError;
use crate::view::View;

/// What pairs point into: what the columns of a [`View`] mean, and how batches of their rows are loaded.
pub trait Layout: Copy + Debug + Send + Sync + Sized + 'static {
    /// One side of a batch of pairs, transposed into lanes.
    type Rows<I: Isa>: Copy;

    /// The refusal of a pair that names a row which does not exist: only a layout knows what its rows
    /// are called.
    fn refuse(pair: PairOutOfBounds) -> QueryError {
        QueryError::PairOutOfBounds(pair)
    }

    /// Loads both sides of a batch of pairs, side a first.
    fn load<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>) -> [Self::Rows<I>; 2];

    /// Asks the cache for the rows of one side of a batch of pairs.
    fn prefetch<I: Isa>(isa: I, view: &View<'_, Self>, pairs: &BoundedPairs<'_>, side: PairSide);
}

/// A representation of boxes: its layout, and how a pair of its rows becomes a [`Frame`].
pub trait Basis: Layout {
    /// How far a box of this basis reaches along a magnitude of the overlap frame.
    type Reach<I: Isa>: Reach<I::Real>;

    /// Loads one side of a batch of pairs.
    fn load_side<I: Isa>(
        isa: I,
        view: &View<'_, Self>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> Self::Rows<I>;

    /// Loads the boxes that follow each other from `first` on, one a lane.
    fn load_block<I: Isa>(isa: I, view: &View<'_, Self>, first: usize) -> Self::Rows<I>;

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

    /// The centre of each box, world coordinates.
    fn center<I: Isa>(rows: &Self::Rows<I>) -> [I::Real; 3];

    /// The unit axes of each box in world coordinates.
    fn axes<I: Isa, A: Arithmetic>(isa: I, rows: &Self::Rows<I>) -> [[I::Real; 3]; 3];

    /// Half the edge lengths along the three axes, in metres.
    fn half_extents<I: Isa>(rows: &Self::Rows<I>) -> [I::Real; 3];

    /// The vectors from the centre to the middles of three faces, world coordinates, in metres.
    fn half_axes<I: Isa, A: Arithmetic>(isa: I, rows: &Self::Rows<I>) -> [[I::Real; 3]; 3];

    /// A direction of the metric frame, box a's axes, in world coordinates.
    fn to_world<I: Isa, A: Arithmetic>(
        isa: I,
        a: &Self::Rows<I>,
        local: [I::Real; 3],
    ) -> [I::Real; 3];
}

/// How far a box reaches along a direction, per axis of the box.
pub trait Reach<F: Lanes>: Copy {
    /// `radius` grown by the reach along one axis, whose dot product with the direction has this
    /// magnitude.
    fn extend<A: Arithmetic>(self, magnitude: F, radius: F) -> F;
}

/// The reach of an axis of unit length: its half extent, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Extent<F>(pub F);

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
pub struct Frame<F, R> {
    /// Dot products of the axes: row i of box a, column j of box b.
    pub rotation: [[F; 3]; 3],
    /// The centre of b minus the centre of a, along the axes of a.
    pub offset_a: [F; 3],
    /// The same along the axes of b.
    pub offset_b: [F; 3],
    /// How far box a reaches along each of its own axes.
    pub own_a: [F; 3],
    /// How far box b reaches along each of its own axes.
    pub own_b: [F; 3],
    /// How far box a reaches along another direction.
    pub reach_a: [R; 3],
    /// How far box b reaches along another direction.
    pub reach_b: [R; 3],
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
