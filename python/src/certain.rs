//! Results about pairs of boxes that no rounding makes wrong.

use bytemuck::cast_slice_mut;
use numpy::{PyArray1, PyArrayMethods};
use octosat::Verdict;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::question::{Against, Question};
use crate::results::Out;

/// Reports for each pair what is certain: uint8, shape (m,): 0 undecided, 1 overlapping, 2 separated; see Verdict.
///
/// Overlapping and separated are theorems about the boxes as they are stored. Arguments are those of overlaps(); against
/// is other boxes or None. With a margin, the boxes are those with half extents that are longer by half of it.
#[pyfunction]
#[pyo3(signature = (boxes, pairs, margin=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn verdicts<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    margin: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of(boxes, Some(pairs), margin, engine)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || Ok(numpy::dtype::<u8>(py).into_any()))?;
    let Against::Boxes(others) = Against::of(against)? else {
        return Err(PyTypeError::new_err("verdicts are of boxes"));
    };
    let codes = PyArray1::<u8>::zeros(py, rows, false);
    let mut writable = codes.readwrite();
    let places: &mut [Verdict] = cast_slice_mut(writable.as_slice_mut()?);
    question.ask_pairs(py, others.as_ref(), |engine, query| engine.verdicts(query, places))?;
    drop(writable);
    out.give(codes.into_any())
}

/// Computes for each pair a length in meters that the distance of the boxes is certainly not less than: float32, shape
/// (m,).
///
/// It is at most minus the depth if the boxes overlap. Arguments are those of verdicts().
#[pyfunction]
#[pyo3(signature = (boxes, pairs, margin=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn clearances<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    margin: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of(boxes, Some(pairs), margin, engine)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || Ok(numpy::dtype::<f32>(py).into_any()))?;
    let Against::Boxes(others) = Against::of(against)? else {
        return Err(PyTypeError::new_err("clearances are of boxes"));
    };
    let lengths = PyArray1::<f32>::zeros(py, rows, false);
    let mut writable = lengths.readwrite();
    let places = writable.as_slice_mut()?;
    question.ask_pairs(py, others.as_ref(), |engine, query| engine.clearances(query, places))?;
    drop(writable);
    out.give(lengths.into_any())
}
