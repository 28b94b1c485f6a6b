//! Queries about pairs of boxes that need the axes alone.
//!
//! `overlap` and `penetration`: the kernels. `results`: [`Penetration`](crate::Penetration), one per pair. `closest`: the
//! closest points of two boxes, which contacts and distances share.

pub(crate) mod closest;
pub(crate) mod overlap;
pub(crate) mod penetration;
pub(crate) mod results;
