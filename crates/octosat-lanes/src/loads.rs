//! Loads of rows, on every backend: whole rows of a side or of a block, transposed to lanes.
//!
//! Columns that are alike and not flushed, as those of a store, are transposed inside of the kernel. For all others
//! the kernel has a call: inlined, they would double the machine code of every load.

use crate::isa::Isa;
use crate::pairs::{BoundedPairs, PairSide};
use crate::proven::{Copies, ProvenRows};
use crate::rows::Columns;

/// A backend that transposes rows to as many lanes.
pub(crate) trait Transposes<const LANES: usize>: Isa {
    /// The rows of one side of each column: `result[column][component]`.
    fn transposed<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, LANES>,
        side: PairSide,
    ) -> [[Self::Real; 4]; N];

    /// Consecutive rows of each column.
    #[inline(always)]
    fn transposed_block<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, LANES>,
    ) -> [[Self::Real; 4]; N] {
        self.transposed(rows, PairSide::A)
    }
}

/// The rows of one side; see [`Isa::load_rows`].
#[inline(always)]
pub(crate) fn load_rows<I: Transposes<LANES>, const N: usize, const LANES: usize>(
    isa: I,
    columns: &Columns<'_, N>,
    pairs: &BoundedPairs<'_>,
    side: PairSide,
) -> [[I::Real; 4]; N] {
    match ProvenRows::plain_side(columns, pairs, side) {
        Some(rows) => isa.transposed(&rows, side),
        None => side_out_of_line(isa, *columns, *pairs, side),
    }
}

/// The rows of both sides; see [`Isa::load_pairs`].
#[inline(always)]
pub(crate) fn load_pairs<I: Transposes<LANES>, const N: usize, const LANES: usize>(
    isa: I,
    [of_a, of_b]: [&Columns<'_, N>; 2],
    pairs: &BoundedPairs<'_>,
) -> [[[I::Real; 4]; N]; 2] {
    let a = ProvenRows::plain_side(of_a, pairs, PairSide::A);
    let b = ProvenRows::plain_side(of_b, pairs, PairSide::B);
    if let (Some(a), Some(b)) = (a, b) {
        return [isa.transposed(&a, PairSide::A), isa.transposed(&b, PairSide::B)];
    }
    let a = side_out_of_line(isa, *of_a, *pairs, PairSide::A);
    [a, side_out_of_line(isa, *of_b, *pairs, PairSide::B)]
}

/// Consecutive rows; see [`Isa::load_block`].
#[inline(always)]
pub(crate) fn load_block<I: Transposes<LANES>, const N: usize, const LANES: usize>(
    isa: I,
    columns: &Columns<'_, N>,
    first: usize,
) -> [[I::Real; 4]; N] {
    match ProvenRows::plain_block(columns, first) {
        Some(rows) => isa.transposed_block(&rows),
        None => block_out_of_line(isa, *columns, first),
    }
}

/// The rows of one side of any columns.
///
/// It gets copies, and not what the kernel has: that would then have to be in memory.
///
/// # Panics
/// If there are fewer pairs, or the pairs were proven against more rows than there are.
#[inline(never)]
fn side_out_of_line<I: Transposes<LANES>, const N: usize, const LANES: usize>(
    isa: I,
    columns: Columns<'_, N>,
    pairs: BoundedPairs<'_>,
    side: PairSide,
) -> [[I::Real; 4]; N] {
    let mut copies = Copies::<N, LANES>::new();
    let rows = ProvenRows::of_side(&columns, &pairs, side, &mut copies);
    isa.enter_rarely(
        #[inline(always)]
        || columns.flush(isa, isa.transposed(&rows, side)),
    )
}

/// Consecutive rows of any columns.
///
/// # Panics
/// If they end past the last row.
#[inline(never)]
fn block_out_of_line<I: Transposes<LANES>, const N: usize, const LANES: usize>(
    isa: I,
    columns: Columns<'_, N>,
    first: usize,
) -> [[I::Real; 4]; N] {
    let mut copies = Copies::<N, LANES>::new();
    let rows = ProvenRows::block(&columns, first, &mut copies);
    isa.enter_rarely(
        #[inline(always)]
        || columns.flush(isa, isa.transposed_block(&rows)),
    )
}
