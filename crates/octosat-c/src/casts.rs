//! Casts of box pairs: boxes that move without turning.

use octosat::Motions;
use octosat_rows::Cast;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{list, reference};
use crate::query::OctosatQuery;

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
/// number of pairs. With a margin, both boxes are grown by half of it on every side.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_casts(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    motions: *const OctosatMotions,
    out: *mut Cast,
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
            Ok(engine.casts(query, motions, out)?)
        })
    }
}
