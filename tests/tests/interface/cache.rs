//! What a contact cache of the interface rejects, and what a rejected call leaves.

use std::ptr::null_mut;

use octosat::{ContactCache, Engine, Query, Side};
use octosat_c::*;
use octosat_scenes::generate::pile;

use crate::common::{
    Boxes, Cache, assert_same, boxes_of, cache, contacts_of, engine, lent, no_error, no_list,
    pairs_of, query, store, text,
};

/// A value that no call writes.
const UNWRITTEN: u32 = 77_777;

/// The contacts of one frame of a pile: behind the interface, and in the engine.
struct Frame {
    boxes: Boxes,
    pairs: Vec<OctosatPair>,
    cache: Cache,
    expected: ContactCache,
}

impl Frame {
    fn new() -> Self {
        let scene = pile(150, 7);
        let (boxes, store, pairs) = (boxes_of(&scene), store(&scene), pairs_of(&scene.pairs));
        let mut expected = ContactCache::new();
        let query = Query::new(&store, &scene.pairs).within(0.01);
        Engine::new().manifolds_cached(query, &mut expected).unwrap();
        let frame = Self { boxes, pairs, cache: cache(), expected };
        assert_eq!(frame.find().0, OCTOSAT_OK);
        frame
    }

    /// Asks for the contacts of the frame.
    fn find(&self) -> (OctosatStatus, String) {
        let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
        let asked = OctosatQuery { within: 0.01, ..query(&self.boxes, &self.pairs) };
        let (contacts, mut list, mut error) = (contacts_of(&asked), no_list(), no_error());
        // SAFETY: handles, a query, a list and an error of our own; as below.
        let status = unsafe {
            let (asked, raw) = (&raw const contacts, self.cache.raw);
            octosat_manifolds_cached(engine.raw, asked, raw, &raw mut list, &raw mut error)
        };
        (status, if status == OCTOSAT_OK { String::new() } else { text(&error) })
    }

    /// The list of the cache, which is that of the engine.
    fn list(&self) -> OctosatManifoldList {
        let mut list = no_list();
        // SAFETY: as above.
        let status = unsafe { octosat_cache_manifolds(self.cache.raw, &raw mut list, null_mut()) };
        assert_eq!(status, OCTOSAT_OK);
        assert_same(&list, self.expected.manifolds());
        list
    }

    fn renumber(&self, numbers: &[u32]) -> OctosatStatus {
        let (side, first, count) = (OCTOSAT_SIDE_BOTH, numbers.as_ptr(), numbers.len());
        // SAFETY: as above, and as many numbers.
        unsafe { octosat_cache_renumber_boxes(self.cache.raw, side, first, count, null_mut()) }
    }
}

#[test]
fn a_frame_has_its_contacts_once_and_lists_are_filled_as_a_whole() {
    let frame = Frame::new();
    let (status, text) = frame.find();
    assert_eq!(status, OCTOSAT_FRAME_HAS_CONTACTS);
    assert!(text.contains("this frame of the cache has its contacts"), "{text}");
    let (list, cache) = (frame.list(), frame.cache.raw);
    for (fill, count) in [
        (
            octosat_cache_fill_predecessors as unsafe extern "C" fn(_, _, _, _) -> _,
            list.place_count,
        ),
        (octosat_cache_fill_last_rows, list.touching_count),
    ] {
        let mut numbers = vec![UNWRITTEN; count + 1];
        for given in [count + 1, count - 1] {
            // SAFETY: a handle, and as many numbers; as below.
            let status = unsafe { fill(cache, numbers.as_mut_ptr(), given, null_mut()) };
            assert_eq!(status, OCTOSAT_BAD_LENGTH);
            assert!(numbers.iter().all(|&number| number == UNWRITTEN));
        }
    }
    // Less room than there are events.
    let none = OctosatEvent { pair: OctosatPair { a: UNWRITTEN, b: UNWRITTEN }, row: UNWRITTEN };
    let (mut events, mut count) = ([none; 8], 0);
    // SAFETY: as above.
    let status =
        unsafe { octosat_cache_began(cache, events.as_mut_ptr(), 7, &raw mut count, null_mut()) };
    assert_eq!((status, count), (OCTOSAT_OK, list.touching_count));
    assert!(events[6].row != UNWRITTEN && events[7].row == UNWRITTEN);
}

#[test]
fn boxes_that_cannot_be_renumbered_leave_the_cache_as_it_was() {
    let mut frame = Frame::new();
    let mut numbers: Vec<u32> = (0..150).collect();
    // Two boxes of one number. Two that are gone are not two of one number.
    numbers[4] = numbers[5];
    assert_eq!(frame.renumber(&numbers), OCTOSAT_BAD_ARGUMENT);
    frame.list();
    (numbers[4], numbers[5]) = (u32::MAX, u32::MAX);
    assert_eq!(frame.renumber(&numbers), OCTOSAT_OK);
    frame.expected.renumber_boxes(Side::Both, &numbers).unwrap();
    frame.list();
    let (cache, mut error) = (frame.cache.raw, no_error());
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
    frame.list();
}

#[test]
fn parts_that_do_not_belong_together_are_rejected() {
    let frame = Frame::new();
    let parts = frame.list();
    let rejected = |parts: &OctosatManifoldList| {
        let mut error = no_error();
        // SAFETY: arrays of a cache that does not change, or of our own.
        let raw = unsafe { octosat_cache_from_parts(parts, &raw mut error) };
        assert!(raw.is_null());
        (error.status, error.place)
    };
    let no_places = OctosatManifoldList { place_count: 0, ..parts };
    let first = u64::from(frame.expected.manifolds().touching_rows()[0]);
    assert_eq!(rejected(&no_places), (OCTOSAT_BAD_PARTS, first));
    let no_rows = OctosatManifoldList { manifolds: null_mut(), ..parts };
    assert_eq!(rejected(&no_rows), (OCTOSAT_NULL, OCTOSAT_NO_PLACE));

    let touching = frame.expected.manifolds().touching_rows()[7] as usize;
    // SAFETY: the list of a cache that does not change.
    let mut rows = unsafe { lent(parts.manifolds, parts.pair_count) }.to_vec();
    rows[touching].first = u32::MAX;
    let wrong_places = OctosatManifoldList { manifolds: rows.as_ptr(), ..parts };
    assert_eq!(rejected(&wrong_places), (OCTOSAT_BAD_PARTS, touching as u64));
}
