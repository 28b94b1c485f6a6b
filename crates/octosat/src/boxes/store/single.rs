//! The store of any layout, and its methods for one box at a time.

use octosat_lanes::Row;

use crate::boxes::error::{BoxError, BoxField, BoxProblem};
use crate::boxes::layout::Layout;

/// The largest number of boxes: every index fits 32 bits.
pub(crate) const MOST_BOXES: usize = u32::MAX as usize;

/// Boxes in columns of 16-byte rows, in one of three layouts: [`BoxStore`](super::BoxStore),
/// `ScaledBoxStore`, and `RectangleStore` for the plane.
///
/// All values are checked when they enter, so that kernels need no checks. What is said of boxes also holds for
/// rectangles. Storing what a store returned changes no bit.
///
/// With the feature `parallel`, a call that is made inside a rayon pool splits work on 65,536 boxes or more over the
/// threads of that pool. All other calls stay on the calling thread. The bits are the same.
#[derive(Clone, Debug)]
pub struct Store<L: Layout> {
    // Invariants: the columns have one length, at most `MOST_BOXES`, and every row was checked.
    pub(crate) columns: L::Columns,
}

impl<L: Layout> Default for Store<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: Layout> PartialEq for Store<L> {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
    }
}

/// Fails if a store of `len` boxes has no room for `more`.
pub(super) fn check_room(len: usize, more: usize) -> Result<(), BoxError> {
    if more <= MOST_BOXES - len {
        return Ok(());
    }
    let problem = BoxProblem::TooMany { limit: MOST_BOXES };
    Err(BoxError::new(MOST_BOXES - len, BoxField::Index, problem))
}

impl<L: Layout> Store<L> {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { columns: L::EMPTY }
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
        for column in self.columns.as_mut() {
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
        for column in self.columns.as_mut() {
            column.clear();
        }
    }

    /// Appends a box and returns its index.
    ///
    /// # Errors
    /// A full store, or a box with a value that the layout does not accept: a value that is not finite, a negative
    /// half extent, a length beyond the limit, or a rotation that is not of unit length. Nothing is appended then.
    #[expect(clippy::cast_possible_truncation, reason = "a store holds at most u32::MAX boxes")]
    pub fn insert(&mut self, item: L::Item) -> Result<u32, BoxError> {
        let index = self.len();
        let room = check_room(index, 1).map_err(|error| error.at(index));
        room.and_then(|()| L::check(index, &item)).map_err(|error| error.of(L::NAME))?;
        self.push(1, |_| item);
        Ok(index as u32)
    }

    /// Moves a box and keeps its half extents.
    ///
    /// # Errors
    /// No box of that index, or a pose that [`insert`](Self::insert) would reject.
    pub fn set_pose(&mut self, index: u32, pose: L::Pose) -> Result<(), BoxError> {
        let at = self.position(index)?;
        L::check_pose(at, pose).map_err(|error| error.of(L::NAME))?;
        L::write_pose(&mut self.columns, at, L::normalized(pose));
        Ok(())
    }

    /// Resizes a box and keeps its pose.
    ///
    /// # Errors
    /// No box of that index, or half extents that [`insert`](Self::insert) would reject.
    pub fn set_half_extents(
        &mut self,
        index: u32,
        half_extents: L::Vector,
    ) -> Result<(), BoxError> {
        let at = self.position(index)?;
        let resized = L::resized(self.item(at), half_extents);
        let item = resized.map_err(|error| error.at(at).of(L::NAME))?;
        L::write(&mut self.columns, at..at + 1, |_| item);
        Ok(())
    }

    /// The box of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<L::Item> {
        self.position(index).ok().map(|at| self.item(at))
    }

    /// The boxes in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = L::Item> + '_ {
        (0..self.len()).map(|at| self.item(at))
    }

    /// Removes a box and returns it; the last box gets its index. `None` if there is no such box.
    pub fn swap_remove(&mut self, index: u32) -> Option<L::Item> {
        let removed = self.get(index)?;
        for column in self.columns.as_mut() {
            column.swap_remove(index as usize);
        }
        Some(removed)
    }

    /// Removes a box and returns it; every later index is lowered by one. `None` if there is no such box.
    ///
    /// Takes time in proportion to the number of later boxes.
    pub fn remove(&mut self, index: u32) -> Option<L::Item> {
        let removed = self.get(index)?;
        for column in self.columns.as_mut() {
            column.remove(index as usize);
        }
        Some(removed)
    }

    pub(crate) fn column(&self, number: usize) -> &[Row] {
        &self.columns.as_ref()[number]
    }

    pub(crate) fn floats(&self, column: usize) -> &[[f32; 4]] {
        bytemuck::cast_slice(self.column(column))
    }

    #[inline(always)]
    pub(super) fn item(&self, at: usize) -> L::Item {
        L::item(&self.columns, at)
    }

    fn position(&self, index: u32) -> Result<usize, BoxError> {
        let at = index as usize;
        if at < self.len() {
            return Ok(at);
        }
        Err(BoxError::out_of_range(index, self.len()).of(L::NAME))
    }

    /// Appends boxes that were checked.
    pub(super) fn push(&mut self, count: usize, item: impl Fn(usize) -> L::Item + Send + Sync) {
        let first = self.len();
        for column in self.columns.as_mut() {
            column.resize(first + count, Row::default());
        }
        L::write(&mut self.columns, first..first + count, item);
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
        assert_eq!(error.problem, BoxProblem::TooMany { limit: most });
        let words = "box 2: index is beyond the 4294967295 rows that indices can name";
        assert_eq!(error.to_string(), words);
    }
}
