//! Spheres and capsules on floors of voxels, by the plain loop: cast, move to the hit, go on without what goes along the
//! normal. No skin, no push.
//!
//! `OCTOSAT_WALKS=600 cargo test --release --workspace --test loops round -- --nocapture` makes as many of each
//! kind.

use std::env;

use glam::{DQuat, DVec3, Vec3};
use octosat::{
    BoxStore, Capsule, CastState, Casts, Engine, Motions, OrientedBox, Query, ShapeCast, Sphere,
};
use octosat_scenes::generate::{Random, narrow};

use crate::{FRAME, GRAVITY};

/// Walks of each kind, unless the environment says otherwise: one on each floor.
const WALKS: u16 = 6;

/// Steps of a walk, and meters of each along x.
const STEPS: u16 = 150;
const STEP: f64 = 0.04;

/// The edges of voxels, in meters. On each floor there are an upright and a turned world.
const VOXELS: [f64; 3] = [1.0, 0.1, 16.0];

/// How deep a walker may sink into the floor, for each meter of it and of a voxel: three cast bounds and rounding.
const DEPTH: f64 = 1e-5;

/// The most planes along which a walker slides in one step.
const MOST_SLIDES: usize = 4;

/// The core of a walker in the frame of the floor, from its middle to its end, in meters; y is up.
type HalfCore = fn(&mut Random) -> DVec3;

/// A floor of voxels with its top at the height zero of its frame.
struct Floor {
    voxel: f64,
    rotation: DQuat,
    boxes: BoxStore,
    /// The voxels along z.
    width: u32,
}

/// How far along both axes the path of a walk may lead from its start, and how far the floor goes on, in meters.
const LENGTH: f64 = 6.0;
const SIDE: f64 = 3.0;
const BEYOND: f64 = 1.5;

impl Floor {
    fn new(voxel: f64, rotation: DQuat) -> Self {
        let mut floor = Self { voxel, rotation, boxes: BoxStore::new(), width: 0 };
        let [length, width] =
            [LENGTH + 2.0 * BEYOND, 2.0 * (SIDE + BEYOND) + voxel].map(|meters| {
                (0..).take_while(|&count: &u32| f64::from(count) * voxel < meters + voxel).count()
            });
        for (x, z) in (0..length).flat_map(|x| (0..width).map(move |z| (x, z))) {
            let [x, z] = [x, z].map(|index| f64::from(u32::try_from(index).unwrap()));
            let center = DVec3::new(x * voxel - BEYOND, -0.5 * voxel, z * voxel - SIDE - BEYOND);
            let center = (rotation * center).as_vec3().to_array();
            let half_extents = [narrow(0.5 * voxel); 3];
            let turned = rotation.as_quat().to_array();
            floor.boxes.insert(OrientedBox::new(center, turned, half_extents)).unwrap();
        }
        floor.width = u32::try_from(width).unwrap();
        floor
    }

    /// Pairs of the only shape with the voxels that are nearer than a reach to a place of the floor.
    fn near(&self, place: DVec3, reach: f64) -> Vec<[u32; 2]> {
        let count = u32::try_from(self.boxes.len()).unwrap() / self.width;
        let are_near = |from: f64, count: u32| {
            let is_near = move |&index: &u32| {
                (f64::from(index) * self.voxel - from).abs() < reach + 0.5 * self.voxel
            };
            (0..count).filter(is_near)
        };
        let along_z: Vec<u32> = are_near(place.z + SIDE + BEYOND, self.width).collect();
        are_near(place.x + BEYOND, count)
            .flat_map(|x| along_z.iter().map(move |z| [x * self.width + z, 0]))
            .collect()
    }
}

/// A sphere, if its core has no length, or a capsule, in the world.
struct Walker {
    middle: Vec3,
    half_core: Vec3,
    radius: f32,
}

impl Walker {
    /// The casts of the walker past voxels.
    fn cast(&self, floor: &Floor, pairs: &[[u32; 2]], motion: Vec3) -> Vec<ShapeCast> {
        let mut rows = vec![ShapeCast::default(); pairs.len()];
        let motions = Motions::uniform(motion.to_array());
        let &Self { middle, half_core, radius } = self;
        let engine = Engine::new();
        if half_core == Vec3::ZERO {
            let shapes = [Sphere::new(middle.to_array(), radius).unwrap()];
            let query = Query::new((&floor.boxes, &shapes), pairs);
            engine.casts(Casts::new(query, motions), &mut rows).unwrap();
        } else {
            let [start, end] = [middle - half_core, middle + half_core].map(Vec3::into);
            let shapes = [Capsule::new(start, end, radius).unwrap()];
            let query = Query::new((&floor.boxes, &shapes), pairs);
            engine.casts(Casts::new(query, motions), &mut rows).unwrap();
        }
        rows
    }

