//! The class `Boxes`, and the boxes of a query.

use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use bytemuck::cast_slice;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{AxisAlignedBox, BoxPose, BoxStore, Engine, Layout, Store, Unit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::PySequence;

use crate::arrays::{Private, box_indices, doubles_of, matrices as matrices_of, rows_of, vectors};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::results::{Out, copied, layout};

/// Oriented boxes for queries. They are checked once and kept in the layout of the engine.
///
/// centers: shape (n, 3), meters; a fourth column is not read.
/// rotations: shape (n, 4), unit quaternions x, y, z, w, box to world. They are normalized.
/// half_extents: shape (n, 3), meters, at least zero; a fourth column is not read.
///
/// Arrays may have any real dtype and any strides; they are copied as float32. If a box is invalid, the call raises
/// BoxError with the box and the field. Several threads may read the boxes at once; a call that moves boxes waits until
/// these reads end.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Boxes {
    store: Shared<Unit>,
}

/// A store that threads of Python share.
#[derive(Debug)]
pub(crate) struct Shared<L: Layout> {
    store: RwLock<Store<L>>,
}

impl<L: Layout> Shared<L> {
    pub(crate) fn new(store: Store<L>) -> Self {
        Self { store: RwLock::new(store) }
    }

    /// Locks the store for reading. Waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, Store<L>> {
        self.store.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the store without the GIL.
    pub(crate) fn change(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Store<L>) -> Result<(), octosat::BoxError> + Send,
    ) -> PyResult<()> {
        let mut store = self.store.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let rows = &mut *store;
        let changed = work(py, move || change(rows));
        drop(store);
        changed?.map_err(|error| errors::of_box(py, &error))
    }
}

/// The caller's arrays of centers, rotations and half extents.
type Columns<'py> = (Column<'py>, Column<'py>, Column<'py>);

/// Rows of numbers in a new NumPy array.
type Column<'py> = Bound<'py, PyArray2<f32>>;

/// Copies of the caller's poses, owned by one call.
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
    /// The boxes of a store.
    pub(crate) fn of(store: BoxStore) -> Self {
        Self { store: Shared::new(store) }
    }

    /// Locks the boxes for reading. Waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, BoxStore> {
        self.store.read(py)
    }

    /// Changes the boxes without the GIL.
    fn change(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut BoxStore) -> Result<(), octosat::BoxError> + Send,
    ) -> PyResult<()> {
        self.store.change(py, change)
    }

    /// Moves every box to the pose in a matrix of three or four rows.
    fn set_matrices(
        &self,
        py: Python<'_>,
        numbers: &Private<'_, f32>,
        rows: usize,
    ) -> PyResult<()> {
        if rows == 3 {
            let matrices: &[[[f32; 4]; 3]] = numbers.rows();
            return self.change(py, move |store| store.set_poses_from_row_major(matrices));
        }
        let matrices: &[[[f32; 4]; 4]] = numbers.rows();
        self.change(py, move |store| store.set_poses_from_row_major(matrices))
    }
}

