//! Contacts from frame to frame: the same bits however they are computed, close to the float64 reference, steady
//! where noise would flip them, and every point with its predecessor.
#![forbid(unsafe_code)]

mod bits;
mod changes;
mod checked;
mod common;
mod errors;
mod events;
mod forgotten;
mod frames;
mod garbage;
mod lists;
mod oracle;
mod saved;
mod slots;
mod steady;
mod still;
mod truth;
