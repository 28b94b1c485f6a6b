//! Contacts from frame to frame: the same bits on every backend, close to the float64 reference, steady under noise,
//! and with the right previous point for each point.
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
