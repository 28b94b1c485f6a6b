//! Boxes in columns of 16-byte rows, which stay from frame to frame.
//!
//! The modules, in the order in which data passes:
//!
//! 1. `oriented` and `scaled`: a pose and a box as plain values; `frame`: matrices to orthonormal
//!    frames; `rotation`: which bits of a quaternion are stored.
//! 2. `checks`: the rules that every value must obey.
//! 3. `columns`: columns of one length, and loops over whole columns.
//! 4. `single` and `bulk`: the [`Store`] of any layout, one box and many at a time; `foreign`: poses
//!    from `f64` positions and from matrices.
//! 5. `boxes`: [`BoxStore`] and its own methods; `scaled_store`: the same for pre-scaled boxes.

mod boxes;
mod bulk;
pub(crate) mod checks;
pub(crate) mod columns;
mod foreign;
pub(crate) mod frame;
mod matrices;
mod oriented;
pub(crate) mod rotation;
#[cfg(feature = "prescaled")]
mod scaled;
#[cfg(feature = "prescaled")]
pub(crate) mod scaled_checks;
#[cfg(feature = "prescaled")]
mod scaled_store;
pub(crate) mod single;

pub use boxes::BoxStore;
pub use oriented::{BoxPose, OrientedBox};
#[cfg(feature = "prescaled")]
pub use scaled::ScaledBox;
#[cfg(feature = "prescaled")]
pub use scaled_store::ScaledBoxStore;
pub use single::Store;
