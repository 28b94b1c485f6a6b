//! The traits of a backend: the proof of an instruction set, its lanes and masks.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use bytemuck::Pod;

use crate::integers::{IntegerLanes, Mask};
use crate::pairs::{BoundedPairs, PairSide};
use crate::row::{DOUBLES, MAX_LANES, Row, records_of};
use crate::rows::Columns;

/// One float per lane.
///
/// Each operation is rounded once and does not depend on other lanes. Implementations mark everything
/// `#[inline(always)]` and enable no CPU feature themselves. [`Isa::enter`] enables the features, so all code
/// must be inlined into it.
pub trait Lanes:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The result of comparing two lanes.
    type Mask: Mask;
    /// The magnitude: the sign bit is cleared, also that of a NaN.
    fn abs(self) -> Self;

    /// The square root, rounded once.
    fn sqrt(self) -> Self;

    /// `self < other`; false if either is NaN.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`; false if either is NaN.
    fn at_most(self, other: Self) -> Self::Mask;

    /// `self == other`; false if either is NaN.
    fn equals(self, other: Self) -> Self::Mask;

    /// The lesser of two numbers; `other` if either is NaN or both are zero.
    ///
    /// x86 has one instruction for this rule. Comparing and selecting would be slower.
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Self::select(self.less(other), self, other)
    }

    /// The greater of two numbers; `other` if either is NaN or both are zero.
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Self::select(other.less(self), self, other)
    }

    /// `self` in lanes whose mask is true, positive zero in the others.
    fn keep(self, mask: Self::Mask) -> Self;

    /// `yes` in lanes whose mask is true, `no` in the others.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
}

/// One `f32` per lane.
pub trait Singles: Lanes {
    /// The integer lanes of the same instruction set.
    type Integer: IntegerLanes<Mask = Self::Mask>;

    /// The same 32 bits as integers, without an instruction.
    fn to_bits(self) -> Self::Integer;

    /// The same 32 bits as floats, for rows that hold both floats and integers, without an instruction.
    ///
    /// Use such floats only in `select`, `keep` and stores, which change no bit.
    fn from_bits(bits: Self::Integer) -> Self;
}

