//! The truth values of the portable backend.

use core::ops::{BitAnd, BitOr, Not};

use wide::f32x8;

use crate::mask::Mask;

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
