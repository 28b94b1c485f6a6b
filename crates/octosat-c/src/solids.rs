//! Boxes, cylinders, capsules and hulls, and the worlds that they are the obstacles of.

use octosat::{BoxPose, Column, OrientedBox, Solid, World};

use crate::call::{call, create, destroy};
use crate::column::{OctosatColumn, Rows, reserve};
use crate::error::{Failure, OCTOSAT_BAD_SHAPE, OctosatError, OctosatStatus};
use crate::pointers::{exclusive, list, reference};

/// What a solid is.
pub type OctosatSolidKind = u32;

/// A box. `sizes` are its half extents.
pub const OCTOSAT_SOLID_BOX: OctosatSolidKind = 0;
/// A cylinder with its axis along z of its pose. `sizes` are its radius, half its length, and zero.
pub const OCTOSAT_SOLID_CYLINDER: OctosatSolidKind = 1;
/// A capsule: all points within a radius of a segment along z of its pose. `sizes` are the radius, half the length of the
/// segment, and zero.
pub const OCTOSAT_SOLID_CAPSULE: OctosatSolidKind = 2;
/// The convex hull of points as seen from its pose, with all within a radius of it. `sizes` are the radius and two zeros. Its
/// center becomes that of the box around the points.
pub const OCTOSAT_SOLID_HULL: OctosatSolidKind = 3;

/// A box, a cylinder, a capsule or a hull: a part of a link of a chain, or an obstacle of a world.
///
/// Of pairs with a cylinder, a capsule or a hull, only "apart" is proven: one that nearly touches may be reported as touching
/// although a small gap is left.
#[derive(Clone, Copy, Debug)]
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
    /// The points of a hull, three floats each, in meters; not read for others. They are copied.
    pub points: *const f32,
    /// The number of points, at most 256.
    pub point_count: usize,
}

/// Obstacles for chains: solids that stand still and are prepared once, and the points or voxels of a camera, which are
/// replaced as it sees others.
#[derive(Debug)]
pub struct OctosatWorld {
    pub(crate) world: World,
}

/// Prepares solids as obstacles, or none for points or voxels alone; returns null after an error. A solid has its index in
/// the list, and points and voxels come after solids. Destroy the world with `octosat_world_destroy`.
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

/// Replaces the points or voxels of a world by points of a radius, in meters: floats or doubles x, y, z, one row per point.
/// The solids stay as they are prepared. No points remove those that there were. If the call fails, the world is unchanged.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_set_points(
    world: *mut OctosatWorld,
    count: usize,
    points: OctosatColumn,
    radius: f32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let world = &mut exclusive(world, "world")?.world;
            with_vectors(Rows::of_vectors::<3>(points, count, "points")?, count, |points| {
                Ok(world.set_points(points, radius)?)
            })
        })
    }
}

/// Replaces the points or voxels of a world by voxels: boxes of one size along the world's axes, by their centers, floats or
/// doubles x, y, z, one row per voxel. `half_extents` are three floats, half the edge lengths in meters. Otherwise as
/// `octosat_world_set_points`.
///
/// # Safety
/// Pointers must be null or valid, columns for `count` rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_set_voxels(
    world: *mut OctosatWorld,
    count: usize,
    centers: OctosatColumn,
    half_extents: *const f32,
    error: *mut OctosatError,
) -> OctosatStatus {
    // SAFETY: the caller's, here and below.
    unsafe {
        call(error, || {
            let world = &mut exclusive(world, "world")?.world;
            let half_extents = *reference(half_extents.cast::<[f32; 3]>(), "half_extents")?;
            with_vectors(Rows::of_vectors::<3>(centers, count, "centers")?, count, |centers| {
                Ok(world.set_voxels(centers, half_extents)?)
            })
        })
    }
}

/// Uses vectors in place if they are floats, or as rounded copies.
fn with_vectors(
    rows: Rows<'_>,
    count: usize,
    user: impl FnOnce(Column<'_, 3>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    if let Ok(lent) = rows.lend("") {
        return user(lent);
    }
    let mut copies: Vec<[f32; 3]> = Vec::new();
    reserve(&mut copies, count)?;
    copies.extend((0..count).map(|row| rows.floats::<3>(row)));
    user(Column::from(&copies))
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

/// Returns the number of obstacles, solids, points and voxels, or 0 for null.
///
/// # Safety
/// `world` must be null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn octosat_world_count(world: *const OctosatWorld) -> usize {
    // SAFETY: the caller's.
    unsafe { world.as_ref() }.map_or(0, |world| world.world.len())
}

/// Reads a list of solids, which has this name.
///
/// # Safety
/// The pointer must be null or valid for reading as many solids, and those of hulls for reading their points.
pub(crate) unsafe fn solids(
    (solids, count): (*const OctosatSolid, usize),
    name: &str,
) -> Result<Vec<Solid>, Failure> {
    let solid = |place: usize| {
        // SAFETY: the caller's.
        unsafe { solid(reference(solids.wrapping_add(place), name)?, &format!("{name}[{place}]")) }
            .map_err(|failure| failure.at(place))
    };
    (0..count).map(solid).collect()
}

/// Reads a solid, which has this name.
///
/// # Safety
/// The points of a hull must be null or valid for reading.
unsafe fn solid(given: &OctosatSolid, name: &str) -> Result<Solid, Failure> {
    let pose = BoxPose::new(given.center, given.rotation);
    let [first, second, _] = given.sizes;
    let (sizes, whose, solid) = match given.kind {
        OCTOSAT_SOLID_BOX => (3, "", OrientedBox { pose, half_extents: given.sizes }.into()),
        OCTOSAT_SOLID_CYLINDER => (2, "a box", Solid::cylinder(pose, first, second)),
        OCTOSAT_SOLID_CAPSULE => (2, "a box", Solid::capsule(pose, first, second)),
        OCTOSAT_SOLID_HULL => {
            let name = format!("{name}.points");
            // SAFETY: the caller's.
            let points =
                unsafe { list(given.points.cast::<[f32; 3]>(), given.point_count, &name) }?;
            (1, "others than a hull", Solid::hull(pose, points, first))
        }
        other => {
            return Err(Failure::setting(&format!("{name}.kind"), other, "the kind of a solid"));
        }
    };
    match (sizes..3).find(|&size| given.sizes[size] != 0.0) {
        None => Ok(solid),
        Some(size) => {
            let found = given.sizes[size];
            let text = format!("{name}.sizes[{size}] is {found}, but must be 0 except for {whose}");
            Err(Failure::new(OCTOSAT_BAD_SHAPE, text).of(found))
        }
    }
}
