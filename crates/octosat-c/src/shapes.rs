//! The query about boxes and other shapes, or about pairs of shapes: the first list, pairs and lengths.

use bytemuck::Pod;
use octosat::ask::{AnyList, ShapeQuestion};
use octosat::{BoxView, Capsule, Engine, Error, HalfSpace, Sphere};

use crate::answer::{Answer, write_bools};
use crate::boxes::OctosatBoxes;
use crate::capsules::OctosatCapsules;
use crate::error::{
    Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_BAD_LENGTH, OCTOSAT_NULL, OctosatStatus,
};
use crate::half_spaces::OctosatHalfSpaces;
use crate::pointers::{list, optional, reference};
use crate::query::{OctosatPair, length, pairs};
use crate::settings::{Settings, defaults, settings};
use crate::spheres::OctosatSpheres;

/// A query about boxes and other shapes, or about pairs of shapes without a box. Begin with
/// `OCTOSAT_SHAPE_QUERY_DEFAULTS`, and set one of `boxes`, `spheres`, `capsules` and `half_spaces`. The other three are
/// null. The function takes the list of the second shapes.
///
/// Spheres and capsules can be asked against spheres, capsules, rays and segments, and half-spaces against spheres and
/// capsules. The first shape then takes the place of the box in the results.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatShapeQuery {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: row p of the results is for `pairs[p]`. 1: there are no pairs and only one second shape, and row i of the
    /// results is for box i, or first shape i, and this shape.
    pub each: u32,
    /// How far apart boxes and shapes may be that are answered, too, in meters. Hits, casts, depths of half-spaces and
    /// contacts of spheres reject it unless it is zero.
    pub within: f32,
    /// Zero.
    pub reserved: u32,
    /// The boxes, or null.
    pub boxes: *const OctosatBoxes,
    /// The pairs, each of a box or a first shape, and a second shape. Row p of the results is for `pairs[p]`.
    pub pairs: *const OctosatPair,
    /// The number of pairs; zero if `each` is 1.
    pub pair_count: usize,
    /// One length per row, which replaces `within`, or null.
    pub within_per_row: *const f32,
    /// Spheres instead of boxes, or null.
    pub spheres: *const OctosatSpheres,
    /// Capsules instead of boxes, or null.
    pub capsules: *const OctosatCapsules,
    /// Half-spaces instead of boxes, or null.
    pub half_spaces: *const OctosatHalfSpaces,
}

impl Default for OctosatShapeQuery {
    fn default() -> Self {
        defaults()
    }
}

// SAFETY: no padding, see below; numbers and pointers, in the order of C.
unsafe impl Settings for OctosatShapeQuery {
    const NAME: &str = "OctosatShapeQuery";
    const DEFAULTS: &str = "OCTOSAT_SHAPE_QUERY_DEFAULTS";
    const FIRST_BYTES: usize = 16 + 4 * size_of::<usize>();
}

const _: () = {
    let size = OctosatShapeQuery::FIRST_BYTES + 3 * size_of::<usize>();
    assert!(size_of::<OctosatShapeQuery>() == size);
};

/// A shape as callers pass it.
pub(crate) trait Given: Pod {
    /// The shape in the engine's type.
    type Shape;

    /// Checks the values, and makes the engine's shape.
    fn make(&self) -> Result<Self::Shape, Error>;
}

/// Reads a list of shapes.
///
/// # Safety
/// The pointer must be null or valid for reading as many shapes.
pub(crate) unsafe fn shapes<G: Given>(
    (data, count): (*const G, usize),
) -> Result<Vec<G::Shape>, Failure> {
    // SAFETY: the caller's.
    let given = unsafe { list(data, count, "the list of shapes") }?;
    made(given, G::make)
}

/// Makes a shape of each value of a list. A failure names the index in the list.
pub(crate) fn made<T, S, E>(
    given: &[T],
    make: impl Fn(&T) -> Result<S, E>,
) -> Result<Vec<S>, Failure>
where
    Failure: From<E>,
{
    let mut shapes = Vec::with_capacity(given.len());
    for (place, shape) in given.iter().enumerate() {
        let failed = |error| Failure::from(error).about(&format!("shape {place}")).at(place);
        shapes.push(make(shape).map_err(failed)?);
    }
    Ok(shapes)
}

/// The boxes or shapes that the first index of each pair is for.
enum First<'a> {
    Boxes(BoxView<'a>),
    Spheres(Vec<Sphere>),
    Capsules(Vec<Capsule>),
    HalfSpaces(Vec<HalfSpace>),
}

