//! The boxes of queries: copied into a store, or read in place from the caller's arrays.

use octosat::{BoxPose, BoxStore, BoxView, Column, OrientedBox};

use crate::call::{call, create, destroy};
use crate::column::{OctosatColumn, OctosatPoses, PoseRows, Rows, reserve};
use crate::error::{
    Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_OUT_OF_RANGE, OctosatError, OctosatStatus,
};
use crate::pointers::{exclusive, list, reference};

/// A list of boxes, usually all boxes of a world.
///
/// Boxes are numbered from 0. Create the list with `octosat_boxes_create`, fill it with `octosat_boxes_assign`, and move
/// boxes with `octosat_boxes_set_poses`. `octosat_boxes_lend` reads the caller's arrays in place instead.
#[derive(Debug)]
pub struct OctosatBoxes {
    held: Held,
    /// Poses converted from the caller's format, before they go to the store. Kept to use the memory again.
    poses: Vec<BoxPose>,
    /// The same of matrices.
    matrices: Vec<[[f32; 4]; 3]>,
}

#[derive(Debug)]
enum Held {
    Owned(BoxStore),
    /// The columns of the view, too: they give single boxes.
    Lent(BoxView<'static>, Column<'static, 3>, Column<'static, 4>, Column<'static, 3>),
    /// The last lend failed, and arrays lent before may no longer exist.
    Failed,
}

/// An oriented box.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatBox {
    /// The center, in meters.
    pub center: [f32; 3],
    /// A unit quaternion x, y, z, w, box to world.
    pub rotation: [f32; 4],
    /// Half the length of each edge along the box's axes, in meters; at least zero.
    pub half_extents: [f32; 3],
}

const _: () = assert!(size_of::<OctosatBox>() == 40 && align_of::<OctosatBox>() == 4);

impl OctosatBoxes {
    /// The boxes as a query reads them. Fails after a failed lend: a query of no boxes would succeed.
    pub(crate) fn view(&self) -> Result<BoxView<'_>, Failure> {
        match &self.held {
            Held::Owned(store) => Ok(store.view()),
            Held::Lent(view, ..) => Ok(*view),
            Held::Failed => Err(not_lent()),
        }
    }

    /// A box, as a query reads it.
    fn get(&self, index: u32) -> Result<OrientedBox, Failure> {
        let len = self.view()?.len();
        let found = match &self.held {
            Held::Lent(_, centers, rotations, half_extents) => {
                let row = index as usize;
                let pose = centers.get(row).zip(rotations.get(row));
                pose.zip(half_extents.get(row)).map(|((center, rotation), half_extents)| {
                    OrientedBox::new(center, rotation, half_extents)
                })
            }
            Held::Owned(store) => store.get(index),
            Held::Failed => None,
        };
        found.ok_or_else(|| no_box(index, len))
    }

    /// Replaces all boxes by those that a new store is filled with; lent boxes are forgotten.
    pub(crate) fn replace(
        &mut self,
        fill: impl FnOnce(&mut BoxStore) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut store = BoxStore::new();
        fill(&mut store)?;
        self.held = Held::Owned(store);
        Ok(())
    }

    /// The store for changing it, and the memory for converted poses. Fails for lent boxes.
    fn store(&mut self) -> Result<(&mut BoxStore, &mut Vec<BoxPose>), Failure> {
        match &mut self.held {
            Held::Owned(store) => Ok((store, &mut self.poses)),
            Held::Failed => Err(not_lent()),
            Held::Lent(..) => {
                let text = "the boxes are lent: change the arrays, and lend them again";
                Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
            }
        }
    }
}

/// Creates an empty list of boxes. Destroy it with `octosat_boxes_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_boxes_create() -> *mut OctosatBoxes {
    // SAFETY: no error to write.
    unsafe {
        create(core::ptr::null_mut(), || {
            Ok(OctosatBoxes {
                held: Held::Owned(BoxStore::new()),
                poses: Vec::new(),
                matrices: Vec::new(),
            })
        })
    }
}

