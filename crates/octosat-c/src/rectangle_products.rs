//! All pairs of rectangles, without a list of pairs: how much they share, which overlap, and suppression.

use octosat::{Engine, RectangleView, Sides, Suppression};
use octosat_rows::IouPair;

use crate::answer::{Answer, ListAnswer};
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::pointers::{list, optional, optional_list, reference};
use crate::products::reject_least;
use crate::query::OctosatPair;
use crate::rectangles::OctosatRectangles;
use crate::settings::{Settings, defaults, settings};

/// All pairs of a rectangle of one list and a rectangle of another. Begin with `OCTOSAT_RECTANGLE_ALL_PAIRS_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatRectangleAllPairs {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The least IoU of the pairs that `octosat_rectangle_iou_above` lists, from 0 to 1. Other queries reject it unless it is
    /// zero.
    pub least: f32,
    /// The rectangles a.
    pub rectangles: *const OctosatRectangles,
    /// The rectangles b. Null: these are `rectangles`, too, and each pair is listed once, the lower index first, and no
    /// rectangle with itself. A matrix has all pairs.
    pub others: *const OctosatRectangles,
}

impl Default for OctosatRectangleAllPairs {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatRectangleAllPairs {
    const NAME: &str = "OctosatRectangleAllPairs";
    const DEFAULTS: &str = "OCTOSAT_RECTANGLE_ALL_PAIRS_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 2 * size_of::<usize>();
}

const _: () =
    assert!(size_of::<OctosatRectangleAllPairs>() == OctosatRectangleAllPairs::FIRST_BYTES);

/// The lists of a caller, and the least IoU.
struct Asked<'a> {
    lists: Sides<RectangleView<'a>>,
    least: f32,
}

impl<'a> Asked<'a> {
    /// Reads a question.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    unsafe fn read(asked: *const OctosatRectangleAllPairs) -> Result<Self, Failure> {
        // SAFETY: the caller's, here and below.
        unsafe {
            let OctosatRectangleAllPairs { least, rectangles, others, .. } =
                settings(asked, "asked")?;
            let first = &reference(rectangles, "asked.rectangles")?.store;
            let lists = match optional(others, "asked.others")? {
                Some(others) => [first, &others.store].into(),
                None => first.into(),
            };
            Ok(Self { lists, least })
        }
    }

    /// Reads a question that takes no least IoU.
    ///
    /// # Safety
    /// As [`Self::read`].
    unsafe fn read_lists(
        asked: *const OctosatRectangleAllPairs,
    ) -> Result<Sides<RectangleView<'a>>, Failure> {
        // SAFETY: the caller's.
        let Self { lists, least } = unsafe { Self::read(asked) }?;
        reject_least(least)?;
        Ok(lists)
    }
}

/// Computes the IoU of each rectangle a with each rectangle b, as `octosat_iou_matrix` does that of boxes. `count` must be the
/// product of both numbers of rectangles.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_iou_matrix(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleAllPairs,
    out: *mut f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's, here and below.
    unsafe {
        let read = || {
            let lists = Asked::read_lists(asked)?;
            let [rows, columns] = lists.each().map(RectangleView::len);
            Ok((lists, rows.saturating_mul(columns)))
        };
        answer.fill(read, |engine, lists, out| Ok(engine.iou_matrix(lists, out)?))
    }
}

/// Lists the pairs of rectangles whose IoU is positive and at least `least`, sorted by a, then by b. `found` gets their
/// number. `out` gets the first ones, as many as `room`; if there are more, ask again with more room.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_iou_above(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleAllPairs,
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

/// Lists the pairs of rectangles that share a point, as `octosat_rectangle_overlaps` reports them, sorted by a, then by b.
/// `found` gets their number. `out` gets the first ones, as many as `room`; if there are more, ask again with more room.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_overlapping_pairs(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleAllPairs,
    out: *mut OctosatPair,
    room: usize,
    found: *mut usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = ListAnswer { engine, out, room, found, error };
    let ask = |engine: &Engine, lists, out: &mut Vec<[u32; 2]>| {
        engine.overlapping_pairs::<Sides<RectangleView<'_>>>(lists, out)
    };
    // SAFETY: the caller's.
    unsafe { answer.fill(|| Asked::read_lists(asked), ask) }
}

/// Rectangles with scores, of which those are suppressed that share much with a better one. Begin with
/// `OCTOSAT_RECTANGLE_SUPPRESSION_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatRectangleSuppression {
    /// The size of this structure in bytes.
    pub size: u32,
    /// The most that the IoU of two kept rectangles may be, from 0 to 1.
    pub most: f32,
    /// The rectangles.
    pub rectangles: *const OctosatRectangles,
    /// A score per rectangle; none is NaN.
    pub scores: *const f32,
    /// A class per rectangle: only rectangles of one class suppress each other. Or null: all are of one class.
    pub classes: *const u32,
    /// The number of scores, and of classes if there are some. It must be the number of rectangles.
    pub count: usize,
}

impl Default for OctosatRectangleSuppression {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatRectangleSuppression {
    const NAME: &str = "OctosatRectangleSuppression";
    const DEFAULTS: &str = "OCTOSAT_RECTANGLE_SUPPRESSION_DEFAULTS";
    const FIRST_BYTES: usize = 8 + 4 * size_of::<usize>();
}

const _: () =
    assert!(size_of::<OctosatRectangleSuppression>() == OctosatRectangleSuppression::FIRST_BYTES);

/// Keeps the best of rectangles that share much, as `octosat_suppress` does of boxes. `found` gets the number of kept
/// rectangles. `out` gets the indices of the first ones in falling score, as many as `room`; room for all rectangles is
/// enough.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_rectangle_suppress(
    engine: *const OctosatEngine,
    asked: *const OctosatRectangleSuppression,
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
            let rectangles = &reference(asked.rectangles, "asked.rectangles")?.store;
            if asked.count != rectangles.len() {
                return Err(Failure::length("asked.scores", asked.count, rectangles.len()));
            }
            let scores = list(asked.scores, asked.count, "asked.scores")?;
            let classes = optional_list(asked.classes, asked.count, "asked.classes")?;
            let question = Suppression::new(rectangles, scores, asked.most);
            Ok(classes.map_or(question, |classes| question.classes(classes)))
        };
        let ask = |engine: &Engine, question: Suppression<'_, RectangleView<'_>>, out: &mut _| {
            engine.suppress(question, out)
        };
        answer.fill(read, ask)
    }
}
