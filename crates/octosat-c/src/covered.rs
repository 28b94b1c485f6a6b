//! Covered faces of boxes: found, or set by the caller.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{CoveredFaces, CoveredRectangle, covered_faces};

use crate::boxes::OctosatBoxes;
use crate::call::{call, create, destroy};
use crate::error::{OctosatError, OctosatStatus};
use crate::pointers::{exclusive, list, reference};

/// The faces of a list of boxes that neighbors cover, so that no contact normal leaves them: boxes then slide over the
/// seams between flush boxes. Put it into `OctosatContacts::covered`.
#[derive(Debug, Default)]
pub struct OctosatCovered {
    pub(crate) faces: CoveredFaces,
}

/// A rectangle in which a neighbor covers a face in part.
///
/// A point of the face along axis k has two coordinates, along the axes k + 1 and k + 2, counted cyclically, from the
/// center of the box, in meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatCoveredRectangle {
    /// The number of the box.
    pub index: u32,
    /// The face: 2 * k in the positive direction of axis k, 2 * k + 1 in the negative direction.
    pub face: u32,
    /// The center of the rectangle.
    pub center: [f32; 2],
    /// The unit direction of its first sides.
    pub direction: [f32; 2],
    /// Half the lengths of its sides, along the direction and across it.
    pub half_extents: [f32; 2],
}

const _: () = {
    assert!(size_of::<OctosatCoveredRectangle>() == size_of::<CoveredRectangle>());
    assert!(offset_of!(OctosatCoveredRectangle, face) == offset_of!(CoveredRectangle, face));
    assert!(offset_of!(OctosatCoveredRectangle, center) == offset_of!(CoveredRectangle, center));
    assert!(
        offset_of!(OctosatCoveredRectangle, direction) == offset_of!(CoveredRectangle, direction)
    );
};

/// Covered faces as arrays. They belong to the handle, and are valid until it changes or is destroyed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCoveredList {
    /// One mask per box: bit 2 * k is set if the face in the positive direction of axis k is covered wholly, and bit
    /// 2 * k + 1 for the face in the negative direction.
    pub masks: *const u8,
    /// The number of boxes.
    pub count: usize,
    /// The rectangles of faces that are covered in part, in ascending order of their boxes and faces.
    pub rectangles: *const OctosatCoveredRectangle,
    /// The number of rectangles.
    pub rectangle_count: usize,
}

/// Creates a handle for covered faces of no boxes. Destroy it with `octosat_covered_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_covered_create() -> *mut OctosatCovered {
    // SAFETY: no error to write.
    unsafe { create(core::ptr::null_mut(), || Ok(OctosatCovered::default())) }
}

/// Destroys a handle for covered faces. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_covered_destroy(covered: *mut OctosatCovered) {
    // SAFETY: the caller's.
    unsafe { destroy(covered) }
}

/// Finds the faces of boxes that other boxes of the list cover, to within `tolerance` meters; 1e-4 suits most worlds.
/// List only boxes that are solid and do not move against each other, and call this again after edits.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_covered_find(
    covered: *mut OctosatCovered,
    boxes: *const OctosatBoxes,
    tolerance: f32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let boxes = reference(boxes, "boxes")?;
            exclusive(covered, "covered")?.faces = covered_faces(boxes.view(), tolerance)?;
            Ok(())
        })
    }
}

/// Sets covered faces, as `octosat_covered_list` returns them. There is one mask per box of the queries; boxes that move
/// have a mask of zero.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_covered_assign(
    covered: *mut OctosatCovered,
    faces: *const OctosatCoveredList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let covered = exclusive(covered, "covered")?;
            let faces = reference(faces, "faces")?;
            let masks = list(faces.masks, faces.count, "faces.masks")?;
            let rectangles = list(faces.rectangles, faces.rectangle_count, "faces.rectangles")?;
            covered.faces = CoveredFaces::from_parts(masks, cast_slice(rectangles))?;
            Ok(())
        })
    }
}

/// Returns the covered faces of a handle as arrays.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_covered_list(
    covered: *const OctosatCovered,
    out: *mut OctosatCoveredList,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let faces = &reference(covered, "covered")?.faces;
            let rectangles = cast_slice::<_, OctosatCoveredRectangle>(faces.rectangles());
            *exclusive(out, "out")? = OctosatCoveredList {
                masks: faces.masks().as_ptr(),
                count: faces.len(),
                rectangles: rectangles.as_ptr(),
                rectangle_count: rectangles.len(),
            };
            Ok(())
        })
    }
}
