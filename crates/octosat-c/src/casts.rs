//! Casts of box pairs: boxes that move without turning. Also the question that casts of other shapes are asked by.

use octosat::{Casts, Motions};
use octosat_rows::Cast;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::moved::GivenMotions;
use crate::query::{OctosatQuery, query};
use crate::settings::{Settings, defaults, settings};
#[cfg(feature = "shapes")]
use crate::shapes::OctosatShapeQuery;
#[cfg(not(feature = "shapes"))]
use core::ffi::c_void as OctosatShapeQuery;

/// The question when shapes that move touch. Begin with `OCTOSAT_CASTS_DEFAULTS`, and set either `query` or
/// `shape_query`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCasts {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: one displacement per pair: how far b moves as seen from a; minus the motion of a if only a moves. 1: one per
    /// box or shape: how far it moves. 2: one for all pairs: how far every b moves as seen from a.
    pub per_box: u32,
    /// The boxes at the start, and the pairs, for `octosat_casts`; else null.
    pub query: *const OctosatQuery,
    /// The displacements x, y, z in meters, world coordinates: of the pairs, of the boxes a, or of all pairs.
    pub motions: *const [f32; 3],
    /// How many there are.
    pub motion_count: usize,
    /// The displacements of the boxes b or of the shapes if `per_box` is 1 and there are two lists; else null.
    pub motions_of_b: *const [f32; 3],
    /// How many there are.
    pub motion_count_of_b: usize,
    /// 1: poses at the times are rounded to `float`, so hits leave room for it; else 0.
    pub stored_poses: u32,
    /// Zero.
    pub reserved: u32,
    /// The first shapes at the start, and the pairs, for `octosat_sphere_casts` and `octosat_capsule_casts`; else null.
    pub shape_query: *const OctosatShapeQuery,
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

const _: () = {
    let size = OctosatCasts::FIRST_BYTES + 8 + size_of::<usize>();
    assert!(size_of::<OctosatCasts>() == size);
};

impl OctosatCasts {
    /// The displacements of the caller.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    pub(crate) unsafe fn motions<'a>(&self) -> Result<Motions<'a>, Failure> {
        let given = GivenMotions {
            name: "casts",
            per_box: self.per_box,
            motions: (self.motions, self.motion_count),
            motions_of_b: (self.motions_of_b, self.motion_count_of_b),
        };
        // SAFETY: the caller's.
        unsafe { given.read() }
    }

    /// Whether poses at the times are rounded.
    pub(crate) fn stored_poses(&self) -> Result<bool, Failure> {
        match (self.stored_poses, self.reserved) {
            (stored_poses @ 0..=1, 0) => Ok(stored_poses == 1),
            (0..=1, other) => Err(Failure::setting("casts.reserved", other, "0")),
            (other, _) => Err(Failure::setting("casts.stored_poses", other, "0 or 1")),
        }
    }
}

/// Computes when the boxes of each pair touch while they move along straight lines without turning. `count` must be the
/// number of pairs. The query takes `grown`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_casts(
    engine: *const OctosatEngine,
    casts: *const OctosatCasts,
    out: *mut Cast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let casts = settings(casts, "casts")?;
            if !casts.shape_query.is_null() {
                let text =
                    "casts.shape_query is for casts of spheres and capsules, and must be null";
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
            }
            let query = query(casts.query)?;
            let question = Casts::new(query, casts.motions()?);
            Ok((question.stored_poses(casts.stored_poses()?), query.pairs().len()))
        };
        answer.fill(read, |engine, casts, out| Ok(engine.casts(casts, out)?))
    }
}
