//! The store of rectangles.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Row;

use super::rectangle::{NAME, Rectangle, RectanglePose, in_space, quaternion};
use super::view::RectangleView;
use crate::boxes::error::BoxError;
use crate::boxes::layout::Layout;
use crate::boxes::order::{Permutation, morton_order};
use crate::boxes::store::checks::{Center, HalfExtents, Rotation, check};
use crate::boxes::store::columns::{rows, rows_mut, update, update_by};
use crate::boxes::store::{Store, rotation};
use crate::boxes::view::View;
use crate::sealed::Sealed;

/// Stores rectangles in two columns of 16-byte rows: center and rotation, and half extents.
///
/// Rotations are normalized in `f64` when they enter, and components of a rotation below 1e-9 become zero. The limits
/// are those of a [`BoxStore`](crate::BoxStore).
///
/// # Example
/// ```
/// use octosat::{Rectangle, RectanglePose, RectangleStore};
/// let mut store = RectangleStore::new();
/// let first = store.insert(Rectangle::new([0.0; 2], [1.0, 0.0], [0.5, 2.0]))?;
/// store.set_pose(first, RectanglePose::new([1.0, 2.0], [0.6, 0.8]))?;
/// assert_eq!(store.poses()[0], [1.0, 2.0, 0.6, 0.8]);
/// # Ok::<(), octosat::BoxError>(())
/// ```
pub type RectangleStore = Store<Plane>;

/// The layout of rectangles.
#[derive(Clone, Copy, Debug)]
pub struct Plane;

impl Sealed for Plane {}

impl RectangleStore {
    /// The poses: x and y of the center in meters, cosine and sine of the rotation.
    #[must_use]
    pub fn poses(&self) -> &[[f32; 4]] {
        self.floats(0)
    }

    /// The half extents along the rectangle's own axes, in meters, and two zeros.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 4]] {
        self.floats(1)
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> RectangleView<'_> {
        View::of_checked(&self.columns)
    }
}

impl<'a> From<&'a RectangleStore> for RectangleView<'a> {
    fn from(store: &'a RectangleStore) -> Self {
        store.view()
    }
}

impl Layout for Plane {
    type Columns = [Vec<Row>; 2];
    type Item = Rectangle;
    type Pose = RectanglePose;
    type Vector = [f32; 2];
    type Rotation = [f32; 2];

    const EMPTY: [Vec<Row>; 2] = [const { Vec::new() }; 2];
    const NAME: &'static str = NAME;
    const GIVEN: &'static str = "given rectangle";

    #[inline(always)]
    fn pose(center: [f32; 2], rotation: [f32; 2]) -> RectanglePose {
        RectanglePose::new(center, rotation)
    }

    fn item(columns: &[Vec<Row>; 2], at: usize) -> Rectangle {
        let [pose, half_extents] = rows(columns, at);
        let [x, y, cosine, sine] = pose.0;
        let [half_x, half_y, ..] = half_extents.0;
        Rectangle::new([x, y], [cosine, sine], [half_x, half_y])
    }

    #[inline(always)]
    fn check(index: usize, item: &Rectangle) -> Result<(), BoxError> {
        Self::check_pose(index, item.pose)?;
        check(index, in_space(item.half_extents), HalfExtents::OF_BOX)
    }

    #[inline(always)]
    fn check_pose(index: usize, pose: RectanglePose) -> Result<(), BoxError> {
        check(index, in_space(pose.center), Center::OF_BOX)?;
        check(index, quaternion(pose.rotation), Rotation::OF_BOX)
    }

    #[inline(always)]
    fn check_center(index: usize, row: Row) -> Result<(), BoxError> {
        check(index, in_space([row.0[0], row.0[1]]), Center::OF_BOX)
    }

    fn write(
        columns: &mut [Vec<Row>; 2],
        range: Range<usize>,
        item: impl Fn(usize) -> Rectangle + Send + Sync,
    ) {
        update(columns, range, |at, [pose, half_extents]| {
            let item = item(at);
            let [x, y] = item.half_extents;
            *half_extents = Row([x + 0.0, y + 0.0, 0.0, 0.0]);
            set_pose([pose, half_extents], Self::normalized(item.pose));
        });
    }

    #[inline(always)]
    fn normalized(pose: RectanglePose) -> RectanglePose {
        let [cosine, sine, ..] = rotation::stored(quaternion(pose.rotation));
        RectanglePose::new(pose.center, [cosine, sine])
    }

    fn write_pose(columns: &mut [Vec<Row>; 2], at: usize, pose: RectanglePose) {
        set_pose(rows_mut(columns, at), pose);
    }

    fn write_poses(
        columns: &mut [Vec<Row>; 2],
        fill: impl Fn(usize, &mut [RectanglePose]) + Send + Sync,
    ) {
        update_by(columns, fill, set_pose);
    }

    fn resized(item: Rectangle, half_extents: [f32; 2]) -> Result<Rectangle, BoxError> {
        check(0, in_space(half_extents), HalfExtents::OF_BOX)?;
        Ok(Rectangle { half_extents, ..item })
    }

    fn order(poses: &[[f32; 4]]) -> Permutation {
        morton_order::<2>(poses)
    }
}

/// Changes the rows of a rectangle to a normalized pose.
#[inline(always)]
fn set_pose([row, _]: [&mut Row; 2], pose: RectanglePose) {
    let ([x, y], [cosine, sine]) = (pose.center, pose.rotation);
    *row = Row([x + 0.0, y + 0.0, cosine, sine]);
}
