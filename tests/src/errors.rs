//! What tests say of errors.

use core::fmt;

use octosat::Error;

/// The list, the entry and the value of it that an error is about.
///
/// # Panics
/// If it is about no entry of a list.
#[must_use]
pub fn named(error: &Error) -> (&'static str, usize, &'static str) {
    let (list, index) = error.list().zip(error.index()).expect("an entry of a list");
    (list, index, error.field().unwrap_or_default())
}

/// The sentence of a call that is rejected.
///
/// # Panics
/// If it is not.
pub fn sentence<T: fmt::Debug>(result: Result<T, Error>) -> String {
    result.expect_err("a call that is rejected").to_string()
}

/// The sentence about an output of a wrong length.
#[must_use]
pub fn wrong_length(expected: usize, found: usize) -> String {
    format!("the length of the output is {found}, but must be {expected}")
}
