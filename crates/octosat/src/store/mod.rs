//! Boxes in columns of 16-byte rows: what an engine keeps from frame to frame.
//!
//! Reading order is data-flow order:
//!
//! 1. `oriented`: a pose and a box as plain values; `frame`: matrices to orthonormal frames;
//!    `rotation`: which bits of a quaternion are stored.
//! 2. `checks`: the rules that every value must obey; `sequential` and `parallel`: the same loops
//!    over whole columns, on one thread and on the pool.
//! 3. `boxes` and `bulk`: [`BoxStore`], one box and many at a time.
//! 4. `records`: [`BoxRecords`], the same boxes with each on a cache line of its own.
//! 5. `scaled` and `scaled_store`: the same for boxes whose axes are stored already scaled.
//! 6. `translate`: all boxes of a store moved at once.

mod boxes;
mod bulk;
pub(crate) mod checks;
pub(crate) mod frame;
#[cfg(feature = "mint")]
mod mint;
mod oriented;
#[cfg(feature = "parallel")]
pub(crate) mod parallel;
mod records;
pub(crate) mod rotation;
mod scaled;
mod scaled_bulk;
mod scaled_store;
pub(crate) mod sequential;
pub(crate) mod translate;

pub use boxes::BoxStore;
pub use oriented::{BoxPose, OrientedBox};
pub use records::BoxRecords;
pub use scaled::ScaledBox;
pub use scaled_store::ScaledBoxStore;

#[cfg(feature = "parallel")]
pub(crate) use parallel as sweep;
#[cfg(not(feature = "parallel"))]
pub(crate) use sequential as sweep;

/// The largest number of boxes: every index fits 32 bits.
const MOST_BOXES: usize = u32::MAX as usize;

/// Rounds to `f32`, to nearest.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}
