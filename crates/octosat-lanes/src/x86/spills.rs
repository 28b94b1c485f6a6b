//! What a kernel puts on the stack for want of registers, aligned to cache lines.

use core::hint::black_box;
use core::mem::MaybeUninit;

/// A whole cache line, and the widest register.
#[repr(align(64))]
struct Line {
    _bytes: [u8; 64],
}

/// Has the compiler align the stack of the function that this is inlined into to cache lines.
///
/// A kernel has more numbers than there are registers. Where no variable of its asks for more, the
/// compiler aligns its stack to 16 bytes, and whether what it stores there lies across two cache lines,
/// which takes longer, depends on how deep the caller's stack is: of registers of 64 bytes three quarters
/// do. A variable that does ask, and that the compiler cannot see through, costs nothing beside it.
#[inline(always)]
pub(super) fn align_spills() {
    black_box(&mut MaybeUninit::<Line>::uninit());
}
