//! The class `Rectangles`: an array of rectangles in the plane.

use numpy::{PyArray1, PyArrayMethods};
use octosat::{RectanglePose, RectangleStore};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::box_indices;
use crate::given::Given;
use crate::leading::{Items, Target};
use crate::plane::AxisAlignedRectangle;
use crate::results::Out;
use crate::rounding::{Centers, Rejected, Rounding, in_space, single, used};
use crate::shaped::{Column, Shaped};

/// An array of oriented rectangles in the plane for queries, like Boxes in space. x points to the right and y up.
///
/// centers: shape (..., 2), meters.
/// rotations: shape (..., 2), cosines and sines of angles. They are normalized; a positive angle turns counter-clockwise.
/// half_extents: shape (..., 2), meters, at least zero.
/// origin: two numbers, meters, which are subtracted from the centers in float64.
///
/// Shapes, broadcasting, keys, copies and accept_rounding are those of Boxes. overlaps(), penetrations(), manifolds(),
/// intersections() and iou() take rectangles instead of boxes. If a rectangle is invalid, the call raises BoxError with
/// the rectangle and the field; so it does if float32 moves a center by more than 0.01 of the smaller half extent, as at
/// map coordinates.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Rectangles {
    pub(crate) all: Shaped<RectangleStore>,
}

impl From<Given<RectangleStore>> for Rectangles {
    fn from(given: Given<RectangleStore>) -> Self {
        Self { all: given.into() }
    }
}

/// The centers, rotations and half extents.
type Columns<'py> = (Column<'py>, Column<'py>, Column<'py>);

