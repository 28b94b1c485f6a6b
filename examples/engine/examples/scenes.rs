//! Builds a small world, and prints what happens in it.
#![expect(clippy::print_stdout, reason = "this program prints")]

use std::error::Error;
use std::time::Instant;

use glam::{Quat, Vec3};
use octosat_engine::{Body, World};

const WOOD: f32 = 500.0; // kilograms per cubic meter
const LEAD: f32 = 11_000.0;

/// A world with the ground alone.
fn on_ground() -> Result<World, Box<dyn Error>> {
    let mut world = World::default();
    world.add(Body::ground())?;
    Ok(world)
}

/// Steps until all bodies sleep, for a minute at most, and prints how long a frame takes.
fn settle(world: &mut World, name: &str) -> Result<(), Box<dyn Error>> {
    let mut frames = Vec::new();
    while frames.len() < 3_600 && world.bodies().iter().any(Body::is_awake) {
        let start = Instant::now();
        world.step()?;
        frames.push((start.elapsed(), world.points.len()));
    }
    println!("{name}: {} bodies sleep after {} frames", world.bodies().len() - 1, frames.len());
    // The fastest frame with many points, because other programs run, too.
    let most = frames.iter().map(|&(_, points)| points).max().unwrap_or_default();
    let full = frames.iter().filter(|&&(_, points)| 10 * points >= 9 * most);
    if let Some((frame, points)) = full.min() {
        println!("  a frame: {points} contact points, {frame:.2?}");
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = on_ground()?;
    for row in 0..10_u8 {
        for column in 0..10_u8 {
            let x = 0.4 * f32::from(column) + 0.1 * f32::from(row % 2);
            let center = Vec3::new(x, 0.1 + 0.2 * f32::from(row), 0.0);
            world.add(Body::cuboid(center, Vec3::new(0.2, 0.1, 0.1), 2_000.0))?;
        }
    }
    settle(&mut world, "a wall")?;

    let mut bullet = Body::cuboid(Vec3::new(2.0, 1.1, -9.0), Vec3::splat(0.05), LEAD);
    bullet.velocity = 200.0 * Vec3::Z;
    world.add(bullet)?;
    settle(&mut world, "a wall that a bullet has hit")?;

    let ball = world.add(Body::ball(Vec3::new(8.0, 2.0, 0.0), 0.5, WOOD))?;
    settle(&mut world, "and a ball")?;
    let picked = world.pick(Vec3::new(8.0, 5.0, 0.0), -Vec3::Y)?;
    println!("a ray from above hits body {picked:?}; the ball is body {ball}");

    let mut pile = on_ground()?;
    for index in 0..2_000_u16 {
        let place = [index % 15, index / 225, index / 15 % 15].map(|steps| 1.05 * f32::from(steps));
        let [x, y, z] = place.map(f32::sin).map(|sine| 0.2 + 0.1 * sine);
        let mut body = Body::cuboid(Vec3::from(place) + Vec3::Y, Vec3::new(x, y, z), WOOD);
        body.rotation = Quat::from_xyzw(x, y, z, 0.3).normalize();
        pile.add(body)?;
    }
    settle(&mut pile, "a pile")
}
