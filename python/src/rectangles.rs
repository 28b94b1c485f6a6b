//! Rectangles in the plane: their class, and the queries about pairs of them.

use std::sync::RwLockReadGuard;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{
    Engine, Error, Query, RectangleManifold, RectanglePenetration, RectangleStore, RectangleView,
    Sides,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::{Indices, Lengths, Private, pairs as pairs_of, rows_of};
use crate::boxes::Shared;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::leading::{Items, Target};
use crate::results::Out;
use crate::rounding::{SUBTRACT, shift_of};

/// Oriented rectangles in the plane for queries, like Boxes in space. x points to the right and y up.
///
/// centers: shape (n, 2), meters.
/// rotations: shape (n, 2), cosines and sines of angles. They are normalized; a positive angle turns counter-clockwise.
/// half_extents: shape (n, 2), meters, at least zero.
///
/// overlaps(), penetrations() and manifolds() take rectangles instead of boxes. If a rectangle is invalid, the call
/// raises BoxError with the rectangle and the field; so it does if float32 moves a center by more than 0.01 of the
/// smaller half extent, as at map coordinates.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Rectangles {
    store: Shared<RectangleStore>,
}

/// Rows of numbers in a new NumPy array.
type Column<'py> = Bound<'py, PyArray2<f32>>;

/// The centers, rotations and half extents.
type Columns<'py> = (Column<'py>, Column<'py>, Column<'py>);

/// Copies of the caller's poses, owned by one call.
struct Poses<'py> {
    centers: Private<'py, f32>,
    /// The same as they were given, if float32 does not hold all numbers of their dtype.
    double: Option<Private<'py, f64>>,
    rotations: Private<'py, f32>,
}

impl<'py> Poses<'py> {
    fn of(centers: &Bound<'py, PyAny>, rotations: &Bound<'py, PyAny>) -> PyResult<Self> {
        let single = rows_of("centers", 2, centers)?;
        let items = Items::rows("centers", 2, centers)?;
        let target = Target { shape: items.shape(), of: "the rectangles" };
        let double = if items.fits_single() { None } else { Some(items.copy(target)?) };
        Ok(Self { centers: single, double, rotations: rows_of("rotations", 2, rotations)? })
    }

    /// Rejects the first center that float32 moves by too much, as for boxes.
    fn check_rounding(
        &self,
        py: Python<'_>,
        half_extents: impl Iterator<Item = [f32; 2]>,
    ) -> PyResult<()> {
        let Some(double) = &self.double else { return Ok(()) };
        let points: Vec<[f64; 3]> =
            double.rows().iter().map(|&[x, y]: &[f64; 2]| [x, y, 0.0]).collect();
        match shift_of(&points, half_extents.map(|[x, y]| [x, y, x])) {
            Some(shift) => {
                let text = shift.text("given box", "center", SUBTRACT);
                Err(errors::box_error(py, &text, shift.index, "center"))
            }
            None => Ok(()),
        }
    }

    fn rows(&self) -> (&[[f32; 2]], &[[f32; 2]]) {
        (self.centers.rows(), self.rotations.rows())
    }
}

impl Rectangles {
    /// Locks the rectangles for reading. Waits without the GIL.
    fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, RectangleStore> {
        self.store.read(py)
    }
}

/// Two numbers of each row, from this place on, as an array.
fn two<'py>(py: Python<'py>, rows: &[[f32; 4]], from: usize) -> PyResult<Column<'py>> {
    let numbers: Vec<f32> = rows.iter().flat_map(|row| [row[from], row[from + 1]]).collect();
    PyArray1::from_vec(py, numbers).reshape([rows.len(), 2])
}

#[pymethods]
impl Rectangles {
    #[new]
    fn new(
        centers: &Bound<'_, PyAny>,
        rotations: &Bound<'_, PyAny>,
        half_extents: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let py = centers.py();
        let poses = Poses::of(centers, rotations)?;
        let half_extents = rows_of("half_extents", 2, half_extents)?;
        let ((centers, rotations), half_extents) = (poses.rows(), half_extents.rows());
        let store = work(py, || RectangleStore::from_slices(centers, rotations, half_extents))?
            .map_err(|error| errors::of_box(py, &error))?;
        poses.check_rounding(py, half_extents.iter().copied())?;
        Ok(Self { store: Shared::new(store) })
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.read(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.Rectangles: {} rectangles>", self.read(py).len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Columns<'py>)> {
        let (py, rectangles) = (slf.py(), slf.get());
        // A normalized rotation does not change when it is normalized again.
        let poses = (rectangles.centers(py)?, rectangles.rotations(py)?);
        Ok((slf.get_type().into_any(), (poses.0, poses.1, rectangles.half_extents(py)?)))
    }

    /// A copy of the centers: float32, shape (n, 2), meters.
    #[getter]
    fn centers<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        two(py, self.read(py).poses(), 0)
    }

