//! A pose and a box as plain values, and the ways to make one.

use super::checks::{Rotation, check};
use super::frame::Frame;
use super::{rotation, round};
use crate::error::BoxError;

/// Where a box is and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxPose {
    /// The centre in world space, in metres.
    pub center: [f32; 3],
    /// The unit quaternion x, y, z, w that takes the box's frame to the world's.
    pub rotation: [f32; 4],
}

/// A box: a pose and half its edge lengths.
///
/// A plain value; it is checked when it enters a store.
///
/// # Example
/// ```
/// use octosat::{BoxStore, OrientedBox};
/// // A crate of 1 m × 2 m × 3 m, turned by 90 degrees about the world's z axis.
/// let half = core::f32::consts::FRAC_1_SQRT_2;
/// let crate_box = OrientedBox::new([4.0, 0.0, 1.5], [0.0, 0.0, half, half], [0.5, 1.0, 1.5]);
/// let mut store = BoxStore::new();
/// assert_eq!(store.insert(crate_box), Ok(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// Where the box is and how it is turned.
    pub pose: BoxPose,
    /// Half the edge lengths along the box's own axes, in metres; zero makes a plate, rod or point.
    pub half_extents: [f32; 3],
}

impl BoxPose {
    /// No translation and no turn.
    pub const IDENTITY: Self = Self { center: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };

    /// A pose of a centre in metres and a unit quaternion x, y, z, w, box to world.
    #[must_use]
    pub const fn new(center: [f32; 3], rotation: [f32; 4]) -> Self {
        Self { center, rotation }
    }

    /// A pose of a centre and the columns of a rotation matrix, which are the box's axes in the
    /// world.
    ///
    /// # Errors
    /// Columns that are not finite, not of unit length, not perpendicular or not right-handed. The
    /// error's index is zero.
    pub fn from_rotation_matrix(
        center: [f32; 3],
        columns: [[f32; 3]; 3],
    ) -> Result<Self, BoxError> {
        let frame = Frame::of_rotation(columns)?;
        Ok(Self { center, rotation: rotation::from_axes(frame.directions) })
    }

    /// The columns of the rotation matrix: the box's axes as unit vectors in the world.
    ///
    /// # Errors
    /// A rotation that is not finite or not of unit length. The error's index is zero.
    pub fn rotation_matrix(&self) -> Result<[[f32; 3]; 3], BoxError> {
        check(0, self.rotation, Rotation::OF_BOX)?;
        Ok(core::array::from_fn(|k| rotation::axis(self.rotation, k).map(round)))
    }
}

impl Default for BoxPose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl From<(BoxPose, [f32; 3])> for OrientedBox {
    fn from((pose, half_extents): (BoxPose, [f32; 3])) -> Self {
        Self { pose, half_extents }
    }
}

impl OrientedBox {
    /// A box of a centre in metres, a unit quaternion x, y, z, w (box to world) and half extents in
    /// metres.
    #[must_use]
    pub const fn new(center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) -> Self {
        Self { pose: BoxPose::new(center, rotation), half_extents }
    }

    /// A box of a centre, the columns of a rotation matrix and half extents.
    ///
    /// # Errors
    /// Columns that are not finite, not of unit length, not perpendicular or not right-handed. The
    /// error's index is zero.
    pub fn from_rotation_matrix(
        center: [f32; 3],
        columns: [[f32; 3]; 3],
        half_extents: [f32; 3],
    ) -> Result<Self, BoxError> {
        Ok(Self { pose: BoxPose::from_rotation_matrix(center, columns)?, half_extents })
    }