/// The proof that this CPU has an instruction set, and its lanes.
///
/// A value (token) exists only after detection. Methods that need the instruction set take one. Neither tokens
/// nor lanes can be made from plain bytes.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// The floats of this instruction set.
    type Real: Singles<Mask = Self::Mask, Integer = Self::Integer>;
    /// The integers of this instruction set.
    type Integer: IntegerLanes<Mask = Self::Mask>;
    /// The masks of this instruction set.
    type Mask: Mask;
    /// Four `f64`, for the few rows for which `f32` is not enough.
    type Double: Lanes;

    /// How many lanes there are: 1, 8 or 16.
    const LANES: usize;

    /// The token, if this CPU has the instruction set.
    fn detect() -> Option<Self>;

    /// Runs `work`, compiled for this instruction set if `work` and everything that it calls is inlined.
    fn enter<R>(self, work: impl FnOnce() -> R) -> R;

    /// Runs `work` like [`Self::enter`]. It is for work that is rarely needed or contains loops: it is compiled as
    /// a function with another name, and checks of the kernels' machine code do not apply to it.
    fn enter_rarely<R>(self, work: impl FnOnce() -> R) -> R;

    /// The same value in every lane.
    fn splat(self, value: f32) -> Self::Real;

    /// The first [`Self::LANES`] values of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn load(self, from: &[f32]) -> Self::Real;

    /// Writes one value per lane to the first [`Self::LANES`] elements of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store(self, lanes: Self::Real, to: &mut [f32]);

    /// The same double in every lane.
    fn splat_double(self, value: f64) -> Self::Double;

    /// The first [`DOUBLES`] values of a slice, as doubles, which represent them exactly.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn widen(self, from: &[f32]) -> Self::Double;

    /// The doubles, each rounded once to a float.
    fn narrow(self, lanes: Self::Double) -> [f32; DOUBLES];

    /// The same integer in every lane.
    fn splat_integer(self, value: i32) -> Self::Integer;

    /// The first [`Self::LANES`] integers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn load_integers(self, from: &[i32]) -> Self::Integer;

    /// Writes one integer per lane to the first [`Self::LANES`] elements of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_integers(self, lanes: Self::Integer, to: &mut [i32]);

    /// Writes the lanes whose mask is true to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] elements are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_chosen(self, chosen: Self::Mask, lanes: Self::Real, to: &mut [f32]);

    /// Writes `first + lane` for each lane whose mask is true, to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] elements are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_positions(self, chosen: Self::Mask, first: u32, to: &mut [u32]);

    /// Writes `from[lane]` for each lane whose mask is true, to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] elements are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If either slice is shorter.
    fn store_picked(self, chosen: Self::Mask, from: &[u32], to: &mut [u32]);

    /// Loads the whole rows that one side of the first [`Self::LANES`] pairs points to, and transposes them:
    /// `result[column][component]` holds one pair per lane. There can be at most four columns; more do not
    /// compile for x86-64.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    fn load_rows<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> [[Self::Real; 4]; N];

    /// Loads the rows of both sides, each from its own columns, as [`Self::load_rows`]. Side A is first in the result, and
    /// is loaded first.
    ///
    /// Two calls of [`Self::load_rows`] would keep the rows of side A in memory while those of side B are looked up.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    fn load_pairs<const N: usize>(
        self,
        columns: [&Columns<'_, N>; 2],
        pairs: &BoundedPairs<'_>,
    ) -> [[[Self::Real; 4]; N]; 2];

    /// Loads [`Self::LANES`] consecutive rows of each column, from row `first` on, and transposes them:
    /// `result[column][component]` holds one row per lane. There can be at most four columns.
    ///
    /// # Panics
    /// If the last of them is past the last row.
    fn load_block<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        first: usize,
    ) -> [[Self::Real; 4]; N];

    /// Writes component `c` of lane `n` to component `c` of row `n`, for every lane. A row is four floats; any alignment
    /// that they may have is fast.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] rows.
    fn store_rows<R: Pod>(self, components: [Self::Real; 4], to: &mut [R]);

    /// Writes component `c` of lane `n` to component `c` of row `place` of record `n`, for every lane. A record
    /// has `N` rows.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] records, or `place` is not below `N`.
    fn store_column<const N: usize>(
        self,
        components: [Self::Real; 4],
        to: &mut [[[f32; 4]; N]],
        place: usize,
    );

    /// Writes all rows of records: lane `n` of `records[r][c]` goes to component `c` of row `r` of record `n`.
    /// Each `R` is a record.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] records.
    #[inline(always)]
    fn store_records<const N: usize, R: Pod>(self, records: [[Self::Real; 4]; N], to: &mut [R]) {
        let to = records_of::<N, R>(to);
        for (place, components) in records.into_iter().enumerate() {
            self.store_column(components, to, place);
        }
    }

    /// The first [`Self::LANES`] triples of a slice: `result[c]` holds component `c` of one triple per lane.
    ///
    /// # Panics
    /// If there are fewer.
    fn load_triples(self, from: &[[f32; 3]]) -> [Self::Real; 3];

    /// Writes component `c` of lane `n` to component `c` of triple `n`, for every lane.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] triples.
    fn store_triples(self, components: [Self::Real; 3], to: &mut [[f32; 3]]);

    /// Writes a row of `N` words per lane, one lane after the other. Word 3 is `fourth`, the last word is `last` with
    /// its lowest byte first, and the other words are zero. Rows of fewer than five words do not compile.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] rows.
    #[inline(always)]
    fn store_sparse<const N: usize>(
        self,
        fourth: Self::Real,
        last: Self::Integer,
        to: &mut [[u32; N]],
    ) {
        const { assert!(N > 4, "the last word is not the fourth") };
        let (mut fourths, mut lasts) = ([0.0; MAX_LANES], [0; MAX_LANES]);
        self.store(fourth, &mut fourths);
        self.store_integers(last, &mut lasts);
        for ((row, fourth), last) in to[..Self::LANES].iter_mut().zip(fourths).zip(lasts) {
            *row = [0; N];
            row[3] = fourth.to_bits();
            row[N - 1] = last.cast_unsigned().to_le();
        }
    }

    /// Prefetches the rows that one side of the first [`Self::LANES`] pairs points to. No result changes. Backends without
    /// a prefetch instruction do nothing.
    ///
    /// # Panics
    /// If there are fewer pairs, on a backend with such an instruction.
    #[inline(always)]
    fn prefetch_rows<const N: usize>(
        self,
        _columns: &Columns<'_, N>,
        _pairs: &BoundedPairs<'_>,
        _side: PairSide,
    ) {
    }

    /// Prefetches the cache line in which row `place` of a slice begins or, past the end, would begin. No result
    /// changes. Backends without a prefetch instruction do nothing.
    #[inline(always)]
    fn prefetch_row(self, _rows: &[Row], _place: usize) {}
}
