//! Boxes, cylinders and capsules, and the worlds that they are the obstacles of.

use bytemuck::{Pod, Zeroable};
use octosat::{BoxPose, OrientedBox, Solid, World};

use crate::call::{create, destroy};
use crate::error::{Failure, OCTOSAT_BAD_SHAPE, OctosatError};
use crate::pointers::list;

/// What a solid is.
pub type OctosatSolidKind = u32;

/// A box. `sizes` are its half extents.
pub const OCTOSAT_SOLID_BOX: OctosatSolidKind = 0;
/// A cylinder with its axis along z of its pose. `sizes` are its radius, half its length, and zero.
pub const OCTOSAT_SOLID_CYLINDER: OctosatSolidKind = 1;
/// A capsule: all points within a radius of a segment along z of its pose. `sizes` are the radius, half the length of the
/// segment, and zero.
pub const OCTOSAT_SOLID_CAPSULE: OctosatSolidKind = 2;

/// A box, a cylinder or a capsule: a part of a link of a chain, or an obstacle of a world.
///
/// Of cylinders and capsules, only "apart" is proven: a pair with one of them may be reported as touching although a gap
/// is left.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct OctosatSolid {
    /// What it is.
    pub kind: OctosatSolidKind,
    /// The center, in meters.
    pub center: [f32; 3],
    /// A unit quaternion x, y, z, w, from the frame of the solid to that of its link or to the world.
    pub rotation: [f32; 4],
    /// Its sizes, in meters; see its kind.
    pub sizes: [f32; 3],
}

const _: () = assert!(size_of::<OctosatSolid>() == 44 && align_of::<OctosatSolid>() == 4);

/// Obstacles for chains, which stand still and are prepared once.
#[derive(Debug)]
pub struct OctosatWorld {
    pub(crate) world: World,
}

/// Prepares obstacles, or returns null after an error. An obstacle has its index in the list. Destroy the world with
/// `octosat_world_destroy`.
///
/// # Safety
/// Pointers must be null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_create(
    obstacles: *const OctosatSolid,
    count: usize,
    error: *mut OctosatError,
) -> *mut OctosatWorld {
    // SAFETY: the caller's, here and below.
    unsafe {
        create(error, || {
            let obstacles = solids((obstacles, count), "obstacles")?;
            Ok(OctosatWorld { world: World::new(obstacles)? })
        })
    }
}

/// Destroys a world. Null has no effect.
///
/// # Safety
/// The handle must not be used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_destroy(world: *mut OctosatWorld) {
    // SAFETY: the caller's.
    unsafe { destroy(world) }
}

/// Returns the number of obstacles, or 0 for null.
///
/// # Safety
/// `world` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_count(world: *const OctosatWorld) -> usize {
    // SAFETY: the caller's.
    unsafe { world.as_ref() }.map_or(0, |world| world.world.solids().len())
}

/// Reads a list of solids, which has this name.
///
/// # Safety
/// The pointer must be null or valid for reading as many solids.
pub(crate) unsafe fn solids(
    (solids, count): (*const OctosatSolid, usize),
    name: &str,
) -> Result<Vec<Solid>, Failure> {
    // SAFETY: the caller's.
    let given = unsafe { list(solids, count, name) }?;
    let solid = |(place, given): (usize, &OctosatSolid)| {
        let pose = BoxPose::new(given.center, given.rotation);
        let [radius, half_length, rest] = given.sizes;
        let make = match given.kind {
            OCTOSAT_SOLID_BOX => {
                return Ok(OrientedBox { pose, half_extents: given.sizes }.into());
            }
            OCTOSAT_SOLID_CYLINDER => Solid::cylinder,
            OCTOSAT_SOLID_CAPSULE => Solid::capsule,
            other => {
                let name = format!("{name}[{place}].kind");
                return Err(Failure::setting(&name, other, "the kind of a solid").at(place));
            }
        };
        if rest == 0.0 {
            return Ok(make(pose, radius, half_length));
        }
        let text = format!("{name}[{place}].sizes[2] is {rest}, but must be 0 except for a box");
        Err(Failure::new(OCTOSAT_BAD_SHAPE, text).at(place).of(rest))
    };
    given.iter().enumerate().map(solid).collect()
}
