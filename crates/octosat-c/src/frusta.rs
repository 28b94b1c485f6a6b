//! Boxes against frusta, such as the views of cameras.

use bytemuck::{Pod, Zeroable};
use octosat::{BoxView, Containment, DepthRange, Engine, Error, Frustum, PerspectiveView};

use crate::answer::{Answer, write_rows};
use crate::boxes::OctosatBoxes;
use crate::call::{call, create, destroy};
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, list, output, reference};
use crate::shapes::made;

/// A list of frusta: volumes between six planes, such as the views of cameras.
///
/// Create the list with `octosat_frusta_create`, and fill it with one of the functions `octosat_frusta_assign_...`. Planes
/// are in the order left, right, bottom, top, near, far.
#[derive(Debug, Default)]
pub struct OctosatFrusta {
    frusta: Vec<Frustum>,
}

/// The clip depths that a projection keeps.
pub type OctosatDepthRange = u32;

/// 0 to 1: Direct3D, Vulkan, Metal, WebGPU. Also for a reversed depth.
pub const OCTOSAT_DEPTH_ZERO_TO_ONE: OctosatDepthRange = 0;
/// -1 to 1: OpenGL.
pub const OCTOSAT_DEPTH_MINUS_ONE_TO_ONE: OctosatDepthRange = 1;

/// A camera: its position, its target, and how much it sees.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPerspectiveView {
    /// The eye, in meters, world coordinates.
    pub eye: [f32; 3],
    /// The point in the middle of the view, in meters, world coordinates.
    pub target: [f32; 3],
    /// The direction that is up in the view, of any length, and not parallel to the view.
    pub up: [f32; 3],
    /// The angle from the bottom of the view to its top, in radians, above 0 and below pi.
    pub vertical_angle: f32,
    /// The width of the view divided by its height.
    pub aspect: f32,
    /// The distance of the near plane along the view, in meters, above zero.
    pub near_distance: f32,
    /// The distance of the far plane along the view, in meters, beyond the near one.
    pub far_distance: f32,
}

const _: () = assert!(size_of::<OctosatPerspectiveView>() == 52);

/// All of the box is beyond one plane, or, by `octosat_classify`, an axis separates box and frustum.
pub const OCTOSAT_CONTAINMENT_OUTSIDE: u8 = 0;
/// Box and frustum share a point, or the query could not rule it out.
pub const OCTOSAT_CONTAINMENT_INTERSECTING: u8 = 1;
/// All of the box is inside the frustum.
pub const OCTOSAT_CONTAINMENT_INSIDE: u8 = 2;

const _: () = {
    assert!(OCTOSAT_CONTAINMENT_OUTSIDE == Containment::Outside as u8);
    assert!(OCTOSAT_CONTAINMENT_INTERSECTING == Containment::Intersecting as u8);
    assert!(OCTOSAT_CONTAINMENT_INSIDE == Containment::Inside as u8);
};

/// Creates an empty list of frusta. Destroy it with `octosat_frusta_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_frusta_create() -> *mut OctosatFrusta {
    // SAFETY: no error to write.
    unsafe { create(core::ptr::null_mut(), || Ok(OctosatFrusta::default())) }
}

/// Destroys a list of frusta. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_destroy(frusta: *mut OctosatFrusta) {
    // SAFETY: the caller's.
    unsafe { destroy(frusta) }
}

/// Returns the number of frusta, or 0 for null.
///
/// # Safety
/// `frusta` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_count(frusta: *const OctosatFrusta) -> usize {
    // SAFETY: the caller's.
    unsafe { frusta.as_ref() }.map_or(0, |frusta| frusta.frusta.len())
}

/// Replaces all frusta by volumes between six planes each. `planes` has 24 floats per frustum: of each plane a normal that
/// points out of the volume, of any length, and an offset; a point p is inside if `dot(normal, p) <= offset`.
///
/// The six planes must meet like the faces of a cube. If the call fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid, `planes` for 24 times `count` floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_assign_planes(
    frusta: *mut OctosatFrusta,
    planes: *const f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        assign(frusta, error, || {
            let planes = list(planes.cast::<[[f32; 4]; 6]>(), count, "planes")?;
            made(planes, |planes| Frustum::from_planes(*planes))
        })
    }
}

