//! Handles that are destroyed by themselves, and columns of slices, for the tests of the interface.

use core::ffi::CStr;
use core::mem::size_of;
use std::fmt::Debug;
use std::ptr::{null, null_mut};

use bytemuck::{NoUninit, bytes_of, cast_slice};
use octosat::BoxStore;
use octosat_c::*;
use octosat_scenes::generate::{Scene, cloud, degenerate, near_touching, pile};

/// A handle, and the function that destroys it.
pub(crate) struct Handle<T> {
    pub(crate) raw: *mut T,
    destroy: unsafe extern "C" fn(*mut T),
}

impl<T> Handle<T> {
    pub(crate) fn new(raw: *mut T, destroy: unsafe extern "C" fn(*mut T)) -> Self {
        assert!(!raw.is_null());
        Self { raw, destroy }
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: the handle is destroyed once.
        unsafe { (self.destroy)(self.raw) };
    }
}

pub(crate) type Boxes = Handle<OctosatBoxes>;
pub(crate) type Engine = Handle<OctosatEngine>;
pub(crate) type Manifolds = Handle<OctosatManifolds>;
pub(crate) type Cache = Handle<OctosatCache>;
pub(crate) type Covered = Handle<OctosatCovered>;

pub(crate) fn no_boxes() -> Boxes {
    Handle::new(octosat_boxes_create(), octosat_boxes_destroy)
}

pub(crate) fn no_covered() -> Covered {
    Handle::new(octosat_covered_create(), octosat_covered_destroy)
}

pub(crate) fn no_manifolds() -> Manifolds {
    // SAFETY: no error.
    let raw = unsafe { octosat_manifolds_create(null_mut()) };
    Handle::new(raw, octosat_manifolds_destroy)
}

pub(crate) fn engine(backend: OctosatBackend) -> Option<Engine> {
    let options = OctosatEngineOptions { backend, threads: 1, ..OctosatEngineOptions::default() };
    // SAFETY: options of our own, and no error.
    let raw = unsafe { octosat_engine_create(&raw const options, null_mut()) };
    (!raw.is_null()).then(|| Handle::new(raw, octosat_engine_destroy))
}

pub(crate) fn cache() -> Cache {
    // SAFETY: no error.
    let raw = unsafe { octosat_cache_create(null_mut()) };
    Handle::new(raw, octosat_cache_destroy)
}

/// The contacts of a query with the default options.
pub(crate) fn contacts_of(query: &OctosatQuery) -> OctosatContacts {
    OctosatContacts { query, ..OctosatContacts::default() }
}

/// A list before a call.
pub(crate) fn no_list() -> OctosatManifoldList {
    OctosatManifoldList {
        pairs: null(),
        manifolds: null(),
        pair_count: 77,
        touching_rows: null(),
        touching_count: 77,
        points: null(),
        place_count: 77,
        surfaces: null(),
    }
}

/// Rows have the same bits; the first that has not is named.
pub(crate) fn assert_rows<R: NoUninit + Debug>(keys: &[[u32; 2]], expected: &[R], found: &[R]) {
    assert_eq!(expected.len(), found.len());
    let mut rows = expected.iter().zip(found).enumerate();
    if let Some((row, (own, other))) = rows.find(|(_, (a, b))| bytes_of(*a) != bytes_of(*b)) {
        panic!("row {row}, {:?}: {other:?} in C instead of {own:?}", keys.get(row));
    }
}

