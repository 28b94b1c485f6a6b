//! Casts of box pairs: boxes that move without turning.

use octosat::{Casts, Motions};
use octosat_rows::Cast;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::moved::GivenMotions;
use crate::query::{OctosatQuery, query};
use crate::settings::{Settings, defaults, settings};

/// The question when boxes that move touch. Begin with `OCTOSAT_CASTS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCasts {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: one displacement per pair: how far box b moves as seen from box a; minus the motion of a if only a moves.
    /// 1: one per box: how far the box moves.
    pub per_box: u32,
    /// The boxes at the start, and the pairs.
    pub query: *const OctosatQuery,
    /// The displacements x, y, z in meters, world coordinates: of the pairs, or of the boxes a.
    pub motions: *const [f32; 3],
    /// How many there are.
    pub motion_count: usize,
    /// The displacements of the boxes b if the query has two lists and `per_box` is 1; else null.
    pub motions_of_b: *const [f32; 3],
    /// How many there are.
    pub motion_count_of_b: usize,
    /// 1: poses at the times are rounded to `float`, so hits leave room for it; else 0.
    pub stored_poses: u32,
    /// Zero.
    pub reserved: u32,
}

impl Default for OctosatCasts {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatCasts {
    const NAME: &str = "OctosatCasts";
    const DEFAULTS: &str = "OCTOSAT_CASTS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 5 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatCasts>() == OctosatCasts::FIRST_BYTES + 8);

/// The displacements of a caller.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn motions<'a>(given: &OctosatCasts) -> Result<Motions<'a>, Failure> {
    let given = GivenMotions {
        name: "casts",
        per_box: given.per_box,
        motions: (given.motions, given.motion_count),
        motions_of_b: (given.motions_of_b, given.motion_count_of_b),
    };
    // SAFETY: the caller's.
    unsafe { given.read() }
}

/// Whether poses at the times are rounded.
fn stored_poses(given: &OctosatCasts) -> Result<bool, Failure> {
    match (given.stored_poses, given.reserved) {
        (stored_poses @ 0..=1, 0) => Ok(stored_poses == 1),
        (0..=1, other) => Err(Failure::setting("casts.reserved", other, "0")),
        (other, _) => Err(Failure::setting("casts.stored_poses", other, "0 or 1")),
    }
}

/// Computes when the boxes of each pair touch while they move along straight lines without turning. `count` must be the
/// number of pairs. The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_casts(
    engine: *const OctosatEngine,
    casts: *const OctosatCasts,
    out: *mut Cast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let casts = settings(casts, "casts")?;
            let query = query(casts.query)?;
            let question = Casts::new(query, motions(&casts)?);
            Ok((question.stored_poses(stored_poses(&casts)?), query.pairs().len()))
        };
        answer.fill(read, |engine, casts, out| Ok(engine.casts(casts, out)?))
    }
}
