//! Boxes that are made of a caller's arrays, whose leading axes are broadcast.

use octosat::{BoxStore, OrientedBox};
use pyo3::prelude::*;

use crate::engine::work;
use crate::leading::{Items, Target, common_shape};
use crate::rounding::{Centers, MatrixRows, Rounding, used};

/// Boxes of a caller, and their shape.
pub(crate) struct Given {
    pub(crate) store: BoxStore,
    pub(crate) shape: Vec<usize>,
}

impl Given {
    /// Makes boxes of three arrays: centers, rotations and half extents.
    pub(crate) fn of(arrays: [&Bound<'_, PyAny>; 3], rounding: Rounding) -> PyResult<Self> {
        let [centers, rotations, half_extents] = arrays;
        let py = centers.py();
        let centers = Items::vectors("centers", centers)?;
        let rotations = Items::rows("rotations", 4, rotations)?;
        let half_extents = Items::vectors("half_extents", half_extents)?;
        let shape = common_shape([&centers, &rotations, &half_extents])?;
        let target = Target::boxes(&shape);
        let rotations = rotations.copy::<f32>(target)?;
        let half_extents = half_extents.copy::<f32>(target)?;
        let (rotations, half_extents) = (rotations.rows(), half_extents.rows());
        let store = used(&centers, rounding, target, |centers: Centers<'_>| {
            work(py, || {
                let store = BoxStore::from_slices(&centers.stored(), rotations, half_extents)?;
                centers.check(half_extents.iter().copied())?;
                Ok(store)
            })
        })?;
        Ok(Self { store, shape })
    }

    /// Makes boxes of an array of matrices and one of half extents.
    pub(crate) fn of_matrices(
        [matrices, half_extents]: [&Bound<'_, PyAny>; 2],
        rounding: Rounding,
    ) -> PyResult<Self> {
        let py = matrices.py();
        let matrices = Items::matrices("matrices", matrices)?;
        let half_extents = Items::vectors("half_extents", half_extents)?;
        let shape = common_shape([&matrices, &half_extents])?;
        let target = Target::boxes(&shape);
        let half_extents = half_extents.copy::<f32>(target)?;
        let (half_extents, height) = (half_extents.rows(), matrices.item()[0]);
        let store = used(&matrices, rounding, target, |matrices: MatrixRows<'_>| {
            work(py, || {
                let zeros = vec![[0.0; 3]; half_extents.len()];
                let turns = vec![[0.0, 0.0, 0.0, 1.0]; half_extents.len()];
                let mut store = BoxStore::from_slices(&zeros, &turns, half_extents)?;
                matrices.set(&mut store, height)?;
                Ok(store)
            })
        })?;
        Ok(Self { store, shape })
    }

    /// Makes upright boxes of rows: center, length, width, height and yaw.
    pub(crate) fn of_upright(rows: &Bound<'_, PyAny>, rounding: Rounding) -> PyResult<Self> {
        let rows = Items::rows("rows", 7, rows)?;
        let (centers, rest) = (rows.columns(0..3)?, rows.columns(3..7)?);
        let target = Target::boxes(rows.shape());
        let rest = rest.copy::<f32>(target)?;
        let rest: &[[f32; 4]] = rest.rows();
        let store = used(&centers, rounding, target, |centers: Centers<'_>| {
            work(rows.py(), || {
                let upright = |(&center, &[length, width, height, yaw]): (_, &[f32; 4])| {
                    OrientedBox::upright(center, [length, width, height], yaw)
                };
                let boxes: Vec<_> = centers.stored().iter().zip(rest).map(upright).collect();
                let mut store = BoxStore::new();
                store.extend_from_boxes(&boxes)?;
                centers.check(boxes.iter().map(|one| one.half_extents))?;
                Ok(store)
            })
        })?;
        Ok(Self { store, shape: rows.shape().to_vec() })
    }
}
