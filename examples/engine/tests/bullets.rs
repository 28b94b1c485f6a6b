//! Bullets: bodies that move far in a frame stop at what they hit, and push it.

mod common;

use std::f32::consts::PI;

use common::{Outcome, Random, on_ground, settle, wall};
use glam::{Quat, Vec3};
use octosat_engine::{Body, World};

/// Kilograms per cubic meter: steel.
const STEEL: f32 = 8_000.0;

/// Meters per second: 3.3 m per frame.
const SPEED: f32 = 200.0;

/// Bullets of 4 cm fly in a cloud toward a plate of 4 × 4 × 0.05 m, which stands at x = 0.
struct Range {
    world: World,
    plate: u32,
    bullets: Vec<u32>,
    /// Where each bullet was, seen from the plate.
    before: Vec<Vec3>,
    passed: usize,
}

impl Range {
    /// A plate that stands in a world, and as many cubes as balls. They spin by up to 90 rad/s about each axis.
    fn new(mut world: World, density: f32, count: u8, seed: u32) -> Outcome<Self> {
        let mut random = Random(seed);
        let half = Vec3::new(0.025, 2.0, 2.0);
        let plate = world.add(Body::cuboid(half.y * Vec3::Y, half, density))?;
        let mut bullets = Vec::new();
        for number in 0..count {
            let side = random.between(-1.8, 1.8);
            let center = Vec3::new(random.between(-8.0, -5.0), random.between(0.2, 3.8), side);
            let mut bullet = match number % 2 {
                0 => Body::cuboid(center, Vec3::splat(0.02), STEEL),
                _ => Body::ball(center, 0.02, STEEL),
            };
            bullet.rotation = random.rotation();
            bullet.velocity = random.vector(-5.0, 5.0).with_x(SPEED);
            bullet.spin = random.vector(-90.0, 90.0);
            bullets.push(world.add(bullet)?);
        }
        let mut range = Self { world, plate, bullets, before: Vec::new(), passed: 0 };
        range.before = range.seen_from_plate();
        Ok(range)
    }

    fn body(&self, id: u32) -> &Body {
        self.world.body(id).expect("nothing is removed")
    }

    fn seen_from_plate(&self) -> Vec<Vec3> {
        let plate = self.body(self.plate);
        let local = |id: &u32| plate.rotation.inverse() * (self.body(*id).center - plate.center);
        self.bullets.iter().map(local).collect()
    }

    /// Steps, and counts bullets whose centers have passed the middle of the plate.
    fn step(&mut self) -> Outcome {
        self.world.step()?;
        let now = self.seen_from_plate();
        for (from, to) in self.before.iter().zip(&now) {
            let at = from.lerp(*to, from.x / (from.x - to.x)).abs();
            self.passed += usize::from(from.x < 0.0 && to.x >= 0.0 && at.y.max(at.z) < 2.0);
        }
        self.before = now;
        Ok(())
    }
}

#[test]
fn none_of_100_bullets_goes_through_a_plate_of_5_cm() -> Outcome {
    // Nothing moves the first plate; the others are pushed away, tip over and fall on bullets that lie on the ground.
    for density in [0.0, 2_000.0, 500.0] {
        for seed in 1..=5 {
            let mut range = Range::new(on_ground()?, density, 100, seed)?;
            let mut nearest = [f32::NEG_INFINITY; 100];
            for _ in 0..60 {
                range.step()?;
                for (nearest, at) in nearest.iter_mut().zip(&range.before) {
                    *nearest = nearest.max(at.x);
                }
            }
            assert_eq!(range.passed, 0, "density {density}, seed {seed}");
            let least = nearest.into_iter().fold(f32::INFINITY, f32::min);
            assert!(least > -0.1, "each reaches the plate: {least}");
        }
    }
    Ok(())
}

