//! Contacts of frames one after the other, with a cache on each side.

use std::ptr::null_mut;

use bytemuck::{Zeroable, cast_slice};
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
            // SAFETY: as above.
            let status =
                unsafe { octosat_cache_last_manifolds(given.raw, &raw mut list, null_mut()) };
            assert_eq!(status, OCTOSAT_OK);
            assert_same(&list, own.last_manifolds());
            assert_same_links(&mut own, &given);
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
                let copy = Handle::new(octosat_cache_copy(raw, error), octosat_cache_destroy);
                let mut parts = no_list();
                let status = octosat_cache_manifolds(copy.raw, &raw mut parts, error);
                let restored = octosat_cache_from_parts(&raw const parts, error);
                *given = Handle::new(restored, octosat_cache_destroy);
                status
            }
        }
    };
    assert_eq!(status, OCTOSAT_OK);
}

/// Points and contacts continue the same ones, and the same contacts began and ended.
fn assert_same_links(own: &mut ContactCache, given: &Cache) {
    let links = own.links();
    // Places that belong to no point stay as they are.
    let mut places = stale::<u32>(links.manifolds().points().len());
    links.fill_predecessors(&mut places);
    let row = |found: octosat::Touching<'_>| found.index as u32;
    let last_rows: Vec<u32> =
        links.contacts().map(|link| link.last.map_or(OCTOSAT_NO_ROW, row)).collect();
    let event = |found: octosat::Touching<'_>| {
        let [a, b] = found.pair;
        [a, b, row(found)]
    };
    let [began, ended]: [Vec<_>; 2] =
        [links.began().map(event).collect(), links.ended().map(event).collect()];

    let [mut found_places, mut found_rows] = [places.len(), last_rows.len()].map(stale::<u32>);
    let [mut found_began, mut found_ended] =
        [began.len(), ended.len()].map(|count| vec![OctosatEvent::zeroed(); count]);
    let (raw, error, mut counts) = (given.raw, null_mut(), [0; 2]);
    let [of_began, of_ended] = counts.each_mut().map(|count| &raw mut *count);
    let [first, second] = [&mut found_began, &mut found_ended].map(|found| found.as_mut_ptr());
    // SAFETY: a handle of our own, and as much room as is named.
    let statuses = unsafe {
        let [to, rows] = [&mut found_places, &mut found_rows].map(|found| found.as_mut_ptr());
        [
            octosat_cache_fill_predecessors(raw, to, places.len(), error),
            octosat_cache_fill_last_rows(raw, rows, last_rows.len(), error),
            octosat_cache_began(raw, first, began.len(), of_began, error),
            octosat_cache_ended(raw, second, ended.len(), of_ended, error),
        ]
    };
    assert_eq!((statuses, counts), ([OCTOSAT_OK; 4], [began.len(), ended.len()]));
    assert!((found_places, found_rows) == (places, last_rows), "other predecessors");
    assert_eq!(cast_slice::<_, [u32; 3]>(&found_began), began);
    assert_eq!(cast_slice::<_, [u32; 3]>(&found_ended), ended);
}
