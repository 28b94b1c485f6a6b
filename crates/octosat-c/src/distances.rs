//! Signed distances of box pairs.

use octosat::Engine;
use octosat_rows::Distance;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// Computes the signed distance of each pair, with a point of both boxes. `count` must be the number of pairs. `within`
/// is a cut-off: pairs that a face separates by more are only reported as such. Zero for all pairs is none.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_distances(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut Distance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.rows(asked, Engine::distances) }
}
