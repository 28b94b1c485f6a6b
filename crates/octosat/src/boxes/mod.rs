//! Boxes: what a store holds, in which order, and the columns that it or a caller lends.
//!
//! 1. `rotation`: which bits of a quaternion are stored; `frame`: matrices to orthonormal frames; `checks`: the rules that
//!    every value must obey.
//! 2. `view`: columns borrowed from a store or from arrays of the caller.
//! 3. `store`: boxes in columns of 16-byte rows, checked when they are stored.
//! 4. `order`: a spatial order of boxes and pairs, for worlds larger than the caches.

pub(crate) mod checks;
pub(crate) mod frame;
pub mod order;
pub(crate) mod rotation;
pub(crate) mod store;
pub(crate) mod view;
