//! What pairs without a box cost next to boxes against the same spheres, and to contacts of parry3d: a table.
//!
//! Spheres and capsules of 0.2 to 0.6 m near each other, as a broad phase reports them; a quarter overlaps. One thread:
//! 8192 pairs that stay in the caches, and a million that do not.

use std::ffi::OsString;
use std::hint::black_box;

use octosat::{
    BoxStore, Capsule, CapsuleContacts, Engine, HalfSpace, OrientedBox, Query, Ray, RayHit, Sphere,
    SphereContact,
};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::Vec3;
use parry3d::math::Pose3;
use parry3d::query::contact;
use parry3d::shape::{Ball, Capsule as ParryCapsule};

use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

/// Lists of pairs, and in how many rounds all contenders take turns.
const LISTS: [(usize, usize); 2] = [(8192, 41), (1_000_000, 5)];

/// Pairs per shape.
const PAIRS_PER_SHAPE: usize = 4;

/// The farthest that the centers of a pair are apart along each axis, in meters.
const NEAR: f64 = 0.8;

/// Shapes that are near each other, kind by kind.
struct Scene {
    boxes: BoxStore,
    planes: [HalfSpace; 1],
    spheres: Vec<Sphere>,
    capsules: Vec<Capsule>,
    rays: Vec<Ray>,
    pairs: Vec<[u32; 2]>,
    /// The same pairs with the one half-space.
    on_plane: Vec<[u32; 2]>,
}

impl Scene {
    /// Shapes in groups of near ones, and pairs within the groups.
    fn new(pairs: usize) -> Outcome<Self> {
        let mut random = Random::new(48);
        let mut scene = Self {
            boxes: BoxStore::new(),
            planes: [HalfSpace::new([0.0, 0.0, 1.0], 0.0)?],
            spheres: Vec::new(),
            capsules: Vec::new(),
            rays: Vec::new(),
            pairs: Vec::new(),
            on_plane: Vec::new(),
        };
        let groups = pairs / (PAIRS_PER_SHAPE * PAIRS_PER_SHAPE);
        for group in 0..groups {
            let middle = random.vector(-50.0, 50.0);
            for _ in 0..PAIRS_PER_SHAPE {
                let offset = random.vector(-NEAR, NEAR);
                let center = [0, 1, 2].map(|k: usize| narrow(middle[k] + offset[k]));
                scene.add(&mut random, center)?;
            }
            for place in 0..PAIRS_PER_SHAPE * PAIRS_PER_SHAPE {
                let index = |place: usize| u32::try_from(PAIRS_PER_SHAPE * group + place);
                let pair = [index(place / PAIRS_PER_SHAPE)?, index(place % PAIRS_PER_SHAPE)?];
                scene.pairs.push(pair);
                scene.on_plane.push([0, pair[1]]);
            }
        }
        Ok(scene)
    }

    /// Adds a shape of each kind.
    fn add(&mut self, random: &mut Random, center: [f32; 3]) -> Outcome {
        let radius = narrow(random.range(0.2, 0.6));
        let half = random.vector(-0.5, 0.5).map(narrow);
        let [x, y, z] = [0, 1, 2].map(|k: usize| center[k] + half[k]);
        let unit = [half[0], half[1], half[2], 1.0];
        let length = unit.iter().map(|c| c * c).sum::<f32>().sqrt();
        self.boxes.insert(OrientedBox::new(center, unit.map(|c| c / length), [0.4; 3]))?;
        self.spheres.push(Sphere::new(center, radius)?);
        self.capsules.push(Capsule::new(center, [x, y, z], radius)?);
        self.rays.push(Ray::new(center, half)?);
        Ok(())
    }
}

/// What the calls write.
struct Rows {
    contacts: Vec<SphereContact>,
    manifolds: Vec<CapsuleContacts>,
    hits: Vec<RayHit>,
}

/// Names of the octosat calls of a table, in their order.
const NAMES: [&str; 9] = [
    "box and sphere",
    "two spheres",
    "capsule and sphere",
    "half-space and sphere",
    "sphere and capsule",
    "two capsules",
    "half-space and capsule",
    "sphere and ray",
    "capsule and ray",
];

