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
        self.extend_from_rectangles(&[rectangle])
            .map_err(|error| RectangleError { index, ..error })?;
        #[expect(clippy::cast_possible_truncation, reason = "there are at most u32::MAX")]
        Ok(index as u32)
    }

    /// Appends rectangles, all or none.
    ///
    /// # Errors
    /// The first rectangle that [`insert`](Self::insert) would refuse, counted from the start of the
    /// slice; the store is then as it was.
    pub fn extend_from_rectangles(
        &mut self,
        rectangles: &[Rectangle],
    ) -> Result<(), RectangleError> {
        check_room(self.len(), rectangles.len())?;
        for (index, rectangle) in rectangles.iter().enumerate() {
            check_rectangle(index, rectangle)?;
        }
        self.poses.extend(rectangles.iter().map(|given| row_of(given.pose())));
        self.half_extents.extend(rectangles.iter().map(|given| half_row(given.half_extents)));
        Ok(())
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

    /// Removes a rectangle, and gives its index to the last one; `None` if there is none.
    pub fn swap_remove(&mut self, index: u32) -> Option<Rectangle> {
        let removed = self.get(index)?;
        self.poses.swap_remove(index as usize);
        self.half_extents.swap_remove(index as usize);
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

fn check_rectangle(index: usize, rectangle: &Rectangle) -> Result<(), RectangleError> {
    check_pose(index, rectangle.pose())?;
    check_half_extents(index, rectangle.half_extents)
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
    let RectanglePose { center: [x, y], rotation: [c, s] } = pose;
    check(index, [x, y, 0.0], Center::OF_BOX)?;
    // To a rule about lengths a complex number is a quaternion with two components of zero.
    Ok(check(index, [c, s, 0.0, 0.0], Rotation::OF_BOX)?)
}

fn check_half_extents(index: usize, [x, y]: [f32; 2]) -> Result<(), RectangleError> {
    Ok(check(index, [x, y, 0.0], HalfExtents::OF_BOX)?)
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
pub(super) fn turn(row: &mut Row, [cosine, sine]: [f32; 2]) {
    let [cosine, sine, ..] = rotation::stored([cosine, sine, 0.0, 0.0]);
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
mod tests {
    use super::super::view::check_rows;
    use super::*;

    fn some() -> Vec<Rectangle> {
        (0..20_u8)
            .map(|number| {
                let n = f32::from(number);
                Rectangle::at_angle([n, -n], 0.3 * n, [1.0 + n, 0.25 * n])
            })
            .collect()
    }

    #[test]
    fn storing_what_get_returned_keeps_every_bit() {
        let mut store = RectangleStore::with_capacity(20);
        store.extend_from_rectangles(&some()).unwrap();
        let mut again = RectangleStore::new();
        for (index, rectangle) in (0..).zip(store.iter()) {
            assert_eq!(again.insert(rectangle), Ok(index));
        }
        assert_eq!(store, again);
        assert!(check_rows(store.poses(), store.half_extents()).is_ok());
    }

    #[test]
    fn a_refused_rectangle_changes_nothing() {
        let mut store = RectangleStore::new();
        store.extend_from_rectangles(&some()).unwrap();
        let before = store.clone();
        let good = some()[1];
        let bad = [
            (Rectangle { center: [0.0, f32::NAN], ..good }, BoxField::Center),
            (Rectangle { center: [0.0, 3e12], ..good }, BoxField::Center),
            (Rectangle { rotation: [1.0, 1.0], ..good }, BoxField::Rotation),
            (Rectangle { rotation: [f32::INFINITY, 0.0], ..good }, BoxField::Rotation),
            (Rectangle { half_extents: [1.0, -1.0], ..good }, BoxField::HalfExtents),
        ];
        for (rectangle, field) in bad {
            let error = store.insert(rectangle).unwrap_err();
            assert_eq!((error.index, error.field), (20, field));
            assert_eq!(store.extend_from_rectangles(&[good, rectangle]).unwrap_err().index, 1);
            if field == BoxField::HalfExtents {
                assert!(store.set_half_extents(0, rectangle.half_extents).is_err());
            } else {
                assert!(store.set_pose(0, rectangle.pose()).is_err());
            }
        }
        let error = store.set_pose(20, RectanglePose::IDENTITY).unwrap_err();
        assert_eq!(error.to_string(), "rectangle 20: index is out of range of 20 boxes");
        assert_eq!(store, before);
        assert_eq!(store.swap_remove(3), before.get(3));
        assert_eq!((store.get(3), store.len()), (before.get(19), 19));
        assert_eq!(store.swap_remove(19), None);
        store.clear();
        assert!(store.is_empty() && store.view().is_empty());
    }
}
