//! Poses from the forms that engines keep them in: `f64` positions and matrices.

use super::frame::Affine;
use super::{BoxPose, Store, Stored, round};
use crate::error::{BoxError, BoxField};

impl<L: Stored<Pose = BoxPose>> Store<L> {
    /// Moves every box to a place given in `f64`, as seen from an origin: all boxes, or on error none.
    ///
    /// The origin is subtracted before anything is rounded, so boxes far out in a large world keep
    /// their precision if the origin is near them. Rotations are `f32` or `f64`. Allocates nothing.
    ///
    /// # Errors
    /// As [`set_poses`](Self::set_poses), about the rounded values.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let camera = [6.4e6, 0.0, 0.0];
    /// boxes.set_poses_from_origin(camera, &[[6.4e6 + 0.1, 1.0, 2.0]], &[[0.0, 0.0, 0.0, 1.0_f64]])?;
    /// assert_eq!(boxes.centers()[0].0, [0.1, 1.0, 2.0, 0.0]);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn set_poses_from_origin<R: Copy + Into<f64> + Sync>(
        &mut self,
        origin: [f64; 3],
        centers: &[[f64; 3]],
        rotations: &[[R; 4]],
    ) -> Result<(), BoxError> {
        self.assign_parts(centers, rotations, |center, rotation| {
            let center = core::array::from_fn(|k| round(center[k] - origin[k]));
            BoxPose::new(center, rotation.map(|component| round(component.into())))
        })
    }

    /// Moves every box by a matrix, box to world, in row-major order with 3 or 4 rows: all boxes, or
    /// on error none.
    ///
    /// Each matrix is a rotation and a translation; it is read twice, so that nothing is written
    /// before all are checked. Allocates nothing.
    ///
    /// # Errors
    /// Another number of matrices than boxes, a matrix with a last row other than (0, 0, 0, 1), or one
    /// that [`BoxPose::from_rotation_matrix`] or [`insert`](Self::insert) would refuse.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let quarter_turn = [[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]];
    /// boxes.set_poses_from_row_major(&[quarter_turn])?;
    /// assert_eq!(boxes.centers()[0].0, [5.0, 6.0, 7.0, 0.0]);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn set_poses_from_row_major<const ROWS: usize>(
        &mut self,
        matrices: &[[[f32; 4]; ROWS]],
    ) -> Result<(), BoxError> {
        const { assert!(ROWS == 3 || ROWS == 4, "a matrix of 3 or 4 rows") };
        self.assign_matrices(matrices, |matrix| {
            core::array::from_fn(|column| {
                core::array::from_fn(|row| match matrix.get(row) {
                    Some(row) => row[column],
                    None => LAST_ROW[column],
                })
            })
        })
    }

    /// Moves every box by a matrix, box to world, in column-major order, each column of 3 or 4
    /// components: all boxes, or on error none.
    ///
    /// As [`set_poses_from_row_major`](Self::set_poses_from_row_major) otherwise.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let moved = glam::Mat4::from_translation(glam::Vec3::new(5.0, 6.0, 7.0));
    /// boxes.set_poses_from_column_major(&[moved.to_cols_array_2d()])?;
    /// assert_eq!(boxes.centers()[0].0, [5.0, 6.0, 7.0, 0.0]);
    /// # Ok::<(), octosat::BoxError>(())
    /// ```
    pub fn set_poses_from_column_major<const COMPONENTS: usize>(
        &mut self,
        matrices: &[[[f32; COMPONENTS]; 4]],
    ) -> Result<(), BoxError> {
        const { assert!(COMPONENTS == 3 || COMPONENTS == 4, "columns of 3 or 4 components") };
        self.assign_matrices(matrices, |matrix| {
            core::array::from_fn(|column| {
                core::array::from_fn(|row| match matrix[column].get(row) {
                    Some(component) => *component,
                    None => LAST_ROW[column],
                })
            })
        })
    }

    fn assign_matrices<M: Sync>(
        &mut self,
        matrices: &[M],
        columns: impl Fn(&M) -> [[f32; 4]; 4] + Send + Sync,
    ) -> Result<(), BoxError> {
        self.check_count(BoxField::Transform, matrices.len())?;
        self.assign(|at| {
            let affine =
                Affine::of_columns(columns(&matrices[at])).map_err(|error| error.at(at))?;
            BoxPose::from_rotation_matrix(affine.translation, affine.columns)
                .map_err(|error| error.at(at))
        })
    }
}

