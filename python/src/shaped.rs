//! Boxes or rectangles with a shape, as an array has one: what both classes have in common.

use std::ops::Range;
use std::ptr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use octosat::{BoxStore, Error, OrientedBox, Rectangle, RectangleStore};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::RwLockExt;
use pyo3::types::PyRange;

use crate::arrays::text_of;
use crate::boxes::Boxes;
use crate::engine::work;
use crate::errors;
use crate::given::Given;
use crate::rectangles::Rectangles;
use crate::selection::{Selection, picked};

/// Rows of numbers in a new NumPy array.
pub(crate) type Column<'py> = Bound<'py, PyArrayDyn<f32>>;

/// A store of the engine whose items a class of Python holds.
pub(crate) trait Store: Default + Send + Sync + Sized {
    /// An item of the store.
    type Item: Copy + Send + Sync;

    /// What the class, an item and several items are called.
    const NAMES: [&'static str; 3];

    /// The item of an index.
    fn item(&self, index: u32) -> Option<Self::Item>;

    /// All items.
    fn items(&self) -> impl Iterator<Item = Self::Item>;

    /// Appends items: all of them, or on error none.
    fn extend(&mut self, items: &[Self::Item]) -> Result<(), Error>;

    /// What an object of the class holds, if it is one.
    fn held<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a Shaped<Self>>;
}

impl Store for BoxStore {
    type Item = OrientedBox;

    const NAMES: [&'static str; 3] = ["Boxes", "box", "boxes"];

    fn item(&self, index: u32) -> Option<OrientedBox> {
        self.get(index)
    }

    fn items(&self) -> impl Iterator<Item = OrientedBox> {
        self.iter()
    }

    fn extend(&mut self, items: &[OrientedBox]) -> Result<(), Error> {
        self.extend_from_boxes(items)
    }

    fn held<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a Shaped<Self>> {
        object.cast::<Boxes>().ok().map(|boxes| &boxes.get().all)
    }
}

impl Store for RectangleStore {
    type Item = Rectangle;

    const NAMES: [&'static str; 3] = ["Rectangles", "rectangle", "rectangles"];

    fn item(&self, index: u32) -> Option<Rectangle> {
        self.get(index)
    }

    fn items(&self) -> impl Iterator<Item = Rectangle> {
        self.iter()
    }

    fn extend(&mut self, items: &[Rectangle]) -> Result<(), Error> {
        self.extend_from_rectangles(items)
    }

    fn held<'a>(object: &'a Bound<'_, PyAny>) -> Option<&'a Shaped<Self>> {
        object.cast::<Rectangles>().ok().map(|rectangles| &rectangles.get().all)
    }
}

/// Items of a store that threads of Python share, and their shape.
#[derive(Debug)]
pub(crate) struct Shaped<S> {
    store: RwLock<S>,
    shape: Vec<usize>,
}

impl<S> From<Given<S>> for Shaped<S> {
    fn from(given: Given<S>) -> Self {
        Self { store: RwLock::new(given.store), shape: given.shape }
    }
}

impl<S: Store> Shaped<S> {
    /// Locks the store for reading. Waits without the GIL.
    pub(crate) fn read(&self, py: Python<'_>) -> RwLockReadGuard<'_, S> {
        self.store.read_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks this store and another one for reading; no other one if it is the same.
    ///
    /// All calls lock in the same order: if two calls waited for each other's stores, with calls that change these stores in
    /// between, none would go on.
    pub(crate) fn read_with<'a>(
        &'a self,
        py: Python<'_>,
        other: Option<&'a Self>,
    ) -> (RwLockReadGuard<'a, S>, Option<RwLockReadGuard<'a, S>>) {
        let address = |one: &Self| ptr::from_ref(one).addr();
        match other.filter(|other| !ptr::eq(*other, self)) {
            Some(other) if address(other) < address(self) => {
                let guard = other.read(py);
                (self.read(py), Some(guard))
            }
            other => (self.read(py), other.map(|other| other.read(py))),
        }
    }

    /// Changes the store without the GIL.
    pub(crate) fn change<E: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut S) -> Result<(), E> + Send,
    ) -> PyResult<Result<(), E>> {
        let mut store = self.store.write_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let rows = &mut *store;
        let changed = work(py, move || change(rows));
        drop(store);
        changed
    }

    /// Changes an item, whose index a caller passed.
    pub(crate) fn change_one(
        &self,
        py: Python<'_>,
        index: i64,
        change: impl FnOnce(&mut S, u32) -> Result<(), Error> + Send,
    ) -> PyResult<()> {
        let Ok(number) = u32::try_from(index) else {
            let [_, one, _] = S::NAMES;
            let text = format!("{one} {index}: there is no {one} of that index");
            return Err(errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index"));
        };
        self.change(py, move |store| change(store, number))?
            .map_err(|error| errors::of_box(py, &error))
    }

    /// The length of each axis.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of items.
    pub(crate) fn size(&self) -> usize {
        self.shape.iter().product()
    }

    /// The length of the first axis.
    pub(crate) fn len(&self) -> PyResult<usize> {
        let no_axis = || {
            let [class, one, _] = S::NAMES;
            PyTypeError::new_err(format!("a {class} of shape () has no length: it is one {one}"))
        };
        self.shape.first().copied().ok_or_else(no_axis)
    }

    /// Copies of the items that a key of NumPy selects.
    pub(crate) fn selected(&self, key: &Bound<'_, PyAny>) -> PyResult<Given<S>> {
        let py = key.py();
        let Selection { indices, shape } = Selection::of(S::NAMES[2], &self.shape, key)?;
        let guard = self.read(py);
        let store: &S = &guard;
        let made = work(py, || picked(indices.iter().filter_map(|&index| store.item(index))));
        drop(guard);
        let store = made?.map_err(|error| errors::of_box(py, &error))?;
        Ok(Given { store, shape })
    }

    /// The items of each index of the first axis of an object that holds these.
    pub(crate) fn iterated<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, count) = (object.py(), isize::try_from(self.len()?)?);
        let item = object.getattr("__getitem__")?;
        py.import("builtins")?.getattr("map")?.call1((item, PyRange::new(py, 0, count)?))
    }

    /// The error for NumPy, which would take the object as one object and not as an array.
    pub(crate) fn no_array() -> PyErr {
        let [class, _, several] = S::NAMES;
        let text = format!(
            "a {class} is no array of numbers: use its centers, rotations or half_extents, or join {several} with \
             octosat.concatenate"
        );
        PyTypeError::new_err(text)
    }

    /// What Python shows.
    pub(crate) fn text(&self) -> String {
        format!("<octosat.{}: shape {}>", S::NAMES[0], text_of(&self.shape))
    }

    /// Some numbers of each row of a column of the store, as a new array of the shape of the items.
    pub(crate) fn column<'py>(
        &self,
        py: Python<'py>,
        rows: &[[f32; 4]],
        numbers: Range<usize>,
    ) -> PyResult<Column<'py>> {
        let shape = [self.shape(), &[numbers.len()]].concat();
        if numbers.len() == 4 {
            return PyArray1::from_slice(py, rows.as_flattened()).reshape(shape);
        }
        let numbers: Vec<f32> =
            rows.iter().flat_map(|row| row[numbers.clone()].iter().copied()).collect();
        PyArray1::from_vec(py, numbers).reshape(shape)
    }
}
