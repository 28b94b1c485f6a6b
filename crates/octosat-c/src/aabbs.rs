//! AABBs of boxes, and boxes against AABBs.

use bytemuck::{Pod, Zeroable};
use octosat::{AxisAlignedBox, Error};

use crate::answer::{Answer, write_rows};
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::reference;
use crate::shapes::{Given, OctosatShapeQuery, overlaps};

/// A world-space axis-aligned bounding box (AABB), in meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatAabb {
    /// The smallest coordinates.
    pub min: [f32; 3],
    /// The largest coordinates.
    pub max: [f32; 3],
}

/// A list of AABBs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatAabbs {
    /// The first one.
    pub data: *const OctosatAabb,
    /// How many there are.
    pub count: usize,
}

const _: () = assert!(size_of::<OctosatAabb>() == 24);

impl Given for OctosatAabb {
    type Shape = AxisAlignedBox;

    fn make(&self) -> Result<AxisAlignedBox, Error> {
        AxisAlignedBox::new(self.min, self.max)
    }
}

/// Computes the AABB of each box. It contains every point of the box, despite rounding. `count` must be the number of
/// boxes. If a lent, unchecked box is not finite, its AABB is NaN.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_aabbs(
    engine: *const OctosatEngine,
    boxes: *const OctosatBoxes,
    out: *mut OctosatAabb,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        let read = || reference(boxes, "boxes")?.view().map(|boxes| (boxes, boxes.len()));
        answer.fill(read, |engine, boxes, out| {
            let ask = |bounds: &mut [AxisAlignedBox]| Ok(engine.aabbs(boxes, bounds)?);
            write_rows(out, ask, |row| OctosatAabb { min: row.min(), max: row.max() })
        })
    }
}

/// Tests each box and AABB for overlap. A byte of `out` is 1 if they share a point or are within, and 0
/// otherwise. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_aabb_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    aabbs: OctosatAabbs,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_shapes(asked, (aabbs.data, aabbs.count), overlaps) }
}
