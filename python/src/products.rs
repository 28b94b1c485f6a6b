//! Products: all boxes of one list with all of another, without a list of pairs; and suppression.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use octosat::{BoxView, Engine, Error, IouPair, RectangleView, Sides, Suppression};
use pyo3::prelude::*;

use crate::argument::BoxesArgument;
use crate::arrays::{Indices, classes_of, list};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::plane::others_of;
use crate::rectangles::Rectangles;
use crate::shapes::Spheres;

/// Pairs of indices in a new NumPy array.
type Pairs<'py> = Bound<'py, PyArray2<u32>>;

/// Lists all pairs whose IoU is positive and at least `least`: their indices, uint32, shape (k, 2), and the IoU of each,
/// float32, shape (k,).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. against: the same for the second
/// index of each pair; None: pairs of the same boxes, each once, the lower index first. least: from 0 to 1. Pairs are
/// sorted by the first index, then by the second. Indices count boxes in C order.
#[pyfunction]
#[pyo3(signature = (boxes, against, least, *, engine=None))]
pub(crate) fn iou_above<'py>(
    boxes: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    least: f32,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Pairs<'py>, Bound<'py, PyArray1<f32>>)> {
    let (py, mut found) = (boxes.py(), Vec::new());
    let (product, rows) = (Product::of(boxes, against, engine)?, &mut found);
    product.ask(py, |engine, lists| match lists {
        Both::Boxes(lists) => engine.iou_above(lists, least, rows),
        Both::Rectangles(lists) => engine.iou_above(lists, least, rows),
    })?;
    let indices: Vec<[u32; 2]> = found.iter().map(|&IouPair { a, b, .. }| [a, b]).collect();
    let ious = found.iter().map(|pair| pair.iou).collect();
    Ok((in_python(py, &indices)?, PyArray1::from_vec(py, ious)))
}

/// Lists all pairs that share a point, as overlaps() reports it: their indices, uint32, shape (k, 2).
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. against: the same for the second
/// index of each pair; None: pairs of the same boxes, each once, the lower index first. Of boxes also Spheres: those with
/// a radius of 0 are points. Pairs are sorted by the first index, then by the second. Indices count boxes in C order.
#[pyfunction]
#[pyo3(signature = (boxes, against=None, *, engine=None))]
pub(crate) fn overlapping_pairs<'py>(
    boxes: &Bound<'py, PyAny>,
    against: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<Pairs<'py>> {
    let (py, mut found) = (boxes.py(), Vec::new());
    let pairs = &mut found;
    let spheres = against.and_then(|against| against.cast::<Spheres>().ok());
    let spheres = spheres.filter(|_| !boxes.is_instance_of::<Rectangles>());
    let product = Product::of(boxes, against.filter(|_| spheres.is_none()), engine)?;
    let spheres = spheres.map(|spheres| spheres.get().rows.as_slice());
    product.ask(py, |engine, lists| match (lists, spheres) {
        (Both::Boxes(boxes), Some(spheres)) => {
            engine.overlapping_pairs((*boxes.each()[0], spheres), pairs)
        }
        (Both::Boxes(boxes), None) => engine.overlapping_pairs(boxes, pairs),
        (Both::Rectangles(rectangles), _) => engine.overlapping_pairs(rectangles, pairs),
    })?;
    in_python(py, &found)
}

