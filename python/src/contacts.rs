//! Contacts of box pairs as an `octosat.Manifolds`, whose points are packed.
//!
//! The engine leaves places between the points of its rows. Results of Python are copies in any case, and they get the
//! points alone.

use std::sync::{Mutex, PoisonError};

use bytemuck::{cast_slice, cast_slice_mut};
use numpy::{PyArray1, PyArrayMethods};
use octosat::{ContactPoint, Links, Manifold, ManifoldOptions, Manifolds, NEW_POINT, Touching};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::results::view_as;

/// The Python class `octosat.Manifolds`.
static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Pairs, rows and points as 32-bit words. The points of all rows are in the order of the rows, without gaps, and
/// `first` of a row counts these points.
#[derive(Default)]
pub(crate) struct Packed {
    pairs: Vec<u32>,
    manifolds: Vec<u32>,
    points: Vec<u32>,
    surfaces: Vec<u32>,
}

impl Packed {
    /// The contacts of all pairs of a call.
    pub(crate) fn of(manifolds: &Manifolds) -> Self {
        let mut packed = Self {
            pairs: cast_slice(manifolds.pairs()).to_vec(),
            manifolds: cast_slice(manifolds.manifolds()).to_vec(),
            ..Self::default()
        };
        let count = point_count(manifolds);
        packed.points.reserve_exact(count * size_of::<ContactPoint>() / size_of::<u32>());
        for touching in manifolds.touching() {
            let first = packed.append(&touching);
            cast_slice_mut::<_, Manifold>(&mut packed.manifolds)[touching.index].first = first;
        }
        packed
    }

    /// The contacts of some pairs as a list of their own.
    pub(crate) fn of_some<'a>(touching: impl Iterator<Item = Touching<'a>>) -> Self {
        let mut packed = Self::default();
        for touching in touching {
            let first = packed.append(&touching);
            packed.pairs.extend(touching.pair);
            let mut manifold = *touching.manifold;
            manifold.first = first;
            packed.manifolds.extend_from_slice(cast_slice(&[manifold]));
        }
        packed
    }

    /// Appends the points of a pair, and returns how many there were before.
    fn append(&mut self, touching: &Touching<'_>) -> u32 {
        let first = self.points.len() * size_of::<u32>() / size_of::<ContactPoint>();
        self.points.extend_from_slice(cast_slice(touching.points));
        self.surfaces.extend_from_slice(cast_slice(touching.surfaces));
        // The number of points of a call fits in 32 bits.
        u32::try_from(first).unwrap_or(u32::MAX)
    }

    /// Makes the Python object. Signal handlers and finalizers may run here, so callers must hold no lock.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = CLASS.get_or_try_init(py, || {
            Ok::<_, PyErr>(py.import("octosat.contacts")?.getattr("Manifolds")?.unbind())
        })?;
        let pairs = self.pairs.len() / 2;
        class.bind(py).call1((
            PyArray1::from_vec(py, self.pairs).reshape([pairs, 2])?,
            view_as(&PyArray1::from_vec(py, self.manifolds), "MANIFOLD")?,
            view_as(&PyArray1::from_vec(py, self.points), "CONTACT_POINT")?,
            view_as(&PyArray1::from_vec(py, self.surfaces), "SURFACE_POINTS")?,
        ))
    }
}

/// For each packed point of this frame its predecessor's place among the packed points of the last frame.
pub(crate) fn packed_predecessors(links: Links<'_>) -> Vec<u32> {
    let mut first_of_row = vec![0; links.last_manifolds().manifolds().len()];
    let mut end = 0;
    for touching in links.last_manifolds().touching() {
        first_of_row[touching.index] = end;
        end += u32::from(touching.manifold.len);
    }
    let mut packed = Vec::with_capacity(point_count(links.manifolds()));
    for link in links.contacts() {
        // What turns a place of the engine into the number of a packed point.
        let shift = link.last.map_or(0, |last| last.manifold.first - first_of_row[last.index]);
        let number = |place: Option<u32>| place.map_or(NEW_POINT, |place| place - shift);
        packed.extend(link.predecessors().map(number));
    }
    packed
}

fn point_count(manifolds: &Manifolds) -> usize {
    manifolds.touching().map(|touching| touching.points.len()).sum()
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
    /// Buffers of an earlier call with the same options, or new ones.
    pub(crate) fn take(options: ManifoldOptions) -> Self {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = spare.iter().position(|kept| kept.options() == options);
        Self(kept.map_or_else(|| Manifolds::with(options), |place| spare.remove(place)))
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        if self.0.manifolds().len() > MOST_PAIRS {
            return;
        }
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        // Buffers of other options make room if they are not used.
        spare.truncate(MOST_SPARE - 1);
        spare.insert(0, std::mem::take(&mut self.0));
    }
}
