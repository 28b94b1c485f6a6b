//! Results that no rounding makes wrong; and signed distances with points, which are accurate, but not certain.
//!
//! Reading order is data-flow order:
//!
//! 1. `bound`: how far rounding can move a gap, from where the boxes come from.
//! 2. `verdicts`: the kernel of verdicts; `doubles`: its second stage; `decide`: the decision of both. `clearances`: that
//!    of lower bounds of distances.
//! 3. `distances`: the kernel of signed distances with points of both boxes.

pub(crate) mod bound;
mod calls;
pub(crate) mod clearances;
mod decide;
pub(crate) mod distances;
mod doubles;
#[cfg(feature = "exact")]
pub(crate) mod exact;
pub(crate) mod verdicts;

pub(crate) use octosat_rows::{Distance, Verdict};
