//! Contact manifolds of box pairs.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{ContactPoint, Manifold, Manifolds, SurfacePoints};

use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::{exclusive, reference};
use crate::query::{OctosatQuery, query};

/// How two boxes touch: the row of a pair.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatManifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 3],
    /// Penetration depth along the normal, in meters; negative: a separation; NaN: a box is not finite.
    pub depth: f32,
    /// Where the pair's points begin in the list of points.
    pub first: u32,
    /// How many points the pair has.
    pub len: u8,
    /// The axis that decided, numbered as in `OctosatPenetration`.
    pub axis: u8,
    /// One of `OCTOSAT_KIND_...` in the low four bits, and `OCTOSAT_IS_...` above.
    pub status: u8,
    /// Zero.
    pub reserved: u8,
}

/// What to take the low four bits of a manifold's status with.
pub const OCTOSAT_KIND_MASK: u8 = 15;
/// The boxes are farther apart than the margin: no points.
pub const OCTOSAT_KIND_SEPARATED: u8 = 0;
/// Contact along a face normal.
pub const OCTOSAT_KIND_FACE: u8 = 1;
/// Contact along the cross product of two edges.
pub const OCTOSAT_KIND_EDGE: u8 = 2;
/// Boxes apart within the margin: one contact between their closest points.
pub const OCTOSAT_KIND_CLOSEST: u8 = 3;
/// Overlapping boxes whose clipped faces left nothing: one contact at the deepest corner of b.
pub const OCTOSAT_KIND_FALLBACK: u8 = 4;
/// A box is not finite: no points.
pub const OCTOSAT_KIND_NOT_FINITE: u8 = 5;
/// With a cache: as many points as in the last frame, each the predecessor of the one at its place.
pub const OCTOSAT_IS_SAME_POINTS: u8 = 16;
/// With a cache: last frame's axis was kept although another is better, within bounds.
pub const OCTOSAT_IS_AXIS_KEPT: u8 = 32;
/// One of the two faces that were clipped has no area.
pub const OCTOSAT_IS_DEGENERATE: u8 = 64;
/// With a cache: the row was taken over from an earlier frame and moved along with the boxes.
pub const OCTOSAT_IS_REUSED: u8 = 128;

/// A contact point.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPoint {
    /// Half-way between the two surfaces, in meters: half the depth along the normal from it lies on each of them.
    pub position: [f32; 3],
    /// Penetration along the manifold's normal, in meters; negative: a gap of at most the margin.
    pub depth: f32,
    /// Which features of the boxes make the point: unique within the pair, the same while they last.
    pub feature: u32,
}

/// A contact on the surface of each box, relative to its center, along its axes, in meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatSurfacePoints {
    /// The point on the surface of a, in a's frame.
    pub on_a: [f32; 3],
    /// The point on the surface of b, in b's frame.
    pub on_b: [f32; 3],
}

const _: () = {
    assert!(size_of::<OctosatManifold>() == size_of::<Manifold>());
    assert!(offset_of!(OctosatManifold, depth) == offset_of!(Manifold, depth));
    assert!(offset_of!(OctosatManifold, first) == offset_of!(Manifold, first));
    assert!(offset_of!(OctosatManifold, len) == offset_of!(Manifold, len));
    assert!(offset_of!(OctosatManifold, axis) == offset_of!(Manifold, axis));
    assert!(offset_of!(OctosatManifold, reserved) == offset_of!(Manifold, reserved));
    assert!(size_of::<OctosatPoint>() == size_of::<ContactPoint>());
    assert!(offset_of!(OctosatPoint, depth) == offset_of!(ContactPoint, depth));
    assert!(offset_of!(OctosatPoint, feature) == offset_of!(ContactPoint, feature));
    assert!(size_of::<OctosatSurfacePoints>() == size_of::<SurfacePoints>());
    assert!(offset_of!(OctosatSurfacePoints, on_b) == offset_of!(SurfacePoints, on_b));
};

/// Stands for a contact point that was not there in the last frame: past the end of every list.
pub const OCTOSAT_NEW_POINT: u32 = u32::MAX;

const _: () = assert!(OCTOSAT_NEW_POINT == octosat::NEW_POINT);

/// The contacts of a list of pairs, lent by the handle that holds them: valid until that handle is destroyed or passed
/// to a function that may change it, one that takes it without const.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatManifoldList {
    /// One row per pair, in the pairs' order.
    pub manifolds: *const OctosatManifold,
    /// The number of pairs.
    pub pair_count: usize,
    /// The points of all pairs, those of a pair one behind the other: see `OctosatManifold::first`. Without a cache,
    /// in the pairs' order.
    pub points: *const OctosatPoint,
    /// The number of points.
    pub point_count: usize,
    /// The same points on the boxes; null if the query did not ask for them, or if there are no points.
    pub surfaces: *const OctosatSurfacePoints,
    /// With a cache, for each point its place in last frame's list of points, or `OCTOSAT_NEW_POINT`; null without a
    /// cache, or if there are no points.
    pub previous: *const u32,
}

impl OctosatManifoldList {
    /// The lists of some contacts.
    pub(crate) fn of(manifolds: &Manifolds) -> Self {
        let (rows, points) = (manifolds.manifolds(), manifolds.points());
        let (surfaces, previous) = (manifolds.surfaces(), manifolds.previous());
        let [no_surfaces, no_previous] = [surfaces.is_empty(), previous.is_empty()];
        Self {
            manifolds: cast_slice::<_, OctosatManifold>(rows).as_ptr(),
            pair_count: rows.len(),
            points: cast_slice::<_, OctosatPoint>(points).as_ptr(),
            point_count: points.len(),
            surfaces: if no_surfaces {
                core::ptr::null()
            } else {
                cast_slice::<_, OctosatSurfacePoints>(surfaces).as_ptr()
            },
            previous: if no_previous { core::ptr::null() } else { previous.as_ptr() },
        }
    }
}

/// Holds the contacts of the last call that it was passed to. Keep it: later calls use its memory again.
#[derive(Debug, Default)]
pub struct OctosatManifolds {
    manifolds: Manifolds,
}

/// Makes a place for contacts; destroy it with `octosat_manifolds_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_manifolds_create() -> *mut OctosatManifolds {
    // SAFETY: no error to write.
    unsafe { create(core::ptr::null_mut(), || Ok(OctosatManifolds::default())) }
}

/// Destroys contacts. Null is nothing to destroy.
///
/// # Safety
/// The handle must not be used again, nor the lists that it lent.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_destroy(manifolds: *mut OctosatManifolds) {
    // SAFETY: the caller's.
    unsafe { destroy(manifolds) }
}

/// Finds the contacts of each pair. `manifolds` holds them, and `out` gets their list.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    manifolds: *mut OctosatManifolds,
    out: *mut OctosatManifoldList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let query = query(asked)?;
            let manifolds = &mut exclusive(manifolds, "manifolds")?.manifolds;
            let out = exclusive(out, "out")?;
            engine.manifolds(query, manifolds)?;
            *out = OctosatManifoldList::of(manifolds);
            Ok(())
        })
    }
}
