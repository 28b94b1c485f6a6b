//! Results that no rounding makes wrong.
//!
//! Reading order is data-flow order:
//!
//! 1. `verdict`: a [`Verdict`] per pair: separated, overlapping or undecided.
//! 2. `bound`: how far rounding can move a gap, from where the boxes come from.
//! 3. `verdicts`: the kernel of verdicts. `clearances`: that of lower bounds of distances.

pub(crate) mod bound;
pub(crate) mod clearances;
mod verdict;
pub(crate) mod verdicts;

pub use verdict::Verdict;
