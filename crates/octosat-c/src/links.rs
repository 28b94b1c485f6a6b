//! Links of a contact cache: which contact of the last frame each contact continues, and which began and ended.

use bytemuck::{Pod, Zeroable};
use octosat::Touching;

use crate::cache::OctosatCache;
use crate::call::call;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, exclusive_list, output};
use crate::query::OctosatPair;

/// The place of the predecessor of a contact point that the last frame did not have.
pub const OCTOSAT_NEW_POINT: u32 = u32::MAX;
/// The last row of a pair that was not in contact in the last frame.
pub const OCTOSAT_NO_ROW: u32 = u32::MAX;

const _: () = assert!(OCTOSAT_NEW_POINT == octosat::Links::NEW_POINT);

/// Finds for each contact point the point of the last frame that it continues: its predecessor. `out` receives, at the
/// place of each point, the place of its predecessor in the points of the last frame, or `OCTOSAT_NEW_POINT`. Other
/// places get numbers without meaning. `count` must be the `place_count` of this frame's list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_fill_predecessors(
    cache: *mut OctosatCache,
    out: *mut u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &mut exclusive(cache, "cache")?.cache;
            let out = output(out, count, cache.manifolds().points().len())?;
            cache.links().fill_predecessors(out);
            Ok(())
        })
    }
}

/// Finds for each pair in contact the row of the last frame that it continues. `out` receives, for each of this frame's
/// `touching_rows`, a row of the last frame's list, or `OCTOSAT_NO_ROW`. `count` must be the `touching_count` of this
/// frame's list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_fill_last_rows(
    cache: *mut OctosatCache,
    out: *mut u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &mut exclusive(cache, "cache")?.cache;
            let out = output(out, count, cache.manifolds().touching_rows().len())?;
            for (row, link) in out.iter_mut().zip(cache.links().contacts()) {
                *row = link.last.map_or(OCTOSAT_NO_ROW, row_of);
            }
            Ok(())
        })
    }
}

/// A pair that began or ceased to be in contact.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatEvent {
    /// The indices of the boxes.
    pub pair: OctosatPair,
    /// The row of the pair: in this frame's list if the contact began, in the last frame's list if it ended.
    pub row: u32,
}

const _: () = assert!(size_of::<OctosatEvent>() == 12);

/// Lists the pairs in contact that continue no contact of the last frame, in the order of rows: new pairs, and forgotten
/// ones. The boxes of such a pair may still be separated; then the depths of its contacts are negative.
///
/// Writes at most `capacity` events. `count` receives the number of all events. If `events` is null, the call only
/// counts.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_began(
    cache: *mut OctosatCache,
    events: *mut OctosatEvent,
    capacity: usize,
    count: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let links = exclusive(cache, "cache")?.cache.links();
            write_events(links.began(), events, capacity, count)
        })
    }
}

/// Lists the pairs of the last frame whose contacts none continues, in the order of rows: pairs that are in contact no
/// longer, and forgotten ones. The arguments are those of `octosat_cache_began`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_ended(
    cache: *mut OctosatCache,
    events: *mut OctosatEvent,
    capacity: usize,
    count: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let links = exclusive(cache, "cache")?.cache.links();
            write_events(links.ended(), events, capacity, count)
        })
    }
}

/// Writes at most `capacity` events, and the number of all events to `count`.
///
/// # Safety
/// `events` must be null or valid for writing `capacity` events, and `count` null or valid for writing.
unsafe fn write_events<'a>(
    touching: impl Iterator<Item = Touching<'a>>,
    events: *mut OctosatEvent,
    capacity: usize,
    count: *mut usize,
) -> Result<(), Failure> {
    // SAFETY: the caller's.
    let count = unsafe { exclusive(count, "count") }?;
    let found: Vec<OctosatEvent> = touching.map(event).collect();
    if !events.is_null() {
        // SAFETY: the caller's. Only as many events as are written are used of the capacity.
        let room = unsafe { exclusive_list(events, capacity.min(found.len()), "events") }?;
        room.copy_from_slice(&found[..room.len()]);
    }
    *count = found.len();
    Ok(())
}

fn event(touching: Touching<'_>) -> OctosatEvent {
    let [a, b] = touching.pair;
    OctosatEvent { pair: OctosatPair { a, b }, row: row_of(touching) }
}

fn row_of(touching: Touching<'_>) -> u32 {
    // A call takes fewer than 2^32 points, and so fewer rows.
    u32::try_from(touching.index).unwrap_or(OCTOSAT_NO_ROW)
}
