//! Indexing and joining of boxes, by NumPy's rules: NumPy indexes or joins arrays of the boxes' numbers.

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use octosat::{BoxStore, Error, RectangleStore};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyTuple};

use crate::arrays::{Private, text_of};
use crate::boxes::Boxes;
use crate::engine::work;
use crate::errors;
use crate::given::Given;
use crate::rectangles::Rectangles;
use crate::shaped::Store;

/// Some boxes of an array, and the shape that they have.
pub(crate) struct Selection {
    /// Where the boxes are, counted in C order.
    pub(crate) indices: Vec<u32>,
    pub(crate) shape: Vec<usize>,
}

impl Selection {
    /// The boxes of an array of this shape that a key selects.
    pub(crate) fn of(what: &str, shape: &[usize], key: &Bound<'_, PyAny>) -> PyResult<Self> {
        // Without an array of all numbers: otherwise a loop over n boxes would take a time of n².
        if let Some(selected) = Self::at(what, shape, key)? {
            return Ok(selected);
        }
        let py = key.py();
        let all = numbered(py, 0, shape)?;
        let chosen = all.get_item(key).map_err(|error| {
            if error.is_instance_of::<PyIndexError>(py) {
                return out_of(what, shape, error.value(py));
            }
            error
        })?;
        Self::of_numbers(&chosen)
    }

    /// The boxes at an integer, if the key is one.
    fn at(what: &str, shape: &[usize], key: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        // NumPy decides whether an array or a tensor with one integer is an integer.
        let Some((&count, inner)) = shape.split_first() else { return Ok(None) };
        if key.is_instance_of::<PyBool>() || key.hasattr("__len__")? {
            return Ok(None);
        }
        let Ok(index) = key.extract::<isize>() else { return Ok(None) };
        let first = if index < 0 { index.checked_add_unsigned(count) } else { Some(index) };
        let Some(first) = first.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < count)
        else {
            let text = format!("index {index} is out of bounds for axis 0 with size {count}");
            return Err(out_of(what, shape, text));
        };
        let size = inner.iter().product::<usize>();
        let indices = (first * size..(first + 1) * size).filter_map(|at| u32::try_from(at).ok());
        Ok(Some(Self { indices: indices.collect(), shape: inner.to_vec() }))
    }

    /// The boxes of these numbers: an array, or one number.
    fn of_numbers(numbers: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = numbers.py().import("numpy")?.call_method1("asarray", (numbers, "uint32"))?;
        let numbers = numbers.cast_into::<PyUntypedArray>()?;
        let indices = Private::<u32>::copy(&numbers)?;
        Ok(Self { indices: indices.rows().to_vec(), shape: numbers.shape().to_vec() })
    }
}

/// The error of a key that boxes of this shape do not have.
fn out_of(what: &str, shape: &[usize], why: impl std::fmt::Display) -> PyErr {
    PyIndexError::new_err(format!("{what} of shape {}: {why}", text_of(shape)))
}

/// The numbers of boxes of this shape from a first one on, as an array of that shape.
fn numbered<'py>(py: Python<'py>, first: usize, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    let end = first + shape.iter().product::<usize>();
    let numbers = py.import("numpy")?.call_method1("arange", (first, end, 1, "uint32"))?;
    numbers.call_method1("reshape", (PyTuple::new(py, shape)?,))
}

/// A store of some items, which other stores checked.
pub(crate) fn picked<S: Store>(items: impl Iterator<Item = S::Item>) -> Result<S, Error> {
    stored(&items.collect::<Vec<_>>())
}

/// A store of these items.
fn stored<S: Store>(items: &[S::Item]) -> Result<S, Error> {
    let mut store = S::default();
    store.extend(items)?;
    Ok(store)
}

/// Joins boxes along an axis that they have, as numpy.concatenate does: a Boxes with copies.
///
/// boxes: a sequence of Boxes whose other axes have the same lengths. axis: which axis; None: the boxes are flattened
/// before. Boxes that were made with an origin need the same origin. Of Rectangles it is a Rectangles.
#[pyfunction]
#[pyo3(signature = (boxes, axis=Some(0)))]
pub(crate) fn concatenate<'py>(
    boxes: &Bound<'py, PyAny>,
    axis: Option<isize>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = boxes.py();
    let parts: Vec<Bound<'py, PyAny>> = boxes.try_iter()?.collect::<PyResult<_>>()?;
    if parts.first().is_some_and(Bound::is_instance_of::<Rectangles>) {
        let joined = Rectangles::from(joined::<RectangleStore>(py, &parts, axis)?);
        return Ok(joined.into_pyobject(py)?.into_any());
    }
    Ok(Boxes::from(joined::<BoxStore>(py, &parts, axis)?).into_pyobject(py)?.into_any())
}

/// Joins objects of one class.
fn joined<S: Store>(
    py: Python<'_>,
    parts: &[Bound<'_, PyAny>],
    axis: Option<isize>,
) -> PyResult<Given<S>> {
    let (mut all, numbers) = (Vec::new(), PyList::empty(py));
    for (place, one) in parts.iter().enumerate() {
        let Some(held) = S::held(one) else {
            let (class, found) = (S::NAMES[0], one.get_type().name()?);
            let text = format!("boxes[{place}] must be an octosat.{class}, not {found}");
            return Err(PyTypeError::new_err(text));
        };
        numbers.append(numbered(py, all.len(), held.shape())?)?;
        all.extend(held.read(py).items());
    }
    let joined = py.import("numpy")?.call_method1("concatenate", (numbers, axis))?;
    let Selection { indices, shape } = Selection::of_numbers(&joined)?;
    let store = work(py, || {
        // Items that are joined along the first axis are in order: to pick each would take twice as long.
        if (0..).zip(&indices).all(|(place, &index): (u32, _)| place == index) {
            return stored(&all);
        }
        picked(indices.iter().map(|&index| all[index as usize]))
    });
    let store = store?.map_err(|error| errors::of_box(py, &error))?;
    Ok(Given { store, shape })
}
