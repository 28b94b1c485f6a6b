//! Rectangles from and to the types of any maths crate that speaks `mint`.

use mint::{ColumnMatrix2, ColumnMatrix3, Point2, Vector2};

use super::rectangle::of_rectangle;
use super::{Rectangle, RectanglePose};
use crate::error::{BoxError, BoxField, BoxProblem};

fn array(vector: Vector2<f32>) -> [f32; 2] {
    [vector.x, vector.y]
}

impl RectanglePose {
    /// A pose of a centre in metres and a unit complex number, its real part first, rectangle to
    /// world.
    #[must_use]
    pub fn from_mint(center: impl Into<Point2<f32>>, rotation: impl Into<Vector2<f32>>) -> Self {
        let Point2 { x, y } = center.into();
        Self::new([x, y], array(rotation.into()))
    }

    /// A pose of a centre in metres and a rotation matrix, rectangle to world.
    ///
    /// # Errors
    /// As [`from_rotation_matrix`](Self::from_rotation_matrix).
    pub fn from_mint_matrix(
        center: impl Into<Point2<f32>>,
        matrix: impl Into<ColumnMatrix2<f32>>,
    ) -> Result<Self, BoxError> {
        let Point2 { x, y } = center.into();
        let matrix = matrix.into();
        Self::from_rotation_matrix([x, y], [matrix.x, matrix.y].map(array))
    }

    /// The centre, in metres.
    #[must_use]
    pub fn mint_center(&self) -> Point2<f32> {
        Point2::from(self.center)
    }

    /// The rotation as a unit complex number, rectangle to world.
    #[must_use]
    pub fn mint_rotation(&self) -> Vector2<f32> {
        Vector2::from(self.rotation)
    }
}

impl Rectangle {
    /// A rectangle of a centre in metres, a unit complex number (rectangle to world) and half extents
    /// in metres.
    ///
    /// # Example
    /// ```
    /// use octosat::{Rectangle, RectangleStore};
    /// let center = glam::Vec2::new(1.0, 2.0);
    /// let rotation = glam::Vec2::from_angle(0.5);
    /// let rectangle = Rectangle::from_mint(center, rotation, glam::Vec2::splat(0.5));
    /// RectangleStore::new().insert(rectangle)?;
    /// assert_eq!(glam::Vec2::from(rectangle.pose.mint_rotation()), rotation);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    #[must_use]
    pub fn from_mint(
        center: impl Into<Point2<f32>>,
        rotation: impl Into<Vector2<f32>>,
        half_extents: impl Into<Vector2<f32>>,
    ) -> Self {
        let RectanglePose { center, rotation } = RectanglePose::from_mint(center, rotation);
        Self::new(center, rotation, array(half_extents.into()))
    }

    /// The image of an unturned rectangle of the given half extents under an affine transform, a
    /// matrix of homogeneous coordinates.
    ///
    /// # Errors
    /// As [`from_affine`](Self::from_affine), or a last row other than (0, 0, 1).
    pub fn from_mint_affine(
        matrix: impl Into<ColumnMatrix3<f32>>,
        half_extents: impl Into<Vector2<f32>>,
    ) -> Result<Self, BoxError> {
        let ColumnMatrix3 { x, y, z } = matrix.into();
        let is_affine = x.z == 0.0 && y.z == 0.0 && z.z - 1.0 == 0.0;
        if !is_affine {
            let error = BoxError::new(0, BoxField::Transform, BoxProblem::NotAffine);
            return Err(of_rectangle(error));
        }
        let [first, second, translation] = [x, y, z].map(|column| [column.x, column.y]);
        Self::from_affine([first, second], translation, array(half_extents.into()))
    }

    /// The half extents, in metres.
    #[must_use]
    pub fn mint_half_extents(&self) -> Vector2<f32> {
        Vector2::from(self.half_extents)
    }
}

#[cfg(test)]
mod tests {
    use glam::{Mat2, Mat3, Vec2};

    use super::*;
    use crate::rectangles::RectangleStore;

    #[test]
    fn a_rectangle_from_glam_is_the_rectangle_from_arrays() {
        let rotation = Vec2::from_angle(0.7);
        let center = Vec2::new(1.0, 2.0);
        let half_extents = Vec2::new(0.5, 1.5);
        let from_glam = Rectangle::from_mint(center, rotation, half_extents);
        let from_arrays =
            Rectangle::new(center.to_array(), rotation.to_array(), half_extents.to_array());
        assert_eq!(from_glam, from_arrays);
        assert_eq!(Vec2::from(from_glam.pose.mint_center()), center);
        assert_eq!(Vec2::from(from_glam.mint_half_extents()), half_extents);
        let pose = RectanglePose::from_mint_matrix(center, Mat2::from_angle(0.7)).unwrap();
        assert!(Vec2::from(pose.mint_rotation()).distance(rotation) < 1e-6);

        let mut store = RectangleStore::new();
        store.extend_from_boxes(&[from_glam, from_arrays]).unwrap();
        let turned = [(Vec2::ZERO, Vec2::Y), (Vec2::ONE, Vec2::X)];
        let poses = turned.into_iter().map(|(at, turn)| RectanglePose::from_mint(at, turn));
        store.set_poses_from_iter(poses.clone()).unwrap();
        assert_eq!(store.get(1).unwrap().pose.mint_center(), Vec2::ONE.into());
        let bad = RectanglePose::from_mint(Vec2::NAN, rotation);
        assert!(store.set_poses_from_iter(poses.take(1).chain([bad])).is_err());
    }

    #[test]
    fn affine_matrices_scale_and_projections_are_refused() {
        let scale = Vec2::new(2.0, -3.0);
        let matrix = Mat3::from_scale_angle_translation(scale, 0.7, Vec2::ONE);
        let image = Rectangle::from_mint_affine(matrix, Vec2::splat(0.5)).unwrap();
        assert!((Vec2::from(image.mint_half_extents()) - Vec2::new(1.0, 1.5)).length() < 1e-6);
        assert_eq!(Vec2::from(image.pose.mint_center()), Vec2::ONE);
        let mut projection = matrix;
        projection.y_axis.z = -1.0;
        let error = Rectangle::from_mint_affine(projection, Vec2::ONE).unwrap_err();
        assert_eq!(error.problem, BoxProblem::NotAffine);
        let words = "rectangle 0: transform has a last row other than zeros and a one";
        assert_eq!(error.to_string(), words);
        let mut sheared = matrix;
        sheared.x_axis.y += 0.5;
        assert!(Rectangle::from_mint_affine(sheared, Vec2::ONE).is_err());
    }
}
