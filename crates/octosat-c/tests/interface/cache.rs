//! The contact cache of the interface does what that of the engine does, frame by frame.

use std::ptr::null_mut;

use octosat::{BoxPose, BoxStore, ContactCache, Contacts, Engine, NEW_POINT, Query, Side};
use octosat_c::*;
use octosat_scenes::generate::pile;

use crate::common::{
    Boxes, Cache, Handle, assert_same, boxes_of, cache, contacts_of, engine, no_error, no_list,
    pairs_of, poses, query, store, text,
};

/// A value that no call writes.
const UNWRITTEN: u32 = 77_777;

/// A function that lists events.
type Events = unsafe extern "C" fn(
    *mut OctosatCache,
    *mut OctosatEvent,
    usize,
    *mut usize,
    *mut OctosatError,
) -> OctosatStatus;

/// A function that returns the list of a frame.
type Frame = unsafe extern "C" fn(
    *const OctosatCache,
    *mut OctosatManifoldList,
    *mut OctosatError,
) -> OctosatStatus;

/// A function that fills a list of numbers.
type Fill =
    unsafe extern "C" fn(*mut OctosatCache, *mut u32, usize, *mut OctosatError) -> OctosatStatus;

/// The same world twice: behind the interface, and in the engine.
struct Worlds {
    boxes: Boxes,
    store: BoxStore,
    pairs: Vec<[u32; 2]>,
    cache: Cache,
    expected: ContactCache,
}

impl Worlds {
    fn new() -> Self {
        let scene = pile(150, 7);
        Self {
            boxes: boxes_of(&scene),
            store: store(&scene),
            pairs: scene.pairs,
            cache: cache(),
            expected: ContactCache::new(),
        }
    }

