//! Borrowed columns of boxes, which queries read.
//!
//! A store lends its own columns. If your engine keeps its bodies in arrays of vectors or of structures, lend these:
//! nothing is copied.

use alloc::vec::Vec;

use octosat_lanes::{Column, Columns, Row};

use crate::boxes::checks::{Center, HalfExtents, check_column, check_rotations};
use crate::error::Error;
use crate::tolerances::SMALLEST_COMPONENT;

/// The column of rotations.
const ROTATIONS: u8 = 1;

/// Borrowed boxes: columns of centers, rotations and half extents.
///
/// A row of centers is x, y, z in meters. A row of rotations is the unit quaternion x, y, z, w, box to world. A row
/// of half extents is three lengths in meters. Each column is a [`Column`]: the distance between its rows can be any
/// multiple of 4 bytes, and rows need no alignment beyond 4 bytes.
///
/// | what your engine has | what to lend |
/// |---|---|
/// | `[f32; 3]`, or `[f32; 4]` per value | the slice itself |
/// | glam `Vec3`, `Vec3A`, `Quat` | `Column::field(&centers, \|center\| center.as_ref())` |
/// | Bevy `Transform` | `Column::field(&transforms, \|t\| t.translation.as_ref())`, and `t.rotation.as_ref()` |
/// | a structure per body | [`Column::field`] for each of the three fields |
/// | `PhysX` `PxTransform`: quaternion, then position, 7 floats | `Column::strided(&floats[4..], 7)` for centers, `Column::strided(floats, 7)` for rotations |
/// | Bullet `btVector3`, `btQuaternion`: 4 floats each | the slice of `[f32; 4]` |
///
/// Views are fastest if all columns have the same stride and four floats in every row: 16-byte rows, or structures
/// lent as one slice of floats by [`Column::strided`]. Other rows are copied batch by batch before they are loaded.
/// This adds [a few nanoseconds per pair](https://github.com/octosat/octosat/blob/main/docs/src/costs.md#time).
///
/// # Example
/// ```
/// use octosat::{BoxView, Column, Engine, Query};
///
/// struct Body {
///     name: &'static str,
///     position: [f32; 3],
///     rotation: [f32; 4],
///     half_extents: [f32; 3],
/// }
///
/// let body = |name, x| Body {
///     name,
///     position: [x, 0.0, 0.0],
///     rotation: [0.0, 0.0, 0.0, 1.0],
///     half_extents: [1.0; 3],
/// };
/// let bodies = [body("left", 0.0), body("right", 1.5)];
/// let view = BoxView::new(
///     Column::field(&bodies, |body| &body.position).expect("a field"),
///     Column::field(&bodies, |body| &body.rotation).expect("a field"),
///     Column::field(&bodies, |body| &body.half_extents).expect("a field"),
/// )?;
///
/// let mut hits = [false];
/// Engine::new().overlaps(Query::new(view, &[[0, 1]]), &mut hits)?;
/// assert_eq!(hits, [true], "{} and {}", bodies[0].name, bodies[1].name);
///
/// // Slices of vectors convert by themselves.
/// let [centers, extents] = [[[0.0; 3], [1.5, 0.0, 0.0]], [[1.0; 3]; 2]];
/// assert_eq!(BoxView::new(&centers, &[[0.0, 0.0, 0.0, 1.0]; 2], &extents)?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoxView<'a> {
    pub(crate) columns: Columns<'a, 3>,
    /// Whether the columns are those of a store, whose rotations are closer to unit length than those of other views.
    #[cfg_attr(
        not(any(feature = "certain", feature = "groups")),
        expect(dead_code, reason = "only certain results and groups depend on it")
    )]
    pub(crate) is_stored: bool,
}

impl<'a> BoxView<'a> {
    /// Borrows columns and checks every value in them.
    ///
    /// The values are used as they are, but components of rotations below 1e-9 count as zero, as in a store. A rotation is
    /// not normalized, so its squared length must be within 2e-6 of one.
    ///
    /// # Errors
    /// Columns of different lengths, a value that is not finite, a negative half extent, a length beyond 1e12 m, or a
    /// rotation that is not of unit length.
    pub fn new(
        centers: impl Into<Column<'a, 3>>,
        rotations: impl Into<Column<'a, 4>>,
        half_extents: impl Into<Column<'a, 3>>,
    ) -> Result<Self, Error> {
        let (centers, rotations, half_extents) =
            (centers.into(), rotations.into(), half_extents.into());
        let view = Self::unchecked(centers, rotations, half_extents)?;
        check_column(&centers, Center::OF_BOX)?;
        let are_as_stored = check_rotations(&rotations)?;
        check_column(&half_extents, HalfExtents::OF_BOX)?;
        Ok(if are_as_stored { view } else { view.flushed() })
    }

    /// Borrows columns and checks nothing but their lengths.
    ///
    /// Any value is memory-safe, but the results of a pair with a box that [`new`](Self::new) would
    /// reject mean nothing; other pairs are not affected. Components of rotations below 1e-9 must be zero: they are used as
    /// they are, which can take many times as long.
    ///
    /// # Errors
    /// Columns of different lengths.
    pub fn unchecked(
        centers: impl Into<Column<'a, 3>>,
        rotations: impl Into<Column<'a, 4>>,
        half_extents: impl Into<Column<'a, 3>>,
    ) -> Result<Self, Error> {
        let (centers, rotations, half_extents) =
            (centers.into(), rotations.into(), half_extents.into());
        Error::check_length("rotation", centers.len(), rotations.len())?;
        Error::check_length("half extents", centers.len(), half_extents.len())?;
        Ok(Self::of_equal_length([centers, rotations.into(), half_extents]))
    }

    /// A view of columns whose lengths were compared; the values are checked by the caller, or are not.
    fn of_equal_length<const W: usize>(columns: [Column<'a, W>; 3]) -> Self {
        let columns = Columns::new(columns).expect("columns have one length");
        Self { columns, is_stored: false }
    }

    /// A view of the columns of a store, which have one length and hold checked values.
    pub(crate) fn of_checked(columns: &'a [Vec<Row>; 3]) -> Self {
        let view = Self::of_equal_length(columns.each_ref().map(Column::<4>::from));
        Self { is_stored: true, ..view }
    }

    /// The same view, of which components of rotations that a store would set to zero are read as zero.
    fn flushed(self) -> Self {
        Self { columns: self.columns.flushed(ROTATIONS, 0, SMALLEST_COMPONENT), ..self }
    }

    /// The number of boxes.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.rows()
    }

    /// Whether the view is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl From<&Self> for BoxView<'_> {
    fn from(view: &Self) -> Self {
        *view
    }
}
