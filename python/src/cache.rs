//! The class `ContactCache`: contacts from frame to frame.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::PyArray1;
use octosat::{
    ContactPoint, Link, Links, Manifold, ManifoldOptions, ManifoldParts, Manifolds, PointOrigin,
    SurfacePoints,
};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::arrays::{Lengths, box_indices, pairs as pairs_of, records};
use crate::boxes::BoxesArgument;
use crate::contacts::{Packed, packed_predecessors};
use crate::covered::Covered;
use crate::engine::{engine_of, work};
use crate::errors;
use crate::queries::options_of;

/// The last row of a pair that was not in contact in the last frame.
const NO_ROW: u32 = u32::MAX;

/// Holds the contacts of this frame and of the last one, and finds which point of the last frame each point continues.
///
/// Use one cache per list of pairs. In each frame, call next_frame() and manifolds(); then predecessors(), began() and
/// ended() compare both frames. Contacts have the same bits as those of octosat.manifolds.
/// limit, origin, surfaces: as in octosat.manifolds, for all frames.
///
/// Calls in several threads wait for each other. Copies go on like the cache itself. Pickling keeps the options and the
/// contacts of this frame.
#[pyclass(frozen, module = "octosat")]
#[derive(Debug)]
pub(crate) struct ContactCache {
    cache: Mutex<octosat::ContactCache>,
}

impl ContactCache {
    fn lock(&self, py: Python<'_>) -> MutexGuard<'_, octosat::ContactCache> {
        self.cache.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn options(&self, py: Python<'_>) -> ManifoldOptions {
        self.lock(py).manifolds().options()
    }

    /// Reads the links of both frames, and computes them if no call did.
    fn with_links<R: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(Links<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut locked = self.lock(py);
        let cache = &mut *locked;
        work(py, move || read(cache.links()))
    }
}

impl From<octosat::ContactCache> for ContactCache {
    fn from(cache: octosat::ContactCache) -> Self {
        Self { cache: Mutex::new(cache) }
    }
}

#[pymethods]
impl ContactCache {
    #[new]
    #[pyo3(signature = (*, limit=4, origin="world", surfaces=false))]
    fn new(limit: i64, origin: &str, surfaces: bool) -> PyResult<Self> {
        Ok(octosat::ContactCache::with(options_of(limit, origin, surfaces)?).into())
    }

    /// Makes a cache whose frame has the contacts of an earlier frame, such as those that manifolds() returned.
    ///
    /// The next frame then has the same predecessors as after that frame. limit, origin and surfaces are those of the
    /// cache that computed the contacts. Raises PartsError if the arrays do not belong together.
    #[staticmethod]
    #[pyo3(signature = (contacts, limit=4, origin="world", surfaces=false))]
    fn from_manifolds(
        contacts: &Bound<'_, PyAny>,
        limit: i64,
        origin: &str,
        surfaces: bool,
    ) -> PyResult<Self> {
        let options = options_of(limit, origin, surfaces)?;
        let mut cache = octosat::ContactCache::from(unpacked(contacts, options)?);
        cache.next_frame();
        Ok(cache.into())
    }

    /// The most points per pair, 4 or 8.
    #[getter]
    fn limit(&self, py: Python<'_>) -> usize {
        self.options(py).limit.points()
    }

    /// The origin of positions, "world" or "center_of_a".
    #[getter]
    fn origin(&self, py: Python<'_>) -> &'static str {
        match self.options(py).origin {
            PointOrigin::World => "world",
            PointOrigin::CenterOfA => "center_of_a",
        }
    }

    /// Whether contacts also have the points on the surfaces of both boxes.
    #[getter]
    fn surfaces(&self, py: Python<'_>) -> bool {
        self.options(py).surfaces
    }

    /// Makes the next call of manifolds() begin a new frame. Calling it twice is the same as once.
    fn next_frame(&self, py: Python<'_>) {
        self.lock(py).next_frame();
    }

    /// Computes the contacts of each pair, once per frame.
    ///
    /// Arguments are those of octosat.manifolds. Raises QueryError if this frame has its contacts already: call
    /// next_frame() before each frame but the first, and keep one cache per list of pairs. If the call fails, the cache
    /// is unchanged, except after a KeyboardInterrupt: then it may already hold the new frame.
    #[pyo3(signature = (boxes, pairs, within=None, *, covered=None, engine=None))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of a Python function")]
    fn manifolds<'py>(
        &self,
        py: Python<'py>,
        boxes: &Bound<'py, PyAny>,
        pairs: &Bound<'py, PyAny>,
        within: Option<&Bound<'py, PyAny>>,
        covered: Option<&Bound<'py, PyAny>>,
        engine: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let engine = engine_of(engine)?;
        let boxes = BoxesArgument::of(boxes)?;
        let covered = Covered::of(covered)?;
        let faces = covered.faces();
        let (pairs, lengths) = (pairs_of(pairs)?, Lengths::of("within", within)?);
        let (pairs, within) = (pairs.pairs(), lengths.length());
        let (store, mut locked) = (boxes.read(py), self.lock(py));
        let (boxes, cache) = (&*store, &mut *locked);
        let found = work(py, move || {
            let query = octosat::Query::new(boxes, pairs).within(within);
            let query = faces.into_iter().fold(query, |query, faces| query.covered(faces));
            engine.manifolds_cached(query, cache).map(Packed::of)
        });
        // Unlocked here, because Python code below, such as a signal handler, may use the boxes and the cache.
        drop((store, locked));
        found?.map_err(|error| errors::of_query(py, &error))?.into_python(py)
    }

    /// For each point of this frame the point of the last frame that it continues: uint32, shape (c,).
    ///
    /// The array is parallel to `points` of this frame's Manifolds, and holds indices into `points` of the last frame's
    /// Manifolds, or NEW_POINT. No two points continue the same one.
    fn predecessors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_vec(py, self.with_links(py, packed_predecessors)?))
    }

