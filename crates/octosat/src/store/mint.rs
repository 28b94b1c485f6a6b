//! Boxes from and to the types of any maths crate that speaks `mint`.

use mint::{ColumnMatrix3, ColumnMatrix4, Point3, Quaternion, Vector3};

#[cfg(feature = "prescaled")]
use super::ScaledBox;
use super::frame::Affine;
use super::{BoxPose, OrientedBox};
use crate::error::BoxError;

fn array(vector: Vector3<f32>) -> [f32; 3] {
    [vector.x, vector.y, vector.z]
}

fn quaternion_array(quaternion: Quaternion<f32>) -> [f32; 4] {
    [quaternion.v.x, quaternion.v.y, quaternion.v.z, quaternion.s]
}

fn columns_of(matrix: ColumnMatrix3<f32>) -> [[f32; 3]; 3] {
    [matrix.x, matrix.y, matrix.z].map(array)
}

fn affine_of(matrix: ColumnMatrix4<f32>) -> Result<Affine, BoxError> {
    Affine::of_columns([matrix.x, matrix.y, matrix.z, matrix.w].map(|c| [c.x, c.y, c.z, c.w]))
}

impl BoxPose {
    /// A pose of a centre in metres and a unit quaternion, box to world.
    #[must_use]
    pub fn from_mint(center: impl Into<Point3<f32>>, rotation: impl Into<Quaternion<f32>>) -> Self {
        let Point3 { x, y, z } = center.into();
        Self::new([x, y, z], quaternion_array(rotation.into()))
    }

    /// A pose of a centre in metres and a rotation matrix, box to world.
    ///
    /// # Errors
    /// As [`from_rotation_matrix`](Self::from_rotation_matrix).
    pub fn from_mint_matrix(
        center: impl Into<Point3<f32>>,
        matrix: impl Into<ColumnMatrix3<f32>>,
    ) -> Result<Self, BoxError> {
        let Point3 { x, y, z } = center.into();
        Self::from_rotation_matrix([x, y, z], columns_of(matrix.into()))
    }

    /// The centre, in metres.
    #[must_use]
    pub fn mint_center(&self) -> Point3<f32> {
        Point3::from(self.center)
    }

    /// The rotation, box to world.
    #[must_use]
    pub fn mint_rotation(&self) -> Quaternion<f32> {
        Quaternion::from(self.rotation)
    }
}

impl OrientedBox {
    /// A box of a centre in metres, a unit quaternion (box to world) and half extents in metres.
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, OrientedBox};
    /// let center = glam::Vec3::new(1.0, 2.0, 3.0);
    /// let rotation = glam::Quat::from_rotation_y(0.5);
    /// let oriented_box = OrientedBox::from_mint(center, rotation, glam::Vec3::splat(0.5));
    /// BoxStore::new().insert(oriented_box)?;
    /// assert_eq!(glam::Quat::from(oriented_box.pose.mint_rotation()), rotation);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    #[must_use]
    pub fn from_mint(
        center: impl Into<Point3<f32>>,
        rotation: impl Into<Quaternion<f32>>,
        half_extents: impl Into<Vector3<f32>>,
    ) -> Self {
        let half_extents = array(half_extents.into());
        Self { pose: BoxPose::from_mint(center, rotation), half_extents }
    }

    /// The image of an unturned box of the given half extents under an affine transform.
    ///
    /// # Errors
    /// As [`from_affine`](Self::from_affine), or a last row other than (0, 0, 0, 1).
    pub fn from_mint_affine(
        matrix: impl Into<ColumnMatrix4<f32>>,
        half_extents: impl Into<Vector3<f32>>,
    ) -> Result<Self, BoxError> {
        let Affine { columns, translation } = affine_of(matrix.into())?;
        Self::from_affine(columns, translation, array(half_extents.into()))
    }

    /// The half extents, in metres.
    #[must_use]
    pub fn mint_half_extents(&self) -> Vector3<f32> {
        Vector3::from(self.half_extents)
    }
}

#[cfg(feature = "prescaled")]
impl ScaledBox {
    /// The image of the cube from -1 to 1 under an affine transform: the columns are the half axes.
    ///
    /// # Errors
    /// As [`from_half_axes`](Self::from_half_axes), or a last row other than (0, 0, 0, 1).
    pub fn from_mint_affine(matrix: impl Into<ColumnMatrix4<f32>>) -> Result<Self, BoxError> {
        let Affine { columns, translation } = affine_of(matrix.into())?;
        Self::from_half_axes(translation, columns)
    }
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use glam::{Mat3, Mat4, Quat, Vec3};

    use super::*;
    use crate::error::BoxProblem;
    use crate::store::BoxStore;

    #[test]
    fn a_box_from_glam_is_the_box_from_arrays() {
        let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.1, 0.2, 0.3);
        let center = Vec3::new(1.0, 2.0, 3.0);
        let half_extents = Vec3::new(0.5, 1.5, 2.5);
        let from_glam = OrientedBox::from_mint(center, rotation, half_extents);
        let from_arrays =
            OrientedBox::new(center.to_array(), rotation.to_array(), half_extents.to_array());
        assert_eq!(from_glam, from_arrays);
        assert_eq!(Vec3::from(from_glam.pose.mint_center()), center);
        assert_eq!(Vec3::from(from_glam.mint_half_extents()), half_extents);
        let pose = BoxPose::from_mint_matrix(center, Mat3::from_quat(rotation)).unwrap();
        assert!(Quat::from(pose.mint_rotation()).dot(rotation).abs() > 1.0 - 1e-6);

        let mut store = BoxStore::new();
        store.extend_from_boxes(&[from_glam, from_arrays]).unwrap();
        let turned = [(Vec3::ZERO, rotation * rotation), (Vec3::ONE, Quat::IDENTITY)];
        let poses = turned.into_iter().map(|(at, turn)| BoxPose::from_mint(at, turn));
        store.set_poses_from_iter(poses.clone()).unwrap();
        assert_eq!(store.get(1).unwrap().pose.mint_center(), Vec3::ONE.into());
        let bad = BoxPose::from_mint(Vec3::NAN, rotation);
        assert!(store.set_poses_from_iter(poses.take(1).chain([bad])).is_err());
    }

    #[test]
    fn affine_matrices_scale_and_projections_are_refused() {
        let rotation = Quat::from_rotation_z(0.7);
        let scale = Vec3::new(2.0, 3.0, -4.0);
        let matrix = Mat4::from_scale_rotation_translation(scale, rotation, Vec3::ONE);
        let image = OrientedBox::from_mint_affine(matrix, Vec3::splat(0.5)).unwrap();
        assert!((Vec3::from(image.mint_half_extents()) - Vec3::new(1.0, 1.5, 2.0)).length() < 1e-6);
        let scaled = ScaledBox::from_mint_affine(matrix).unwrap();
        assert!((Vec3::from(scaled.half_extents()) - scale.abs()).length() < 1e-6);
        let mut projection = matrix;
        projection.z_axis.w = -1.0;
        let error = OrientedBox::from_mint_affine(projection, Vec3::ONE).unwrap_err();
        assert_eq!(error.problem, BoxProblem::NotAffine);
        let mut sheared = matrix;
        sheared.x_axis.y += 0.5;
        assert!(ScaledBox::from_mint_affine(sheared).is_err());
    }
}
