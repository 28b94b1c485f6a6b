//! Pairs of boxes where they are at times of their motion: any query about pairs may be about them.
//!
//! 1. `motions`: which boxes move how far, checked and loaded with their pairs. `steps`: boxes at the start and at the end of
//!    a step, checked and loaded together. `turn`: how a box turns in between.
//! 2. `pairs`: boxes at a time of their motion, checked and loaded. `at_times`: kernels of pairs of boxes about them.

pub(crate) mod at_times;
pub(crate) mod motions;
pub(crate) mod pairs;
pub(crate) mod steps;
pub(crate) mod turn;
