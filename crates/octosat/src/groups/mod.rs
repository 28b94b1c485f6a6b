//! Pairs in groups, each of which has one answer: whether any of its pairs overlaps, or its least row.
//!
//! Reading order is data-flow order: `question`, what a caller asks; `chunk`, pairs of several groups, and how their rows
//! become answers; `reduce`, the pairs of lists and products in chunks; `dense`, the pairs of products that are worth
//! the fifteen axes; `any`, a boolean per group; `least`, a row per group.

pub(crate) mod any;
mod calls;
mod chunk;
mod dense;
#[cfg(feature = "certain")]
pub(crate) mod least;
pub(crate) mod question;
mod reduce;

pub use question::{Groups, Product};
