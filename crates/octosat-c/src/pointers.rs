//! Conversion of callers' pointers to references and slices, with checks for null, alignment and length.

use bytemuck::Pod;

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_LENGTH};

/// A reference from a pointer.
///
/// # Safety
/// A pointer that is not null must be valid for reading a `T` for `'a`.
pub(crate) unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Failure> {
    check(pointer, name)?;
    // SAFETY: the caller's, and the pointer is aligned.
    unsafe { pointer.as_ref() }.ok_or_else(|| Failure::null(name))
}

/// A reference from a pointer, or `None` if the pointer is null.
///
/// # Safety
/// As [`reference`].
pub(crate) unsafe fn optional<'a, T>(
    pointer: *const T,
    name: &str,
) -> Result<Option<&'a T>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's.
    unsafe { reference(pointer, name) }.map(Some)
}

/// A mutable reference from a pointer.
///
/// # Safety
/// A pointer that is not null must be valid for reading and writing a `T` for `'a`, and nothing else may use it.
pub(crate) unsafe fn exclusive<'a, T>(pointer: *mut T, name: &str) -> Result<&'a mut T, Failure> {
    check(pointer, name)?;
    // SAFETY: the caller's, and the pointer is aligned.
    unsafe { pointer.as_mut() }.ok_or_else(|| Failure::null(name))
}

/// A slice of `len` values. The pointer is not checked if `len` is zero.
///
/// # Safety
/// A pointer that is not null must be valid for reading `len` values for `'a`.
pub(crate) unsafe fn list<'a, T: Pod>(
    pointer: *const T,
    len: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    check_list(pointer, len, name)?;
    // SAFETY: the caller's; the pointer is aligned and not null, and the length fits an object.
    Ok(unsafe { core::slice::from_raw_parts(pointer, len) })
}

/// The slice for the results of a call. Fails unless `len`, the caller's number of values, equals `rows`.
///
/// # Safety
/// A pointer that is not null must be valid for reading and writing `len` values for `'a`, and nothing else may use
/// them. The C program need not initialize the values.
pub(crate) unsafe fn output<'a, T: Pod>(
    pointer: *mut T,
    len: usize,
    rows: usize,
) -> Result<&'a mut [T], Failure> {
    if len != rows {
        return Err(Failure::length("out", len, rows));
    }
    // SAFETY: the caller's.
    unsafe { exclusive_list(pointer, len, "out") }
}

/// A mutable slice of `len` values. The pointer is not checked if `len` is zero.
///
/// # Safety
/// As for [`output`].
pub(crate) unsafe fn exclusive_list<'a, T: Pod>(
    pointer: *mut T,
    len: usize,
    name: &str,
) -> Result<&'a mut [T], Failure> {
    if len == 0 {
        return Ok(&mut []);
    }
    check_list(pointer, len, name)?;
    // SAFETY: as in `list`.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer, len) })
}

/// A slice of `len` values, or `None` if the pointer is null.
///
/// # Safety
/// As [`list`].
pub(crate) unsafe fn optional_list<'a, T: Pod>(
    pointer: *const T,
    len: usize,
    name: &str,
) -> Result<Option<&'a [T]>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller's.
    unsafe { list(pointer, len, name) }.map(Some)
}

/// Fails unless a pointer is aligned and not null.
pub(crate) fn check<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    if !pointer.is_aligned() {
        let text = format!("{name} is not aligned to {} bytes", align_of::<T>());
        return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
    }
    Ok(())
}

/// Fails unless a pointer is aligned and not null, and `len` values fit the address space.
fn check_list<T>(pointer: *const T, len: usize, name: &str) -> Result<(), Failure> {
    check(pointer, name)?;
    match len.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Failure::new(OCTOSAT_BAD_LENGTH, format!("{name} cannot hold {len} values"))),
    }
}
