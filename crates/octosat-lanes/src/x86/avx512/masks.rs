//! The truth values of AVX-512F.

use core::ops::{BitAnd, BitOr, Not};

use crate::mask::Mask;

/// Sixteen truth values, one bit each.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Avx512Mask(pub(super) u16);

impl BitAnd for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for Avx512Mask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Mask for Avx512Mask {
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self.0)
    }
}
