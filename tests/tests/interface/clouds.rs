//! Points and voxels of a world are those of Rust, in any format, and rejected as in Rust.

use std::ptr::{null, null_mut};

use bytemuck::cast_slice;
use octosat::{BoxPose, Configurations, Engine, OrientedBox, Solid, World};
use octosat_c::*;
use octosat_rows::ChainClearance;

use crate::chains::{UPRIGHT, asked, chains, rejected, solids};
use crate::common::{Handle, engine};

/// Points as some programs keep them: doubles at a stride.
#[repr(C)]
struct Seen {
    position: [f64; 3],
    color: u32,
}

/// A world of the solids of a link, shifted, and the same in Rust.
fn worlds() -> (Handle<OctosatWorld>, World) {
    let (mut given, mut own) = solids();
    for (solid, own) in given.iter_mut().zip(&mut own) {
        solid.center[0] += 1.0;
        let center = solid.center;
        *own = match solid.kind {
            OCTOSAT_SOLID_BOX => OrientedBox::new(center, UPRIGHT, solid.sizes).into(),
            OCTOSAT_SOLID_CYLINDER => {
                Solid::cylinder(BoxPose::new(center, UPRIGHT), solid.sizes[0], solid.sizes[1])
            }
            _ => Solid::capsule(BoxPose::new(center, UPRIGHT), solid.sizes[0], solid.sizes[1]),
        };
    }
    // SAFETY: a list of our own.
    let raw = unsafe { octosat_world_create(given.as_ptr(), 3, null_mut()) };
    (Handle::new(raw, octosat_world_destroy), World::new(own).unwrap())
}

#[test]
fn points_and_voxels_are_those_of_rust_in_any_format() {
    let ((chain, own_chain), (world, mut own_world)) = (chains(), worlds());
    let engine = engine(OCTOSAT_BACKEND_AUTO).unwrap();
    let joints = [0.1, -0.2, 0.3, 0.4, 0.5, -0.6];
    let seen: Vec<Seen> = (0..500_u32)
        .map(|k| {
            let k = f64::from(k);
            Seen { position: [2.0 * k.sin(), 2.0 * k.cos(), 0.004 * k], color: 7 }
        })
        .collect();
    let points: Vec<[f32; 3]> = seen.iter().map(|seen| seen.position.map(|x| x as f32)).collect();
    let stride = size_of::<Seen>();
    let doubles = OctosatColumn { data: seen.as_ptr().cast(), stride, format: OCTOSAT_F64X3 };
    let floats = OctosatColumn { data: points.as_ptr().cast(), stride: 0, format: OCTOSAT_F32X3 };
    let asked =
        OctosatConfigurations { world: world.raw, tolerance: 1e-3, ..asked(&chain, &joints) };
    let compare = |own_world: &World| {
        let (mut rows, mut own_rows) =
            ([ChainClearance::default(); 2], [ChainClearance::default(); 2]);
        // SAFETY: handles, and buffers of as many rows.
        let status = unsafe {
            assert_eq!(octosat_world_count(world.raw), own_world.len());
            octosat_chain_least_clearances(
                engine.raw,
                &raw const asked,
                rows.as_mut_ptr(),
                2,
                null_mut(),
            )
        };
        assert_eq!(status, OCTOSAT_OK);
        let question = Configurations::new(&own_chain, &joints).among(own_world).tolerance(1e-3);
        Engine::new().least_clearances(question, &mut own_rows).unwrap();
        assert_eq!(cast_slice::<_, u8>(&rows), cast_slice::<_, u8>(&own_rows));
        rows
    };
    for column in [floats, doubles] {
        // SAFETY: a handle and columns of our own, as below.
        let set = unsafe { octosat_world_set_points(world.raw, 500, column, 0.01, null_mut()) };
        assert_eq!(set, OCTOSAT_OK);
        own_world.set_points(&points, 0.01).unwrap();
        let of_points = compare(&own_world);
        let half_extents = [3.0_f32, 2.0, 1.0];
        let half = half_extents.as_ptr();
        // SAFETY: as above.
        let set = unsafe { octosat_world_set_voxels(world.raw, 500, column, half, null_mut()) };
        assert_eq!(set, OCTOSAT_OK);
        own_world.set_voxels(&points, half_extents).unwrap();
        assert_ne!(compare(&own_world), of_points);
    }
    let none = OctosatColumn { data: null(), ..floats };
    // SAFETY: as above, and no points.
    unsafe {
        assert_eq!(octosat_world_set_points(world.raw, 0, none, 0.0, null_mut()), OCTOSAT_OK);
        assert_eq!(octosat_world_count(world.raw), 3);
    }
}

#[test]
fn a_cloud_that_is_rejected_is_named_and_leaves_the_world() {
    let (world, _) = worlds();
    let mut points = [[0.5_f32; 3]; 9];
    points[4][1] = f32::NAN;
    let column = OctosatColumn { data: points.as_ptr().cast(), stride: 0, format: OCTOSAT_F32X3 };
    let set = |count: usize, points: OctosatColumn, radius: f32| {
        // SAFETY: a handle and columns of our own.
        rejected(|error| unsafe {
            octosat_world_set_points(world.raw, count, points, radius, error)
        })
    };
    // SAFETY: as in `set`; the first points are finite.
    let status = unsafe { octosat_world_set_points(world.raw, 4, column, 0.01, null_mut()) };
    assert_eq!(status, OCTOSAT_OK);
    let (status, place, text) = set(9, column, 0.01);
    assert_eq!((status, place), (OCTOSAT_BAD_SHAPE, 4), "{text}");
    assert_eq!(text, "point 4: center component 1 is NaN, which is not finite");
    assert_eq!(set(4, column, -1.0).0, OCTOSAT_BAD_SHAPE);
    assert_eq!(set(4, OctosatColumn { data: null(), ..column }, 0.01).2, "points is null");
    let wrong = set(4, OctosatColumn { format: OCTOSAT_F32_WXYZ, ..column }, 0.01);
    assert_eq!(wrong.2, "the format of points is not one of vectors of 3 numbers");
    // SAFETY: as above.
    unsafe {
        let voxels =
            rejected(|error| octosat_world_set_voxels(world.raw, 4, column, null(), error));
        assert_eq!(voxels.2, "half_extents is null");
        let none = rejected(|error| octosat_world_set_points(null_mut(), 4, column, 0.01, error));
        assert_eq!(none.2, "world is null");
        assert_eq!(octosat_world_count(world.raw), 7);
    }
}
