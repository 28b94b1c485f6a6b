//! Boxes that are checked once.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bytemuck::cast_slice;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{BoxPose, BoxStore};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::PySequence;

use crate::arrays::{Private, box_indices, doubles_of, matrices as matrices_of, rows_of, vectors};
use crate::engine::work;
use crate::errors;
use crate::queries::aabbs;

/// Oriented boxes, checked once and kept where the engine reads them fastest.
///
/// centers: shape (n, 3), meters; a fourth column is not read.
/// rotations: shape (n, 4), unit quaternions x, y, z, w, box to world. They are normalized.
/// half_extents: shape (n, 3), meters, at least zero; a fourth column is not read.
///
/// Arrays of any real dtype and strides are taken and copied as float32. Raises BoxError, which names the box and
/// the field. Calls that read the boxes may run in several threads; a call that moves them waits for those.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Boxes {
    store: RwLock<BoxStore>,
}

/// Centers, rotations and half extents as arrays of the caller.
type Columns<'py> = (Column<'py>, Column<'py>, Column<'py>);

/// Rows of numbers as an array of the caller.
type Column<'py> = Bound<'py, PyArray2<f32>>;

/// Poses as arrays that belong to one call alone.
struct Poses<'py> {
    centers: Private<'py, f32>,
    rotations: Private<'py, f32>,
}

impl<'py> Poses<'py> {
    fn of(centers: &Bound<'py, PyAny>, rotations: &Bound<'py, PyAny>) -> PyResult<Self> {
        let centers = vectors("centers", centers)?;
        Ok(Self { centers, rotations: rows_of("rotations", 4, rotations)? })
    }

    fn rows(&self) -> (&[[f32; 3]], &[[f32; 4]]) {
        (self.centers.rows(), self.rotations.rows())
    }
}

impl Boxes {
    /// The boxes, for reading; waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, BoxStore> {
        self.store.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, py: Python<'_>) -> RwLockWriteGuard<'_, BoxStore> {
        self.store.write_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the boxes without the GIL.
    fn change(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut BoxStore) -> Result<(), octosat::BoxError> + Send,
    ) -> PyResult<()> {
        let mut store = self.write(py);
        let rows = &mut *store;
        let changed = work(py, move || change(rows));
        drop(store);
        changed?.map_err(|error| errors::of_box(py, &error))
    }
}

/// A store of three arrays.
fn store_of(
    centers: &Bound<'_, PyAny>,
    rotations: &Bound<'_, PyAny>,
    half_extents: &Bound<'_, PyAny>,
) -> PyResult<BoxStore> {
    let py = centers.py();
    let poses = Poses::of(centers, rotations)?;
    let half_extents = vectors("half_extents", half_extents)?;
    let ((centers, rotations), half_extents) = (poses.rows(), half_extents.rows());
    work(py, || BoxStore::from_slices(centers, rotations, half_extents))?
        .map_err(|error| errors::of_box(py, &error))
}

#[pymethods]
impl Boxes {
    #[new]
    fn new(
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let store = store_of(centers, rotations, half_extents)?;
        Ok(Self { store: RwLock::new(store) })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.read(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.Boxes: {} boxes>", self.read(py).len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Columns<'py>)> {
        let (py, boxes) = (slf.py(), slf.get());
        // Storing a stored rotation again changes no bit.
        let columns = (boxes.centers(py)?, boxes.rotations(py)?, boxes.half_extents(py)?);
        Ok((slf.get_type().into_any(), columns))
    }

    /// A copy of the centers: float32, shape (n, 3), meters.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        three(py, self.read(py).centers())
    }

