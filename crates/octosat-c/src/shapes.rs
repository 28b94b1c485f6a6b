//! The query about boxes and other shapes, or about pairs of shapes: the first list, pairs and lengths.

use bytemuck::Pod;
use octosat::{BoxView, Capsule, Engine, Error, HalfSpace, ShapePairs, ShapeQuery, Sphere};

use crate::answer::Answer;
use crate::boxes::OctosatBoxes;
use crate::capsules::OctosatCapsules;
use crate::error::{Failure, OCTOSAT_BAD_ARGUMENT, OCTOSAT_NULL, OctosatStatus};
use crate::half_spaces::OctosatHalfSpaces;
use crate::pointers::{list, optional, reference};
use crate::query::{OctosatPair, length, pairs};
use crate::settings::{Settings, defaults, settings};
use crate::spheres::OctosatSpheres;
use crate::verbs::AnyVerb;

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
    /// The number of pairs.
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
            if let Some(list) = optional(spheres, "query.spheres")? {
                let shapes = shapes((list.data, list.count));
                return shapes.map(Self::Spheres).map_err(|failure| failure.about("query.spheres"));
            }
            if let Some(list) = optional(capsules, "query.capsules")? {
                let shapes = shapes((list.data, list.count));
                return shapes
                    .map(Self::Capsules)
                    .map_err(|failure| failure.about("query.capsules"));
            }
            if let Some(list) = optional(half_spaces, "query.half_spaces")? {
                let shapes = shapes((list.data, list.count));
                return shapes
                    .map(Self::HalfSpaces)
                    .map_err(|failure| failure.about("query.half_spaces"));
            }
            reference(boxes, "query.boxes")?.view().map(Self::Boxes)
        }
    }

    /// How many there are.
    fn len(&self) -> usize {
        match self {
            Self::Boxes(boxes) => boxes.len(),
            Self::Spheres(shapes) => shapes.len(),
            Self::Capsules(shapes) => shapes.len(),
            Self::HalfSpaces(shapes) => shapes.len(),
        }
    }
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
        match query.each {
            1 if shapes.len() != 1 => Err(Failure::length("the list of shapes", shapes.len(), 1)),
            0 | 1 => Ok(Self { query, first, shapes }),
            other => Err(Failure::setting("query.each", other, "0 or 1")),
        }
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        if self.query.each == 1 { self.first.len() } else { self.query.pair_count }
    }

    /// Calls a method of the engine with the query.
    pub(crate) fn ask<T, V>(&self, engine: &Engine, verb: V, out: &mut [T]) -> Result<(), Failure>
    where
        V: AnyVerb<S, T>,
    {
        let Self { query, first, shapes } = self;
        // SAFETY: callers of `read` promise valid pointers; there is one length per row.
        let within = unsafe { length(query.within, query.within_per_row, self.rows()) }?;
        let pairs = match query.each {
            1 => None,
            // SAFETY: as above.
            _ => Some(unsafe { pairs(query.pairs, query.pair_count) }?),
        };
        match first {
            First::Boxes(boxes) => {
                let query = match pairs {
                    Some(pairs) => ShapeQuery::new(*boxes, shapes, pairs),
                    None => ShapeQuery::each(*boxes, &shapes[0]),
                };
                verb.ask(engine, query.within(within), out)
            }
            First::Spheres(first) => {
                verb.ask(engine, of_shapes(first, shapes, pairs).within(within), out)
            }
            First::Capsules(first) => {
                verb.ask(engine, of_shapes(first, shapes, pairs).within(within), out)
            }
            First::HalfSpaces(first) => {
                verb.ask(engine, of_shapes(first, shapes, pairs).within(within), out)
            }
        }
    }
}

/// A query about two lists of shapes; without pairs, about each of the first with the only second one.
fn of_shapes<'a, A, B>(
    first: &'a [A],
    shapes: &'a [B],
    pairs: Option<&'a [[u32; 2]]>,
) -> ShapePairs<'a, A, B> {
    pairs.map_or_else(
        || ShapePairs::each(first, &shapes[0]),
        |pairs| ShapePairs::new(first, shapes, pairs),
    )
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
        verb: impl AnyVerb<G::Shape, T>,
    ) -> OctosatStatus {
        // SAFETY: the caller's, here and below.
        unsafe {
            let read = || {
                let asked = Asked::read(asked, given)?;
                let rows = asked.rows();
                Ok((asked, rows))
            };
            self.fill(read, |engine, asked, out| asked.ask(engine, verb, out))
        }
    }
}
