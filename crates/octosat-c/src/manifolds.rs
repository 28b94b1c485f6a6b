//! Contact manifolds of box pairs.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{ContactPoint, Manifold, Manifolds, SurfacePoints};

use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::{exclusive, reference};
use crate::query::{OctosatQuery, query};

/// The manifold of a pair, without its points: normal, depth, axis and status.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatManifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 3],
    /// Penetration depth along the normal, in meters. Negative if the boxes are separated. NaN if a box is not finite.
    pub depth: f32,
    /// The index of the pair's first point in the list of points.
    pub first: u32,
    /// The number of points of the pair.
    pub len: u8,
    /// The axis of the normal and the depth, numbered as in `OctosatPenetration`.
    pub axis: u8,
    /// One of `OCTOSAT_KIND_...` in the low four bits, and the flags `OCTOSAT_IS_...` in the high four bits.
    pub status: u8,
    /// Always zero.
    pub reserved: u8,
}

/// The mask of the low four bits of a manifold's status, which hold one of `OCTOSAT_KIND_...`.
pub const OCTOSAT_KIND_MASK: u8 = 15;
/// The boxes are farther apart than the margin. There are no points.
pub const OCTOSAT_KIND_SEPARATED: u8 = 0;
/// Contact along a face normal.
pub const OCTOSAT_KIND_FACE: u8 = 1;
/// Contact along the cross product of two edges.
pub const OCTOSAT_KIND_EDGE: u8 = 2;
/// The boxes are separated by at most the margin. There is one contact between their closest points.
pub const OCTOSAT_KIND_CLOSEST: u8 = 3;
/// The boxes overlap, but clipping the faces left no point. There is one contact at the deepest vertex of b.
pub const OCTOSAT_KIND_FALLBACK: u8 = 4;
/// A box is not finite. There are no points.
pub const OCTOSAT_KIND_NOT_FINITE: u8 = 5;
/// With a cache: the pair has the same points in the same order as in the last frame.
pub const OCTOSAT_IS_SAME_POINTS: u8 = 16;
/// With a cache: last frame's axis was kept, although another axis has a slightly larger separation.
pub const OCTOSAT_IS_AXIS_KEPT: u8 = 32;
/// One of the two clipped faces has no area.
pub const OCTOSAT_IS_DEGENERATE: u8 = 64;
/// With a cache: the manifold of an earlier frame was moved with the boxes instead of computed.
pub const OCTOSAT_IS_REUSED: u8 = 128;

/// A contact point.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPoint {
    /// The position half-way between the two surfaces, in meters. Each surface is half the depth away along the normal.
    pub position: [f32; 3],
    /// Penetration depth along the manifold's normal, in meters. Negative if the surfaces are separated here, by at
    /// most the margin.
    pub depth: f32,
    /// The feature id: a number for the vertices or edges that make the point. The number is unique within the pair,
    /// and stays the same from frame to frame as long as these vertices or edges make a point.
    pub feature: u32,
}

/// A contact point on the surface of each box, in the frame of that box, in meters.
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

/// The entry in `OctosatManifoldList::previous` of a contact point that the last frame did not have.
pub const OCTOSAT_NEW_POINT: u32 = u32::MAX;

const _: () = assert!(OCTOSAT_NEW_POINT == octosat::NEW_POINT);

/// The contacts of a list of pairs.
///
/// The arrays belong to a handle: an `OctosatManifolds` or an `OctosatCache`. They are valid until the handle is
/// destroyed, or passed to a function whose parameter is not a pointer to const.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatManifoldList {
    /// One row per pair, in the pairs' order.
    pub manifolds: *const OctosatManifold,
    /// The number of pairs.
    pub pair_count: usize,
    /// The points of all pairs. The points of one pair are adjacent and begin at `OctosatManifold::first`. Without a
    /// cache, points are in the order of the pairs.
    pub points: *const OctosatPoint,
    /// The number of points.
    pub point_count: usize,
    /// For each point the points on the surfaces of both boxes. Null if `OctosatQuery::surfaces` is 0 or there are no
    /// points.
    pub surfaces: *const OctosatSurfacePoints,
    /// With a cache: for each point its place in last frame's list of points, or `OCTOSAT_NEW_POINT`. Null without a
    /// cache, or if there are no points.
    pub previous: *const u32,
}

impl OctosatManifoldList {
    /// The arrays of these manifolds.
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

/// Holds the contacts of the last call of `octosat_manifolds`. Keep the handle: later calls use its memory again.
#[derive(Debug, Default)]
pub struct OctosatManifolds {
    manifolds: Manifolds,
}

/// Creates an empty handle for contacts. Destroy it with `octosat_manifolds_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_manifolds_create() -> *mut OctosatManifolds {
    // SAFETY: no error to write.
    unsafe { create(core::ptr::null_mut(), || Ok(OctosatManifolds::default())) }
}

/// Destroys a handle for contacts. Null has no effect.
///
/// # Safety
/// Neither the handle nor its lists may be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_manifolds_destroy(manifolds: *mut OctosatManifolds) {
    // SAFETY: the caller's.
    unsafe { destroy(manifolds) }
}

/// Computes the contacts of each pair. `manifolds` holds the contacts, and `out` receives their list.
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
