//! The store of boxes, and its methods for one box at a time.

use alloc::vec::Vec;

use octosat_lanes::Row;

use super::columns::{first_three, row_of, rows};
use super::oriented::{BoxPose, OrientedBox};
use crate::boxes::checks::{BOX, HalfExtents, POSE, check};
use crate::boxes::view::BoxView;
use crate::error::{Error, ErrorKind};

/// The largest number of boxes: every index fits 32 bits.
pub(crate) const MOST_BOXES: usize = u32::MAX as usize;

/// Stores boxes as center, rotation and half extents, each in its own column of 16-byte rows.
///
/// Rotations are normalized in `f64` when they enter, and components of a rotation below 1e-9 become zero. A store
/// accepts lengths up to 1e12 m, and rotations whose squared length is within 1e-3 of one. All values are checked when
/// they enter, so that kernels need no checks. Storing what a store returned changes no bit.
///
/// With the feature `parallel`, a call that is made inside a rayon pool splits work on 65,536 boxes or more over the
/// threads of that pool. All other calls stay on the calling thread. The bits are the same.
///
/// # Example
/// ```
/// use octosat::{BoxPose, BoxStore, OrientedBox};
/// let mut store = BoxStore::new();
/// let first = store.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [0.5; 3]))?;
/// store.set_pose(first, BoxPose::new([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0]))?;
/// // The columns read as plain floats, four to a row.
/// let centers: &[f32] = bytemuck::cast_slice(store.centers());
/// assert_eq!(centers, [1.0, 2.0, 3.0, 0.0]);
/// # Ok::<(), octosat::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxStore {
    // Invariants: the columns have one length, at most `MOST_BOXES`, and every row was checked.
    pub(crate) columns: [Vec<Row>; 3],
}

/// Fails if a store of `len` boxes has no room for `more`.
pub(crate) fn check_room(len: usize, more: usize) -> Result<(), Error> {
    if more <= MOST_BOXES - len {
        return Ok(());
    }
    let why = format_args!("is beyond the {MOST_BOXES} rows that indices can name");
    Err(Error::of_box("index", why).of_kind(ErrorKind::Length).at(MOST_BOXES - len))
}

impl BoxStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { columns: [const { Vec::new() }; 3] }
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
        for column in &mut self.columns {
            column.reserve(additional);
        }
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.column(0).len()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes every box and keeps the memory.
    pub fn clear(&mut self) {
        for column in &mut self.columns {
            column.clear();
        }
    }

    /// Appends a box and returns its index.
    ///
    /// # Errors
    /// A full store, or a box with a value that is not accepted: one that is not finite, a negative
    /// half extent, a length beyond the limit, or a rotation that is not of unit length. Nothing is appended then.
    #[expect(clippy::cast_possible_truncation, reason = "a store holds at most u32::MAX boxes")]
    pub fn insert(&mut self, item: OrientedBox) -> Result<u32, Error> {
        let index = self.len();
        let room = check_room(index, 1).map_err(|error| error.at(index));
        room.and_then(|()| check(index, item.parts(), BOX))
            .map_err(|error| error.of(Self::NAME))?;
        self.push(1, |_| item);
        Ok(index as u32)
    }

    /// Moves a box and keeps its half extents.
    ///
    /// # Errors
    /// No box of that index, or a pose that [`insert`](Self::insert) would reject.
    pub fn set_pose(&mut self, index: u32, pose: BoxPose) -> Result<(), Error> {
        let at = self.position(index)?;
        check(at, pose.parts(), POSE).map_err(|error| error.of(Self::NAME))?;
        self.write_pose(at, pose.normalized());
        Ok(())
    }

    /// Resizes a box and keeps its pose.
    ///
    /// # Errors
    /// No box of that index, or half extents that [`insert`](Self::insert) would reject.
    pub fn set_half_extents(&mut self, index: u32, half_extents: [f32; 3]) -> Result<(), Error> {
        let at = self.position(index)?;
        check(at, half_extents, HalfExtents::OF_BOX).map_err(|error| error.of(Self::NAME))?;
        let [.., column] = &mut self.columns;
        column[at] = row_of(half_extents);
        Ok(())
    }

    /// The box of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<OrientedBox> {
        self.position(index).ok().map(|at| self.item(at))
    }

    /// The boxes in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = OrientedBox> + '_ {
        (0..self.len()).map(|at| self.item(at))
    }

    /// Removes a box and returns it; the last box gets its index. `None` if there is no such box.
    pub fn swap_remove(&mut self, index: u32) -> Option<OrientedBox> {
        let removed = self.get(index)?;
        for column in &mut self.columns {
            column.swap_remove(index as usize);
        }
        Some(removed)
    }

    /// Removes a box and returns it; every later index is lowered by one. `None` if there is no such box.
    ///
    /// Takes time in proportion to the number of later boxes.
    pub fn remove(&mut self, index: u32) -> Option<OrientedBox> {
        let removed = self.get(index)?;
        for column in &mut self.columns {
            column.remove(index as usize);
        }
        Some(removed)
    }

    /// The centers: x, y, z in meters and a zero.
    #[must_use]
    pub fn centers(&self) -> &[[f32; 4]] {
        self.floats(0)
    }

    /// The rotations: unit quaternions x, y, z, w, box to world.
    #[must_use]
    pub fn rotations(&self) -> &[[f32; 4]] {
        self.floats(1)
    }

    /// The half extents along the box's own axes, in meters, and a zero.
    #[must_use]
    pub fn half_extents(&self) -> &[[f32; 4]] {
        self.floats(2)
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> BoxView<'_> {
        BoxView::of_checked(&self.columns)
    }

    pub(crate) fn column(&self, number: usize) -> &[Row] {
        &self.columns[number]
    }

    pub(crate) fn floats(&self, column: usize) -> &[[f32; 4]] {
        bytemuck::cast_slice(self.column(column))
    }

    #[inline(always)]
    pub(crate) fn item(&self, at: usize) -> OrientedBox {
        let [center, rotation, half_extents] = rows(&self.columns, at);
        OrientedBox::new(first_three(center), rotation.0, first_three(half_extents))
    }

    fn position(&self, index: u32) -> Result<usize, Error> {
        let at = index as usize;
        if at < self.len() {
            return Ok(at);
        }
        Err(Error::out_of_range(index, self.len()).of(Self::NAME))
    }

    /// Appends boxes that were checked.
    pub(crate) fn push(&mut self, count: usize, item: impl Fn(usize) -> OrientedBox + Send + Sync) {
        let first = self.len();
        for column in &mut self.columns {
            column.resize(first + count, Row::default());
        }
        self.write(first..first + count, item);
    }
}

impl<'a> From<&'a BoxStore> for BoxView<'a> {
    fn from(store: &'a BoxStore) -> Self {
        store.view()
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn room_ends_where_indices_do() {
        let most = u32::MAX as usize;
        assert_eq!(check_room(most - 2, 2), Ok(()));
        let error = check_room(most - 2, 3).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Length);
        let words = "box 2: index is beyond the 4294967295 rows that indices can name";
        assert_eq!(error.to_string(), words);
    }
}
