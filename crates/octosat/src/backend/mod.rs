//! The backends: their names, the proof that this CPU has one, and work that runs on it.
//!
//! 1. `names`: [`Backend`](crate::Backend). 2. `token`: proofs, and jobs that are compiled once for each backend.

pub(crate) mod names;
pub(crate) mod token;
