//! Work that is shared by threads: the only module that knows a pool.
//!
//! `pool` has the functions with the feature `parallel`, on the threads of rayon; `alone` has the same functions on the
//! calling thread, also for work that is not worth a second thread. Every row is treated alone, so no result depends on
//! the number of threads.

mod alone;
#[cfg(feature = "parallel")]
mod pool;

#[cfg(not(feature = "parallel"))]
pub(crate) use self::alone::{all, available, parts, share, share_with, sort};
#[cfg(feature = "parallel")]
pub(crate) use self::pool::{all, available, parts, share, share_with, sort};
