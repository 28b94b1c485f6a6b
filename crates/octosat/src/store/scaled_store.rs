//! The store of scaled boxes: one box at a time.

use octosat_lanes::Row;

use super::boxes::{check_room, first_three, last_index, row_of};
use super::checks::{Center, HalfExtents, Rotation, check};
use super::frame::Frame;
use super::scaled::{axis_row, stored_axis};
use super::{BoxPose, ScaledBox, rotation};
use crate::error::BoxError;
use crate::view::ScaledBoxView;

/// Boxes of a centre and three axes scaled by the half extents, in four columns of 16-byte rows.
///
/// A third larger than a [`BoxStore`](super::BoxStore), and no rotation is computed per pair. A row
/// of an axis is its direction in the world times the half extent, and the half extent; where the
/// half extent is zero the direction has unit length, so that plates, rods and points keep their
/// axes.
///
/// Half extents are zero or between
/// [`SMALLEST_SCALED_HALF_EXTENT`](crate::tolerances::SMALLEST_SCALED_HALF_EXTENT) and
/// [`LARGEST_SCALED_HALF_EXTENT`](crate::tolerances::LARGEST_SCALED_HALF_EXTENT), centres within
/// [`MAX_SCALED_CENTER`](crate::tolerances::MAX_SCALED_CENTER).
///
/// # Example
/// ```
/// use octosat::{BoxStore, OrientedBox, ScaledBoxStore};
/// let mut boxes = BoxStore::new();
/// let half = core::f32::consts::FRAC_1_SQRT_2;
/// boxes.insert(OrientedBox::new([1.0, 2.0, 3.0], [0.0, 0.0, half, half], [4.0, 5.0, 0.0]))?;
/// let scaled = ScaledBoxStore::from_boxes(&boxes)?;
/// assert_eq!(scaled.axes(0)[0].0, [0.0, 4.0, 0.0, 4.0]);
/// assert_eq!(scaled.axes(2)[0].0, [0.0, 0.0, 1.0, 0.0]);
/// # Ok::<(), octosat::BoxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScaledBoxStore {
    // Invariants: the columns have one length, at most `MOST_BOXES`, and every row was checked.
    pub(super) centers: Vec<Row>,
    pub(super) axes: [Vec<Row>; 3],
}

impl ScaledBoxStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { centers: Vec::new(), axes: [Vec::new(), Vec::new(), Vec::new()] }
    }

    /// An empty store with room for a number of boxes.
    #[must_use]
    pub fn with_capacity(boxes: usize) -> Self {
        let mut store = Self::new();
        store.reserve(boxes);
        store
    }

    /// Makes room for a number of further boxes.
    pub fn reserve(&mut self, additional: usize) {
        self.centers.reserve(additional);
        for column in &mut self.axes {
            column.reserve(additional);
        }
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// Removes every box and keeps the memory.
    pub fn clear(&mut self) {
        self.centers.clear();
        for column in &mut self.axes {
            column.clear();
        }
    }

    /// Appends a box and returns its index.
    ///
    /// The axes are kept as they are, but for components below
    /// [`SMALLEST_COMPONENT`](crate::tolerances::SMALLEST_COMPONENT) of the axis' length, which become
    /// zero.
    ///
    /// # Errors
    /// A box that [`ScaledBoxView::new`] would refuse, or a full store.
    pub fn insert(&mut self, scaled_box: ScaledBox) -> Result<u32, BoxError> {
        let index = self.len();
        check_room(index, 1).map_err(|error| error.at(index))?;
        scaled_box.check(index)?;
        self.centers.push(row_of(scaled_box.center));
        for (column, row) in self.axes.iter_mut().zip(scaled_box.axes) {
            column.push(Row(stored_axis(row)));
        }
        Ok(last_index(self.len()))
    }

    /// Moves a box and keeps its half extents.
    ///
    /// # Errors
    /// No box of that index, a centre beyond the limit, or a rotation that is not finite or off unit
    /// length.
    pub fn set_pose(&mut self, index: u32, pose: BoxPose) -> Result<(), BoxError> {
        let at = self.position(index)?;
        check(at, pose.center, Center::OF_SCALED)?;
        check(at, pose.rotation, Rotation::OF_BOX)?;
        self.centers[at] = row_of(pose.center);
        let rotation = rotation::stored(pose.rotation);
        for (k, column) in self.axes.iter_mut().enumerate() {
            column[at] = Row(axis_row(rotation::axis(rotation, k), column[at].0[3]));
        }
        Ok(())
    }

    /// Resizes a box and keeps its pose.
    ///
    /// # Errors
    /// No box of that index, or half extents that are refused.
    pub fn set_half_extents(&mut self, index: u32, half_extents: [f32; 3]) -> Result<(), BoxError> {
        let at = self.position(index)?;
        check(at, half_extents, HalfExtents::OF_SCALED)?;
        // Stored axes are perpendicular up to rounding; making them exactly so here keeps many
        // changes of size from adding up.
        let axes: [Row; 3] = core::array::from_fn(|k| self.axes[k][at]);
        let frame = Frame::of_columns(axes.map(first_three)).map_err(|error| error.at(at))?;
        for (k, column) in self.axes.iter_mut().enumerate() {
            column[at] = Row(axis_row(frame.directions[k], half_extents[k]));
        }
        Ok(())
    }

    /// The box of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<ScaledBox> {
        let at = index as usize;
        let center = first_three(*self.centers.get(at)?);
        Some(ScaledBox { center, axes: core::array::from_fn(|k| self.axes[k][at].0) })
    }

    /// The boxes in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = ScaledBox> + '_ {
        let [first, second, third] = &self.axes;
        self.centers.iter().zip(first).zip(second).zip(third).map(|(((center, a), b), c)| {
            ScaledBox { center: first_three(*center), axes: [a.0, b.0, c.0] }
        })
    }

    /// Removes a box, and gives its index to the last one; `None` if there is no such box.
    pub fn swap_remove(&mut self, index: u32) -> Option<ScaledBox> {
        let removed = self.get(index)?;
        self.centers.swap_remove(index as usize);
        for column in &mut self.axes {
            column.swap_remove(index as usize);
        }
        Some(removed)
    }

    /// Removes a box and lowers every later index by one; `None` if there is no such box.
    ///
    /// Takes time in proportion to the number of later boxes.
    pub fn remove(&mut self, index: u32) -> Option<ScaledBox> {
        let removed = self.get(index)?;
        self.centers.remove(index as usize);
        for column in &mut self.axes {
            column.remove(index as usize);
        }
        Some(removed)
    }

    /// The centres: x, y, z in metres and a zero.
    #[must_use]
    pub fn centers(&self) -> &[Row] {
        &self.centers
    }

    /// The column of axis 0, 1 or 2: its direction times the half extent, and the half extent.
    ///
    /// # Panics
    /// If `axis` is not below three.
    #[must_use]
    pub fn axes(&self, axis: usize) -> &[Row] {
        &self.axes[axis]
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> ScaledBoxView<'_> {
        let [first, second, third] = &self.axes;
        ScaledBoxView::of_checked([&self.centers, first, second, third])
    }

    fn position(&self, index: u32) -> Result<usize, BoxError> {
        let at = index as usize;
        if at < self.len() { Ok(at) } else { Err(BoxError::out_of_range(index, self.len())) }
    }
}
