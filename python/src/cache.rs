//! Contacts from frame to frame.

use std::sync::{Mutex, MutexGuard, PoisonError};

use octosat::CacheMode;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;

use crate::arrays::{Indices, Margins, box_indices, pairs as pairs_of, slots as slots_of};
use crate::boxes::BoxesArgument;
use crate::contacts::{Chosen, ContactRows};
use crate::engine::{engine_of, work};
use crate::errors;
use crate::queries::{limit_of, origin_of};

/// New numbers of boxes are below this: memory goes with the largest of them.
const MOST_BOXES: u32 = 1 << 26;

/// Contacts from frame to frame: this frame's, last frame's, and which point was which. One per world.
///
/// mode: "reuse" keeps manifolds of boxes that barely moved; "steady" computes every manifold of boxes that moved.
/// motion: with "reuse", how far the points of both boxes may move while a manifold is kept, as a part of the smallest
/// of the six half extents; 0.01 by default. Depths are off by at most twice that.
///
/// Calls in several threads wait for each other. Pickling keeps what the next call needs.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct ContactCache {
    cache: Mutex<octosat::ContactCache>,
}

impl ContactCache {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, octosat::ContactCache> {
        self.cache.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl ContactCache {
    #[new]
    #[pyo3(signature = (mode="reuse", motion=None))]
    fn new(mode: &str, motion: Option<f32>) -> PyResult<Self> {
        let mode = match (mode, motion) {
            ("reuse", None) => CacheMode::REUSE,
            ("reuse", Some(motion)) if motion >= 0.0 && motion.is_finite() => {
                CacheMode::Reuse { motion }
            }
            ("reuse", Some(motion)) => {
                let text = format!("motion is {motion}, which is not finite and at least zero");
                return Err(PyValueError::new_err(text));
            }
            ("steady", None) => CacheMode::Steady,
            ("steady", Some(_)) => {
                return Err(PyValueError::new_err("motion goes with the mode \"reuse\""));
            }
            _ => {
                let text = format!("no mode is called {mode:?}; there are \"reuse\", \"steady\"");
                return Err(PyValueError::new_err(text));
            }
        };
        Ok(Self { cache: Mutex::new(octosat::ContactCache::new(mode)) })
    }

    /// "reuse" or "steady".
    #[getter]
    fn mode(&self, py: Python<'_>) -> &'static str {
        match self.lock(py).mode() {
            CacheMode::Steady => "steady",
            CacheMode::Reuse { .. } => "reuse",
        }
    }

    /// How far boxes may move while manifolds are kept, as a part of the smallest half extent; None if "steady".
    #[getter]
    fn motion(&self, py: Python<'_>) -> Option<f32> {
        match self.lock(py).mode() {
            CacheMode::Steady => None,
            CacheMode::Reuse { motion } => Some(motion),
        }
    }

    /// Where each pair touches, given the frames before; call it once per frame.
    ///
    /// Takes what octosat.manifolds takes. `previous` of the result has for each point its place in the points of the
    /// last frame, or NEW_POINT. Points stand in the order in which they are found: go by `first`.
    /// slots: shape (m,), a number for each pair that it keeps as long as it exists; without them the cache finds the
    /// pairs itself. On error the cache is as it was, but for a KeyboardInterrupt: then the frame may be known.
    #[pyo3(signature = (
        boxes, pairs, margin=None, *, limit=4, origin="world", surfaces=false, slots=None, engine=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn manifolds<'py>(
        &self,
        py: Python<'py>,
        boxes: &Bound<'py, PyAny>,
        pairs: &Bound<'py, PyAny>,
        margin: Option<&Bound<'py, PyAny>>,
        limit: i64,
        origin: &str,
        surfaces: bool,
        slots: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (engine, limit, origin) = (engine_of(engine)?, limit_of(limit)?, origin_of(origin)?);
        let boxes = BoxesArgument::of(boxes)?;
        let (pairs, margins) = (pairs_of(pairs)?, Margins::of(margin)?);
        let slots = slots.map(slots_of).transpose()?;
        let (pairs, margin) = (pairs.pairs(), margins.margin());
        let slots = slots.as_ref().map(Indices::flat);
        let (store, mut locked) = (boxes.read(py), self.lock(py));
        let (boxes, cache) = (&*store, &mut *locked);
        let found = work(py, move || {
            let query = octosat::Query::new(boxes, pairs).margin(margin).limit(limit);
            let query = query.origin(origin);
            let query = if surfaces { query.surfaces() } else { query };
            let query = if let Some(slots) = slots { query.slots(slots) } else { query };
            engine.manifolds_cached(query, cache)
        })?;
        let found = found.map(|found| ContactRows::of(pairs, found).copy(py));
        // Python code below, such as a signal handler, may use the boxes and the cache.
        drop((store, locked));
        found.map_err(|error| errors::of_query(py, &error))?.into_python(py)
    }

    /// The pairs that have contacts in the last call and had none in the one before, as a Manifolds of these alone.
    ///
    /// A speculative contact is one, too: look at its depth.
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).began());
        chosen.rows().to_python(py)
    }

    /// The pairs that had contacts in the call before and have none in the last one, as they were.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).ended());
        chosen.rows().to_python(py)
    }

    /// The pairs with contacts of the last call, as a Manifolds of these alone.
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).manifolds().touching());
        chosen.rows().to_python(py)
    }

    /// Forgets a box that was replaced by another: its pairs are new ones in the next call.
    fn forget_box(&self, py: Python<'_>, index: i64) -> PyResult<()> {
        let index = box_number(py, index)?;
        self.lock(py).forget_box(index);
        Ok(())
    }

    /// Forgets a pair: it is a new one in the next call.
    fn forget_pair(&self, py: Python<'_>, pair: [i64; 2]) -> PyResult<()> {
        let pair = [box_number(py, pair[0])?, box_number(py, pair[1])?];
        self.lock(py).forget_pair(pair);
        Ok(())
    }

    /// Renumbers the boxes: box k is box new_numbers[k] from now on, or gone if that is 4294967295.
    ///
    /// new_numbers: shape (n,), integers; a box beyond them is gone. No two boxes get the same number.
    fn renumber_boxes(&self, new_numbers: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = new_numbers.py();
        let numbers = box_indices("new_numbers", new_numbers)?;
        check_new_numbers(py, numbers.flat())?;
        self.lock(py).renumber_boxes(numbers.flat());
        Ok(())
    }

    /// Forgets everything but the mode, and keeps the memory.
    fn clear(&self, py: Python<'_>) {
        self.lock(py).clear();
    }

    /// The cache as bytes, with which restore() goes on with the same bits.
    ///
    /// They belong to this version and to machines of this byte order.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.lock(py).save();
        PyBytes::new(py, &bytes)
    }

    /// The cache that was saved. Raises RestoreError if the bytes are not exactly those of a saved cache.
    #[staticmethod]
    fn restore(py: Python<'_>, saved: &[u8]) -> PyResult<Self> {
        let cache = octosat::ContactCache::restore(saved);
        let cache = cache.map_err(|error| errors::of_restore(py, error))?;
        Ok(Self { cache: Mutex::new(cache) })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let restore = slf.get_type().getattr("restore")?;
        Ok((restore, (slf.get().save(slf.py()),)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let pairs = self.lock(py).manifolds().manifolds().len();
        format!("<octosat.ContactCache: mode {:?}, {pairs} pairs>", self.mode(py))
    }
}

/// A number of a box, of which a cache knows nothing if it is too large.
fn box_number(py: Python<'_>, index: i64) -> PyResult<u32> {
    u32::try_from(index).map_err(|_| {
        let text = format!("box {index}: there is no box of that index");
        errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index")
    })
}

/// Rejects numbers that two boxes would get, or that would take too much memory.
fn check_new_numbers(py: Python<'_>, numbers: &[u32]) -> PyResult<()> {
    let kept = || numbers.iter().copied().enumerate().filter(|&(_, number)| number != u32::MAX);
    let reject = |place, what: String| {
        let text = format!("new_numbers[{place}] is {what}");
        Err(errors::box_error(py, &text, place, "index"))
    };
    if let Some((place, number)) = kept().find(|&(_, number)| number >= MOST_BOXES) {
        return reject(place, format!("{number}, more than a cache has room for"));
    }
    let mut places: Vec<(usize, u32)> = kept().collect();
    places.sort_unstable_by_key(|&(place, number)| (number, place));
    let twice = places.windows(2).find(|two| two[0].1 == two[1].1);
    match twice {
        Some(two) => {
            reject(two[1].0, format!("{}, which new_numbers[{}] is, too", two[1].1, two[0].0))
        }
        None => Ok(()),
    }
}
