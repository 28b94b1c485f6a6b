//! The class `ContactCache`: contacts from frame to frame.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray1;
use octosat::{ContactPoint, Error, Links, Manifold, Manifolds, Side, SurfacePoints};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::arrays::{box_indices, pairs as pairs_of, records};
use crate::contacts::{Packed, PackedRows};
use crate::engine::work;
use crate::errors;
use crate::queries::options_of;
use crate::question::{Question, with_covered};

/// Holds the contacts of this frame and of the last one, and finds which point of the last frame each point continues.
///
/// Use one cache per list of pairs. In each frame, call next_frame() and manifolds(); then predecessors(), began() and
/// ended() compare both frames. Contacts have the same bits as those of octosat.manifolds.
///
/// Boxes that are added at the end need no call. Methods for removed boxes, for boxes with other indices and for
/// forgotten boxes take a side: "both" if the pairs of the frame are of one list of boxes, else "a" or "b" for its
/// first or second list. They raise BoxError, and change nothing, if the frame has no such side or box. A cache without
/// a frame, and one that was made of contacts, accepts every side and every index that no pair contradicts. The
/// contacts of removed boxes have no links, and are neither in began() nor in ended().
///
/// Calls in several threads wait for each other. Copies go on like the cache itself. Pickling keeps the contacts of
/// this frame.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct ContactCache {
    held: Mutex<Held>,
}

/// A cache, and the rows of this frame and of the last one as manifolds() returned them.
#[derive(Clone, Debug)]
struct Held {
    cache: octosat::ContactCache,
    rows: [PackedRows; 2],
}

impl ContactCache {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, Held> {
        self.held.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the links of both frames, and computes them if no call did.
    fn with_links<R: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(Links<'_>, &[PackedRows; 2]) -> R + Send,
    ) -> PyResult<R> {
        let mut locked = self.lock(py);
        let Held { cache, rows } = &mut *locked;
        work(py, move || read(cache.links(), rows))
    }

    /// Changes the boxes of one side.
    fn change(
        &self,
        py: Python<'_>,
        side: &str,
        change: impl FnOnce(&mut octosat::ContactCache, Side) -> Result<(), Error>,
    ) -> PyResult<()> {
        let side = side_of(side)?;
        let changed = change(&mut self.lock(py).cache, side);
        changed.map_err(|error| errors::of_box(py, &error))
    }
}

impl From<octosat::ContactCache> for ContactCache {
    fn from(cache: octosat::ContactCache) -> Self {
        let rows = [PackedRows::of(cache.manifolds()), PackedRows::default()];
        Self { held: Mutex::new(Held { cache, rows }) }
    }
}

#[pymethods]
impl ContactCache {
    #[new]
    fn new() -> Self {
        octosat::ContactCache::new().into()
    }

    /// Makes a cache whose frame has the contacts of an earlier frame, such as those that manifolds() returned.
    ///
    /// The next frame then has the same predecessors as after that frame, if it has the same origin of positions.
    /// Raises PartsError if the arrays do not belong together.
    #[staticmethod]
    fn from_manifolds(contacts: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut cache = octosat::ContactCache::from(unpacked(contacts)?);
        cache.next_frame();
        Ok(cache.into())
    }

    /// Makes the next call of manifolds() begin a new frame. Calling it twice is the same as once.
    fn next_frame(&self, py: Python<'_>) {
        self.lock(py).cache.next_frame();
    }

