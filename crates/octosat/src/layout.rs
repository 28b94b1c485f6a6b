//! Layouts: the representations of boxes that stores keep, views lend and kernels load.

use core::fmt::Debug;

/// What the columns of a [`View`](crate::View) hold: boxes, pre-scaled boxes or rectangles.
pub trait Layout: Copy + Debug + Send + Sync + Sized + 'static {
    /// The plural name of the elements of a view, for messages.
    const NAMES: &'static str;
}

/// The layout of boxes that are kept as center, unit quaternion and half extents.
#[derive(Clone, Copy, Debug)]
pub struct Unit;

impl Layout for Unit {
    const NAMES: &'static str = "boxes";
}

/// The layout of boxes that are kept as center and three axes, each multiplied by its half extent.
#[cfg(feature = "prescaled")]
#[derive(Clone, Copy, Debug)]
pub struct PreScaled;

#[cfg(feature = "prescaled")]
impl Layout for PreScaled {
    const NAMES: &'static str = "boxes";
}
