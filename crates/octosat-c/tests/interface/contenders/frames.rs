//! Contacts of frames one after the other, with a cache on each side.

use std::ptr::null_mut;

use octosat::{ContactCache, PointOrigin, Side};
use octosat_c::*;
use octosat_check::Change;
use octosat_check::manifolds::contacts;
use octosat_check::queries::cached::Cached;
use octosat_check::{Setting, stale};

use super::InC;
use super::contest::{Contest, Word};
use crate::common::{Cache, Handle, assert_same, cache, no_list};

/// The contacts of a query with the options of a setting, as the interface takes them.
pub(super) fn contacts_of(query: &OctosatQuery, setting: &Setting) -> OctosatContacts {
    OctosatContacts {
        query,
        limit: setting.limit.points() as u32,
        origin: match setting.origin {
            PointOrigin::World => OCTOSAT_ORIGIN_WORLD,
            PointOrigin::CenterOfA => OCTOSAT_ORIGIN_CENTER_OF_A,
        },
        surfaces: setting.surfaces.into(),
        ..OctosatContacts::default()
    }
}

impl InC for Cached {
    fn compare(&self, frames: &[Contest<'_, ()>]) {
        let Some(first) = frames.first() else { return };
        let mut options = first.case.setting.options();
        let (mut own, mut given) = (ContactCache::new(), cache());
        for frame in frames {
            let setting = &frame.case.setting;
            if options != setting.options() {
                options = setting.options();
                (own, given) = (ContactCache::new(), cache());
            }
            frame.case.changes.iter().for_each(|change| follow(&mut own, &mut given, change));
            own.next_frame();
            let query = contacts(frame.case, frame.pairs, setting).within(frame.lengths());
            frame.own.manifolds_cached(options.of(query), &mut own).unwrap();
            let (asked, mut list) = (frame.asked(Word::Within), no_list());
            let contacts = contacts_of(&asked, setting);
            // SAFETY: handles of our own, and a list.
            let statuses = unsafe {
                let (engine, contacts, raw) = (frame.engine.raw, &raw const contacts, given.raw);
                [
                    octosat_cache_next_frame(raw, null_mut()),
                    octosat_manifolds_cached(engine, contacts, raw, &raw mut list, null_mut()),
                ]
            };
            assert_eq!(statuses, [OCTOSAT_OK; 2]);
            assert_same(&list, own.manifolds());
            assert_same_predecessors(&mut own, &given, list.place_count);
        }
    }
}

/// Does the same to both caches.
fn follow(own: &mut ContactCache, given: &mut Cache, change: &Change) {
    let (raw, error) = (given.raw, null_mut());
    // SAFETY: handles of our own, and numbers that outlive the calls.
    let status = unsafe {
        match change {
            Change::ForgetBox(index) => {
                own.forget_box(Side::Both, *index).unwrap();
                octosat_cache_forget_box(raw, OCTOSAT_SIDE_BOTH, *index, error)
            }
            Change::ForgetPair([a, b]) => {
                own.forget_pair([*a, *b]);
                octosat_cache_forget_pair(raw, *a, *b, error)
            }
            Change::Renumber(numbers) => {
                own.renumber_boxes(Side::Both, numbers).unwrap();
                let side = OCTOSAT_SIDE_BOTH;
                octosat_cache_renumber_boxes(raw, side, numbers.as_ptr(), numbers.len(), error)
            }
            Change::SwapRemove { index, last } => {
                own.swap_remove(Side::Both, *index, *last).unwrap();
                octosat_cache_swap_remove(raw, OCTOSAT_SIDE_BOTH, *index, *last, error)
            }
            Change::Clear => {
                own.clear();
                octosat_cache_clear(raw, error)
            }
            Change::Restore => {
                *given = Handle::new(octosat_cache_copy(raw, error), octosat_cache_destroy);
                OCTOSAT_OK
            }
        }
    };
    assert_eq!(status, OCTOSAT_OK);
}

/// Points continue the same points.
fn assert_same_predecessors(own: &mut ContactCache, given: &Cache, places: usize) {
    let [mut expected, mut found] = [stale::<u32>(places), stale::<u32>(places)];
    own.links().fill_predecessors(&mut expected);
    // SAFETY: a handle of our own, and as many numbers.
    let status = unsafe {
        octosat_cache_fill_predecessors(given.raw, found.as_mut_ptr(), places, null_mut())
    };
    assert_eq!((status, found), (OCTOSAT_OK, expected));
}
