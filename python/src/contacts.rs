//! Contacts of box pairs as an `octosat.Manifolds`, whose points are packed.
//!
//! The engine leaves places between the points of its rows. Results of Python are copies in any case, and they get the
//! points alone.

use std::sync::{Mutex, PoisonError};

use bytemuck::{cast_slice, cast_slice_mut};
use numpy::{PyArray1, PyArrayMethods};
use octosat::{ContactPoint, Link, Links, Manifold, Manifolds, Touching};
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

/// The contacts of a frame with the numbers that they have in its `octosat.Manifolds`, which keeps the rows of boxes that
/// are removed later.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedRows(Vec<PackedRow>);

#[derive(Clone, Copy, Debug)]
struct PackedRow {
    /// The place of its first point among those of the engine, by which rows ascend.
    place: u32,
    /// The same among the packed points.
    first: u32,
    len: u8,
    row: u32,
}

impl PackedRows {
    pub(crate) fn of(manifolds: &Manifolds) -> Self {
        let mut end = 0;
        let row = |touching: Touching<'_>| {
            let Manifold { first: place, len, .. } = *touching.manifold;
            let first = end;
            end += u32::from(len);
            // The number of rows of a call fits in 32 bits.
            PackedRow { place, first, len, row: u32::try_from(touching.index).unwrap_or(u32::MAX) }
        };
        Self(manifolds.touching().map(row).collect())
    }

    /// Each row with its link, and the row of the last frame that it continues. Rows of removed boxes have none.
    fn links<'a>(
        &'a self,
        last: &'a Self,
        links: Links<'a>,
    ) -> impl Iterator<Item = (PackedRow, Option<(Link<'a>, PackedRow)>)> {
        let mut contacts = links.contacts().peekable();
        self.0.iter().map(move |&row| {
            let link = contacts.next_if(|link| link.touching.manifold.first == row.place);
            let known = link.and_then(|link| {
                let place = link.last?.manifold.first;
                let number = last.0.binary_search_by_key(&place, |row| row.place).ok()?;
                Some((link, last.0[number]))
            });
            (row, known)
        })
    }

    /// For each packed point its predecessor's place among the packed points of the last frame.
    pub(crate) fn predecessors(&self, last: &Self, links: Links<'_>) -> Vec<u32> {
        let mut packed = Vec::new();
        for (row, known) in self.links(last, links) {
            let Some((link, last)) = known else {
                packed.extend((0..row.len).map(|_| Links::NEW_POINT));
                continue;
            };
            let number = |place: u32| place - last.place + last.first;
            packed.extend(link.predecessors().map(|place| place.map_or(Links::NEW_POINT, number)));
        }
        packed
    }

    /// For each row in contact the row of the last frame that it continues, or [`NO_ROW`].
    pub(crate) fn last_rows(&self, last: &Self, links: Links<'_>) -> Vec<u32> {
        self.links(last, links)
            .map(|(_, known)| known.map_or(NO_ROW, |(_, last)| last.row))
            .collect()
    }
}

/// The last row of a pair that was not in contact in the last frame.
const NO_ROW: u32 = u32::MAX;

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
    /// Buffers of an earlier call, or new ones.
    pub(crate) fn take() -> Self {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        Self(spare.pop().unwrap_or_default())
    }
}

impl Drop for Buffers {
    fn drop(&mut self) {
        if self.0.manifolds().len() > MOST_PAIRS {
            return;
        }
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.len() < MOST_SPARE {
            spare.push(std::mem::take(&mut self.0));
        }
    }
}
