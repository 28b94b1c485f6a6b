//! Contacts of box pairs as an `octosat.Manifolds` with copied arrays.

use std::sync::{Mutex, PoisonError};

use bytemuck::cast_slice;
use numpy::{PyArray1, PyArrayMethods};
use octosat::{ContactPoint, Manifold, Manifolds, SurfacePoints, Touching};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::results::view_as;

/// The Python class `octosat.Manifolds`.
static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Manifolds and points of a list of pairs.
pub(crate) struct ContactRows<'a> {
    pub(crate) pairs: &'a [[u32; 2]],
    pub(crate) manifolds: &'a [Manifold],
    pub(crate) points: &'a [ContactPoint],
    pub(crate) surfaces: &'a [SurfacePoints],
    pub(crate) previous: &'a [u32],
}

impl<'a> ContactRows<'a> {
    /// The contacts of all pairs of a call.
    pub(crate) fn of(pairs: &'a [[u32; 2]], manifolds: &'a Manifolds) -> Self {
        Self {
            pairs,
            manifolds: manifolds.manifolds(),
            points: manifolds.points(),
            surfaces: manifolds.surfaces(),
            previous: manifolds.previous(),
        }
    }

    /// A Python object with copies of the arrays.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.copy(py).into_python(py)
    }

    /// Copies the arrays. No Python code runs here, so callers may hold locks.
    pub(crate) fn copy<'py>(&self, py: Python<'py>) -> CopiedRows<'py> {
        CopiedRows {
            pairs: PyArray1::from_slice(py, cast_slice(self.pairs)),
            manifolds: PyArray1::from_slice(py, cast_slice(self.manifolds)),
            points: PyArray1::from_slice(py, cast_slice(self.points)),
            surfaces: PyArray1::from_slice(py, cast_slice(self.surfaces)),
            previous: PyArray1::from_slice(py, self.previous),
        }
    }
}

/// Copies of the arrays as NumPy arrays of 32-bit words.
pub(crate) struct CopiedRows<'py> {
    pairs: Bound<'py, PyArray1<u32>>,
    manifolds: Bound<'py, PyArray1<u32>>,
    points: Bound<'py, PyArray1<u32>>,
    surfaces: Bound<'py, PyArray1<u32>>,
    previous: Bound<'py, PyArray1<u32>>,
}

impl<'py> CopiedRows<'py> {
    /// Makes the Python object. Signal handlers and finalizers may run here, so callers must hold no lock.
    pub(crate) fn into_python(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = CLASS.get_or_try_init(py, || {
            Ok::<_, PyErr>(py.import("octosat.contacts")?.getattr("Manifolds")?.unbind())
        })?;
        let rows = self.pairs.len()? / 2;
        class.bind(py).call1((
            self.pairs.reshape([rows, 2])?,
            view_as(&self.manifolds, "MANIFOLD")?,
            view_as(&self.points, "CONTACT_POINT")?,
            view_as(&self.surfaces, "SURFACE_POINTS")?,
            self.previous,
        ))
    }
}

/// Buffers of calls that are done, for the next ones: making them takes several times as long as a call.
static SPARE: Mutex<Vec<Manifolds>> = Mutex::new(Vec::new());

/// The most buffers that are kept. Each thread in a call uses one.
const MOST_SPARE: usize = 4;

/// Buffers of calls with more pairs are freed instead of kept.
const MOST_PAIRS: usize = 1 << 20;

/// Buffers for the results of a call. Later calls use them again.
pub(crate) struct Buffers(pub(crate) Manifolds);

impl Buffers {
    /// Buffers of an earlier call, or new ones.
    pub(crate) fn take() -> Self {
        let kept = SPARE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Self(kept.unwrap_or_default())
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE && self.0.manifolds().len() <= MOST_PAIRS {
            spare.push(std::mem::take(&mut self.0));
        }
    }
}

/// The contacts of some pairs as a separate list, in which `first` of a row refers to the points of these pairs.
#[derive(Default)]
pub(crate) struct Chosen {
    pairs: Vec<[u32; 2]>,
    manifolds: Vec<Manifold>,
    points: Vec<ContactPoint>,
    surfaces: Vec<SurfacePoints>,
    previous: Vec<u32>,
}

impl Chosen {
    /// Copies the pairs in their order.
    pub(crate) fn of<'a>(touching: impl Iterator<Item = Touching<'a>>) -> Self {
        let mut chosen = Self::default();
        for one in touching {
            // The number of points of a call fits in 32 bits.
            let first = u32::try_from(chosen.points.len()).unwrap_or(u32::MAX);
            chosen.pairs.push(one.pair);
            let mut manifold = *one.manifold;
            manifold.first = first;
            chosen.manifolds.push(manifold);
            chosen.points.extend_from_slice(one.points);
            chosen.surfaces.extend_from_slice(one.surfaces);
            chosen.previous.extend_from_slice(one.previous);
        }
        chosen
    }

    /// The rows and points.
    pub(crate) fn rows(&self) -> ContactRows<'_> {
        ContactRows {
            pairs: &self.pairs,
            manifolds: &self.manifolds,
            points: &self.points,
            surfaces: &self.surfaces,
            previous: &self.previous,
        }
    }
}
