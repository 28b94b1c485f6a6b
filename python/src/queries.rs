//! The query functions of the module: pairs of boxes, boxes against other shapes, and pairs of shapes.

use bytemuck::{Pod, Zeroable};
use octosat::ask::ShapeQuestion;
use octosat::{
    CapsuleContacts, ContactPoint, Contacts, Feature, HalfSpaceContacts, Penetration, PointLimit,
    PointOrigin, SphereContact,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::contacts::{Buffers, Packed};
use crate::engine::engine_of;
use crate::first::First;
use crate::moved::check_still;
use crate::plane::RectangleQuestion;
use crate::question::{Against, Question, with_covered};
use crate::rectangles::Rectangles;
use crate::results::copied;

/// The options of contacts.
#[derive(Clone, Copy)]
pub(crate) struct ContactOptions {
    /// `None`: not given, which is four.
    limit: Option<PointLimit>,
    origin: PointOrigin,
    surfaces: bool,
}

impl ContactOptions {
    /// The contacts of a query with these options.
    pub(crate) fn of(self, query: octosat::Query<'_>) -> Contacts<'_> {
        let limit = self.limit.unwrap_or(PointLimit::Four);
        Contacts::new(query).limit(limit).origin(self.origin).surfaces(self.surfaces)
    }

    /// Rejects options that mean nothing for a query whose rows have as many points as they have room for, in the world.
    fn check_unused(&self, what: &str) -> PyResult<()> {
        let given = [
            ("limit", self.limit.is_some()),
            ("origin", self.origin != PointOrigin::World),
            ("surfaces", self.surfaces),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((name, _)) => Err(PyTypeError::new_err(format!("{what} take no `{name}`"))),
        }
    }
}

/// Reads the options of contacts.
pub(crate) fn options_of(
    limit: Option<i64>,
    origin: &str,
    surfaces: bool,
) -> PyResult<ContactOptions> {
    let limit = match limit {
        None => None,
        Some(4) => Some(PointLimit::Four),
        Some(8) => Some(PointLimit::Eight),
        Some(other) => {
            return Err(PyValueError::new_err(format!("limit is {other}, neither 4 nor 8")));
        }
    };
    let origin = match origin {
        "world" => PointOrigin::World,
        "center_of_a" => PointOrigin::CenterOfA,
        _ => {
            let text = format!("origin is {origin:?}, neither \"world\" nor \"center_of_a\"");
            return Err(PyValueError::new_err(text));
        }
    };
    Ok(ContactOptions { limit, origin, surfaces })
}

/// Tests which pairs share a point or are within: bool, shape (m,).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. pairs: shape (m, 2), integers:
/// two boxes, or a box and a shape of `against`. Indices count boxes in C order. Without pairs, every box is tested
/// against a single shape, and the result has the shape of the boxes. within: pairs that are up to this far apart are
/// answered, too: a number or an array of shape (m,), meters, at least zero. against: HalfSpaces, Spheres, Capsules or
/// AxisAlignedBoxes; other boxes or rectangles, if the second index of each pair is for them; None for pairs of the
/// same boxes or rectangles. Spheres, Capsules and HalfSpaces can take the place of boxes, against Spheres or Capsules.
/// moved: a Moved: the boxes are where they are at times of their motion. Boxes against shapes and rectangles take none.
/// out: a bool array of shape (m,) that is filled and returned.
///
/// Boxes that touch share a point. If the call raises BoxError or QueryError, it writes no results.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs=None, within=None, *, against=None, moved=None, engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn overlaps<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    within: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    moved: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    if let Ok(rectangles) = boxes.cast::<Rectangles>() {
        check_still("queries about rectangles", moved)?;
        let question = RectangleQuestion::of(rectangles, [pairs, within, against, engine])?;
        return question.overlaps(py, out);
    }
    let question = Question::of_any(First::of(boxes)?, pairs, within, engine)?.moved(moved)?;
    let against = question.against(against)?;
    let out = question.numbers(py, out)?;
    out.filled(|rows| question.overlaps(py, &against, rows))
}

/// Computes depth, normal and axis of minimum penetration of each pair: dtype PENETRATION, shape (m,).
///
/// If the depth is positive, the boxes overlap, and moving b by depth · normal separates them. If it is negative, the
/// boxes are at least -depth apart; the normal is zero if a face separates them by more than `within`. Arguments are
/// those of overlaps(). Against HalfSpaces the result is float32, shape (m,): the depth of each box below the plane in
/// meters. Of Rectangles it is an array of dtype RECTANGLE_PENETRATION.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs=None, within=None, *, against=None, moved=None, engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn penetrations<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    within: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    moved: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    if let Ok(rectangles) = boxes.cast::<Rectangles>() {
        check_still("queries about rectangles", moved)?;
        let question = RectangleQuestion::of(rectangles, [pairs, within, against, engine])?;
        return question.penetrations(py, out);
    }
    let question = Question::of(boxes, pairs, within, engine)?.moved(moved)?;
    match Against::of(against)? {
        Against::Boxes(others) => {
            let out = question.out(py, out, "PENETRATION")?;
            out.filled_rows(|rows: &mut [Penetration]| {
                let others = others.as_ref();
                question.ask_pairs(py, others, |engine, query| engine.penetrations(query, rows))
            })
        }
        against @ Against::HalfSpaces(_) => {
            let out = question.numbers(py, out)?;
            out.filled(|rows: &mut [f32]| {
                question.ask_shapes(py, &against, |asked, engine| asked.penetrations(engine, rows))
            })
        }
        _ => Err(PyTypeError::new_err("penetrations are of boxes, or against HalfSpaces")),
    }
}

