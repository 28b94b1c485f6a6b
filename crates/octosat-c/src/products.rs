//! All pairs of boxes, without a list of pairs: how much they share, which overlap, and suppression.

#[cfg(feature = "shapes")]
use octosat::Sphere;
use octosat::{BoxView, Engine, Sides, Suppression};
use octosat_rows::IouPair;

use crate::answer::{Answer, ListAnswer};
use crate::boxes::OctosatBoxes;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OctosatError, OctosatStatus};
use crate::pointers::{list, optional, optional_list, reference};
use crate::query::OctosatPair;
use crate::settings::{Settings, defaults, settings};
#[cfg(feature = "shapes")]
use crate::shapes::shapes;
#[cfg(feature = "shapes")]
use crate::spheres::{OctosatSphere, OctosatSpheres};

/// All pairs of a box of one list and a box of another. Begin with `OCTOSAT_ALL_PAIRS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatAllPairs {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The least IoU of the pairs that `octosat_iou_above` lists, from 0 to 1. Other queries reject it unless it is zero.
    pub least: f32,
    /// The boxes a.
    pub boxes: *const OctosatBoxes,
    /// The boxes b. Null: these are `boxes`, too, and each pair is listed once, the lower index first, and no box with
    /// itself. A matrix has all pairs.
    pub others: *const OctosatBoxes,
}

impl Default for OctosatAllPairs {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatAllPairs {
    const NAME: &str = "OctosatAllPairs";
    const DEFAULTS: &str = "OCTOSAT_ALL_PAIRS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 2 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatAllPairs>() == OctosatAllPairs::FIRST_BYTES);

/// The lists of a caller, and the least IoU.
struct Asked<'a> {
    lists: Sides<BoxView<'a>>,
    least: f32,
}

impl<'a> Asked<'a> {
    /// Reads a question.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    unsafe fn read(asked: *const OctosatAllPairs) -> Result<Self, Failure> {
        // SAFETY: the caller's, here and below.
        unsafe {
            let OctosatAllPairs { least, boxes, others, .. } = settings(asked, "asked")?;
            let boxes = reference(boxes, "asked.boxes")?.view()?;
            let lists = match optional(others, "asked.others")? {
                Some(others) => [boxes, others.view()?].into(),
                None => boxes.into(),
            };
            Ok(Self { lists, least })
        }
    }

    /// Reads a question that takes no least IoU.
    ///
    /// # Safety
    /// As [`Self::read`].
    unsafe fn read_lists(asked: *const OctosatAllPairs) -> Result<Sides<BoxView<'a>>, Failure> {
        // SAFETY: the caller's.
        let Self { lists, least } = unsafe { Self::read(asked) }?;
        reject_least(least)?;
        Ok(lists)
    }
}

/// Rejects a least IoU of a query that takes none.
pub(crate) fn reject_least(least: f32) -> Result<(), Failure> {
    if least == 0.0 {
        return Ok(());
    }
    let text = format!("asked.least is {least}, but this query takes none: it must be 0");
    Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text))
}

/// Computes the IoU of each box a with each box b, without a list of pairs: value `i * n + j` is of box i of a and box j of
/// b, if b has n boxes. `count` must be the product of both numbers of boxes. Each value has the bits of
/// `octosat_intersections`; a pair with a number that is not finite is NaN.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_iou_matrix(
    engine: *const OctosatEngine,
    asked: *const OctosatAllPairs,
    out: *mut f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let lists = Asked::read_lists(asked)?;
            let [rows, columns] = lists.each().map(BoxView::len);
            Ok((lists, rows.saturating_mul(columns)))
        };
        answer.fill(read, |engine, lists, out| Ok(engine.iou_matrix(lists, out)?))
    }
}

/// Lists the pairs of boxes whose IoU is positive and at least `least`, sorted by a, then by b. `found` gets their number.
/// `out` gets the first ones, as many as `room`; if there are more, ask again with more room. The IoU has the bits of
/// `octosat_intersections`; pairs of which it is NaN are not listed.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_iou_above(
    engine: *const OctosatEngine,
    asked: *const OctosatAllPairs,
    out: *mut IouPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    let ask = |engine: &Engine, Asked { lists, least }: Asked<'_>, out: &mut Vec<IouPair>| {
        engine.iou_above(lists, least, out)
    };
    // SAFETY: the caller's.
    unsafe { answer.fill(|| Asked::read(asked), ask) }
}

