//! Bounds of boxes, and boxes against half-spaces and rays.

use bytemuck::{Pod, Zeroable, cast_slice_mut};
use octosat::{AxisAlignedBox, HalfSpace, HalfSpaceContacts, Ray, RayHit, ShapeError, ShapeQuery};

use crate::boxes::OctosatBoxes;
use crate::call::call;
use crate::engine::OctosatEngine;
use crate::error::{Failure, OctosatError, OctosatStatus};
use crate::manifolds::OctosatPoint;
use crate::pairs::write_bools;
use crate::pointers::{list, output, reference};
use crate::query::{OctosatPair, bad, margin, pairs};

/// An axis-aligned box, in world coordinates, meters.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatAabb {
    /// The least coordinates.
    pub min: [f32; 3],
    /// The greatest coordinates.
    pub max: [f32; 3],
}

/// The solid below a plane: the points p with `dot(normal, p) <= offset`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatHalfSpace {
    /// Unit, pointing out of the solid.
    pub normal: [f32; 3],
    /// The plane's distance from the origin along the normal, in meters.
    pub offset: f32,
}

/// The points `origin + t * direction` with t at least 0.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRay {
    /// In meters, world coordinates.
    pub origin: [f32; 3],
    /// Of any length that is not next to nothing.
    pub direction: [f32; 3],
}

/// The part of a ray within a box; a miss has an infinite entry.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatRayHit {
    /// How many times the direction from the origin the ray enters the box; 0 if it starts inside.
    pub entry: f32,
    /// How many times the direction from the origin it leaves.
    pub exit: f32,
    /// The face that it enters through: 2 * k on the negative side of axis k, 2 * k + 1 on the positive side; 6: it
    /// starts inside; 255: it misses.
    pub face: u32,
}

/// The contacts of a box with a half-space: up to four corners below the plane, or above it by at most the margin.
///
/// All have the half-space's normal, which points from the half-space to the box: from shape b to box a, unlike that of
/// two boxes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatHalfSpaceManifold {
    /// The contacts, of which the first `len` are there. A position is half-way between corner and plane; a feature
    /// is the number of the corner: bit k is set on the positive side of axis k.
    pub points: [OctosatPoint; 4],
    /// How many there are.
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

/// Which boxes are asked against which shapes.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatShapeQuery {
    /// The boxes.
    pub boxes: *const OctosatBoxes,
    /// The pairs, of a box and a shape: row p of the results is about `pairs[p]`.
    pub pairs: *const OctosatPair,
    /// The number of pairs.
    pub pair_count: usize,
    /// One margin per row instead of `margin`, or null.
    pub margins: *const f32,
    /// How far apart a box and a shape may be and still count, in meters. Rays have none.
    pub margin: f32,
    /// 1: every box against one shape; there are no pairs, and row i is about box i. 0: the pairs.
    pub each: u32,
}

/// A query, and the shapes that it is about.
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
            other => return bad("each", other, "0 or 1"),
        }
        Ok(Self { query, boxes, shapes })
    }

    /// The query for the engine.
    fn query(&self) -> Result<ShapeQuery<'_, S>, Failure> {
        let query = if self.query.each == 1 {
            ShapeQuery::each(self.boxes.view(), &self.shapes[0])
        } else {
            // SAFETY: what `read` was promised.
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

/// Reports the axis-aligned bounds of each box, which no point of the box is outside of. `count` must be the number
/// of boxes. A lent, unchecked box that is not finite has bounds of NaN.
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

/// Reports whether each box and half-space share a point, or come within the margin: 1 or 0 per row, one byte each.
/// `count` must be the number of rows.
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

/// Finds the contacts of boxes with half-spaces. `count` must be the number of rows.
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

/// The contacts of a row, one by one.
fn unpacked(row: &HalfSpaceContacts) -> OctosatHalfSpaceManifold {
    let mut manifold = OctosatHalfSpaceManifold::zeroed();
    for (to, contact) in manifold.points.iter_mut().zip(row.iter()) {
        let (position, depth) = (contact.position, contact.depth);
        *to = OctosatPoint { position, depth, feature: u32::from(contact.corner) };
        manifold.len += 1;
    }
    manifold
}

/// Reports where rays enter and leave boxes. `count` must be the number of rows.
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
