//! Copies of the caller's arrays, which no other thread can write.
//!
//! NumPy makes the copies, and Rust code refers only to the copies. Another thread may write to the caller's array
//! during a call without changing numbers or indices that were already checked.

use bytemuck::{AnyBitPattern, NoUninit, cast_slice};
use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use octosat::Product;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PySlice};

use crate::errors;
use crate::results::layout;

/// The function `numpy.asarray`.
static AS_ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The class `numpy.ma.MaskedArray`.
static MASKED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The function `numpy.from_dlpack`.
static FROM_DLPACK: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A value as a plain NumPy array, without a copy if it is one already.
///
/// Tensors of other libraries are taken as they are in the memory of the CPU: by `__array__`, or else by DLPack.
pub(crate) fn as_array<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = value.py();
    if let Ok(array) = value.cast_exact::<PyUntypedArray>() {
        return Ok(array.clone());
    }
    let masked = MASKED.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("numpy.ma")?.getattr("MaskedArray")?.unbind())
    })?;
    if value.is_instance(masked.bind(py))? {
        return Err(PyTypeError::new_err("masked arrays are not taken: fill or compress them"));
    }
    let by_dlpack = !value.hasattr(intern!(py, "__array__"))? && value.hasattr("__dlpack__")?;
    let (cell, name) =
        if by_dlpack { (&FROM_DLPACK, "from_dlpack") } else { (&AS_ARRAY, "asarray") };
    let function =
        cell.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.getattr(name)?.unbind()))?;
    Ok(function.bind(py).call1((value,))?.cast_into::<PyUntypedArray>()?)
}

/// A copy of an array of numbers, owned by one call.
pub(crate) struct Private<'py, T: Element> {
    array: PyReadonlyArrayDyn<'py, T>,
}

impl<'py, T: Element + AnyBitPattern + NoUninit> Private<'py, T> {
    /// Copies an array and converts its numbers to `T`.
    pub(crate) fn copy(array: &Bound<'py, PyUntypedArray>) -> PyResult<Self> {
        // Both methods always return a new array in C order.
        let py = array.py();
        let copy = if array.cast::<PyArrayDyn<T>>().is_ok() {
            array.call_method0(intern!(py, "copy"))?
        } else {
            array.call_method1(intern!(py, "astype"), (numpy::dtype::<T>(py), intern!(py, "C")))?
        };
        let copy = copy.cast_into::<PyArrayDyn<T>>()?;
        Ok(Self { array: copy.readonly() })
    }

    /// Copies an array, converts its numbers to `T` and repeats them to a shape that it broadcasts to.
    pub(crate) fn broadcast(
        array: &Bound<'py, PyUntypedArray>,
        shape: Vec<usize>,
    ) -> PyResult<Self> {
        let py = array.py();
        let copy = PyArrayDyn::<T>::zeros(py, shape, false);
        py.import("numpy")?.call_method1(intern!(py, "copyto"), (&copy, array))?;
        Ok(Self { array: copy.readonly() })
    }

    /// All numbers as a slice.
    fn numbers(&self) -> &[T] {
        // Copies are always in C order.
        self.array.as_slice().unwrap_or_default()
    }

    /// The copy itself.
    pub(crate) fn into_array(self) -> Bound<'py, PyArrayDyn<T>> {
        (*self.array).clone()
    }

    /// The numbers as rows of `R`.
    pub(crate) fn rows<R: AnyBitPattern>(&self) -> &[R] {
        cast_slice(self.numbers())
    }
}

/// NumPy's letter for the kind of numbers in an array.
fn kind(array: &Bound<'_, PyUntypedArray>) -> u8 {
    array.dtype().kind()
}

/// Rejects an array whose values are not real numbers.
pub(crate) fn check_real(name: &str, array: &Bound<'_, PyUntypedArray>) -> PyResult<()> {
    if matches!(kind(array), b'f' | b'i' | b'u') {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!("{name} must be numbers, not of dtype {}", array.dtype())))
}

/// The error of an array of the wrong shape.
pub(crate) fn wrong_shape(name: &str, expected: &str, array: &Bound<'_, PyUntypedArray>) -> PyErr {
    let found = text_of(array.shape());
    PyValueError::new_err(format!("{name} must have the shape {expected}, not {found}"))
}

/// A shape as Python shows it.
pub(crate) fn text_of(shape: &[usize]) -> String {
    let lengths: Vec<String> = shape.iter().map(usize::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    format!("({}{comma})", lengths.join(", "))
}

/// Whether the caller passed an empty list. Its shape and type are not checked, because NumPy chooses them.
pub(crate) fn is_empty_list(array: &Bound<'_, PyUntypedArray>) -> bool {
    array.shape() == [0]
}

/// Reads vectors: an array of shape (n, 3), or (n, 4) whose last column is not read.
pub(crate) fn vectors<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Private<'py, f32>> {
    let mut array = as_array(value)?;
    check_real(name, &array)?;
    match array.shape() {
        [0] | [_, 3] => {}
        [_, 4] => {
            let py = array.py();
            let three = (PySlice::full(py), PySlice::new(py, 0, 3, 1));
            array = array.get_item(three)?.cast_into::<PyUntypedArray>()?;
        }
        _ => return Err(wrong_shape(name, "(n, 3) or (n, 4)", &array)),
    }
    Private::copy(&array)
}

