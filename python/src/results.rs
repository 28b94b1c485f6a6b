//! Rows of the engine as NumPy arrays, which own their memory.

use bytemuck::{NoUninit, Pod, Zeroable, cast_slice, cast_slice_mut};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyModule;

/// The module of the NumPy dtypes.
static LAYOUTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// A dtype of `octosat.layouts`.
pub(crate) fn layout<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    LAYOUTS
        .get_or_try_init(py, || py.import("octosat.layouts").map(Bound::unbind))?
        .bind(py)
        .getattr(name)
}

/// Words of memory as an array of a dtype of `octosat.layouts`.
pub(crate) fn view_as<'py>(
    words: &Bound<'py, PyArray1<u32>>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    words.call_method1("view", (layout(words.py(), name)?,))
}

/// A new array with a copy of some rows, of a dtype of `octosat.layouts`.
pub(crate) fn copied<'py, T: NoUninit>(
    py: Python<'py>,
    rows: &[T],
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    view_as(&PyArray1::from_slice(py, cast_slice(rows)), name)
}

/// Fills a new array of so many rows in place; the rows are aligned to at most four bytes.
pub(crate) fn filled<'py, T: Pod>(
    py: Python<'py>,
    rows: usize,
    name: &str,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let words = PyArray1::<u32>::zeros(py, rows * size_of::<T>() / size_of::<u32>(), false);
    fill(cast_slice_mut(words.readwrite().as_slice_mut()?))?;
    view_as(&words, name)
}

/// The same for rows of a larger alignment, which NumPy does not promise: filled elsewhere and copied.
pub(crate) fn filled_aligned<'py, T: Pod + Zeroable>(
    py: Python<'py>,
    rows: usize,
    name: &str,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut answers: Vec<T> = bytemuck::zeroed_vec(rows);
    fill(&mut answers)?;
    copied(py, &answers, name)
}

/// An array that a caller passed for results, checked before anything is computed.
pub(crate) struct Out<'a, 'py> {
    array: Option<&'a Bound<'py, PyAny>>,
}

impl<'a, 'py> Out<'a, 'py> {
    /// Accepts no array, or a writable one of so many rows and this dtype.
    pub(crate) fn check(
        array: Option<&'a Bound<'py, PyAny>>,
        rows: usize,
        dtype: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let Some(out) = array else { return Ok(Self { array: None }) };
        let Ok(untyped) = out.cast::<PyUntypedArray>() else {
            return Err(PyTypeError::new_err("out must be a NumPy array"));
        };
        let dtype = dtype()?;
        if !untyped.dtype().as_any().eq(&dtype)? {
            let text = format!("out must have the dtype {dtype}, not {}", untyped.dtype());
            return Err(PyTypeError::new_err(text));
        }
        if untyped.shape() != [rows] {
            let text = format!("out must have the shape ({rows},), not {:?}", untyped.shape());
            return Err(PyValueError::new_err(text));
        }
        if !out.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
            return Err(PyValueError::new_err("out is read-only"));
        }
        Ok(Self { array })
    }

    /// Copies results to the caller's array, if there is one, and returns the array that has them.
    ///
    /// NumPy copies, because other threads may look at that array.
    pub(crate) fn give(self, results: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(out) = self.array else { return Ok(results) };
        results.py().import("numpy")?.call_method1("copyto", (out, results))?;
        Ok(out.clone())
    }
}
