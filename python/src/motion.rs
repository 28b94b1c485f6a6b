//! Boxes that move during a step: casts and times of impact.

use octosat::{BoxStore, BoxView, Cast, Casts, Impact, Impacts, Motions, Sides};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::argument::BoxesArgument;
use crate::arrays::{Private, vectors};
use crate::given::Given;
use crate::leading::{Items, Target};
use crate::question::Question;
use crate::results::{filled, layout};

/// Computes when boxes that move along straight lines without turning touch: dtype CAST, shape (m,).
///
/// motions: shape (m, 3), meters: how far box b of each pair moves as seen from box a. If box a moves and b stands
/// still, that is minus the motion of a: casts(hands, pairs, -motions, against=walls). With per_box=True, shape (...,
/// 3): how far each box moves, in C order; with `against`, a tuple of two arrays, for `boxes` and for `against`. Other
/// arguments are those of verdicts(); against is other boxes or None.
///
/// Times are parts of the step: 0 is its start and 1 its end. A time is never late. state: 0 free, 1 hit, 2 overlapping
/// at the start, with a time of at most zero: since when. Boxes that only graze each other, or touch at the start and
/// move apart, slide or rest, are free. stored_poses: whether hits leave room for center + time * motion being rounded
/// to float32; needed from some hundred meters from the origin on.
#[pyfunction]
#[pyo3(signature = (
    boxes, pairs, motions, grown=None, *, per_box=false, stored_poses=false, against=None, engine=None,
    out=None
))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn casts<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    motions: &Bound<'py, PyAny>,
    grown: Option<&Bound<'py, PyAny>>,
    per_box: bool,
    stored_poses: bool,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let (question, others) = Question::of_boxes("casts", boxes, pairs, [None, against, engine])?;
    let question = question.grown(grown)?;
    let rows = question.rows();
    let out = question.out(out, || layout(py, "CAST"))?;
    let (motions, other_motions) = match motions.cast::<PyTuple>() {
        Ok(sides) if per_box && sides.len() == 2 => {
            (motions_of(&sides.get_item(0)?, true)?, Some(motions_of(&sides.get_item(1)?, true)?))
        }
        _ => (motions_of(motions, per_box)?, None),
    };
    let motions: &[[f32; 3]] = motions.rows();
    let motions = match &other_motions {
        Some(others) => Motions::per_box([motions, others.rows()]),
        None if per_box => Motions::per_box(motions),
        None => Motions::per_pair(motions),
    };
    out.give(filled(py, rows, "CAST", |rows: &mut [Cast]| {
        let others = others.as_ref();
        question.ask_pairs(py, others, |engine, query| {
            engine.casts(Casts::new(query, motions).stored_poses(stored_poses), rows)
        })
    })?)
}

/// Reads motions: one per pair, of shape (m, 3), or one per box, with the leading axes of the boxes.
pub(crate) fn motions_of<'py>(
    motions: &Bound<'py, PyAny>,
    per_box: bool,
) -> PyResult<Private<'py, f32>> {
    if !per_box {
        return vectors("motions", motions);
    }
    let motions = Items::vectors("motions", motions)?;
    motions.copy(Target::boxes(motions.shape()))
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
    let ends = BoxesArgument::of(ends)?;
    let rows = question.rows();
    let out = question.out(out, || layout(py, "IMPACT"))?;
    // Copies: the same boxes may be at the start and at the end, and must not be locked twice.
    let ends: BoxStore = ends.read(py).clone();
    let [others, other_ends] = [against, against_ends.or(against)];
    let copied =
        |boxes: &Bound<'py, PyAny>| -> PyResult<Given> { Ok(BoxesArgument::of(boxes)?.copied(py)) };
    let others = others.map(copied).transpose()?.map(BoxesArgument::Given);
    let other_ends = other_ends.map(copied).transpose()?.map(|ends| ends.store);
    out.give(filled(py, rows, "IMPACT", |rows: &mut [Impact]| {
        question.ask_pairs(py, others.as_ref(), |engine, query| {
            let ends: Sides<BoxView<'_>> = match &other_ends {
                Some(others) => Sides::from([&ends, others]),
                None => Sides::from(&ends),
            };
            let impacts = Impacts::new(query, ends);
            engine.impacts(impacts.tolerance(tolerance).rounds(rounds), rows)
        })
    })?)
}