/// Reads rows of real numbers.
pub(crate) fn rows_of<'py>(
    name: &str,
    width: usize,
    value: &Bound<'py, PyAny>,
) -> PyResult<Private<'py, f32>> {
    let array = as_array(value)?;
    check_real(name, &array)?;
    if !is_empty_list(&array) && !matches!(array.shape(), [_, columns] if *columns == width) {
        return Err(wrong_shape(name, &format!("(n, {width})"), &array));
    }
    Private::copy(&array)
}

/// Reads real numbers of shape (n,).
pub(crate) fn list<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Private<'py, f32>> {
    let array = as_array(value)?;
    check_real(name, &array)?;
    if array.ndim() != 1 {
        return Err(wrong_shape(name, "(n,)", &array));
    }
    Private::copy(&array)
}

/// Reads integers below 256 of shape (n,).
pub(crate) fn bytes_of<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Private<'py, u8>> {
    let array = as_array(value)?;
    if array.ndim() != 1 {
        return Err(wrong_shape(name, "(n,)", &array));
    }
    if array.cast::<PyArrayDyn<u8>>().is_err() && !array.is_empty() {
        let numbers = indices(name, &array)?.ok();
        let fits = |numbers: &Indices<'_>| numbers.flat().iter().all(|&number| number < 256);
        if !numbers.as_ref().is_some_and(fits) {
            let text = format!("{name} must be integers from 0 to 255, one per row");
            return Err(PyValueError::new_err(text));
        }
    }
    Private::copy(&array)
}

/// Reads blocks of rows of four numbers, of shape (n, rows, 4).
pub(crate) fn blocks<'py>(
    name: &str,
    rows: usize,
    value: &Bound<'py, PyAny>,
) -> PyResult<Private<'py, f32>> {
    let array = as_array(value)?;
    check_real(name, &array)?;
    if !is_empty_list(&array) && !matches!(array.shape(), [_, found, 4] if *found == rows) {
        return Err(wrong_shape(name, &format!("(n, {rows}, 4)"), &array));
    }
    Private::copy(&array)
}

/// A copy of an array of indices, owned by one call.
pub(crate) enum Indices<'py> {
    /// A copy of an array of 32-bit numbers.
    Same(Private<'py, u32>),
    /// Integers of another type, converted to 32 bits.
    Converted(Vec<u32>),
}

impl Indices<'_> {
    /// All indices as a slice.
    pub(crate) fn flat(&self) -> &[u32] {
        match self {
            Self::Same(indices) => indices.rows(),
            Self::Converted(indices) => indices,
        }
    }

    /// The indices as pairs.
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        cast_slice(self.flat())
    }
}

/// An integer that is not a valid index, and its position.
struct BadIndex {
    place: usize,
    value: i128,
}

/// Reads integers of any type as indices.
fn indices<'py>(
    name: &str,
    array: &Bound<'py, PyUntypedArray>,
) -> PyResult<Result<Indices<'py>, BadIndex>> {
    if array.cast::<PyArrayDyn<u32>>().is_ok() {
        return Ok(Ok(Indices::Same(Private::copy(array)?)));
    }
    match kind(array) {
        _ if array.is_empty() => Ok(Ok(Indices::Converted(Vec::new()))),
        b'u' => Ok(converted(&Private::<u64>::copy(array)?)),
        b'i' => Ok(converted(&Private::<i64>::copy(array)?)),
        _ => {
            let text = format!("{name} must be integers, not of dtype {}", array.dtype());
            Err(PyTypeError::new_err(text))
        }
    }
}

/// Converts integers to indices, or returns the first one that is not a valid index.
fn converted<'py, T>(numbers: &Private<'py, T>) -> Result<Indices<'py>, BadIndex>
where
    T: Element + AnyBitPattern + NoUninit + TryInto<u32> + Into<i128>,
{
    let index = |(place, &number): (usize, &T)| {
        number.try_into().map_err(|_| BadIndex { place, value: number.into() })
    };
    let indices: Result<_, _> = numbers.numbers().iter().enumerate().map(index).collect();
    indices.map(Indices::Converted)
}

/// Reads pairs of indices of shape (m, 2).
pub(crate) fn pairs<'py>(value: &Bound<'py, PyAny>) -> PyResult<Indices<'py>> {
    let array = as_array(value)?;
    if !is_empty_list(&array) && !matches!(array.shape(), [_, 2]) {
        return Err(wrong_shape("pairs", "(m, 2)", &array));
    }
    indices("pairs", &array)?.map_err(|BadIndex { place, value: index }| {
        let (pair, side) = (place / 2, place % 2);
        let text = format!("pairs[{pair}][{side}] is {index}, which is no index of a row");
        errors::query_error(value.py(), &text, Some(pair))
    })
}

