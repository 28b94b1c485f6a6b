//! The query which points are a robot's own.

use octosat::{Column, Engine, OwnPoints};

use crate::answer::{Answer, write_bools};
use crate::column::{OCTOSAT_F32X3, OctosatColumn, Rows};
use crate::configurations::{OctosatConfigurations, configurations};
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::settings::{Settings, defaults, settings};

/// Points of a camera, and a configuration of a chain. Begin with `OCTOSAT_OWN_POINTS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatOwnPoints {
    /// The size of this structure in bytes.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The configuration: one. Points within its padding are own ones. Its world and its pairs of links do not count.
    pub configuration: *const OctosatConfigurations,
    /// The points in the world: three floats each.
    pub points: *const f32,
    /// The number of bytes from one point to the next, a multiple of 4; 0 means 12.
    pub stride: usize,
    /// The number of points.
    pub point_count: usize,
}

impl Default for OctosatOwnPoints {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatOwnPoints {
    const NAME: &str = "OctosatOwnPoints";
    const DEFAULTS: &str = "OCTOSAT_OWN_POINTS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 4 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatOwnPoints>() == OctosatOwnPoints::FIRST_BYTES);

/// Reads a question.
///
/// # Safety
/// Pointers must be null or valid for `'a`.
unsafe fn own_points<'a>(given: *const OctosatOwnPoints) -> Result<OwnPoints<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    unsafe {
        let given = settings(given, "asked")?;
        let configuration = configurations(given.configuration)?;
        let column = OctosatColumn {
            data: given.points.cast(),
            stride: given.stride,
            format: OCTOSAT_F32X3,
        };
        let rows = Rows::of_vectors::<3>(column, given.point_count, "asked.points")?;
        let points: Column<'a, 3> = rows.lend("asked.points").map_err(|_| {
            let text = "asked.points must be floats, at a stride of a multiple of 4 bytes";
            Failure::new(OCTOSAT_BAD_ARGUMENT, text)
        })?;
        if given.reserved != 0 {
            return Err(Failure::setting("asked.reserved", given.reserved, "0"));
        }
        Ok(OwnPoints::new(configuration, points))
    }
}

/// Tests which points are on the chain itself, or within a padding of it. A byte of `out` is 1 for such a point. One of
/// which it is 0 is certainly farther than the padding from every solid of the chain. `count` must be the number of points.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_chain_own_points(
    engine: *const OctosatEngine,
    asked: *const OctosatOwnPoints,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    let ask = |engine: &Engine, asked: OwnPoints<'_>, out: &mut [u8]| {
        write_bools(out, |bools| Ok(engine.overlaps(asked, bools)?))
    };
    // SAFETY: the caller's.
    unsafe { answer.fill(|| own_points(asked).map(|of| (of, of.len())), ask) }
}
