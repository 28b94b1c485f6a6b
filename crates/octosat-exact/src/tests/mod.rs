//! Tests of the parts: fixed integers and the filter, with num-bigint as a second opinion.

mod agreement;
mod big;
mod bound;
mod filter;
mod integers;
mod widths;

#[path = "../../tests/suite/pairs.rs"]
mod pairs;
