//! Casts of spheres and capsules.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast};
use octosat_rows::{CastState, ShapeCast};

use crate::answer::Answer;
use crate::capsules::OctosatCapsules;
use crate::casts::OctosatCasts;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::check;
use crate::settings::settings;
use crate::shapes::{Asked, Given};
use crate::spheres::OctosatSpheres;
use crate::verbs::{AnyVerb, ShapeCasts};

/// When a sphere or capsule b that moves along a straight line touches a shape a, and where.
///
/// Times are parts of the step: 0 is its start and 1 its end. `time` is never late. A shape that only grazes the other,
/// slides, rests or moves apart is free. `time` is 1 for free pairs, 0 for those that overlap at the start, and NaN for
/// non-finite input.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatShapeCast {
    /// Unit direction from a to b at the time of the hit, world coordinates. Zero unless they hit.
    pub normal: [f32; 3],
    /// When the shapes touch first, as a part of the step.
    pub time: f32,
    /// The point of a's surface that b touches, world coordinates: where it is at the start of the step, if a moves. Zero
    /// unless they hit.
    pub point: [f32; 3],
    /// Whether the shapes hit during the step.
    pub state: CastState,
    /// Zero.
    pub reserved: [u8; 3],
}

const _: () = {
    assert!(size_of::<OctosatShapeCast>() == size_of::<ShapeCast>());
    assert!(offset_of!(OctosatShapeCast, time) == offset_of!(ShapeCast, time));
    assert!(offset_of!(OctosatShapeCast, point) == offset_of!(ShapeCast, point));
    assert!(offset_of!(OctosatShapeCast, state) == offset_of!(ShapeCast, state));
};

impl Answer<OctosatShapeCast> {
    /// Runs the casts of a list of shapes.
    ///
    /// # Safety
    /// Pointers must be null or valid, and so must the pointers in the question.
    unsafe fn fill_casts<G: Given>(
        self,
        casts: *const OctosatCasts,
        given: (*const G, usize),
    ) -> OctosatStatus
    where
        for<'a> ShapeCasts<'a, OctosatShapeCast>: AnyVerb<G::Shape, OctosatShapeCast>,
    {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || {
                let casts = settings(casts, "casts")?;
                if !casts.query.is_null() {
                    let text = "casts.query is for casts of boxes, and must be null";
                    return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
                }
                check(casts.shape_query, "casts.shape_query")?;
                let asked = Asked::read(casts.shape_query, given)?;
                let (motions, stored_poses) = (casts.motions()?, casts.stored_poses()?);
                let verb = ShapeCasts { motions, stored_poses, written: |&row| cast(row) };
                let rows = asked.rows();
                Ok(((asked, verb), rows))
            };
            self.fill(read, |engine, (asked, verb), out| asked.ask(engine, verb, out))
        }
    }
}

/// Computes when and where spheres that move along straight lines touch the shapes of `casts.shape_query`. `count` must
/// be the number of rows. The query takes no length: cast a larger or a smaller radius.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_sphere_casts(
    engine: *const OctosatEngine,
    casts: *const OctosatCasts,
    spheres: OctosatSpheres,
    out: *mut OctosatShapeCast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_casts(casts, (spheres.data, spheres.count)) }
}

/// Computes when and where capsules that move along straight lines without turning touch the shapes of
/// `casts.shape_query`. `count` must be the number of rows. The query takes no length: cast a larger or a smaller radius.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_capsule_casts(
    engine: *const OctosatEngine,
    casts: *const OctosatCasts,
    capsules: OctosatCapsules,
    out: *mut OctosatShapeCast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_casts(casts, (capsules.data, capsules.count)) }
}
