//! Boxes and round shapes against rays and segments, and the closest points of segments.

use bytemuck::{Pod, Zeroable};
use octosat::{Error, Query, Ray, Segment};
use octosat_rows::{ClosestPoints, RayHit};

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::query::{self, OctosatPair};
use crate::shapes::{Given, OctosatShapeQuery, shapes};

/// A ray: the points `origin + t * direction` with t at least 0.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRay {
    /// The start of the ray, in meters, world coordinates.
    pub origin: [f32; 3],
    /// The direction. It need not have unit length, but must not be almost zero.
    pub direction: [f32; 3],
}

/// A list of rays.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatRays {
    /// The first one.
    pub data: *const OctosatRay,
    /// How many there are.
    pub count: usize,
}

/// A segment: the points between two ends, both included.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatSegment {
    /// The end with the parameter 0, in meters, world coordinates.
    pub start: [f32; 3],
    /// The end with the parameter 1. It may be the start.
    pub end: [f32; 3],
}

/// A list of segments.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatSegments {
    /// The first one.
    pub data: *const OctosatSegment,
    /// How many there are.
    pub count: usize,
}

impl Given for OctosatRay {
    type Shape = Ray;

    fn make(&self) -> Result<Ray, Error> {
        Ray::new(self.origin, self.direction)
    }
}

impl Given for OctosatSegment {
    type Shape = Segment;

    fn make(&self) -> Result<Segment, Error> {
        Segment::new(self.start, self.end)
    }
}

const _: () = assert!(size_of::<OctosatRay>() == 24 && size_of::<OctosatSegment>() == 24);

/// Computes where rays enter and leave boxes, spheres or capsules. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_hits(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    rays: OctosatRays,
    out: *mut RayHit,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (rays.data, rays.count), |question, engine, out| {
            Ok(question.hits(engine, out)?)
        })
    }
}

/// Computes where segments enter and leave boxes, spheres or capsules. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_segment_hits(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    segments: OctosatSegments,
    out: *mut RayHit,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (segments.data, segments.count), |question, engine, out| {
            Ok(question.hits(engine, out)?)
        })
    }
}

/// Finds the closest points of pairs of segments. Row p is about segment `pairs[p].a` of `a` and segment `pairs[p].b` of
/// `b`, which may be the same list. `count` must be the number of pairs.
///
/// Parallel segments have many closest points; the result is then for the start of the first segment, if the foot of the
/// perpendicular from there lies on the second one, and otherwise for an end of the second one.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_closest_points(
    engine: *const OctosatEngine,
    a: OctosatSegments,
    b: OctosatSegments,
    pairs: *const OctosatPair,
    pair_count: usize,
    out: *mut ClosestPoints,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let [a, b] = [shapes((a.data, a.count))?, shapes((b.data, b.count))?];
            Ok(((a, b, query::pairs(pairs, pair_count)?), pair_count))
        };
        answer.fill(read, |engine, (a, b, pairs), out| {
            Ok(engine.closest_points(Query::new((&a, &b), pairs), out)?)
        })
    }
}
