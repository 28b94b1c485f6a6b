//! Casts of spheres and capsules.

use octosat::ask::AnyList;
use octosat_rows::ShapeCast;

use crate::answer::Answer;
use crate::capsules::OctosatCapsules;
use crate::casts::OctosatCasts;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::check;
use crate::settings::settings;
use crate::shapes::{Asked, Given};
use crate::spheres::OctosatSpheres;

impl Answer<ShapeCast> {
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
        for<'a> AnyList<'a>: From<&'a [G::Shape]>,
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
                let moves = (casts.motions()?, casts.stored_poses()?);
                let rows = asked.rows();
                Ok(((asked, moves), rows))
            };
            self.fill(read, |engine, (asked, (motions, stored_poses)), out| {
                Ok(asked.question()?.casts(engine, motions, stored_poses, out)?)
            })
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
    out: *mut ShapeCast,
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
    out: *mut ShapeCast,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_casts(casts, (capsules.data, capsules.count)) }
}
