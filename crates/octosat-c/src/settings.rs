//! Queries and options, which begin with their size, so that settings can be added without a new version of the
//! interface.
//!
//! New settings are added at the end, and zero is their default; only those of the first version may have another. So a
//! structure of an older program is a shorter one whose further settings are zero, and one of a newer program may be longer
//! if what this library does not know is zero. Linux reads the arguments of `clone3` in this way (`copy_struct_from_user`).

use core::mem::MaybeUninit;

use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_UNAVAILABLE};
use crate::pointers::check;

/// No structure is larger, so a larger size is a mistake.
const MOST_BYTES: usize = 1024;

/// A query or options.
///
/// # Safety
/// The type has no padding, its first field is `size: u32`, and it may have any bits.
pub(crate) unsafe trait Settings: Copy {
    /// The name of the type in C.
    const NAME: &str;

    /// The macro with the defaults in C.
    const DEFAULTS: &str;

    /// The size in the first version of the structure. It changes only with the version of the interface.
    const FIRST_BYTES: usize;
}

/// The defaults: zeros and the size.
pub(crate) fn defaults<T: Settings>() -> T {
    let mut made = MaybeUninit::<T>::zeroed();
    // SAFETY: the first field is the size, and `T` may have any bits.
    unsafe {
        made.as_mut_ptr().cast::<u32>().write(bytes_of::<T>());
        made.assume_init()
    }
}

/// Reads a query or options. Settings that the caller's program does not know are zero.
///
/// # Safety
/// A pointer that is not null must be valid for reading as many bytes as `size` says.
pub(crate) unsafe fn settings<T: Settings>(pointer: *const T, name: &str) -> Result<T, Failure> {
    check(pointer, name)?;
    // SAFETY: the caller's. The pointer is aligned and not null, and every structure has its size.
    let size = unsafe { *pointer.cast::<u32>() };
    let bytes = size as usize;
    if !(T::FIRST_BYTES..=MOST_BYTES).contains(&bytes) {
        let (of, defaults) = (T::NAME, T::DEFAULTS);
        let text = format!("{name}.size is {size}, not sizeof({of}): begin with {defaults}");
        return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
    }
    // SAFETY: the caller's.
    let given = unsafe { core::slice::from_raw_parts(pointer.cast::<u8>(), bytes) };
    let (known, unknown) = given.split_at(bytes.min(size_of::<T>()));
    if unknown.iter().any(|&byte| byte != 0) {
        let text = format!("{name} has a setting that this version of octosat does not have");
        return Err(Failure::new(OCTOSAT_UNAVAILABLE, text));
    }
    let mut read = MaybeUninit::<T>::zeroed();
    // SAFETY: the known bytes fit, and `T` may have any bits.
    unsafe {
        read.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(known.as_ptr(), known.len());
        Ok(read.assume_init())
    }
}

/// The size of a type, for the field `size`.
#[expect(clippy::cast_possible_truncation, reason = "structures are small")]
const fn bytes_of<T>() -> u32 {
    assert!(size_of::<T>() <= MOST_BYTES);
    size_of::<T>() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A structure as a later version might have it; the first version has two fields.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Sample {
        size: u32,
        first: u32,
        second: u32,
    }

    // SAFETY: no padding, and numbers alone.
    unsafe impl Settings for Sample {
        const NAME: &str = "OctosatSample";
        const DEFAULTS: &str = "OCTOSAT_SAMPLE_DEFAULTS";
        const FIRST_BYTES: usize = 8;
    }

    fn read(words: &[u32]) -> Result<Sample, String> {
        // SAFETY: the tests give no size beyond the words that would be read.
        unsafe { settings(words.as_ptr().cast::<Sample>(), "sample") }
            .map_err(|failure| failure.text().to_owned())
    }

    #[test]
    fn shorter_and_longer_structures_are_read() {
        assert_eq!(defaults::<Sample>(), Sample { size: 12, first: 0, second: 0 });
        // What follows a shorter structure is not its own.
        assert_eq!(read(&[8, 5, 99]), Ok(Sample { size: 8, first: 5, second: 0 }));
        assert_eq!(read(&[12, 5, 6]), Ok(Sample { size: 12, first: 5, second: 6 }));
        assert_eq!(read(&[20, 5, 6, 0, 0]), Ok(Sample { size: 20, first: 5, second: 6 }));
        let unknown = "sample has a setting that this version of octosat does not have";
        assert_eq!(read(&[20, 5, 6, 0, 1]), Err(unknown.to_owned()));
        for size in [0, 4, 7, 1025, u32::MAX] {
            let error = read(&[size, 5, 6]).unwrap_err();
            let expected = format!("sample.size is {size}, not sizeof(OctosatSample)");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
