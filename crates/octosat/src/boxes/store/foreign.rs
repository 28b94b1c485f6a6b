//! Poses from the forms that engines keep them in: `f64` positions and matrices.

use octosat_lanes::DOUBLES;

use super::matrices::{Columns, Matrices, center_of, is_affine};
use super::oriented::BoxPose;
use super::single::BoxStore;
use crate::backend::token::run_fastest;
use crate::boxes::checks::{Center, POSE, Rule, check_each};
use crate::boxes::rotation::round;
use crate::error::Error;
use crate::threads;

impl BoxStore {
    /// Moves every box to a pose with an `f64` center, stored relative to an origin: all boxes, or on error none.
    ///
    /// The origin is subtracted from the centers before they are rounded. So boxes far out in a large world keep
    /// their precision if the origin is near them. Rotations are `f32` or `f64`. Allocates nothing.
    ///
    /// # Errors
    /// As for [`set_poses`](Self::set_poses), with the rounded values.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let camera = [6.4e6, 0.0, 0.0];
    /// boxes.set_poses_from_origin(camera, &[[6.4e6 + 0.1, 1.0, 2.0]], &[[0.0, 0.0, 0.0, 1.0_f64]])?;
    /// assert_eq!(boxes.centers()[0], [0.1, 1.0, 2.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn set_poses_from_origin<R: Copy + Into<f64> + Sync>(
        &mut self,
        origin: [f64; 3],
        centers: &[[f64; 3]],
        rotations: &[[R; 4]],
    ) -> Result<(), Error> {
        self.check_counts(centers.len(), rotations.len())?;
        self.assign(|at| {
            let center = core::array::from_fn(|k| round(centers[at][k] - origin[k]));
            BoxPose::new(center, rotations[at].map(|component| round(component.into())))
        })
    }

    /// Moves every box by a matrix, box to world, in row-major order with 3 or 4 rows: all boxes, or on error none.
    ///
    /// Each matrix is a rotation and a translation, of `f32` or of `f64`, which are rounded to `f32` first: subtract a local
    /// origin from large translations before. All matrices are checked before anything is written, so each is read
    /// twice. Allocates nothing.
    ///
    /// # Errors
    /// Another number of matrices than boxes, a matrix with a last row other than (0, 0, 0, 1), or one that
    /// [`BoxPose::from_rotation_matrix`] or [`insert`](Self::insert) would reject.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// let quarter_turn = [[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]];
    /// boxes.set_poses_from_row_major(&[quarter_turn])?;
    /// assert_eq!(boxes.centers()[0], [5.0, 6.0, 7.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn set_poses_from_row_major<R: Copy + Into<f64> + Sync, const ROWS: usize>(
        &mut self,
        matrices: &[[[R; 4]; ROWS]],
    ) -> Result<(), Error> {
        const { assert!(ROWS == 3 || ROWS == 4, "a matrix of 3 or 4 rows") };
        self.assign_matrices(matrices, |matrix| {
            core::array::from_fn(|column| {
                core::array::from_fn(|row| match matrix.get(row) {
                    Some(row) => round(row[column].into()),
                    None => LAST_ROW[column],
                })
            })
        })
    }

    /// Moves every box by a matrix, box to world, in column-major order, each column of 3 or 4
    /// components: all boxes, or on error none.
    ///
    /// Otherwise this is [`set_poses_from_row_major`](Self::set_poses_from_row_major).
    ///
    /// # Errors
    /// The same.
    ///
    /// # Example
    /// ```
    /// use octosat::BoxStore;
    /// let mut boxes = BoxStore::from_slices(&[[0.0; 3]], &[[0.0, 0.0, 0.0, 1.0]], &[[0.5; 3]])?;
    /// // What glam's `Mat4::to_cols_array_2d` gives for a translation.
    /// let moved = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [5.0, 6.0, 7.0, 1.0]];
    /// boxes.set_poses_from_column_major(&[moved])?;
    /// assert_eq!(boxes.centers()[0], [5.0, 6.0, 7.0, 0.0]);
    /// # Ok::<(), octosat::Error>(())
    /// ```
    pub fn set_poses_from_column_major<R: Copy + Into<f64> + Sync, const COMPONENTS: usize>(
        &mut self,
        matrices: &[[[R; COMPONENTS]; 4]],
    ) -> Result<(), Error> {
        const { assert!(COMPONENTS == 3 || COMPONENTS == 4, "columns of 3 or 4 components") };
        self.assign_matrices(matrices, |matrix| {
            core::array::from_fn(|column| {
                core::array::from_fn(|row| match matrix[column].get(row) {
                    Some(&component) => round(component.into()),
                    None => LAST_ROW[column],
                })
            })
        })
    }

    fn assign_matrices<M: Copy + Sync>(
        &mut self,
        matrices: &[M],
        columns: impl Fn(&M) -> Columns + Send + Sync,
    ) -> Result<(), Error> {
        self.check_count("transform", matrices.len())?;
        let columns = &columns;
        let accepts = |center| Center::OF_BOX.holds(center);
        let accepted = threads::all(0..self.len(), |block| {
            let matrices = &matrices[block];
            run_fastest(DOUBLES, Matrices { matrices, columns, accepts, poses: None })
        });
        if !accepted {
            check_each(self.len(), |at| columns(&matrices[at]), Transform)
                .map_err(|error| error.of(Self::GIVEN))?;
        }
        self.write_poses(|first, poses| {
            let matrices = &matrices[first..];
            run_fastest(DOUBLES, Matrices { matrices, columns, accepts, poses: Some(poses) });
        });
        Ok(())
    }
}

/// Matrices whose pose a store accepts.
#[derive(Clone, Copy)]
struct Transform;

impl Rule<Columns> for Transform {
    fn holds(self, matrix: Columns) -> bool {
        pose_of(&matrix).is_ok_and(|pose| POSE.holds(pose.parts()))
    }

    #[cold]
    fn rejection(self, matrix: Columns) -> Error {
        pose_of(&matrix).map_or_else(|error| error, |pose| POSE.rejection(pose.parts()))
    }
}

/// The pose of one matrix; the error's index is zero.
fn pose_of(matrix: &Columns) -> Result<BoxPose, Error> {
    if !is_affine(matrix) {
        let why = format_args!("has a last row other than zeros and a one");
        return Err(Error::of_box("transform", why));
    }
    let [x, y, z, _] = matrix.map(|[x, y, z, _]| [x, y, z]);
    BoxPose::from_rotation_matrix(center_of(matrix), [x, y, z])
}

/// The row that a matrix of three rows leaves out.
const LAST_ROW: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
