//! Results about box pairs that no rounding makes wrong.

use bytemuck::cast_slice_mut;
use octosat::Verdict;

use crate::answer::{Answer, write_bools};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// The boxes are too close to touching for the precision of doubles, or a box is not finite.
pub const OCTOSAT_VERDICT_UNDECIDED: u8 = 0;
/// The boxes share a point.
pub const OCTOSAT_VERDICT_OVERLAPPING: u8 = 1;
/// The boxes share no point.
pub const OCTOSAT_VERDICT_SEPARATED: u8 = 2;

const _: () = {
    assert!(size_of::<Verdict>() == 1);
    assert!(OCTOSAT_VERDICT_UNDECIDED == Verdict::UNDECIDED.code());
    assert!(OCTOSAT_VERDICT_OVERLAPPING == Verdict::OVERLAPPING.code());
    assert!(OCTOSAT_VERDICT_SEPARATED == Verdict::SEPARATED.code());
};

/// Writes what is certain about each pair: a byte that is one of `OCTOSAT_VERDICT_...`. `count` must be the number of
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
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            let rows: &mut [Verdict] = cast_slice_mut(out);
            Ok(engine.verdicts(query, rows)?)
        })
    }
}

/// Tests each pair for overlap, without an error. A byte of `out` is 1 if the boxes, as they are stored, share a point, and
/// 0 otherwise. `count` must be the number of pairs.
///
/// Pairs that `octosat_verdicts` leaves undecided are computed in integers, which takes about a hundred times as long.
/// The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
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
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            write_bools(out, |bools| Ok(engine.overlaps_exact(query, bools)?))
        })
    }
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
    unsafe { answer.fill_pairs(asked, |engine, query, out| Ok(engine.clearances(query, out)?)) }
}
