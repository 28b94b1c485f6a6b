//! Contacts with an eye on the last frame: the same bits however they are computed, steady where
//! noise would flip them, and never far from the truth.
#![forbid(unsafe_code)]

mod bits;
mod bounds;
mod closest;
mod common;
mod robust;
mod steady;