/// Destroys a list of boxes. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_destroy(boxes: *mut OctosatBoxes) {
    // SAFETY: the caller's.
    unsafe { destroy(boxes) }
}

/// Returns the number of boxes, or 0 for null.
///
/// # Safety
/// `boxes` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_count(boxes: *const OctosatBoxes) -> usize {
    // SAFETY: the caller's.
    unsafe { boxes.as_ref() }.map_or(0, |boxes| boxes.view().map_or(0, |view| view.len()))
}

/// Replaces all boxes by copies of the caller's boxes, and normalizes rotations.
///
/// Each column has `count` rows. The call fails at the first box with an invalid value: a value that is not finite, a
/// length beyond 1e12 m, a negative half extent, or a rotation whose squared length differs from 1 by more than 1e-3. If
/// the call fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_assign(
    boxes: *mut OctosatBoxes,
    count: usize,
    poses: *const OctosatPoses,
    half_extents: OctosatColumn,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let boxes = exclusive(boxes, "boxes")?;
            let rows = PoseRows::of(reference(poses, "poses")?, count)?;
            let half_extents = Rows::of_vectors::<3>(half_extents, count, "half_extents")?;
            rows.read(&mut boxes.poses)?;
            let mut store = BoxStore::new();
            let of_row = |(row, pose): (usize, &BoxPose)| {
                OrientedBox::new(pose.center, pose.rotation, half_extents.floats(row))
            };
            let mut list = Vec::new();
            reserve(&mut list, count)?;
            list.extend(boxes.poses.iter().enumerate().map(of_row));
            store.extend_from_boxes(&list)?;
            boxes.held = Held::Owned(store);
            Ok(())
        })
    }
}

/// Replaces all boxes by the caller's arrays. Queries read these arrays in place, without a copy.
///
/// Rows of centers and half extents are three or four floats, rows of rotations four. Rows are aligned to 4 bytes, and
/// the stride is a multiple of 4 bytes. After values in the arrays have changed, call this function again, so that it
/// checks the values; call it also before the next query after an array has grown, shrunk or got another address. If the
/// call fails, the list has no boxes, because arrays lent before may no longer exist, and queries fail until boxes are
/// lent or assigned.
///
/// Rotations are not normalized, so their squared length may differ from 1 by at most 2e-6. Components below 1e-9 count
/// as 0. If `unchecked` is not 0, the call checks pointers, strides and formats, but no values. Then a box with invalid
/// values makes only the results of its own pairs invalid, and components below 1e-9 must be 0.
///
/// # Safety
/// Pointers must be null or valid. Arrays must stay valid until the handle gets other boxes or is destroyed, and must
/// not be written during a call that reads them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_lend(
    boxes: *mut OctosatBoxes,
    count: usize,
    columns: *const OctosatBoxColumns,
    unchecked: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let boxes = exclusive(boxes, "boxes")?;
            boxes.held = Held::Failed;
            let columns = reference(columns, "columns")?;
            let centers = Rows::of(columns.centers, count, "centers")?.lend::<3>("centers")?;
            let rotations =
                Rows::of(columns.rotations, count, "rotations")?.lend::<4>("rotations")?;
            let half_extents =
                Rows::of(columns.half_extents, count, "half_extents")?.lend::<3>("half_extents")?;
            let view = if unchecked == 0 {
                BoxView::new(centers, rotations, half_extents)?
            } else {
                BoxView::unchecked(centers, rotations, half_extents)?
            };
            boxes.held = Held::Lent(view, centers, rotations, half_extents);
            Ok(())
        })
    }
}

/// The columns of boxes for `octosat_boxes_lend`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatBoxColumns {
    /// Centers, in meters.
    pub centers: OctosatColumn,
    /// Unit quaternions x, y, z, w, box to world.
    pub rotations: OctosatColumn,
    /// Half extents, in meters.
    pub half_extents: OctosatColumn,
}

