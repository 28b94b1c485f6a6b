//! Times of impact of box pairs that move and turn.

use octosat::Impacts;
use octosat_rows::Impact;

use crate::answer::Answer;
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::moved::ends;
use crate::query::{OctosatQuery, query};
use crate::settings::{Settings, defaults, settings};

/// The question until when boxes that move and turn are apart. Begin with `OCTOSAT_IMPACTS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatImpacts {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How far apart boxes may be at a hit, as a part of the least half extent of both, at least zero. The default is
    /// 0.01.
    pub tolerance: f32,
    /// The most times at which a pair is looked at, at least one. The default is 64.
    pub rounds: u32,
    /// Always zero.
    pub reserved: u32,
    /// The boxes at the start of the step, and the pairs.
    pub query: *const OctosatQuery,
    /// The same boxes, by the same indices, at the end of the step: those of the only list, or the boxes a.
    pub ends: *const OctosatBoxes,
    /// The boxes b at the end of the step if the query has two lists. Null: they rest.
    pub ends_of_b: *const OctosatBoxes,
}

impl Default for OctosatImpacts {
    fn default() -> Self {
        Self { tolerance: 0.01, rounds: 64, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatImpacts {
    const NAME: &str = "OctosatImpacts";
    const DEFAULTS: &str = "OCTOSAT_IMPACTS_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 3 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatImpacts>() == OctosatImpacts::FIRST_BYTES);

/// Converts the question of a caller.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn impacts<'a>(given: &OctosatImpacts) -> Result<(Impacts<'a>, usize), Failure> {
    if given.reserved != 0 {
        return Err(Failure::setting("impacts.reserved", given.reserved, "0"));
    }
    // SAFETY: the caller's, here and below.
    unsafe {
        let query = query(given.query)?;
        let others = settings(given.query, "query")?.others;
        let ends = ends("impacts.ends", [given.ends, given.ends_of_b], others)?;
        let impacts = Impacts::new(query, ends).tolerance(given.tolerance).rounds(given.rounds);
        Ok((impacts, query.pairs().len()))
    }
}

/// Computes until when the boxes of each pair are apart during a step. Centers move along straight lines, and rotations
/// are the normalized linear interpolation by the shorter way. `count` must be the number of pairs.
///
/// A box of a pair that has other half extents at the end is an error with the index of the box.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_impacts(
    engine: *const OctosatEngine,
    impacts: *const OctosatImpacts,
    out: *mut Impact,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || self::impacts(&settings(impacts, "impacts")?);
        answer.fill(read, |engine, impacts, out| Ok(engine.impacts(impacts, out)?))
    }
}
