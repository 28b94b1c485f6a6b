//! Boxes and other shapes against capsules.

use bytemuck::{Pod, Zeroable};
use octosat::{Capsule, CapsuleContacts, Error};
use octosat_rows::Face;

use crate::answer::{Answer, write_rows};
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::manifolds::OctosatPoint;
use crate::shapes::{Given, OctosatShapeQuery, overlaps};

/// A capsule: all points within a radius of a segment, which is called its core.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatCapsule {
    /// The start of the core, in meters.
    pub start: [f32; 3],
    /// The end of the core, in meters. It may be the start.
    pub end: [f32; 3],
    /// The radius, in meters; at least zero.
    pub radius: f32,
}

/// A list of capsules.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatCapsules {
    /// The first one.
    pub data: *const OctosatCapsule,
    /// How many there are.
    pub count: usize,
}

impl Given for OctosatCapsule {
    type Shape = Capsule;

    fn make(&self) -> Result<Capsule, Error> {
        Capsule::new(self.start, self.end, self.radius)
    }
}

/// How a box or another shape and a capsule touch, or how far they are apart, and up to two contacts.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatCapsuleManifold {
    /// Unit direction from the first shape to the capsule, world coordinates.
    pub normal: [f32; 3],
    /// How far the capsule must move along the normal to be clear of the first shape, in meters. Negative: minus the gap.
    pub depth: f32,
    /// The contacts, from the start of the capsule to its end. Only the first `len` are valid. A position is on the
    /// surface of the first shape; that of the capsule is at `position - depth * normal`. A feature is 0 for the start of
    /// the capsule, 1 for its end, and 2 + f for the place where the core, seen along the normal, passes the border with
    /// face f of the box. Without a box: 2 and 3 over the start and the end of the first core, 2 also for the center of a
    /// sphere; 4 between all ends.
    pub points: [OctosatPoint; 2],
    /// The number of contacts.
    pub len: u32,
    /// The face of the box that the contacts lie on; `OCTOSAT_FACE_MISS` if there are none, or no box.
    pub face: Face,
    /// Zero.
    pub reserved: [u8; 3],
}

const _: () = {
    assert!(size_of::<OctosatCapsule>() == 28);
    assert!(size_of::<OctosatCapsuleManifold>() == 64);
};

/// Tests each box, or first shape, and capsule for overlap. A byte of `out` is 1 if they share a point or are within, and
/// 0 otherwise. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_capsule_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    capsules: OctosatCapsules,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_shapes(asked, (capsules.data, capsules.count), overlaps) }
}

/// Computes how boxes, or first shapes, and capsules touch, or how far they are apart, and up to two contacts. Every row
/// is filled. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_capsule_manifolds(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    capsules: OctosatCapsules,
    out: *mut OctosatCapsuleManifold,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (capsules.data, capsules.count), |question, engine, out| {
            write_rows(out, |rows| Ok(question.capsule_manifolds(engine, rows)?), unpacked)
        })
    }
}

/// The contacts of a row in the layout of the interface.
fn unpacked(row: &CapsuleContacts) -> OctosatCapsuleManifold {
    let mut manifold = OctosatCapsuleManifold::zeroed();
    (manifold.normal, manifold.depth) = (row.normal, row.depth);
    manifold.face = row.face();
    for (to, contact) in manifold.points.iter_mut().zip(row.iter()) {
        let (position, depth) = (contact.position, contact.depth);
        *to = OctosatPoint { position, depth, feature: u32::from(contact.feature) };
        manifold.len += 1;
    }
    manifold
}
