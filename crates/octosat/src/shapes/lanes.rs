//! Rows of shapes and of results in lanes.

use core::fmt::Debug;

use octosat_lanes::{BoundedPairs, Columns, Isa, Lanes, Mask, PairSide, Row};

/// A shape of a query: whole rows, and how they are loaded into lanes.
pub(crate) trait Shape: Copy + Debug + Send + Sync + 'static {
    /// The plural name of the shape, for messages.
    const NAMES: &'static str;

    /// One shape per lane.
    type Lanes<I: Isa>: Copy;

    /// The same shape in every lane.
    fn splat<I: Isa>(isa: I, shape: &Self) -> Self::Lanes<I>;

    /// Loads the shapes that the indices on one side of a batch of pairs name.
    fn load<I: Isa>(
        isa: I,
        shapes: &[Self],
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> Self::Lanes<I>;
}

/// No shape: for queries about boxes alone.
impl Shape for () {
    const NAMES: &'static str = "shapes";

    type Lanes<I: Isa> = ();

    #[inline(always)]
    fn splat<I: Isa>(_isa: I, _shape: &Self) {}

    #[inline(always)]
    fn load<I: Isa>(_isa: I, _shapes: &[Self], _pairs: &BoundedPairs<'_>, _side: PairSide) {}
}

/// A shape that is nothing but rows, and the lanes that are made of its rows in lanes.
macro_rules! shape_of_rows {
    ($shape:ident: $names:literal, $lanes:ident, |$isa:ident, $rows:ident| $made:expr) => {
        impl $crate::shapes::lanes::Shape for $shape {
            const NAMES: &'static str = $names;

            type Lanes<I: octosat_lanes::Isa> = $lanes<I::Real>;

            #[inline(always)]
            fn splat<I: octosat_lanes::Isa>($isa: I, shape: &Self) -> $lanes<I::Real> {
                let rows = bytemuck::cast_ref(shape);
                let $rows = $crate::shapes::lanes::splat_rows($isa, rows);
                $made
            }

            #[inline(always)]
            fn load<I: octosat_lanes::Isa>(
                $isa: I,
                shapes: &[Self],
                pairs: &octosat_lanes::BoundedPairs<'_>,
                side: octosat_lanes::PairSide,
            ) -> $lanes<I::Real> {
                let rows = bytemuck::cast_slice(shapes);
                let $rows = $crate::shapes::lanes::load_rows($isa, rows, pairs, side);
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
    let mut lanes = [[isa.splat(0.0); 4]; ROWS];
    for (lanes, row) in lanes.iter_mut().zip(rows) {
        for (lane, &component) in lanes.iter_mut().zip(&row.0) {
            *lane = isa.splat(component);
        }
    }
    lanes
}

/// Loads the rows of the shapes that the indices on one side of a batch of pairs name.
#[inline(always)]
pub(super) fn load_rows<I: Isa, const ROWS: usize>(
    isa: I,
    shapes: &[[Row; ROWS]],
    pairs: &BoundedPairs<'_>,
    side: PairSide,
) -> [[I::Real; 4]; ROWS] {
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