/// Reads pairs of ranges of shape (g, 4): the first index of each range and the one after its last.
pub(crate) fn ranges(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Product>> {
    let array = as_array(value)?;
    if !is_empty_list(&array) && !matches!(array.shape(), [_, 4]) {
        return Err(wrong_shape(name, "(g, 4)", &array));
    }
    let ends = indices(name, &array)?.map_err(|BadIndex { place, value: index }| {
        let text = format!("{name}[{}][{}] is {index}, which is no index", place / 4, place % 4);
        errors::query_error(value.py(), &text, None)
    })?;
    let rows: &[[u32; 4]] = cast_slice(ends.flat());
    Ok(rows.iter().map(|&[a, a_end, b, b_end]| Product::new(a..a_end, b..b_end)).collect())
}

/// Reads the pairs before which groups end, of shape (g,).
pub(crate) fn bounds(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let array = as_array(value)?;
    if array.ndim() != 1 {
        return Err(wrong_shape(name, "(g,)", &array));
    }
    let bounds = indices(name, &array)?.map_err(|BadIndex { place, value: bound }| {
        let text = format!("{name}[{place}] is {bound}, which is no number of pairs");
        errors::query_error(value.py(), &text, None)
    })?;
    Ok(bounds.flat().iter().map(|&bound| bound as usize).collect())
}

/// Reads indices of boxes or rectangles, of shape (m,).
pub(crate) fn box_indices<'py>(
    of: &str,
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Indices<'py>> {
    flat_indices(name, value, |BadIndex { place, value: index }| {
        let text = format!("{name}[{place}] is {index}, which is no index of a {of}");
        errors::box_error(value.py(), &text, place, "index")
    })
}

/// Reads classes of boxes, of shape (m,).
pub(crate) fn classes_of<'py>(value: &Bound<'py, PyAny>) -> PyResult<Indices<'py>> {
    flat_indices("classes", value, |BadIndex { place, value: class }| {
        let text =
            format!("classes[{place}] is {class}, but classes are integers from 0 to 2³² - 1");
        errors::query_error(value.py(), &text, None)
    })
}

/// Reads indices of obstacles that a link may touch, of shape (m,).
pub(crate) fn obstacle_indices<'py>(
    link: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Indices<'py>> {
    flat_indices("obstacles", value, |BadIndex { place, value: index }| {
        let text = format!("obstacles[{place}] is {index}, which is no index of an obstacle");
        errors::chain_error(value.py(), &text, Some(link), None)
    })
}

/// Reads indices of shape (m,).
fn flat_indices<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    rejected: impl FnOnce(BadIndex) -> PyErr,
) -> PyResult<Indices<'py>> {
    let array = as_array(value)?;
    if array.ndim() != 1 {
        return Err(wrong_shape(name, "(m,)", &array));
    }
    indices(name, &array)?.map_err(rejected)
}

/// Reads rows with a dtype of `octosat.layouts`, of shape (n,).
pub(crate) fn records<'py>(value: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Private<'py, u32>> {
    let array = as_array(value)?;
    if array.ndim() != 1 || !array.dtype().as_any().eq(layout(value.py(), dtype)?)? {
        return Err(PyTypeError::new_err(format!("an array of {dtype} is needed, of shape (n,)")));
    }
    let words = array.call_method0("copy")?.call_method1("view", ("uint32",))?;
    Ok(Private { array: words.cast_into::<PyArrayDyn<u32>>()?.readonly() })
}

/// A length of a query: how far apart pairs may be, or how much larger the boxes are.
pub(crate) enum Lengths<'py> {
    /// Not given.
    None,
    /// One length for all rows.
    Uniform(f32),
    /// One length per row.
    PerPair(Private<'py, f32>),
}

impl<'py> Lengths<'py> {
    /// Reads a length of the caller, who knows it by this name: a number, or an array of shape (m,).
    pub(crate) fn of(name: &str, value: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(value) = value else { return Ok(Self::None) };
        if value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>() {
            return Ok(Self::uniform(value.extract()?));
        }
        let array = as_array(value)?;
        if array.ndim() == 0 {
            check_real(name, &array)?;
            return Ok(Self::uniform(array.call_method0("item")?.extract()?));
        }
        Ok(Self::PerPair(list(name, array.as_any())?))
    }

    /// Rounds a length to float32. Zero means none, so that the faster kernels without it run.
    #[expect(clippy::cast_possible_truncation, reason = "rounded to the engine's precision")]
    fn uniform(length: f64) -> Self {
        if length == 0.0 { Self::None } else { Self::Uniform(length as f32) }
    }

    /// The length in the engine's type.
    pub(crate) fn length(&self) -> octosat::Length<'_> {
        match self {
            Self::None => octosat::Length::None,
            Self::Uniform(length) => octosat::Length::Uniform(*length),
            Self::PerPair(lengths) => octosat::Length::PerPair(lengths.rows()),
        }
    }
}
