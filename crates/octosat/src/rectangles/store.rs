//! The store of rectangles.

use octosat_lanes::Row;

use super::error::RectangleError;
use super::rectangle::{Rectangle, RectanglePose};
use super::view::RectangleView;
use crate::error::{BoxError, BoxField, BoxProblem};
use crate::store::checks::{Center, HalfExtents, Rotation, check};
use crate::store::rotation;

/// The largest number of rectangles: every index fits 32 bits.
const MOST_RECTANGLES: usize = u32::MAX as usize;

/// Rectangles in two columns of 16-byte rows: centre and rotation, and half extents.
///
/// Everything that enters is checked, so that a kernel never has to. Rotations are normalised in
/// `f64` on the way in; components of a rotation below
/// [`SMALLEST_COMPONENT`](crate::tolerances::SMALLEST_COMPONENT) become zero. Storing what the store
/// returned changes no bit.
///
/// # Example
/// ```
/// use octosat::{Rectangle, RectanglePose, RectangleStore};
/// let mut store = RectangleStore::new();
/// let first = store.insert(Rectangle::new([0.0; 2], [1.0, 0.0], [0.5, 2.0]))?;
/// store.set_pose(first, RectanglePose::new([1.0, 2.0], [0.6, 0.8]))?;
/// assert_eq!(store.poses()[0].0, [1.0, 2.0, 0.6, 0.8]);
/// # Ok::<(), octosat::RectangleError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RectangleStore {
    // Invariants: the columns have one length, at most `MOST_RECTANGLES`, and every row was checked.
    pub(super) poses: Vec<Row>,
    pub(super) half_extents: Vec<Row>,
}

impl RectangleStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { poses: Vec::new(), half_extents: Vec::new() }
    }

    /// An empty store with room for a number of rectangles.
    #[must_use]
    pub fn with_capacity(rectangles: usize) -> Self {
        let mut store = Self::new();
        store.reserve(rectangles);
        store
    }

    /// Makes room for a number of further rectangles.
    pub fn reserve(&mut self, additional: usize) {
        self.poses.reserve(additional);
        self.half_extents.reserve(additional);
    }

    /// The number of rectangles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.poses.len()
    }

    /// Whether there is no rectangle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.poses.is_empty()
    }

    /// Removes every rectangle and keeps the memory.
    pub fn clear(&mut self) {
        self.poses.clear();
        self.half_extents.clear();
    }

    /// Appends a rectangle and returns its index.
    ///
    /// # Errors
    /// A value that is not finite, a negative half extent, a length beyond
    /// [`MAX_LENGTH`](crate::tolerances::MAX_LENGTH), a rotation off unit length by more than
    /// [`ROTATION_LENGTH_TOLERANCE`](crate::tolerances::ROTATION_LENGTH_TOLERANCE), or a full store.
    pub fn insert(&mut self, rectangle: Rectangle) -> Result<u32, RectangleError> {
        let index = self.len();
        check_room(index, 1).map_err(|error| RectangleError { index, ..error })?;
        check_pose(index, rectangle.pose)?;
        check_half_extents(index, rectangle.half_extents)?;
        self.poses.push(row_of(rectangle.pose));
        self.half_extents.push(half_row(rectangle.half_extents));
        #[expect(clippy::cast_possible_truncation, reason = "there are at most u32::MAX")]
        Ok(index as u32)
    }

    /// Moves a rectangle.
    ///
    /// # Errors
    /// No rectangle of that index, or a pose that [`insert`](Self::insert) would refuse.
    pub fn set_pose(&mut self, index: u32, pose: RectanglePose) -> Result<(), RectangleError> {
        let at = self.position(index)?;
        check_pose(at, pose)?;
        self.poses[at] = row_of(pose);
        Ok(())
    }

    /// Resizes a rectangle.
    ///
    /// # Errors
    /// No rectangle of that index, or half extents that [`insert`](Self::insert) would refuse.
    pub fn set_half_extents(
        &mut self,
        index: u32,
        half_extents: [f32; 2],
    ) -> Result<(), RectangleError> {
        let at = self.position(index)?;
        check_half_extents(at, half_extents)?;
        self.half_extents[at] = half_row(half_extents);
        Ok(())
    }

    /// The rectangle of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<Rectangle> {
        let at = index as usize;
        Some(stored(self.poses.get(at)?, self.half_extents.get(at)?))
    }

    /// The rectangles in the order of their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rectangle> + '_ {
        self.poses.iter().zip(&self.half_extents).map(|(pose, half)| stored(pose, half))
    }

    /// Removes a rectangle, and gives its index to the last one; `None` if there is no such rectangle.
    pub fn swap_remove(&mut self, index: u32) -> Option<Rectangle> {
        let removed = self.get(index)?;
        self.poses.swap_remove(index as usize);
        self.half_extents.swap_remove(index as usize);
        Some(removed)
    }

    /// Removes a rectangle and lowers every later index by one; `None` if there is no such rectangle.
    ///
    /// Takes time in proportion to the number of later rectangles.
    pub fn remove(&mut self, index: u32) -> Option<Rectangle> {
        let removed = self.get(index)?;
        self.poses.remove(index as usize);
        self.half_extents.remove(index as usize);
        Some(removed)
    }

    /// The poses: x and y of the centre in metres, cosine and sine of the rotation.
    #[must_use]
    pub fn poses(&self) -> &[Row] {
        &self.poses
    }

    /// The half extents along the rectangle's own axes, in metres, and two zeros.
    #[must_use]
    pub fn half_extents(&self) -> &[Row] {
        &self.half_extents
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> RectangleView<'_> {
        RectangleView::of_checked([&self.poses, &self.half_extents])
    }

    fn position(&self, index: u32) -> Result<usize, RectangleError> {
        let at = index as usize;
        if at < self.len() { Ok(at) } else { Err(BoxError::out_of_range(index, self.len()).into()) }
    }
}

