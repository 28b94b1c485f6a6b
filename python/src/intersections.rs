//! How much two boxes or rectangles share: volumes, areas and IoU.

use bytemuck::cast_slice_mut;
use octosat::{Intersection, RectangleIntersection};
use octosat_rows::Row;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::boxes::Boxes;
use crate::moved::check_still;
use crate::plane::RectangleQuestion;
use crate::products::{Both, Product};
use crate::question::Question;
use crate::rectangles::Rectangles;
use crate::results::Out;

/// Computes how much the two boxes of each pair share: dtype INTERSECTION, shape (m,).
///
/// volume: that of the intersection, cubic meters. iou: the volume over that of the union, from 0 to 1; exactly 1 for a
/// box with itself. Boxes that only touch share nothing. Of Rectangles it is an array of dtype RECTANGLE_INTERSECTION,
/// with an area instead of a volume.
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. pairs: shape (m, 2), integers.
/// against: other boxes or rectangles, if the second index of each pair is for them; None for pairs of the same ones.
/// moved: a Moved: the boxes are where they are at times of their motion. Rectangles take none. out: an array of the
/// dtype and shape of the result that is filled and returned.
#[pyfunction]
#[pyo3(signature = (boxes, pairs, *, against=None, moved=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn intersections<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    moved: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let asked = Asked::of(boxes, pairs, [against, moved, engine])?;
    let out = Out::rows(py, out, &[asked.rows()], asked.layout())?;
    out.filled_rows(|rows| asked.answer(py, rows))
}

/// Computes the IoU of each pair, intersection over union: float32, shape (m,), from 0 to 1.
///
/// It is the column `iou` of intersections(), which takes the same arguments. out is a float32 array.
///
/// Without pairs, every box is compared with every box of `against`, or of `boxes` again: shape (n, m), or both shapes one
/// after the other. iou(a, b) is short for iou(a, against=b) if b is a Boxes or a Rectangles.
#[pyfunction]
#[pyo3(signature = (boxes, pairs=None, *, against=None, moved=None, engine=None, out=None))]
#[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
pub(crate) fn iou<'py>(
    boxes: &Bound<'py, PyAny>,
    pairs: Option<&Bound<'py, PyAny>>,
    against: Option<&Bound<'py, PyAny>>,
    moved: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let are_boxes = |pairs: &Bound<'py, PyAny>| {
        pairs.is_instance_of::<Boxes>() || pairs.is_instance_of::<Rectangles>()
    };
    let others = pairs.filter(|pairs| are_boxes(pairs));
    let Some(pairs) = pairs.filter(|pairs| !are_boxes(pairs)) else {
        if others.is_some() && against.is_some() {
            return Err(PyTypeError::new_err(
                "the second boxes are given twice, also as `against`",
            ));
        }
        check_still("queries without pairs", moved)?;
        let product = Product::of(boxes, others.or(against), engine)?;
        let out = Out::numbers(py, out, &product.shape())?;
        return out.filled(|ious: &mut [f32]| {
            product.ask(py, |engine, lists| match lists {
                Both::Boxes(lists) => engine.iou_matrix(lists, ious),
                Both::Rectangles(lists) => engine.iou_matrix(lists, ious),
            })
        });
    };
    let asked = Asked::of(boxes, pairs, [against, moved, engine])?;
    let out = Out::numbers(py, out, &[asked.rows()])?;
    out.filled(|ious: &mut [f32]| {
        let mut rows = vec![[0.0; 2]; ious.len()];
        asked.answer(py, &mut rows)?;
        for (to, [_, iou]) in ious.iter_mut().zip(rows) {
            *to = iou;
        }
        Ok(())
    })
}

/// Pairs that a caller asks about.
enum Asked<'py> {
    /// The boxes, and the second ones if they are others.
    Boxes(Box<Question<'py>>, Option<BoxesArgument<'py>>),
    Rectangles(RectangleQuestion<'py>),
}

impl<'py> Asked<'py> {
    fn of(
        boxes: &Bound<'py, PyAny>,
        pairs: &Bound<'py, PyAny>,
        [against, moved, engine]: [Option<&Bound<'py, PyAny>>; 3],
    ) -> PyResult<Self> {
        if let Ok(rectangles) = boxes.cast::<Rectangles>() {
            check_still("queries about rectangles", moved)?;
            let arguments = [Some(pairs), None, against, engine];
            return RectangleQuestion::of(rectangles, arguments).map(Self::Rectangles);
        }
        let arguments = [None, against, engine];
        let (question, others) = Question::of_boxes("intersections", boxes, pairs, arguments)?;
        Ok(Self::Boxes(Box::new(question.moved(moved)?), others))
    }

    /// The number of rows of the result.
    fn rows(&self) -> usize {
        match self {
            Self::Boxes(question, _) => question.rows(),
            Self::Rectangles(question) => question.rows(),
        }
    }

    /// The name of the dtype of the rows.
    fn layout(&self) -> &'static str {
        match self {
            Self::Boxes(..) => Intersection::LAYOUT.name,
            Self::Rectangles(_) => RectangleIntersection::LAYOUT.name,
        }
    }

    /// Runs the query: the volume or the area, and the IoU of each pair.
    fn answer(&self, py: Python<'_>, rows: &mut [[f32; 2]]) -> PyResult<()> {
        match self {
            Self::Boxes(question, others) => {
                let rows: &mut [Intersection] = cast_slice_mut(rows);
                let others = others.as_ref();
                question.ask_pairs(py, others, |engine, query| engine.intersections(query, rows))
            }
            Self::Rectangles(question) => {
                let rows: &mut [RectangleIntersection] = cast_slice_mut(rows);
                question.ask(py, |engine, query| engine.intersections(query, rows))
            }
        }
    }
}
