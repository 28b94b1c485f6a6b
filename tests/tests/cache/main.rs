//! Contacts from frame to frame: the same bits however they are computed, never far from the truth, steady where
//! noise would flip them, and every point with its predecessor.
#![forbid(unsafe_code)]

mod bits;
mod bodies;
mod bounds;
mod boxes;
mod changes;
mod closest;
mod common;
mod errors;
mod events;
mod garbage;
mod lists;
mod oracle;
mod saved;
mod slots;
mod steady;
mod still;
mod surfaces;
mod truth;
