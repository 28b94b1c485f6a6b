//! Contact manifolds from frame to frame.

use bytemuck::{Pod, Zeroable};
use octosat::{CacheMode, ContactCache, Touching};

use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{
    Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_LENGTH, OCTOSAT_BAD_SETTING, OCTOSAT_OUT_OF_RANGE,
    OctosatError, OctosatStatus,
};
use crate::manifolds::OctosatManifoldList;
use crate::pointers::{exclusive, exclusive_list, list, reference};
use crate::query::{OctosatPair, OctosatQuery, query};

/// What a contact cache does with the last frame.
pub type OctosatCacheMode = u32;

/// Manifolds of boxes that barely moved are kept and moved along; for the others as `OCTOSAT_CACHE_STEADY`.
pub const OCTOSAT_CACHE_REUSE: OctosatCacheMode = 0;
/// Every manifold of boxes that moved is computed; last frame's axis, faces and points are preferred in ties.
pub const OCTOSAT_CACHE_STEADY: OctosatCacheMode = 1;

/// What a contact cache is made of; zeros are the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCacheOptions {
    /// The mode.
    pub mode: OctosatCacheMode,
    /// For `OCTOSAT_CACHE_REUSE`: how far the points of both boxes may have moved together while a manifold is kept,
    /// as a part of the smallest half extent; 0 stands for 0.01.
    pub motion: f32,
}

/// Keeps contacts from frame to frame, so that each point has a predecessor and boxes at rest cost little.
///
/// It finds pairs by itself, in any order, and notices boxes that moved, jumped or changed their extents. Call
/// `octosat_cache_forget_box` if another body takes a box's number, and `octosat_cache_renumber_boxes` if boxes change
/// theirs.
#[derive(Debug)]
pub struct OctosatCache {
    cache: ContactCache,
}

/// Makes an empty contact cache, or returns null. `options` may be null for the defaults. Destroy it with
/// `octosat_cache_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_create(
    options: *const OctosatCacheOptions,
    error: *mut OctosatError,
) -> *mut OctosatCache {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || {
            let options =
                if options.is_null() { None } else { Some(reference(options, "options")?) };
            let mode = options.map_or(Ok(CacheMode::REUSE), mode)?;
            Ok(OctosatCache { cache: ContactCache::new(mode) })
        })
    }
}

fn mode(options: &OctosatCacheOptions) -> Result<CacheMode, Failure> {
    match (options.mode, options.motion) {
        (OCTOSAT_CACHE_STEADY, _) => Ok(CacheMode::Steady),
        (OCTOSAT_CACHE_REUSE, 0.0) => Ok(CacheMode::REUSE),
        (OCTOSAT_CACHE_REUSE, motion) if motion > 0.0 && motion.is_finite() => {
            Ok(CacheMode::Reuse { motion })
        }
        (OCTOSAT_CACHE_REUSE, motion) => {
            let text = format!("the motion is {motion}, which is not finite and at least zero");
            Err(Failure::new(OCTOSAT_BAD_SETTING, text).of(motion))
        }
        (other, _) => {
            Err(Failure::new(OCTOSAT_BAD_ARGUMENT, format!("there is no cache mode {other}")))
        }
    }
}

/// Destroys a contact cache. Null is nothing to destroy.
///
/// # Safety
/// The handle must not be used again, nor the lists that it lent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_destroy(cache: *mut OctosatCache) {
    // SAFETY: the caller's.
    unsafe { destroy(cache) }
}

/// Finds the contacts of each pair, given the frames before. The cache holds them, and `out` gets their list. A call that
/// fails leaves the cache as it was.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_cached(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    cache: *mut OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let query = query(asked)?;
            let cache = &mut exclusive(cache, "cache")?.cache;
            let out = exclusive(out, "out")?;
            *out = OctosatManifoldList::of(engine.manifolds_cached(query, cache)?);
            Ok(())
        })
    }
}

/// Lends the contacts of the call before the newest one, which `previous` numbers.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_last_manifolds(
    cache: *const OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &reference(cache, "cache")?.cache;
            *exclusive(out, "out")? = OctosatManifoldList::of(cache.last_manifolds());
            Ok(())
        })
    }
}

/// A pair whose contacts began or ended.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatEvent {
    /// The numbers of the boxes.
    pub pair: OctosatPair,
    /// The pair's row: of the newest list if its contacts began, of the one before if they ended.
    pub row: u32,
}

const _: () = assert!(size_of::<OctosatEvent>() == 12);

/// Lists the pairs that have contacts in the newest call and had none in the one before, by row. A contact may be a gap
/// within the margin: look at its depth.
///
/// Writes at most `capacity` of them, and `count` gets how many there are. With `events` null, they are only counted.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_began(
    cache: *const OctosatCache,
    events: *mut OctosatEvent,
    capacity: usize,
    count: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            write_events(reference(cache, "cache")?.cache.began(), events, capacity, count)
        })
    }
}

