//! Results about box pairs that no rounding makes wrong.

use octosat::Engine;
use octosat_rows::Verdict;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// Writes what is certain about each pair. `count` must be the number of
/// pairs.
///
/// Overlapping and separated are theorems about the boxes as they are stored. The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_verdicts(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut Verdict,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.rows(asked, Engine::verdicts) }
}

/// Tests each pair for overlap, without an error. A byte of `out` is 1 if the boxes, as they are stored, share a point, and
/// 0 otherwise. `count` must be the number of pairs.
///
/// Pairs that `octosat_verdicts` leaves undecided are computed in integers, which takes about a hundred times as long.
/// The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[cfg(feature = "exact")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_overlaps_exact(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.bools(asked, |engine, query, out| engine.overlaps_exact(query, out)) }
}

/// Writes a length in meters per pair that the distance of its boxes is certainly not less than. `count` must be the
/// number of pairs.
///
/// It is at most minus the depth if the boxes overlap, and NaN if a box is not finite. The query takes
/// `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_clearances(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.rows(asked, Engine::clearances) }
}
