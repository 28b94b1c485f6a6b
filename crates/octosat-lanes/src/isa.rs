//! What a backend is: the proof of an instruction set, its lanes, its masks, and the two arithmetics.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::integers::IntegerLanes;
use crate::mask::Mask;
use crate::pairs::{BoundedPairs, PairSide};
use crate::row::Row;
use crate::rows::Columns;

/// One `f32` a lane.
///
/// Each operation is rounded once and touches no other lane. Implementations mark everything
/// `#[inline(always)]` and carry no CPU feature of their own: the feature comes from
/// [`Isa::enter`], into which all of it must be inlined.
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
    /// The integer lanes of the same instruction set.
    type Integer: IntegerLanes<Mask = Self::Mask>;

    /// The magnitude: the sign bit cleared, NaN kept.
    fn abs(self) -> Self;

    /// The square root, rounded once.
    fn sqrt(self) -> Self;

    /// `self · factor + addend`, rounded once even where the CPU has no instruction for it.
    fn fused_multiply_add(self, factor: Self, addend: Self) -> Self;

    /// `self < other`; false where either is NaN.
    fn less(self, other: Self) -> Self::Mask;

    /// `self <= other`; false where either is NaN.
    fn at_most(self, other: Self) -> Self::Mask;

    /// `self == other`; false where either is NaN.
    fn equals(self, other: Self) -> Self::Mask;

    /// The lesser of two numbers; `other` where either is NaN or both are zero.
    ///
    /// By just this rule, because x86 has one instruction for it: comparing and selecting are three steps
    /// of a CPU.
    #[inline(always)]
    fn lesser(self, other: Self) -> Self {
        Self::select(self.less(other), self, other)
    }

    /// The greater of two numbers; `other` where either is NaN or both are zero.
    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        Self::select(other.less(self), self, other)
    }

    /// `self` where the mask is true, positive zero elsewhere.
    fn keep(self, mask: Self::Mask) -> Self;

    /// `yes` where the mask is true, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// The same 32 bits as integers; costs nothing.
    fn to_bits(self) -> Self::Integer;

    /// The same 32 bits as floats, for rows that hold floats and integers next to each other; costs nothing.
    ///
    /// Such floats may be selected, kept and stored, which changes no bit, and nothing else.
    fn from_bits(bits: Self::Integer) -> Self;
}

