//! The query about pairs of boxes: boxes, pairs and lengths.

use bytemuck::{Pod, Zeroable, cast_slice};
use octosat::{Length, Query};

use crate::boxes::OctosatBoxes;
use crate::error::Failure;
use crate::moved::OctosatMoved;
use crate::pointers::{list, optional_list, reference};
use crate::settings::{Settings, defaults, settings};

/// A pair: the indices of boxes a and b, or of a box and another shape, or of two shapes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatPair {
    /// The index of box a, or of the first shape.
    pub a: u32,
    /// The index of box b, or of the second shape.
    pub b: u32,
}

const _: () = assert!(size_of::<OctosatPair>() == 8 && align_of::<OctosatPair>() == 4);

/// A query about pairs of boxes. Begin with `OCTOSAT_QUERY_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatQuery {
    /// The size of this structure in bytes.
    pub size: u32,
    /// How far apart pairs may be that are answered, too, in meters. Queries take this or `grown`, and reject the other
    /// unless it is zero.
    pub within: f32,
    /// How much larger the boxes are on every side, in meters; negative: smaller.
    pub grown: f32,
    /// Zero.
    pub reserved: u32,
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs. Row p of the results is for `pairs[p]`. A pair may occur more than once.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One length per pair, which replaces `within`, or null.
    pub within_per_pair: *const f32,
    /// One length per pair, which replaces `grown`, or null.
    pub grown_per_pair: *const f32,
    /// The boxes that the second index of each pair is for, or null if these are `boxes`, too.
    pub others: *const OctosatBoxes,
    /// At which times of their motion the boxes are looked at, or null for boxes where they are. Casts, impacts and
    /// groups of products reject it.
    pub moved: *const OctosatMoved,
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
    const FIRST_BYTES: usize = 16 + 6 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatQuery>() == 16 + 7 * size_of::<usize>());

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
    let within = unsafe { length(asked.within, asked.within_per_pair, asked.pair_count) }?;
    // SAFETY: as above.
    let grown = unsafe { length(asked.grown, asked.grown_per_pair, asked.pair_count) }?;
    if asked.reserved != 0 {
        return Err(Failure::setting("query.reserved", asked.reserved, "0"));
    }
    let query = match others {
        Some(others) => Query::new([boxes.view()?, others.view()?], pairs),
        None => Query::new(boxes.view()?, pairs),
    };
    let query = query.within(within).grown(grown);
    if asked.moved.is_null() {
        return Ok(query);
    }
    // SAFETY: as above.
    unsafe { settings(asked.moved, "query.moved")?.of(query, asked.others) }
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

/// A length of a query: one per row if `per_row` is not null, otherwise one for all rows; zero is none.
///
/// # Safety
/// `per_row` must be null or valid for reading `rows` floats for `'a`.
pub(crate) unsafe fn length<'a>(
    of_all: f32,
    per_row: *const f32,
    rows: usize,
) -> Result<Length<'a>, Failure> {
    // SAFETY: the caller's.
    Ok(match unsafe { optional_list(per_row, rows, "the list of lengths") }? {
        Some(lengths) => Length::PerPair(lengths),
        None if of_all == 0.0 => Length::None,
        None => Length::Uniform(of_all),
    })
}
