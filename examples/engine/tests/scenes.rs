//! What the example engine must do: stand, come to rest, sleep, slide and pick.

mod common;

use std::time::{Duration, Instant};

use common::{DENSITY, Outcome, Random, awake, on_ground, settle, wall};
use glam::{Quat, Vec3};
use octosat_engine::{Body, World};

#[test]
fn a_wall_of_400_stands_and_sleeps() -> Outcome {
    /// Soft contacts yield under weight: by this per row, in meters.
    const YIELD: f32 = 0.0015;
    /// A wall of one brick's thickness sways while it settles, by less than this, in meters.
    const SWAY: f32 = 0.01;
    let mut world = on_ground()?;
    let bricks = wall(&mut world)?;
    for _ in 0..20 {
        world.step()?;
    }
    // From then on no contact point is new.
    for _ in 0..10 {
        step_warm(&mut world)?;
    }
    settle(&mut world, 120)?;
    for (row, bricks) in bricks.chunks(20).enumerate() {
        for id in bricks {
            let brick = world.body(*id).ok_or("the brick is there")?;
            let sunk = 0.1 + 0.2 * row as f32 - brick.center.y;
            assert!((0.0..=YIELD * (row as f32 + 1.0)).contains(&sunk), "row {row}: {sunk}");
            assert!(brick.rotation.w > 0.9999 && brick.center.z.abs() < SWAY, "{brick:?}");
        }
    }
    Ok(())
}

#[test]
fn a_pile_of_500_comes_to_rest_and_sleeps() -> Outcome {
    /// Soft contacts yield under a pile of several layers by less than this, in meters: 2 % of the smallest extent.
    const DEEPEST: f32 = 0.004;
    let mut world = on_ground()?;
    let mut random = Random(1);
    for index in 0..500_u16 {
        let place = [index % 8, index / 64, index / 8 % 8].map(|steps| 1.05 * f32::from(steps));
        let mut body = Body::cuboid(Vec3::from(place) + Vec3::Y, random.vector(0.1, 0.3), DENSITY);
        body.rotation = random.rotation();
        world.add(body)?;
    }
    settle(&mut world, 900)?;
    // Bodies that sleep have no points: wake them for a frame.
    let ids: Vec<u32> = world.bodies().iter().map(|body| body.id).collect();
    for id in ids {
        world.body_mut(id).ok_or("the body is there")?;
    }
    world.step()?;
    let deepest = world.points.iter().map(|point| point.depth).fold(f32::MIN, f32::max);
    assert!(deepest < DEEPEST && world.points.len() > 2_000, "{deepest}");
    Ok(())
}

/// Slides a cube over a hundred flush tiles without friction, in frames of which it must take this many.
fn slide(speed: f32, frames: usize) -> Outcome {
    /// How far off it may be in the end, in meters: 24,000 additions to a coordinate of up to 100 m are rounded.
    const PLACE: f32 = 0.05;
    /// The part of the speed that may be lost or gained, without unit: the rounding of normals and impulses.
    const TOLERANCE: f32 = 1e-5;
    let mut world = World::default();
    for tile in 0..=100_u8 {
        let center = Vec3::new(f32::from(tile), 0.5, 0.0);
        world.add(Body::cuboid(center, Vec3::splat(0.5), 0.0))?;
    }
    let mut cube = Body::cuboid(Vec3::new(0.0, 1.4, 0.0), Vec3::splat(0.4), DENSITY);
    (cube.velocity, cube.friction) = (speed * Vec3::X, 0.0);
    let cube = world.add(cube)?;
    for _ in 0..frames {
        world.step()?;
        let body = world.body(cube).ok_or("the cube is there")?;
        let lost = 1.0 - body.velocity.x / speed;
        assert!(lost.abs() < TOLERANCE, "{lost} at {}", body.center);
    }
    let moved = world.body(cube).ok_or("the cube is there")?.center - Vec3::new(0.0, 1.4, 0.0);
    assert!((moved.x - 100.0).abs() < PLACE && moved.with_x(0.0).length() < 0.001, "{moved}");
    Ok(())
}

#[test]
fn a_cube_slides_over_100_flush_tiles_at_its_speed() -> Outcome {
    slide(2.0, 3_000)
}

/// At a meter per frame it is fast, and its impacts are looked for.
#[test]
fn a_fast_cube_slides_over_flush_tiles_too() -> Outcome {
    slide(60.0, 100)
}

