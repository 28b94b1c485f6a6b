//! Borrowed columns of boxes, which queries read.
//!
//! A store lends its own columns. If your engine keeps its bodies in arrays of vectors or of structures, lend these:
//! nothing is copied.
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