/// The list has the same bits as contacts of the engine, apart from places that belong to no point.
pub(crate) fn assert_same(list: &OctosatManifoldList, manifolds: &octosat::Manifolds) {
    let surface_count = if list.surfaces.is_null() { 0 } else { list.place_count };
    // SAFETY: the handle of the list was not changed since it was filled.
    let (pairs, rows, touching, points, surfaces) = unsafe {
        (
            lent(list.pairs, list.pair_count),
            lent(list.manifolds, list.pair_count),
            lent(list.touching_rows, list.touching_count),
            lent(list.points, list.place_count),
            lent(list.surfaces, surface_count),
        )
    };
    assert_eq!(cast_slice::<_, u8>(pairs), cast_slice::<_, u8>(manifolds.pairs()));
    assert_rows(manifolds.pairs(), cast_slice(manifolds.manifolds()), rows);
    assert_eq!(touching, manifolds.touching_rows());
    assert_eq!(
        (points.len(), surfaces.len()),
        (manifolds.points().len(), manifolds.surfaces().len())
    );
    for touching in manifolds.touching() {
        let first = touching.manifold.first as usize;
        let places = first..first + touching.points.len();
        assert_eq!(
            cast_slice::<_, u8>(&points[places.clone()]),
            cast_slice::<_, u8>(touching.points)
        );
        let surfaces = surfaces.get(places).unwrap_or_default();
        assert_eq!(cast_slice::<_, u8>(surfaces), cast_slice::<_, u8>(touching.surfaces));
    }
}

/// Scenes of random, flat, barely touching and stacked boxes.
pub(crate) fn scenes() -> Vec<Scene> {
    vec![cloud(60, 500, 1), degenerate(40, 300, 2), near_touching(300, 3), pile(200, 4)]
}

/// The boxes of a scene in a store of the engine.
pub(crate) fn store(scene: &Scene) -> BoxStore {
    BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap()
}

/// A column of packed rows.
pub(crate) fn column<T>(rows: &[T], format: OctosatFormat) -> OctosatColumn {
    OctosatColumn { data: rows.as_ptr().cast(), stride: size_of::<T>(), format }
}

pub(crate) fn poses(centers: OctosatColumn, rotations: OctosatColumn) -> OctosatPoses {
    OctosatPoses { centers, rotations, origin: [0.0; 3] }
}

/// The boxes of a scene, copied.
pub(crate) fn boxes_of(scene: &Scene) -> Boxes {
    let boxes = no_boxes();
    let poses =
        poses(column(&scene.position, OCTOSAT_F32X3), column(&scene.rotation, OCTOSAT_F32X4));
    let half_extents = column(&scene.half_extents, OCTOSAT_F32X3);
    let count = scene.position.len();
    let mut error = no_error();
    // SAFETY: columns of as many rows.
    let status = unsafe {
        octosat_boxes_assign(boxes.raw, count, &raw const poses, half_extents, &raw mut error)
    };
    assert_eq!(status, OCTOSAT_OK, "{}", text(&error));
    boxes
}

pub(crate) fn pairs_of(pairs: &[[u32; 2]]) -> Vec<OctosatPair> {
    pairs.iter().map(|&[a, b]| OctosatPair { a, b }).collect()
}

/// A query with no settings; the pairs must outlive it.
pub(crate) fn query(boxes: &Boxes, pairs: &[OctosatPair]) -> OctosatQuery {
    let (boxes, pair_count) = (boxes.raw, pairs.len());
    OctosatQuery { boxes, pairs: pairs.as_ptr(), pair_count, ..OctosatQuery::default() }
}

/// What an error holds before a call.
pub(crate) fn no_error() -> OctosatError {
    let text = [0; OCTOSAT_TEXT_SIZE];
    OctosatError { status: -1, value: 0.0, place: 77, text }
}

pub(crate) fn text(error: &OctosatError) -> String {
    // SAFETY: a text that ends with a zero, as all are.
    unsafe { CStr::from_ptr(error.text.as_ptr()) }.to_str().expect("UTF-8").to_owned()
}

/// The rows of a list that the library lent; none if there is none.
///
/// # Safety
/// The list must still be lent.
pub(crate) unsafe fn lent<'a, T>(first: *const T, count: usize) -> &'a [T] {
    if first.is_null() {
        return &[];
    }
    // SAFETY: the caller's.
    unsafe { core::slice::from_raw_parts(first, count) }
}
