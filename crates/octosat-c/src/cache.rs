//! Contact manifolds from frame to frame.

use octosat::{CacheMode, ContactCache, Touching};

use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{
    Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_LENGTH, OctosatError, OctosatStatus,
};
use crate::manifolds::OctosatManifoldList;
use crate::pointers::{exclusive, exclusive_list, list, reference};
use crate::query::{OctosatQuery, query};

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
/// It finds pairs by itself, in any order. Boxes that moved, jumped or changed their extents are seen. What it must be
/// told of: `octosat_cache_forget_box` if another body takes a box's number, `octosat_cache_renumber_boxes` if boxes
/// change theirs.
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
            Err(Failure::new(crate::error::OCTOSAT_BAD_SETTING, text).of(motion))
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

/// Finds the contacts of each pair, given the frames before. The list that `out` gets is valid until the cache is
/// passed to a function that changes it. A call that fails leaves the cache as it was.
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

/// Lends the contacts of the call before the last one, which `previous` numbers.
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

/// Lists the pairs that have contacts in the last call and had none in the one before: places in the last call's
/// list, ascending. Writes at most `capacity` of them, and returns how many there are; 0 for null.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_began(
    cache: *const OctosatCache,
    rows: *mut u32,
    capacity: usize,
) -> usize {
    // SAFETY: the caller's, here and below.
    unsafe {
        let Some(cache) = cache.as_ref() else { return 0 };
        write_rows(cache.cache.began(), rows, capacity)
    }
}

/// Lists the pairs that had contacts in the call before and have none in the last one: places in the list of
/// `octosat_cache_last_manifolds`, ascending. Writes at most `capacity` of them, and returns how many there are; 0
/// for null.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_ended(
    cache: *const OctosatCache,
    rows: *mut u32,
    capacity: usize,
) -> usize {
    // SAFETY: the caller's, here and below.
    unsafe {
        let Some(cache) = cache.as_ref() else { return 0 };
        write_rows(cache.cache.ended(), rows, capacity)
    }
}

/// Writes the places of pairs as far as there is room, and counts them.
///
/// # Safety
/// `rows` must be null or valid for writing `capacity` numbers.
unsafe fn write_rows<'a>(
    touching: impl Iterator<Item = Touching<'a>>,
    rows: *mut u32,
    capacity: usize,
) -> usize {
    let capacity = if rows.is_null() { 0 } else { capacity };
    // SAFETY: the caller's.
    let room = unsafe { exclusive_list(rows, capacity, "rows") }.unwrap_or_default();
    let mut places = room.iter_mut();
    let mut count = 0;
    for found in touching {
        if let Some(place) = places.next() {
            // Two billion rows of four points have numbers below this.
            *place = u32::try_from(found.index).unwrap_or(u32::MAX);
        }
        count += 1;
    }
    count
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

/// Forgets a pair: it is a new one in the next call.
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
/// beyond the list is gone. Fails if two boxes get the same number, and changes nothing then.
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

/// Fails if a number occurs twice, other than that of boxes that are gone.
fn check_numbers(numbers: &[u32]) -> Result<(), Failure> {
    let mut sorted: Vec<u32> =
        numbers.iter().copied().filter(|&number| number != u32::MAX).collect();
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

/// Puts a cache in the state that was saved: the next call has the results that it would have had.
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
