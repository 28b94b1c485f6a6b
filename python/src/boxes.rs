//! The class `Boxes`: an array of boxes.

use octosat::{BoxPose, BoxStore};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::argument::BoxesArgument;
use crate::arrays::box_indices;
use crate::engine::engine_of;
use crate::given::Given;
use crate::leading::{Items, Target};
use crate::rounding::{Centers, MatrixRows, Rejected, Rounding, first_three, used};
use crate::shaped::{Column, Shaped};

/// An array of oriented boxes for queries. They are checked once and kept in the layout of the engine.
///
/// centers: shape (..., 3), meters; a fourth column is not read.
/// rotations: shape (..., 4), unit quaternions x, y, z, w, box to world. They are normalized.
/// half_extents: shape (..., 3), meters, at least zero, or one number for all; a fourth column is not read.
/// origin: three numbers, meters, which are subtracted from the centers in float64. All boxes of a query need the same.
///
/// Leading axes are broadcast as NumPy does: one row of half extents is for all boxes. They are the shape of the boxes.
/// Answers per box have this shape, and indices in pairs count the boxes in C order. Boxes can be indexed, iterated and
/// joined like an array (see concatenate()); the results are copies.
///
/// Arrays may have any real dtype and any strides; they are stored as float32. If a box is invalid, the call raises
/// BoxError with the index of the box in C order and the field. So it does if float32 moves a center by more than 0.01
/// of the thinnest half extent of its box, unless accept_rounding is True. An extent counts as at least 0.01 of the
/// longest one; points may move. Several threads may read the boxes at once; a call that moves boxes waits until these
/// reads end.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Boxes {
    pub(crate) all: Shaped<BoxStore>,
}

/// The caller's arrays of centers, rotations and half extents.
type Columns<'py> = (Column<'py>, Column<'py>, Column<'py>);

impl From<Given> for Boxes {
    fn from(given: Given) -> Self {
        Self { all: given.into() }
    }
}