impl First<'_> {
    /// Reads the only list that a query has.
    ///
    /// # Safety
    /// Pointers must be null or valid as long as the list is used.
    unsafe fn read(query: &OctosatShapeQuery) -> Result<Self, Failure> {
        let OctosatShapeQuery { boxes, spheres, capsules, half_spaces, .. } = *query;
        let given =
            [!boxes.is_null(), !spheres.is_null(), !capsules.is_null(), !half_spaces.is_null()];
        let lists = given.iter().filter(|&&given| given).count();
        if lists == 0 {
            let text = "query.boxes is null, and so are its spheres, capsules and half_spaces";
            return Err(Failure::new(OCTOSAT_NULL, text));
        }
        if lists > 1 {
            let text = format!(
                "query has {lists} of boxes, spheres, capsules and half_spaces, but must have one of them"
            );
            return Err(Failure::new(OCTOSAT_BAD_ARGUMENT, text));
        }
        // SAFETY: the caller's, here and below.
        unsafe {
            if let Some(&OctosatSpheres { data, count }) = optional(spheres, "query.spheres")? {
                return first((data, count), "query.spheres").map(Self::Spheres);
            }
            if let Some(&OctosatCapsules { data, count }) = optional(capsules, "query.capsules")? {
                return first((data, count), "query.capsules").map(Self::Capsules);
            }
            if let Some(&OctosatHalfSpaces { data, count }) =
                optional(half_spaces, "query.half_spaces")?
            {
                return first((data, count), "query.half_spaces").map(Self::HalfSpaces);
            }
            reference(boxes, "query.boxes")?.view().map(Self::Boxes)
        }
    }

    /// The list.
    fn list(&self) -> AnyList<'_> {
        match self {
            Self::Boxes(boxes) => AnyList::Boxes(*boxes),
            Self::Spheres(shapes) => AnyList::Spheres(shapes),
            Self::Capsules(shapes) => AnyList::Capsules(shapes),
            Self::HalfSpaces(shapes) => AnyList::HalfSpaces(shapes),
        }
    }
}

/// Reads a list of first shapes; a failure names it.
///
/// # Safety
/// As [`shapes`].
unsafe fn first<G: Given>(given: (*const G, usize), name: &str) -> Result<Vec<G::Shape>, Failure> {
    // SAFETY: the caller's.
    unsafe { shapes(given) }.map_err(|failure| failure.about(name))
}

/// Overlaps as bytes, for [`Answer::fill_shapes`].
pub(crate) fn overlaps(
    question: &ShapeQuestion<'_>,
    engine: &Engine,
    out: &mut [u8],
) -> Result<(), Failure> {
    write_bools(out, |bools| Ok(question.overlaps(engine, bools.into())?))
}

/// A query with its shapes.
pub(crate) struct Asked<'a, S> {
    query: OctosatShapeQuery,
    first: First<'a>,
    shapes: Vec<S>,
}

impl<S> Asked<'_, S> {
    /// Reads the query and its shapes.
    ///
    /// # Safety
    /// Pointers must be null or valid as long as the query is used.
    pub(crate) unsafe fn read<G: Given<Shape = S>>(
        asked: *const OctosatShapeQuery,
        given: (*const G, usize),
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's, here and below.
        let query = unsafe { settings(asked, "query") }?;
        // SAFETY: as above.
        let first = unsafe { First::read(&query) }?;
        // SAFETY: as above.
        let shapes = unsafe { shapes(given) }?;
        if query.reserved != 0 {
            return Err(Failure::setting("query.reserved", query.reserved, "0"));
        }
        match (query.each, query.pair_count) {
            (0, _) | (1, 0) => Ok(Self { query, first, shapes }),
            (1, count) => {
                let text = format!("query.each is 1, but query.pair_count is {count}, not 0");
                Err(Failure::new(OCTOSAT_BAD_LENGTH, text))
            }
            (other, _) => Err(Failure::setting("query.each", other, "0 or 1")),
        }
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        if self.query.each == 1 { self.first.list().count() } else { self.query.pair_count }
    }

    /// The question.
    pub(crate) fn question(&self) -> Result<ShapeQuestion<'_>, Failure>
    where
        for<'a> AnyList<'a>: From<&'a [S]>,
    {
        let Self { query, first, shapes } = self;
        let pairs = match query.each {
            1 => None,
            // SAFETY: callers of `read` promise valid pointers, here and below.
            _ => Some(unsafe { pairs(query.pairs, query.pair_count) }?),
        };
        // SAFETY: as above; there is one length per row.
        let within = unsafe { length(query.within, query.within_per_row, self.rows()) }?;
        Ok(ShapeQuestion { a: first.list(), b: shapes[..].into(), pairs, within })
    }
}

impl<T: Pod> Answer<T> {
    /// Runs a query about boxes and other shapes.
    ///
    /// # Safety
    /// Pointers must be null or valid, and so must the pointers in the query.
    pub(crate) unsafe fn fill_shapes<G: Given>(
        self,
        asked: *const OctosatShapeQuery,
        given: (*const G, usize),
        ask: impl FnOnce(&ShapeQuestion<'_>, &Engine, &mut [T]) -> Result<(), Failure>,
    ) -> OctosatStatus
    where
        for<'a> AnyList<'a>: From<&'a [G::Shape]>,
    {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || {
                let asked = Asked::read(asked, given)?;
                let rows = asked.rows();
                Ok((asked, rows))
            };
            self.fill(read, |engine, asked, out| ask(&asked.question()?, engine, out))
        }
    }
}