/// Proof that this CPU runs one instruction set, and the lanes that come with it.
///
/// A value exists only after detection, so the methods that need the instruction set take one.
/// Neither tokens nor lanes can be made from plain bytes.
pub trait Isa: Copy + Debug + Send + Sync + 'static {
    /// The floats of this instruction set.
    type Real: Lanes<Mask = Self::Mask, Integer = Self::Integer>;
    /// The integers of this instruction set.
    type Integer: IntegerLanes<Mask = Self::Mask>;
    /// The masks of this instruction set.
    type Mask: Mask;

    /// How many lanes there are: 1, 8 or 16.
    const LANES: usize;

    /// The proof, if this CPU has the instruction set.
    fn detect() -> Option<Self>;

    /// Runs `work` compiled for this instruction set, if `work` and all it calls is inlined.
    fn enter<R>(self, work: impl FnOnce() -> R) -> R;

    /// The same for work that is rarely needed or may hold loops: it is compiled as a function of
    /// another name, so that what is said of the kernels' machine code need not hold for it.
    fn enter_rarely<R>(self, work: impl FnOnce() -> R) -> R;

    /// The same value in every lane.
    fn splat(self, value: f32) -> Self::Real;

    /// The first [`Self::LANES`] values of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn load(self, from: &[f32]) -> Self::Real;

    /// Writes one value a lane to the first [`Self::LANES`] places of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store(self, lanes: Self::Real, to: &mut [f32]);

    /// The same integer in every lane.
    fn splat_integer(self, value: i32) -> Self::Integer;

    /// The first [`Self::LANES`] integers of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn load_integers(self, from: &[i32]) -> Self::Integer;

    /// Writes one integer per lane to the first [`Self::LANES`] places of a slice.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_integers(self, lanes: Self::Integer, to: &mut [i32]);

    /// Writes the lanes whose mask is true to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] places are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_chosen(self, chosen: Self::Mask, lanes: Self::Real, to: &mut [f32]);

    /// Writes `first + lane` for each lane whose mask is true, to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] places are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If the slice is shorter.
    fn store_positions(self, chosen: Self::Mask, first: u32, to: &mut [u32]);

    /// Writes `from[lane]` for each lane whose mask is true, to the front of a slice, in order.
    ///
    /// Exactly [`Self::LANES`] places are written; those past the chosen lanes hold anything.
    ///
    /// # Panics
    /// If either slice is shorter.
    fn store_picked(self, chosen: Self::Mask, from: &[u32], to: &mut [u32]);

    /// Loads the rows that one side of the first [`Self::LANES`] pairs points to, whole, and
    /// transposes them: `result[column][component]` holds one pair a lane. There are at most four
    /// columns; more do not compile for x86-64.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    fn load_rows<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    ) -> [[Self::Real; 4]; N];

    /// The same of both sides, side A first in the result and in time.
    ///
    /// # Panics
    /// If there are fewer pairs, or the pairs were proven against more rows than there are.
    fn load_pairs<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        pairs: &BoundedPairs<'_>,
    ) -> [[[Self::Real; 4]; N]; 2];

    /// Loads [`Self::LANES`] rows that follow each other, from row `first` of each column on, and
    /// transposes them: `result[column][component]` holds one row a lane. At most four columns, too.
    ///
    /// # Panics
    /// If the last of them is past the last row.
    fn load_block<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        first: usize,
    ) -> [[Self::Real; 4]; N];

    /// Writes component `c` of lane `n` to component `c` of row `n`, for every lane.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] rows.
    fn store_rows(self, components: [Self::Real; 4], to: &mut [Row]);

    /// The same for row `place` of records of `N` rows.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] records, or `place` is not below `N`.
    fn store_column<const N: usize>(
        self,
        components: [Self::Real; 4],
        to: &mut [[Row; N]],
        place: usize,
    );

    /// The same for all rows of records: `records[r][c]` goes to component `c` of their row `r`.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] records.
    #[inline(always)]
    fn store_records<const N: usize>(self, records: [[Self::Real; 4]; N], to: &mut [[Row; N]]) {
        for (place, components) in records.into_iter().enumerate() {
            self.store_column(components, to, place);
        }
    }

    /// Writes component `c` of lane `n` to component `c` of triple `n`, for every lane.
    ///
    /// # Panics
    /// If there are fewer than [`Self::LANES`] triples.
    fn store_triples(self, components: [Self::Real; 3], to: &mut [[f32; 3]]);

    /// Asks the cache for the rows that one side of the first [`Self::LANES`] pairs points to;
    /// changes no result.
    ///
    /// # Panics
    /// If there are fewer pairs.
    fn prefetch_rows<const N: usize>(
        self,
        columns: &Columns<'_, N>,
        pairs: &BoundedPairs<'_>,
        side: PairSide,
    );

    /// Asks the cache for the line in which row `place` of a slice begins or, past the end, would begin;
    /// changes no result. Where it is not known how to ask, nothing happens.
    #[inline(always)]
    fn prefetch_row(self, _rows: &[Row], _place: usize) {}
}

/// How a product and the sum that follows it are rounded.
///
/// Named after what they are, never chosen by build flags, so that the scalar backend can do exactly the same.
pub trait Arithmetic: Copy + Debug + Send + Sync + 'static {
    /// `a · b + c`.
    fn multiply_add<F: Lanes>(a: F, b: F, c: F) -> F;

    /// `a · b − c`.
    fn multiply_subtract<F: Lanes>(a: F, b: F, c: F) -> F;

    /// `c − a · b`.
    fn subtract_product<F: Lanes>(a: F, b: F, c: F) -> F;
}

/// The product is rounded, then the sum: the default, the same bits on every target.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Arithmetic for Exact {
    #[inline(always)]
    fn multiply_add<F: Lanes>(a: F, b: F, c: F) -> F {
        a * b + c
    }

    #[inline(always)]
    fn multiply_subtract<F: Lanes>(a: F, b: F, c: F) -> F {
        a * b - c
    }

    #[inline(always)]
    fn subtract_product<F: Lanes>(a: F, b: F, c: F) -> F {
        c - a * b
    }
}

/// Product and sum are rounded once together, on every backend.
#[derive(Clone, Copy, Debug)]
pub struct Fused;

impl Arithmetic for Fused {
    #[inline(always)]
    fn multiply_add<F: Lanes>(a: F, b: F, c: F) -> F {
        a.fused_multiply_add(b, c)
    }

    #[inline(always)]
    fn multiply_subtract<F: Lanes>(a: F, b: F, c: F) -> F {
        // Negation is exact, so x86 compilers turn this into one instruction.
        a.fused_multiply_add(b, -c)
    }

    #[inline(always)]
    fn subtract_product<F: Lanes>(a: F, b: F, c: F) -> F {
        (-a).fused_multiply_add(b, c)
    }
}

/// Whether the build target has fused multiply-adds: then the portable lanes have them, too.
pub const BUILD_TARGET_FUSES: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

/// Whether this CPU has fused multiply-adds.
#[must_use]
pub fn cpu_fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    let detected = is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let detected = BUILD_TARGET_FUSES;
    detected
}
