//! AABBs of boxes, and boxes against half-spaces and rays.

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::{AxisAlignedBox, HalfSpace, HalfSpaceContacts, Ray, RayHit, ShapeError, ShapeQuery};

use crate::boxes::OctosatBoxes;
use crate::call::call;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::manifolds::OctosatPoint;
use crate::pairs::write_bools;
use crate::pointers::{list, output, reference};
use crate::query::{OctosatPair, margin, pairs};

/// A world-space axis-aligned bounding box (AABB), in meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatAabb {
    /// The smallest coordinates.
    pub min: [f32; 3],
    /// The largest coordinates.
    pub max: [f32; 3],
}

/// A half-space, the solid below a plane: the points p with `dot(normal, p) <= offset`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatHalfSpace {
    /// A unit vector that points out of the solid.
    pub normal: [f32; 3],
    /// The signed distance of the plane from the origin along the normal, in meters.
    pub offset: f32,
}

/// A ray: the points `origin + t * direction` with t at least 0.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRay {
    /// The start of the ray, in meters, world coordinates.
    pub origin: [f32; 3],
    /// The direction. It need not have unit length, but must not be almost zero.
    pub direction: [f32; 3],
}

/// The part of a ray inside a box. For a miss, `entry` is infinite.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRayHit {
    /// The parameter t at which the ray enters the box; 0 if it starts inside. The point is `origin + t * direction`.
    pub entry: f32,
    /// The parameter t at which the ray leaves the box.
    pub exit: f32,
    /// The face through which the ray enters: 2 * k for the negative face of axis k, 2 * k + 1 for the positive face, 6
    /// if the ray starts inside, 255 for a miss.
    pub face: u32,
}

/// The contacts of a box with a half-space: up to four vertices below the plane, or above it by at most the margin.
///
/// The contact normal is the normal of the half-space, which points from the half-space to the box. In the pair the box
/// is a and the half-space is b, so this normal points from b to a. The normal of two boxes points from a to b.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatHalfSpaceManifold {
    /// The contacts. Only the first `len` are valid. A position is half-way between vertex and plane. A feature is the
    /// number of the vertex: bit k is set if the vertex is on the positive side of axis k.
    pub points: [OctosatPoint; 4],
    /// The number of contacts.
    pub len: u32,
}

const _: () = {
    assert!(size_of::<OctosatAabb>() == 24 && size_of::<OctosatRay>() == 24);
    assert!(size_of::<OctosatHalfSpace>() == 16 && size_of::<OctosatRayHit>() == 12);
    assert!(size_of::<OctosatHalfSpaceManifold>() == 84);
};

/// A list of half-spaces.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatHalfSpaces {
    /// The first one.
    pub data: *const OctosatHalfSpace,
    /// How many there are.
    pub count: usize,
}

/// A list of rays.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatRays {
    /// The first one.
    pub data: *const OctosatRay,
    /// How many there are.
    pub count: usize,
}

/// A query about boxes and other shapes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatShapeQuery {
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs, each of a box and a shape. Row p of the results is for `pairs[p]`.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One margin per row, which replaces `margin`, or null.
    pub margins: *const f32,
    /// The speculative margin in meters: boxes and shapes separated by at most this distance are also reported.
    /// `octosat_hits` ignores the margin.
    pub margin: f32,
    /// 0: row p of the results is for `pairs[p]`. 1: there are no pairs and only one shape, and row i of the results is
    /// for box i and this shape.
    pub each: u32,
}

/// A query with its shapes.
struct Asked<'a, S> {
    query: &'a OctosatShapeQuery,
    boxes: &'a OctosatBoxes,
    shapes: Vec<S>,
}

impl<'a, S> Asked<'a, S> {
    /// Reads the query and its shapes.
    ///
    /// # Safety
    /// Pointers must be null or valid for `'a`.
    unsafe fn read<T: Pod>(
        asked: *const OctosatShapeQuery,
        shapes: *const T,
        shape_count: usize,
        make: impl Fn(&T) -> Result<S, ShapeError>,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's, here and below.
        let query = unsafe { reference(asked, "query") }?;
        // SAFETY: as above.
        let boxes = unsafe { reference(query.boxes, "query.boxes") }?;
        // SAFETY: as above.
        let given = unsafe { list(shapes, shape_count, "the list of shapes") }?;
        let mut shapes = Vec::with_capacity(given.len());
        for (place, shape) in given.iter().enumerate() {
            let failed = |error| Failure::from(error).about(&format!("shape {place}")).at(place);
            shapes.push(make(shape).map_err(failed)?);
        }
        match query.each {
            1 if shapes.len() != 1 => {
                return Err(Failure::length("the list of shapes", shapes.len(), 1));
            }
            0 | 1 => {}
            other => return Err(Failure::setting("query.each", other, "0 or 1")),
        }
        Ok(Self { query, boxes, shapes })
    }

