//! Boxes against half-spaces.

use bytemuck::{Pod, Zeroable};
use octosat::{Error, HalfSpace, HalfSpaceContacts};

use crate::answer::{Answer, write_rows};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::manifolds::OctosatPoint;
use crate::shapes::{Given, OctosatShapeQuery, overlaps};

/// A half-space, the solid below a plane: the points p with `dot(normal, p) <= offset`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatHalfSpace {
    /// A unit vector that points out of the solid.
    pub normal: [f32; 3],
    /// The signed distance of the plane from the origin along the normal, in meters.
    pub offset: f32,
}

/// A list of half-spaces.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatHalfSpaces {
    /// The first one.
    pub data: *const OctosatHalfSpace,
    /// How many there are.
    pub count: usize,
}

impl Given for OctosatHalfSpace {
    type Shape = HalfSpace;

    fn make(&self) -> Result<HalfSpace, Error> {
        HalfSpace::new(self.normal, self.offset)
    }
}

/// The contacts of a box with a half-space: up to four vertices below the plane, or above it by at most `within`.
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
    assert!(size_of::<OctosatHalfSpace>() == 16);
    assert!(size_of::<OctosatHalfSpaceManifold>() == 84);
};

/// Tests each box and half-space for overlap. A byte of `out` is 1 if they share a point or are within, and 0
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
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_shapes(asked, (half_spaces.data, half_spaces.count), overlaps) }
}

/// Computes how far the deepest vertex of each box is below the plane, in meters: negative if the box is above it. `count`
/// must be the number of rows. The query takes no `within`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_half_space_penetrations(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    half_spaces: OctosatHalfSpaces,
    out: *mut f32,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (half_spaces.data, half_spaces.count), |question, engine, out| {
            Ok(question.penetrations(engine, out)?)
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
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (half_spaces.data, half_spaces.count), |question, engine, out| {
            write_rows(out, |rows| Ok(question.half_space_manifolds(engine, rows)?), unpacked)
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
