//! Frusta, such as the views of cameras, and the queries about boxes and frusta.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use octosat::{BoxStore, Containment, DepthRange, Engine, Error, Frustum, PerspectiveView};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::again::{self, Again, Values};
use crate::argument::BoxesArgument;
use crate::arrays::{blocks, vectors};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::results::Out;

/// Frusta: volumes between six planes that meet like the faces of a cube, such as the views of cameras.
///
/// planes: shape (n, 6, 4): of each plane a normal that points out of the volume, of any length, and an offset: a point
/// p is inside if normal · p is at most the offset. The order is left, right, bottom, top, near, far. Raises
/// ShapeError.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Frusta {
    rows: Vec<Frustum>,
    made: Made,
}

/// The call that made frusta, with copies of its arrays: rounding makes no frustum again from what one holds.
#[derive(Debug)]
struct Made {
    method: &'static str,
    arguments: Py<PyTuple>,
    keywords: Option<Py<PyDict>>,
}

impl Made {
    fn by(method: &'static str, arguments: Bound<'_, PyTuple>) -> Self {
        Self { method, arguments: arguments.unbind(), keywords: None }
    }
}

impl Frusta {
    /// Makes a frustum of each value of a list. Errors have the name of the value as their field.
    fn of<T>(
        py: Python<'_>,
        field: &str,
        values: &[T],
        make: impl Fn(&T) -> Result<Frustum, Error>,
        made: impl FnOnce() -> PyResult<Made>,
    ) -> PyResult<Self> {
        let frustum = |(index, value)| {
            make(value).map_err(|error| errors::of_frustum(py, index, field, &error))
        };
        let rows = values.iter().enumerate().map(frustum).collect::<PyResult<_>>()?;
        Ok(Self { rows, made: made()? })
    }
}

#[pymethods]
impl Frusta {
    #[new]
    fn new(planes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = blocks("planes", 6, planes)?;
        let (py, rows) = (planes.py(), numbers.rows());
        let make = |planes: &[[f32; 4]; 6]| Frustum::from_planes(*planes);
        Self::of(py, "planes", rows, make, || {
            let planes = again::rows(py, rows.as_flattened().as_flattened(), &[6, 4])?;
            Ok(Made::by("__call__", (planes,).into_pyobject(py)?))
        })
    }

    /// Frusta that view-projection matrices show.
    ///
    /// matrices: shape (n, 4, 4): matrix @ [x, y, z, 1] are the clip coordinates of a point. A matrix without a far
    /// plane is rejected. depth: the clip depths that are kept, "zero_to_one" (Direct3D, Vulkan, Metal, WebGPU) or
    /// "minus_one_to_one" (OpenGL).
    #[staticmethod]
    #[pyo3(signature = (matrices, depth="zero_to_one"))]
    fn from_view_projections(matrices: &Bound<'_, PyAny>, depth: &str) -> PyResult<Self> {
        let py = matrices.py();
        let range = match depth {
            "zero_to_one" => DepthRange::ZeroToOne,
            "minus_one_to_one" => DepthRange::MinusOneToOne,
            _ => {
                let text =
                    format!("depth is {depth:?}, neither \"zero_to_one\" nor \"minus_one_to_one\"");
                return Err(PyValueError::new_err(text));
            }
        };
        let numbers = blocks("matrices", 4, matrices)?;
        let rows: &[[[f32; 4]; 4]] = numbers.rows();
        let make = |rows: &[[f32; 4]; 4]| {
            let columns = [0, 1, 2, 3].map(|column| rows.map(|row| row[column]));
            Frustum::from_view_projection(columns, range)
        };
        Self::of(py, "matrices", rows, make, || {
            let matrices = again::rows(py, rows.as_flattened().as_flattened(), &[4, 4])?;
            Ok(Made::by("from_view_projections", (matrices, depth).into_pyobject(py)?))
        })
    }

