//! How much pairs of boxes and pairs of rectangles share.

use octosat::Engine;
use octosat_rows::Intersection;
#[cfg(feature = "rectangles")]
use octosat_rows::RectangleIntersection;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::OctosatQuery;
#[cfg(feature = "rectangles")]
use crate::rectangles::OctosatRectangleQuery;

/// Computes the volume that each pair of boxes shares, and the IoU. `count` must be the number of pairs. The query takes no
/// length.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_intersections(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    out: *mut Intersection,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.rows(asked, Engine::intersections) }
}

/// Computes the area that each pair of rectangles shares, and the IoU. `count` must be the number of pairs. The query takes no
/// length.
///
/// # Safety
/// Pointers must be null or valid.
#[cfg(feature = "rectangles")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_intersections(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleQuery,
    out: *mut RectangleIntersection,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_rectangles(asked, |engine, query, out| Ok(engine.intersections(query, out)?))
    }
}