/// The row that a matrix of three rows leaves out.
const LAST_ROW: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

#[cfg(feature = "full")]
#[cfg(test)]
mod tests {
    use core::array::from_fn;

    use super::super::rotation::tests::samples;
    use super::super::tests::Boxes;
    use super::*;
    use crate::error::BoxProblem;
    use crate::frame::{PreScaled, Unit};

    #[test]
    fn an_origin_is_subtracted_before_rounding() {
        let (mut store, mut scaled) =
            (Boxes::<Unit>::new(200).store(), Boxes::<PreScaled>::new(200).store());
        let (mut expected, mut expected_scaled) = (store.clone(), scaled.clone());
        let origin = [6.4e6, -1e9, 3e7];
        let turns = samples(200, 1.0003);
        let mut far: Vec<[f64; 3]> =
            turns.iter().map(|turn| from_fn(|k| origin[k] + f64::from(turn[k]))).collect();
        let seen = far.iter().map(|at| from_fn(|k| round(at[k] - origin[k])));
        let seen: Vec<[f32; 3]> = seen.collect();
        assert!((seen[9][1] - turns[9][1]).abs() < 1e-6, "{seen:?}");
        expected.set_poses(&seen, &turns).unwrap();
        store.set_poses_from_origin(origin, &far, &turns).unwrap();
        assert_eq!(store, expected);
        expected_scaled.set_poses(&seen, &turns).unwrap();
        let turns: Vec<_> = turns.iter().map(|turn| turn.map(f64::from)).collect();
        scaled.set_poses_from_origin(origin, &far, &turns).unwrap();
        assert_eq!(scaled, expected_scaled);
        far[7][2] = 1e300;
        let error = store.set_poses_from_origin(origin, &far, &turns).unwrap_err();
        assert_eq!((error.index, error.field), (7, BoxField::Center));
        assert!(store.set_poses_from_origin(origin, &far, &turns[1..]).is_err());
        assert_eq!(store, expected);
    }

    fn transposed<const R: usize, const C: usize>(m: &[[f32; C]; R]) -> [[f32; R]; C] {
        from_fn(|column| from_fn(|row| m[row][column]))
    }

    #[test]
    fn every_order_of_a_matrix_gives_the_same_bits() {
        let mut store = Boxes::<Unit>::new(200).store();
        let mut expected = store.clone();
        let columns = samples(200, 1.0).into_iter().map(|turn| {
            let [x, y, z] = BoxPose::new([0.0; 3], turn).rotation_matrix().unwrap();
            [x, y, z, [turn[0], 2.0, 3.0]]
        });
        let columns: Vec<[[f32; 3]; 4]> = columns.collect();
        let last = |at: usize, [x, y, z]: [f32; 3]| [x, y, z, LAST_ROW[at]];
        let mut full: Vec<[[f32; 4]; 4]> =
            columns.iter().map(|matrix| from_fn(|at| last(at, matrix[at]))).collect();
        let rows: Vec<_> = columns.iter().map(transposed).collect();
        let mut full_rows: Vec<_> = full.iter().map(transposed).collect();
        let poses = columns
            .iter()
            .map(|&[x, y, z, center]| BoxPose::from_rotation_matrix(center, [x, y, z]).unwrap());
        expected.set_poses_from_iter(poses).unwrap();
        for way in 0..4 {
            let mut store = store.clone();
            let result = match way {
                0 => store.set_poses_from_column_major(&columns),
                1 => store.set_poses_from_column_major(&full),
                2 => store.set_poses_from_row_major(&rows),
                _ => store.set_poses_from_row_major(&full_rows),
            };
            assert_eq!((result, store), (Ok(()), expected.clone()), "way {way}");
        }
        assert_eq!(Boxes::<PreScaled>::new(200).store().set_poses_from_row_major(&rows), Ok(()));
        let before = store.clone();
        full_rows[5][3] = [0.0, 0.0, 0.1, 1.0];
        let error = store.set_poses_from_row_major(&full_rows).unwrap_err();
        assert_eq!((error.index, error.problem), (5, BoxProblem::NotAffine));
        full[8][1] = full[8][0];
        let words = store.set_poses_from_column_major(&full).unwrap_err().to_string();
        assert!(words.starts_with("given box 8: axis 0 is not perpendicular"), "{words}");
        let words = store.set_poses_from_row_major(&rows[1..]).unwrap_err().to_string();
        assert_eq!(words, "given box 199: transform list has 199 entries instead of 200");
        assert_eq!(store, before);
    }
}
