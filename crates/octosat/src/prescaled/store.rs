//! The store of pre-scaled boxes.

use alloc::vec::Vec;

use octosat_lanes::Row;

use super::checks::{ScaledAxis, ScaledFrame};
use super::scaled_box::{ScaledBox, scaled_axes, stored_axis};
use super::view::ScaledBoxView;
use crate::boxes::checks::{Center, HalfExtents, check, check_each};
use crate::boxes::store::columns::{first_three, row_of, rows, update};
use crate::boxes::store::single::check_room;
use crate::boxes::store::{BoxStore, OrientedBox};
use crate::error::Error;

/// Stores boxes as center and three axes, each multiplied by its half extent, in four columns of 16-byte rows.
///
/// This takes a third more memory than a [`BoxStore`], and queries compute no axes from quaternions. The row of an
/// axis is x, y, z, w: x, y, z is the direction in the world times the half extent, and w is the half extent. If the
/// half extent is zero, x, y, z has unit length, so that plates, rods and points keep their axes. Axes are kept as
/// they are, except components below 1e-9 of the length of the axis, which become zero.
///
/// Half extents are zero or between 1e-6 m and 1e6 m, centers within 1e9 m. Boxes that move stay in a [`BoxStore`]:
/// [`copy_from_boxes`](Self::copy_from_boxes) follows every change of pose and size.
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
/// # Ok::<(), octosat::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScaledBoxStore {
    // Invariants: the columns have one length, that of a box store at most, and every row was checked.
    columns: [Vec<Row>; 4],
}

impl ScaledBoxStore {
    /// An empty store.
    #[must_use]
    pub const fn new() -> Self {
        Self { columns: [const { Vec::new() }; 4] }
    }

    /// Makes a store of the same boxes with their axes scaled.
    ///
    /// # Errors
    /// A box that exceeds the limits of this store, which are narrower than those of a [`BoxStore`]. The error has
    /// the index of the box.
    pub fn from_boxes(boxes: &BoxStore) -> Result<Self, Error> {
        let mut scaled = Self::new();
        scaled.copy_from_boxes(boxes)?;
        Ok(scaled)
    }

    /// Replaces all boxes by the boxes of a [`BoxStore`], or on error none; the memory is reused.
    ///
    /// # Errors
    /// As for [`from_boxes`](Self::from_boxes).
    pub fn copy_from_boxes(&mut self, boxes: &BoxStore) -> Result<(), Error> {
        let (centers, half_extents) = (boxes.column(0), boxes.column(2));
        let parts = |at: usize| (first_three(centers[at]), first_three(half_extents[at]));
        check_each(boxes.len(), parts, (Center::OF_SCALED, HalfExtents::OF_SCALED))?;
        for column in &mut self.columns {
            column.resize(boxes.len(), Row::default());
        }
        update(&mut self.columns, 0..boxes.len(), |at, [center, x, y, z]| {
            let OrientedBox { pose, half_extents } = boxes.item(at);
            *center = row_of(pose.center);
            [*x, *y, *z] = scaled_axes(pose.rotation, half_extents).map(Row);
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
    /// # Ok::<(), octosat::Error>(())
    /// ```
    #[must_use]
    pub fn to_boxes(&self) -> BoxStore {
        let mut boxes = BoxStore::new();
        boxes.push(self.len(), |at| self.item(at).to_accepted());
        boxes
    }

    /// Appends a box and returns its index.
    ///
    /// # Errors
    /// A full store; a value that is not finite; a center or half extent beyond the limits; an axis that is not as long as
    /// its half extent; axes that are not perpendicular or not right-handed. Nothing is appended then.
    #[expect(clippy::cast_possible_truncation, reason = "a store holds at most u32::MAX boxes")]
    pub fn insert(&mut self, item: ScaledBox) -> Result<u32, Error> {
        let index = self.len();
        check_room(index, 1)
            .map_err(|error| error.at(index))
            .and_then(|()| check_box(index, &item))
            .map_err(|error| error.of(BoxStore::NAME))?;
        let [x, y, z] = item.axes.map(|axis| Row(stored_axis(axis)));
        for (column, row) in self.columns.iter_mut().zip([row_of(item.center), x, y, z]) {
            column.push(row);
        }
        Ok(index as u32)
    }

    /// The number of boxes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    /// Whether there is no box.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The box of that index, as stored; `None` if there is none.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<ScaledBox> {
        ((index as usize) < self.len()).then(|| self.item(index as usize))
    }

    /// The centers: x, y, z in meters and a zero.
    #[must_use]
    pub fn centers(&self) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.columns[0])
    }

    /// The column of axis 0, 1 or 2. A row is the direction times the half extent, and the half extent.
    ///
    /// # Panics
    /// If `axis` is not below three.
    #[must_use]
    pub fn axes(&self, axis: usize) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.columns[1 + axis])
    }

    /// A view of the columns.
    #[must_use]
    pub fn view(&self) -> ScaledBoxView<'_> {
        ScaledBoxView::of_store(&self.columns)
    }

    fn item(&self, at: usize) -> ScaledBox {
        let [center, axes @ ..] = rows(&self.columns, at);
        ScaledBox { center: first_three(center), axes: axes.map(|axis| axis.0) }
    }
}

/// Fails unless a store accepts the box.
fn check_box(index: usize, item: &ScaledBox) -> Result<(), Error> {
    check(index, item.center, Center::OF_SCALED)?;
    for (axis, row) in item.axes.into_iter().enumerate() {
        check(index, row, ScaledAxis::to_store(axis))?;
    }
    check(index, item.axes, ScaledFrame)
}

impl<'a> From<&'a ScaledBoxStore> for ScaledBoxView<'a> {
    fn from(store: &'a ScaledBoxStore) -> Self {
        store.view()
    }
}
