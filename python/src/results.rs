//! Results of the engine as NumPy arrays that own their memory.

use std::cell::Cell;

use bytemuck::{NoUninit, Pod, cast_slice, cast_slice_mut};
use numpy::{
    BorrowError, Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyModule, PyTuple};

use crate::arrays::{text_of, wrong_shape};

/// The Python module of the dtypes.
static LAYOUTS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The most words that a thread keeps: 64 MiB.
const MOST_WORDS: usize = 1 << 24;

thread_local! {
    /// Where rows are computed that are then copied to a caller's array.
    static MEMORY: Cell<Vec<u32>> = const { Cell::new(Vec::new()) };
}

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
    viewed(words.as_any(), &layout(words.py(), name)?)
}

/// Copies rows to a new array with a dtype of `octosat.layouts`.
pub(crate) fn copied<'py, T: NoUninit>(
    py: Python<'py>,
    rows: &[T],
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    view_as(&PyArray1::from_slice(py, cast_slice(rows)), name)
}

/// A function about pairs of boxes with a row per pair, which calls the engine's method of the same name. Then: the
/// name of its results, the length that it takes, where its rows go, how they are filled, and how the engine sees them.
macro_rules! pair_query {
    ($(#[$doc:meta])* $name:ident, $what:literal, $length:ident, $out:expr, $filled:expr, $rows:expr) => {
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
            let out = ($out)(&question, py, out)?;
            ($filled)(out, |found| {
                let found = ($rows)(found);
                question.ask_pairs(py, others.as_ref(), |engine, query| engine.$name(query, found))
            })
        }
    };
}
pub(crate) use pair_query;

/// Where the answers of a call go, checked before anything is computed: the caller's array, or a new one.
///
/// They are numbers or booleans, or words of rows with a dtype of `octosat.layouts`.
pub(crate) struct Out<'a, 'py, T: Element> {
    py: Python<'py>,
    given: Option<Given<'a, 'py, T>>,
    shape: Vec<usize>,
    /// The name of the dtype of rows.
    layout: Option<&'static str>,
}

/// The caller's array.
struct Given<'a, 'py, T: Element> {
    array: &'a Bound<'py, PyAny>,
    /// The same numbers or words, if they are in C order and no other call fills them.
    held: Option<PyReadwriteArrayDyn<'py, T>>,
}

impl<'a, 'py, T: Element + Default + NoUninit> Out<'a, 'py, T> {
    /// Checks the argument `out`: `None`, or a writable array of numbers or booleans with this shape.
    pub(crate) fn numbers(
        py: Python<'py>,
        array: Option<&'a Bound<'py, PyAny>>,
        shape: &[usize],
    ) -> PyResult<Self> {
        let given = array.map(|out| {
            let numbers = out.cast::<PyArrayDyn<T>>().ok().filter(|same| same.shape() == shape);
            if numbers.is_none() {
                checked(out, shape, &numpy::dtype::<T>(py).into_any())?;
            }
            Given::of(out, numbers.cloned())
        });
        Ok(Self { py, given: given.transpose()?, shape: shape.to_vec(), layout: None })
    }

    /// Fills the answers, one after the other.
    ///
    /// Those of a caller's array are computed in other memory, because other threads may use the array.
    pub(crate) fn filled(
        self,
        fill: impl FnOnce(&mut [T]) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let count = self.count();
        self.filled_with(count, fill)
    }

    /// Fills this many numbers or words.
    fn filled_with(
        self,
        count: usize,
        fill: impl FnOnce(&mut [T]) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.given.is_some() {
            let mut answers = vec![T::default(); count];
            fill(&mut answers)?;
            return self.copied(&answers);
        }
        let answers = PyArray1::<T>::zeros(self.py, count, false);
        fill(answers.readwrite().as_slice_mut()?)?;
        self.shaped(answers)
    }

    /// The number of answers.
    fn count(&self) -> usize {
        self.shape.iter().product()
    }

