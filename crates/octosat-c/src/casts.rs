//! Casts of box pairs: boxes that move without turning.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::{Cast, Casts, Motions};

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::{list, optional_list};
use crate::query::{OctosatQuery, query};
use crate::settings::{Settings, defaults, settings};

/// The boxes do not touch; or they touch at the start, and move apart, slide along each other or rest.
pub const OCTOSAT_CAST_FREE: u8 = 0;
/// The boxes touch during the step.
pub const OCTOSAT_CAST_HIT: u8 = 1;
/// The boxes overlap at the start of the step.
pub const OCTOSAT_CAST_OVERLAPPING: u8 = 2;
/// A box is not finite.
pub const OCTOSAT_CAST_NON_FINITE: u8 = 255;

/// When two boxes that move without turning touch. Times are parts of the step: 0 is its start and 1 its end.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatCast {
    /// When the boxes touch first; never late. Free: 1. Overlapping at the start: since when, at most 0. NaN: a box is
    /// not finite.
    pub time: f32,
    /// When the boxes are apart again; never early, but after the end of the step if they hit after its start. Free: 1.
    pub leave: f32,
    /// The last axis along which the boxes come together, numbered as in `OctosatPenetration`.
    pub axis: u8,
    /// `OCTOSAT_CAST_FREE`, `OCTOSAT_CAST_HIT`, `OCTOSAT_CAST_OVERLAPPING` or `OCTOSAT_CAST_NON_FINITE`.
    pub state: u8,
    /// Always zero.
    pub reserved: [u8; 2],
}

const _: () = {
    assert!(size_of::<OctosatCast>() == size_of::<Cast>());
    assert!(align_of::<OctosatCast>() == align_of::<Cast>());
    assert!(offset_of!(OctosatCast, time) == offset_of!(Cast, time));
    assert!(offset_of!(OctosatCast, leave) == offset_of!(Cast, leave));
    assert!(offset_of!(OctosatCast, axis) == offset_of!(Cast, axis));
    assert!(offset_of!(OctosatCast, state) == offset_of!(Cast, state));
};

/// The question when boxes that move touch. Begin with `OCTOSAT_CASTS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCasts {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: one displacement per pair: how far box b moves as seen from box a. 1: one per box: how far the box moves.
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

const _: () = assert!(size_of::<OctosatCasts>() == OctosatCasts::FIRST_BYTES);

/// The displacements of a caller.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn motions<'a>(given: &OctosatCasts) -> Result<Motions<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    let of_a = unsafe { list(given.motions, given.motion_count, "casts.motions") }?;
    let len = given.motion_count_of_b;
    // SAFETY: as above.
    let of_b = unsafe { optional_list(given.motions_of_b, len, "casts.motions_of_b") }?;
    match (given.per_box, of_b) {
        (0, None) => Ok(Motions::per_pair(of_a)),
        (1, None) => Ok(Motions::per_box(of_a)),
        (1, Some(of_b)) => Ok(Motions::per_box([of_a, of_b])),
        (0, Some(_)) => {
            let text = "casts.motions_of_b is for displacements per box, and casts.per_box is 0";
            Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
        }
        (other, _) => Err(Failure::setting("casts.per_box", other, "0 or 1")),
    }
}

/// Computes when the boxes of each pair touch while they move along straight lines without turning. `count` must be the
/// number of pairs. With a margin, both boxes are grown by half of it on every side.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_casts(
    engine: *const OctosatEngine,
    casts: *const OctosatCasts,
    out: *mut OctosatCast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let casts = settings(casts, "casts")?;
            let query = query(casts.query)?;
            Ok((Casts::new(query, motions(&casts)?), query.pairs().len()))
        };
        answer.fill(read, |engine, casts, out| {
            let rows: &mut [Cast] = cast_slice_mut(out);
            Ok(engine.casts(casts, rows)?)
        })
    }
}