#[test]
fn a_cube_stops_at_a_tile_whose_neighbor_was_moved_away() -> Outcome {
    let mut world = World::default();
    world.add(Body::cuboid(Vec3::ZERO, Vec3::splat(0.5), 0.0))?;
    world.add(Body::cuboid(Vec3::new(3.0, -0.75, 0.0), Vec3::new(2.5, 0.25, 0.5), 0.0))?;
    // Between the cube and the first tile: it covers the side of that.
    let neighbor = world.add(Body::cuboid(Vec3::X, Vec3::splat(0.5), 0.0))?;
    let mut cube = Body::cuboid(Vec3::new(3.0, -0.25, 0.0), Vec3::splat(0.25), DENSITY);
    (cube.friction, cube.velocity.x) = (0.0, -2.0);
    let cube = world.add(cube)?;
    world.step()?;
    world.body_mut(neighbor).ok_or("the tile is there")?.center.y = 5.0;
    for _ in 0..110 {
        world.step()?;
    }
    let x = world.body(cube).ok_or("the cube is there")?.center.x;
    assert!((0.74..0.80).contains(&x), "{x}");
    Ok(())
}

#[test]
fn a_ray_picks_the_body_that_it_hits_first() -> Outcome {
    let mut world = on_ground()?;
    let tile = world.add(Body::cuboid(Vec3::new(9.0, 0.5, 0.0), Vec3::splat(0.5), 0.0))?;
    let cube = world.add(Body::cuboid(Vec3::new(6.0, 0.5, 0.0), Vec3::splat(0.5), DENSITY))?;
    let ball = world.add(Body::ball(Vec3::new(3.0, 0.5, 0.0), 0.5, DENSITY))?;
    let from = Vec3::new(0.0, 0.5, 0.0);
    for (id, distance) in [(ball, 2.5), (cube, 5.5), (tile, 8.5)] {
        let (picked, away) = world.pick(from, Vec3::X)?.ok_or("the ray hits")?;
        assert_eq!(picked, id);
        assert!((away - distance).abs() < 1e-5, "{away}");
        world.remove(id)?.ok_or("the body is there")?;
    }
    assert!(world.pick(from, Vec3::X)?.is_none());
    Ok(())
}

#[test]
fn a_ray_after_a_step_hits_a_body_where_it_is_now() -> Outcome {
    let mut world = on_ground()?;
    let cube = world.add(Body::cuboid(9.0 * Vec3::Y, Vec3::splat(0.5), DENSITY))?;
    for _ in 0..20 {
        world.step()?;
        let top = world.body(cube).ok_or("the cube is there")?.center.y + 0.5;
        let (picked, away) = world.pick(20.0 * Vec3::Y, -Vec3::Y)?.ok_or("the ray hits")?;
        assert!(picked == cube && (away - (20.0 - top)).abs() < 1e-5, "{away} from {top}");
    }
    Ok(())
}

/// Towers of cubes on the ground and on tiles, with a ball between two cubes.
fn towers() -> Outcome<(World, Vec<u32>)> {
    let mut world = on_ground()?;
    let mut ids = Vec::new();
    for x in [0.0, 2.0, 4.0_f32] {
        if x > 0.0 {
            ids.push(world.add(Body::cuboid(
                Vec3::new(x, 0.1, 0.0),
                Vec3::new(0.5, 0.1, 0.5),
                0.0,
            ))?);
        }
        let base = if x > 0.0 { 0.2 } else { 0.0 };
        for level in 0..4_u8 {
            let center = Vec3::new(x, base + 0.25 + 0.5 * f32::from(level), 0.0);
            ids.push(world.add(Body::cuboid(center, Vec3::splat(0.25), DENSITY))?);
        }
    }
    for x in [6.0, 7.0] {
        ids.push(world.add(Body::ball(Vec3::new(x, 0.25, 0.0), 0.25, DENSITY))?);
    }
    Ok((world, ids))
}

/// Steps, and checks that some points push and none is new.
fn step_warm(world: &mut World) -> Outcome {
    world.step()?;
    assert!(world.points.iter().any(|point| point.impulse != Vec3::ZERO));
    let new: Vec<_> = world.points.iter().filter(|point| point.is_new).collect();
    assert!(new.is_empty(), "{new:?}");
    Ok(())
}

#[test]
fn impulses_outlive_sleep() -> Outcome {
    let (mut world, ids) = towers()?;
    // A ball that rolls on keeps the world awake.
    let mut rolling = Body::ball(Vec3::new(0.0, 0.25, 9.0), 0.25, DENSITY);
    (rolling.velocity, rolling.spin) = (2.0 * Vec3::X, -8.0 * Vec3::Z);
    world.add(rolling)?;
    for _ in 0..90 {
        world.step()?;
    }
    assert_eq!(awake(&world), 1);
    assert_eq!(world.points.len(), 1, "nothing is asked about bodies that sleep");
    for id in ids {
        world.body_mut(id).ok_or("the body is there")?;
    }
    step_warm(&mut world)?;
    // Three towers of four contacts of four points, and three balls.
    assert_eq!(world.points.len(), 3 * 4 * 4 + 3);
    Ok(())
}

