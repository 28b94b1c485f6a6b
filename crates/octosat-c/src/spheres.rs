//! Boxes and other shapes against spheres.

use core::mem::offset_of;

use bytemuck::{Pod, Zeroable, cast};
use octosat::{Error, Sphere, SphereContact};

use crate::answer::Answer;
use crate::engine::OctosatEngine;
use crate::error::{OctosatError, OctosatStatus};
use crate::shapes::{Given, OctosatShapeQuery};
use crate::verbs::{Manifolds, Overlaps};

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

/// How a box or another shape and a sphere touch, or how far they are apart.
///
/// In the pair the first shape is a and the sphere is b. If the center is inside a box, the sphere leaves through the
/// nearest face.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatSphereContact {
    /// Unit direction from the first shape to the sphere, world coordinates.
    pub normal: [f32; 3],
    /// How far the sphere must move along the normal to be clear of the first shape, in meters. Negative: minus the gap.
    pub depth: f32,
    /// The nearest point of the surface of the first shape, world coordinates.
    pub point: [f32; 3],
    /// How far the center of the sphere is from this surface, in meters; negative inside the first shape.
    pub distance: f32,
}

const _: () = {
    assert!(size_of::<OctosatSphere>() == 16);
    assert!(size_of::<OctosatSphereContact>() == size_of::<SphereContact>());
    assert!(offset_of!(OctosatSphereContact, depth) == offset_of!(SphereContact, depth));
    assert!(offset_of!(OctosatSphereContact, point) == offset_of!(SphereContact, point));
    assert!(offset_of!(OctosatSphereContact, distance) == offset_of!(SphereContact, distance));
};

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
    unsafe { answer.fill_shapes(asked, (spheres.data, spheres.count), Overlaps) }
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
    out: *mut OctosatSphereContact,
    count: usize,
    error: *mut OctosatError,
) -> OctosatStatus {
    let answer = Answer { engine, out, count, error };
    // SAFETY: the caller's.
    unsafe {
        let verb = Manifolds(|&row: &SphereContact| cast(row));
        answer.fill_shapes(asked, (spheres.data, spheres.count), verb)
    }
}