    /// The image of an unturned box of the given half extents under an affine transform.
    ///
    /// The columns may have any lengths: their lengths scale the half extents. A mirroring transform
    /// is accepted, because a box is its own mirror image, and so is a scale of zero, which makes a
    /// plate, rod or point.
    ///
    /// # Errors
    /// Columns that are not finite or not perpendicular: the image would not be a box. The error's
    /// index is zero.
    ///
    /// # Example
    /// ```
    /// use octosat::OrientedBox;
    /// let columns = [[0.0, 2.0, 0.0], [-3.0, 0.0, 0.0], [0.0, 0.0, -1.0]];
    /// let image = OrientedBox::from_affine(columns, [5.0, 0.0, 0.0], [1.0, 1.0, 1.0])?;
    /// assert_eq!(image.half_extents, [2.0, 3.0, 1.0]);
    /// let sheared = [[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// assert!(OrientedBox::from_affine(sheared, [0.0; 3], [1.0; 3]).is_err());
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn from_affine(
        columns: [[f32; 3]; 3],
        translation: [f32; 3],
        half_extents: [f32; 3],
    ) -> Result<Self, BoxError> {
        let frame = Frame::of_columns(columns)?;
        let scaled = |k: usize| round(f64::from(half_extents[k]) * frame.lengths[k]);
        let rotation = rotation::from_axes(frame.directions);
        Ok(Self::new(translation, rotation, core::array::from_fn(scaled)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{BoxField, BoxProblem};
    use crate::store::BoxStore;

    fn matrix(rotation: [f32; 4]) -> [[f32; 3]; 3] {
        BoxPose::new([0.0; 3], rotation).rotation_matrix().unwrap()
    }

    fn same_turn(a: [f32; 4], b: [f32; 4]) -> bool {
        let dot: f64 = (0..4).map(|k| f64::from(a[k]) * f64::from(b[k])).sum();
        (dot.abs() - 1.0).abs() < 1e-6
    }

    #[test]
    fn a_rotation_matrix_gives_its_quaternion() {
        for rotation in rotation::tests::samples(1000, 1.0) {
            let found =
                OrientedBox::from_rotation_matrix([1.0; 3], matrix(rotation), [2.0; 3]).unwrap();
            assert!(same_turn(found.pose.rotation, rotation));
            assert!(BoxStore::new().insert(found).is_ok());
        }
    }

    #[test]
    fn matrices_that_are_no_rotation_are_refused() {
        let refused = |columns| BoxPose::from_rotation_matrix([0.0; 3], columns).unwrap_err();
        let error = refused([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(error.field, BoxField::Axis(1));
        assert!(matches!(error.problem, BoxProblem::NotUnit { length_squared: 4.0, .. }));
        let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
        assert_eq!(error.problem, BoxProblem::Mirrored);
        let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.1, 0.995]]);
        assert!(matches!(error.problem, BoxProblem::Sheared { .. }));
        let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]);
        assert!(matches!(error.problem, BoxProblem::NotUnit { .. }));
        assert!(BoxPose::new([0.0; 3], [2.0; 4]).rotation_matrix().is_err());
    }

    #[test]
    fn affine_scales_may_be_zero_or_mirrored() {
        let turn = rotation::tests::samples(1, 1.0)[0];
        let columns = matrix(turn);
        for scale in [[2.0_f32, 3.0, 4.0], [2.0, -3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 0.0, 4.0]] {
            let columns = core::array::from_fn(|k| columns[k].map(|c| c * scale[k]));
            let found =
                OrientedBox::from_affine(columns, [1.0, 2.0, 3.0], [1.0, 0.5, 0.25]).unwrap();
            assert!(BoxStore::new().insert(found).is_ok());
            let pose = BoxPose { center: [1.0, 2.0, 3.0], ..found.pose };
            assert_eq!(found.pose, pose);
            let axes = matrix(found.pose.rotation);
            for k in 0..3 {
                let expected = scale[k].abs() * [1.0, 0.5, 0.25][k];
                assert!((found.half_extents[k] - expected).abs() < 1e-6);
                let along: f32 = (0..3).map(|i| axes[k][i] * columns[k][i]).sum();
                assert!((along.abs() - scale[k].abs()).abs() < 1e-5);
            }
        }
        let mut sheared = columns;
        sheared[0][0] += 0.1;
        assert!(OrientedBox::from_affine(sheared, [0.0; 3], [1.0; 3]).is_err());
    }
}