#[test]
fn impulses_outlive_removals() -> Outcome {
    let (mut world, ids) = towers()?;
    for _ in 0..20 {
        world.step()?;
    }
    // The top of the first tower, the first tile with its tower, and a ball: indices of all kinds change.
    for id in [ids[3], ids[8], ids[7], ids[6], ids[5], ids[4], ids[14]] {
        world.remove(id)?.ok_or("the body is there")?;
        step_warm(&mut world)?;
    }
    assert_eq!(world.points.len(), (3 + 4) * 4 + 1);
    assert!(world.remove(ids[3])?.is_none(), "ids are never used again");
    Ok(())
}

#[test]
fn a_sleeping_tower_falls_when_its_lowest_cube_is_removed() -> Outcome {
    let (mut world, ids) = towers()?;
    settle(&mut world, 120)?;
    world.remove(ids[0])?;
    assert_eq!(awake(&world), 3);
    settle(&mut world, 240)?;
    let top = world.body(ids[3]).ok_or("the cube is there")?;
    assert!((top.center.y - 1.25).abs() < 0.01, "{}", top.center);
    Ok(())
}

#[test]
fn a_sleeping_tower_falls_when_the_plate_below_it_is_moved() -> Outcome {
    let mut world = on_ground()?;
    let plate = Body::cuboid(Vec3::new(0.0, 0.5, 0.0), Vec3::new(1.0, 0.5, 1.0), 0.0);
    let plate = world.add(plate)?;
    let cube = world.add(Body::cuboid(Vec3::new(0.0, 1.25, 0.0), Vec3::splat(0.25), DENSITY))?;
    settle(&mut world, 120)?;
    world.body_mut(plate).ok_or("the plate is there")?.center.x = 5.0;
    settle(&mut world, 240)?;
    let y = world.body(cube).ok_or("the cube is there")?.center.y;
    assert!((y - 0.25).abs() < 0.01, "{y}");
    Ok(())
}

#[test]
fn a_driven_wall_wakes_a_sleeping_cube_and_pushes_it() -> Outcome {
    let mut world = on_ground()?;
    let cube = world.add(Body::cuboid(0.25 * Vec3::Y, Vec3::splat(0.25), DENSITY))?;
    let mut wall = Body::cuboid(Vec3::new(-1.35, 1.0, 0.0), Vec3::new(0.1, 0.9, 1.0), 0.0);
    wall.velocity = Vec3::X;
    world.add(wall)?;
    settle(&mut world, 50)?;
    for _ in 0..120 {
        world.step()?;
    }
    // The wall reached the cube after a second.
    let cube = world.body(cube).ok_or("the cube is there")?;
    assert!(cube.center.x > 0.9 && (cube.velocity.x - 1.0).abs() < 0.05, "{cube:?}");
    Ok(())
}

#[test]
fn a_free_body_falls_and_keeps_its_spin() -> Outcome {
    let mut world = World::default();
    let mut cube = Body::cuboid(Vec3::ZERO, Vec3::splat(0.5), DENSITY);
    (cube.velocity, cube.spin) = (Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.3, -0.2, 0.1));
    let cube = world.add(cube)?;
    for _ in 0..60 {
        world.step()?;
    }
    let cube = world.body(cube).ok_or("the cube is there")?;
    // Substeps fall farther than the parabola by half a substep at the final speed.
    assert!(cube.center.distance(Vec3::new(1.0, 2.0 - 0.5 * 9.81, 3.0)) < 0.02, "{cube:?}");
    let turned = Quat::from_scaled_axis(Vec3::new(0.3, -0.2, 0.1));
    assert!(cube.rotation.abs_diff_eq(turned, 1e-4), "{cube:?}");
    Ok(())
}

/// The shortest of some frames of ten cubes, with so many fixed boxes far away.
fn shortest_frame(fixed: u16) -> Outcome<Duration> {
    let mut world = on_ground()?;
    for number in 0..fixed {
        let [x, z] = [number % 200, number / 200].map(|steps| 2.0 * f32::from(steps));
        world.add(Body::cuboid(Vec3::new(100.0 + x, 5.0, z), Vec3::splat(0.5), 0.0))?;
    }
    for level in 0..10_u8 {
        let mut cube = Body::cuboid(Vec3::Y * (0.5 + f32::from(level)), Vec3::splat(0.5), DENSITY);
        cube.is_restless = true;
        world.add(cube)?;
    }
    let mut shortest = Duration::MAX;
    for _ in 0..100 {
        let start = Instant::now();
        world.step()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

#[test]
fn fixed_boxes_far_away_cost_a_frame_nothing() -> Outcome {
    let [alone, among] = [shortest_frame(0)?, shortest_frame(40_000)?];
    // Looking at each of them took a hundred times as long.
    assert!(among < 5 * alone, "{among:?} instead of {alone:?}");
    Ok(())
}
