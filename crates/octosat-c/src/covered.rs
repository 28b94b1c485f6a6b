//! Covered faces of boxes: found, or set by the caller.

use octosat::{CoveredFaces, covered_faces};
use octosat_rows::CoveredRectangle;

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

/// Covered faces as arrays. They belong to the handle, and are valid until it changes or is destroyed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCoveredList {
    /// One mask per box: bit 2 * k is set if the face on the negative side of axis k is covered wholly, and bit
    /// 2 * k + 1 for the face on the positive side.
    pub masks: *const u8,
    /// The number of boxes.
    pub count: usize,
    /// The rectangles of faces that are covered in part, in ascending order of their boxes and faces.
    pub rectangles: *const CoveredRectangle,
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
            exclusive(covered, "covered")?.faces = covered_faces(boxes.view()?, tolerance)?;
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
pub unsafe extern "C" fn octosat_covered_of_parts(
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
            covered.faces = CoveredFaces::of_parts(masks, rectangles)?;
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
            let rectangles = faces.rectangles();
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
