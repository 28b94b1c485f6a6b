//! Boxes and other shapes against spheres.

use bytemuck::{Pod, Zeroable};
use octosat::{Error, Sphere};
use octosat_rows::SphereContact;

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::shapes::{Given, OctosatShapeQuery, overlaps};

/// A solid sphere.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatSphere {
    /// The center, in meters.
    pub center: [f32; 3],
    /// The radius, in meters; at least zero.
    pub radius: f32,
}

/// A list of spheres.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OctosatSpheres {
    /// The first one.
    pub data: *const OctosatSphere,
    /// How many there are.
    pub count: usize,
}

impl Given for OctosatSphere {
    type Shape = Sphere;

    fn make(&self) -> Result<Sphere, Error> {
        Sphere::new(self.center, self.radius)
    }
}

const _: () = assert!(size_of::<OctosatSphere>() == 16);

/// Tests each box, or first shape, and sphere for overlap. A byte of `out` is 1 if they share a point or are within, and
/// 0 otherwise. `count` must be the number of rows.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_sphere_overlaps(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    spheres: OctosatSpheres,
    out: *mut u8,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe { answer.fill_shapes(asked, (spheres.data, spheres.count), overlaps) }
}

/// Computes how boxes, or first shapes, and spheres touch, or how far they are apart. Every row is filled. `count` must
/// be the number of rows. The query takes no `within`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_sphere_manifolds(
    engine: *const OctosatEngine,
    asked: *const OctosatShapeQuery,
    spheres: OctosatSpheres,
    out: *mut SphereContact,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        answer.fill_shapes(asked, (spheres.data, spheres.count), |question, engine, out| {
            Ok(question.sphere_manifolds(engine, out)?)
        })
    }
}
