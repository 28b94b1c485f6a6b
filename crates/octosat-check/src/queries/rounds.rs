//! Spheres and capsules next to boxes, half-spaces, spheres and capsules: what queries about them have in common.
//!
//! Every box of a frame is an obstacle, and so are a half-space, a sphere and a capsule that are made from it. To each,
//! a sphere and a capsule are made that touch or pass it, from a seed and the bits of the box alone.

use glam::DVec3;
use octosat::{Capsule, Error, HalfSpace, Sphere};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{CapsuleSolid, GivenShape, Plane};
use octosat_scenes::generate::round::{Obstacle, RoundCast};
use octosat_scenes::generate::{Random, narrow};

use crate::{Case, Failure, short};

/// The kinds of obstacles.
pub const OBSTACLES: usize = 4;

/// Coordinates are kept below this, in meters: the engine rejects what is farther than 10¹².
const FARTHEST: f64 = 9e11;

/// How a sphere or a capsule is made next to an obstacle.
pub type Make = fn(&Obstacle, &mut Random, bool) -> RoundCast;

/// A sphere or a capsule as it is stored, and how far it moves as seen from the obstacle, in meters.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The shape.
    pub solid: CapsuleSolid,
    /// The displacement.
    pub motion: [f32; 3],
}

/// The shapes of a frame, one of each kind per box.
#[derive(Debug, Default)]
pub struct Rounds {
    /// Obstacles: the boxes are those of the frame.
    pub half_spaces: Vec<HalfSpace>,
    /// Obstacles.
    pub spheres: Vec<Sphere>,
    /// Obstacles.
    pub capsules: Vec<Capsule>,
    /// What is next to obstacles of each kind: spheres and capsules.
    pub next_to: [[Vec<Round>; 2]; OBSTACLES],
}

impl Rounds {
    /// The shapes of a frame.
    ///
    /// # Errors
    /// If a shape is not one.
    pub fn new(case: &Case, make: Make) -> Result<Self, Failure> {
        let mut rounds = Self::default();
        for index in 0..short(case.boxes.len()) {
            let of = case.boxes.oriented(index);
            let random = &mut Random::new(case.setting.shape_seed ^ hash(&of));
            rounds.add(&of, random, make).map_err(|error| Failure::new(format!("{error}")))?;
        }
        Ok(rounds)
    }

    fn add(&mut self, of: &OrientedBox, random: &mut Random, make: Make) -> Result<(), Error> {
        let obstacles = obstacles(of);
        for (kind, obstacle) in obstacles.iter().enumerate() {
            for (is_capsule, list) in [false, true].into_iter().zip(&mut self.next_to[kind]) {
                let RoundCast { ends, radius, motion, .. } = make(obstacle, random, is_capsule);
                let [start, end] = ends.map(stored);
                let solid = CapsuleSolid { start, end, radius: narrow(radius) };
                list.push(Round { solid, motion: stored(motion) });
            }
        }
        let [_, half_space, sphere, capsule] = obstacles;
        if let Obstacle::HalfSpace(point, normal) = half_space {
            self.half_spaces.push(HalfSpace::through(stored(point), stored(normal))?);
        }
        if let Obstacle::Capsule([center, _], radius) = sphere {
            self.spheres.push(Sphere::new(stored(center), narrow(radius))?);
        }
        if let Obstacle::Capsule([start, end], radius) = capsule {
            self.capsules.push(Capsule::new(stored(start), stored(end), narrow(radius))?);
        }
        Ok(())
    }

    /// The spheres next to obstacles of a kind.
    ///
    /// # Errors
    /// If a shape is not one.
    pub fn spheres_at(&self, kind: usize) -> Result<Vec<Sphere>, Failure> {
        let sphere = |Round { solid, .. }: &Round| Sphere::new(solid.start, solid.radius);
        let made: Result<Vec<_>, Error> = self.next_to[kind][0].iter().map(sphere).collect();
        made.map_err(|error| Failure::new(format!("{error}")))
    }

    /// The capsules next to obstacles of a kind.
    ///
    /// # Errors
    /// If a shape is not one.
    pub fn capsules_at(&self, kind: usize) -> Result<Vec<Capsule>, Failure> {
        let capsule =
            |Round { solid, .. }: &Round| Capsule::new(solid.start, solid.end, solid.radius);
        let made: Result<Vec<_>, Error> = self.next_to[kind][1].iter().map(capsule).collect();
        made.map_err(|error| Failure::new(format!("{error}")))
    }

    /// An obstacle as the references take it.
    pub fn obstacle(&self, case: &Case, kind: usize, index: u32) -> GivenShape {
        let place = index as usize;
        match kind {
            0 => GivenShape::Box(case.boxes.oriented(index)),
            1 => {
                let of = &self.half_spaces[place];
                GivenShape::HalfSpace(Plane { normal: of.normal(), offset: of.offset() })
            }
            2 => {
                let of = &self.spheres[place];
                let (start, radius) = (of.center(), of.radius());
                GivenShape::Capsule(CapsuleSolid { start, end: start, radius })
            }
            _ => {
                let of = &self.capsules[place];
                let (start, end, radius) = (of.start(), of.end(), of.radius());
                GivenShape::Capsule(CapsuleSolid { start, end, radius })
            }
        }
    }
}

/// A box, and the half-space, the sphere and the capsule that are made from it.
fn obstacles(of: &OrientedBox) -> [Obstacle; OBSTACLES] {
    let center = DVec3::from(of.center.map(f64::from));
    let half = DVec3::from(of.half_extents.map(f64::from));
    let rotation = glam::DQuat::from_array(of.rotation.map(f64::from)).normalize();
    let [along, normal] = [rotation * DVec3::X, rotation * DVec3::Z];
    [
        Obstacle::Box(center, rotation.to_array(), half),
        Obstacle::HalfSpace(center, normal),
        Obstacle::Capsule([center; 2], half.y),
        Obstacle::Capsule([center - half.x * along, center + half.x * along], half.y),
    ]
}

/// A hash of the bits of a box.
fn hash(of: &OrientedBox) -> u64 {
    let OrientedBox { center, rotation, half_extents } = of;
    let numbers = center.iter().chain(rotation).chain(half_extents);
    numbers.fold(0, |hash, number| Random::new(hash ^ u64::from(number.to_bits())).next_u64())
}

/// A vector in float32, within what the engine accepts.
fn stored(vector: DVec3) -> [f32; 3] {
    vector.clamp(DVec3::splat(-FARTHEST), DVec3::splat(FARTHEST)).to_array().map(narrow)
}

/// Every box with the shapes that are made next to it, and with those of the box after it.
pub fn rows(case: &Case) -> Vec<[u32; 2]> {
    let count = short(case.boxes.len());
    (0..count).flat_map(|index| [[index; 2], [index, (index + 1) % count]]).collect()
}
