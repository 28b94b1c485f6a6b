//! The floating-point control register, set for a call and restored after it.
//!
//! Physics engines may enable flush-to-zero, another rounding or traps. octosat's results need rounding to nearest
//! (IEEE 754) and subnormal numbers, and no traps.

/// Keeps the caller's register, and restores it when dropped.
pub(crate) struct FloatControl {
    callers: Register,
}

impl FloatControl {
    /// Saves the register, then sets rounding to nearest, subnormal numbers and no traps.
    pub(crate) fn set() -> Self {
        let callers = read();
        write(DEFAULT);
        Self { callers }
    }
}

impl Drop for FloatControl {
    fn drop(&mut self) {
        write(self.callers);
    }
}

#[cfg(target_arch = "x86_64")]
mod register {
    use core::arch::asm;

    pub(super) type Register = u32;

    /// MXCSR after a reset: all exceptions masked, to nearest, nothing flushed (Intel SDM, volume 1, 10.2.3).
    pub(super) const DEFAULT: Register = 0x1F80;

    pub(super) fn read() -> Register {
        let mut register: Register = 0;
        // SAFETY: the instruction stores 4 bytes, the size of `register`.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &raw mut register, options(nostack, preserves_flags));
        }
        register
    }

    pub(super) fn write(register: Register) {
        // SAFETY: a value that the register had, or has after a reset: no reserved bit is set.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const register, options(nostack, preserves_flags));
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use core::arch::asm;

    pub(super) type Register = u64;

    /// FPCR after a reset: no traps, to nearest, nothing flushed (Arm ARM, C5.2.8).
    pub(super) const DEFAULT: Register = 0;

    pub(super) fn read() -> Register {
        let register: Register;
        // SAFETY: reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) register, options(nostack, preserves_flags)) };
        register
    }

    pub(super) fn write(register: Register) {
        // SAFETY: a value that the register had, or has after a reset.
        unsafe { asm!("msr fpcr, {}", in(reg) register, options(nostack, preserves_flags)) };
    }
}

/// Other processors: the register stays as the caller has it.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    pub(super) type Register = ();

    pub(super) const DEFAULT: Register = ();

    pub(super) fn read() -> Register {}

    pub(super) fn write((): Register) {}
}

use register::{DEFAULT, Register, read, write};

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Flush-to-zero, denormals-are-zero and rounding towards zero.
    const ODD: Register = DEFAULT | 0x8000 | 0x0040 | 0x6000;

    #[test]
    fn the_register_is_set_and_restored() {
        let before = read();
        write(ODD);
        let control = FloatControl::set();
        let meanwhile = read();
        drop(control);
        let after = read();
        write(before);
        assert_eq!((meanwhile, after), (DEFAULT, ODD));
    }
}
