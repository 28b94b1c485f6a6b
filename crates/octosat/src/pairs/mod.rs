//! Queries about pairs of boxes that need the axes alone.
//!
//! `overlap` and `penetration`: the kernels. `closest`: the closest points of two boxes, which contacts and distances share.

mod calls;
pub(crate) mod closest;
pub(crate) mod overlap;
pub(crate) mod penetration;
