//! Rectangles in the plane: the list of rectangles, and queries about pairs of them.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::{
    Engine, Query, Rectangle, RectangleManifold, RectanglePose, RectangleStore, RectangleView,
    Sides,
};
use octosat_rows::{RectangleAxis, RectanglePenetration, RectanglePoint};

use crate::answer::{Answer, write_bools};
use crate::call::{call, create, destroy};
use crate::column::{OctosatColumn, OctosatPoses, Rows, reserve, rounded};
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, reference};
use crate::query::{OctosatPair, length, pairs};
use crate::settings::{Settings, defaults, settings};

/// A list of oriented rectangles in the plane.
///
/// Rectangles are numbered from 0. Create the list with `octosat_rectangles_create`, fill it with
/// `octosat_rectangles_assign`, and move rectangles with `octosat_rectangles_set_poses`. x points to the right and y up.
/// A rotation is two numbers, cosine and sine of an angle; a positive angle turns counter-clockwise.
#[derive(Debug, Default)]
pub struct OctosatRectangles {
    pub(crate) store: RectangleStore,
}

/// Creates an empty list of rectangles. Destroy it with `octosat_rectangles_destroy`.
#[unsafe(no_mangle)]
pub extern "C" fn octosat_rectangles_create() -> *mut OctosatRectangles {
    // SAFETY: no error to write.
    unsafe { create(core::ptr::null_mut(), || Ok(OctosatRectangles::default())) }
}

/// Destroys a list of rectangles. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangles_destroy(rectangles: *mut OctosatRectangles) {
    // SAFETY: the caller's.
    unsafe { destroy(rectangles) }
}

/// Returns the number of rectangles, or 0 for null.
///
/// # Safety
/// `rectangles` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangles_count(rectangles: *const OctosatRectangles) -> usize {
    // SAFETY: the caller's.
    unsafe { rectangles.as_ref() }.map_or(0, |rectangles| rectangles.store.len())
}

/// Replaces all rectangles by copies of the caller's rectangles, and normalizes rotations.
///
/// Each column has `count` rows. Centers and half extents have the format `OCTOSAT_F32X2`, or another one of vectors, whose
/// further numbers are not read. Rotations have the format `OCTOSAT_F32X2` or `OCTOSAT_F64X2`. Of the origin, only x and y
/// are used. The call rejects the same values as `octosat_boxes_assign`. If it fails, the list is unchanged.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangles_assign(
    rectangles: *mut OctosatRectangles,
    count: usize,
    poses: *const OctosatPoses,
    half_extents: OctosatColumn,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let rectangles = exclusive(rectangles, "rectangles")?;
            let poses = read_poses(reference(poses, "poses")?, count)?;
            let half_extents = Rows::of_vectors::<2>(half_extents, count, "half_extents")?;
            let of_row = |(row, pose)| Rectangle::from((pose, half_extents.floats(row)));
            let mut list = Vec::new();
            reserve(&mut list, count)?;
            list.extend(poses.into_iter().enumerate().map(of_row));
            let mut store = RectangleStore::new();
            store.extend_from_rectangles(&list)?;
            rectangles.store = store;
            Ok(())
        })
    }
}

/// Moves all rectangles. `count` must be the number of rectangles. Rejects the same values as `octosat_rectangles_assign`.
/// If the call fails, no rectangle moves.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangles_set_poses(
    rectangles: *mut OctosatRectangles,
    count: usize,
    poses: *const OctosatPoses,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let store = &mut exclusive(rectangles, "rectangles")?.store;
            if count != store.len() {
                return Err(Failure::length("the list of poses", count, store.len()));
            }
            let poses = read_poses(reference(poses, "poses")?, count)?;
            Ok(store.set_poses_from_iter(poses)?)
        })
    }
}

/// Reads poses in the plane.
///
/// # Safety
/// The data of both columns must be null or valid for reading `len` rows.
unsafe fn read_poses(poses: &OctosatPoses, len: usize) -> Result<Vec<RectanglePose>, Failure> {
    // SAFETY: the caller's, here and below.
    let centers = unsafe { Rows::of_vectors::<2>(poses.centers, len, "poses.centers") }?;
    // SAFETY: as above.
    let rotations = unsafe { Rows::of_vectors::<2>(poses.rotations, len, "poses.rotations") }?;
    if !rotations.has_width(2) {
        let text = "the format of poses.rotations does not have two numbers";
        return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
    }
    poses.check_origin()?;
    let [x, y, _] = poses.origin;
    let pose = |row| {
        let [at_x, at_y] = centers.numbers(row);
        RectanglePose::new([rounded(at_x - x), rounded(at_y - y)], rotations.floats(row))
    };
    let mut read = Vec::new();
    reserve(&mut read, len)?;
    read.extend((0..len).map(pose));
    Ok(read)
}

