//! The store of boxes: one box at a time.

use octosat_lanes::Row;

use super::checks::{Center, HalfExtents, Rotation, check};
use super::{BoxPose, MOST_BOXES, OrientedBox, rotation};
use crate::error::{BoxError, BoxField, BoxProblem};
use crate::view::BoxView;

/// Boxes of a centre, a rotation and half extents, each in its own column of 16-byte rows.
///
/// Everything that enters is checked, so that a kernel never has to. Rotations are normalised in
/// `f64` on the way in; components of a rotation below
/// [`SMALLEST_COMPONENT`](crate::tolerances::SMALLEST_COMPONENT) become zero. Storing what the store
/// returned changes no bit.
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
/// # Ok::<(), octosat::BoxError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxStore {
    // Invariants: the columns have one length, at most `MOST_BOXES`, and every row was checked.
    pub(super) centers: Vec<Row>,
    pub(super) rotations: Vec<Row>,
    pub(super) half_extents: Vec<Row>,
}

/// A row of three values and a zero; adding zero makes a negative zero positive.
#[inline(always)]
pub(super) fn row_of(value: [f32; 3]) -> Row {
    let [x, y, z] = value;
    Row([x + 0.0, y + 0.0, z + 0.0, 0.0])
}

#[inline(always)]
pub(super) fn first_three(row: Row) -> [f32; 3] {
    let [x, y, z, _] = row.0;
    [x, y, z]
}

/// Fails if a store of `len` boxes has no room for `more`.
pub(super) fn check_room(len: usize, more: usize) -> Result<(), BoxError> {
    if more <= MOST_BOXES - len {
        return Ok(());
    }
    let problem = BoxProblem::TooMany { limit: MOST_BOXES };
    Err(BoxError::new(MOST_BOXES - len, BoxField::Index, problem))
}

/// The index of the last of `len` boxes.
#[expect(clippy::cast_possible_truncation, reason = "a store holds at most u32::MAX boxes")]
pub(super) fn last_index(len: usize) -> u32 {
    len.saturating_sub(1) as u32
}

impl BoxStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { centers: Vec::new(), rotations: Vec::new(), half_extents: Vec::new() }
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
        self.rotations.reserve(additional);
        self.half_extents.reserve(additional);
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
        self.rotations.clear();
        self.half_extents.clear();
    }

    /// Appends a box and returns its index.
    ///
    /// # Errors
    /// A value that is not finite, a negative half extent, a length beyond
    /// [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH), a rotation off unit length by more than
    /// [`ROTATION_LENGTH_TOLERANCE`](crate::tolerances::ROTATION_LENGTH_TOLERANCE), or a full store.
    pub fn insert(&mut self, oriented_box: OrientedBox) -> Result<u32, BoxError> {
        let index = self.len();
        check_room(index, 1).map_err(|error| error.at(index))?;
        let OrientedBox { pose, half_extents } = oriented_box;
        check_pose(index, pose)?;
        check(index, half_extents, HalfExtents::OF_BOX)?;
        self.centers.push(row_of(pose.center));
        self.rotations.push(Row(rotation::stored(pose.rotation)));
        self.half_extents.push(row_of(half_extents));
        Ok(last_index(self.len()))
    }

    /// Moves a box.
    ///
    /// # Errors
    /// No box of that index, or a pose that [`insert`](Self::insert) would refuse.
    pub fn set_pose(&mut self, index: u32, pose: BoxPose) -> Result<(), BoxError> {
        let at = self.position(index)?;
        check_pose(at, pose)?;
        self.centers[at] = row_of(pose.center);
        self.rotations[at] = Row(rotation::stored(pose.rotation));
        Ok(())
    }

    /// Resizes a box.
    ///
    /// # Errors
    /// No box of that index, or half extents that [`insert`](Self::insert) would refuse.
    pub fn set_half_extents(&mut self, index: u32, half_extents: [f32; 3]) -> Result<(), BoxError> {
        let at = self.position(index)?;
        check(at, half_extents, HalfExtents::OF_BOX)?;
        self.half_extents[at] = row_of(half_extents);
        Ok(())
    }

    /// The box of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<OrientedBox> {
        let at = index as usize;
        Some(stored_box(
            *self.centers.get(at)?,
            *self.rotations.get(at)?,
            *self.half_extents.get(at)?,
        ))
    }

    /// The boxes in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = OrientedBox> + '_ {
        self.centers
            .iter()
            .zip(&self.rotations)
            .zip(&self.half_extents)
            .map(|((center, rotation), half_extents)| stored_box(*center, *rotation, *half_extents))
    }

    /// Removes a box, and gives its index to the last one; `None` if there is no such box.
    pub fn swap_remove(&mut self, index: u32) -> Option<OrientedBox> {
        let removed = self.get(index)?;
        let at = index as usize;
        self.centers.swap_remove(at);
        self.rotations.swap_remove(at);
        self.half_extents.swap_remove(at);
        Some(removed)
    }

    /// Removes a box and lowers every later index by one; `None` if there is no such box.
    ///
    /// Takes time in proportion to the number of later boxes.
    pub fn remove(&mut self, index: u32) -> Option<OrientedBox> {
        let removed = self.get(index)?;
        let at = index as usize;
        self.centers.remove(at);
        self.rotations.remove(at);
        self.half_extents.remove(at);
        Some(removed)
    }

    /// The centres: x, y, z in metres and a zero.
    #[must_use]
    pub fn centers(&self) -> &[Row] {
        &self.centers
    }

    /// The rotations: unit quaternions x, y, z, w, box to world.
    #[must_use]
    pub fn rotations(&self) -> &[Row] {
        &self.rotations
    }

    /// The half extents along the box's own axes, in metres, and a zero.
    #[must_use]
    pub fn half_extents(&self) -> &[Row] {
        &self.half_extents
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> BoxView<'_> {
        BoxView::of_checked([&self.centers, &self.rotations, &self.half_extents])
    }

    fn position(&self, index: u32) -> Result<usize, BoxError> {
        let at = index as usize;
        if at < self.len() { Ok(at) } else { Err(BoxError::out_of_range(index, self.len())) }
    }
}

