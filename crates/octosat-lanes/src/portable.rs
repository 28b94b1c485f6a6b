//! The portable backend on `wide::f32x4`: SSE2, NEON, wasm or plain code, chosen at build time.
//!
//! Only this file, that of its integers and masks, and that of doubles use `wide`. The register width of `wide` is fixed when
//! the crate is compiled: inside a function with more CPU features it stays at 128 bits. Therefore the run-time
//! backends on x86 are newtypes over registers. Used from `wide` are arithmetic, square root, sign operations,
//! comparisons, selection and operations on integers, which have the same bits on every target. Not used are
//! its `mul_add`, which fuses on some builds only, and its minimum, maximum and estimates.

mod integers;

use core::ops::{Add, Div, Mul, Neg, Sub};

use bytemuck::Pod;
use wide::{f32x4, i32x4};

pub use self::integers::{PortableInteger, PortableMask};
use crate::doubles::Doubles;
use crate::integers::Mask;
use crate::isa::{Isa, Lanes, Singles};
use crate::loads::Transposes;
use crate::loops::{folded, per_axis, unrolled};
use crate::pairs::{BoundedPairs, PairSide};
use crate::proven::ProvenRows;
use crate::row::DOUBLES;
use crate::rows::Columns;

/// The lanes of `wide`'s vectors: a register of the build target has four.
const LANES: usize = 4;

/// The bit of the sign, and all others. `splat`, negation and magnitude of `wide` repeat a number in a loop, which the
/// compiler unrolls again wherever it is inlined: that took a fifth of its time for kernels of this backend.
const SIGN: f32x4 = f32x4::new([-0.0; LANES]);
const MAGNITUDE: f32x4 = f32x4::new([f32::from_bits(!(1 << 31)); LANES]);

/// Four lanes, a register of the build target, for every target.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

/// Four floats.
#[derive(Clone, Copy, Debug)]
pub struct PortableReal(f32x4);

operators! {
    PortableReal:
    Add fn add(self, other) = self.0 + other.0;
    Sub fn sub(self, other) = self.0 - other.0;
    Mul fn mul(self, other) = self.0 * other.0;
    Div fn div(self, other) = self.0 / other.0;
    Neg fn neg(self) = self.0 ^ SIGN;
}

impl Lanes for PortableReal {
    type Mask = PortableMask;

    operations! {
        fn abs(self) -> Self = self.0 & MAGNITUDE;
        fn sqrt(self) -> Self = self.0.sqrt();
        fn less(self, other: Self) -> PortableMask = self.0.simd_lt(other.0);
        fn at_most(self, other: Self) -> PortableMask = self.0.simd_le(other.0);
        fn equals(self, other: Self) -> PortableMask = self.0.simd_eq(other.0);
        fn keep(self, mask: PortableMask) -> Self = self.0 & mask.0;
        fn select(mask: PortableMask, yes: Self, no: Self) -> Self = mask.0.select(yes.0, no.0);
    }
}

impl Singles for PortableReal {
    type Integer = PortableInteger;

    operations! {
        fn to_bits(self) -> PortableInteger = bytemuck::cast(self.0);
        fn from_bits(bits: PortableInteger) -> Self = bytemuck::cast(bits.0);
    }
}

impl Isa for Portable {
    type Real = PortableReal;
    type Integer = PortableInteger;
    type Mask = PortableMask;
    type Double = Doubles;

    const LANES: usize = LANES;

    on_any_target!();

    #[inline(always)]
    fn splat(self, value: f32) -> PortableReal {
        PortableReal(f32x4::new([value, value, value, value]))
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> PortableReal {
        PortableReal(f32x4::from(*first_values(from)))
    }

    #[inline(always)]
    fn store(self, lanes: PortableReal, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&lanes.0.to_array());
    }

    #[inline(always)]
    fn splat_integer(self, value: i32) -> PortableInteger {
        PortableInteger(i32x4::new([value, value, value, value]))
    }

    #[inline(always)]
    fn load_integers(self, from: &[i32]) -> PortableInteger {
        PortableInteger(i32x4::from(*first_values(from)))
    }

