//! Overlap and penetration of box pairs.

use octosat_rows::Penetration;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// Tests each pair for overlap. A byte of `out` is 1 if the boxes share a point or are within, and 0
/// otherwise. `count` must be the number of pairs.
///
/// Boxes that touch overlap. The byte is 1 for every pair within, and may be 1 for pairs up to 1.74 times as far apart.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.bools(asked, |engine, query, out| engine.overlaps(query, out)) }
}

/// Computes depth, normal and axis of minimum penetration of each pair. `count` must be the number of pairs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_penetrations(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut Penetration,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.rows(asked, |engine, query, out| engine.penetrations(query, out)) }
}
