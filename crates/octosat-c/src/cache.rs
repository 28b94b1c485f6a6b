//! The contact cache: the contacts of two frames.

use bytemuck::cast_slice;
use octosat::{ContactCache, Manifolds, Side};

use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::manifolds::{OctosatContacts, OctosatManifoldList};
use crate::pointers::{exclusive, list, reference};

/// The list of boxes that an index belongs to.
pub type OctosatSide = u32;

/// The first of two lists: box a of each pair.
pub const OCTOSAT_SIDE_A: OctosatSide = 0;
/// The second of two lists: box b of each pair.
pub const OCTOSAT_SIDE_B: OctosatSide = 1;
/// The one list that both boxes of each pair belong to.
pub const OCTOSAT_SIDE_BOTH: OctosatSide = 2;

/// The engine's side.
fn side_of(side: OctosatSide) -> Result<Side, Failure> {
    match side {
        OCTOSAT_SIDE_A => Ok(Side::A),
        OCTOSAT_SIDE_B => Ok(Side::B),
        OCTOSAT_SIDE_BOTH => Ok(Side::Both),
        other => Err(Failure::setting("side", other, "0, 1 or 2")),
    }
}

/// Holds the contacts of this frame and of the last frame, and finds which contact of the last frame each contact
/// continues. These connections are called links.
///
/// Contacts are those of `octosat_manifolds`: a cache does not change them. Pairs may come in any order: the cache
/// matches them by the indices of their boxes. Boxes may move and change their extents. Call
/// `octosat_cache_forget_box` when another body takes the index of a box, and `octosat_cache_swap_remove` or
/// `octosat_cache_renumber_boxes` when the indices of boxes change. They take the list whose indices change:
/// `OCTOSAT_SIDE_BOTH` if pairs are of one list, else `OCTOSAT_SIDE_A` or `OCTOSAT_SIDE_B`. A wrong side, an index that
/// no box has, and a `last` that is not the last box are errors that change nothing. Adding boxes at the end needs no
/// call.
///
/// The rows of a removed box leave both frames, so rows behind them have other indices; points keep their places. A
/// cache without a frame, and one of `octosat_cache_from_parts`, accepts every side and every index that no pair
/// contradicts.
#[derive(Debug)]
pub struct OctosatCache {
    pub(crate) cache: ContactCache,
}

/// Creates an empty contact cache, or returns null after an error. Destroy the cache with `octosat_cache_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_create(error: *mut OctosatError) -> *mut OctosatCache {
    // SAFETY: the caller's.
    unsafe { create(error, || Ok(OctosatCache { cache: ContactCache::new() })) }
}

/// Creates a copy of a contact cache, for rollback, or returns null after an error. Both caches give the same results
/// from then on.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_copy(
    cache: *const OctosatCache,
    error: *mut OctosatError,
) -> *mut OctosatCache {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || Ok(OctosatCache { cache: reference(cache, "cache")?.cache.clone() }))
    }
}

/// Creates a contact cache whose frame has these contacts, or returns null after an error. The next frame then has the
/// same links as after the frame that the contacts are from.
///
/// `parts` has copies of the arrays of a list. Its `touching_rows` are not read. Use the same origin of positions in the
/// next frame. The error is `OCTOSAT_BAD_PARTS` if the arrays do not belong together.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_from_parts(
    parts: *const OctosatManifoldList,
    error: *mut OctosatError,
) -> *mut OctosatCache {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || {
            let parts = reference(parts, "parts")?;
            let places = parts.place_count;
            let surface_places = if parts.surfaces.is_null() { 0 } else { places };
            let manifolds = Manifolds::from_parts(
                cast_slice(list(parts.pairs, parts.pair_count, "parts.pairs")?),
                cast_slice(list(parts.manifolds, parts.pair_count, "parts.manifolds")?),
                cast_slice(list(parts.points, places, "parts.points")?),
                list(parts.surfaces, surface_places, "parts.surfaces")?,
            )?;
            Ok(OctosatCache { cache: manifolds.into() })
        })
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

