//! The class `Moved`: boxes at times of their motion, which queries about pairs of boxes take; and the directions of
//! axes.

use numpy::{PyArray1, PyArrayMethods};
use octosat::{Axis, BoxStore, BoxView, Query, Sides};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::again::{self, Again, Values};
use crate::argument::BoxesArgument;
use crate::arrays::{Private, bytes_of, list, rows_of, vectors};
use crate::boxes::Boxes;
use crate::displacements::Displacements;
use crate::given::Given;

/// Boxes at times of their motion, for the argument `moved` of queries about pairs of boxes: overlaps(),
/// penetrations(), manifolds(), distances(), verdicts(), overlaps_exact(), clearances(), and groups of pairs in a list.
///
/// times: shape (m,), one per pair: 0 is the start of the step and 1 its end, such as the times of casts() and
/// impacts(). motions: shape (m, 3), meters: how far box b of each pair moves during the step as seen from box a, which
/// stands still. Shape (3,): the same for all pairs. With per_box=True, shape (..., 3): how far each box moves, in C
/// order; with `against`, a tuple of two arrays. ends: instead of motions, for boxes that also turn: the same boxes at the
/// end of the step, Boxes or a tuple of arrays. against_ends: the boxes of `against` at the end; None: they rest.
///
/// No position in the world is rounded: box b is moved as seen from box a. Points lie where the boxes are at their
/// times. The arrays are copied.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct Moved {
    times: Vec<f32>,
    way: Way,
}

/// How the boxes get there.
#[derive(Debug)]
enum Way {
    By(Displacements),
    To { ends: BoxStore, ends_of_b: Option<BoxStore> },
}

#[pymethods]
impl Moved {
    #[new]
    #[pyo3(signature = (times, *, motions=None, per_box=false, ends=None, against_ends=None))]
    fn new(
        times: &Bound<'_, PyAny>,
        motions: Option<&Bound<'_, PyAny>>,
        per_box: bool,
        ends: Option<&Bound<'_, PyAny>>,
        against_ends: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let py = times.py();
        let times = list("times", times)?.rows().to_vec();
        let way = match (motions, ends, against_ends) {
            (Some(motions), None, None) => Way::By(Displacements::of(motions, per_box)?),
            (None, Some(ends), of_b) if !per_box => {
                let copied = |name, boxes: &Bound<'_, PyAny>| -> PyResult<BoxStore> {
                    Ok(BoxesArgument::of(name, boxes)?.copied(py).store)
                };
                let of_b = of_b.map(|ends| copied("against_ends", ends));
                Way::To { ends: copied("ends", ends)?, ends_of_b: of_b.transpose()? }
            }
            _ => {
                let text = "Moved takes motions, and per_box with them; or ends, and against_ends with them";
                return Err(PyTypeError::new_err(text));
            }
        };
        Ok(Self { times, way })
    }

    fn __len__(&self) -> usize {
        self.times.len()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Again<'py>> {
        let (py, Self { times, way }) = (slf.py(), slf.get());
        let keywords = PyDict::new(py);
        match way {
            Way::By(motions) => {
                keywords.set_item("motions", motions.arrays(py)?)?;
                keywords.set_item("per_box", motions.are_per_box())?;
            }
            Way::To { ends, ends_of_b } => {
                keywords.set_item("ends", list_of(ends))?;
                keywords.set_item("against_ends", ends_of_b.as_ref().map(list_of))?;
            }
        }
        let times = (Values::array(times, py)?,).into_pyobject(py)?;
        again::call(&slf.get_type(), "__call__", &times, Some(&keywords))
    }

    fn __repr__(&self) -> String {
        format!("<octosat.Moved: {} times>", self.times.len())
    }
}

/// The boxes of a store in one list.
fn list_of(store: &BoxStore) -> Boxes {
    Given { shape: vec![store.len()], store: store.clone() }.into()
}

impl Moved {
    /// The same query at these times; `others` are its boxes b if it has two lists.
    pub(crate) fn of<'a>(&'a self, query: Query<'a>, others: Option<&'a BoxStore>) -> Query<'a> {
        match &self.way {
            Way::By(motions) => query.moved(motions.motions(), &self.times),
            Way::To { ends, ends_of_b } => {
                let sides: Sides<BoxView<'a>> = match ends_of_b.as_ref().or(others) {
                    Some(of_b) => [ends, of_b].into(),
                    None => ends.into(),
                };
                query.moved_to(sides, &self.times)
            }
        }
    }
}

/// The argument `moved` of a caller.
pub(crate) fn moved_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Py<Moved>>> {
    let Some(value) = value else { return Ok(None) };
    match value.cast::<Moved>() {
        Ok(moved) => Ok(Some(moved.clone().unbind())),
        Err(_) => Err(PyTypeError::new_err("moved must be an octosat.Moved")),
    }
}

/// Rejects the argument `moved` for a query that does not take it.
pub(crate) fn check_still(what: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    match value {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err(format!("{what} take no `moved`"))),
    }
}

/// Computes the unit direction of an axis of each pair in the world: float32, shape (m, 3).
///
/// axes: shape (m,), numbers of axes, such as the column axis of casts(). rotations and against_rotations: shape (m,
/// 4), quaternions x, y, z, w of box a and of box b of each pair, such as boxes.rotations[pairs[:, 0]]. toward: shape
/// (m, 3): the direction is on this side. For hits of casts, pass minus the motion of b as seen from a: the directions
/// then point from a to b.
///
/// Zeros for edges whose angle has a sine below 1e-9, and for numbers that are not finite.
#[pyfunction]
pub(crate) fn axis_normals<'py>(
    axes: &Bound<'py, PyAny>,
    rotations: &Bound<'py, PyAny>,
    against_rotations: &Bound<'py, PyAny>,
    toward: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = axes.py();
    let axes = bytes_of("axes", axes)?;
    let of_a = rows_of("rotations", 4, rotations)?;
    let of_b = rows_of("against_rotations", 4, against_rotations)?;
    let toward = vectors("toward", toward)?;
    let codes: &[u8] = axes.rows();
    let lengths = [rows(&of_a), rows(&of_b), toward.rows::<[f32; 3]>().len()];
    if lengths.iter().any(|&length| length != codes.len()) {
        let text = format!("axes has {} rows, but the other arrays {lengths:?}", codes.len());
        return Err(PyValueError::new_err(text));
    }
    let all = codes.iter().zip(of_a.rows()).zip(of_b.rows()).zip(toward.rows());
    let normals: Vec<[f32; 3]> = all
        .map(|(((&code, &a), &b), &toward)| {
            Axis::from_code(code).normal([a, b], toward).unwrap_or_default()
        })
        .collect();
    let numbers = PyArray1::from_slice(py, normals.as_flattened());
    Ok(numbers.reshape([normals.len(), 3])?.into_any())
}

fn rows(of: &Private<'_, f32>) -> usize {
    of.rows::<[f32; 4]>().len()
}