/// Moves all boxes. `count` must be the number of boxes. Rejects the same values as `octosat_boxes_assign`. If the call
/// fails, no box moves.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_set_poses(
    boxes: *mut OctosatBoxes,
    count: usize,
    poses: *const OctosatPoses,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let boxes = exclusive(boxes, "boxes")?;
            let mut matrices = core::mem::take(&mut boxes.matrices);
            let (store, scratch) = boxes.store()?;
            if count != store.len() {
                return Err(Failure::length("the list of poses", count, store.len()));
            }
            let rows = PoseRows::of(reference(poses, "poses")?, count)?;
            let read = rows.read_matrices(&mut matrices)?;
            let moved = read && store.set_poses_from_row_major(&matrices).is_ok();
            if !moved {
                // One by one, which also finds the error.
                rows.read(scratch)?;
                store.set_poses_from_iter(scratch.iter().copied())?;
            }
            boxes.matrices = matrices;
            Ok(())
        })
    }
}

/// Moves some boxes, such as those that are awake. Row k of the poses is for box `indices[k]`. If an index occurs twice,
/// its last row is used. Rejects the same values as `octosat_boxes_assign`. If the call fails, no box moves.
///
/// # Safety
/// Pointers must be null or valid, columns and indices for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_set_poses_of(
    boxes: *mut OctosatBoxes,
    indices: *const u32,
    count: usize,
    poses: *const OctosatPoses,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let (store, scratch) = exclusive(boxes, "boxes")?.store()?;
            let indices = list(indices, count, "indices")?;
            if let Some(at) = indices.iter().position(|&index| index as usize >= store.len()) {
                return Err(no_box(indices[at], store.len()).at(at));
            }
            PoseRows::of(reference(poses, "poses")?, count)?.read(scratch)?;
            Ok(store.set_poses_of(indices, scratch.iter().copied())?)
        })
    }
}

/// Appends a box. `index` receives the index of the box, unless the pointer is null.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_insert(
    boxes: *mut OctosatBoxes,
    inserted: *const OctosatBox,
    index: *mut u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let (store, _) = exclusive(boxes, "boxes")?.store()?;
            let OctosatBox { center, rotation, half_extents } = *reference(inserted, "inserted")?;
            let to = if index.is_null() { None } else { Some(exclusive(index, "index")?) };
            let number = store.insert(OrientedBox::new(center, rotation, half_extents))?;
            if let Some(to) = to {
                *to = number;
            }
            Ok(())
        })
    }
}

/// Removes a box. The last box gets the index of the removed box.
///
/// If you use a contact cache, also call `octosat_cache_swap_remove` with the side of this list and both
/// numbers.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_swap_remove(
    boxes: *mut OctosatBoxes,
    index: u32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let (store, _) = exclusive(boxes, "boxes")?.store()?;
            let len = store.len();
            store.swap_remove(index).map(drop).ok_or_else(|| no_box(index, len))
        })
    }
}

/// Changes the half extents of a box: three floats, in meters.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_set_half_extents(
    boxes: *mut OctosatBoxes,
    index: u32,
    half_extents: *const f32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let (store, _) = exclusive(boxes, "boxes")?.store()?;
            let half_extents = *reference(half_extents.cast::<[f32; 3]>(), "half_extents")?;
            Ok(store.set_half_extents(index, half_extents)?)
        })
    }
}

/// Reads a box, as queries read it: the rotation x, y, z, w, normalized unless the boxes are lent.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_get(
    boxes: *const OctosatBoxes,
    index: u32,
    out: *mut OctosatBox,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let found = reference(boxes, "boxes")?.get(index)?;
            let out = exclusive(out, "out")?;
            let (center, rotation) = (found.pose.center, found.pose.rotation);
            *out = OctosatBox { center, rotation, half_extents: found.half_extents };
            Ok(())
        })
    }
}

/// The failure of boxes whose last lend failed.
fn not_lent() -> Failure {
    let text =
        "the handle has no boxes, because the last call of lend failed: lend or assign boxes";
    Failure::new(OCTOSAT_BAD_ARGUMENT, text)
}

/// The failure of an index without a box.
fn no_box(index: u32, len: usize) -> Failure {
    let text = format!("the index is {index}, but the number of boxes is {len}");
    Failure::new(OCTOSAT_OUT_OF_RANGE, text).at(index as usize)
}
