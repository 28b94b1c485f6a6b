//! The store of pre-scaled boxes.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Row;

use super::boxes::BoxStore;
use super::checks::{Center, HalfExtents, Rotation, check, check_each};
use super::columns::{first_three, row_of, rows, rows_mut, update, update_by};
use super::frame::Frame;
use super::oriented::{BoxPose, OrientedBox};
use super::scaled::{ScaledBox, axis_row, scaled_axes, stored_axis};
use super::scaled_checks::{ScaledAxis, ScaledFrame};
use super::single::Store;
use crate::boxes::error::{BoxError, BoxField};
use crate::boxes::layout::{Layout, PreScaled, Unit};
use crate::boxes::view::{ScaledBoxView, View};

/// Stores boxes as center and three axes, each multiplied by its half extent, in four columns of 16-byte rows.
///
/// This takes a third more memory than a [`BoxStore`], and queries compute no axes from quaternions. The row of an
/// axis is x, y, z, w: x, y, z is the direction in the world times the half extent, and w is the half extent. If the
/// half extent is zero, x, y, z has unit length, so that plates, rods and points keep their axes. Axes are kept as
/// they are, except components below 1e-9 of the length of the axis, which become zero.
///
/// Half extents are zero or between 1e-6 m and 1e6 m, centers within 1e9 m.
///
/// # Example
/// ```
/// use octosat::{BoxStore, OrientedBox, ScaledBoxStore};
/// let mut boxes = BoxStore::new();
/// let half = core::f32::consts::FRAC_1_SQRT_2;
/// boxes.insert(OrientedBox::new([1.0, 2.0, 3.0], [0.0, 0.0, half, half], [4.0, 5.0, 0.0]))?;
/// let scaled = ScaledBoxStore::from_boxes(&boxes)?;
/// assert_eq!(scaled.axes(0)[0], [0.0, 4.0, 0.0, 4.0]);
/// assert_eq!(scaled.axes(2)[0], [0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), octosat::BoxError>(())
/// ```
pub type ScaledBoxStore = Store<PreScaled>;

impl Layout for PreScaled {
    type Columns = [Vec<Row>; 4];
    type Item = ScaledBox;
    type Pose = BoxPose;
    type Vector = [f32; 3];
    type Rotation = [f32; 4];

    const EMPTY: [Vec<Row>; 4] = [const { Vec::new() }; 4];
    const NAME: &'static str = Unit::NAME;
    const GIVEN: &'static str = Unit::GIVEN;

    #[inline(always)]
    fn pose(center: [f32; 3], rotation: [f32; 4]) -> BoxPose {
        BoxPose::new(center, rotation)
    }

    fn item(columns: &[Vec<Row>; 4], at: usize) -> ScaledBox {
        let [center, axes @ ..] = rows(columns, at);
        ScaledBox { center: first_three(center), axes: axes.map(|axis| axis.0) }
    }

    #[inline(always)]
    fn check(index: usize, item: &ScaledBox) -> Result<(), BoxError> {
        check(index, item.center, Center::OF_SCALED)?;
        for (axis, row) in item.axes.into_iter().enumerate() {
            check(index, row, ScaledAxis::to_store(axis))?;
        }
        check(index, item.axes, ScaledFrame)
    }

    #[inline(always)]
    fn check_pose(index: usize, pose: BoxPose) -> Result<(), BoxError> {
        check(index, pose.center, Center::OF_SCALED)?;
        check(index, pose.rotation, Rotation::OF_BOX)
    }

    #[inline(always)]
    fn check_center(index: usize, row: Row) -> Result<(), BoxError> {
        check(index, first_three(row), Center::OF_SCALED)
    }

    fn write(
        columns: &mut [Vec<Row>; 4],
        range: Range<usize>,
        item: impl Fn(usize) -> ScaledBox + Send + Sync,
    ) {
        update(columns, range, |at, [center, x, y, z]| {
            let item = item(at);
            *center = row_of(item.center);
            [*x, *y, *z] = item.axes.map(|axis| Row(stored_axis(axis)));
        });
    }

    #[inline(always)]
    fn normalized(pose: BoxPose) -> BoxPose {
        pose.normalized()
    }

    fn write_pose(columns: &mut [Vec<Row>; 4], at: usize, pose: BoxPose) {
        set_pose(rows_mut(columns, at), pose);
    }

    fn write_poses(
        columns: &mut [Vec<Row>; 4],
        fill: impl Fn(usize, &mut [BoxPose]) + Send + Sync,
    ) {
        update_by(columns, fill, set_pose);
    }

    fn resized(item: ScaledBox, half_extents: [f32; 3]) -> Result<ScaledBox, BoxError> {
        check(0, half_extents, HalfExtents::OF_SCALED)?;
        // Stored axes are perpendicular up to rounding; making them exactly so here keeps many
        // changes of size from adding up.
        let frame = Frame::of_columns(item.axes.map(|[x, y, z, _]| [x, y, z]))?;
        let axes = core::array::from_fn(|k| axis_row(frame.directions[k], half_extents[k]));
        Ok(ScaledBox { axes, ..item })
    }
}

