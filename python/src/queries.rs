//! The query functions of the module: pairs of boxes, and boxes against other shapes.

use bytemuck::{Pod, Zeroable};
use numpy::{PyArray1, PyArrayMethods};
use octosat::{
    BoxStore, Cast, Distance, Ends, HalfSpaceContacts, Impact, ImpactOptions, ManifoldOptions,
    Motions, Penetration, PointLimit, PointOrigin, RayHit, SphereContact,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::vectors;
use crate::boxes::BoxesArgument;
use crate::contacts::{Buffers, Packed};
use crate::engine::engine_of;
use crate::question::{Against, Question};
use crate::results::{Out, copied, filled, filled_aligned, layout};
use crate::shapes::HalfSpaces;

/// The options of contacts.
pub(crate) fn options_of(limit: i64, origin: &str, surfaces: bool) -> PyResult<ManifoldOptions> {
    let limit = match limit {
        4 => PointLimit::Four,
        8 => PointLimit::Eight,
        _ => return Err(PyValueError::new_err(format!("limit is {limit}, neither 4 nor 8"))),
    };
    let origin = match origin {
        "world" => PointOrigin::World,
        "center_of_a" => PointOrigin::CenterOfA,
        _ => {
            let text = format!("origin is {origin:?}, neither \"world\" nor \"center_of_a\"");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(ManifoldOptions { limit, origin, surfaces })
}

/// Tests which pairs share a point or come within the margin: bool, shape (m,).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents).
/// pairs: shape (m, 2), integers: two boxes, or a box and a shape of `against`. Without pairs, every box is tested
/// against a single shape, and row i is for box i.
/// margin: a number or an array of shape (m,), meters, at least zero.
/// against: HalfSpaces, Spheres or AxisAlignedBoxes; other boxes, if the second index of each pair is for them; None for
/// pairs of the same boxes.
/// out: a bool array of shape (m,) that is filled and returned.
///
/// Boxes that touch share a point. If the call raises BoxError or QueryError, it writes no results.
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

/// Computes depth, normal and axis of minimum penetration of each pair: dtype PENETRATION, shape (m,).
///
/// If the depth is positive, the boxes overlap, and moving b by depth · normal separates them. If it is negative, the
/// boxes are at least -depth apart; the normal is zero if a face separates them by more than the margin. Arguments are
/// those of overlaps().
/// Against HalfSpaces the result is float32, shape (m,): the depth of each box below the plane in meters.
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
        Against::Boxes(others) => {
            let out = Out::check(out, rows, || layout(py, "PENETRATION"))?;
            out.give(filled(py, rows, "PENETRATION", |rows: &mut [Penetration]| {
                let others = others.as_ref();
                question.ask_pairs(py, others, |engine, query| engine.penetrations(query, rows))
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

/// Computes the signed distance of each pair, with a point of both boxes: dtype DISTANCE, shape (m,).
///
/// Arguments are those of overlaps(); against is other boxes or None. A margin is a cut-off: pairs that a face separates by
/// more have state 2 and that gap as distance, and no points.
///
/// distance: negative for overlap, minus the length of the shortest translation that makes the boxes touch. on_a: the
/// closest point of a, or its deepest point in b. That of b is on_a + distance * direction. state: 0 apart, 1 overlapping,
/// 2 beyond the margin.
#[pyfunction]
#[pyo3(signature = (boxes, pairs, margin=None, *, against=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn distances<'py>(
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
    let out = Out::check(out, rows, || layout(py, "DISTANCE"))?;
    let Against::Boxes(others) = Against::of(against)? else {
        return Err(PyTypeError::new_err("distances are of boxes"));
    };
    out.give(filled(py, rows, "DISTANCE", |rows: &mut [Distance]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| engine.distances(query, rows))
    })?)
}

/// Computes when boxes that move along straight lines without turning touch: dtype CAST, shape (m,).
///
/// motions: shape (m, 3), meters: how far box b of each pair moves as seen from box a. With per_box=True, shape (n, 3):
/// how far each box moves, with the boxes of `against` after those of `boxes`. Other arguments are those of overlaps();
/// against is other boxes or None. With a margin, both boxes are grown by half of it.
///
/// Times are parts of the step: 0 is its start and 1 its end. A time is never late. state: 0 free, 1 hit, 2 overlapping at
/// the start, with a time of at most zero: since when. Boxes that touch at the start and move apart, slide or rest are
/// free.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs, motions, margin=None, *, per_box=false, against=None, engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn casts<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    motions: &Bound<'py, PyAny>,
    margin: Option<&Bound<'py, PyAny>>,
    per_box: bool,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of(boxes, Some(pairs), margin, engine)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || layout(py, "CAST"))?;
    let Against::Boxes(others) = Against::of(against)? else {
        return Err(PyTypeError::new_err("casts are of boxes"));
    };
    let motions = vectors("motions", motions)?;
    let motions: &[[f32; 3]] = motions.rows();
    let motions = if per_box { Motions::PerBox(motions) } else { Motions::PerPair(motions) };
    out.give(filled(py, rows, "CAST", |rows: &mut [Cast]| {
        let others = others.as_ref();
        question.ask_pairs(py, others, |engine, query| engine.casts(query, motions, rows))
    })?)
}

/// Computes the contacts of each pair: a Manifolds with one row and up to four or eight points per pair.
///
/// Arguments are those of overlaps(), and:
/// limit: the most points per pair, 4 or 8.
/// origin: the origin of positions, "world" or "center_of_a".
/// surfaces: whether the result also has the points on the surfaces of both boxes.
/// covered: CoveredFaces, or an array of masks, one per box: no normal of pairs of boxes leaves a covered face.
///
/// Against HalfSpaces the result is an array of dtype HALF_SPACE_CONTACT: the vertices below the plane or within the
/// margin. Against Spheres it is an array of dtype SPHERE_CONTACT, shape (m,). Contacts from frame to frame: see
/// ContactCache.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs=None, margin=None, *, against=None, limit=4, origin="world", surfaces=false, covered=None,
    engine=None
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
    covered: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let options = options_of(limit, origin, surfaces)?;
    let question = Question::of(boxes, pairs, margin, engine)?.with_covered(covered)?;
    let against = Against::of(against)?;
    if !matches!(against, Against::Boxes(_)) {
        question.check_not_covered("contacts with other shapes")?;
    }
    match against {
        Against::Boxes(others) => {
            let mut buffers = Buffers::take(options);
            let mut packed = Packed::default();
            let (found, places) = (&mut buffers.0, &mut packed);
            question.ask_pairs(py, others.as_ref(), move |engine, query| {
                engine.manifolds(query, found)?;
                *places = Packed::of(found);
                Ok(())
            })?;
            packed.into_python(py)
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

/// A vertex of a box that touches a half-space, with the row of the query.
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

/// The contacts of all rows in one list.
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

/// Computes until when the boxes of each pair are apart while they move and turn during a step: dtype IMPACT, shape (m,).
///
/// boxes: the boxes at the start of the step. ends: the same boxes at its end, Boxes or a tuple of arrays. Centers move
/// along straight lines, and rotations are the normalized linear interpolation by the shorter way.
/// against: other boxes at the start, if the second index of each pair is for them. against_ends: the others at the end;
/// None: they rest.
/// pairs, margin, engine, out: as for overlaps().
/// tolerance: how far apart boxes may be at a hit, as a part of the least half extent of both.
/// rounds: the most times at which a pair is looked at.
///
/// time goes from 0 to 1 and is never late: before it, the boxes share no point. state: see ImpactState. If the call raises
/// QueryError, it writes no results.
#[pyfunction]
#[pyo3(signature = (
    boxes, ends, pairs, margin=None, *, tolerance=0.01, rounds=64, against=None, against_ends=None,
    engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn impacts<'py>(
    boxes: &Bound<'py, PyAny>,
    ends: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    margin: Option<&Bound<'py, PyAny>>,
    tolerance: f32,
    rounds: u32,
    against: Option<&Bound<'py, PyAny>>,
    against_ends: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let options = ImpactOptions { tolerance, rounds };
    let question = Question::of(boxes, Some(pairs), margin, engine)?;
    let ends = BoxesArgument::of(ends)?;
    let rows = question.rows(py);
    let out = Out::check(out, rows, || layout(py, "IMPACT"))?;
    // Copies: the same boxes may be at the start and at the end, and must not be locked twice.
    let ends: BoxStore = ends.read(py).clone();
    let [others, other_ends] = [against, against_ends.or(against)];
    let copied = |boxes: &Bound<'py, PyAny>| -> PyResult<BoxStore> {
        Ok(BoxesArgument::of(boxes)?.read(py).clone())
    };
    let others = others.map(copied).transpose()?.map(BoxesArgument::Given);
    let other_ends: Option<BoxStore> = other_ends.map(copied).transpose()?;
    out.give(filled(py, rows, "IMPACT", |rows: &mut [Impact]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| {
            let ends: Ends<'_> = match &other_ends {
                Some(others) => [ends.view(), others.view()].into(),
                None => (&ends).into(),
            };
            engine.impacts(query, ends, options, rows)
        })
    })?)
}

/// Computes where lines enter and leave boxes: dtype RAY_HIT, shape (m,).
///
/// lines: Rays or Segments. pairs: shape (m, 2): a box and a line. Without pairs, every box is tested against a single
/// line. Parameters are multiples of the direction of a ray, or fractions of a segment. For a miss, entry is infinite.
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

/// Computes the axis-aligned bounding box of each box, for a broad phase: dtype AXIS_ALIGNED_BOX, shape (n,).
///
/// Every point of a box is inside its bounds, despite rounding.
#[pyfunction]
#[pyo3(signature = (boxes, *, engine=None, out=None))]
pub(crate) fn aabbs<'py>(
    boxes: &Bound<'py, PyAny>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let engine = engine_of(engine)?;
    BoxesArgument::of(boxes)?.aabbs(boxes.py(), engine, out)
}

/// Measures the engine's overlap query without Python, for benchmarks: `times` durations in nanoseconds.
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
        question.ask_pairs(py, None, move |engine, query| {
            let start = std::time::Instant::now();
            engine.overlaps(query, out)?;
            nanoseconds.push(start.elapsed().as_nanos());
            Ok(())
        })?;
    }
    Ok(nanoseconds)
}
