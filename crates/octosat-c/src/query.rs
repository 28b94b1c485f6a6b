//! The query about pairs of boxes: boxes, pairs and settings.

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{Margin, PointLimit, PointOrigin, Query};

use crate::boxes::OctosatBoxes;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT};
use crate::pointers::{list, optional_list, reference};

/// The origin of the positions of contact points. The axes are always those of the world.
pub type OctosatOrigin = u32;

/// The world's origin.
pub const OCTOSAT_ORIGIN_WORLD: OctosatOrigin = 0;
/// The center of box a. Positions are as precise far from the world's origin as near it.
pub const OCTOSAT_ORIGIN_CENTER_OF_A: OctosatOrigin = 1;

/// A pair: the numbers of boxes a and b, or of a box and another shape.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPair {
    /// The number of box a.
    pub a: u32,
    /// The number of box b, or of the shape.
    pub b: u32,
}

const _: () = assert!(size_of::<OctosatPair>() == 8 && align_of::<OctosatPair>() == 4);

/// A query about pairs of boxes. Zero the fields that are not needed.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatQuery {
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs. Row p of the results is for `pairs[p]`. A pair may occur more than once.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One margin per pair, which replaces `margin`, or null.
    pub margins: *const f32,
    /// For a contact cache: one slot per pair, or null. A slot is a number that the pair keeps as long as it exists. No
    /// two pairs of a call may have the same slot. Slots are below 67,108,864 and should be small, because the cache
    /// holds four bytes per slot up to the largest. If null, the cache matches pairs by the numbers of their boxes.
    pub slots: *const u32,
    /// The speculative margin in meters: boxes separated by at most this distance are also reported.
    pub margin: f32,
    /// The largest number of points of a manifold: 4 or 8; 0 means 4.
    pub point_limit: u32,
    /// The origin of the positions of contact points.
    pub origin: OctosatOrigin,
    /// 1: for each contact point, the points on the surfaces of both boxes are also reported. 0: they are not.
    pub surfaces: u32,
}

const _: () = assert!(size_of::<OctosatQuery>() == 5 * size_of::<usize>() + 16);

/// Converts the query of a caller.
///
/// # Safety
/// The pointer must be null or valid for `'a`, and so must the pointers in the query.
pub(crate) unsafe fn query<'a>(pointer: *const OctosatQuery) -> Result<Query<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    let asked = unsafe { reference(pointer, "query") }?;
    // SAFETY: as above.
    let boxes = unsafe { reference(asked.boxes, "query.boxes") }?;
    // SAFETY: as above.
    let pairs = unsafe { pairs(asked.pairs, asked.pair_count) }?;
    // SAFETY: as above.
    let margin = unsafe { margin(asked.margin, asked.margins, asked.pair_count) }?;
    // SAFETY: as above.
    let slots = unsafe { optional_list(asked.slots, asked.pair_count, "query.slots") }?;
    let mut query = Query::new(boxes.view(), pairs).margin(margin).limit(match asked.point_limit {
        0 | 4 => PointLimit::Four,
        8 => PointLimit::Eight,
        other => return bad("point_limit", other, "0, 4 or 8"),
    });
    query = query.origin(match asked.origin {
        OCTOSAT_ORIGIN_WORLD => PointOrigin::World,
        OCTOSAT_ORIGIN_CENTER_OF_A => PointOrigin::CenterOfA,
        other => return bad("origin", other, "0 or 1"),
    });
    match asked.surfaces {
        0 => {}
        1 => query = query.surfaces(),
        other => return bad("surfaces", other, "0 or 1"),
    }
    Ok(if let Some(slots) = slots { query.slots(slots) } else { query })
}

/// A list of pairs.
///
/// # Safety
/// As for [`list`].
pub(crate) unsafe fn pairs<'a>(
    pairs: *const OctosatPair,
    count: usize,
) -> Result<&'a [[u32; 2]], Failure> {
    // SAFETY: the caller's.
    unsafe { list(pairs, count, "query.pairs") }.map(cast_slice)
}

/// The failure of a setting with an invalid value.
pub(crate) fn bad<T>(name: &str, found: u32, expected: &str) -> Result<T, Failure> {
    let text = format!("query.{name} is {found}, which is not {expected}");
    Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
}

/// The margin of a query: one per row if `margins` is not null, otherwise one for all rows.
///
/// # Safety
/// `margins` must be null or valid for reading `rows` floats for `'a`.
pub(crate) unsafe fn margin<'a>(
    of_all: f32,
    margins: *const f32,
    rows: usize,
) -> Result<Margin<'a>, Failure> {
    // SAFETY: the caller's.
    Ok(match unsafe { optional_list(margins, rows, "query.margins") }? {
        Some(margins) => Margin::PerPair(margins),
        None if of_all == 0.0 => Margin::None,
        None => Margin::Uniform(of_all),
    })
}
