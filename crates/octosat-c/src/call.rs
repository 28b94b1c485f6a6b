//! Code around every call of the interface: the control register, panics and errors.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::control::FloatControl;
use crate::error::{Failure, OCTOSAT_OK, OCTOSAT_PANIC, OctosatError, OctosatStatus};

/// Runs the work of a call with the floating-point control register set, and writes an error if the work fails.
///
/// # Safety
/// `error` must be null or valid for writing.
pub(crate) unsafe fn call(
    error: *mut OctosatError,
    work: impl FnOnce() -> Result<(), Failure>,
) -> OctosatStatus {
    match run(work) {
        Ok(()) => OCTOSAT_OK,
        Err(failure) => {
            // SAFETY: the caller's.
            unsafe { report(error, &failure) };
            failure.status()
        }
    }
}

/// Creates a handle, or returns null and writes an error.
///
/// # Safety
/// As [`call`].
pub(crate) unsafe fn create<T>(
    error: *mut OctosatError,
    work: impl FnOnce() -> Result<T, Failure>,
) -> *mut T {
    match run(work) {
        Ok(made) => Box::into_raw(Box::new(made)),
        Err(failure) => {
            // SAFETY: the caller's.
            unsafe { report(error, &failure) };
            core::ptr::null_mut()
        }
    }
}

/// Destroys a handle. Null has no effect.
///
/// # Safety
/// The handle must be null or from [`create`], and must not be used again.
pub(crate) unsafe fn destroy<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: the handle was made by `create`, and is destroyed once.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Runs some work with the control register set, and turns a panic into a failure.
// Not inlined: no arithmetic of the work may move before the register is set.
#[inline(never)]
fn run<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let control = FloatControl::set();
    // A panic is a bug. After it, callers may only destroy the handles, so their state does not matter.
    let result = catch_unwind(AssertUnwindSafe(work));
    drop(control);
    result.unwrap_or_else(|panic| Err(Failure::new(OCTOSAT_PANIC, message(panic.as_ref()))))
}

/// The text of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("a bug in octosat: {}", text.unwrap_or("a panic without a text"))
}

/// Writes an error unless the pointer is null.
///
/// # Safety
/// `error` must be null or valid for writing.
unsafe fn report(error: *mut OctosatError, failure: &Failure) {
    if !error.is_null() {
        // SAFETY: the caller's. The memory may be uninitialized.
        unsafe { error.write_unaligned(failure.to_error()) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_stays_inside() {
        let mut error = Failure::new(OCTOSAT_OK, "").to_error();
        // SAFETY: an error of our own.
        let status = unsafe { call(&raw mut error, || panic!("number {}", 7)) };
        let text: Vec<u8> = error.text.iter().flat_map(|byte| byte.to_ne_bytes()).collect();
        assert_eq!((status, error.status), (OCTOSAT_PANIC, OCTOSAT_PANIC));
        assert!(text.starts_with(b"a bug in octosat: number 7\0"));
    }
}
