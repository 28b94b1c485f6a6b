//! The contact cache: contact manifolds with temporal coherence.

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

/// How a contact cache uses the last frame.
pub type OctosatCacheMode = u32;

/// If two boxes barely moved against each other, their manifold of the last frame is moved with them. Other manifolds
/// are computed as with `OCTOSAT_CACHE_STEADY`.
pub const OCTOSAT_CACHE_REUSE: OctosatCacheMode = 0;
/// Every manifold of boxes that moved is computed. The axis, the faces and the points of the last frame are kept if
/// others are barely better.
pub const OCTOSAT_CACHE_STEADY: OctosatCacheMode = 1;

/// The options of a contact cache. Zeros are the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCacheOptions {
    /// The mode.
    pub mode: OctosatCacheMode,
    /// For `OCTOSAT_CACHE_REUSE`: the largest motion of the boxes for which a manifold is reused, as a fraction of the
    /// smallest half extent of both boxes. 0 means 0.01.
    pub motion: f32,
}

/// Keeps contacts from frame to frame. It matches each contact point with a point of the last frame, and makes frames
/// with resting boxes cheaper.
///
/// Pairs may come in any order: the cache matches them by the numbers of their boxes. It detects boxes that moved or
/// changed their extents. Call `octosat_cache_forget_box` when another body takes the number of a box, and
/// `octosat_cache_renumber_boxes` when the numbers of boxes change.
#[derive(Debug)]
pub struct OctosatCache {
    cache: ContactCache,
}

/// Creates an empty contact cache, or returns null after an error. `options` may be null for the defaults. Destroy the
/// cache with `octosat_cache_destroy`.
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

/// Destroys a contact cache. Null has no effect.
///
/// # Safety
/// Neither the handle nor its lists may be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_destroy(cache: *mut OctosatCache) {
    // SAFETY: the caller's.
    unsafe { destroy(cache) }
}

/// Computes the contacts of each pair with a contact cache. Call it once per frame. The cache holds the contacts, and
/// `out` receives their list. If the call fails, the cache is unchanged.
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

/// Returns the contacts of the call before the last one. `OctosatManifoldList::previous` of the last call holds places
/// in this list of points.
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

/// A pair that began or ceased to have contacts.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatEvent {
    /// The numbers of the boxes.
    pub pair: OctosatPair,
    /// The row of the pair: in the list of the last call if contacts began, in the list of the call before it if
    /// contacts ended.
    pub row: u32,
}

const _: () = assert!(size_of::<OctosatEvent>() == 12);

/// Lists the pairs that have contacts in the last call and had none in the call before it, in the order of rows. With a
/// margin, the boxes of such a pair may still be separated; then the depths of its contacts are negative.
///
/// Writes at most `capacity` events. `count` receives the number of all events. If `events` is null, the call only
/// counts.
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

/// Lists the pairs that have no contacts in the last call and had some in the call before it, in the order of rows. The
/// arguments are those of `octosat_cache_began`.
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
    // A call takes fewer than 2^32 points, and so fewer rows.
    let row = u32::try_from(touching.index).unwrap_or(u32::MAX);
    OctosatEvent { pair: OctosatPair { a, b }, row }
}

/// Makes the next call treat all pairs of a box as new pairs. Call it when another body takes the number of the box.
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

/// Makes the next call treat a pair as a new pair. a and b are in the order of the pair list.
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

/// Removes all pairs from the cache. The cache keeps its mode and its allocated memory.
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

/// Changes the numbers of boxes in the cache. Box k gets the number `new_numbers[k]`; `UINT32_MAX` means that the box
/// was removed. Boxes with numbers of `count` or more were removed, too.
///
/// The call fails and changes nothing if two boxes get the same number, or if a number is 67,108,864 or more. The memory
/// of the cache is proportional to the largest number.
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

/// The limit of box numbers, so that one wrong number does not exhaust memory.
const MOST_BOXES: u32 = 1 << 26;

/// Fails if a number is too large or occurs twice. `u32::MAX`, for removed boxes, may occur any number of times.
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

/// Saves the cache as bytes for `octosat_cache_restore`. A restored cache returns results with the same bits.
///
/// `size` receives the number of bytes. If `bytes` is null, the call writes only the size. Otherwise `capacity` must be
/// at least this size.
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

/// Restores the saved state of a cache, including its mode. The next call returns the same results as after saving.
///
/// The call fails with `OCTOSAT_BAD_CACHE` unless the bytes are exactly those of a cache saved by this version of
/// octosat. If the call fails, the cache is unchanged.
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
