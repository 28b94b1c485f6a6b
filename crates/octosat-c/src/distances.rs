//! Signed distances of box pairs.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::Distance;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// The boxes share no point.
pub const OCTOSAT_DISTANCE_APART: u8 = 0;
/// The boxes share a point.
pub const OCTOSAT_DISTANCE_OVERLAPPING: u8 = 1;
/// A face separates the boxes by more than `within`; the distance is this gap, and point and direction are zero.
pub const OCTOSAT_DISTANCE_BEYOND: u8 = 2;
/// A box is not finite.
pub const OCTOSAT_DISTANCE_NON_FINITE: u8 = 255;

/// How far two boxes are apart or how deep they overlap, and the points that show it. The point of box b is `on_a` +
/// `distance` · `direction`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatDistance {
    /// The closest point of box a, or its deepest point in box b, world coordinates.
    pub on_a: [f32; 3],
    /// The signed distance in meters: negative for overlap. NaN: a box is not finite.
    pub distance: f32,
    /// Unit direction from a to b, world coordinates, or zero.
    pub direction: [f32; 3],
    /// `OCTOSAT_DISTANCE_APART`, `OCTOSAT_DISTANCE_OVERLAPPING`, `OCTOSAT_DISTANCE_BEYOND` or
    /// `OCTOSAT_DISTANCE_NON_FINITE`.
    pub state: u8,
    /// Always zero.
    pub reserved: [u8; 3],
}

const _: () = {
    assert!(size_of::<OctosatDistance>() == size_of::<Distance>());
    assert!(align_of::<OctosatDistance>() == align_of::<Distance>());
    assert!(offset_of!(OctosatDistance, on_a) == offset_of!(Distance, on_a));
    assert!(offset_of!(OctosatDistance, distance) == offset_of!(Distance, distance));
    assert!(offset_of!(OctosatDistance, direction) == offset_of!(Distance, direction));
    assert!(offset_of!(OctosatDistance, state) == offset_of!(Distance, state));
};

/// Computes the signed distance of each pair, with a point of both boxes. `count` must be the number of pairs. `within`
/// is a cut-off: pairs that a face separates by more are only reported as such. Zero for all pairs is none.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_distances(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut OctosatDistance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            let rows: &mut [Distance] = cast_slice_mut(out);
            Ok(engine.distances(query, rows)?)
        })
    }
}
