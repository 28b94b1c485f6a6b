#![forbid(unsafe_code)]
#![doc = include_str!("../README.md")]

// In the order of a check: boxes and frames, the interface of a query, the engines and the lists they are asked
// about, the findings; then searching.
mod boxes;
mod case;
mod failure;

mod query;

mod engines;
mod finding;
mod report;
mod rows;
mod runner;

pub mod manifolds;
pub mod queries;

mod search;

pub use boxes::{Basis, BoxPairs, Boxes, Rows};
pub use case::{Case, Frame, SPECULATIVE_MARGIN, Sequence, Setting, short};
pub use engines::{
    Workers, available_backends, cores, engines, fastest, roundings, skipped_backends,
    usual_thread_counts,
};
pub use failure::Failure;
pub use finding::{Finding, boolean, share};
pub(crate) use query::margins_of;
pub use query::{Asked, Call, Count, Facts, Query, Round, Timed, uniform};
pub use report::{Combination, Difference, Report, Tally};
pub use runner::{Checked, Checker, Plan};
pub use search::{Failing, Found, Search, smallest};

use rayon::prelude::*;

/// Computes something for every row: on all cores, but on the calling thread alone if that belongs to a pool, whose
/// other threads have frames of their own.
pub fn map_rows<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    if rayon::current_thread_index().is_some() {
        (0..count).map(row).collect()
    } else {
        (0..count).into_par_iter().map(row).collect()
    }
}

/// A buffer for answers that holds something else: a row that is not written must not pass for an answer.
pub fn stale<T: bytemuck::Pod>(count: usize) -> Vec<T> {
    let mut one = T::zeroed();
    bytemuck::bytes_of_mut(&mut one).fill(0xA5);
    vec![one; count]
}
