//! Reading and writing recordings and results.

mod common;

mod claims;
mod mutations;
mod refusals;
mod round_trip;