/// A query about pairs of rectangles. Begin with `OCTOSAT_RECTANGLE_QUERY_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatRectangleQuery {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How far apart pairs may be that are answered, too, in meters.
    pub within: f32,
    /// The rectangles.
    pub rectangles: *const OctosatRectangles,
    /// The pairs. Row p of the results is for `pairs[p]`.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One length per pair, which replaces `within`, or null.
    pub within_per_pair: *const f32,
    /// The rectangles that the second index of each pair is for, or null if these are `rectangles`, too.
    pub others: *const OctosatRectangles,
}

impl Default for OctosatRectangleQuery {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatRectangleQuery {
    const NAME: &str = "OctosatRectangleQuery";
    const DEFAULTS: &str = "OCTOSAT_RECTANGLE_QUERY_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 5 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatRectangleQuery>() == OctosatRectangleQuery::FIRST_BYTES);

/// The contact of two rectangles: a normal and up to two points on an edge.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRectangleManifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 2],
    /// The depth along the normal, in meters. Negative if the rectangles are separated.
    pub depth: f32,
    /// The axis of least depth or largest separation.
    pub axis: RectangleAxis,
    /// One of `OCTOSAT_KIND_...` in the low four bits, and flags in the high four bits.
    pub status: u8,
    /// The number of points.
    pub len: u16,
    /// The points. Only the first `len` are valid.
    pub points: [RectanglePoint; 2],
}

const _: () = {
    assert!(size_of::<OctosatRectangleManifold>() == size_of::<RectangleManifold>());
    assert!(offset_of!(OctosatRectangleManifold, depth) == offset_of!(RectangleManifold, depth));
    assert!(offset_of!(OctosatRectangleManifold, axis) == offset_of!(RectangleManifold, axis));
    assert!(offset_of!(OctosatRectangleManifold, len) == offset_of!(RectangleManifold, len));
    assert!(offset_of!(OctosatRectangleManifold, points) == offset_of!(RectangleManifold, points));
};

/// Tests each pair of rectangles for overlap. A byte of `out` is 1 if they share a point or are within, and 0
/// otherwise. `count` must be the number of pairs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleQuery,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_rectangles(asked, |engine, query, out| {
            write_bools(out, |bools| Ok(engine.overlaps(query, bools)?))
        })
    }
}

/// Computes depth, normal and axis of minimum penetration of each pair of rectangles. `count` must be the number of pairs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_penetrations(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleQuery,
    out: *mut RectanglePenetration,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_rectangles(asked, |engine, query, out| Ok(engine.penetrations(query, out)?))
    }
}

/// Computes the contact of each pair of rectangles. `count` must be the number of pairs.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_manifolds(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleQuery,
    out: *mut OctosatRectangleManifold,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_rectangles(asked, |engine, query, out| {
            Ok(engine.manifolds(query, cast_slice_mut(out))?)
        })
    }
}

impl<T: Pod> Answer<T> {
    /// Runs a query about pairs of rectangles.
    ///
    /// # Safety
    /// Pointers must be null or valid, and so must the pointers in the query.
    pub(crate) unsafe fn fill_rectangles<'a>(
        self,
        asked: *const OctosatRectangleQuery,
        ask: impl FnOnce(&Engine, Query<'a, Sides<RectangleView<'a>>>, &mut [T]) -> Result<(), Failure>,
    ) -> OctosatStatus {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || {
                let asked = settings(asked, "query")?;
                let first = &reference(asked.rectangles, "query.rectangles")?.store;
                let pairs = pairs(asked.pairs, asked.pair_count)?;
                let within = length(asked.within, asked.within_per_pair, asked.pair_count)?;
                let query = match asked.others.as_ref() {
                    Some(others) => Query::new([first, &others.store], pairs),
                    None => Query::new(first, pairs),
                };
                Ok((query.within(within), pairs.len()))
            };
            self.fill(read, ask)
        }
    }
}