/// Computes the contacts of each pair: a Manifolds with one row and up to four or eight points per pair.
///
/// Arguments are those of overlaps(), and: limit: the most points per pair, 4 or 8; None is 4. origin: the origin of
/// positions, "world" or "center_of_a". surfaces: whether the result also has the points on the surfaces of both boxes.
/// covered: CoveredFaces, of as many boxes: no normal of pairs of boxes leaves a covered face. With against, they are of
/// the boxes of against. Contacts with other shapes and of rectangles take none of these four.
///
/// Against HalfSpaces the result is an array of dtype HALF_SPACE_CONTACT: the vertices below the plane or `within`
/// above it. Against Spheres it is an array of dtype SPHERE_CONTACT, shape (m,), and against Capsules one of dtype
/// CAPSULE_MANIFOLD, also of Spheres, Capsules and HalfSpaces instead of boxes. Of Rectangles it is an array of dtype
/// RECTANGLE_MANIFOLD. Contacts from frame to frame: see ContactCache.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs=None, within=None, *, against=None, limit=None, origin="world", surfaces=false, covered=None,
    moved=None, engine=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn manifolds<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    within: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    limit: Option<i64>,
    origin: &str,
    surfaces: bool,
    covered: Option<&Bound<'py, PyAny>>,
    moved: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let options = options_of(limit, origin, surfaces)?;
    if let Ok(rectangles) = boxes.cast::<Rectangles>() {
        if covered.is_some() {
            return Err(PyValueError::new_err("contacts of rectangles have no covered faces"));
        }
        options.check_unused("contacts of rectangles")?;
        check_still("queries about rectangles", moved)?;
        let question = RectangleQuestion::of(rectangles, [pairs, within, against, engine])?;
        return question.manifolds(py);
    }
    let question = Question::of_any(First::of(boxes)?, pairs, within, engine)?;
    let question = question.with_covered(covered)?.moved(moved)?;
    let against = question.against(against)?;
    if !matches!(against, Against::Boxes(_)) {
        question.check_not_covered("contacts with other shapes")?;
        options.check_unused("contacts with other shapes")?;
    }
    match &against {
        Against::Boxes(others) => {
            let mut buffers = Buffers::take();
            let mut packed = Packed::default();
            let (found, places) = (&mut buffers.0, &mut packed);
            let covered = question.covered_of(others.as_ref());
            question.ask_pairs(py, others.as_ref(), move |engine, query| {
                engine.manifolds(with_covered(options.of(query), covered), found)?;
                *places = Packed::of(found);
                Ok(())
            })?;
            packed.into_python(py)
        }
        Against::HalfSpaces(_) => half_space_contacts(py, &question, &against),
        Against::Spheres(_) => {
            let out = question.out(py, None, "SPHERE_CONTACT")?;
            out.filled_rows(|rows: &mut [SphereContact]| {
                let ask =
                    |asked: &ShapeQuestion<'_>, engine: &_| asked.sphere_manifolds(engine, rows);
                question.ask_shapes(py, &against, ask)
            })
        }
        Against::Capsules(_) => capsule_manifolds(py, &question, &against),
        _ => {
            let text = "manifolds are of boxes, or against HalfSpaces, Spheres or Capsules";
            Err(PyTypeError::new_err(text))
        }
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
    against: &Against<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut contacts = vec![HalfSpaceContacts::default(); question.rows()];
    let rows = &mut contacts[..];
    question.ask_shapes(py, against, |asked, engine| asked.half_space_manifolds(engine, rows))?;
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

/// The contacts of a box or another shape and a capsule, with room for two points.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct CapsuleManifold {
    pub(crate) normal: [f32; 3],
    pub(crate) depth: f32,
    pub(crate) points: [ContactPoint; 2],
    pub(crate) len: u32,
    pub(crate) face: u32,
}

/// The contacts of each row.
fn capsule_manifolds<'py>(
    py: Python<'py>,
    question: &Question<'py>,
    against: &Against<'_, 'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut contacts = vec![CapsuleContacts::default(); question.rows()];
    let rows = &mut contacts[..];
    question.ask_shapes(py, against, |asked, engine| asked.capsule_manifolds(engine, rows))?;
    let row = |contacts: &CapsuleContacts| {
        let mut manifold =
            CapsuleManifold { face: contacts.face().code().into(), ..Zeroable::zeroed() };
        (manifold.normal, manifold.depth) = (contacts.normal, contacts.depth);
        for (to, contact) in manifold.points.iter_mut().zip(contacts.iter()) {
            (to.position, to.depth) = (contact.position, contact.depth);
            to.feature = Feature(contact.feature.into());
            manifold.len += 1;
        }
        manifold
    };
    let rows: Vec<CapsuleManifold> = contacts.iter().map(row).collect();
    question.out(py, None, "CAPSULE_MANIFOLD")?.copied_rows(&rows)
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
    BoxesArgument::of("boxes", boxes)?.aabbs(boxes.py(), engine, out)
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
    let mut out = vec![false; question.rows()];
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