    /// A copy of the rotations as they are stored: float32, shape (n, 4), unit quaternions x, y, z, w.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        let store = self.read(py);
        let rows = store.rotations();
        PyArray1::from_slice(py, cast_slice(rows)).reshape([rows.len(), 4])
    }

    /// A copy of the half extents: float32, shape (n, 3), meters.
    #[getter]
    fn half_extents<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        three(py, self.read(py).half_extents())
    }

    /// Moves every box: all of them, or on error none.
    ///
    /// centers: shape (n, 3), meters. rotations: shape (n, 4), unit quaternions x, y, z, w.
    fn set_poses(&self, centers: &Bound<'_, PyAny>, rotations: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = centers.py();
        let poses = Poses::of(centers, rotations)?;
        let (centers, rotations) = poses.rows();
        self.change(py, move |store| store.set_poses(centers, rotations))
    }

    /// Moves some boxes, such as those awake: all of them, or on error none.
    ///
    /// indices: shape (m,), integers. centers: shape (m, 3), meters. rotations: shape (m, 4). Of an index that
    /// occurs twice the last pose counts.
    fn set_poses_of(
        &self,
        indices: &Bound<'_, PyAny>,
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = indices.py();
        let indices = box_indices("indices", indices)?;
        let poses = Poses::of(centers, rotations)?;
        let (indices, (centers, rotations)) = (indices.flat(), poses.rows());
        for (field, found) in [("center", centers.len()), ("rotation", rotations.len())] {
            if found != indices.len() {
                let expected = indices.len();
                let place = expected.min(found);
                let text = format!("given box {place}: {found} {field}s for {expected} indices");
                return Err(errors::box_error(py, &text, place, field));
            }
        }
        let poses = centers.iter().zip(rotations).map(|(c, r)| BoxPose::new(*c, *r));
        self.change(py, move |store| store.set_poses_of(indices, poses))
    }

    /// Moves every box to a place in double precision, as seen from an origin: all of them, or on error none.
    ///
    /// origin: three numbers, meters. centers: shape (n, 3), float64, meters. rotations: shape (n, 4). The origin is
    /// subtracted before anything is rounded.
    fn set_poses_from_origin(
        &self,
        origin: [f64; 3],
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = centers.py();
        let centers = doubles_of("centers", 3, centers)?;
        let rotations = doubles_of("rotations", 4, rotations)?;
        let (centers, rotations): (&[[f64; 3]], &[[f64; 4]]) = (centers.rows(), rotations.rows());
        self.change(py, move |store| store.set_poses_from_origin(origin, centers, rotations))
    }

    /// Moves every box by a matrix, box to world, in row-major order: all of them, or on error none.
    ///
    /// matrices: shape (n, 3, 4) or (n, 4, 4); each is a rotation and a translation.
    fn set_poses_from_row_major(&self, matrices: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = matrices.py();
        let (numbers, rows) = matrices_of(matrices)?;
        if rows == 3 {
            let matrices: &[[[f32; 4]; 3]] = numbers.rows();
            return self.change(py, move |store| store.set_poses_from_row_major(matrices));
        }
        let matrices: &[[[f32; 4]; 4]] = numbers.rows();
        self.change(py, move |store| store.set_poses_from_row_major(matrices))
    }

    /// The axis-aligned box around each box, as octosat.aabbs(): dtype AXIS_ALIGNED_BOX, shape (n,).
    #[pyo3(signature = (*, engine=None, out=None))]
    fn aabbs<'py>(
        slf: &Bound<'py, Self>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        aabbs(slf, engine, out)
    }

    /// Resizes one box and keeps its pose. half_extents: three numbers, meters, at least zero.
    fn set_half_extents(&self, py: Python<'_>, index: i64, half_extents: [f32; 3]) -> PyResult<()> {
        let Ok(number) = u32::try_from(index) else {
            let text = format!("box {index}: there is no box of that index");
            return Err(errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index"));
        };
        self.change(py, move |store| store.set_half_extents(number, half_extents))
    }
}

/// The first three numbers of each row, as an array.
fn three<'py>(py: Python<'py>, rows: &[[f32; 4]]) -> PyResult<Column<'py>> {
    let numbers: Vec<f32> = rows.iter().flat_map(|row| [row[0], row[1], row[2]]).collect();
    PyArray1::from_vec(py, numbers).reshape([rows.len(), 3])
}

/// The boxes of a query: those of a caller's object, or of three arrays.
pub(crate) enum BoxesArgument<'py> {
    /// Checked before.
    Checked(Bound<'py, Boxes>),
    /// Checked for this call.
    Given(BoxStore),
}

/// Boxes that a query may read until this is dropped.
pub(crate) enum BoxesGuard<'a> {
    Checked(RwLockReadGuard<'a, BoxStore>),
    Given(&'a BoxStore),
}

impl<'py> BoxesArgument<'py> {
    /// What a caller passed: `Boxes`, or centers, rotations and half extents.
    pub(crate) fn of(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(boxes) = value.cast::<Boxes>() {
            return Ok(Self::Checked(boxes.clone()));
        }
        let wrong = "boxes must be an octosat.Boxes or (centers, rotations, half_extents)";
        let Ok(parts) = value.cast::<PySequence>() else {
            return Err(PyTypeError::new_err(wrong));
        };
        if parts.len()? != 3 {
            return Err(PyValueError::new_err(wrong));
        }
        let [centers, rotations, half_extents] =
            [parts.get_item(0)?, parts.get_item(1)?, parts.get_item(2)?];
        Ok(Self::Given(store_of(&centers, &rotations, &half_extents)?))
    }

    /// The boxes, for reading.
    pub(crate) fn read(&self, py: Python<'_>) -> BoxesGuard<'_> {
        match self {
            Self::Checked(boxes) => BoxesGuard::Checked(boxes.get().read(py)),
            Self::Given(store) => BoxesGuard::Given(store),
        }
    }
}

impl std::ops::Deref for BoxesGuard<'_> {
    type Target = BoxStore;

    fn deref(&self) -> &BoxStore {
        match self {
            Self::Checked(store) => store,
            Self::Given(store) => store,
        }
    }
}