    /// Computes the contacts of each pair, once per frame.
    ///
    /// Arguments are those of octosat.manifolds; against is other boxes or None. Raises QueryError if this frame has
    /// its contacts already: call next_frame() before each frame but the first, and keep one cache per list of pairs.
    /// If the call fails, the cache is unchanged, except after a KeyboardInterrupt: then it may already hold the new
    /// frame.
    #[pyo3(signature = (
        boxes, pairs, within=None, *, against=None, limit=None, origin="world", surfaces=false, covered=None,
        moved=None, engine=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn manifolds<'py>(
        &self,
        py: Python<'py>,
        boxes: &Bound<'py, PyAny>,
        pairs: &Bound<'py, PyAny>,
        within: Option<&Bound<'py, PyAny>>,
        against: Option<&Bound<'py, PyAny>>,
        limit: Option<i64>,
        origin: &str,
        surfaces: bool,
        covered: Option<&Bound<'py, PyAny>>,
        moved: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (question, others) =
            Question::of_boxes("contacts with a cache", boxes, pairs, [within, against, engine])?;
        let (question, options) =
            (question.with_covered(covered)?.moved(moved)?, options_of(limit, origin, surfaces)?);
        let covered = question.covered_of(others.as_ref());
        let mut locked = self.lock(py);
        let Held { cache, rows } = &mut *locked;
        let mut found = None;
        let to = &mut found;
        let done = question.ask_pairs(py, others.as_ref(), move |engine, query| {
            let contacts = with_covered(options.of(query), covered);
            *to = Some(engine.manifolds_cached(contacts, cache).map(|manifolds| {
                rows.swap(0, 1);
                rows[0] = PackedRows::of(manifolds);
                Packed::of(manifolds)
            }));
            Ok(())
        });
        // Unlocked here, because Python code below, such as a signal handler, may use the cache.
        drop(locked);
        done?;
        match found {
            Some(Ok(packed)) => packed.into_python(py),
            Some(Err(error)) => Err(errors::of_query(py, &error)),
            None => unreachable!("a query that was asked"),
        }
    }

    /// For each point of this frame the point of the last frame that it continues: uint32, shape (c,).
    ///
    /// The array is parallel to `points` of this frame's Manifolds, and holds indices into `points` of the last frame's
    /// Manifolds, or NEW_POINT. No two points continue the same one.
    fn predecessors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_vec(
            py,
            self.with_links(py, |links, [now, last]| now.predecessors(last, links))?,
        ))
    }

    /// For each pair in contact the row of the last frame that it continues: uint32, shape (t,).
    ///
    /// The array is parallel to touching_rows() of this frame's Manifolds, and holds rows of the last frame's
    /// Manifolds, or NO_ROW.
    fn last_rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let rows = self.with_links(py, |links, [now, last]| now.last_rows(last, links))?;
        Ok(PyArray1::from_vec(py, rows))
    }

    /// Values of the last frame for the points of this frame, such as impulses for warm starting.
    ///
    /// last: an array with a value (or a row) per point of the last frame. new: the value of new points, 0 by default.
    #[pyo3(signature = (last, new=None))]
    fn carried_over<'py>(
        &self,
        last: &Bound<'py, PyAny>,
        new: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = last.py();
        let function = py.import("octosat.contacts")?.getattr("carried_over")?;
        match new {
            Some(new) => function.call1((self.predecessors(py)?, last, new)),
            None => function.call1((self.predecessors(py)?, last)),
        }
    }

    /// The pairs in contact that continue no contact of the last frame, as a Manifolds: new ones, and forgotten ones.
    ///
    /// Speculative contacts count, too. Their depths are negative.
    fn began<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with_links(py, |links, _| Packed::of_some(links.began()))?.into_python(py)
    }

    /// The pairs of the last frame whose contacts none continues, as a Manifolds of that frame: ended ones, and
    /// forgotten ones.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with_links(py, |links, _| Packed::of_some(links.ended()))?.into_python(py)
    }

    /// The pairs that are in contact in this frame, as a Manifolds.
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let packed = Packed::of_some(self.lock(py).cache.manifolds().touching());
        packed.into_python(py)
    }

    /// Makes all pairs of a box new in the next frame. Call it when another body takes the index of the box.
    #[pyo3(signature = (index, *, side="both"))]
    fn forget_box(&self, py: Python<'_>, index: i64, side: &str) -> PyResult<()> {
        let index = box_number(py, index)?;
        self.change(py, side, |cache, side| cache.forget_box(side, index))
    }

    /// Makes a pair new in the next frame.
    fn forget_pair(&self, py: Python<'_>, pair: [i64; 2]) -> PyResult<()> {
        let pair = [box_number(py, pair[0])?, box_number(py, pair[1])?];
        self.lock(py).cache.forget_pair(pair);
        Ok(())
    }

    /// Changes the numbers of boxes. Box k becomes box new_numbers[k]; 4294967295 means that the box was removed.
    ///
    /// new_numbers: shape (n,), integers. Boxes beyond the end were removed, too. Raises BoxError, and changes nothing,
    /// if two boxes get the same number.
    #[pyo3(signature = (new_numbers, *, side="both"))]
    fn renumber_boxes(&self, new_numbers: &Bound<'_, PyAny>, side: &str) -> PyResult<()> {
        let numbers = box_indices("box", "new_numbers", new_numbers)?;
        self.change(new_numbers.py(), side, |cache, side| {
            cache.renumber_boxes(side, numbers.flat())
        })
    }

    /// Notes that box `index` was removed, and that box `last`, the last one, has the number `index` now.
    #[pyo3(signature = (index, last, *, side="both"))]
    fn swap_remove(&self, py: Python<'_>, index: i64, last: i64, side: &str) -> PyResult<()> {
        let (index, last) = (box_number(py, index)?, box_number(py, last)?);
        self.change(py, side, |cache, side| cache.swap_remove(side, index, last))
    }

    /// Removes all contacts. The cache keeps its allocated memory.
    fn clear(&self, py: Python<'_>) {
        let mut held = self.lock(py);
        held.cache.clear();
        held.rows = <[PackedRows; 2]>::default();
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        Self { held: Mutex::new(self.lock(py).clone()) }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let (py, cache) = (slf.py(), slf.get());
        let packed = Packed::of(cache.lock(py).cache.manifolds());
        let make = slf.get_type().getattr("from_manifolds")?;
        Ok((make, (packed.into_python(py)?,)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.ContactCache: {} pairs>", self.lock(py).cache.manifolds().pairs().len())
    }
}

/// The arguments of `from_manifolds`.
type Pickled<'py> = (Bound<'py, PyAny>,);