/// Changes the rows of a box to a normalized pose.
#[inline(always)]
fn set_pose(rows: [&mut Row; 4], pose: BoxPose) {
    let [_, x, y, z] = &rows;
    let half_extents = [x.0[3], y.0[3], z.0[3]];
    write_turned(rows, pose, half_extents);
}

/// Writes a scaled box of a normalized pose.
#[inline(always)]
fn write_turned(rows: [&mut Row; 4], pose: BoxPose, half_extents: [f32; 3]) {
    let [center, x, y, z] = rows;
    *center = row_of(pose.center);
    [*x, *y, *z] = scaled_axes(pose.rotation, half_extents).map(Row);
}

impl ScaledBoxStore {
    /// Makes a store of boxes from four slices, each with one entry per box.
    ///
    /// # Errors
    /// Slices of different lengths, or a box that [`insert`](Self::insert) would reject. The error is about the first
    /// such box, and its index counts within the slices.
    pub fn from_slices(centers: &[[f32; 3]], axes: [&[[f32; 4]]; 3]) -> Result<Self, BoxError> {
        let mut store = Self::new();
        store.extend_from_slices(centers, axes)?;
        Ok(store)
    }

    /// Appends boxes from four slices, each with one entry per box: all of them, or on error none.
    ///
    /// # Errors
    /// As for [`from_slices`](Self::from_slices), or more boxes than there is room for.
    pub fn extend_from_slices(
        &mut self,
        centers: &[[f32; 3]],
        axes: [&[[f32; 4]]; 3],
    ) -> Result<(), BoxError> {
        for (axis, column) in (0..).zip(axes) {
            BoxError::check_length(BoxField::Axis(axis), centers.len(), column.len())?;
        }
        self.append(centers.len(), |at| ScaledBox {
            center: centers[at],
            axes: axes.map(|axis| axis[at]),
        })
    }

    /// Makes a store of the same boxes with their axes scaled.
    ///
    /// # Errors
    /// A box that exceeds the limits of this store, which are narrower than those of a [`BoxStore`]. The error has
    /// the index of the box.
    pub fn from_boxes(boxes: &BoxStore) -> Result<Self, BoxError> {
        let mut scaled = Self::new();
        scaled.copy_from_boxes(boxes)?;
        Ok(scaled)
    }

    /// Replaces all boxes by the boxes of a [`BoxStore`], or on error none; the memory is reused.
    ///
    /// # Errors
    /// As for [`from_boxes`](Self::from_boxes).
    pub fn copy_from_boxes(&mut self, boxes: &BoxStore) -> Result<(), BoxError> {
        let (centers, half_extents) = (boxes.column(0), boxes.column(2));
        check_each(boxes.len(), |at| {
            check(at, first_three(centers[at]), Center::OF_SCALED)?;
            check(at, first_three(half_extents[at]), HalfExtents::OF_SCALED)
        })?;
        for column in self.columns.as_mut() {
            column.resize(boxes.len(), Row::default());
        }
        update(&mut self.columns, 0..boxes.len(), |at, rows| {
            let OrientedBox { pose, half_extents } = boxes.item(at);
            write_turned(rows, pose, half_extents);
        });
        Ok(())
    }

    /// The same boxes with unit quaternions, for the queries that only a [`BoxStore`] has.
    ///
    /// Convert once and keep the result. Rotations are the original ones up to rounding and sign. Centers and
    /// half extents keep their bits.
    ///
    /// # Example
    /// ```
    /// use octosat::{ScaledBox, ScaledBoxStore};
    /// let half_axes = [[0.0, 2.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 3.0]];
    /// let mut scaled = ScaledBoxStore::new();
    /// scaled.insert(ScaledBox::from_half_axes([1.0, 2.0, 3.0], half_axes)?)?;
    /// let boxes = scaled.to_boxes();
    /// assert_eq!(boxes.half_extents()[0], [2.0, 1.0, 3.0, 0.0]);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    #[must_use]
    pub fn to_boxes(&self) -> BoxStore {
        let mut boxes = BoxStore::new();
        boxes.push(self.len(), |at| self.item(at).to_accepted());
        boxes
    }

    /// The centers: x, y, z in meters and a zero.
    #[must_use]
    pub fn centers(&self) -> &[[f32; 4]] {
        self.floats(0)
    }

    /// The column of axis 0, 1 or 2. A row is the direction times the half extent, and the half extent.
    ///
    /// # Panics
    /// If `axis` is not below three.
    #[must_use]
    pub fn axes(&self, axis: usize) -> &[[f32; 4]] {
        self.floats(1 + axis)
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> ScaledBoxView<'_> {
        View::of_checked(&self.columns)
    }
}

impl<'a> From<&'a ScaledBoxStore> for ScaledBoxView<'a> {
    fn from(store: &'a ScaledBoxStore) -> Self {
        store.view()
    }
}
