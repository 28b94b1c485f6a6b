//! The verbs: what pairs of boxes, and boxes and other shapes, answer.

use bytemuck::{Pod, Zeroable};
use numpy::{PyArray1, PyArrayMethods};
use octosat::{
    AxisAlignedBox, BoxStore, HalfSpaceContacts, Penetration, PointLimit, PointOrigin, RayHit,
    SphereContact,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::boxes::BoxesArgument;
use crate::contacts::{Buffers, ContactRows};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::question::{Against, Question};
use crate::results::{Out, copied, filled, filled_aligned, layout};
use crate::shapes::HalfSpaces;

/// The most points of a manifold.
pub(crate) fn limit_of(limit: i64) -> PyResult<PointLimit> {
    match limit {
        4 => Ok(PointLimit::Four),
        8 => Ok(PointLimit::Eight),
        _ => Err(PyValueError::new_err(format!("limit is {limit}, neither 4 nor 8"))),
    }
}

/// What positions of points are relative to.
pub(crate) fn origin_of(origin: &str) -> PyResult<PointOrigin> {
    match origin {
        "world" => Ok(PointOrigin::World),
        "center_of_a" => Ok(PointOrigin::CenterOfA),
        _ => {
            let text = format!("origin is {origin:?}, neither \"world\" nor \"center_of_a\"");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Reports which pairs share a point, or come within the margin: bool, shape (m,).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents).
/// pairs: shape (m, 2), integers: two boxes, or a box and a shape of `against`. Without pairs every box is asked
/// against the one shape, and row i is about box i.
/// margin: a number or an array of shape (m,), meters, at least zero.
/// against: HalfSpaces, Spheres or AxisAlignedBoxes; None for boxes.
/// out: a bool array of shape (m,) that is filled and returned.
///
/// Boxes are closed, so touching counts. Raises BoxError or QueryError, and writes nothing then.
#[pyfunction]
#[pyo3(signature = (boxes, pairs=None, margin=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn overlaps<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    margin: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let against = Against::of(against)?;
    let question = Question::of(boxes, pairs, margin, engine)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || Ok(numpy::dtype::<bool>(py).into_any()))?;
    let answers = PyArray1::<bool>::zeros(py, rows, false);
    question.overlaps(py, &against, answers.readwrite().as_slice_mut()?)?;
    out.give(answers.into_any())
}

/// Reports how deep each pair penetrates, along which axis: dtype PENETRATION, shape (m,).
///
/// Positive depths are overlap: moving b by depth · normal separates the boxes. Negative: apart by at least -depth, and
/// the normal is zero if a face separates the boxes by more than the margin. Arguments as for overlaps().
/// Against HalfSpaces the answer is float32, shape (m,): meters that each box is below the plane.
#[pyfunction]
#[pyo3(signature = (boxes, pairs=None, margin=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn penetrations<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    margin: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of(boxes, pairs, margin, engine)?;
    let rows = question.rows(py);
    match Against::of(against)? {
        Against::Boxes => {
            let out = Out::check(out, rows, || layout(py, "PENETRATION"))?;
            out.give(filled(py, rows, "PENETRATION", |rows: &mut [Penetration]| {
                question.ask_pairs(py, |engine, query| engine.penetrations(query, rows))
            })?)
        }
        Against::HalfSpaces(shapes) => {
            question.check_no_margin("depths below a plane")?;
            let out = Out::check(out, rows, || Ok(numpy::dtype::<f32>(py).into_any()))?;
            let depths = PyArray1::<f32>::zeros(py, rows, false);
            let mut writable = depths.readwrite();
            let places = writable.as_slice_mut()?;
            question.ask_shapes(py, &shapes.get().rows, |engine, query| {
                engine.penetrations(query, places)
            })?;
            drop(writable);
            out.give(depths.into_any())
        }
        _ => Err(PyTypeError::new_err("penetrations are of boxes, or against HalfSpaces")),
    }
}

/// Reports where each pair touches: a Manifolds, with a row per pair and up to four or eight points each.
///
/// Arguments as for overlaps(), and: limit, 4 or 8 points; origin, "world" or "center_of_a", what positions are
/// relative to; surfaces, whether points on both boxes are wanted, too.
/// Against HalfSpaces the answer is an array of corners below the plane or within the margin, dtype
/// HALF_SPACE_CONTACT; against Spheres one of dtype SPHERE_CONTACT, shape (m,). For contacts from frame to frame
/// see ContactCache.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs=None, margin=None, *, against=None, limit=4, origin="world", surfaces=false, engine=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn manifolds<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    margin: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    limit: i64,
    origin: &str,
    surfaces: bool,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (limit, origin) = (limit_of(limit)?, origin_of(origin)?);
    let question = Question::of(boxes, pairs, margin, engine)?;
    match Against::of(against)? {
        Against::Boxes => {
            let mut buffers = Buffers::take();
            let places = &mut buffers.0;
            question.ask_pairs(py, move |engine, query| {
                let query = query.limit(limit).origin(origin);
                let query = if surfaces { query.surfaces() } else { query };
                engine.manifolds(query, places)
            })?;
            ContactRows::of(question.pairs()?, &buffers.0).to_python(py)
        }
        Against::HalfSpaces(shapes) => half_space_contacts(py, &question, shapes.get()),
        Against::Spheres(shapes) => {
            question.check_no_margin("contacts with spheres")?;
            let rows = question.rows(py);
            filled_aligned(py, rows, "SPHERE_CONTACT", |rows: &mut [SphereContact]| {
                question.ask_shapes(py, &shapes.get().rows, |engine, query| {
                    engine.manifolds(query, rows)
                })
            })
        }
        _ => Err(PyTypeError::new_err("manifolds are of boxes, or against HalfSpaces or Spheres")),
    }
}