/// The side of this name.
fn side_of(side: &str) -> PyResult<Side> {
    match side {
        "a" => Ok(Side::A),
        "b" => Ok(Side::B),
        "both" => Ok(Side::Both),
        other => {
            let text = format!("side is {other:?}, expected \"a\", \"b\" or \"both\"");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Converts a box number.
fn box_number(py: Python<'_>, index: i64) -> PyResult<u32> {
    u32::try_from(index).map_err(|_| {
        let text = format!("box {index}: there is no box of that index");
        errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index")
    })
}

/// The engine's contacts from an `octosat.Manifolds`.
fn unpacked(contacts: &Bound<'_, PyAny>) -> PyResult<Manifolds> {
    let py = contacts.py();
    let pairs = pairs_of(&contacts.getattr("pairs")?)?;
    let manifolds = records(&contacts.getattr("manifolds")?, "MANIFOLD")?;
    let points = records(&contacts.getattr("points")?, "CONTACT_POINT")?;
    let surfaces = records(&contacts.getattr("surfaces")?, "SURFACE_POINTS")?;
    let manifolds: &[Manifold] = manifolds.rows();
    let (points, surfaces): (&[ContactPoint], &[SurfacePoints]) = (points.rows(), surfaces.rows());

    let mut end = 0;
    for (row, manifold) in manifolds.iter().enumerate().filter(|(_, manifold)| manifold.len > 0) {
        if manifold.first as usize != end {
            let text = format!("manifolds[{row}] has first {}, not {end}", manifold.first);
            return Err(errors::parts_error(py, &text, Some(row)));
        }
        end += usize::from(manifold.len);
    }
    let surface_count = if surfaces.is_empty() { 0 } else { end };
    if (points.len(), surfaces.len()) != (end, surface_count) {
        let found = format!("{} points and {} surface points", points.len(), surfaces.len());
        let text = format!("there are {found}, but {end} and {surface_count} are needed");
        return Err(errors::parts_error(py, &text, None));
    }
    let made = Manifolds::from_parts(pairs.pairs(), manifolds, points, surfaces);
    made.map_err(|error| errors::of_parts(py, &error))
}
