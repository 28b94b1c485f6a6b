//! Times of impact of box pairs that move and turn.

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use core::mem::offset_of;
use octosat::{Ends, Impact, ImpactOptions};

use crate::answer::Answer;
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::reference;
use crate::query::OctosatQuery;
use crate::settings::{Settings, defaults, settings};

/// What is known at the time of an `OctosatImpact`.
pub type OctosatImpactState = u8;

/// The boxes are apart for the whole step.
pub const OCTOSAT_IMPACT_FREE: OctosatImpactState = 0;
/// The boxes are within the tolerance.
pub const OCTOSAT_IMPACT_HIT: OctosatImpactState = 1;
/// No axis separates the boxes at the start of the step by more than rounding.
pub const OCTOSAT_IMPACT_TOUCHING: OctosatImpactState = 2;
/// The rounds were used up: the boxes are apart until the time.
pub const OCTOSAT_IMPACT_FREE_UNTIL: OctosatImpactState = 3;
/// A box is not finite.
pub const OCTOSAT_IMPACT_NON_FINITE: OctosatImpactState = 255;

/// Until when two boxes are apart that move and turn during a step.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatImpact {
    /// Until when the boxes share no point, as a part of the step from 0 to 1; never late. NaN: a box is not finite.
    pub time: f32,
    /// The axis that was the last to prove it, numbered as in `OctosatPenetration`.
    pub axis: u8,
    /// What is known at the time.
    pub state: OctosatImpactState,
    /// Always zero.
    pub reserved: [u8; 2],
}

const _: () = {
    assert!(size_of::<OctosatImpact>() == size_of::<Impact>());
    assert!(align_of::<OctosatImpact>() == align_of::<Impact>());
    assert!(offset_of!(OctosatImpact, time) == offset_of!(Impact, time));
    assert!(offset_of!(OctosatImpact, axis) == offset_of!(Impact, axis));
    assert!(offset_of!(OctosatImpact, state) == offset_of!(Impact, state));
};

/// How closely impacts are found. Begin with `OCTOSAT_IMPACT_OPTIONS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatImpactOptions {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How far apart boxes may be at a hit, as a part of the least half extent of both. Zero: the default, 0.01.
    pub tolerance: f32,
    /// The most times at which a pair is looked at. Zero: the default, 64.
    pub rounds: u32,
}

impl Default for OctosatImpactOptions {
    fn default() -> Self {
        defaults()
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
        let mut options = ImpactOptions::default();
        if self.tolerance != 0.0 {
            options.tolerance = self.tolerance;
        }
        if self.rounds > 0 {
            options.rounds = self.rounds;
        }
        options
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
    out: *mut OctosatImpact,
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
            let rows: &mut [Impact] = cast_slice_mut(out);
            Ok(engine.impacts(query, ends, options, rows)?)
        })
    }
}