/// Keeps the best of boxes that share much, by greedy non-maximum suppression: the indices of the kept ones, uint32, shape
/// (k,), in falling score.
///
/// boxes: Boxes, or a tuple of arrays (centers, rotations, half_extents). Or Rectangles. scores: shape (n,), one per box,
/// which are rounded to float32; of equal scores, the lower index is first. most: from 0 to 1: a box goes if its IoU with
/// one that was kept before is more. classes: shape (n,), integers: only boxes of one class suppress each other. Indices
/// count boxes in C order.
#[pyfunction]
#[pyo3(signature = (boxes, scores, most, classes=None, *, engine=None))]
pub(crate) fn suppress<'py>(
    boxes: &Bound<'py, PyAny>,
    scores: &Bound<'py, PyAny>,
    most: f32,
    classes: Option<&Bound<'py, PyAny>>,
    engine: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let (py, mut kept) = (boxes.py(), Vec::new());
    let (product, indices) = (Product::of(boxes, None, engine)?, &mut kept);
    let scores = list("scores", scores)?;
    let classes = classes.map(classes_of).transpose()?;
    let (scores, classes) = (scores.rows(), classes.as_ref().map(Indices::flat));
    product.ask(py, |engine, lists| match lists {
        Both::Boxes(boxes) => {
            let question = Suppression::new(*boxes.each()[0], scores, most);
            engine.suppress(classes.into_iter().fold(question, Suppression::classes), indices)
        }
        Both::Rectangles(rectangles) => {
            let question = Suppression::new(*rectangles.each()[0], scores, most);
            engine.suppress(classes.into_iter().fold(question, Suppression::classes), indices)
        }
    })?;
    Ok(PyArray1::from_vec(py, kept))
}

/// Pairs of indices as a new array.
fn in_python<'py>(py: Python<'py>, pairs: &[[u32; 2]]) -> PyResult<Pairs<'py>> {
    PyArray1::from_slice(py, pairs.as_flattened()).reshape([pairs.len(), 2])
}

/// All boxes of a list and all of another, or of the same one.
pub(crate) struct Product<'py> {
    engine: Engine,
    lists: Lists<'py>,
}

/// The lists of a caller; no second one: the first one with itself.
enum Lists<'py> {
    Boxes(BoxesArgument<'py>, Option<BoxesArgument<'py>>),
    Rectangles(Bound<'py, Rectangles>, Option<Bound<'py, Rectangles>>),
}

/// Two lists as the engine sees them.
#[derive(Clone, Copy)]
pub(crate) enum Both<'a> {
    Boxes(Sides<BoxView<'a>>),
    Rectangles(Sides<RectangleView<'a>>),
}

impl<'py> Product<'py> {
    pub(crate) fn of(
        boxes: &Bound<'py, PyAny>,
        against: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let lists = match boxes.cast::<Rectangles>() {
            Ok(rectangles) => {
                Lists::Rectangles(rectangles.clone(), against.map(others_of).transpose()?)
            }
            Err(_) => {
                let second = |against| BoxesArgument::of("against", against);
                let second = against.map(second).transpose()?;
                Lists::Boxes(BoxesArgument::of("boxes", boxes)?, second)
            }
        };
        Ok(Self { engine: engine_of(engine)?, lists })
    }

    /// The shape of an array with a number for each pair.
    pub(crate) fn shape(&self) -> Vec<usize> {
        match &self.lists {
            Lists::Boxes(a, b) => [a.shape(), b.as_ref().unwrap_or(a).shape()].concat(),
            Lists::Rectangles(a, b) => {
                let of =
                    |rectangles: &Bound<'py, Rectangles>| rectangles.get().all.shape().to_vec();
                [of(a), of(b.as_ref().unwrap_or(a))].concat()
            }
        }
    }

    /// Runs a query.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&Engine, Both<'_>) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let engine = &self.engine;
        let done = match &self.lists {
            Lists::Boxes(a, b) => {
                let (first, second) = a.read_with(py, b.as_ref());
                let view = first.view();
                let lists = match b {
                    None => Sides::One(view),
                    Some(_) => Sides::Two([view, second.as_ref().map_or(view, |b| b.view())]),
                };
                work(py, move || ask(engine, Both::Boxes(lists)))
            }
            Lists::Rectangles(a, b) => {
                let others = b.as_ref().map(|others| &others.get().all);
                let (first, second) = a.get().all.read_with(py, others);
                let view = first.view();
                let lists = match b {
                    None => Sides::One(view),
                    Some(_) => Sides::Two([view, second.as_ref().map_or(view, |b| b.view())]),
                };
                work(py, move || ask(engine, Both::Rectangles(lists)))
            }
        };
        done?.map_err(|error| errors::of_query(py, &error))
    }
}
