//! The surface of the engine: stores, borrowed columns, errors, results as bytes, which file imports which,
//! and statements of the documents and packages.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod borrowed_columns;
mod calls;
mod common;
mod documents;
mod errors;
mod facts;
mod heads;
mod imports;
mod kinds;
mod languages;
mod layout;
mod many_poses;
mod numbers;
mod one_list;
mod rejections;
mod stores;
mod words;
mod wrong_outputs;
