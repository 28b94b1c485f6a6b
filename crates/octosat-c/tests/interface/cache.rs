//! The contact cache of the interface does what that of the engine does, frame by frame.

use std::ptr::null_mut;

use bytemuck::cast_slice;
use octosat::{BoxPose, BoxStore, ContactCache, Engine, Query};
use octosat_c::*;
use octosat_scenes::generate::pile;

use crate::common::{
    Boxes, Cache, boxes_of, cache, engine, lent, no_error, pairs_of, poses, query, text,
};

/// A function that lists events.
type Events = unsafe extern "C" fn(
    *const OctosatCache,
    *mut OctosatEvent,
    usize,
    *mut usize,
    *mut OctosatError,
) -> OctosatStatus;

/// The same world twice: behind the interface, and in the engine.
struct Worlds {
    boxes: Boxes,
    store: BoxStore,
    pairs: Vec<[u32; 2]>,
    slots: Vec<u32>,
    cache: Cache,
    expected: ContactCache,
}

impl Worlds {
    fn new(mode: OctosatCacheMode) -> Self {
        let scene = pile(150, 7);
        let store =
            BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap();
        let expected = ContactCache::new(match mode {
            OCTOSAT_CACHE_STEADY => octosat::CacheMode::Steady,
            _ => octosat::CacheMode::REUSE,
        });
        let slots = (0..scene.pairs.len() as u32).collect();
        Self {
            boxes: boxes_of(&scene),
            store,
            pairs: scene.pairs,
            slots,
            cache: cache(mode),
            expected,
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
        // SAFETY: a handle, and fields of so many poses.
        let status = unsafe {
            octosat_boxes_set_poses(self.boxes.raw, poses_now.len(), &raw const given, null_mut())
        };
        assert_eq!(status, OCTOSAT_OK);
    }

    fn assert_same(&mut self, with_slots: bool) {
        let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
        let pairs = pairs_of(&self.pairs);
        let mut asked = OctosatQuery { margin: 0.01, surfaces: 1, ..query(&self.boxes, &pairs) };
        let mut of_engine = Query::new(&self.store, &self.pairs).margin(0.01).surfaces();
        if with_slots {
            asked.slots = self.slots.as_ptr();
            of_engine = of_engine.slots(&self.slots);
        }
        let manifolds = Engine::new().manifolds_cached(of_engine, &mut self.expected).unwrap();
        let mut list = OctosatManifoldList {
            manifolds: null_mut(),
            pair_count: 0,
            points: null_mut(),
            point_count: 0,
            surfaces: null_mut(),
            previous: null_mut(),
        };
        // SAFETY: handles, a query and a list of our own; the list is read before the cache changes.
        unsafe {
            let cache = self.cache.raw;
            let status = octosat_manifolds_cached(
                engine.raw,
                &raw const asked,
                cache,
                &raw mut list,
                null_mut(),
            );
            assert_eq!(status, OCTOSAT_OK);
            let points = list.point_count;
            assert_eq!(
                cast_slice::<_, u8>(lent(list.manifolds, list.pair_count)),
                cast_slice::<_, u8>(manifolds.manifolds())
            );
            assert_eq!(
                cast_slice::<_, u8>(lent(list.points, points)),
                cast_slice::<_, u8>(manifolds.points())
            );
            assert_eq!(
                cast_slice::<_, u8>(lent(list.surfaces, points)),
                cast_slice::<_, u8>(manifolds.surfaces())
            );
            assert_eq!(lent(list.previous, points), manifolds.previous());
        }
        self.assert_events();
    }

    fn assert_events(&self) {
        let event = |found: octosat::Touching<'_>| (found.pair, found.index as u32);
        let began: Vec<_> = self.expected.began().map(event).collect();
        let ended: Vec<_> = self.expected.ended().map(event).collect();
        assert_eq!(self.events(octosat_cache_began, usize::MAX), (began.clone(), began.len()));
        assert_eq!(self.events(octosat_cache_ended, ended.len()), (ended.clone(), ended.len()));
        // Less room than there are events.
        let few = began.len() / 2;
        assert_eq!(self.events(octosat_cache_began, few), (began[..few].to_vec(), began.len()));
    }

    /// The events that are written, and how many there are.
    fn events(&self, list: Events, capacity: usize) -> (Vec<([u32; 2], u32)>, usize) {
        const UNWRITTEN: u32 = 77_777;
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

    fn save(&self) -> Vec<u8> {
        let mut size = 0;
        // SAFETY: a handle, and a buffer of as many bytes as are asked for.
        unsafe {
            let cache = self.cache.raw.cast_const();
            assert_eq!(
                octosat_cache_save(cache, null_mut(), 0, &raw mut size, null_mut()),
                OCTOSAT_OK
            );
            let mut bytes = vec![0; size];
            let mut error = no_error();
            let status = octosat_cache_save(
                cache,
                bytes.as_mut_ptr(),
                size - 1,
                &raw mut size,
                &raw mut error,
            );
            assert_eq!(status, OCTOSAT_BAD_LENGTH, "{}", text(&error));
            assert!(bytes.iter().all(|&byte| byte == 0));
            let status =
                octosat_cache_save(cache, bytes.as_mut_ptr(), size, &raw mut size, null_mut());
            assert_eq!((status, size), (OCTOSAT_OK, bytes.len()));
            bytes
        }
    }

    fn restore(&self, bytes: &[u8]) -> OctosatStatus {
        // SAFETY: a handle, and so many bytes.
        unsafe { octosat_cache_restore(self.cache.raw, bytes.as_ptr(), bytes.len(), null_mut()) }
    }
}

#[test]
fn frames_are_those_of_the_engine() {
    for mode in [OCTOSAT_CACHE_REUSE, OCTOSAT_CACHE_STEADY] {
        for with_slots in [false, true] {
            let mut worlds = Worlds::new(mode);
            for frame in 0..6 {
                worlds.assert_same(with_slots);
                worlds.step(frame);
                if frame == 3 {
                    // Some pairs go, and the others are in another order.
                    worlds.pairs.truncate(worlds.pairs.len() - 20);
                    worlds.slots.truncate(worlds.pairs.len());
                    worlds.pairs.reverse();
                    worlds.slots.reverse();
                }
            }
        }
    }
}

#[test]
fn a_cache_forgets_and_renumbers() {
    let mut worlds = Worlds::new(OCTOSAT_CACHE_REUSE);
    worlds.assert_same(false);
    let [a, b] = worlds.pairs[3];
    let cache = worlds.cache.raw;
    // SAFETY: a handle.
    let statuses = unsafe {
        [
            octosat_cache_forget_box(cache, 12, null_mut()),
            octosat_cache_forget_pair(cache, a, b, null_mut()),
        ]
    };
    assert_eq!(statuses, [OCTOSAT_OK; 2]);
    worlds.expected.forget_box(12);
    worlds.expected.forget_pair([a, b]);
    worlds.assert_same(false);

    let boxes = worlds.store.len() as u32;
    let mut numbers: Vec<u32> = (0..boxes).rev().collect();
    // SAFETY: a handle, and so many numbers.
    let renumber = |numbers: &[u32]| unsafe {
        octosat_cache_renumber_boxes(cache, numbers.as_ptr(), numbers.len(), null_mut())
    };
    assert_eq!(renumber(&numbers), OCTOSAT_OK);
    assert_eq!(renumber(&numbers), OCTOSAT_OK);
    worlds.assert_same(false);
    // A number that would take all memory.
    numbers[4] = u32::MAX - 1;
    assert_eq!(renumber(&numbers), OCTOSAT_OUT_OF_RANGE);
    // Two boxes of one number: nothing happens. Two that are gone are not two of one number.
    numbers[4] = numbers[5];
    assert_eq!(renumber(&numbers), OCTOSAT_BAD_ARGUMENT);
    worlds.assert_same(false);
    let mut numbers: Vec<u32> = (0..boxes).collect();
    numbers[4] = u32::MAX;
    numbers[5] = u32::MAX;
    assert_eq!(renumber(&numbers), OCTOSAT_OK);
    worlds.expected.renumber_boxes(&numbers);
    worlds.assert_same(false);

    // SAFETY: a handle.
    assert_eq!(unsafe { octosat_cache_clear(cache, null_mut()) }, OCTOSAT_OK);
    worlds.expected.clear();
    worlds.assert_same(false);
}

#[test]
fn a_saved_cache_goes_on_and_other_bytes_are_rejected() {
    let mut worlds = Worlds::new(OCTOSAT_CACHE_REUSE);
    for frame in 0..3 {
        worlds.assert_same(false);
        worlds.step(frame);
    }
    let bytes = worlds.save();
    assert_eq!(bytes, worlds.expected.save());
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    for wrong in [&damaged, &bytes[1..], &bytes[..bytes.len() - 1], &[]] {
        assert_eq!(worlds.restore(wrong), OCTOSAT_BAD_CACHE);
    }
    // As it was.
    worlds.assert_same(false);
    assert_eq!(worlds.restore(&bytes), OCTOSAT_OK);
    worlds.expected = ContactCache::restore(&bytes).unwrap();
    worlds.assert_same(false);
}
