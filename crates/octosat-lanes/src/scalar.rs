//! The one-lane backend: plain `f32`. The bits of all other backends are compared with it.

use core::num::Wrapping;

use bytemuck::Pod;

use crate::doubles::Doubles;
use crate::integers::{IntegerLanes, Mask};
use crate::isa::{Isa, Lanes, Singles};
use crate::loads::Transposes;
use crate::math;
use crate::pairs::{BoundedPairs, PairSide};
use crate::proven::ProvenRows;
use crate::row::{DOUBLES, records_of};
use crate::rows::Columns;

/// Plain scalar code, one pair at a time, for every target.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

impl Mask for bool {
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self)
    }
}

/// One float as lanes, with the functions that `core` lacks.
macro_rules! one_lane {
    ($float:ident, $sqrt:ident) => {
        impl Lanes for $float {
            type Mask = bool;

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                math::$sqrt(self)
            }

            #[inline(always)]
            fn less(self, other: Self) -> bool {
                self < other
            }

            #[inline(always)]
            fn at_most(self, other: Self) -> bool {
                self <= other
            }

            #[inline(always)]
            #[expect(clippy::float_cmp, reason = "lanes compare as IEEE 754 does")]
            fn equals(self, other: Self) -> bool {
                self == other
            }

            #[inline(always)]
            fn keep(self, mask: bool) -> Self {
                if mask { self } else { 0.0 }
            }

            #[inline(always)]
            fn select(mask: bool, yes: Self, no: Self) -> Self {
                if mask { yes } else { no }
            }
        }
    };
}

one_lane!(f32, sqrtf);
// For formulas that run on one box, and on the doubles of a backend for many.
one_lane!(f64, sqrt);

impl Singles for f32 {
    type Integer = Wrapping<i32>;

    #[inline(always)]
    fn to_bits(self) -> Wrapping<i32> {
        Wrapping(self.to_bits().cast_signed())
    }

    #[inline(always)]
    fn from_bits(bits: Wrapping<i32>) -> Self {
        Self::from_bits(bits.0.cast_unsigned())
    }
}

impl IntegerLanes for Wrapping<i32> {
    type Mask = bool;

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        Self(self.0.wrapping_shl(bits))
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        Self(self.0.cast_unsigned().wrapping_shr(bits).cast_signed())
    }

    #[inline(always)]
    fn less(self, other: Self) -> bool {
        self < other
    }

    #[inline(always)]
    fn equals(self, other: Self) -> bool {
        self == other
    }

    #[inline(always)]
    fn keep(self, mask: bool) -> Self {
        if mask { self } else { Self(0) }
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8]) -> Self {
        Self(table[(self.0.cast_unsigned() & 7) as usize])
    }
}

impl Isa for Scalar {
    type Real = f32;
    type Integer = Wrapping<i32>;
    type Mask = bool;
    type Double = Doubles;

    const LANES: usize = 1;

    on_any_target!();

    #[inline(always)]
    fn splat(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> f32 {
        from[0]
    }

    #[inline(always)]
    fn store(self, lanes: f32, to: &mut [f32]) {
        to[0] = lanes;
    }

    #[inline(always)]
    fn splat_integer(self, value: i32) -> Wrapping<i32> {
        Wrapping(value)
    }

    #[inline(always)]
    fn load_integers(self, from: &[i32]) -> Wrapping<i32> {
        Wrapping(from[0])
    }

    #[inline(always)]
    fn store_integers(self, lanes: Wrapping<i32>, to: &mut [i32]) {
        to[0] = lanes.0;
    }

    #[inline(always)]
    fn store_chosen(self, _chosen: bool, lanes: f32, to: &mut [f32]) {
        to[0] = lanes;
    }

    #[inline(always)]
    fn store_positions(self, _chosen: bool, first: u32, to: &mut [u32]) {
        to[0] = first;
    }

    #[inline(always)]
    fn store_picked(self, _chosen: bool, from: &[u32], to: &mut [u32]) {
        to[0] = from[0];
    }

    loads_of_rows!(f32);

    #[inline(always)]
    fn store_rows<R: Pod>(self, components: [f32; 4], to: &mut [R]) {
        records_of(to)[0] = [components];
    }

    #[inline(always)]
    fn store_column<const N: usize>(
        self,
        components: [f32; 4],
        to: &mut [[[f32; 4]; N]],
        place: usize,
    ) {
        to[0][place] = components;
    }

    #[inline(always)]
    fn load_triples(self, from: &[[f32; 3]]) -> [f32; 3] {
        from[0]
    }

    #[inline(always)]
    fn store_triples(self, components: [f32; 3], to: &mut [[f32; 3]]) {
        to[0] = components;
    }
}

impl Transposes<1> for Scalar {
    /// The row of one side in each column.
    #[inline(always)]
    fn transposed<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, 1>,
        side: PairSide,
    ) -> [[f32; 4]; N] {
        let mut loaded = [[0.0; 4]; N];
        for (column, loaded) in loaded.iter_mut().enumerate() {
            *loaded = rows.row(column, 0, side);
        }
        loaded
    }
}
