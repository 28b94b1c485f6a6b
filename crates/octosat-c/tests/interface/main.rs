//! The C interface, called as C programs call it.
#![expect(unsafe_code, reason = "the functions under test take pointers")]
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(clippy::cast_possible_truncation, reason = "scenes are small")]

mod common;

mod boxes;
mod cache;
mod errors;
mod header;
mod queries;
mod shapes;

mod programs;