/// A corner of a box that touches a half-space, and the row of the query that it belongs to.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct HalfSpaceRow {
    row: u32,
    corner: u32,
    position: [f32; 3],
    depth: f32,
}

impl HalfSpaceRow {
    /// The names and offsets of the fields.
    pub(crate) const OFFSETS: [(&'static str, usize); 4] = [
        ("row", std::mem::offset_of!(Self, row)),
        ("corner", std::mem::offset_of!(Self, corner)),
        ("position", std::mem::offset_of!(Self, position)),
        ("depth", std::mem::offset_of!(Self, depth)),
    ];
}

/// The contacts of all rows, one behind the other.
fn half_space_contacts<'py>(
    py: Python<'py>,
    question: &Question<'py>,
    shapes: &HalfSpaces,
) -> PyResult<Bound<'py, PyAny>> {
    let mut contacts = vec![HalfSpaceContacts::default(); question.rows(py)];
    let places = contacts.as_mut_slice();
    question.ask_shapes(py, &shapes.rows, move |engine, query| engine.manifolds(query, places))?;
    let mut corners = Vec::new();
    for (row, contacts) in (0_u32..).zip(&contacts) {
        corners.extend(contacts.iter().map(|contact| HalfSpaceRow {
            row,
            corner: u32::from(contact.corner),
            position: contact.position,
            depth: contact.depth,
        }));
    }
    copied(py, &corners, "HALF_SPACE_CONTACT")
}

/// Reports where lines enter and leave boxes: dtype RAY_HIT, shape (m,).
///
/// lines: Rays or Segments. pairs: shape (m, 2): a box and a line; without pairs every box is asked against the one
/// line. Parameters are multiples of a ray's direction, or parts of a segment; a miss has an infinite entry.
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
    let question = Question::of(boxes, pairs, None, engine)?;
    let rows = question.rows(py);
    let lines = Against::of(Some(lines))?;
    let out = Out::check(out, rows, || layout(py, "RAY_HIT"))?;
    out.give(filled(py, rows, "RAY_HIT", |rows: &mut [RayHit]| match lines {
        Against::Rays(rays) => {
            question.ask_shapes(py, &rays.get().rows, |engine, query| engine.hits(query, rows))
        }
        Against::Segments(segments) => {
            question.ask_shapes(py, &segments.get().rows, |engine, query| engine.hits(query, rows))
        }
        _ => Err(PyTypeError::new_err("lines must be Rays or Segments")),
    })?)
}

/// The axis-aligned box around each box, for a broad phase: dtype AXIS_ALIGNED_BOX, shape (n,).
///
/// No point of a box lies outside its bounds, whatever rounding does.
#[pyfunction]
#[pyo3(signature = (boxes, *, engine=None, out=None))]
pub(crate) fn aabbs<'py>(
    boxes: &Bound<'py, PyAny>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (engine, boxes) = (engine_of(engine)?, BoxesArgument::of(boxes)?);
    let name = "AXIS_ALIGNED_BOX";
    let out = Out::check(out, boxes.read(py).len(), || layout(py, name))?;
    let guard = boxes.read(py);
    let boxes: &BoxStore = &guard;
    let mut answers: Vec<AxisAlignedBox> = bytemuck::zeroed_vec(boxes.len());
    let rows = answers.as_mut_slice();
    let done = work(py, move || engine.aabbs(boxes, rows));
    // Python code below may use the boxes.
    drop(guard);
    done?.map_err(|error| errors::of_query(py, &error))?;
    out.give(copied(py, &answers, name)?)
}

/// How long the engine itself takes for overlaps of these pairs, in nanoseconds, so many times: for benchmarks.
#[pyfunction]
pub(crate) fn _time_overlaps(
    boxes: &Bound<'_, PyAny>,
    pairs: &Bound<'_, PyAny>,
    times: usize,
    engine: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<u128>> {
    let py = boxes.py();
    let question = Question::of(boxes, Some(pairs), None, engine)?;
    let mut out = vec![false; question.rows(py)];
    let mut nanoseconds = Vec::with_capacity(times);
    for _ in 0..times {
        let (out, nanoseconds) = (&mut out, &mut nanoseconds);
        question.ask_pairs(py, move |engine, query| {
            let start = std::time::Instant::now();
            engine.overlaps(query, out)?;
            nanoseconds.push(start.elapsed().as_nanos());
            Ok(())
        })?;
    }
    Ok(nanoseconds)
}
