//! The integers and truth values of the portable backend, on `wide::i32x4` and `wide::f32x4`.

use core::ops::{Add, BitAnd, BitOr, Not, Sub};

use wide::{f32x4, i32x4, u32x4};

use crate::integers::{IntegerLanes, Mask};

/// Four integers.
#[derive(Clone, Copy, Debug)]
pub struct PortableInteger(pub(super) i32x4);

operators! {
    PortableInteger:
    Add fn add(self, other) = self.0 + other.0;
    Sub fn sub(self, other) = self.0 - other.0;
    BitAnd fn bitand(self, other) = self.0 & other.0;
    BitOr fn bitor(self, other) = self.0 | other.0;
}

impl IntegerLanes for PortableInteger {
    type Mask = PortableMask;

    operations! {
        fn shift_left(self, bits: u32) -> Self = self.0 << (bits % 32);
        fn less(self, other: Self) -> PortableMask = bytemuck::cast(self.0.simd_lt(other.0));
        fn equals(self, other: Self) -> PortableMask = bytemuck::cast(self.0.simd_eq(other.0));
        fn keep(self, mask: PortableMask) -> Self = self.0 & bytemuck::cast::<_, i32x4>(mask.0);
    }

    #[inline(always)]
    fn shift_right(self, bits: u32) -> Self {
        // As unsigned integers, so that the free bits become zero.
        let unsigned: u32x4 = bytemuck::cast(self.0);
        Self(bytemuck::cast(unsigned >> (bits % 32)))
    }

    #[inline(always)]
    fn select(mask: PortableMask, yes: Self, no: Self) -> Self {
        let (yes, no): (f32x4, f32x4) = (bytemuck::cast(yes.0), bytemuck::cast(no.0));
        Self(bytemuck::cast(mask.0.select(yes, no)))
    }

    #[inline(always)]
    fn look_up(self, table: &[i32; 8]) -> Self {
        let [first, second, third, fourth] = self.0.to_array();
        let entry = |place: i32| table[(place.cast_unsigned() & 7) as usize];
        Self(i32x4::new([entry(first), entry(second), entry(third), entry(fourth)]))
    }
}

/// Four truth values, each lane all ones or all zeros.
#[derive(Clone, Copy, Debug)]
pub struct PortableMask(pub(super) f32x4);

operators! {
    PortableMask:
    BitAnd fn bitand(self, other) = self.0 & other.0;
    BitOr fn bitor(self, other) = self.0 | other.0;
    Not fn not(self) = !self.0;
}

impl Mask for PortableMask {
    #[inline(always)]
    fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}
