//! Results about pairs of boxes that no rounding makes wrong, and distances.

use bytemuck::cast_slice_mut;
use octosat::{Distance, Verdict};
use pyo3::prelude::*;

use crate::question::Question;
use crate::results::{Out, dtype_of, filled, filled_numbers, layout};

/// Reports for each pair what is certain: uint8, shape (m,): 0 undecided, 1 overlapping, 2 separated; see Verdict.
///
/// Overlapping and separated are theorems about the boxes as they are stored. Arguments are those of overlaps(); against
/// is other boxes or None. grown, instead of within: the boxes are larger by this on every side, in meters: a number or an
/// array of shape (m,).
#[pyfunction]
#[pyo3(signature = (boxes, pairs, grown=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn verdicts<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (question, others) = Question::of_boxes("verdicts", boxes, pairs, [None, against, engine])?;
    let question = question.grown(grown)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || dtype_of::<u8>(py))?;
    out.give(filled_numbers(py, rows, |codes: &mut [u8]| {
        let rows: &mut [Verdict] = cast_slice_mut(codes);
        question.ask_pairs(py, others.as_ref(), |engine, query| engine.verdicts(query, rows))
    })?)
}

/// Tests which pairs share a point, without an error: bool, shape (m,).
///
/// The answer is that for the boxes as they are stored. Pairs that verdicts() leaves undecided are computed in integers,
/// which takes about a hundred times as long. Arguments are those of verdicts().
#[pyfunction]
#[pyo3(signature = (boxes, pairs, grown=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn overlaps_exact<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (question, others) =
        Question::of_boxes("exact overlaps", boxes, pairs, [None, against, engine])?;
    let question = question.grown(grown)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || dtype_of::<bool>(py))?;
    out.give(filled_numbers(py, rows, |rows: &mut [bool]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| engine.overlaps_exact(query, rows))
    })?)
}

/// Computes for each pair a length in meters that the distance of the boxes is certainly not less than: float32, shape
/// (m,).
///
/// It is at most minus the depth if the boxes overlap. Arguments are those of verdicts().
#[pyfunction]
#[pyo3(signature = (boxes, pairs, grown=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn clearances<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (question, others) =
        Question::of_boxes("clearances", boxes, pairs, [None, against, engine])?;
    let question = question.grown(grown)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || dtype_of::<f32>(py))?;
    out.give(filled_numbers(py, rows, |rows: &mut [f32]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| engine.clearances(query, rows))
    })?)
}

/// Computes the signed distance of each pair, with a point of both boxes: dtype DISTANCE, shape (m,).
///
/// Arguments are those of overlaps(); against is other boxes or None. within is a cut-off: pairs that a face separates by
/// more have state 2 and that gap as distance, and no points.
///
/// distance: negative for overlap, minus the length of the shortest translation that makes the boxes touch. on_a: the
/// closest point of a, or its deepest point in b. That of b is on_a + distance * normal. state: 0 apart, 1 overlapping,
/// 2 beyond `within`.
#[pyfunction]
#[pyo3(signature = (boxes, pairs, within=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn distances<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    within: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (question, others) =
        Question::of_boxes("distances", boxes, pairs, [within, against, engine])?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || layout(py, "DISTANCE"))?;
    out.give(filled(py, rows, "DISTANCE", |rows: &mut [Distance]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| engine.distances(query, rows))
    })?)
}