    /// The query for the engine.
    fn query(&self) -> Result<ShapeQuery<'_, S>, Failure> {
        let query = if self.query.each == 1 {
            ShapeQuery::each(self.boxes.view(), &self.shapes[0])
        } else {
            // SAFETY: callers of `read` promise valid pointers.
            let pairs = unsafe { pairs(self.query.pairs, self.query.pair_count) }?;
            ShapeQuery::new(self.boxes.view(), &self.shapes, pairs)
        };
        // SAFETY: as above; there is one margin per row.
        let margin = unsafe { margin(self.query.margin, self.query.margins, query.rows()) }?;
        Ok(query.margin(margin))
    }
}

fn half_space(given: &OctosatHalfSpace) -> Result<HalfSpace, ShapeError> {
    HalfSpace::new(given.normal, given.offset)
}

fn ray(given: &OctosatRay) -> Result<Ray, ShapeError> {
    Ray::new(given.origin, given.direction)
}

/// Computes the AABB of each box. It contains every point of the box, despite rounding. `count` must be the number of
/// boxes. If a lent, unchecked box is not finite, its AABB is NaN.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_aabbs(
    engine: *const OctosatEngine,
    boxes: *const OctosatBoxes,
    out: *mut OctosatAabb,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let boxes = reference(boxes, "boxes")?;
            let out = output(out, count, boxes.view().len())?;
            let mut bounds = vec![AxisAlignedBox::default(); count];
            engine.aabbs(boxes.view(), &mut bounds)?;
            for (to, from) in out.iter_mut().zip(&bounds) {
                *to = OctosatAabb { min: from.min(), max: from.max() };
            }
            Ok(())
        })
    }
}

/// Tests each box and half-space for overlap. A byte of `out` is 1 if they share a point or come within the margin, and 0
/// otherwise. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_half_space_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    half_spaces: OctosatHalfSpaces,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let asked = Asked::read(asked, half_spaces.data, half_spaces.count, half_space)?;
            let query = asked.query()?;
            let out = output(out, count, query.rows())?;
            write_bools(out, |bools| Ok(engine.overlaps(query, bools)?))
        })
    }
}

/// Computes the contacts of boxes with half-spaces. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_half_space_manifolds(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    half_spaces: OctosatHalfSpaces,
    out: *mut OctosatHalfSpaceManifold,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let asked = Asked::read(asked, half_spaces.data, half_spaces.count, half_space)?;
            let query = asked.query()?;
            let out = output(out, count, query.rows())?;
            let mut rows = vec![HalfSpaceContacts::default(); count];
            engine.manifolds(query, rows.as_mut_slice())?;
            for (to, from) in out.iter_mut().zip(&rows) {
                *to = unpacked(from);
            }
            Ok(())
        })
    }
}

/// The contacts of a row in the layout of the interface.
fn unpacked(row: &HalfSpaceContacts) -> OctosatHalfSpaceManifold {
    let mut manifold = OctosatHalfSpaceManifold::zeroed();
    for (to, contact) in manifold.points.iter_mut().zip(row.iter()) {
        let (position, depth) = (contact.position, contact.depth);
        *to = OctosatPoint { position, depth, feature: u32::from(contact.corner) };
        manifold.len += 1;
    }
    manifold
}

/// Computes where rays enter and leave boxes. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_hits(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    rays: OctosatRays,
    out: *mut OctosatRayHit,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let engine = reference(engine, "engine")?.engine;
            let asked = Asked::read(asked, rays.data, rays.count, ray)?;
            let query = asked.query()?;
            let out: &mut [RayHit] = cast_slice_mut(output(out, count, query.rows())?);
            Ok(engine.hits(query, out)?)
        })
    }
}
