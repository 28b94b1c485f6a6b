//! Boxes: what a store holds, in which order, and the columns that it or a caller lends.
//!
//! 1. `error`: why a box is rejected.
//! 2. `store`: boxes in columns of 16-byte rows, checked when they are stored.
//! 3. `view`: columns borrowed from a store or from arrays of the caller.
//! 4. `order`: a spatial order of boxes and pairs, for worlds larger than the caches.

pub(crate) mod error;
pub mod order;
pub(crate) mod store;
pub(crate) mod view;
