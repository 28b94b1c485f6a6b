//! The loops over whole columns, on the threads that the build has.

#[cfg(feature = "parallel")]
pub(crate) use super::parallel::{all, sort, update};
#[cfg(not(feature = "parallel"))]
pub(crate) use super::sequential::{all, sort, update};