    /// Every third box moves a little, one of them far.
    fn step(&mut self, frame: u16) {
        let moved = |(index, item): (usize, octosat::OrientedBox)| {
            let [x, y, z] = item.pose.center;
            let far = if index == 5 { 1.0 } else { 0.001 };
            let along = if index.is_multiple_of(3) { far * f32::from(frame % 2) } else { 0.0 };
            BoxPose::new([x + along, y, z], item.pose.rotation)
        };
        let poses_now: Vec<BoxPose> = self.store.iter().enumerate().map(moved).collect();
        self.store.set_poses_from_iter(poses_now.iter().copied()).unwrap();
        let stride = size_of::<BoxPose>();
        let field = |data: *const f32, format| OctosatColumn { data: data.cast(), stride, format };
        let given = poses(
            field(poses_now[0].center.as_ptr(), OCTOSAT_F32X3),
            field(poses_now[0].rotation.as_ptr(), OCTOSAT_F32X4),
        );
        // SAFETY: a handle, and fields of as many poses.
        let status = unsafe {
            octosat_boxes_set_poses(self.boxes.raw, poses_now.len(), &raw const given, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
    }

    /// Computes a frame on both sides, and compares contacts and links.
    fn assert_same(&mut self) {
        let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
        let pairs = pairs_of(&self.pairs);
        let asked = OctosatQuery { within: 0.01, ..query(&self.boxes, &pairs) };
        let contacts = OctosatContacts { surfaces: 1, ..contacts_of(&asked) };
        let mut list = no_list();
        let mut error = no_error();
        // SAFETY: handles, a query, a list and an error of our own.
        let mut find = || unsafe {
            octosat_manifolds_cached(
                engine.raw,
                &raw const contacts,
                self.cache.raw,
                &raw mut list,
                &raw mut error,
            )
        };
        assert_eq!(find(), OCTOSAT_OK);
        // One list per frame.
        assert_eq!(find(), OCTOSAT_FRAME_HAS_CONTACTS);
        assert!(text(&error).contains("this frame of the cache has its contacts"));
        let of_engine = Query::new(&self.store, &self.pairs).within(0.01);
        let of_engine = Contacts::new(of_engine).surfaces(true);
        assert_same(&list, Engine::new().manifolds_cached(of_engine, &mut self.expected).unwrap());
        assert_same(&self.frame(octosat_cache_manifolds), self.expected.manifolds());
        assert_same(&self.frame(octosat_cache_last_manifolds), self.expected.last_manifolds());
        self.assert_links();
        // The lists of before are still valid.
        assert_same(&list, self.expected.manifolds());
        self.next_frame();
    }

    fn next_frame(&mut self) {
        // SAFETY: a handle.
        let status = unsafe { octosat_cache_next_frame(self.cache.raw, null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        self.expected.next_frame();
    }

    fn frame(&self, frame: Frame) -> OctosatManifoldList {
        let mut list = no_list();
        // SAFETY: a handle, and a list of our own.
        let status = unsafe { frame(self.cache.raw, &raw mut list, null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        list
    }

    fn assert_links(&mut self) {
        let links = self.expected.links();
        let mut places = vec![UNWRITTEN; links.manifolds().points().len()];
        links.fill_predecessors(&mut places);
        let last_row = |link: octosat::Link<'_>| link.last.map_or(OCTOSAT_NO_ROW, row_of);
        let last_rows: Vec<u32> = links.contacts().map(last_row).collect();
        let event = |found: octosat::Touching<'_>| (found.pair, row_of(found));
        let began: Vec<_> = links.began().map(event).collect();
        let ended: Vec<_> = links.ended().map(event).collect();

        assert_eq!(self.filled(octosat_cache_fill_predecessors, places.len()), places);
        assert_eq!(self.filled(octosat_cache_fill_last_rows, last_rows.len()), last_rows);
        assert_eq!(self.events(octosat_cache_began, usize::MAX), (began.clone(), began.len()));
        assert_eq!(self.events(octosat_cache_ended, ended.len()), (ended.clone(), ended.len()));
        // Less room than there are events.
        let few = began.len() / 2;
        assert_eq!(self.events(octosat_cache_began, few), (began[..few].to_vec(), began.len()));
    }

    /// The numbers that a call writes into a list of the right length; lists of other lengths are rejected.
    fn filled(&self, fill: Fill, count: usize) -> Vec<u32> {
        let mut numbers = vec![UNWRITTEN; count + 1];
        for (given, status) in [
            (count + 1, OCTOSAT_BAD_LENGTH),
            (count.wrapping_sub(1), OCTOSAT_BAD_LENGTH),
            (count, OCTOSAT_OK),
        ] {
            assert!(numbers.iter().all(|&number| number == UNWRITTEN));
            // SAFETY: a handle, and more numbers than are written.
            let found = unsafe { fill(self.cache.raw, numbers.as_mut_ptr(), given, null_mut()) };
            assert_eq!(found, status);
        }
        assert_eq!(numbers.pop(), Some(UNWRITTEN));
        numbers
    }

    /// The events that are written, and how many there are.
    fn events(&self, list: Events, capacity: usize) -> (Vec<([u32; 2], u32)>, usize) {
        let none = OctosatPair { a: UNWRITTEN, b: UNWRITTEN };
        let mut events = vec![OctosatEvent { pair: none, row: UNWRITTEN }; self.pairs.len() + 100];
        let mut count = 0;
        // SAFETY: a handle, and a buffer of more events than there are pairs.
        let status = unsafe {
            list(self.cache.raw, events.as_mut_ptr(), capacity, &raw mut count, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
        events.retain(|event| event.row != UNWRITTEN);
        (events.iter().map(|event| ([event.pair.a, event.pair.b], event.row)).collect(), count)
    }

    fn renumber(&self, numbers: &[u32]) -> OctosatStatus {
        // SAFETY: a handle, and as many numbers.
        unsafe {
            octosat_cache_renumber_boxes(
                self.cache.raw,
                OCTOSAT_SIDE_BOTH,
                numbers.as_ptr(),
                numbers.len(),
                null_mut(),
            )
        }
    }
}

fn row_of(touching: octosat::Touching<'_>) -> u32 {
    touching.index as u32
}

#[test]
fn frames_are_those_of_the_engine() {
    let mut worlds = Worlds::new();
    for frame in 0..6 {
        worlds.assert_same();
        worlds.step(frame);
        if frame == 3 {
            // Some pairs go, and the others are in another order.
            worlds.pairs.truncate(worlds.pairs.len() - 20);
            worlds.pairs.reverse();
        }
    }
    let predecessors = worlds.filled(octosat_cache_fill_predecessors, 4 * worlds.pairs.len());
    assert!(predecessors.iter().any(|&place| place != NEW_POINT && place != UNWRITTEN));
}

#[test]
fn a_cache_forgets_and_renumbers() {
    let mut worlds = Worlds::new();
    worlds.assert_same();
    let [a, b] = worlds.pairs[3];
    let cache = worlds.cache.raw;
    // SAFETY: a handle.
    let statuses = unsafe {
        [
            octosat_cache_forget_box(cache, OCTOSAT_SIDE_BOTH, 12, null_mut()),
            octosat_cache_forget_pair(cache, a, b, null_mut()),
            octosat_cache_swap_remove(cache, OCTOSAT_SIDE_BOTH, 20, 149, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 3]);
    worlds.expected.forget_box(Side::Both, 12).unwrap();
    worlds.expected.forget_pair([a, b]);
    worlds.expected.swap_remove(Side::Both, 20, 149).unwrap();
    worlds.assert_same();

    let boxes = worlds.store.len() as u32;
    let mut numbers: Vec<u32> = (0..boxes).rev().collect();
    assert_eq!(worlds.renumber(&numbers), OCTOSAT_OK);
    assert_eq!(worlds.renumber(&numbers), OCTOSAT_OK);
    worlds.assert_same();
    // Two boxes of one number: nothing happens. Two that are gone are not two of one number.
    numbers[4] = numbers[5];
    assert_eq!(worlds.renumber(&numbers), OCTOSAT_BAD_ARGUMENT);
    worlds.assert_same();
    let mut numbers: Vec<u32> = (0..boxes).collect();
    numbers[4] = u32::MAX;
    numbers[5] = u32::MAX;
    assert_eq!(worlds.renumber(&numbers), OCTOSAT_OK);
    worlds.expected.renumber_boxes(Side::Both, &numbers).unwrap();
    worlds.assert_same();

    let mut error = no_error();
    // SAFETY: a handle and an error of our own.
    let mut rejected = |side, index, last| unsafe {
        let status = octosat_cache_swap_remove(cache, side, index, last, &raw mut error);
        (status, error.place, text(&error))
    };
    let (status, place, text) = rejected(OCTOSAT_SIDE_BOTH, 3, 7);
    assert_eq!((status, place), (OCTOSAT_OUT_OF_RANGE, 7));
    assert!(text.contains("box 7 is not the last"), "{text}");
    assert_eq!(rejected(OCTOSAT_SIDE_BOTH, 999, 998).0, OCTOSAT_OUT_OF_RANGE);
    for side in [OCTOSAT_SIDE_A, OCTOSAT_SIDE_B, 3] {
        assert_eq!(rejected(side, 3, 999).0, OCTOSAT_BAD_ARGUMENT);
    }
    worlds.assert_same();

    // SAFETY: a handle.
    assert_eq!(unsafe { octosat_cache_clear(cache, null_mut()) }, OCTOSAT_OK);
    worlds.expected.clear();
    worlds.assert_same();
}

#[test]
fn a_copied_or_restored_cache_goes_on_with_the_same_links() {
    let mut worlds = Worlds::new();
    for frame in 0..3 {
        worlds.assert_same();
        worlds.step(frame);
    }
    // SAFETY: handles of our own, and a list that is read before its cache changes.
    let [copy, restored] = unsafe {
        let parts = worlds.frame(octosat_cache_manifolds);
        [
            octosat_cache_copy(worlds.cache.raw, null_mut()),
            octosat_cache_from_parts(&raw const parts, null_mut()),
        ]
    };
    let expected = worlds.expected.clone();
    worlds.assert_same();
    for raw in [copy, restored] {
        worlds.cache = Handle::new(raw, octosat_cache_destroy);
        worlds.expected = expected.clone();
        worlds.next_frame();
        worlds.assert_same();
    }
}

#[test]
fn parts_that_do_not_belong_together_are_rejected() {
    let mut worlds = Worlds::new();
    worlds.assert_same();
    let parts = worlds.frame(octosat_cache_manifolds);
    let rejected = |parts: &OctosatManifoldList| {
        let mut error = no_error();
        // SAFETY: arrays of a cache that does not change, or of our own.
        let raw = unsafe { octosat_cache_from_parts(parts, &raw mut error) };
        assert!(raw.is_null());
        (error.status, error.place)
    };
    let no_places = OctosatManifoldList { place_count: 0, ..parts };
    let first = u64::from(worlds.expected.manifolds().touching_rows()[0]);
    assert_eq!(rejected(&no_places), (OCTOSAT_BAD_PARTS, first));
    let no_rows = OctosatManifoldList { manifolds: null_mut(), ..parts };
    assert_eq!(rejected(&no_rows), (OCTOSAT_NULL, OCTOSAT_NO_PLACE));

    let touching = worlds.expected.manifolds().touching_rows()[7] as usize;
    // SAFETY: the list of a cache that does not change.
    let mut rows = unsafe { crate::common::lent(parts.manifolds, parts.pair_count) }.to_vec();
    rows[touching].first = u32::MAX;
    let wrong_places = OctosatManifoldList { manifolds: rows.as_ptr(), ..parts };
    assert_eq!(rejected(&wrong_places), (OCTOSAT_BAD_PARTS, touching as u64));
}
