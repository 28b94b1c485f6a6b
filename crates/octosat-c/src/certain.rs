//! Results about box pairs that no rounding makes wrong.

use bytemuck::cast_slice_mut;
use octosat::Verdict;

use crate::call::call;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::{output, reference};
use crate::query::{OctosatQuery, query};

/// The boxes are too close to touching for the precision of floats, or a box is not finite.
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
/// Overlapping and separated are theorems about the boxes as they are stored. With a margin, the boxes are those with half
/// extents that are longer by half of it.
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
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let query = query(asked)?;
            let out: &mut [Verdict] = cast_slice_mut(output(out, count, query.pairs().len())?);
            Ok(engine.verdicts(query, out)?)
        })
    }
}

/// Writes a length in meters per pair that the distance of its boxes is certainly not less than. `count` must be the
/// number of pairs.
///
/// It is at most minus the depth if the boxes overlap, and NaN if a box is not finite. A margin is as for
/// `octosat_verdicts`.
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
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let query = query(asked)?;
            let out = output(out, count, query.pairs().len())?;
            Ok(engine.clearances(query, out)?)
        })
    }
}