    /// A copy of the normalized rotations: float32, shape (n, 2), cosines and sines.
    #[getter]
    fn rotations<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        two(py, self.read(py).poses(), 2)
    }

    /// A copy of the half extents: float32, shape (n, 2), meters.
    #[getter]
    fn half_extents<'py>(&self, py: Python<'py>) -> PyResult<Column<'py>> {
        two(py, self.read(py).half_extents(), 0)
    }

    /// Moves every rectangle. If the call fails, no rectangle moves.
    ///
    /// centers: shape (n, 2), meters. rotations: shape (n, 2), cosines and sines.
    fn set_poses(&self, centers: &Bound<'_, PyAny>, rotations: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = centers.py();
        let poses = Poses::of(centers, rotations)?;
        poses
            .check_rounding(py, self.read(py).half_extents().iter().map(|row| [row[0], row[1]]))?;
        let (centers, rotations) = poses.rows();
        self.store
            .change(py, move |store| store.set_poses(centers, rotations))?
            .map_err(|error| errors::of_box(py, &error))
    }
}

/// The arguments of a query about pairs of rectangles.
pub(crate) struct RectangleQuestion<'a, 'py> {
    engine: Engine,
    rectangles: &'a Rectangles,
    /// The rectangles that the second index of each pair is for.
    others: Option<RectangleStore>,
    pairs: Indices<'py>,
    within: Lengths<'py>,
}

impl<'a, 'py> RectangleQuestion<'a, 'py> {
    pub(crate) fn of(
        rectangles: &'a Bound<'py, Rectangles>,
        [pairs, within, against, engine]: [Option<&Bound<'py, PyAny>>; 4],
    ) -> PyResult<Self> {
        let missing = || PyTypeError::new_err("pairs are missing: which rectangles with which?");
        // A copy: the same rectangles may be on both sides, and must not be locked twice.
        let others = |others: &Bound<'py, PyAny>| match others.cast::<Rectangles>() {
            Ok(others) => Ok(others.get().read(others.py()).clone()),
            Err(_) => Err(PyTypeError::new_err("against must be Rectangles, as the first ones")),
        };
        Ok(Self {
            engine: engine_of(engine)?,
            rectangles: rectangles.get(),
            others: against.map(others).transpose()?,
            pairs: pairs_of(pairs.ok_or_else(missing)?)?,
            within: Lengths::of("within", within)?,
        })
    }

    /// The number of rows of the result.
    pub(crate) fn rows(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// Runs a query.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Engine, Query<'_, Sides<RectangleView<'_>>>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let (pairs, within, engine) = (self.pairs.pairs(), self.within.length(), &self.engine);
        let guard = self.rectangles.read(py);
        let first: &RectangleStore = &guard;
        let query = match &self.others {
            Some(others) => Query::new([first, others], pairs),
            None => Query::new(first, pairs),
        };
        let done = work(py, move || ask(engine, query.within(within)));
        drop(guard);
        done?.map_err(|error| errors::of_query(py, &error))
    }

    /// Which pairs share a point or are within.
    pub(crate) fn overlaps(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::numbers(py, out, &[self.rows()])?;
        out.filled(|rows: &mut [bool]| self.ask(py, |engine, query| engine.overlaps(query, rows)))
    }

    /// Depth, normal and axis of each pair.
    pub(crate) fn penetrations(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, out, &[self.rows()], "RECTANGLE_PENETRATION")?;
        out.filled_rows(|rows: &mut [RectanglePenetration]| {
            self.ask(py, |engine, query| engine.penetrations(query, rows))
        })
    }

    /// The contact of each pair.
    pub(crate) fn manifolds(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, None, &[self.rows()], "RECTANGLE_MANIFOLD")?;
        out.filled_rows(|rows: &mut [RectangleManifold]| {
            self.ask(py, |engine, query| engine.manifolds(query, rows))
        })
    }
}