/// Fails if a store of `len` rectangles has no room for `more`.
pub(super) fn check_room(len: usize, more: usize) -> Result<(), RectangleError> {
    let room = MOST_RECTANGLES - len;
    if more <= room {
        return Ok(());
    }
    let problem = BoxProblem::TooMany { limit: MOST_RECTANGLES };
    Err(BoxError::new(room, BoxField::Index, problem).into())
}

fn check_pose(index: usize, pose: RectanglePose) -> Result<(), RectangleError> {
    check(index, in_space(pose.center), Center::OF_BOX)?;
    Ok(check(index, quaternion(pose.rotation), Rotation::OF_BOX)?)
}

fn check_half_extents(index: usize, half_extents: [f32; 2]) -> Result<(), RectangleError> {
    Ok(check(index, in_space(half_extents), HalfExtents::OF_BOX)?)
}

/// Two lengths as the three that the rules are about.
#[inline(always)]
pub(super) fn in_space([x, y]: [f32; 2]) -> [f32; 3] {
    [x, y, 0.0]
}

/// To a rule about lengths a complex number is a quaternion with two components of zero.
#[inline(always)]
pub(super) fn quaternion([cosine, sine]: [f32; 2]) -> [f32; 4] {
    [cosine, sine, 0.0, 0.0]
}

/// The row of a checked pose.
fn row_of(pose: RectanglePose) -> Row {
    let mut row = Row([0.0; 4]);
    place(&mut row, pose.center);
    turn(&mut row, pose.rotation);
    row
}

/// Writes a checked centre; adding zero makes a negative zero positive.
#[inline(always)]
pub(super) fn place(row: &mut Row, [x, y]: [f32; 2]) {
    row.0[0] = x + 0.0;
    row.0[1] = y + 0.0;
}

/// Writes a checked rotation as it is stored.
#[inline(always)]
pub(super) fn turn(row: &mut Row, rotation: [f32; 2]) {
    let [cosine, sine, ..] = rotation::stored(quaternion(rotation));
    row.0[2] = cosine;
    row.0[3] = sine;
}

pub(super) fn half_row([x, y]: [f32; 2]) -> Row {
    Row([x + 0.0, y + 0.0, 0.0, 0.0])
}