    /// Moves, and slides along what it hits.
    fn step(&mut self, floor: &Floor, mut motion: Vec3, seen: &mut Seen) {
        for _ in 0..MOST_SLIDES {
            let place = floor.rotation.inverse() * self.middle.as_dvec3();
            let reach = f64::from(self.radius + self.half_core.length() + motion.length());
            let rows = self.cast(floor, &floor.near(place, reach), motion);
            let overlaps = |row: &&ShapeCast| row.state == CastState::OVERLAPPING;
            seen.overlapping += rows.iter().filter(overlaps).count();
            let hits = rows.iter().filter(|row| row.state == CastState::HIT);
            let first = hits.min_by(|a, b| a.time.total_cmp(&b.time));
            self.middle += first.map_or(1.0, |row| row.time) * motion;
            let Some(row) = first else { break };
            seen.hits += 1;
            let normal = Vec3::from(row.normal);
            motion = (1.0 - row.time) * (motion - motion.dot(normal).min(0.0) * normal);
        }
    }
}

/// What walks were like.
#[derive(Debug, Default)]
struct Seen {
    steps: u32,
    hits: usize,
    /// Steps of less than half of their length along x.
    stuck: u32,
    /// Rows of walkers inside a voxel.
    overlapping: usize,
    /// The shortest walk along x, as a part of what it should be, and the lowest place above the floor, in meters.
    shortest: f64,
    lowest: f64,
}

/// One walk.
fn walk(random: &mut Random, floor: &Floor, half_core: DVec3, seen: &mut Seen) {
    let radius = narrow(random.range(0.1, 0.5));
    let height = f64::from(radius) + half_core.y.abs();
    let start = DVec3::new(0.0, height + 1e-6, random.range(-0.3, 0.3) * floor.voxel.min(1.0));
    let mut walker = Walker {
        middle: (floor.rotation * start).as_vec3(),
        half_core: (floor.rotation * half_core).as_vec3(),
        radius,
    };
    let fall = f64::from(GRAVITY * FRAME * FRAME);
    let motion = DVec3::new(STEP, -fall, STEP * random.range(-0.5, 0.5));
    let motion = (floor.rotation * motion).as_vec3();
    let place = |walker: &Walker| floor.rotation.inverse() * walker.middle.as_dvec3();
    for _ in 0..STEPS {
        let before = place(&walker).x;
        walker.step(floor, motion, seen);
        let after = place(&walker);
        seen.steps += 1;
        seen.stuck += u32::from(after.x - before < 0.5 * STEP);
        seen.lowest = seen.lowest.min(after.y - height);
    }
    let length = STEP * f64::from(STEPS);
    seen.shortest = seen.shortest.min(place(&walker).x / length);
}

/// Walks of a kind on all floors: none is stuck or inside a voxel, and all go the whole way.
fn assert_walks(half_core: HalfCore) {
    let walks = env::var("OCTOSAT_WALKS").map_or(WALKS, |count| count.parse().unwrap());
    let mut random = Random::new(48);
    for voxel in VOXELS {
        for turned in [false, true] {
            let mut seen =
                Seen { shortest: f64::INFINITY, lowest: f64::INFINITY, ..Seen::default() };
            for _ in 0..walks / 6 {
                let turn = random.rotation();
                let turn = if turned { DQuat::from_array(turn) } else { DQuat::IDENTITY };
                let half_core = half_core(&mut random);
                walk(&mut random, &Floor::new(voxel, turn), half_core, &mut seen);
            }
            let name = format!("voxels of {voxel} m, turned: {turned}: {seen:?}");
            eprintln!("{name}");
            assert_eq!((seen.stuck, seen.overlapping), (0, 0), "{name}");
            assert!(seen.steps > 0 && seen.shortest > 0.999, "{name}");
            assert!(seen.lowest > -DEPTH * (1.0 + voxel), "{name}");
        }
    }
}

#[test]
fn spheres_roll_the_whole_way() {
    assert_walks(|_| DVec3::ZERO);
}

#[test]
fn upright_capsules_walk_the_whole_way() {
    assert_walks(|_| DVec3::new(0.0, 0.4, 0.0));
}

#[test]
fn lying_capsules_slide_the_whole_way() {
    assert_walks(|random| {
        let angle = random.range(0.0, std::f64::consts::PI);
        0.4 * DVec3::new(angle.cos(), 0.0, angle.sin())
    });
}