/// Makes the next call of `octosat_manifolds_cached` begin a new frame. Calling it twice is the same as once.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_next_frame(
    cache: *mut OctosatCache,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe {
        change(cache, error, |cache| {
            cache.next_frame();
            Ok(())
        })
    }
}

/// Computes the contacts of each pair, once per frame. The cache holds the contacts, and `out` receives their list. If
/// the call fails, the cache is unchanged.
///
/// Call `octosat_cache_next_frame` before each frame but the first; otherwise the call fails with
/// `OCTOSAT_FRAME_HAS_CONTACTS`. For several lists of pairs per frame, keep one cache per list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_cached(
    engine: *const OctosatEngine,
    contacts: *const OctosatContacts,
    cache: *mut OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let contacts = crate::manifolds::contacts(contacts)?;
            let cache = &mut exclusive(cache, "cache")?.cache;
            let out = exclusive(out, "out")?;
            *out = OctosatManifoldList::of(engine.manifolds_cached(contacts, cache)?);
            Ok(())
        })
    }
}

/// Returns the contacts of this frame again.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_manifolds(
    cache: *const OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { write_list(cache, out, error, ContactCache::manifolds) }
}

/// Returns the contacts of the last frame. `octosat_cache_fill_predecessors` writes places of this list's points.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_last_manifolds(
    cache: *const OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { write_list(cache, out, error, ContactCache::last_manifolds) }
}

/// Writes the list of one of the two frames of a cache.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn write_list(
    cache: *const OctosatCache,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
    frame: fn(&ContactCache) -> &Manifolds,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let cache = &reference(cache, "cache")?.cache;
            *exclusive(out, "out")? = OctosatManifoldList::of(frame(cache));
            Ok(())
        })
    }
}

/// Makes all pairs of a box new in the next frame. Call it when another body takes the index of the box. The error of a
/// box that was added since the frame can be ignored: it has no pairs yet.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_forget_box(
    cache: *mut OctosatCache,
    side: OctosatSide,
    index: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { change(cache, error, |cache| Ok(cache.forget_box(side_of(side)?, index)?)) }
}

/// Makes a pair new in the next frame. a and b are in the order of the pair list.
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
    // SAFETY: the caller's.
    unsafe {
        change(cache, error, |cache| {
            cache.forget_pair([a, b]);
            Ok(())
        })
    }
}

/// Notes that box `index` was removed, and that box `last`, the last one, has the index `index` now. Call it after
/// `octosat_boxes_swap_remove`, or when a row is removed from lent arrays. `last` may have been added since the frame. The
/// pair (b, a) is another pair than (a, b), so order them by something that a removal does not change, such as ids.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_swap_remove(
    cache: *mut OctosatCache,
    side: OctosatSide,
    index: u32,
    last: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe { change(cache, error, |cache| Ok(cache.swap_remove(side_of(side)?, index, last)?)) }
}

/// Removes all contacts from the cache. The cache keeps its allocated memory.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_clear(
    cache: *mut OctosatCache,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's.
    unsafe {
        change(cache, error, |cache| {
            cache.clear();
            Ok(())
        })
    }
}

/// Changes a cache.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn change(
    cache: *mut OctosatCache,
    error: *mut OctosatError,
    change: impl FnOnce(&mut ContactCache) -> Result<(), Failure>,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe { call(error, || change(&mut exclusive(cache, "cache")?.cache)) }
}

/// Changes the indices of boxes in the cache. Box k gets the index `new_numbers[k]`; `UINT32_MAX` means that the box
/// was removed. Boxes with indices of `count` or more were removed, too.
///
/// The call fails and changes nothing if two boxes get the same index.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cache_renumber_boxes(
    cache: *mut OctosatCache,
    side: OctosatSide,
    new_numbers: *const u32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        change(cache, error, |cache| {
            let new_numbers = list(new_numbers, count, "new_numbers")?;
            Ok(cache.renumber_boxes(side_of(side)?, new_numbers)?)
        })
    }
}