/// Makes a store from three arrays.
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
        Ok(Self { store: Shared::new(store) })
    }

    /// Boxes whose poses are matrices from the frame of each box to the world, such as the links of a robot.
    ///
    /// matrices: shape (..., 3, 4) or (..., 4, 4): rotations and translations, such as (configurations, links, 4, 4). The
    /// boxes are in the order of the array.
    /// half_extents: shape (n, 3), meters, for n boxes, for the n links of each configuration, which are the axis before the
    /// matrices, or for one box that all are like.
    #[staticmethod]
    fn from_matrices(
        matrices: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = matrices.py();
        let (numbers, rows) = matrices_of(matrices)?;
        let half_extents = vectors("half_extents", half_extents)?;
        let of_links: &[[f32; 3]] = half_extents.rows();
        let count = numbers.rows::<[f32; 4]>().len() / rows;
        let links = numbers.shape().iter().rev().nth(2).copied().unwrap_or(0);
        if ![1, links, count].contains(&of_links.len()) {
            let text = format!(
                "half_extents has {} rows for {count} boxes in configurations of {links}",
                of_links.len()
            );
            return Err(PyValueError::new_err(text));
        }
        let half_extents: Vec<_> = of_links.iter().copied().cycle().take(count).collect();
        let (centers, rotations) = (vec![[0.0; 3]; count], vec![[0.0, 0.0, 0.0, 1.0]; count]);
        let store = BoxStore::from_slices(&centers, &rotations, &half_extents)
            .map_err(|error| errors::of_box(py, &error))?;
        let boxes = Self { store: Shared::new(store) };
        boxes.set_matrices(py, &numbers, rows)?;
        Ok(boxes)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.read(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.Boxes: {} boxes>", self.read(py).len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Columns<'py>)> {
        let (py, boxes) = (slf.py(), slf.get());
        // A normalized rotation does not change when it is normalized again.
        let columns = (boxes.centers(py)?, boxes.rotations(py)?, boxes.half_extents(py)?);
        Ok((slf.get_type().into_any(), columns))
    }

    /// A copy of the centers: float32, shape (n, 3), meters.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        three(py, self.read(py).centers())
    }

    /// A copy of the normalized rotations: float32, shape (n, 4), unit quaternions x, y, z, w.
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

    /// Moves every box. If the call fails, no box moves.
    ///
    /// centers: shape (n, 3), meters. rotations: shape (n, 4), unit quaternions x, y, z, w.
    fn set_poses(&self, centers: &Bound<'_, PyAny>, rotations: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = centers.py();
        let poses = Poses::of(centers, rotations)?;
        let (centers, rotations) = poses.rows();
        self.change(py, move |store| store.set_poses(centers, rotations))
    }

    /// Moves some boxes, such as those that are awake. If the call fails, no box moves.
    ///
    /// indices: shape (m,), integers. centers: shape (m, 3), meters. rotations: shape (m, 4). If an index occurs
    /// twice, its last pose is used.
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

    /// Moves every box to a float64 position, relative to an origin. If the call fails, no box moves.
    ///
    /// origin: three numbers, meters. centers: shape (n, 3), float64, meters. rotations: shape (n, 4). The origin is
    /// subtracted from the centers in float64, before they are rounded to float32.
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

    /// Moves every box to the pose in a row-major matrix, box to world. If the call fails, no box moves.
    ///
    /// matrices: shape (..., 3, 4) or (..., 4, 4), one per box. Each is a rotation and a translation.
    fn set_poses_from_row_major(&self, matrices: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = matrices.py();
        let (numbers, rows) = matrices_of(matrices)?;
        self.set_matrices(py, &numbers, rows)
    }

    /// Computes the axis-aligned bounding box of each box, like octosat.aabbs(): dtype AXIS_ALIGNED_BOX, shape (n,).
    #[pyo3(signature = (*, engine=None, out=None))]
    fn aabbs<'py>(
        slf: &Bound<'py, Self>,
        engine: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = engine_of(engine)?;
        BoxesArgument::Checked(slf.clone()).aabbs(slf.py(), engine, out)
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

/// The boxes of a query, locked for reading until this is dropped.
pub(crate) enum BoxesGuard<'a> {
    Checked(RwLockReadGuard<'a, BoxStore>),
    Given(&'a BoxStore),
}

impl<'py> BoxesArgument<'py> {
    /// Reads boxes of the caller: a `Boxes`, or centers, rotations and half extents.
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

    /// Locks the boxes for reading.
    pub(crate) fn read(&self, py: Python<'_>) -> BoxesGuard<'_> {
        match self {
            Self::Checked(boxes) => BoxesGuard::Checked(boxes.get().read(py)),
            Self::Given(store) => BoxesGuard::Given(store),
        }
    }

    /// Locks these boxes and others for reading; no others if they are the same.
    ///
    /// All calls lock in the same order: if two calls waited for each other's boxes, with calls that move these boxes in
    /// between, none would go on.
    pub(crate) fn read_with<'a>(
        &'a self,
        py: Python<'_>,
        others: Option<&'a Self>,
    ) -> (BoxesGuard<'a>, Option<BoxesGuard<'a>>) {
        let others =
            others.filter(|others| others.address().is_none_or(|at| Some(at) != self.address()));
        match others {
            Some(others) if others.address() < self.address() => {
                let guard = others.read(py);
                (self.read(py), Some(guard))
            }
            others => (self.read(py), others.map(|others| others.read(py))),
        }
    }

    /// Where the caller's object is, if it is one.
    fn address(&self) -> Option<usize> {
        match self {
            Self::Checked(boxes) => Some(boxes.as_ptr().addr()),
            Self::Given(_) => None,
        }
    }

    /// The axis-aligned box around each box.
    pub(crate) fn aabbs(
        &self,
        py: Python<'py>,
        engine: Engine,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = "AXIS_ALIGNED_BOX";
        let out = Out::check(out, self.read(py).len(), || layout(py, name))?;
        let guard = self.read(py);
        let boxes: &BoxStore = &guard;
        let mut answers: Vec<AxisAlignedBox> = bytemuck::zeroed_vec(boxes.len());
        let rows = answers.as_mut_slice();
        let done = work(py, move || engine.aabbs(boxes, rows));
        // Unlocked here, because Python code below may use the boxes.
        drop(guard);
        done?.map_err(|error| errors::of_query(py, &error))?;
        out.give(copied(py, &answers, name)?)
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