/// Lists the pairs that had contacts in the call before and have none in the newest one, by row. Otherwise as
/// `octosat_cache_began`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_ended(
    cache: *const OctosatCache,
    events: *mut OctosatEvent,
    capacity: usize,
    count: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            write_events(reference(cache, "cache")?.cache.ended(), events, capacity, count)
        })
    }
}

/// Writes events as far as there is room, and counts them.
///
/// # Safety
/// `events` must be null or valid for writing `capacity` of them, `count` null or valid for writing.
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
        // SAFETY: the caller's; a capacity beyond what is written may be anything.
        let room = unsafe { exclusive_list(events, capacity.min(found.len()), "events") }?;
        room.copy_from_slice(&found[..room.len()]);
    }
    *count = found.len();
    Ok(())
}

fn event(touching: Touching<'_>) -> OctosatEvent {
    let [a, b] = touching.pair;
    // A call takes fewer than 2^32 points, and so fewer rows.
    let row = u32::try_from(touching.index).unwrap_or(u32::MAX);
    OctosatEvent { pair: OctosatPair { a, b }, row }
}

/// Forgets a box that was replaced by another: its pairs are new ones in the next call.
///
/// # Safety
/// `cache` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_forget_box(
    cache: *mut OctosatCache,
    index: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            exclusive(cache, "cache")?.cache.forget_box(index);
            Ok(())
        })
    }
}

/// Forgets a pair: it is a new one in the next call. The order of a and b is that of the list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_forget_pair(
    cache: *mut OctosatCache,
    a: u32,
    b: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            exclusive(cache, "cache")?.cache.forget_pair([a, b]);
            Ok(())
        })
    }
}

/// Forgets everything but the mode; keeps its memory.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_clear(
    cache: *mut OctosatCache,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            exclusive(cache, "cache")?.cache.clear();
            Ok(())
        })
    }
}

/// Renumbers boxes: box k has the number `new_numbers[k]` from now on, or is gone if that is `UINT32_MAX`. A box
/// beyond the list is gone. Fails if two boxes get the same number, or one of 67,108,864 or more, and changes nothing
/// then. Memory goes with the largest number.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_renumber_boxes(
    cache: *mut OctosatCache,
    new_numbers: *const u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &mut exclusive(cache, "cache")?.cache;
            let new_numbers = list(new_numbers, count, "new_numbers")?;
            check_numbers(new_numbers)?;
            cache.renumber_boxes(new_numbers);
            Ok(())
        })
    }
}

/// Numbers of boxes are below this: a wild one must not take all memory.
const MOST_BOXES: u32 = 1 << 26;

/// Fails if a number is too large or occurs twice, other than that of boxes that are gone.
fn check_numbers(numbers: &[u32]) -> Result<(), Failure> {
    let is_there = |number: u32| number != u32::MAX;
    if let Some(at) = numbers.iter().position(|&number| is_there(number) && number >= MOST_BOXES) {
        let text = format!("new_numbers[{at}] is {}, not below {MOST_BOXES}", numbers[at]);
        return Err(Failure::new(OCTOSAT_OUT_OF_RANGE, text).at(at));
    }
    let mut sorted: Vec<u32> = numbers.iter().copied().filter(|&number| is_there(number)).collect();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
    let Some(number) = twice else { return Ok(()) };
    let text = format!("two boxes get the number {number}");
    let place = numbers.iter().rposition(|&other| other == number).unwrap_or_default();
    Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text).at(place))
}

/// Saves the cache as bytes, so that a saved world goes on with the same bits: see `octosat_cache_restore`.
///
/// `size` gets the number of bytes. With `bytes` null, that is all; else `capacity` must be at least so many.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_save(
    cache: *const OctosatCache,
    bytes: *mut u8,
    capacity: usize,
    size: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let saved = reference(cache, "cache")?.cache.save();
            let size = exclusive(size, "size")?;
            if !bytes.is_null() {
                let room = exclusive_list(bytes, capacity, "bytes")?;
                let room = room.get_mut(..saved.len()).ok_or_else(|| {
                    let text = format!("there is room for {capacity} bytes of {}", saved.len());
                    Failure::new(OCTOSAT_BAD_LENGTH, text)
                })?;
                room.copy_from_slice(&saved);
            }
            *size = saved.len();
            Ok(())
        })
    }
}

/// Puts a cache in the state that was saved, its mode included: the next call has the results that it would have had.
///
/// Bytes that are not exactly those of a saved cache of this version are rejected as `OCTOSAT_BAD_CACHE`, and leave
/// the cache as it was.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_restore(
    cache: *mut OctosatCache,
    bytes: *const u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &mut exclusive(cache, "cache")?.cache;
            *cache = ContactCache::restore(list(bytes, count, "bytes")?)?;
            Ok(())
        })
    }
}
