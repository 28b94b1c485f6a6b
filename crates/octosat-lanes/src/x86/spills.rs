//! Alignment of a kernel's stack to cache lines, for values that do not fit into registers.

use core::hint::black_box;
use core::mem::MaybeUninit;

/// As large as a cache line and as the widest register.
#[repr(align(64))]
struct Line {
    _bytes: [u8; 64],
}

/// Makes the compiler align the stack of the function that this is inlined into to cache lines.
///
/// A kernel has more values than there are registers, and stores some of them on the stack. By default the
/// compiler aligns the stack to 16 bytes. Then a stored register can cross a cache line, which takes longer;
/// whether it does depends on the caller's stack. Of registers of 64 bytes, three quarters cross one. A
/// variable with a larger alignment, which the compiler cannot remove, aligns the stack at no other cost.
#[inline(always)]
pub(super) fn align_spills() {
    black_box(&mut MaybeUninit::<Line>::uninit());
}
