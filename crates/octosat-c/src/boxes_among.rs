//! Boxes of a list among the obstacles of a world, without a list of pairs.

use octosat::{BoxesAmong, Engine};
use octosat_rows::ChainClearance;

use crate::answer::{Answer, ListAnswer, write_bools};
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::reference;
use crate::query::OctosatPair;
use crate::settings::{Settings, defaults, settings};
use crate::solids::OctosatWorld;

/// Boxes among the obstacles of a world. Begin with `OCTOSAT_BOXES_AMONG_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatBoxesAmong {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The number of boxes of a group, such as those of a configuration. The default is 1.
    pub per_group: u32,
    /// How far boxes and obstacles may be apart in meters and still count, except for least clearances. The default is 0.
    pub within: f32,
    /// By how much least clearances may be less than the least ones, in meters. The default is 0.
    pub tolerance: f32,
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The obstacles.
    pub world: *const OctosatWorld,
}

impl Default for OctosatBoxesAmong {
    fn default() -> Self {
        Self { per_group: 1, ..defaults() }
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatBoxesAmong {
    const NAME: &str = "OctosatBoxesAmong";
    const DEFAULTS: &str = "OCTOSAT_BOXES_AMONG_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 2 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatBoxesAmong>() == OctosatBoxesAmong::FIRST_BYTES);

/// Reads a question, and its number of groups.
///
/// # Safety
/// Pointers must be null or valid for `'a`.
unsafe fn boxes_among<'a>(
    given: *const OctosatBoxesAmong,
) -> Result<(BoxesAmong<'a>, usize), Failure> {
    // SAFETY: the caller's, here and below.
    unsafe {
        let given = settings(given, "asked")?;
        let boxes = reference(given.boxes, "asked.boxes")?.view()?;
        let world = &reference(given.world, "asked.world")?.world;
        let per_group = given.per_group as usize;
        let groups = boxes.len().checked_div(per_group).unwrap_or(0);
        let asked = BoxesAmong::new(boxes, world).in_groups_of(per_group);
        Ok((asked.within(given.within).tolerance(given.tolerance), groups))
    }
}

/// Tests for each group of boxes whether any touches an obstacle, or is within the length. A byte of `out` is 1 if one does,
/// and 0 otherwise. `count` must be the number of groups.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_any_overlap(
    engine: *const OctosatEngine,
    asked: *const OctosatBoxesAmong,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    let ask = |engine: &Engine, asked: BoxesAmong<'_>, out: &mut [u8]| {
        write_bools(out, |bools| Ok(engine.any_overlap(asked, bools)?))
    };
    // SAFETY: the caller's.
    unsafe { answer.fill(|| boxes_among(asked), ask) }
}

/// Computes the least clearance of each group of boxes, and the pair that it is of: `solid` is the number of the box in its
/// group. `count` must be the number of groups.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_least_clearances(
    engine: *const OctosatEngine,
    asked: *const OctosatBoxesAmong,
    out: *mut ChainClearance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        answer.fill(
            || boxes_among(asked),
            |engine, asked, out| Ok(engine.least_clearances(asked, out)?),
        )
    }
}

/// Lists the pairs of a box and an obstacle that may be within the length of each other, in ascending order. `found` gets
/// their number. `out` gets the first ones, as many as `room`; if there are more, ask again with more room.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_near_pairs(
    engine: *const OctosatEngine,
    asked: *const OctosatBoxesAmong,
    out: *mut OctosatPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || boxes_among(asked).map(|(asked, _)| asked);
        let ask =
            |engine: &Engine, asked: BoxesAmong<'_>, out: &mut _| engine.near_pairs(asked, out);
        answer.fill(read, ask)
    }
}