#[pymethods]
impl Rectangles {
    #[new]
    #[pyo3(signature = (centers, rotations, half_extents, *, origin=None, accept_rounding=false))]
    fn new(
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
        origin: Option<[f64; 2]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::in_plane([centers, rotations, half_extents], rounding)?.into())
    }

    /// Rectangles of angles instead of cosines and sines.
    ///
    /// angles: shape (...), radians; a positive angle turns x towards y. Others: as for Rectangles.
    #[staticmethod]
    #[pyo3(signature = (centers, angles, half_extents, *, origin=None, accept_rounding=false))]
    fn from_angles(
        centers: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
        origin: Option<[f64; 2]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::at_angles([centers, angles, half_extents], rounding)?.into())
    }

    /// Rectangles of rows of detections: x and y of the center, length, width and angle.
    ///
    /// rows: shape (..., 5), meters and radians. The length is along x and the width along y before the turn, and both are
    /// full lengths, twice the half extents. A positive angle turns x towards y. origin, accept_rounding: as for
    /// Rectangles.
    #[staticmethod]
    #[pyo3(signature = (rows, *, origin=None, accept_rounding=false))]
    fn from_rows(
        rows: &Bound<'_, PyAny>,
        origin: Option<[f64; 2]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::of_plane_rows(rows, rounding)?.into())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.all.len()
    }

    /// The rectangles that a key of NumPy selects, as copies: as of Boxes.
    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.all.selected(key)?.into())
    }

    /// The rectangles of each index of the first axis.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().all.iterated(slf)
    }

    /// Rejects rectangles instead of an array of numbers: NumPy would take them as one object.
    #[pyo3(signature = (*_args, **_keywords))]
    fn __array__(
        &self,
        _args: &Bound<'_, PyAny>,
        _keywords: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        Err(Shaped::<RectangleStore>::no_array())
    }

    fn __repr__(&self) -> String {
        self.all.text()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Columns<'py>)> {
        let (py, rectangles) = (slf.py(), slf.get());
        // A normalized rotation does not change when it is normalized again.
        let poses = (rectangles.centers(py)?, rectangles.rotations(py)?);
        Ok((slf.get_type().into_any(), (poses.0, poses.1, rectangles.half_extents(py)?)))
    }

    /// The length of each axis, as of an array.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.all.shape())
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.all.shape().len()
    }

    /// The number of rectangles: indices in pairs are below it.
    #[getter]
    fn size(&self) -> usize {
        self.all.size()
    }

    /// A copy of the centers: float32, shape (..., 2), meters.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).poses(), 0..2)
    }

    /// A copy of the normalized rotations: float32, shape (..., 2), cosines and sines.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).poses(), 2..4)
    }

    /// The angles of the rotations: float32, shape (...), radians, from -pi to pi.
    #[getter]
    fn angles<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        let angle =
            |&[_, _, cosine, sine]: &[f32; 4]| single(f64::from(sine).atan2(f64::from(cosine)));
        let angles = self.all.read(py).poses().iter().map(angle).collect();
        PyArray1::from_vec(py, angles).reshape(self.all.shape().to_vec())
    }

    /// A copy of the half extents: float32, shape (..., 2), meters.
    #[getter]
    fn half_extents<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).half_extents(), 0..2)
    }

    /// Moves every rectangle. If the call fails, no rectangle moves.
    ///
    /// centers: shape (..., 2), meters. rotations: shape (..., 2), cosines and sines. Leading axes are broadcast to the
    /// shape of the rectangles. origin, accept_rounding: as for Rectangles.
    #[pyo3(signature = (centers, rotations, *, origin=None, accept_rounding=false))]
    fn set_poses(
        &self,
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        origin: Option<[f64; 2]>,
        accept_rounding: bool,
    ) -> PyResult<()> {
        let (py, target) = (centers.py(), Target::rectangles(self.all.shape()));
        let centers = Items::rows("centers", 2, centers)?;
        let rotations = Items::rows("rotations", 2, rotations)?.copy::<f32>(target)?;
        let rotations = rotations.rows();
        let rounding = Rounding::of(origin, accept_rounding)?;
        used(&centers, rounding, target, |centers: Centers<'_, 2>| {
            self.all.change(py, |store| -> Result<(), Rejected> {
                centers.check(store.half_extents().iter().map(|&[x, y, ..]| in_space([x, y])))?;
                Ok(store.set_poses(&centers.stored(), rotations)?)
            })
        })
    }

    /// Moves some rectangles. If the call fails, no rectangle moves.
    ///
    /// indices: shape (m,), integers, which count the rectangles in C order. centers: shape (m, 2), meters. rotations:
    /// shape (m, 2), cosines and sines. One row is for all. origin, accept_rounding: as for Rectangles. If an index occurs
    /// twice, its last pose is used.
    #[pyo3(signature = (indices, centers, rotations, *, origin=None, accept_rounding=false))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn set_poses_of(
        &self,
        indices: &Bound<'_, PyAny>,
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        origin: Option<[f64; 2]>,
        accept_rounding: bool,
    ) -> PyResult<()> {
        let py = indices.py();
        let indices = box_indices("rectangle", "indices", indices)?;
        let indices = indices.flat();
        let target = Target { shape: &[indices.len()], of: "the indices" };
        let centers = Items::rows("centers", 2, centers)?;
        let rotations = Items::rows("rotations", 2, rotations)?.copy::<f32>(target)?;
        let rotations: &[[f32; 2]] = rotations.rows();
        let rounding = Rounding::of(origin, accept_rounding)?;
        used(&centers, rounding, target, |centers: Centers<'_, 2>| {
            self.all.change(py, |store| -> Result<(), Rejected> {
                let mut moved = store.clone();
                let poses = centers.stored();
                for ((&index, center), rotation) in indices.iter().zip(poses.iter()).zip(rotations)
                {
                    moved.set_pose(index, RectanglePose::new(*center, *rotation))?;
                }
                let rows = moved.half_extents();
                centers.check(indices.iter().map(|&index| {
                    let [x, y, ..] = rows[index as usize];
                    in_space([x, y])
                }))?;
                *store = moved;
                Ok(())
            })
        })
    }

    /// Resizes one rectangle and keeps its pose. index: in C order. half_extents: two numbers, meters, at least zero.
    fn set_half_extents(&self, py: Python<'_>, index: i64, half_extents: [f32; 2]) -> PyResult<()> {
        self.all.change_one(py, index, |store, at| store.set_half_extents(at, half_extents))
    }

    /// Computes the axis-aligned bounds of each rectangle: dtype AXIS_ALIGNED_RECTANGLE, in the shape of the rectangles.
    ///
    /// Every point of a rectangle is inside its bounds, despite rounding.
    #[pyo3(signature = (*, out=None))]
    fn aabbs<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, out, self.all.shape(), "AXIS_ALIGNED_RECTANGLE")?;
        let store = self.all.read(py);
        let bounds: Vec<_> = store.iter().map(|one| AxisAlignedRectangle::around(&one)).collect();
        // Unlocked here, because Python code below may use the rectangles.
        drop(store);
        out.copied_rows(&bounds)
    }
}
