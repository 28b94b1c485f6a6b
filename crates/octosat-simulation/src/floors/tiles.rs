//! Floors of tiles, and what slides over them.

use octosat_scenes::generate::Random;

use super::run::Slide;
use crate::body::{Body, Pose};
use crate::{Quat, Vec3};

/// The tolerance of the search for covered faces, in meters.
pub(super) const TOLERANCE: f32 = 1e-4;

/// The density of a body that slides, in kilograms per cubic meter.
const DENSITY: f32 = 500.0;

/// How far apart the places are from which a body starts, in meters: no multiple of a tile.
const PLACE_STEP: f32 = 0.0371;

/// A random number of a range.
pub(super) fn between(random: &mut Random, low: f32, high: f32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a number of a scene")]
    let part = random.unit() as f32;
    low + (high - low) * part
}

/// `along` × `across` tiles in the plane, of which the first is at x = 0 and the middle ones at z = 0.
pub(super) fn tiles(along: u16, across: u16, half: Vec3, top: f32) -> Vec<Body> {
    let place = |x: u16, z: u16| {
        let z = f32::from(z) - f32::from(across / 2);
        Pose::at(f32::from(x) * 2.0 * half.x, top - half.y, z * 2.0 * half.z)
    };
    let row = |x| (0..across).map(move |z| Body::fixed(half, place(x, z)));
    (0..along).flat_map(row).collect()
}

/// Forty wide tiles in a row.
pub(super) fn road() -> Vec<Body> {
    tiles(40, 1, Vec3::new(0.5, 0.5, 5.0), 0.0)
}

/// A body that moves.
pub(super) fn mover(half: Vec3, center: Vec3, rotation: Quat, velocity: Vec3, spin: Vec3) -> Body {
    Body {
        linear_velocity: velocity,
        angular_velocity: spin,
        ..Body::solid(half, Pose { center, rotation }, DENSITY)
    }
}

/// The frames in which a body of this speed moves so far.
pub(super) fn frames(way: f32, speed: f32) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a short time")]
    let frames = (way / speed * 60.0) as u32;
    frames
}

/// How a body slides along x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    pub(super) margin: f32,
    pub(super) speed: f32,
    /// Which of the places it starts from.
    pub(super) place: u16,
    /// How it is turned about the vertical, in radians.
    pub(super) yaw: f32,
    /// How far it moves, in meters.
    pub(super) way: f32,
}

impl Along {
    /// A random source of the place.
    pub(super) fn random(self, seed: u64) -> Random {
        Random::new(seed + 31 * u64::from(self.place))
    }

    /// A box of these half extents that rests on a floor and slides.
    pub(super) fn slide(self, half: Vec3, fixed: Vec<Body>) -> Slide {
        let Self { margin, speed, place, yaw, way } = self;
        let center = Vec3::new(0.5 + PLACE_STEP * f32::from(place), half.y, 0.0);
        let velocity = Vec3::new(speed, 0.0, 0.0);
        let rotation = Quat::from_rotation_y(yaw);
        Slide {
            fixed,
            mover: mover(half, center, rotation, velocity, Vec3::ZERO),
            frames: frames(way, speed),
            wanted: velocity,
            margin,
            tolerance: TOLERANCE,
        }
    }

    /// The same for a cube of half a meter.
    pub(super) fn cube(self, fixed: Vec<Body>) -> Slide {
        self.slide(Vec3::splat(0.25), fixed)
    }
}

/// A rotation about any axis.
pub(super) fn any_rotation(random: &mut Random) -> Quat {
    let mut part = || between(random, -1.0, 1.0);
    Quat::from_xyzw(part(), part(), part(), 1.0).normalize()
}
