//! Overlap and penetration of box pairs.

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use core::mem::offset_of;
use octosat::Penetration;

use crate::answer::{Answer, write_bools};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;

/// The penetration of two boxes, or a lower bound of their distance if they are separated.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPenetration {
    /// Unit direction from a to b, world coordinates. Zero if a face separates the boxes by more than `within`.
    pub normal: [f32; 3],
    /// The penetration depth in meters. Positive: moving b by `depth * normal` separates the boxes. Zero: the boxes
    /// touch. Negative: the boxes are at least `-depth` apart. NaN: a box is not finite.
    pub depth: f32,
    /// The axis of the normal: 0 to 2 for the faces of a, 3 to 5 for the faces of b, 6 + 3 * i + j for edge i of a and
    /// edge j of b, 255 if a box is not finite.
    pub axis: u8,
    /// Always zero.
    pub reserved: [u8; 3],
}

const _: () = {
    assert!(size_of::<OctosatPenetration>() == size_of::<Penetration>());
    assert!(align_of::<OctosatPenetration>() == align_of::<Penetration>());
    assert!(offset_of!(OctosatPenetration, normal) == offset_of!(Penetration, normal));
    assert!(offset_of!(OctosatPenetration, depth) == offset_of!(Penetration, depth));
    assert!(offset_of!(OctosatPenetration, axis) == offset_of!(Penetration, axis));
};

/// Tests each pair for overlap. A byte of `out` is 1 if the boxes share a point or are within, and 0
/// otherwise. `count` must be the number of pairs.
///
/// Boxes that touch overlap. The byte is 1 for every pair within, and may be 1 for pairs up to 1.74 times as far apart.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            write_bools(out, |bools| Ok(engine.overlaps(query, bools)?))
        })
    }
}

/// Computes depth, normal and axis of minimum penetration of each pair. `count` must be the number of pairs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_penetrations(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut OctosatPenetration,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_pairs(asked, |engine, query, out| {
            let rows: &mut [Penetration] = cast_slice_mut(out);
            Ok(engine.penetrations(query, rows)?)
        })
    }
}