fn stored(pose: &Row, half_extents: &Row) -> Rectangle {
    let [x, y, cosine, sine] = pose.0;
    let [half_x, half_y, ..] = half_extents.0;
    Rectangle::new([x, y], [cosine, sine], [half_x, half_y])
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Rectangles with different values everywhere.
    pub(in crate::rectangles) fn rectangles(count: usize) -> Vec<Rectangle> {
        let numbers = (0..9001_u16).cycle().take(count).map(f32::from);
        numbers.map(|n| Rectangle::at_angle([n, -0.5 * n], 0.3 * n, [1.0 + n, 0.25 * n])).collect()
    }

    fn store(count: usize) -> RectangleStore {
        let mut store = RectangleStore::new();
        for (index, rectangle) in (0..).zip(rectangles(count)) {
            assert_eq!(store.insert(rectangle), Ok(index));
        }
        store
    }

    #[test]
    fn storing_what_get_returned_keeps_every_bit() {
        let mut again = RectangleStore::with_capacity(500);
        let store = store(500);
        for rectangle in store.iter() {
            again.insert(rectangle).unwrap();
        }
        let bits = |rows: &[Row]| bytemuck::cast_slice::<Row, u32>(rows).to_vec();
        assert_eq!(bits(store.poses()), bits(again.poses()));
        assert_eq!(store, again);
        assert_eq!(RectangleView::new(store.poses(), store.half_extents()).unwrap().len(), 500);
    }

    #[test]
    fn a_refused_rectangle_changes_nothing() {
        let mut store = store(20);
        let before = store.clone();
        let good = rectangles(2)[1];
        let bad = [
            (
                Rectangle { pose: RectanglePose { center: [0.0, f32::NAN], ..good.pose }, ..good },
                BoxField::Center,
            ),
            (
                Rectangle { pose: RectanglePose { center: [0.0, 3e12], ..good.pose }, ..good },
                BoxField::Center,
            ),
            (
                Rectangle { pose: RectanglePose { rotation: [1.0, 1.0], ..good.pose }, ..good },
                BoxField::Rotation,
            ),
            (
                Rectangle {
                    pose: RectanglePose { rotation: [f32::INFINITY, 0.0], ..good.pose },
                    ..good
                },
                BoxField::Rotation,
            ),
            (Rectangle { half_extents: [1.0, -1.0], ..good }, BoxField::HalfExtents),
        ];
        for (rectangle, field) in bad {
            let error = store.insert(rectangle).unwrap_err();
            assert_eq!((error.index, error.field), (20, field));
            assert_eq!(store.extend_from_rectangles(&[good, rectangle]).unwrap_err().index, 1);
            let error = if field == BoxField::HalfExtents {
                store.set_half_extents(3, rectangle.half_extents).unwrap_err()
            } else {
                store.set_pose(3, rectangle.pose).unwrap_err()
            };
            assert_eq!((error.index, error.field), (3, field));
        }
        let error = store.set_pose(20, RectanglePose::IDENTITY).unwrap_err();
        assert_eq!(error.to_string(), "rectangle 20: index is out of range of 20 rectangles");
        assert_eq!(store.set_half_extents(99, [1.0; 2]).unwrap_err().index, 99);
        assert_eq!(store, before);
    }

    #[test]
    fn setting_changes_one_rectangle() {
        let mut store = store(4);
        let before = store.clone();
        store.set_pose(2, RectanglePose::IDENTITY).unwrap();
        store.set_half_extents(2, [-0.0, 1.0]).unwrap();
        assert_eq!(store.get(2).unwrap().pose, RectanglePose::IDENTITY);
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
        assert_eq!(check_room(MOST_RECTANGLES - 2, 2), Ok(()));
        let error = check_room(MOST_RECTANGLES - 2, 3).unwrap_err();
        assert_eq!(error.problem, BoxProblem::TooMany { limit: MOST_RECTANGLES });
        let words = "rectangle 2: index is beyond the 4294967295 rectangles that indices can name";
        assert_eq!(error.to_string(), words);
    }
}
