//! Lists of shapes and of results in lanes.

use core::fmt::Debug;

use octosat_lanes::{BoundedPairs, Columns, Isa, Lanes, Mask, PairSide, Row, repeated};

use crate::axes::boxes::BoxLanes;
use crate::boxes::store::OrientedBox;
use crate::boxes::view::BoxView;

/// What a list holds, boxes or shapes, and how they are loaded into lanes.
pub(crate) trait InLanes: Copy + Debug + Send + Sync + 'static {
    /// The plural name, for messages.
    const NAMES: &'static str;

    /// A list of them.
    type List<'a>: Copy + Debug + Send + Sync;

    /// One per lane.
    type Lanes<I: Isa>: Copy;

    /// How many there are.
    fn len(list: Self::List<'_>) -> usize;

    /// How many of them are boxes, which are worth prefetching: shapes are few enough to stay in the cache.
    fn boxes(_list: Self::List<'_>) -> usize {
        0
    }

    /// Loads as many as there are lanes, in order.
    fn load_block<I: Isa>(isa: I, list: Self::List<'_>, first: usize) -> Self::Lanes<I>;

    /// Loads what the indices on one side of a batch of pairs name.
    fn load<I: Isa>(
        isa: I,
        list: Self::List<'_>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> Self::Lanes<I>;

    /// Prefetches what the first indices of pairs name.
    #[inline(always)]
    fn prefetch<I: Isa>(_isa: I, _list: Self::List<'_>, _pairs: &BoundedPairs<'_>) {}
}

/// A shape that a whole list can be compared with; lists of it are slices.
pub(crate) trait InEveryLane: for<'a> InLanes<List<'a> = &'a [Self]> {
    /// The same shape in every lane.
    fn splat<I: Isa>(isa: I, shape: &Self) -> Self::Lanes<I>;
}

/// A list that a query keeps, as it is lent to kernels.
pub(crate) trait Lend {
    /// What it holds.
    type Kind: InLanes;

    /// Lends the list.
    fn lend(&self) -> <Self::Kind as InLanes>::List<'_>;
}

impl Lend for BoxView<'_> {
    type Kind = OrientedBox;

    fn lend(&self) -> &BoxView<'_> {
        self
    }
}

impl<S: InEveryLane> Lend for &[S] {
    type Kind = S;

    fn lend(&self) -> &[S] {
        self
    }
}

impl InLanes for OrientedBox {
    const NAMES: &'static str = "boxes";

    type List<'a> = &'a BoxView<'a>;

    type Lanes<I: Isa> = BoxLanes<I::Real>;

    #[inline(always)]
    fn len(list: &BoxView<'_>) -> usize {
        list.len()
    }

    fn boxes(list: &BoxView<'_>) -> usize {
        list.len()
    }

    #[inline(always)]
    fn load_block<I: Isa>(isa: I, list: &BoxView<'_>, first: usize) -> BoxLanes<I::Real> {
        BoxLanes::of_rows(isa.load_block(&list.columns, first))
    }

    #[inline(always)]
    fn load<I: Isa>(
        isa: I,
        list: &BoxView<'_>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> BoxLanes<I::Real> {
        BoxLanes::of_rows(isa.load_rows(&list.columns, pairs, side))
    }

    #[inline(always)]
    fn prefetch<I: Isa>(isa: I, list: &BoxView<'_>, pairs: &BoundedPairs<'_>) {
        isa.prefetch_rows(&list.columns, pairs, PairSide::A);
    }
}

/// No shape: for queries about boxes alone.
impl InLanes for () {
    const NAMES: &'static str = "shapes";

    type List<'a> = &'a [()];

    type Lanes<I: Isa> = ();

    fn len(list: &[()]) -> usize {
        list.len()
    }

    #[inline(always)]
    fn load_block<I: Isa>(_isa: I, _list: &[()], _first: usize) {}

