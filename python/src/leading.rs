//! Arrays with leading axes: the last axes hold an item, such as a center or the values of joints, and the axes before
//! them are the shape of the items.

use std::ops::Range;

use bytemuck::{AnyBitPattern, NoUninit};
use numpy::{Element, PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PySlice, PyTuple};

use crate::arrays::{Private, as_array, check_real, is_empty_list, text_of, wrong_shape};

/// A shape that items are broadcast to, and what has this shape, for errors.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) shape: &'a [usize],
    pub(crate) of: &'static str,
}

impl<'a> Target<'a> {
    /// One item per box of an array of boxes.
    pub(crate) fn boxes(shape: &'a [usize]) -> Self {
        Self { shape, of: "the boxes" }
    }

    /// One item per rectangle of an array of rectangles.
    pub(crate) fn rectangles(shape: &'a [usize]) -> Self {
        Self { shape, of: "the rectangles" }
    }
}

/// An array of the caller with one item per index of its leading axes. Its numbers are not copied yet.
pub(crate) struct Items<'py> {
    name: &'static str,
    array: Bound<'py, PyUntypedArray>,
    /// How many axes an item has: the last ones.
    item_axes: usize,
}

impl<'py> Items<'py> {
    /// Reads vectors: an array of shape (..., 3), or (..., 4) whose last column is not read.
    pub(crate) fn vectors(name: &'static str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        Self::vectors_or(name, value, "(..., 3) or (..., 4)")
    }

    /// Reads vectors, given the shapes that errors name.
    fn vectors_or(name: &'static str, value: &Bound<'py, PyAny>, shapes: &str) -> PyResult<Self> {
        let items = Self::of(name, value, &[3])?;
        match *items.array.shape() {
            [.., 3] => Ok(items),
            [.., 4] => items.columns(0..3),
            _ => Err(wrong_shape(name, shapes, &items.array)),
        }
    }

    /// Reads half extents as vectors, or one number for all three.
    pub(crate) fn half_extents(value: &Bound<'py, PyAny>) -> PyResult<Self> {
        let array = as_array(value)?;
        let repeated = match array.ndim() {
            0 => array.call_method1("repeat", (3,))?,
            _ => array.into_any(),
        };
        let shapes = "(..., 3) or (..., 4), or (), one number for all";
        Self::vectors_or("half_extents", &repeated, shapes)
    }

    /// Reads rows of real numbers: an array of shape (..., width).
    pub(crate) fn rows(
        name: &'static str,
        width: usize,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        let items = Self::of(name, value, &[width])?;
        match items.array.shape() {
            [.., found] if *found == width => Ok(items),
            _ => Err(wrong_shape(name, &format!("(..., {width})"), &items.array)),
        }
    }

    /// Reads real numbers: an array of any shape.
    pub(crate) fn numbers(name: &'static str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        Self::of(name, value, &[])
    }

    /// Reads matrices: an array of shape (..., 3, 4) or (..., 4, 4).
    pub(crate) fn matrices(name: &'static str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        let items = Self::of(name, value, &[4, 4])?;
        match items.array.shape() {
            [.., 3 | 4, 4] => Ok(items),
            _ => Err(wrong_shape(name, "(..., 3, 4) or (..., 4, 4)", &items.array)),
        }
    }

    /// Some numbers of each row.
    pub(crate) fn columns(&self, columns: Range<isize>) -> PyResult<Self> {
        let py = self.py();
        let key = (PyEllipsis::get(py), PySlice::new(py, columns.start, columns.end, 1));
        let array = self.array.get_item(key)?.cast_into::<PyUntypedArray>()?;
        Ok(Self { array, ..*self })
    }

    /// Reads an array of real numbers. An empty list has no items, which would have had this shape, or is one without
    /// numbers.
    fn of(name: &'static str, value: &Bound<'py, PyAny>, item: &[usize]) -> PyResult<Self> {
        let mut array = as_array(value)?;
        check_real(name, &array)?;
        if is_empty_list(&array) && item != [0] {
            let shape = PyTuple::new(value.py(), [&[0], item].concat())?;
            array = array.call_method1("reshape", (shape,))?.cast_into::<PyUntypedArray>()?;
        }
        Ok(Self { name, array, item_axes: item.len() })
    }

    pub(crate) fn py(&self) -> Python<'py> {
        self.array.py()
    }

    /// The length of each leading axis.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.array.shape()[..self.array.ndim() - self.item_axes]
    }

    /// Its name and the length of each leading axis, for errors.
    pub(crate) fn text(&self) -> String {
        format!("{} {}", self.name, text_of(self.shape()))
    }

    /// The length of each axis, for errors.
    pub(crate) fn full_text(&self) -> String {
        text_of(self.array.shape())
    }

    /// The length of each axis of an item.
    pub(crate) fn item(&self) -> &[usize] {
        &self.array.shape()[self.array.ndim() - self.item_axes..]
    }

    /// Whether `float32` holds all numbers of the array's dtype.
    pub(crate) fn fits_single(&self) -> bool {
        let dtype = self.array.dtype();
        dtype.itemsize() <= if dtype.kind() == b'f' { 4 } else { 2 }
    }

    /// Copies the items in C order and converts their numbers to `T`.
    ///
    /// Items are repeated to the shape of the target as NumPy broadcasts them.
    pub(crate) fn copy<T: Element + AnyBitPattern + NoUninit>(
        &self,
        Target { shape, of }: Target<'_>,
    ) -> PyResult<Private<'py, T>> {
        if self.shape() == shape {
            return Private::copy(&self.array);
        }
        let own = self.shape();
        if common([own, shape]).as_deref() != Some(shape) {
            let (name, own, shape) = (self.name, text_of(own), text_of(shape));
            let text = format!(
                "{name} has the leading shape {own}, which does not broadcast to the shape {shape} of {of}"
            );
            return Err(PyValueError::new_err(text));
        }
        Private::broadcast(&self.array, [shape, self.item()].concat())
    }
}

/// The shape that arrays have in common, as NumPy broadcasts leading axes: axes that are missing or of length one are
/// repeated.
pub(crate) fn common_shape<const N: usize>(arrays: [&Items<'_>; N]) -> PyResult<Vec<usize>> {
    common(arrays.map(Items::shape)).ok_or_else(|| {
        let shapes = arrays.map(Items::text).join(", ");
        let text = format!("leading shapes that do not broadcast: {shapes}");
        PyValueError::new_err(text)
    })
}

/// The shape that shapes broadcast to, if they do.
fn common<const N: usize>(shapes: [&[usize]; N]) -> Option<Vec<usize>> {
    let axes = shapes.iter().map(|shape| shape.len()).max()?;
    let mut result = vec![1; axes];
    for shape in shapes {
        for (length, &own) in result[axes - shape.len()..].iter_mut().zip(shape) {
            match (*length, own) {
                (_, 1) => {}
                (1, _) => *length = own,
                (known, own) if known == own => {}
                _ => return None,
            }
        }
    }
    Some(result)
}