    /// Frusta that cameras see.
    ///
    /// eyes, targets: shape (n, 3), meters: the positions of the cameras, and the points in the middle of their views.
    /// ups: shape (n, 3): the directions that are up in the views, of any length.
    /// vertical_angle: radians, from the bottom of the view to its top. aspect: width divided by height. near, far: the
    /// distances of the planes along the view, meters.
    #[staticmethod]
    #[pyo3(signature = (eyes, targets, ups, *, vertical_angle, aspect, near, far))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn perspective(
        eyes: &Bound<'_, PyAny>,
        targets: &Bound<'_, PyAny>,
        ups: &Bound<'_, PyAny>,
        vertical_angle: f32,
        aspect: f32,
        near: f32,
        far: f32,
    ) -> PyResult<Self> {
        let py = eyes.py();
        let (eyes, targets) = (vectors("eyes", eyes)?, vectors("targets", targets)?);
        let ups = vectors("ups", ups)?;
        let (eyes, targets, ups) = (eyes.rows(), targets.rows(), ups.rows());
        for (name, len) in [("targets", targets.len()), ("ups", ups.len())] {
            if len != eyes.len() {
                let text = format!("{len} {name} for {} eyes", eyes.len());
                return Err(PyValueError::new_err(text));
            }
        }
        let view = |row: usize| PerspectiveView {
            eye: eyes[row],
            target: targets[row],
            up: ups[row],
            vertical_angle,
            aspect,
            near,
            far,
        };
        let views: Vec<PerspectiveView> = (0..eyes.len()).map(view).collect();
        Self::of(py, "views", &views, Frustum::perspective, || {
            let vectors = |rows: &[[f32; 3]]| Values::array(rows, py);
            let arguments = (vectors(eyes)?, vectors(targets)?, vectors(ups)?).into_pyobject(py)?;
            let keywords = PyDict::new(py);
            let numbers = [vertical_angle, aspect, near, far];
            for (name, number) in ["vertical_angle", "aspect", "near", "far"].iter().zip(numbers) {
                keywords.set_item(name, number)?;
            }
            Ok(Made { keywords: Some(keywords.unbind()), ..Made::by("perspective", arguments) })
        })
    }

    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Again<'py>> {
        let (py, Made { method, arguments, keywords }) = (slf.py(), &slf.get().made);
        let keywords = keywords.as_ref().map(|keywords| keywords.bind(py));
        again::call(&slf.get_type(), method, arguments.bind(py), keywords)
    }

    /// A copy of the corners: float32, shape (n, 8, 3), meters. Bit 0 of the number of a corner is set on the right
    /// side, bit 1 on the top side, bit 2 on the far side.
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let corners: Vec<[[f32; 3]; 8]> = self.rows.iter().map(Frustum::corners).collect();
        PyArray1::from_slice(py, bytemuck::cast_slice(&corners)).reshape([corners.len(), 8, 3])
    }
}

/// Compares each box with the six planes of each frustum, for culling: uint8, shape (f, n), or (f, ...) for boxes of
/// shape (...); see Containment.
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). frusta: Frusta, such as the views of f
/// cameras. out: a uint8 array of that shape that is filled and returned.
///
/// Outside and inside are certain. A box that is outside next to an edge or a corner of the frustum may be reported as
/// intersecting; classify() reports it as outside.
#[pyfunction]
#[pyo3(signature = (boxes, frusta, *, engine=None, out=None))]
pub(crate) fn cull<'py>(
    boxes: &Bound<'py, PyAny>,
    frusta: &Bound<'py, Frusta>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    compared(boxes, frusta, [engine, out], |engine, boxes, frusta, rows| {
        engine.cull(boxes, frusta, rows)
    })
}

/// Compares each box with each frustum as cull() does, over all axes that an exact result needs. Arguments and result
/// are those of cull().
#[pyfunction]
#[pyo3(signature = (boxes, frusta, *, engine=None, out=None))]
pub(crate) fn classify<'py>(
    boxes: &Bound<'py, PyAny>,
    frusta: &Bound<'py, Frusta>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    compared(boxes, frusta, [engine, out], |engine, boxes, frusta, rows| {
        engine.classify(boxes, frusta, rows)
    })
}

/// Runs a query about boxes and frusta.
fn compared<'py>(
    boxes: &Bound<'py, PyAny>,
    frusta: &Bound<'py, Frusta>,
    [engine, out]: [Option<&Bound<'py, PyAny>>; 2],
    ask: impl FnOnce(&Engine, &BoxStore, &[Frustum], &mut [Containment]) -> Result<(), Error> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let engine = engine_of(engine)?;
    let boxes = BoxesArgument::of("boxes", boxes)?;
    let frusta = frusta.get().rows.as_slice();
    let guard = boxes.read(py);
    let store: &BoxStore = &guard;
    let shape = [&[frusta.len()], boxes.shape()].concat();
    let mut rows = vec![Containment::default(); frusta.len() * store.len()];
    let out = Out::numbers(py, out, &shape)?;
    let places = rows.as_mut_slice();
    let done = work(py, move || ask(&engine, store, frusta, places));
    // Unlocked here, because Python code below may use the boxes.
    drop(guard);
    done?.map_err(|error| errors::of_query(py, &error))?;
    let codes: Vec<u8> = rows.into_iter().map(|row| row as u8).collect();
    out.copied(&codes)
}
