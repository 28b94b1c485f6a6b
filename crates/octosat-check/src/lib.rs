#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// In the order of a check: boxes, frames and the interface of a query, the engines and the lists they are asked
// about, the report; then searching.
mod boxes;
mod case;
mod facts;
mod failure;
mod finding;
mod query;

mod engines;
mod report;
mod rows;
mod runner;

pub mod chains;
pub mod garbage;
pub mod kinds;
pub mod manifolds;
pub mod queries;
pub mod verdicts;

pub mod strategies;

mod climb;
mod search;

pub use boxes::{Basis, BoxPairs, Boxes, Rows};
pub use case::{
    Case, Change, ContactOptions, Frame, SPECULATIVE_MARGIN, Sequence, Setting, short, uniform,
};
pub use engines::{
    Workers, available_backends, cores, engines, fastest, map_rows, skipped_backends,
    usual_thread_counts,
};
pub use facts::{Facts, Verb};
pub use failure::Failure;
pub use finding::{Finding, boolean, share};
pub use queries::answers::stale;
pub use query::{Asked, Call, Count, Query, Round, Timed};
pub use report::{Combination, Difference, Report, Tally};
pub use runner::{Checked, Checker, Plan};
pub use search::{Failing, Found, Search, properties, runner};
