//! The class `CoveredFaces`, and the function that finds covered faces.

use numpy::PyArray1;
use octosat::CoveredRectangle;
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::arrays::{bytes_of, records};
use crate::engine::work;
use crate::errors;
use crate::results::copied;

/// The masks and the rectangles of covered faces.
type Parts<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyAny>);

/// The faces of boxes that neighbors cover, so that no contact normal leaves them.
///
/// masks: shape (n,), integers below 64, one mask per box: bit 2k is set if the face on the negative side of axis k
/// is covered, and bit 2k + 1 for the positive side. Boxes that move have a mask of zero.
/// rectangles: an array of dtype COVERED_RECTANGLE, in ascending order of boxes and faces: the covered parts of other
/// faces.
///
/// covered_faces() finds both; of_masks() and of_parts() make them of arrays. Raises CoveredError if a mask or a
/// rectangle is invalid.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct CoveredFaces {
    faces: octosat::CoveredFaces,
}

#[pymethods]
impl CoveredFaces {
    /// The faces of these masks are covered wholly, and none in part.
    #[staticmethod]
    fn of_masks(masks: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::made(masks, &[])
    }

    /// The same, and the parts of other faces in these rectangles are covered.
    #[staticmethod]
    fn of_parts(masks: &Bound<'_, PyAny>, rectangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::made(masks, records(rectangles, "COVERED_RECTANGLE")?.rows())
    }

    fn __len__(&self) -> usize {
        self.faces.len()
    }

    fn __repr__(&self) -> String {
        format!("<octosat.CoveredFaces: {} boxes>", self.faces.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (py, faces) = (slf.py(), slf.get());
        Ok((slf.get_type().getattr("of_parts")?, (faces.masks(py), faces.rectangles(py)?)))
    }

    /// A copy of the masks: uint8, shape (n,).
    #[getter]
    fn masks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        PyArray1::from_slice(py, self.faces.masks())
    }

    /// A copy of the rectangles: dtype COVERED_RECTANGLE.
    #[getter]
    fn rectangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        copied(py, self.faces.rectangles(), "COVERED_RECTANGLE")
    }
}

impl CoveredFaces {
    fn made(masks: &Bound<'_, PyAny>, rectangles: &[CoveredRectangle]) -> PyResult<Self> {
        octosat::CoveredFaces::of_parts(bytes_of("masks", masks)?.rows(), rectangles)
            .map(|faces| Self { faces })
            .map_err(|error| errors::of_covered(masks.py(), &error))
    }
}

/// Finds the faces of boxes that their neighbors cover: a CoveredFaces.
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents): only boxes that are solid and do not move
/// against each other.
/// tolerance: meters, at least zero: larger than the spacing of float32 at the boxes' coordinates, and far smaller than
/// the thinnest box.
#[pyfunction]
#[pyo3(signature = (boxes, tolerance=1e-4))]
pub(crate) fn covered_faces(boxes: &Bound<'_, PyAny>, tolerance: f32) -> PyResult<CoveredFaces> {
    let py = boxes.py();
    let boxes = BoxesArgument::of("boxes", boxes)?;
    let guard = boxes.read(py);
    let store = &*guard;
    let found = work(py, move || octosat::covered_faces(store, tolerance));
    drop(guard);
    let faces = found?.map_err(|error| errors::of_covered(py, &error))?;
    Ok(CoveredFaces { faces })
}

/// The covered faces of a query, if it has some.
#[derive(Default)]
pub(crate) struct Covered(Option<Py<CoveredFaces>>);

impl Covered {
    pub(crate) fn of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let faces = |value: &Bound<'_, PyAny>| Ok(value.cast::<CoveredFaces>()?.clone().unbind());
        value.map(faces).transpose().map(Self)
    }

    /// The faces in the engine's type.
    pub(crate) fn faces(&self) -> Option<&octosat::CoveredFaces> {
        self.0.as_ref().map(|faces| &faces.get().faces)
    }
}
