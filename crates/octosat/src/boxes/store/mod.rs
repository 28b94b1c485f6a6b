//! Boxes in columns of 16-byte rows, which stay from frame to frame.
//!
//! The modules, in the order in which data passes:
//!
//! 1. `oriented`: a pose and a box as plain values. `columns`: columns of one length, and loops over whole columns; `rows`:
//!    what a store accepts and writes.
//! 2. `single` and `bulk`: the [`BoxStore`], one box and many at a time; `foreign`: poses from `f64` positions and from
//!    `matrices`.

mod bulk;
pub(crate) mod columns;
mod foreign;
mod matrices;
mod oriented;
mod rows;
pub(crate) mod single;

pub use oriented::{BoxPose, OrientedBox};
pub use single::BoxStore;
