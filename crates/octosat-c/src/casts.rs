//! Casts of box pairs: boxes that move without turning.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::{Cast, Motions};

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{list, reference};
use crate::query::OctosatQuery;

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

/// How far boxes move during a step, in meters, world coordinates.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatMotions {
    /// The displacements x, y, z, one after the other.
    pub data: *const [f32; 3],
    /// How many there are.
    pub count: usize,
    /// 0: one per pair: how far box b moves as seen from box a. 1: one per box: how far the box moves.
    pub per_box: u32,
}

/// Computes when the boxes of each pair touch while they move along straight lines without turning. `count` must be the
/// number of pairs. The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_casts(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    motions: *const OctosatMotions,
    out: *mut OctosatCast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            let motions = reference(motions, "motions")?;
            let displacements = list(motions.data, motions.count, "motions.data")?;
            let motions = match motions.per_box {
                0 => Motions::PerPair(displacements),
                1 => Motions::PerBox(displacements),
                other => return Err(Failure::setting("motions.per_box", other, "0 or 1")),
            };
            let rows: &mut [Cast] = cast_slice_mut(out);
            Ok(engine.casts(query, motions, rows)?)
        })
    }
}