    /// For each pair in contact the row of the last frame that it continues: uint32, shape (t,).
    ///
    /// The array is parallel to touching_rows() of this frame's Manifolds, and holds rows of the last frame's
    /// Manifolds, or NO_ROW.
    fn last_rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let row = |link: Link<'_>| {
            link.last.and_then(|last| u32::try_from(last.index).ok()).unwrap_or(NO_ROW)
        };
        let rows = self.with_links(py, |links| links.contacts().map(row).collect())?;
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
        self.with_links(py, |links| Packed::of_some(links.began()))?.into_python(py)
    }

    /// The pairs of the last frame whose contacts none continues, as a Manifolds of that frame: ended ones, and forgotten
    /// ones.
    fn ended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.with_links(py, |links| Packed::of_some(links.ended()))?.into_python(py)
    }

    /// The pairs that are in contact in this frame, as a Manifolds.
    fn touching<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let packed = Packed::of_some(self.lock(py).manifolds().touching());
        packed.into_python(py)
    }

    /// Makes all pairs of a box new in the next frame. Call it when another body takes the index of the box.
    fn forget_box(&self, py: Python<'_>, index: i64) -> PyResult<()> {
        let index = box_number(py, index)?;
        self.lock(py).forget_box(index);
        Ok(())
    }

    /// Makes a pair new in the next frame.
    fn forget_pair(&self, py: Python<'_>, pair: [i64; 2]) -> PyResult<()> {
        let pair = [box_number(py, pair[0])?, box_number(py, pair[1])?];
        self.lock(py).forget_pair(pair);
        Ok(())
    }

    /// Changes the numbers of boxes. Box k becomes box new_numbers[k]; 4294967295 means that the box was removed.
    ///
    /// new_numbers: shape (n,), integers. Boxes beyond the end were removed, too. Raises BoxError, and changes nothing,
    /// if two boxes get the same number.
    fn renumber_boxes(&self, new_numbers: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = new_numbers.py();
        let numbers = box_indices("new_numbers", new_numbers)?;
        let done = self.lock(py).renumber_boxes(numbers.flat());
        done.map_err(|error| {
            let place = numbers.flat().iter().rposition(|&number| number == error.index);
            errors::box_error(py, &error.to_string(), place.unwrap_or_default(), "index")
        })
    }

    /// Notes that box `index` was removed, and that box `last`, the last one, has the number `index` now.
    fn swap_remove(&self, py: Python<'_>, index: i64, last: i64) -> PyResult<()> {
        let (index, last) = (box_number(py, index)?, box_number(py, last)?);
        self.lock(py).swap_remove(index, last);
        Ok(())
    }

    /// Removes all contacts. The cache keeps its options and its allocated memory.
    fn clear(&self, py: Python<'_>) {
        self.lock(py).clear();
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.lock(py).clone().into()
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let (py, cache) = (slf.py(), slf.get());
        let packed = Packed::of(cache.lock(py).manifolds());
        let (limit, origin, surfaces) = (cache.limit(py), cache.origin(py), cache.surfaces(py));
        let make = slf.get_type().getattr("from_manifolds")?;
        Ok((make, (packed.into_python(py)?, limit, origin, surfaces)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<octosat.ContactCache: {} pairs>", self.lock(py).manifolds().pairs().len())
    }
}

/// The arguments of `from_manifolds`.
type Pickled<'py> = (Bound<'py, PyAny>, usize, &'static str, bool);

/// Converts a box number. A cache ignores numbers that no contact has.
fn box_number(py: Python<'_>, index: i64) -> PyResult<u32> {
    u32::try_from(index).map_err(|_| {
        let text = format!("box {index}: there is no box of that index");
        errors::box_error(py, &text, usize::try_from(index).unwrap_or(0), "index")
    })
}

/// The engine's contacts from an `octosat.Manifolds`. Its packed points take the first places.
fn unpacked(contacts: &Bound<'_, PyAny>, options: ManifoldOptions) -> PyResult<Manifolds> {
    let py = contacts.py();
    let pairs = pairs_of(&contacts.getattr("pairs")?)?;
    let manifolds = records(&contacts.getattr("manifolds")?, "MANIFOLD")?;
    let points = records(&contacts.getattr("points")?, "CONTACT_POINT")?;
    let surfaces = records(&contacts.getattr("surfaces")?, "SURFACE_POINTS")?;
    let manifolds: &[Manifold] = manifolds.rows();
    let mut points: Vec<ContactPoint> = points.rows().to_vec();
    let mut surfaces: Vec<SurfacePoints> = surfaces.rows().to_vec();

    let mut end = 0;
    for (row, manifold) in manifolds.iter().enumerate().filter(|(_, manifold)| manifold.len > 0) {
        if manifold.first as usize != end {
            let text = format!("manifolds[{row}] has first {}, not {end}", manifold.first);
            return Err(errors::parts_error(py, &text, Some(row)));
        }
        end += usize::from(manifold.len);
    }
    let surface_count = if options.surfaces { end } else { 0 };
    if (points.len(), surfaces.len()) != (end, surface_count) {
        let found = format!("{} points and {} surface points", points.len(), surfaces.len());
        let text = format!("there are {found}, but {end} and {surface_count} are needed");
        return Err(errors::parts_error(py, &text, None));
    }
    let places = manifolds.len() * options.limit.points();
    points.resize(places, ContactPoint::default());
    if options.surfaces {
        surfaces.resize(places, SurfacePoints::default());
    }
    let parts =
        ManifoldParts { pairs: pairs.pairs(), manifolds, points: &points, surfaces: &surfaces };
    Manifolds::from_parts(options, &parts).map_err(|error| errors::of_parts(py, &error))
}