    /// Copies the answers.
    pub(crate) fn copied(mut self, answers: &[T]) -> PyResult<Bound<'py, PyAny>> {
        let Some(Given { array, held }) = self.given.take() else {
            return self.shaped(PyArray1::from_slice(self.py, answers));
        };
        match held {
            Some(mut held) => held.as_slice_mut()?.copy_from_slice(answers),
            None => {
                let answers = self.shaped(PyArray1::from_slice(array.py(), answers))?;
                array.set_item(array.py().Ellipsis(), answers)?;
            }
        }
        Ok(array.clone())
    }

    /// A new array in its shape and dtype.
    fn shaped(&self, answers: Bound<'py, PyArray1<T>>) -> PyResult<Bound<'py, PyAny>> {
        let answers = match self.layout {
            Some(name) => viewed(answers.as_any(), &layout(self.py, name)?)?,
            None => answers.into_any(),
        };
        if self.shape.len() == 1 {
            return Ok(answers);
        }
        let shape = PyTuple::new(self.py, &self.shape)?;
        answers.call_method1(intern!(self.py, "reshape"), (shape,))
    }
}

impl<'a, 'py> Out<'a, 'py, u32> {
    /// Checks the argument `out`: `None`, or a writable array with this shape and dtype of `octosat.layouts`.
    pub(crate) fn rows(
        py: Python<'py>,
        array: Option<&'a Bound<'py, PyAny>>,
        shape: &[usize],
        name: &'static str,
    ) -> PyResult<Self> {
        let given = array.map(|out| {
            let untyped = checked(out, shape, &layout(py, name)?)?;
            if !untyped.is_c_contiguous() {
                return Given::of(out, None);
            }
            // An array without axes has no words: a list of one row has.
            let rows = if shape.is_empty() { out.get_item(py.None())? } else { out.clone() };
            let words = viewed(&rows, &numpy::dtype::<u32>(py).into_any())?;
            Given::of(out, words.cast_into().ok())
        });
        Ok(Self { py, given: given.transpose()?, shape: shape.to_vec(), layout: Some(name) })
    }

    /// Fills rows, which need an alignment of at most four bytes.
    pub(crate) fn filled_rows<R: Pod>(
        self,
        fill: impl FnOnce(&mut [R]) -> PyResult<()>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let words = self.count() * size_of::<R>() / size_of::<u32>();
        if self.given.is_none() {
            return self.filled_with(words, |words| fill(cast_slice_mut(words)));
        }
        // Memory of an earlier call, because the pages of new memory take as long as copying it.
        let mut memory = MEMORY.take();
        if memory.len() < words {
            memory.resize(words, 0);
        }
        fill(cast_slice_mut(&mut memory[..words]))?;
        let array = self.copied(&memory[..words]);
        memory.truncate(MOST_WORDS);
        memory.shrink_to(MOST_WORDS);
        MEMORY.set(memory);
        array
    }

    /// Copies rows.
    pub(crate) fn copied_rows<R: NoUninit>(self, rows: &[R]) -> PyResult<Bound<'py, PyAny>> {
        self.copied(cast_slice(rows))
    }
}

impl<'a, 'py, T: Element> Given<'a, 'py, T> {
    /// Rejects an array that is read-only.
    fn of(array: &'a Bound<'py, PyAny>, same: Option<Bound<'py, PyArrayDyn<T>>>) -> PyResult<Self> {
        let read_only = || PyValueError::new_err("out is read-only");
        let same = same.filter(|same| same.is_c_contiguous() && same.is_aligned());
        match same.map(|same| same.try_readwrite()) {
            Some(Ok(held)) => Ok(Self { array, held: Some(held) }),
            Some(Err(BorrowError::NotWriteable)) => Err(read_only()),
            _ => {
                let flags = array.getattr(intern!(array.py(), "flags"))?;
                let is_writable = flags.getattr(intern!(array.py(), "writeable"))?.is_truthy()?;
                if is_writable { Ok(Self { array, held: None }) } else { Err(read_only()) }
            }
        }
    }
}

/// Checks that an object is an array with this shape and dtype.
fn checked<'a, 'py>(
    out: &'a Bound<'py, PyAny>,
    shape: &[usize],
    dtype: &Bound<'py, PyAny>,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    let Ok(untyped) = out.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err("out must be a NumPy array"));
    };
    let found = untyped.dtype();
    if !found.is(dtype) && !found.as_any().eq(dtype)? {
        let text = format!("out must have the dtype {dtype}, not {found}");
        return Err(PyTypeError::new_err(text));
    }
    if untyped.shape() != shape {
        return Err(wrong_shape("out", &text_of(shape), untyped));
    }
    Ok(untyped)
}

/// The same memory with another dtype.
fn viewed<'py>(
    array: &Bound<'py, PyAny>,
    dtype: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1(intern!(array.py(), "view"), (dtype,))
}
