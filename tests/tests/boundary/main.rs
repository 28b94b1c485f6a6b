//! What stands between the engine and its users: stores, borrowed columns, errors, results as bytes, displacements,
//! and what the book and the packages say.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod borrowed_columns;
mod common;
mod documents;
mod errors;
mod layout;
mod rejections;
mod resolver;
mod stores;
mod versions;
