//! Rays and segments: where they hit boxes, spheres and capsules, and the closest points of segments.

use octosat::{ClosestPoints, Query, RayHit};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::pairs as pairs_of;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::first::First;
use crate::question::{Against, Question};
use crate::results::Out;
use crate::shapes::Segments;

/// Computes where lines enter and leave boxes, spheres or capsules: dtype RAY_HIT, shape (m,).
///
/// boxes: as for overlaps(), or Spheres or Capsules. lines: Rays or Segments. pairs: shape (m, 2): a box and a line.
/// Without pairs, every box is tested against a single line. Parameters are multiples of the direction of a ray, or
/// fractions of a segment. For a miss, entry is infinite.
#[pyfunction]
#[pyo3(signature = (boxes, lines, pairs=None, *, engine=None, out=None))]
pub(crate) fn hits<'py>(
    boxes: &Bound<'py, PyAny>,
    lines: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of_any(First::of(boxes)?, pairs, None, engine)?;
    let lines = Against::of(Some(lines))?;
    let out = question.out(py, out, "RAY_HIT")?;
    out.filled_rows(|rows: &mut [RayHit]| match lines {
        Against::Rays(_) | Against::Segments(_) => {
            question.ask_shapes(py, &lines, |asked, engine| asked.hits(engine, rows))
        }
        _ => Err(PyTypeError::new_err("lines must be Rays or Segments")),
    })
}

/// Finds the closest points of pairs of segments: dtype CLOSEST_POINTS, shape (m,).
///
/// a, b: Segments, which may be the same. pairs: shape (m, 2), integers: a segment of a and one of b.
/// engine, out: as for overlaps().
///
/// Parallel segments have many closest points; the result is then for the start of the first segment, if the foot of
/// the perpendicular from there lies on the second one, and otherwise for an end of the second one.
#[pyfunction]
#[pyo3(signature = (a, b, pairs, *, engine=None, out=None))]
pub(crate) fn closest_points<'py>(
    a: &Bound<'py, Segments>,
    b: &Bound<'py, Segments>,
    pairs: &Bound<'py, PyAny>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let (engine, pairs) = (engine_of(engine)?, pairs_of(pairs)?);
    let (a, b, pairs) = (&a.get().rows, &b.get().rows, pairs.pairs());
    let out = Out::rows(py, out, &[pairs.len()], "CLOSEST_POINTS")?;
    out.filled_rows(|rows: &mut [ClosestPoints]| {
        let done = work(py, move || engine.closest_points(Query::new((a, b), pairs), rows))?;
        done.map_err(|error| errors::of_query(py, &error))
    })
}
