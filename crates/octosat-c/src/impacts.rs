//! Times of impact of box pairs that move and turn.

use octosat::{Ends, ImpactOptions};
use octosat_rows::Impact;

use crate::answer::Answer;
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::reference;
use crate::query::OctosatQuery;
use crate::settings::{Settings, defaults, settings};

/// How closely impacts are found. Begin with `OCTOSAT_IMPACT_OPTIONS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatImpactOptions {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How far apart boxes may be at a hit, as a part of the least half extent of both. Default: 0.01.
    pub tolerance: f32,
    /// The most times at which a pair is looked at, at least one. Default: 64.
    pub rounds: u32,
}

impl Default for OctosatImpactOptions {
    fn default() -> Self {
        let ImpactOptions { tolerance, rounds } = ImpactOptions::default();
        Self { tolerance, rounds, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatImpactOptions {
    const NAME: &str = "OctosatImpactOptions";
    const DEFAULTS: &str = "OCTOSAT_IMPACT_OPTIONS_DEFAULTS";
    const FIRST_BYTES: usize = 12;
}

const _: () = assert!(size_of::<OctosatImpactOptions>() == OctosatImpactOptions::FIRST_BYTES);

impl OctosatImpactOptions {
    fn to_options(self) -> ImpactOptions {
        let Self { tolerance, rounds, .. } = self;
        ImpactOptions { tolerance, rounds }
    }
}

/// Computes until when the boxes of each pair are apart during a step. The boxes of the query are those at its start.
/// `ends` are the same boxes, by the same numbers, at its end, and `other_ends` those of `query.others`; null: the others
/// rest. Centers move along straight lines, and rotations are the
/// normalized linear interpolation by the shorter way. `options` may be null. `count` must be the number of pairs.
///
/// A box of a pair that has other half extents at the end is an error with the number of the box.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_impacts(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    ends: *const OctosatBoxes,
    other_ends: *const OctosatBoxes,
    options: *const OctosatImpactOptions,
    out: *mut Impact,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            let of_a = reference(ends, "ends")?.view();
            let others = settings(asked, "query")?.others;
            let of_b = if other_ends.is_null() { others } else { other_ends }.as_ref();
            let ends: Ends<'_> = match of_b {
                Some(of_b) => [of_a, of_b.view()].into(),
                None => of_a.into(),
            };
            let options = match options.is_null() {
                true => ImpactOptions::default(),
                false => settings(options, "options")?.to_options(),
            };
            Ok(engine.impacts(query, ends, options, out)?)
        })
    }
}
