//! What the scenes of several tests have in common.

use std::error::Error;

use glam::{Quat, Vec3};
use octosat_engine::{Body, World};

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Kilograms per cubic meter: light wood.
pub(crate) const DENSITY: f32 = 500.0;

/// Random numbers, the same in each run (Marsaglia, "Xorshift RNGs", 2003).
pub(crate) struct Random(pub(crate) u32);

impl Random {
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        low + (high - low) * (self.0 >> 8) as f32 / (1 << 24) as f32
    }

    pub(crate) fn vector(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::from([(); 3].map(|()| self.between(low, high)))
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        let axis = self.vector(-1.0, 1.0);
        Quat::from_xyzw(axis.x, axis.y, axis.z, self.between(0.1, 1.0)).normalize()
    }
}

/// A world with the ground alone.
pub(crate) fn on_ground() -> Outcome<World> {
    let mut world = World::default();
    world.add(Body::ground())?;
    Ok(world)
}

/// A wall of 20 rows of 20 bricks of 0.4 × 0.2 × 0.2 m, every other row a quarter of a brick aside.
pub(crate) fn wall(world: &mut World) -> Outcome<Vec<u32>> {
    let mut ids = Vec::new();
    for row in 0..20_u8 {
        for column in 0..20_u8 {
            let x = 0.4 * f32::from(column) + 0.1 * f32::from(row % 2);
            let center = Vec3::new(x, 0.1 + 0.2 * f32::from(row), 0.0);
            ids.push(world.add(Body::cuboid(center, Vec3::new(0.2, 0.1, 0.1), 4.0 * DENSITY))?);
        }
    }
    Ok(ids)
}

pub(crate) fn awake(world: &World) -> usize {
    world.bodies().iter().filter(|body| body.is_awake()).count()
}

/// Steps until all bodies sleep, and returns the number of frames.
pub(crate) fn settle(world: &mut World, most_frames: usize) -> Outcome<usize> {
    for frame in 0..most_frames {
        if awake(world) == 0 {
            return Ok(frame);
        }
        world.step()?;
    }
    Err(format!("{} bodies are awake after {most_frames} frames", awake(world)).into())
}