/// Lists the pairs of boxes that share a point, as `octosat_overlaps` reports them, sorted by a, then by b. `found` gets
/// their number. `out` gets the first ones, as many as `room`; if there are more, ask again with more room.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_overlapping_pairs(
    engine: *const OctosatEngine,
    asked: *const OctosatAllPairs,
    out: *mut OctosatPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    let ask = |engine: &Engine, lists, out: &mut Vec<[u32; 2]>| {
        engine.overlapping_pairs::<Sides<BoxView<'_>>>(lists, out)
    };
    // SAFETY: the caller's.
    unsafe { answer.fill(|| Asked::read_lists(asked), ask) }
}

/// Lists the pairs of a box and a sphere that share a point, as `octosat_sphere_overlaps` reports them, sorted by a, the box,
/// then by b, the sphere. Spheres with a radius of 0 are points. `found` gets the number of pairs. `out` gets the first
/// ones, as many as `room`; if there are more, ask again with more room.
///
/// # Safety
/// Pointers must be null or valid.
#[cfg(feature = "shapes")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_sphere_overlapping_pairs(
    engine: *const OctosatEngine,
    boxes: *const OctosatBoxes,
    spheres: OctosatSpheres,
    out: *mut OctosatPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let boxes = reference(boxes, "boxes")?.view()?;
            Ok((boxes, shapes::<OctosatSphere>((spheres.data, spheres.count))?))
        };
        let ask = |engine: &Engine, (boxes, spheres): (BoxView<'_>, Vec<Sphere>), out: &mut _| {
            engine.overlapping_pairs((&boxes, &spheres), out)
        };
        answer.fill(read, ask)
    }
}

/// Boxes with scores, such as detections, of which those are suppressed that share much with a better one. Begin with
/// `OCTOSAT_SUPPRESSION_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatSuppression {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The most that the IoU of two kept boxes may be, from 0 to 1.
    pub most: f32,
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// A score per box; none is NaN.
    pub scores: *const f32,
    /// A class per box: only boxes of one class suppress each other. Or null: all are of one class.
    pub classes: *const u32,
    /// The number of scores, and of classes if there are some. It must be the number of boxes.
    pub count: usize,
}

impl Default for OctosatSuppression {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatSuppression {
    const NAME: &str = "OctosatSuppression";
    const DEFAULTS: &str = "OCTOSAT_SUPPRESSION_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 4 * size_of::<usize>();
}

const _: () = assert!(size_of::<OctosatSuppression>() == OctosatSuppression::FIRST_BYTES);

/// Keeps the best of boxes that share much: in falling score, and of equal scores in the order of the list, a box is kept
/// unless its IoU with a kept one of its class is more than `most`. `found` gets the number of kept boxes. `out` gets the
/// indices of the first ones in this order, as many as `room`; room for all boxes is enough. The IoU has the bits of
/// `octosat_intersections`. A box with a number that is not finite is kept and suppresses nothing.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_suppress(
    engine: *const OctosatEngine,
    asked: *const OctosatSuppression,
    out: *mut u32,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let asked = settings(asked, "asked")?;
            let boxes = reference(asked.boxes, "asked.boxes")?.view()?;
            if asked.count != boxes.len() {
                return Err(Failure::length("asked.scores", asked.count, boxes.len()));
            }
            let scores = list(asked.scores, asked.count, "asked.scores")?;
            let classes = optional_list(asked.classes, asked.count, "asked.classes")?;
            let question = Suppression::new(boxes, scores, asked.most);
            Ok(classes.map_or(question, |classes| question.classes(classes)))
        };
        let ask = |engine: &Engine, question: Suppression<'_, BoxView<'_>>, out: &mut _| {
            engine.suppress(question, out)
        };
        answer.fill(read, ask)
    }
}
