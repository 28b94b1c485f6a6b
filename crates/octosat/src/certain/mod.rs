//! Results that no rounding makes wrong.
//!
//! Reading order is data-flow order:
//!
//! 1. `verdict`: a [`Verdict`] per pair: separated, overlapping or undecided.
//! 2. `bound`: how far rounding can move a gap, from where the boxes come from.
//! 3. `verdicts`: the kernel of verdicts; `doubles`: its second stage; `decide`: the decision of both. `clearances`: that of lower bounds of distances.
//! 4. `distance`: a [`Distance`] per pair, the signed distance with points of both boxes. `distances`: its kernel.

pub(crate) mod bound;
mod calls;
pub(crate) mod clearances;
mod decide;
mod distance;
pub(crate) mod distances;
mod doubles;
#[cfg(feature = "exact")]
pub(crate) mod exact;
mod verdict;
pub(crate) mod verdicts;

pub use distance::{Distance, DistanceState};
pub use verdict::Verdict;
