//! Boxes that are made of a caller's arrays, whose leading axes are broadcast.

use octosat::{BoxStore, OrientedBox, Rectangle, RectangleStore};
use pyo3::prelude::*;

use crate::engine::work;
use crate::leading::{Items, Target, common_shape};
use crate::rounding::{Centers, MatrixRows, Rounding, in_space, used};

/// Boxes or rectangles of a caller, and their shape.
pub(crate) struct Given<S = BoxStore> {
    pub(crate) store: S,
    pub(crate) shape: Vec<usize>,
}

impl Given {
    /// Makes boxes of three arrays: centers, rotations and half extents.
    pub(crate) fn of(arrays: [&Bound<'_, PyAny>; 3], rounding: Rounding) -> PyResult<Self> {
        let [centers, rotations, half_extents] = arrays;
        let py = centers.py();
        let centers = Items::vectors("centers", centers)?;
        let rotations = Items::rows("rotations", 4, rotations)?;
        let half_extents = Items::half_extents(half_extents)?;
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
        let half_extents = Items::half_extents(half_extents)?;
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

impl Given<RectangleStore> {
    /// Makes rectangles of three arrays: centers, rotations and half extents.
    pub(crate) fn in_plane(arrays: [&Bound<'_, PyAny>; 3], rounding: Rounding) -> PyResult<Self> {
        let [centers, rotations, half_extents] = arrays;
        let centers = Items::rows("centers", 2, centers)?;
        let rotations = Items::rows("rotations", 2, rotations)?;
        let half_extents = Items::rows("half_extents", 2, half_extents)?;
        let shape = common_shape([&centers, &rotations, &half_extents])?;
        let target = Target::rectangles(&shape);
        let rotations = rotations.copy::<f32>(target)?;
        let half_extents = half_extents.copy::<f32>(target)?;
        let (rotations, half_extents): (&[[f32; 2]], &[[f32; 2]]) =
            (rotations.rows(), half_extents.rows());
        let store = rectangles(&centers, rounding, target, |at, center| {
            Rectangle::new(center, rotations[at], half_extents[at])
        })?;
        Ok(Self { store, shape })
    }

    /// Makes rectangles of three arrays: centers, angles and half extents.
    pub(crate) fn at_angles(arrays: [&Bound<'_, PyAny>; 3], rounding: Rounding) -> PyResult<Self> {
        let [centers, angles, half_extents] = arrays;
        let centers = Items::rows("centers", 2, centers)?;
        let angles = Items::numbers("angles", angles)?;
        let half_extents = Items::rows("half_extents", 2, half_extents)?;
        let shape = common_shape([&centers, &angles, &half_extents])?;
        let target = Target::rectangles(&shape);
        let (angles, half_extents) =
            (angles.copy::<f32>(target)?, half_extents.copy::<f32>(target)?);
        let (angles, half_extents): (&[f32], &[[f32; 2]]) = (angles.rows(), half_extents.rows());
        let store = rectangles(&centers, rounding, target, |at, center| {
            Rectangle::at_angle(center, angles[at], half_extents[at])
        })?;
        Ok(Self { store, shape })
    }

    /// Makes rectangles of rows: center, length, width and angle.
    pub(crate) fn of_plane_rows(rows: &Bound<'_, PyAny>, rounding: Rounding) -> PyResult<Self> {
        let rows = Items::rows("rows", 5, rows)?;
        let (centers, rest) = (rows.columns(0..2)?, rows.columns(2..5)?);
        let target = Target::rectangles(rows.shape());
        let rest = rest.copy::<f32>(target)?;
        let rest: &[[f32; 3]] = rest.rows();
        let store = rectangles(&centers, rounding, target, |at, center| {
            let [length, width, angle] = rest[at];
            Rectangle::at_angle(center, angle, [0.5 * length, 0.5 * width])
        })?;
        Ok(Self { store, shape: rows.shape().to_vec() })
    }
}

/// A store of the rectangles that are made of centers and their indices.
fn rectangles(
    centers: &Items<'_>,
    rounding: Rounding,
    target: Target<'_>,
    make: impl Fn(usize, [f32; 2]) -> Rectangle + Sync,
) -> PyResult<RectangleStore> {
    used(centers, rounding, target, |centers_given: Centers<'_, 2>| {
        work(centers.py(), || {
            let stored = centers_given.stored();
            let made: Vec<Rectangle> =
                stored.iter().enumerate().map(|(at, &center)| make(at, center)).collect();
            let mut store = RectangleStore::new();
            store.extend_from_rectangles(&made)?;
            centers_given.check(made.iter().map(|one| in_space(one.half_extents)))?;
            Ok(store)
        })
    })
}
