//! The boxes of a query: a `Boxes`, or three arrays.

use std::sync::RwLockReadGuard;

use octosat::{AxisAlignedBox, BoxStore, Engine};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySequence;

use crate::boxes::Boxes;
use crate::engine::work;
use crate::errors;
use crate::given::Given;
use crate::results::Out;
use crate::rounding::Rounding;

/// The boxes of a query: those of a caller's object, or of three arrays.
pub(crate) enum BoxesArgument<'py> {
    /// Checked before.
    Checked(Bound<'py, Boxes>),
    /// Checked for this call.
    Given(Given),
}

/// The boxes of a query, locked for reading until this is dropped.
pub(crate) enum BoxesGuard<'a> {
    Checked(RwLockReadGuard<'a, BoxStore>),
    Given(&'a BoxStore),
}

impl<'py> BoxesArgument<'py> {
    /// Reads boxes of the caller: a `Boxes`, or centers, rotations and half extents. Errors name the argument.
    pub(crate) fn of(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(boxes) = value.cast::<Boxes>() {
            return Ok(Self::Checked(boxes.clone()));
        }
        let form = format!("{name} must be an octosat.Boxes or (centers, rotations, half_extents)");
        let Ok(parts) = value.cast::<PySequence>() else {
            let found = value.get_type().name()?;
            return Err(PyTypeError::new_err(format!("{form}, not {found}")));
        };
        let len = parts.len()?;
        if len != 3 {
            return Err(PyValueError::new_err(format!("{form}, not a sequence of {len}")));
        }
        let [centers, rotations, half_extents] =
            [parts.get_item(0)?, parts.get_item(1)?, parts.get_item(2)?];
        let arrays = [&centers, &rotations, &half_extents];
        Ok(Self::Given(Given::of(arrays, Rounding::CHECKED)?))
    }

    /// The shape of the boxes.
    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Self::Checked(boxes) => boxes.get().all.shape(),
            Self::Given(given) => &given.shape,
        }
    }

    /// The number of boxes.
    pub(crate) fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// A copy of the boxes.
    pub(crate) fn copied(self, py: Python<'_>) -> Given {
        match self {
            Self::Given(given) => given,
            Self::Checked(_) => {
                Given { store: self.read(py).clone(), shape: self.shape().to_vec() }
            }
        }
    }

    /// Locks the boxes for reading.
    pub(crate) fn read(&self, py: Python<'_>) -> BoxesGuard<'_> {
        match self {
            Self::Checked(boxes) => BoxesGuard::Checked(boxes.get().all.read(py)),
            Self::Given(given) => BoxesGuard::Given(&given.store),
        }
    }

    /// Locks these boxes and others for reading; no others if they are the same.
    ///
    /// All calls lock in the same order: if two calls waited for each other's boxes, with calls that move these boxes
    /// in between, none would go on.
    pub(crate) fn read_with<'a>(
        &'a self,
        py: Python<'_>,
        others: Option<&'a Self>,
    ) -> (BoxesGuard<'a>, Option<BoxesGuard<'a>>) {
        let others =
            others.filter(|others| others.address().is_none_or(|at| Some(at) != self.address()));
        match others {
            Some(others) if others.address() < self.address() => {
                let guard = others.read(py);
                (self.read(py), Some(guard))
            }
            others => (self.read(py), others.map(|others| others.read(py))),
        }
    }

    /// Where the caller's object is, if it is one.
    fn address(&self) -> Option<usize> {
        match self {
            Self::Checked(boxes) => Some(boxes.as_ptr().addr()),
            Self::Given(_) => None,
        }
    }

    /// The axis-aligned box around each box.
    pub(crate) fn aabbs(
        &self,
        py: Python<'py>,
        engine: Engine,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = Out::rows(py, out, self.shape(), "AXIS_ALIGNED_BOX")?;
        let guard = self.read(py);
        let boxes: &BoxStore = &guard;
        let mut answers: Vec<AxisAlignedBox> = bytemuck::zeroed_vec(boxes.len());
        let rows = answers.as_mut_slice();
        let done = work(py, move || engine.aabbs(boxes, rows));
        // Unlocked here, because Python code below may use the boxes.
        drop(guard);
        done?.map_err(|error| errors::of_query(py, &error))?;
        out.copied_rows(&answers)
    }
}

impl std::ops::Deref for BoxesGuard<'_> {
    type Target = BoxStore;

    fn deref(&self) -> &BoxStore {
        match self {
            Self::Checked(store) => store,
            Self::Given(store) => store,
        }
    }
}
