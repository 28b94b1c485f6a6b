#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// In the order in which a check goes: the boxes and frames, what a query is, who is asked and in which orders, what
// is found; then timing and searching.
mod boxes;
mod case;
mod failure;

mod facts;
mod query;

mod engines;
mod finding;
mod report;
mod rows;
mod runner;

mod checked;

pub mod manifolds;
pub mod queries;

mod search;
mod shrink;
pub mod timing;

pub use boxes::{Basis, Boxes, Rows};
pub use case::{Case, Frame, SPECULATIVE_MARGIN, Sequence, Setting, short};
pub use checked::Checked;
pub use engines::{
    Workers, available_backends, cores, engines, fastest, roundings, skipped_backends,
    usual_thread_counts,
};
pub use facts::Facts;
pub use failure::Failure;
pub use finding::{Finding, boolean, share};
pub use query::{Answered, Asked, Call, Count, Query, Round, Timed, uniform};
pub use report::{Combination, Difference, Report, Tally};
pub use runner::{Checker, Plan, Runner};
pub use search::{Failing, Found, Search};

use rayon::prelude::*;

/// Does something for every row: on all cores, but on this one if the thread is one of a pool, whose other
/// threads have frames of their own.
pub fn map_rows<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    if rayon::current_thread_index().is_some() {
        (0..count).map(row).collect()
    } else {
        (0..count).into_par_iter().map(row).collect()
    }
}

/// Room for answers in which something else stands: what is not written must not pass for an answer.
#[must_use]
pub fn stale<T: bytemuck::Pod>(count: usize) -> Vec<T> {
    let mut one = T::zeroed();
    bytemuck::bytes_of_mut(&mut one).fill(0xA5);
    vec![one; count]
}
