//! Stacks on a floor of tiles and on one floor: how far they drift.

use super::run::Phase;
use super::tiles::{TOLERANCE, mover, tiles};
use crate::body::{Body, Pose};
use crate::solver::SolverSettings;
use crate::world::World;
use crate::{Quat, Vec3};

/// A stack on a floor.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Its name in tables.
    pub name: &'static str,
    /// The name of the floor.
    pub floor: &'static str,
    fixed: Vec<Body>,
    movers: Vec<Body>,
}

/// What became of a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StackResult {
    /// The most horizontal distance of a body from its start, in meters.
    pub drift: f64,
    /// The most depth of a body below its start, in meters.
    pub sag: f64,
    /// The speed of the fastest body in the end, in meters per second.
    pub speed: f32,
}

/// The frames that a stack stands: ten seconds.
const FRAMES: u32 = 600;

/// The margin of contacts of a stack, in meters.
const MARGIN: f32 = 0.02;

/// Builds the bodies of a stack above a place of the floor.
type Build = fn(f32, f32) -> Vec<Body>;

impl Stack {
    /// A tower and a pyramid, each on one floor, on tiles and on voxels, in this order.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let one = Body::fixed(Vec3::new(30.0, 0.5, 30.0), Pose::at(0.0, -0.5, 0.0));
        let floors = [
            ("one floor", vec![one]),
            ("tiles", tiles(21, 21, Vec3::splat(0.5), 0.0)),
            ("voxels of 0.1 m", tiles(61, 61, Vec3::splat(0.05), 0.0)),
        ];
        let stacks: [(&str, Build); 2] = [("tower", tower), ("pyramid", pyramid)];
        let mut all = Vec::new();
        for (name, stack) in stacks {
            for (floor, fixed) in &floors {
                // Above a corner of four tiles, and of four voxels.
                let [x, z] = if *floor == "tiles" { [10.5, 0.5] } else { [3.05, 0.05] };
                all.push(Self { name, floor, fixed: fixed.clone(), movers: stack(x, z) });
            }
        }
        all
    }

    /// Lets the stack stand for ten seconds.
    ///
    /// # Errors
    /// If the narrow phase rejects the bodies or pairs; the message is one line.
    pub fn run(&self, phase: Phase) -> Result<StackResult, String> {
        let bodies: Vec<Body> = self.fixed.iter().chain(&self.movers).copied().collect();
        let narrow_phase = phase.build(&bodies, TOLERANCE)?;
        let mut world =
            World::new(bodies, SolverSettings::default(), narrow_phase).with_margin(MARGIN);
        for _ in 0..FRAMES {
            world.find_contacts()?;
            world.advance()?;
        }
        let start = StackResult { drift: 0.0, sag: 0.0, speed: 0.0 };
        let ends = &world.bodies()[self.fixed.len()..];
        Ok(self.movers.iter().zip(ends).fold(start, |result, (start, end)| {
            let moved = end.center - start.center;
            StackResult {
                drift: result.drift.max(moved.x.hypot(moved.z)),
                sag: result.sag.max(-moved.y),
                speed: result.speed.max(end.linear_velocity.length()),
            }
        }))
    }
}

fn still(half: Vec3, center: Vec3, rotation: Quat) -> Body {
    mover(half, center, rotation, Vec3::ZERO, Vec3::ZERO)
}

fn tower(x: f32, z: f32) -> Vec<Body> {
    let cube = |number: u8| {
        let center = Vec3::new(x + 0.013, 0.25 + 0.5 * f32::from(number), z - 0.021);
        still(Vec3::splat(0.25), center, Quat::from_rotation_y(0.1))
    };
    (0..10).map(cube).collect()
}

fn pyramid(x: f32, z: f32) -> Vec<Body> {
    let cube = |row: u8, place: u8| {
        let [row, place] = [row, place].map(f32::from);
        let center = Vec3::new(x - 1.0 + 0.55 * (place + 0.5 * row), 0.25 + 0.5 * row, z);
        still(Vec3::splat(0.25), center, Quat::IDENTITY)
    };
    (0..6).flat_map(|row| (0..6 - row).map(move |place| cube(row, place))).collect()
}