#[pymethods]
impl Boxes {
    #[new]
    #[pyo3(signature = (centers, rotations, half_extents, *, origin=None, accept_rounding=false))]
    fn new(
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::of([centers, rotations, half_extents], rounding)?.into())
    }

    /// Boxes whose poses are matrices from the frame of each box to the world, such as the links of a robot.
    ///
    /// matrices: shape (..., 3, 4) or (..., 4, 4): rotations and translations, such as (configurations, links, 4, 4).
    /// half_extents: shape (..., 3), meters; leading axes are broadcast, so (links, 3) are those of each configuration.
    /// origin, accept_rounding: as for Boxes, of translations.
    #[staticmethod]
    #[pyo3(signature = (matrices, half_extents, *, origin=None, accept_rounding=false))]
    fn from_matrices(
        matrices: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::of_matrices([matrices, half_extents], rounding)?.into())
    }

    /// Boxes that stand upright, of rows of detections: x, y, z of the center, length, width, height and yaw.
    ///
    /// rows: shape (..., 7), meters and radians. The length is along x and the width along y before the turn, and all three
    /// are full lengths, twice the half extents. A positive yaw turns x towards y: counter-clockwise, as seen from above.
    /// origin, accept_rounding: as for Boxes.
    #[staticmethod]
    #[pyo3(signature = (rows, *, origin=None, accept_rounding=false))]
    fn upright(
        rows: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<Self> {
        let rounding = Rounding::of(origin, accept_rounding)?;
        Ok(Given::of_upright(rows, rounding)?.into())
    }

    fn __len__(&self) -> PyResult<usize> {
        self.all.len()
    }

    /// The boxes that a key of NumPy selects, as copies: integers, slices, masks, arrays of indices, and tuples of
    /// these.
    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(self.all.selected(key)?.into())
    }

    /// The boxes of each index of the first axis.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().all.iterated(slf)
    }

    /// Rejects boxes instead of an array of numbers: NumPy would take them as one object.
    #[pyo3(signature = (*_args, **_keywords))]
    fn __array__(
        &self,
        _args: &Bound<'_, PyAny>,
        _keywords: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        Err(Shaped::<BoxStore>::no_array())
    }

    fn __repr__(&self) -> String {
        self.all.text()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Columns<'py>)> {
        let (py, boxes) = (slf.py(), slf.get());
        // A normalized rotation does not change when it is normalized again.
        let columns = (boxes.centers(py)?, boxes.rotations(py)?, boxes.half_extents(py)?);
        Ok((slf.get_type().into_any(), columns))
    }

    /// The length of each axis, as of an array.
    #[getter(shape)]
    fn shape_of<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.all.shape())
    }

    /// The number of axes.
    #[getter]
    fn ndim(&self) -> usize {
        self.all.shape().len()
    }

    /// The number of boxes: indices in pairs are below it.
    #[getter]
    fn size(&self) -> usize {
        self.all.size()
    }

    /// A copy of the centers: float32, shape (..., 3), meters.
    #[getter]
    pub(crate) fn centers<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).centers(), 0..3)
    }

    /// A copy of the normalized rotations: float32, shape (..., 4), unit quaternions x, y, z, w.
    #[getter]
    pub(crate) fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).rotations(), 0..4)
    }

    /// A copy of the half extents: float32, shape (..., 3), meters.
    #[getter]
    fn half_extents<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        self.all.column(py, self.all.read(py).half_extents(), 0..3)
    }

    /// Moves every box. If the call fails, no box moves.
    ///
    /// centers: shape (..., 3), meters. rotations: shape (..., 4), unit quaternions x, y, z, w. Leading axes are
    /// broadcast to the shape of the boxes. origin, accept_rounding: as for Boxes.
    #[pyo3(signature = (centers, rotations, *, origin=None, accept_rounding=false))]
    fn set_poses(
        &self,
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<()> {
        let (py, target) = (centers.py(), Target::boxes(self.all.shape()));
        let centers = Items::vectors("centers", centers)?;
        let rotations = Items::rows("rotations", 4, rotations)?.copy::<f32>(target)?;
        let rotations = rotations.rows();
        let rounding = Rounding::of(origin, accept_rounding)?;
        used(&centers, rounding, target, |centers: Centers<'_>| {
            self.all.change(py, |store| -> Result<(), Rejected> {
                centers.check(store.half_extents().iter().map(first_three))?;
                Ok(store.set_poses(&centers.stored(), rotations)?)
            })
        })
    }

    /// Moves some boxes, such as those that are awake. If the call fails, no box moves.
    ///
    /// indices: shape (m,), integers, which count the boxes in C order. centers: shape (m, 3), meters. rotations: shape
    /// (m, 4). One row is for all. origin, accept_rounding: as for Boxes. If an index occurs twice, its last pose is
    /// used.
    #[pyo3(signature = (indices, centers, rotations, *, origin=None, accept_rounding=false))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn set_poses_of(
        &self,
        indices: &Bound<'_, PyAny>,
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<()> {
        let py = indices.py();
        let indices = box_indices("box", "indices", indices)?;
        let indices = indices.flat();
        let target = Target { shape: &[indices.len()], of: "the indices" };
        let centers = Items::vectors("centers", centers)?;
        let rotations = Items::rows("rotations", 4, rotations)?.copy::<f32>(target)?;
        let rotations: &[[f32; 4]] = rotations.rows();
        let rounding = Rounding::of(origin, accept_rounding)?;
        used(&centers, rounding, target, |centers: Centers<'_>| {
            self.all.change(py, |store| -> Result<(), Rejected> {
                let rows = store.half_extents();
                // The store rejects an index that no box has.
                let of_index =
                    |&index: &u32| rows.get(index as usize).map_or([0.0; 3], first_three);
                centers.check(indices.iter().map(of_index))?;
                let stored = centers.stored();
                let poses = stored.iter().zip(rotations).map(|(c, r)| BoxPose::new(*c, *r));
                Ok(store.set_poses_of(indices, poses)?)
            })
        })
    }

    /// Moves every box to the pose in a row-major matrix, box to world. If the call fails, no box moves.
    ///
    /// matrices: shape (..., 3, 4) or (..., 4, 4). Each is a rotation and a translation. Leading axes are broadcast to
    /// the shape of the boxes. origin, accept_rounding: as for Boxes, of translations.
    #[pyo3(signature = (matrices, *, origin=None, accept_rounding=false))]
    fn set_poses_from_row_major(
        &self,
        matrices: &Bound<'_, PyAny>,
        origin: Option<[f64; 3]>,
        accept_rounding: bool,
    ) -> PyResult<()> {
        let (py, target) = (matrices.py(), Target::boxes(self.all.shape()));
        let matrices = Items::matrices("matrices", matrices)?;
        let height = matrices.item()[0];
        let rounding = Rounding::of(origin, accept_rounding)?;
        used(&matrices, rounding, target, |matrices: MatrixRows<'_>| {
            self.all.change(py, |store| matrices.set(store, height))
        })
    }

    /// Computes the axis-aligned bounding box of each box, like octosat.aabbs(): dtype AXIS_ALIGNED_BOX, in the shape
    /// of the boxes.
    #[pyo3(signature = (*, engine=None, out=None))]
    fn aabbs<'py>(
        slf: &Bound<'py, Self>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = engine_of(engine)?;
        BoxesArgument::Checked(slf.clone()).aabbs(slf.py(), engine, out)
    }

    /// Resizes one box and keeps its pose. index: in C order. half_extents: three numbers, meters, at least zero.
    fn set_half_extents(&self, py: Python<'_>, index: i64, half_extents: [f32; 3]) -> PyResult<()> {
        self.all.change_one(py, index, |store, at| store.set_half_extents(at, half_extents))
    }
}
