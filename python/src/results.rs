//! Results of the engine as NumPy arrays that own their memory.

use bytemuck::{NoUninit, Pod, Zeroable, cast_slice, cast_slice_mut};
use numpy::{Element, PyArray1, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use octosat_rows::Row;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};

use crate::arrays::{text_of, wrong_shape};

/// The Python module of the dtypes.
static LAYOUTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// A dtype of `octosat.layouts`.
pub(crate) fn layout<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    LAYOUTS
        .get_or_try_init(py, || py.import("octosat.layouts").map(Bound::unbind))?
        .bind(py)
        .getattr(name)
}

/// A view of an array of words with a dtype of `octosat.layouts`.
pub(crate) fn view_as<'py>(
    words: &Bound<'py, PyArray1<u32>>,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    words.call_method1("view", (layout(words.py(), name)?,))
}

/// Copies rows to a new array with a dtype of `octosat.layouts`.
pub(crate) fn copied<'py, T: NoUninit>(
    py: Python<'py>,
    rows: &[T],
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    view_as(&PyArray1::from_slice(py, cast_slice(rows)), name)
}

/// Makes an array of `rows` rows and fills it in place. Rows must need an alignment of at most four bytes.
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

/// Makes an array of `rows` numbers or booleans and fills it in place.
pub(crate) fn filled_numbers<'py, T: Element>(
    py: Python<'py>,
    rows: usize,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let numbers = PyArray1::<T>::zeros(py, rows, false);
    fill(numbers.readwrite().as_slice_mut()?)?;
    Ok(numbers.into_any())
}

/// The dtype of an array of numbers or booleans.
pub(crate) fn dtype_of<T: Element>(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    Ok(numpy::dtype::<T>(py).into_any())
}

/// Makes an array of rows with a larger alignment. NumPy does not guarantee this alignment, so rows are filled in other
/// memory and copied.
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

/// The dtype of a row.
pub(crate) fn layout_of<T: Row>(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    layout(py, T::LAYOUT.name)
}

/// Makes an array of rows and fills it in place.
pub(crate) fn filled_rows<'py, T: Pod + Row>(
    py: Python<'py>,
    rows: usize,
    fill: impl FnOnce(&mut [T]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    filled(py, rows, T::LAYOUT.name, fill)
}

/// A function about pairs of boxes with a row per pair, which calls the engine's method of the same name. Then: the
/// name of its results, the length that it takes, the dtype of its rows, how an array of them is filled, and how the
/// engine sees them.
macro_rules! pair_query {
    ($(#[$doc:meta])* $name:ident, $what:literal, $length:ident, $dtype:expr, $filled:expr, $rows:expr) => {
        $(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (
            boxes, pairs, $length=None, *, against=None, moved=None, engine=None, out=None
        ))]
        #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
        pub(crate) fn $name<'py>(
            boxes: &Bound<'py, PyAny>,
            pairs: &Bound<'py, PyAny>,
            $length: Option<&Bound<'py, PyAny>>,
            against: Option<&Bound<'py, PyAny>>,
            moved: Option<&Bound<'py, PyAny>>,
            engine: Option<&Bound<'py, PyAny>>,
            out: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let py = boxes.py();
            let (question, others) =
                Question::of_boxes($what, boxes, pairs, [None, against, engine])?;
            let question = question.$length($length)?.moved(moved)?;
            let rows = question.rows();
            let out = question.out(out, || ($dtype)(py))?;
            out.give(($filled)(py, rows, |found| {
                let found = ($rows)(found);
                question.ask_pairs(py, others.as_ref(), |engine, query| engine.$name(query, found))
            })?)
        }
    };
}
pub(crate) use pair_query;

/// Where the answers of a call go, checked before anything is computed: the caller's array, or a new one.
pub(crate) struct Out<'a, 'py> {
    array: Option<&'a Bound<'py, PyAny>>,
    /// The shape of the answers; none if they are flat.
    shape: Option<Vec<usize>>,
}

impl<'a, 'py> Out<'a, 'py> {
    /// Checks the argument `out`: `None`, or a writable array with this shape and dtype.
    pub(crate) fn check(
        array: Option<&'a Bound<'py, PyAny>>,
        shape: &[usize],
        dtype: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let answers = Self { array, shape: (shape.len() != 1).then(|| shape.to_vec()) };
        let Some(out) = array else { return Ok(answers) };
        let Ok(untyped) = out.cast::<PyUntypedArray>() else {
            return Err(PyTypeError::new_err("out must be a NumPy array"));
        };
        let dtype = dtype()?;
        if !untyped.dtype().as_any().eq(&dtype)? {
            let text = format!("out must have the dtype {dtype}, not {}", untyped.dtype());
            return Err(PyTypeError::new_err(text));
        }
        if untyped.shape() != shape {
            return Err(wrong_shape("out", &text_of(shape), untyped));
        }
        if !out.getattr("flags")?.getattr("writeable")?.extract::<bool>()? {
            return Err(PyValueError::new_err("out is read-only"));
        }
        Ok(answers)
    }

    /// Returns the answers, which are flat and in C order, in their shape: in the caller's array if there is one.
    ///
    /// NumPy copies, because other threads may use the caller's array.
    pub(crate) fn give(self, answers: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = answers.py();
        let answers = match self.shape {
            Some(shape) => answers.call_method1("reshape", (PyTuple::new(py, shape)?,))?,
            None => answers,
        };
        let Some(out) = self.array else { return Ok(answers) };
        py.import("numpy")?.call_method1("copyto", (out, answers))?;
        Ok(out.clone())
    }
}