/// Runs one call.
fn call(number: usize, engine: &Engine, scene: &Scene, rows: &mut Rows) -> Outcome {
    let Scene { boxes, planes, spheres, capsules, rays, pairs, on_plane } = scene;
    let Rows { contacts, manifolds, hits } = rows;
    match number {
        0 => engine.manifolds(Query::new((boxes, spheres), pairs), contacts)?,
        1 => engine.manifolds(Query::new((spheres, spheres), pairs), contacts)?,
        2 => engine.manifolds(Query::new((capsules, spheres), pairs), contacts)?,
        3 => engine.manifolds(Query::new((planes, spheres), on_plane), contacts)?,
        4 => engine.manifolds(Query::new((spheres, capsules), pairs), manifolds)?,
        5 => engine.manifolds(Query::new((capsules, capsules), pairs), manifolds)?,
        6 => engine.manifolds(Query::new((planes, capsules), on_plane), manifolds)?,
        7 => engine.hits(Query::new((spheres, rays), pairs), hits)?,
        _ => engine.hits(Query::new((capsules, rays), pairs), hits)?,
    }
    Ok(())
}

/// The shapes of parry, each with its pose.
struct Peers {
    balls: Vec<(Pose3, Ball)>,
    capsules: Vec<(Pose3, ParryCapsule)>,
}

impl Peers {
    fn new(scene: &Scene) -> Self {
        let pose = |center: [f32; 3]| Pose3::from_translation(Vec3::from_array(center));
        let ball = |sphere: &Sphere| (pose(sphere.center()), Ball::new(sphere.radius()));
        let capsule = |capsule: &Capsule| {
            let along = Vec3::from_array(capsule.end()) - Vec3::from_array(capsule.start());
            let shape = ParryCapsule::new(Vec3::ZERO, along, capsule.radius());
            (pose(capsule.start()), shape)
        };
        Self {
            balls: scene.spheres.iter().map(ball).collect(),
            capsules: scene.capsules.iter().map(capsule).collect(),
        }
    }

    /// The contacts of all pairs of balls or of capsules.
    fn contacts(&self, of_capsules: bool, pairs: &[[u32; 2]]) {
        for &[a, b] in pairs {
            let [a, b] = [a as usize, b as usize];
            let found = if of_capsules {
                let ([pose_a, pose_b], [a, b]) = (
                    [&self.capsules[a].0, &self.capsules[b].0],
                    [&self.capsules[a].1, &self.capsules[b].1],
                );
                contact(pose_a, a, pose_b, b, 100.0)
            } else {
                let ([pose_a, pose_b], [a, b]) =
                    ([&self.balls[a].0, &self.balls[b].0], [&self.balls[a].1, &self.balls[b].1]);
                contact(pose_a, a, pose_b, b, 100.0)
            };
            _ = black_box(found);
        }
    }
}

/// Prints the table.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    println!(
        "| pairs | backend | {} | parry, two balls | parry, two capsules |",
        NAMES.join(" | ")
    );
    println!("|--:|---|{}", "--:|".repeat(NAMES.len() + 2));
    for (pairs, rounds) in LISTS {
        let scene = Scene::new(pairs)?;
        let peers = Peers::new(&scene);
        let mut rows = Rows {
            contacts: vec![SphereContact::default(); pairs],
            manifolds: vec![CapsuleContacts::default(); pairs],
            hits: vec![RayHit::MISS; pairs],
        };
        for engine in fastest_engines()? {
            let mut calls = [10; NAMES.len() + 2];
            calls[NAMES.len()..].fill(1);
            let calls = if pairs > 100_000 { [1; NAMES.len() + 2] } else { calls };
            let turns = Turns::of_calls(rounds, pairs, &calls, |number| {
                if number < NAMES.len() {
                    return call(number, &engine, &scene, &mut rows);
                }
                peers.contacts(number > NAMES.len(), &scene.pairs);
                Ok(())
            })?;
            let times: [f64; NAMES.len() + 2] = turns.medians();
            let times = times.map(|time| format!("{time:.1}")).join(" | ");
            println!("| {pairs} | {} | {times} |", engine.backend());
        }
    }
    Ok(())
}
