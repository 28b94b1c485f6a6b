//! Borrowed rows: what the engine reads.
//!
//! A store lends its own columns. An engine that keeps its bodies in arrays of vectors or of structures lends those,
//! and copies nothing.
//!
//! `columns`: [`View`], of any layout; `boxes`: [`BoxView`], with unit quaternions; `scaled`: `ScaledBoxView`, with
//! axes that carry their half extents.

mod boxes;
mod columns;
#[cfg(feature = "prescaled")]
mod scaled;

pub use boxes::BoxView;
pub use columns::View;
#[cfg(feature = "prescaled")]
pub use scaled::ScaledBoxView;
