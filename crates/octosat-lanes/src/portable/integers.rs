//! The integers and truth values of the portable backend, on `wide::i32x8` and `wide::f32x8`.

use core::ops::{Add, BitAnd, BitOr, Not, Sub};

use wide::{f32x8, i32x8, u32x8};

use crate::integers::{IntegerLanes, Mask};

/// Eight integers.
#[derive(Clone, Copy, Debug)]
pub struct PortableInteger(pub(super) i32x8);

impl Add for PortableInteger {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for PortableInteger {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl BitAnd for PortableInteger {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PortableInteger {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl IntegerLanes for PortableInteger {
    type Mask = PortableMask;

    #[inline(always)]
    fn shift_left(self, bits: u32) -> Self {
        Self(self.0 << (bits % 32))
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        // As unsigned integers, so that the free bits become zero.
        let unsigned: u32x8 = bytemuck::cast(self.0);
        Self(bytemuck::cast(unsigned >> (bits % 32)))
    }

    #[inline(always)]
    fn less(self, other: Self) -> PortableMask {
        PortableMask(bytemuck::cast(self.0.simd_lt(other.0)))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> PortableMask {
        PortableMask(bytemuck::cast(self.0.simd_eq(other.0)))
    }

    #[inline(always)]
    fn keep(self, mask: PortableMask) -> Self {
        Self(self.0 & bytemuck::cast::<_, i32x8>(mask.0))
    }

    #[inline(always)]
    fn select(mask: PortableMask, yes: Self, no: Self) -> Self {
        let [yes, no] = [yes, no].map(|lanes| bytemuck::cast::<i32x8, f32x8>(lanes.0));
        Self(bytemuck::cast(mask.0.select(yes, no)))
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8]) -> Self {
        let places = self.0.to_array();
        let entry = |lane: usize| table[(places[lane].cast_unsigned() & 7) as usize];
        Self(i32x8::from(core::array::from_fn::<i32, 8, _>(entry)))
    }
}

/// Eight truth values, each lane all ones or all zeros.
#[derive(Clone, Copy, Debug)]
pub struct PortableMask(pub(super) f32x8);

impl BitAnd for PortableMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PortableMask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for PortableMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Mask for PortableMask {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}
