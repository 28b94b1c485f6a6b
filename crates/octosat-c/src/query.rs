//! The query about pairs of boxes: boxes, pairs and margins.

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{Margin, Query};

use crate::boxes::OctosatBoxes;
use crate::error::Failure;
use crate::pointers::{list, optional_list, reference};
use crate::settings::{Settings, defaults, settings};

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

/// A query about pairs of boxes. Begin with `OCTOSAT_QUERY_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatQuery {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The speculative margin in meters: boxes separated by at most this distance are also reported.
    pub margin: f32,
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs. Row p of the results is for `pairs[p]`. A pair may occur more than once.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One margin per pair, which replaces `margin`, or null.
    pub margins: *const f32,
    /// The boxes that the second number of each pair is for, or null if these are `boxes`, too.
    pub others: *const OctosatBoxes,
}

impl Default for OctosatQuery {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatQuery {
    const NAME: &str = "OctosatQuery";
    const DEFAULTS: &str = "OCTOSAT_QUERY_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 5 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatQuery>() == OctosatQuery::FIRST_BYTES);

/// Converts the query of a caller.
///
/// # Safety
/// The pointer must be null or valid for `'a`, and so must the pointers in the query.
pub(crate) unsafe fn query<'a>(pointer: *const OctosatQuery) -> Result<Query<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    let asked = unsafe { settings(pointer, "query") }?;
    // SAFETY: as above.
    let boxes = unsafe { reference(asked.boxes, "query.boxes") }?;
    // SAFETY: as above.
    let others = unsafe { asked.others.as_ref() };
    // SAFETY: as above.
    let pairs = unsafe { pairs(asked.pairs, asked.pair_count) }?;
    // SAFETY: as above.
    let margin = unsafe { margin(asked.margin, asked.margins, asked.pair_count) }?;
    let query = match others {
        Some(others) => Query::new([boxes.view(), others.view()], pairs),
        None => Query::new(boxes.view(), pairs),
    };
    Ok(query.margin(margin))
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