/// Replaces all frusta by the volumes that view-projection matrices show. `matrices` has 16 floats per frustum: the columns
/// of the matrix that takes world coordinates, as a column x, y, z, 1, to clip coordinates. An engine that multiplies rows
/// from the left stores the same floats row by row.
///
/// A projection without a far plane is rejected. If the call fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid, `matrices` for 16 times `count` floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_assign_matrices(
    frusta: *mut OctosatFrusta,
    matrices: *const f32,
    count: usize,
    depth: OctosatDepthRange,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        assign(frusta, error, || {
            let depth = match depth {
                OCTOSAT_DEPTH_ZERO_TO_ONE => DepthRange::ZeroToOne,
                OCTOSAT_DEPTH_MINUS_ONE_TO_ONE => DepthRange::MinusOneToOne,
                other => return Err(Failure::setting("depth", other, "0 or 1")),
            };
            let matrices = list(matrices.cast::<[[f32; 4]; 4]>(), count, "matrices")?;
            made(matrices, |columns| Frustum::from_view_projection(*columns, depth))
        })
    }
}

/// Replaces all frusta by the views of cameras. If the call fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid, `views` for `count` cameras.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_assign_views(
    frusta: *mut OctosatFrusta,
    views: *const OctosatPerspectiveView,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe { assign(frusta, error, || made(list(views, count, "views")?, perspective)) }
}

fn perspective(view: &OctosatPerspectiveView) -> Result<Frustum, Error> {
    let OctosatPerspectiveView { eye, target, up, vertical_angle, aspect, .. } = *view;
    let (near, far) = (view.near_distance, view.far_distance);
    Frustum::perspective(&PerspectiveView { eye, target, up, vertical_angle, aspect, near, far })
}

/// Replaces the frusta of a handle.
///
/// # Safety
/// Pointers must be null or valid.
unsafe fn assign(
    frusta: *mut OctosatFrusta,
    error: *mut OctosatError,
    make: impl FnOnce() -> Result<Vec<Frustum>, Failure>,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let frusta = exclusive(frusta, "frusta")?;
            frusta.frusta = make()?;
            Ok(())
        })
    }
}

/// Writes the eight corners of each frustum, in meters, world coordinates: 24 floats per frustum. Bit 0 of the number of a
/// corner is set on the right side, bit 1 on the top side, bit 2 on the far side. `count` must be the number of frusta.
///
/// # Safety
/// Pointers must be null or valid, `out` for 24 times `count` floats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_frusta_corners(
    frusta: *const OctosatFrusta,
    out: *mut f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let frusta = &reference(frusta, "frusta")?.frusta;
            let out = output(out.cast::<[[f32; 3]; 8]>(), count, frusta.len())?;
            for (to, frustum) in out.iter_mut().zip(frusta) {
                *to = frustum.corners();
            }
            Ok(())
        })
    }
}

/// Compares each box with the six planes of each frustum, for culling. A byte of `out` is one of
/// `OCTOSAT_CONTAINMENT_...`. With n boxes, row `f * n + i` is for frustum f and box i. `count` must be the number of boxes
/// times the number of frusta.
///
/// Outside and inside are certain. A box that is outside next to an edge or a corner of the frustum may be reported as
/// intersecting; `octosat_classify` reports it as outside.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_cull(
    engine: *const OctosatEngine,
    boxes: *const OctosatBoxes,
    frusta: *const OctosatFrusta,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_frusta(boxes, frusta, |engine, boxes, frusta, rows| {
            engine.cull(boxes, frusta, rows)
        })
    }
}

/// Compares each box with each frustum as `octosat_cull` does, over all axes that an exact result needs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_classify(
    engine: *const OctosatEngine,
    boxes: *const OctosatBoxes,
    frusta: *const OctosatFrusta,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_frusta(boxes, frusta, |engine, boxes, frusta, rows| {
            engine.classify(boxes, frusta, rows)
        })
    }
}

impl Answer<u8> {
    /// Runs a query about boxes and frusta.
    ///
    /// # Safety
    /// Pointers must be null or valid.
    unsafe fn fill_frusta(
        self,
        boxes: *const OctosatBoxes,
        frusta: *const OctosatFrusta,
        ask: impl FnOnce(&Engine, BoxView<'_>, &[Frustum], &mut [Containment]) -> Result<(), Error>,
    ) -> OctosatStatus {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || {
                let boxes = reference(boxes, "boxes")?.view()?;
                let frusta = reference(frusta, "frusta")?.frusta.as_slice();
                Ok(((boxes, frusta), boxes.len().saturating_mul(frusta.len())))
            };
            self.fill(read, |engine, (boxes, frusta), out| {
                write_rows(
                    out,
                    |rows| Ok(ask(engine, boxes, frusta, rows)?),
                    |&row: &Containment| row as u8,
                )
            })
        }
    }
}
