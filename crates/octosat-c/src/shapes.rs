//! The query about boxes and other shapes: boxes, pairs of a box and a shape, and lengths.

use bytemuck::Pod;
use octosat::{Engine, ShapeError, ShapeQuery};

use crate::answer::Answer;
use crate::boxes::OctosatBoxes;
use crate::error::{Failure, OctosatStatus};
use crate::pointers::{list, reference};
use crate::query::{OctosatPair, length, pairs};
use crate::settings::{Settings, defaults, settings};
use crate::verbs::Verb;

/// A query about boxes and other shapes. Begin with `OCTOSAT_SHAPE_QUERY_DEFAULTS`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatShapeQuery {
    /// The size of this structure in bytes.
    pub size: u32,
    /// 0: row p of the results is for `pairs[p]`. 1: there are no pairs and only one shape, and row i of the results is
    /// for box i and this shape.
    pub each: u32,
    /// How far apart boxes and shapes may be that are answered, too, in meters. Hits, casts, depths of half-spaces and
    /// contacts of spheres reject it unless it is zero.
    pub within: f32,
    /// Zero.
    pub reserved: u32,
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs, each of a box and a shape. Row p of the results is for `pairs[p]`.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One length per row, which replaces `within`, or null.
    pub within_per_row: *const f32,
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

const _: () = assert!(size_of::<OctosatShapeQuery>() == OctosatShapeQuery::FIRST_BYTES);

/// A shape as callers pass it.
pub(crate) trait Given: Pod {
    /// The shape in the engine's type.
    type Shape;

    /// Checks the values, and makes the engine's shape.
    fn make(&self) -> Result<Self::Shape, ShapeError>;
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

/// A query with its shapes.
pub(crate) struct Asked<'a, S> {
    query: OctosatShapeQuery,
    boxes: &'a OctosatBoxes,
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
        let boxes = unsafe { reference(query.boxes, "query.boxes") }?;
        // SAFETY: as above.
        let shapes = unsafe { shapes(given) }?;
        if query.reserved != 0 {
            return Err(Failure::setting("query.reserved", query.reserved, "0"));
        }
        match query.each {
            1 if shapes.len() != 1 => Err(Failure::length("the list of shapes", shapes.len(), 1)),
            0 | 1 => Ok(Self { query, boxes, shapes }),
            other => Err(Failure::setting("query.each", other, "0 or 1")),
        }
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        if self.query.each == 1 { self.boxes.view().len() } else { self.query.pair_count }
    }

    /// Calls a method of the engine with the query.
    pub(crate) fn ask<T, V>(&self, engine: &Engine, verb: V, out: &mut [T]) -> Result<(), Failure>
    where
        V: for<'q> Verb<ShapeQuery<'q, S>, T>,
    {
        let query = if self.query.each == 1 {
            ShapeQuery::each(self.boxes.view(), &self.shapes[0])
        } else {
            // SAFETY: callers of `read` promise valid pointers.
            let pairs = unsafe { pairs(self.query.pairs, self.query.pair_count) }?;
            ShapeQuery::new(self.boxes.view(), &self.shapes, pairs)
        };
        // SAFETY: as above; there is one length per row.
        let within = unsafe { length(self.query.within, self.query.within_per_row, query.rows()) }?;
        verb.ask(engine, query.within(within), out)
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
        verb: impl for<'q> Verb<ShapeQuery<'q, G::Shape>, T>,
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
