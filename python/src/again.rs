//! How a class makes an object again: what `__reduce__` returns, for copies and pickles.

use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

/// A callable, and its arguments.
pub(crate) type Again<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// A call of a method of the class, or of the class itself, which is its method `__call__`.
pub(crate) fn call<'py>(
    class: &Bound<'py, PyType>,
    method: &str,
    arguments: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Again<'py>> {
    let py = class.py();
    let name = PyTuple::new(py, [method])?.into_sequence();
    let all = name.concat(arguments.as_sequence())?.to_tuple()?;
    // Unlike a method of a class of this module, this can be pickled, with keywords.
    let caller = py.import("operator")?.getattr(intern!(py, "methodcaller"))?;
    Ok((caller.call(all, keywords)?, PyTuple::new(py, [class])?))
}

/// Numbers as a new array of rows: their shape follows the number of rows.
pub(crate) fn rows<'py, T: Element>(
    py: Python<'py>,
    numbers: &[T],
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let size: usize = shape.iter().product();
    PyArray1::from_slice(py, numbers).reshape([&[numbers.len() / size], shape].concat())
}

/// Values of shapes as a new array with a row per shape.
pub(crate) trait Values {
    /// The array.
    fn array<'py>(values: &[Self], py: Python<'py>) -> PyResult<Bound<'py, PyAny>>
    where
        Self: Sized;
}

impl Values for f32 {
    fn array<'py>(values: &[Self], py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(rows(py, values, &[])?.into_any())
    }
}

impl Values for [f32; 3] {
    fn array<'py>(values: &[Self], py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(rows(py, values.as_flattened(), &[3])?.into_any())
    }
}
