//! The class `ContactCache`: contacts with temporal coherence.

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

/// The limit of new box numbers. The memory of a cache is proportional to the largest one.
const MOST_BOXES: u32 = 1 << 26;

/// Keeps contacts from frame to frame, and matches the contact points of a frame with those of the last one.
///
/// Use one cache per world.
/// mode: "reuse" moves manifolds with boxes that barely moved; "steady" computes every manifold of boxes that moved.
/// motion: with "reuse", the distance that points of both boxes together may move while a manifold is reused, as a
/// fraction of the smallest of the six half extents; 0.01 by default. The error of depths is at most twice this
/// distance.
///
/// Calls in several threads wait for each other. A cache can be pickled.
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

    /// The distance that boxes may move while manifolds are reused, as a fraction of the smallest half extent; None if
    /// the mode is "steady".
    #[getter]
    fn motion(&self, py: Python<'_>) -> Option<f32> {
        match self.lock(py).mode() {
            CacheMode::Steady => None,
            CacheMode::Reuse { motion } => Some(motion),
        }
    }

    /// Computes the contacts of each pair with the contacts of the last frame. Call it once per frame.
    ///
    /// Arguments are those of octosat.manifolds, and slots. `previous` of the result holds, for each point, its place in
    /// the points of the last frame, or NEW_POINT. Points need not be in the order of the pairs; `first` of a manifold is
    /// the place of its first point.
    /// slots: shape (m,), a number for each pair that the pair keeps as long as it exists. Without slots, the cache
    /// matches pairs by the indices of their boxes. If the call fails, the cache is unchanged, except after a
    /// KeyboardInterrupt: then it may already hold the new frame.
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
        // Unlocked here, because Python code below, such as a signal handler, may use the boxes and the cache.
        drop((store, locked));
        found.map_err(|error| errors::of_query(py, &error))?.into_python(py)
    }

    /// The pairs that have contacts in the last call and had none in the call before, as a Manifolds.
    ///
    /// Speculative contacts count, too. Their depths are negative.
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).began());
        chosen.rows().to_python(py)
    }

    /// The pairs that had contacts in the call before and have none in the last call, as a Manifolds of the call before.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).ended());
        chosen.rows().to_python(py)
    }

    /// The pairs that have contacts in the last call, as a Manifolds.
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let chosen = Chosen::of(self.lock(py).manifolds().touching());
        chosen.rows().to_python(py)
    }

    /// Makes the next call treat all pairs of a box as new pairs. Call it when another body takes the index of the box.
    fn forget_box(&self, py: Python<'_>, index: i64) -> PyResult<()> {
        let index = box_number(py, index)?;
        self.lock(py).forget_box(index);
        Ok(())
    }

    /// Makes the next call treat a pair as a new pair.
    fn forget_pair(&self, py: Python<'_>, pair: [i64; 2]) -> PyResult<()> {
        let pair = [box_number(py, pair[0])?, box_number(py, pair[1])?];
        self.lock(py).forget_pair(pair);
        Ok(())
    }

    /// Changes the numbers of boxes. Box k becomes box new_numbers[k]; 4294967295 means that the box was removed.
    ///
    /// new_numbers: shape (n,), integers. Boxes beyond the end were removed, too. Two boxes must not get the same number.
    fn renumber_boxes(&self, new_numbers: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = new_numbers.py();
        let numbers = box_indices("new_numbers", new_numbers)?;
        check_new_numbers(py, numbers.flat())?;
        self.lock(py).renumber_boxes(numbers.flat());
        Ok(())
    }

    /// Removes all pairs. The cache keeps its mode and its allocated memory.
    fn clear(&self, py: Python<'_>) {
        self.lock(py).clear();
    }

    /// Saves the cache as bytes for restore(). A restored cache returns the same bits as this one.
    ///
    /// The bytes are valid for this version, and for machines of the same byte order.
    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = self.lock(py).save();
        PyBytes::new(py, &bytes)
    }

    /// Makes a cache from saved bytes. Raises RestoreError if the bytes are not exactly those of a saved cache.
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

/// Converts a box number. A cache ignores numbers that are too large.
fn box_number(py: Python<'_>, index: i64) -> PyResult<u32> {
    u32::try_from(index).map_err(|_| {
        let text = format!("box {index}: there is no box of that index");
        errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index")
    })
}

/// Rejects numbers that occur twice or would need too much memory.
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
