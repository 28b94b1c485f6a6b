//! Boxes and other shapes that move during a step: casts and times of impact.

use octosat::{
    BoxStore, BoxView, Cast, Casts, Engine, Error, Impact, Impacts, Query, ShapeCast, Sides,
};
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::displacements::Displacements;
use crate::errors;
use crate::first::First;
use crate::given::Given;
use crate::question::{Against, Question};

/// Computes when boxes, or spheres and capsules, that move along straight lines without turning touch: dtype CAST,
/// shape (m,); against Spheres or Capsules dtype SHAPE_CAST, with the normal and the point of each hit.
///
/// motions: shape (m, 3), meters: how far box b of each pair moves as seen from box a. If box a moves and b stands
/// still, that is minus the motion of a: casts(hands, pairs, -motions, against=walls). Shape (3,): the same for all
/// pairs. With per_box=True, shape (..., 3): how far each box moves, in C order; with `against`, a tuple of two arrays,
/// for `boxes` and for `against`. Other arguments are those of verdicts(); against: other boxes, Spheres, Capsules or
/// None. Spheres, Capsules and HalfSpaces can take the place of boxes, against Spheres or Capsules; pairs may then be
/// None, for each of them and a single shape. Casts of spheres and capsules take no grown: a smaller radius leaves a
/// skin.
///
/// Times are parts of the step: 0 is its start and 1 its end. A time is never late. state: 0 free, 1 hit, 2 overlapping
/// at the start, with the time 0. Boxes that only graze each other, or touch at the start and move apart, slide or rest,
/// are free. stored_poses: whether hits leave room for center + time * motion being rounded to float32; needed from some
/// hundred meters from the origin on.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs, motions, grown=None, *, per_box=false, stored_poses=false, against=None, engine=None,
    out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn casts<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    motions: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    per_box: bool,
    stored_poses: bool,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of_any(First::of(boxes)?, pairs, None, engine)?.grown(grown)?;
    let against = question.against(against)?;
    let moving = Moving { motions: Displacements::of(motions, per_box)?, stored_poses };
    if let Against::Boxes(others) = &against {
        question.pairs()?;
        let out = question.out(py, out, "CAST")?;
        return out.filled_rows(|rows: &mut [Cast]| {
            question.ask_pairs(py, others.as_ref(), |engine, query| moving.ask(engine, query, rows))
        });
    }
    if grown.is_some() {
        return Err(errors::query_error(py, "casts of shapes takes no `grown`", None));
    }
    let out = question.out(py, out, "SHAPE_CAST")?;
    let motions = moving.motions.motions();
    out.filled_rows(|rows: &mut [ShapeCast]| {
        question.ask_shapes(py, &against, |asked, engine| {
            asked.casts(engine, motions, stored_poses, rows)
        })
    })
}

/// Who moves how far.
struct Moving {
    motions: Displacements,
    stored_poses: bool,
}

impl Moving {
    /// Runs casts of boxes.
    fn ask(&self, engine: &Engine, query: Query<'_>, rows: &mut [Cast]) -> Result<(), Error> {
        let casts = Casts::new(query, self.motions.motions());
        engine.casts(casts.stored_poses(self.stored_poses), rows)
    }
}

/// Computes until when the boxes of each pair are apart while they move and turn during a step: dtype IMPACT, shape
/// (m,).
///
/// boxes: the boxes at the start of the step. ends: the same boxes at its end, Boxes or a tuple of arrays. Centers move
/// along straight lines, and rotations are the normalized linear interpolation by the shorter way. against: other boxes
/// at the start, if the second index of each pair is for them. against_ends: the others at the end; None: they rest.
/// pairs, grown, engine, out: as for verdicts(). tolerance: how far apart boxes may be at a hit, as a part of the least
/// half extent of both. rounds: the most times at which a pair is looked at.
///
/// time goes from 0 to 1 and is never late: before it, the boxes share no point, except that free ones may rest, slide
/// or graze. state: see ImpactState. If the call raises QueryError, it writes no results.
///
/// The links of an arm move along arcs between two configurations, and not along these straight lines: FREE does not
/// prove that a motion of joints is free.
#[pyfunction]
#[pyo3(signature = (
    boxes, ends, pairs, grown=None, *, tolerance=0.01, rounds=64, against=None, against_ends=None,
    engine=None, out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn impacts<'py>(
    boxes: &Bound<'py, PyAny>,
    ends: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    tolerance: f32,
    rounds: u32,
    against: Option<&Bound<'py, PyAny>>,
    against_ends: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let question = Question::of(boxes, Some(pairs), None, engine)?.grown(grown)?;
    let ends = BoxesArgument::of("ends", ends)?;
    let out = question.out(py, out, "IMPACT")?;
    // Copies: the same boxes may be at the start and at the end, and must not be locked twice.
    let ends: BoxStore = ends.read(py).clone();
    let [others, other_ends] = [against, against_ends.or(against)];
    let copied = |name, boxes: Option<&Bound<'py, PyAny>>| -> PyResult<Option<Given>> {
        boxes.map(|boxes| Ok(BoxesArgument::of(name, boxes)?.copied(py))).transpose()
    };
    let others = copied("against", others)?.map(BoxesArgument::Given);
    let other_ends = copied("against_ends", other_ends)?.map(|ends| ends.store);
    out.filled_rows(|rows: &mut [Impact]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| {
            let ends: Sides<BoxView<'_>> = match &other_ends {
                Some(others) => Sides::from([&ends, others]),
                None => Sides::from(&ends),
            };
            let impacts = Impacts::new(query, ends);
            engine.impacts(impacts.tolerance(tolerance).rounds(rounds), rows)
        })
    })
}