/// Without ground and friction, bullets that do not bounce off take the plate along.
#[test]
fn bullets_give_their_momentum_to_a_plate() -> Outcome {
    /// The part by which the speed may differ: soft contacts push bullets off a little.
    const BOUNCE: f32 = 0.03;
    for seed in 1..=5 {
        let mut range = Range::new(World::default(), 500.0, 50, seed)?;
        for _ in 0..20 {
            range.step()?;
        }
        let [of_cube, of_ball] =
            [8.0, 4.0 / 3.0 * PI].map(|volume| STEEL * volume * 0.02_f32.powi(3));
        let [bullets, plate] = [25.0 * (of_cube + of_ball), 500.0 * 8.0 * 0.025 * 2.0 * 2.0];
        let speed = range.body(range.plate).velocity.x * (bullets + plate) / (bullets * SPEED);
        assert!((speed - 1.0).abs() < BOUNCE && range.passed == 0, "{speed} of what it should be");
        let fastest = range.bullets.iter().map(|id| range.body(*id).velocity.x).fold(0.0, f32::max);
        assert!(fastest < 0.1 * SPEED, "a bullet that was stopped flies on: {fastest}");
    }
    Ok(())
}

/// Eighteen cubes lie between a plate and a box that is eight times as heavy as each of them.
#[test]
fn a_heavy_box_drives_no_light_one_through_a_plate() -> Outcome {
    for seed in 1..=20 {
        let (mut random, mut world) = (Random(seed), on_ground()?);
        world.add(Body::cuboid(2.0 * Vec3::Y, Vec3::new(0.025, 2.0, 2.0), 0.0))?;
        let from = Vec3::new(random.between(-4.0, -2.0), 0.6, 0.0);
        let mut heavy = Body::cuboid(from, Vec3::splat(0.1), STEEL);
        heavy.velocity = random.between(20.0, 120.0) * Vec3::X;
        let mut bodies = vec![world.add(heavy)?];
        for number in 0..18_u8 {
            let [row, column] = [number / 6, number % 6].map(f32::from);
            let x = random.between(-0.07, -0.05) - 0.1 * column;
            let center = Vec3::new(x, 0.5 + 0.3 * row, random.between(-0.3, 0.3));
            let mut cube = Body::cuboid(center, Vec3::splat(0.05), STEEL);
            cube.rotation = random.rotation();
            bodies.push(world.add(cube)?);
        }
        for _ in 0..60 {
            world.step()?;
            for id in &bodies {
                let at = world.body(*id).ok_or("the body is there")?.center;
                let is_behind = at.x > 0.0 && at.y < 4.0 && at.z.abs() < 2.0;
                assert!(!is_behind, "seed {seed}: {at}");
            }
        }
    }
    Ok(())
}

#[test]
fn bullets_stop_at_the_ground() -> Outcome {
    let center = 20.0 * Vec3::Y;
    let cube = Body::cuboid(center, Vec3::splat(0.02), STEEL);
    for mut bullet in [cube, Body::ball(center, 0.02, STEEL)] {
        let mut world = on_ground()?;
        (bullet.velocity, bullet.rotation) = (-SPEED * Vec3::Y, Quat::from_rotation_x(0.4));
        let bullet = world.add(bullet)?;
        settle(&mut world, 240)?;
        let height = world.body(bullet).ok_or("the bullet is there")?.center.y;
        assert!((height - 0.02).abs() < 0.005, "it lies on the ground: {height}");
    }
    Ok(())
}

#[test]
fn a_bullet_wakes_a_sleeping_wall_and_moves_it() -> Outcome {
    let mut world = on_ground()?;
    let bricks = wall(&mut world)?;
    settle(&mut world, 120)?;
    let mut bullet = Body::cuboid(Vec3::new(4.0, 2.1, -5.0), Vec3::splat(0.05), STEEL);
    bullet.velocity = 100.0 * Vec3::Z;
    world.add(bullet)?;
    for _ in 0..30 {
        world.step()?;
    }
    let moved = |id: &&u32| world.body(**id).is_some_and(|brick| brick.center.z > 0.05);
    assert!(bricks.iter().filter(moved).count() > 0);
    Ok(())
}