fn check_pose(index: usize, pose: BoxPose) -> Result<(), BoxError> {
    check(index, pose.center, Center::OF_BOX)?;
    check(index, pose.rotation, Rotation::OF_BOX)
}

fn stored_box(center: Row, rotation: Row, half_extents: Row) -> OrientedBox {
    OrientedBox::new(first_three(center), rotation.0, first_three(half_extents))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::store::rotation::tests::samples;

    /// Boxes with different values everywhere.
    pub(in crate::store) fn boxes(count: usize) -> Vec<OrientedBox> {
        let rotations = samples(count, 1.0003);
        (0_u16..)
            .zip(rotations)
            .map(|(number, rotation)| {
                let x = f32::from(number);
                OrientedBox::new([x, 2.0 * x, -x], rotation, [x * 0.25, 0.0, 1.0 + x])
            })
            .collect()
    }

    fn store(count: usize) -> BoxStore {
        let mut store = BoxStore::new();
        for (index, oriented_box) in (0..).zip(boxes(count)) {
            assert_eq!(store.insert(oriented_box), Ok(index));
        }
        store
    }

    #[test]
    fn storing_what_get_returned_keeps_every_bit() {
        let mut again = BoxStore::with_capacity(500);
        let store = store(500);
        for oriented_box in store.iter() {
            again.insert(oriented_box).unwrap();
        }
        let bits = |rows: &[Row]| bytemuck::cast_slice::<Row, u32>(rows).to_vec();
        assert_eq!(bits(store.rotations()), bits(again.rotations()));
        assert_eq!(store, again);
    }

    #[test]
    fn a_refused_box_changes_nothing() {
        let mut store = store(3);
        let before = store.clone();
        let good = boxes(1)[0];
        let mut bad = good;
        bad.pose.center[1] = f32::NAN;
        let error = store.insert(bad).unwrap_err();
        assert_eq!((error.index, error.field), (3, BoxField::Center));
        assert_eq!(store.set_pose(1, bad.pose).unwrap_err().index, 1);
        bad = good;
        bad.pose.rotation = [0.0; 4];
        assert_eq!(store.insert(bad).unwrap_err().field, BoxField::Rotation);
        assert_eq!(store.set_pose(2, bad.pose).unwrap_err().field, BoxField::Rotation);
        bad = good;
        bad.half_extents[2] = -1.0;
        assert_eq!(store.insert(bad).unwrap_err().field, BoxField::HalfExtents);
        let error = store.set_half_extents(0, bad.half_extents).unwrap_err();
        assert_eq!((error.index, error.field), (0, BoxField::HalfExtents));
        let out_of_range = BoxProblem::OutOfRange { len: 3 };
        assert_eq!(store.set_pose(3, good.pose).unwrap_err().problem, out_of_range);
        assert_eq!(store.set_half_extents(9, [1.0; 3]).unwrap_err().problem, out_of_range);
        assert_eq!(store, before);
    }

    #[test]
    fn setting_changes_one_box() {
        let mut store = store(4);
        let before = store.clone();
        store.set_pose(2, BoxPose::IDENTITY).unwrap();
        store.set_half_extents(2, [-0.0, 1.0, 2.0]).unwrap();
        assert_eq!(store.get(2).unwrap().pose, BoxPose::IDENTITY);
        assert_eq!(store.half_extents()[2].0.map(f32::to_bits)[0], 0);
        assert_eq!(store.get(1), before.get(1));
        assert_eq!(store.get(3), before.get(3));
        assert_eq!(store.get(4), None);
    }

    #[test]
    fn removal_with_and_without_order() {
        let all: Vec<_> = store(5).iter().collect();
        let mut ordered = store(5);
        assert_eq!(ordered.remove(1), Some(all[1]));
        assert_eq!(ordered.iter().collect::<Vec<_>>(), [all[0], all[2], all[3], all[4]]);
        let mut swapped = store(5);
        assert_eq!(swapped.swap_remove(1), Some(all[1]));
        assert_eq!(swapped.iter().collect::<Vec<_>>(), [all[0], all[4], all[2], all[3]]);
        assert_eq!(ordered.remove(4), None);
        assert_eq!(swapped.swap_remove(4), None);
        assert_eq!(swapped.view().len(), 4);
        swapped.clear();
        assert!(swapped.is_empty() && swapped.view().is_empty());
    }

    #[test]
    fn room_ends_where_indices_do() {
        assert_eq!(check_room(MOST_BOXES - 2, 2), Ok(()));
        let error = check_room(MOST_BOXES - 2, 3).unwrap_err();
        assert_eq!(error.problem, BoxProblem::TooMany { limit: MOST_BOXES });
        assert_eq!(error.index, 2);
    }
}