    #[inline(always)]
    fn load<I: Isa>(_isa: I, _list: &[()], _pairs: &BoundedPairs<'_>, _side: PairSide) {}
}

impl InEveryLane for () {
    #[inline(always)]
    fn splat<I: Isa>(_isa: I, _shape: &Self) {}
}

/// A shape that is nothing but rows, and the lanes that are made of its rows in lanes.
macro_rules! shape_of_rows {
    ($shape:ident: $names:literal, $lanes:ident, |$isa:ident, $rows:ident| $made:expr) => {
        impl $crate::shapes::lanes::InLanes for $shape {
            const NAMES: &'static str = $names;

            type List<'a> = &'a [Self];

            type Lanes<I: octosat_lanes::Isa> = $lanes<I::Real>;

            #[inline(always)]
            fn len(list: &[Self]) -> usize {
                list.len()
            }

            #[inline(always)]
            fn load_block<I: octosat_lanes::Isa>(
                $isa: I,
                list: &[Self],
                first: usize,
            ) -> $lanes<I::Real> {
                let $rows =
                    $crate::shapes::lanes::load_block($isa, bytemuck::cast_slice(list), first);
                $made
            }

            #[inline(always)]
            fn load<I: octosat_lanes::Isa>(
                $isa: I,
                list: &[Self],
                pairs: &octosat_lanes::BoundedPairs<'_>,
                side: octosat_lanes::PairSide,
            ) -> $lanes<I::Real> {
                let rows = bytemuck::cast_slice(list);
                let $rows = $crate::shapes::lanes::load_rows($isa, rows, pairs, side);
                $made
            }
        }

        impl $crate::shapes::lanes::InEveryLane for $shape {
            #[inline(always)]
            fn splat<I: octosat_lanes::Isa>($isa: I, shape: &Self) -> $lanes<I::Real> {
                let rows = bytemuck::cast_ref(shape);
                let $rows = $crate::shapes::lanes::splat_rows($isa, rows);
                $made
            }
        }
    };
}
pub(super) use shape_of_rows;

/// The rows of one shape in every lane, row by row.
#[inline(always)]
pub(super) fn splat_rows<I: Isa, const ROWS: usize>(
    isa: I,
    rows: &[Row; ROWS],
) -> [[I::Real; 4]; ROWS] {
    let mut lanes = repeated(repeated(isa.splat(0.0)));
    for (lanes, row) in lanes.iter_mut().zip(rows) {
        for (lane, &component) in lanes.iter_mut().zip(&row.0) {
            *lane = isa.splat(component);
        }
    }
    lanes
}

/// Loads the rows of as many shapes as there are lanes, in order.
#[inline(always)]
pub(super) fn load_block<I: Isa, const ROWS: usize>(
    isa: I,
    shapes: &[[Row; ROWS]],
    first: usize,
) -> [[I::Real; 4]; ROWS] {
    // Known here, the kernel has no call for columns of another kind, for which these would have to be in memory.
    assert!(
        first < shapes.len() && shapes.len() - first >= I::LANES,
        "the block ends past the last shape"
    );
    isa.load_block(&Columns::records(shapes), first)
}

/// Loads the rows of the shapes that the indices on one side of a batch of pairs name.
#[inline(always)]
pub(super) fn load_rows<I: Isa, const ROWS: usize>(
    isa: I,
    shapes: &[[Row; ROWS]],
    pairs: &BoundedPairs<'_>,
    side: PairSide,
) -> [[I::Real; 4]; ROWS] {
    // As above.
    assert!(pairs.rows(side) <= shapes.len(), "the pairs were checked against more shapes");
    isa.load_rows(&Columns::records(shapes), pairs, side)
}

/// The sum of a row's numbers: not finite if one of them is not.
#[inline(always)]
pub(crate) fn sum_of_row<F: Lanes>(row: &[F; 4]) -> F {
    (row[0] + row[1]) + (row[2] + row[3])
}

/// The row in the lanes where its numbers are known to be finite, `constant` elsewhere.
#[inline(always)]
pub(super) fn or_constant<F: Lanes<Mask = M>, M: Mask>(
    mut row: [F; 4],
    known: M,
    constant: F,
) -> [F; 4] {
    for value in &mut row {
        *value = F::select(known, *value, constant);
    }
    row
}
