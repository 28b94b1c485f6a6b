//! The boxes that queries are about: copied into a store, or lent by the caller.

use octosat::{BoxPose, BoxStore, BoxView, OrientedBox};

use crate::call::{call, create, destroy};
use crate::column::{OctosatColumn, OctosatPoses, PoseRows, Rows, reserve};
use crate::error::{
    Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_OUT_OF_RANGE, OctosatError, OctosatStatus,
};
use crate::pointers::{exclusive, list, reference};

/// The boxes of a world.
///
/// Each is known by its number, from 0 on. Make it with `octosat_boxes_create`, fill it with
/// `octosat_boxes_assign`, move its boxes with `octosat_boxes_set_poses`; or lend arrays with `octosat_boxes_lend`.
#[derive(Debug)]
pub struct OctosatBoxes {
    held: Held,
    /// Poses between the caller's format and the store; kept for the next call.
    poses: Vec<BoxPose>,
}

#[derive(Debug)]
enum Held {
    Owned(BoxStore),
    Lent(BoxView<'static>),
}

/// An oriented box.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatBox {
    /// The center, in meters.
    pub center: [f32; 3],
    /// The unit quaternion x, y, z, w, box to world.
    pub rotation: [f32; 4],
    /// Half of each edge, in meters, along the box's axes; at least zero.
    pub half_extents: [f32; 3],
}

const _: () = assert!(size_of::<OctosatBox>() == 40 && align_of::<OctosatBox>() == 4);

impl OctosatBoxes {
    /// The columns to read.
    pub(crate) fn view(&self) -> BoxView<'_> {
        match &self.held {
            Held::Owned(store) => store.view(),
            Held::Lent(view) => *view,
        }
    }

    /// The store, to change it, and room for poses.
    fn store(&mut self) -> Result<(&mut BoxStore, &mut Vec<BoxPose>), Failure> {
        match &mut self.held {
            Held::Owned(store) => Ok((store, &mut self.poses)),
            Held::Lent(_) => {
                let text = "the boxes are lent: change the arrays, and lend them again";
                Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
            }
        }
    }
}

/// Makes an empty list of boxes; destroy it with `octosat_boxes_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_boxes_create() -> *mut OctosatBoxes {
    // SAFETY: no error to write.
    unsafe {
        create(core::ptr::null_mut(), || {
            Ok(OctosatBoxes { held: Held::Owned(BoxStore::new()), poses: Vec::new() })
        })
    }
}

/// Destroys a list of boxes. Null is nothing to destroy.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_destroy(boxes: *mut OctosatBoxes) {
    // SAFETY: the caller's.
    unsafe { destroy(boxes) }
}

/// Reports the number of boxes; 0 for null.
///
/// # Safety
/// `boxes` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_boxes_count(boxes: *const OctosatBoxes) -> usize {
    // SAFETY: the caller's.
    unsafe { boxes.as_ref() }.map_or(0, |boxes| boxes.view().len())
}

/// Replaces all boxes by copies of the caller's, and normalizes their rotations.
///
/// Each column has `count` rows. Fails at the first box that is not acceptable: a value that is not finite or
/// beyond 1e12 m, a negative half extent, a rotation whose squared length is off 1 by more than 1e-3. Then the boxes
/// are what they were.
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
            let half_extents = Rows::of_vectors(half_extents, count, "half_extents")?;
            rows.read(&mut boxes.poses)?;
            let mut store = BoxStore::new();
            let of_row = |(row, pose): (usize, &BoxPose)| {
                OrientedBox::new(pose.center, pose.rotation, half_extents.lengths(row))
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

/// Replaces all boxes by the caller's arrays, which are read in place and never copied.
///
/// Rows are three or four floats for centers and half extents and four for rotations, aligned to 4 bytes, at a
/// stride of a multiple of 4 bytes. The arrays must stay where they are, for as long as the boxes are used. After
/// values have changed, lend them again: that checks them. If it fails, there are no boxes: the arrays that were lent
/// before may be gone. With `unchecked` other than 0 nothing is checked but the columns, and a box that is not
/// acceptable spoils the results of its own pairs only. Values are used as they are, so a rotation's squared length may
/// be off 1 by 2e-6 only.
///
/// # Safety
/// Pointers must be null or valid; arrays must stay valid until the handle is given other boxes or destroyed, and
/// must not be written during a call that reads them.
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
            boxes.held = Held::Owned(BoxStore::new());
            let columns = reference(columns, "columns")?;
            let centers = Rows::of(columns.centers, count, "centers")?.lend::<3>("centers")?;
            let rotations =
                Rows::of(columns.rotations, count, "rotations")?.lend::<4>("rotations")?;
            let half_extents =
                Rows::of(columns.half_extents, count, "half_extents")?.lend::<3>("half_extents")?;
            boxes.held = Held::Lent(if unchecked == 0 {
                BoxView::new(centers, rotations, half_extents)?
            } else {
                BoxView::unchecked(centers, rotations, half_extents)?
            });
            Ok(())
        })
    }
}

/// Columns that are lent.
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

/// Moves all boxes. `count` must be their number. Fails as `octosat_boxes_assign`, and then no box has moved.
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
            let (store, scratch) = exclusive(boxes, "boxes")?.store()?;
            if count != store.len() {
                return Err(Failure::length("the list of poses", count, store.len()));
            }
            PoseRows::of(reference(poses, "poses")?, count)?.read(scratch)?;
            Ok(store.set_poses_from_iter(scratch.iter().copied())?)
        })
    }
}

/// Moves some boxes, such as those awake: row k of the poses is that of box `indices[k]`; of an index that occurs
/// twice the last row counts. Fails as `octosat_boxes_assign`, and then no box has moved.
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

/// Appends a box, and reports its number in `index`, if that is not null.
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

/// Removes a box; the last box gets its number.
///
/// If there is a contact cache, call `octosat_cache_renumber_boxes` with the new number of each box, and `UINT32_MAX`
/// for the one that is gone.
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

/// Changes the half extents of a box: three floats, in meters. A contact cache sees that by itself.
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

/// Reads a box that is not lent, with its rotation normalized.
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
            let boxes = reference(boxes, "boxes")?;
            let out = exclusive(out, "out")?;
            let Held::Owned(store) = &boxes.held else {
                return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, "the boxes are lent"));
            };
            let found = store.get(index).ok_or_else(|| no_box(index, store.len()))?;
            let (center, rotation) = (found.pose.center, found.pose.rotation);
            *out = OctosatBox { center, rotation, half_extents: found.half_extents };
            Ok(())
        })
    }
}

/// The failure of an index that names no box.
fn no_box(index: u32, len: usize) -> Failure {
    let text = format!("the index is {index}, but there are {len} boxes");
    Failure::new(OCTOSAT_OUT_OF_RANGE, text).at(index as usize)
}