    #[inline(always)]
    fn store_integers(self, lanes: PortableInteger, to: &mut [i32]) {
        to[..LANES].copy_from_slice(&lanes.0.to_array());
    }

    #[inline(always)]
    fn store_chosen(self, chosen: PortableMask, lanes: PortableReal, to: &mut [f32]) {
        pack(chosen, lanes.0.to_array(), to);
    }

    #[inline(always)]
    fn store_positions(self, chosen: PortableMask, first: u32, to: &mut [u32]) {
        pack(chosen, [first, first + 1, first + 2, first + 3], to);
    }

    #[inline(always)]
    fn store_picked(self, chosen: PortableMask, from: &[u32], to: &mut [u32]) {
        pack(chosen, *first_values(from), to);
    }

    loads_of_rows!(PortableReal);

    #[inline(always)]
    fn store_rows<R: Pod>(self, components: [PortableReal; 4], to: &mut [R]) {
        self.store_records([components], to);
    }

    #[inline(always)]
    fn store_column<const N: usize>(
        self,
        components: [PortableReal; 4],
        to: &mut [[[f32; 4]; N]],
        place: usize,
    ) {
        let (rows, to) = (rows_of_lanes(components), &mut to[..LANES]);
        unrolled::<LANES>(
            #[inline(always)]
            |lane| to[lane][place] = rows[lane],
        );
    }

    #[inline(always)]
    fn load_triples(self, from: &[[f32; 3]]) -> [PortableReal; 3] {
        let [first, second, third, fourth] = first_values(from);
        per_axis(
            #[inline(always)]
            |k| PortableReal(f32x4::new([first[k], second[k], third[k], fourth[k]])),
        )
    }

    #[inline(always)]
    fn store_triples(self, components: [PortableReal; 3], to: &mut [[f32; 3]]) {
        let [x, y, z] = components;
        let rows = rows_of_lanes([x, y, z, z]);
        let to = &mut to[..LANES];
        unrolled::<LANES>(
            #[inline(always)]
            |lane| to[lane] = [rows[lane][0], rows[lane][1], rows[lane][2]],
        );
    }
}

impl Transposes<LANES> for Portable {
    /// The rows of one side, transposed.
    #[inline(always)]
    fn transposed<const N: usize>(
        self,
        rows: &ProvenRows<'_, N, LANES>,
        side: PairSide,
    ) -> [[PortableReal; 4]; N] {
        let mut loaded = const { [[PortableReal(f32x4::ZERO); 4]; N] };
        unrolled::<N>(
            #[inline(always)]
            |column| {
                let [x, y, z, w] = f32x4::transpose([
                    f32x4::from(rows.row(column, 0, side)),
                    f32x4::from(rows.row(column, 1, side)),
                    f32x4::from(rows.row(column, 2, side)),
                    f32x4::from(rows.row(column, 3, side)),
                ]);
                loaded[column] =
                    [PortableReal(x), PortableReal(y), PortableReal(z), PortableReal(w)];
            },
        );
        loaded
    }
}

/// From components in lanes: the row of each lane.
#[inline(always)]
fn rows_of_lanes([x, y, z, w]: [PortableReal; 4]) -> [[f32; 4]; LANES] {
    let [first, second, third, fourth] = f32x4::transpose([x.0, y.0, z.0, w.0]);
    [first.to_array(), second.to_array(), third.to_array(), fourth.to_array()]
}

/// The first values of a slice, one per lane.
///
/// # Panics
/// If there are fewer.
#[inline(always)]
fn first_values<T>(from: &[T]) -> &[T; LANES] {
    from.first_chunk().expect("fewer values than lanes")
}

/// Writes the chosen values to the front of a slice.
#[inline(always)]
fn pack<T: Copy>(chosen: PortableMask, values: [T; LANES], to: &mut [T]) {
    let bits = chosen.bits();
    let to = &mut to[..LANES];
    folded::<LANES, _>(
        0,
        #[inline(always)]
        |next, lane| {
            to[next] = values[lane];
            // Branch-free: a value that is not chosen is overwritten by the next one.
            next + (bits >> lane & 1) as usize
        },
    );
}
