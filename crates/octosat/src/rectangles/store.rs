//! The store of rectangles.

use alloc::vec::Vec;

use octosat_lanes::Row;

use super::rectangle::{NAME, Rectangle, RectanglePose, in_space, of_rectangle, quaternion};
use super::view::RectangleView;
use crate::boxes::checks::{BOX, HalfExtents, POSE, check, check_each};
use crate::boxes::rotation;
use crate::boxes::store::columns::{rows, update};
use crate::boxes::store::single::check_room;
use crate::error::Error;

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
/// # Ok::<(), octosat::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RectangleStore {
    // Invariants: the columns have one length, that of a box store at most, and every row was checked.
    columns: [Vec<Row>; 2],
}

/// The name of a rectangle of a list that was passed, in errors.
const GIVEN: &str = "given rectangle";

impl RectangleStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { columns: [const { Vec::new() }; 2] }
    }

    /// An empty store with room for a number of rectangles.
    #[must_use]
    pub fn with_capacity(rectangles: usize) -> Self {
        Self { columns: [Vec::with_capacity(rectangles), Vec::with_capacity(rectangles)] }
    }

    /// Makes a store of rectangles from three slices, each with one entry per rectangle.
    ///
    /// # Errors
    /// Slices of different lengths, or a rectangle that [`insert`](Self::insert) would reject. The error is about the first
    /// such rectangle, and its index counts within the slices.
    pub fn from_slices(
        centers: &[[f32; 2]],
        rotations: &[[f32; 2]],
        half_extents: &[[f32; 2]],
    ) -> Result<Self, Error> {
        let count = centers.len();
        Error::check_length("rotation", count, rotations.len())
            .and_then(|()| Error::check_length("half extents", count, half_extents.len()))
            .map_err(|error| error.of(GIVEN))?;
        let mut store = Self::new();
        store.append(count, |at| Rectangle::new(centers[at], rotations[at], half_extents[at]))?;
        Ok(store)
    }

    /// Appends a rectangle and returns its index.
    ///
    /// # Errors
    /// A full store, or a rectangle with a value that is not accepted: one that is not finite, a negative half extent, a
    /// length beyond the limit, or a rotation that is not of unit length. Nothing is appended then.
    #[expect(clippy::cast_possible_truncation, reason = "a store holds at most u32::MAX boxes")]
    pub fn insert(&mut self, item: Rectangle) -> Result<u32, Error> {
        let index = self.len();
        check_room(index, 1)
            .map_err(|error| error.at(index))
            .and_then(|()| check(index, parts(item), BOX))
            .map_err(of_rectangle)?;
        self.push(1, |_| item);
        Ok(index as u32)
    }

    /// Appends rectangles: all of them, or on error none.
    ///
    /// # Errors
    /// A rectangle that [`insert`](Self::insert) would reject, or no room for all. The error's index
    /// counts within the slice.
    pub fn extend_from_rectangles(&mut self, rectangles: &[Rectangle]) -> Result<(), Error> {
        self.append(rectangles.len(), |at| rectangles[at])
    }

    /// The number of rectangles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there is no rectangle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes every rectangle and keeps the memory.
    pub fn clear(&mut self) {
        for column in &mut self.columns {
            column.clear();
        }
    }

    /// The rectangle of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<Rectangle> {
        self.position(index).ok().map(|at| self.item(at))
    }

    /// The rectangles in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rectangle> + '_ {
        (0..self.len()).map(|at| self.item(at))
    }

    /// Removes a rectangle and returns it; the last one gets its index. `None` if there is no such rectangle.
    pub fn swap_remove(&mut self, index: u32) -> Option<Rectangle> {
        let removed = self.get(index)?;
        for column in &mut self.columns {
            column.swap_remove(index as usize);
        }
        Some(removed)
    }

    /// Moves a rectangle and keeps its half extents.
    ///
    /// # Errors
    /// No rectangle of that index, or a pose that [`insert`](Self::insert) would reject.
    pub fn set_pose(&mut self, index: u32, pose: RectanglePose) -> Result<(), Error> {
        let at = self.position(index)?;
        check(at, parts_of(pose), POSE).map_err(of_rectangle)?;
        self.columns[0][at] = pose_row(pose);
        Ok(())
    }

    /// Resizes a rectangle and keeps its pose.
    ///
    /// # Errors
    /// No rectangle of that index, or half extents that [`insert`](Self::insert) would reject.
    pub fn set_half_extents(&mut self, index: u32, half_extents: [f32; 2]) -> Result<(), Error> {
        let at = self.position(index)?;
        check(at, in_space(half_extents), HalfExtents::OF_BOX).map_err(of_rectangle)?;
        self.columns[1][at] = extents_row(half_extents);
        Ok(())
    }

    /// Moves every rectangle, for the next frame: all of them, or on error none. Allocates nothing.
    ///
    /// # Errors
    /// Slices of another length than the store, or a pose that [`insert`](Self::insert) would reject. The error is
    /// about the first such pose, and its index counts within the slices.
    pub fn set_poses(&mut self, centers: &[[f32; 2]], rotations: &[[f32; 2]]) -> Result<(), Error> {
        let count = self.len();
        Error::check_length("center", count, centers.len())
            .and_then(|()| Error::check_length("rotation", count, rotations.len()))
            .map_err(|error| error.of(GIVEN))?;
        let pose = |at: usize| RectanglePose::new(centers[at], rotations[at]);
        check_each(count, |at| parts_of(pose(at)), POSE).map_err(|error| error.of(GIVEN))?;
        let [poses, _] = &mut self.columns;
        update(core::array::from_mut(poses), 0..count, |at, [row]| *row = pose_row(pose(at)));
        Ok(())
    }

    /// Moves every rectangle to the next pose of an iterator: all of them, or on error none. Allocates
    /// nothing.
    ///
    /// The iterator is cloned and run twice, to check all poses before the first is written; both
    /// runs must give the same poses.
    ///
    /// # Errors
    /// More or fewer poses than rectangles (surplus poses after the first are not counted), or a pose that
    /// [`insert`](Self::insert) would reject. The error's index counts the poses.
    pub fn set_poses_from_iter(
        &mut self,
        poses: impl IntoIterator<Item = RectanglePose, IntoIter: Clone>,
    ) -> Result<(), Error> {
        let poses = poses.into_iter();
        let mut found = 0;
        for pose in poses.clone().take(self.len() + 1) {
            check(found, parts_of(pose), POSE).map_err(|error| error.of(GIVEN))?;
            found += 1;
        }
        Error::check_length("pose", self.len(), found).map_err(|error| error.of(GIVEN))?;
        for (row, pose) in self.columns[0].iter_mut().zip(poses) {
            *row = pose_row(pose);
        }
        Ok(())
    }

    /// The poses: x and y of the center in meters, cosine and sine of the rotation.
    #[must_use]
    pub fn poses(&self) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.columns[0])
    }

    /// The half extents along the rectangle's own axes, in meters, and two zeros.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.columns[1])
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> RectangleView<'_> {
        RectangleView::of_store(&self.columns)
    }

    fn item(&self, at: usize) -> Rectangle {
        let [pose, half_extents] = rows(&self.columns, at);
        let [x, y, cosine, sine] = pose.0;
        let [half_x, half_y, ..] = half_extents.0;
        Rectangle::new([x, y], [cosine, sine], [half_x, half_y])
    }

    fn position(&self, index: u32) -> Result<usize, Error> {
        let at = index as usize;
        if at < self.len() {
            return Ok(at);
        }
        Err(Error::out_of_range(index, self.len()).of(NAME))
    }

    /// Appends the rectangles of the numbers below `count`.
    fn append(
        &mut self,
        count: usize,
        item: impl Fn(usize) -> Rectangle + Send + Sync,
    ) -> Result<(), Error> {
        check_room(self.len(), count)
            .and_then(|()| check_each(count, |at| parts(item(at)), BOX))
            .map_err(|error| error.of(GIVEN))?;
        self.push(count, item);
        Ok(())
    }

    /// Appends rectangles that were checked.
    fn push(&mut self, count: usize, item: impl Fn(usize) -> Rectangle + Send + Sync) {
        let first = self.len();
        for column in &mut self.columns {
            column.resize(first + count, Row::default());
        }
        update(&mut self.columns, first..first + count, |at, [pose, half_extents]| {
            let item = item(at);
            *pose = pose_row(item.pose);
            *half_extents = extents_row(item.half_extents);
        });
    }
}

/// What [`POSE`] is about.
#[inline(always)]
fn parts_of(pose: RectanglePose) -> ([f32; 3], [f32; 4]) {
    (in_space(pose.center), quaternion(pose.rotation))
}

/// What [`BOX`] is about.
#[inline(always)]
fn parts(item: Rectangle) -> (([f32; 3], [f32; 4]), [f32; 3]) {
    (parts_of(item.pose), in_space(item.half_extents))
}

/// The row of an accepted pose, normalized.
#[inline(always)]
fn pose_row(pose: RectanglePose) -> Row {
    let [x, y] = pose.center;
    let [cosine, sine, ..] = rotation::stored(quaternion(pose.rotation));
    Row([x + 0.0, y + 0.0, cosine, sine])
}

#[inline(always)]
fn extents_row([x, y]: [f32; 2]) -> Row {
    Row([x + 0.0, y + 0.0, 0.0, 0.0])
}

impl<'a> From<&'a RectangleStore> for RectangleView<'a> {
    fn from(store: &'a RectangleStore) -> Self {
        store.view()
    }
}
