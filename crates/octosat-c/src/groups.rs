//! One answer per group of pairs: a configuration of a robot, a body, or a query box.

use bytemuck::{Pod, Zeroable};
#[cfg(feature = "certain")]
use octosat::Least;
use octosat::{Engine, Groups, Product};
use octosat_rows::Distance;

#[cfg(feature = "certain")]
use crate::answer::write_rows;
use crate::answer::{Answer, write_bools};
use crate::call::call;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::{list, output, reference};
use crate::query::{OctosatPair, OctosatQuery, query};
use crate::settings::settings;

/// Every box of one range with every box of another.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatProduct {
    /// The first box of side a.
    pub a_start: u32,
    /// The box after the last one of side a.
    pub a_end: u32,
    /// The first box of side b.
    pub b_start: u32,
    /// The box after the last one of side b.
    pub b_end: u32,
}

const _: () = assert!(size_of::<OctosatProduct>() == 16 && align_of::<OctosatProduct>() == 4);

/// The pairs of each group. One of both pointers must be null.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatGroups {
    /// The pair of the query before which each group ends. Bounds ascend, and the last one is the number of pairs.
    pub bounds: *const usize,
    /// A product per group. The query then has no pairs, and one length for all.
    pub products: *const OctosatProduct,
    /// The number of groups.
    pub count: usize,
}

/// Tests for each group whether any of its pairs overlaps. A byte of `out` is 1 if there is one, and 0 otherwise.
/// `count` must be the number of groups. A group is left soon after its first hit.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_any_overlap(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    groups: *const OctosatGroups,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        fill_groups(answer, asked, groups, |engine, groups, out| {
            write_bools(out, |bools| Ok(engine.any_overlap(groups, bools)?))
        })
    }
}

/// The least clearance of a group, and the pair that it is of.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatLeastClearance {
    /// The pair; both indices are 2^32 - 1 for a group without pairs.
    pub pair: OctosatPair,
    /// The clearance in meters: positive: no pair of the group shares a point. Infinite for a group without pairs. NaN:
    /// a box is not finite.
    pub clearance: f32,
}

/// The least distance of a group, and the pair that it is of.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatLeastDistance {
    /// The pair; both indices are 2^32 - 1 for a group without pairs.
    pub pair: OctosatPair,
    /// Its distance; infinite for a group without pairs.
    pub row: Distance,
}

/// Computes the least clearance of each group. `count` must be the number of groups.
///
/// # Safety
/// Pointers must be null or valid.
#[cfg(feature = "certain")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_least_clearances(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    groups: *const OctosatGroups,
    out: *mut OctosatLeastClearance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        fill_groups(answer, asked, groups, |engine, groups, out| {
            let ask = |rows: &mut [Least<f32>]| Ok(engine.least_clearances(groups, rows)?);
            write_rows(out, ask, |&Least { pair: [a, b], row: clearance }| OctosatLeastClearance {
                pair: OctosatPair { a, b },
                clearance,
            })
        })
    }
}

/// Computes the least distance of each group, as `octosat_distances` does that of each pair. `count` must be the number
/// of groups.
///
/// # Safety
/// Pointers must be null or valid.
#[cfg(feature = "certain")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_least_distances(
    engine: *const OctosatEngine,
    asked: *const OctosatQuery,
    groups: *const OctosatGroups,
    out: *mut OctosatLeastDistance,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        fill_groups(answer, asked, groups, |engine, groups, out| {
            let ask = |rows: &mut [Least<Distance>]| Ok(engine.least_distances(groups, rows)?);
            write_rows(out, ask, |&Least { pair: [a, b], row }| OctosatLeastDistance {
                pair: OctosatPair { a, b },
                row,
            })
        })
    }
}

/// Runs a query about the groups of a caller.
///
/// # Safety
/// The pointers must be null or valid, and so must the pointers in the query and in the groups.
unsafe fn fill_groups<T: Pod>(
    Answer { engine, out, count, error }: Answer<T>,
    asked: *const OctosatQuery,
    groups: *const OctosatGroups,
    ask: impl FnOnce(&Engine, Groups<'_>, &mut [T]) -> Result<(), Failure>,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = &reference(engine, "engine")?.engine;
            let groups = reference(groups, "groups")?;
            let out = output(out, count, groups.count)?;
            match products(groups)? {
                Some(products) => ask(engine, product_groups(asked, &products)?, out),
                None => {
                    let bounds = list(groups.bounds, groups.count, "groups.bounds")?;
                    ask(engine, Groups::new(query(asked)?, bounds), out)
                }
            }
        })
    }
}

/// The products of a caller, if there are some.
///
/// # Safety
/// The pointers must be null or valid.
unsafe fn products(groups: &OctosatGroups) -> Result<Option<Vec<Product>>, Failure> {
    if groups.products.is_null() {
        return Ok(None);
    }
    if !groups.bounds.is_null() {
        let text = "groups have bounds or products, and the pointer to the other is null";
        return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
    }
    // SAFETY: the caller's.
    let products = unsafe { list(groups.products, groups.count, "groups.products") }?;
    let product = |of: &OctosatProduct| Product::new(of.a_start..of.a_end, of.b_start..of.b_end);
    Ok(Some(products.iter().map(product).collect()))
}

/// The groups of products, with the boxes and the lengths of a query.
///
/// # Safety
/// The pointer must be null or valid for `'a`, and so must the pointers in the query.
unsafe fn product_groups<'a>(
    asked: *const OctosatQuery,
    products: &'a [Product],
) -> Result<Groups<'a>, Failure> {
    // SAFETY: the caller's, here and below.
    let asked = unsafe { settings(asked, "query") }?;
    let has_lengths = !(asked.within_per_pair.is_null() && asked.grown_per_pair.is_null());
    if asked.pair_count != 0 || has_lengths || !asked.moved.is_null() {
        return Err(Failure::new(
            OCTOSAT_BAD_ARGUMENT,
            "groups of products have no list of pairs, no length per pair, and no `moved`",
        ));
    }
    // SAFETY: as above.
    let boxes = unsafe { reference(asked.boxes, "query.boxes") }?;
    // SAFETY: as above.
    let groups = match unsafe { asked.others.as_ref() } {
        Some(others) => Groups::of_products([boxes.view()?, others.view()?], products),
        None => Groups::of_products(boxes.view()?, products),
    };
    let groups = if asked.within == 0.0 { groups } else { groups.within(asked.within) };
    Ok(if asked.grown == 0.0 { groups } else { groups.grown(asked.grown) })
}
