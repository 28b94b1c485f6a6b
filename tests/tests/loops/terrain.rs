//! The capsule of the chapter about characters on voxels of many heights: it is never inside one, nor below them, it climbs
//! no step that is too high, and it does not stand still for nothing.
//!
//! `OCTOSAT_WALKS=1000 cargo test --release -p octosat-tests --test loops terrain` makes as many walks.

use std::env;

use glam::{IVec2, Quat, Vec2, Vec3};
use octosat::{BoxStore, Engine, ShapeQuery};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::moving::{Character, Surroundings};
use octosat_tests::upright;

use crate::FRAME;

/// Walks, unless the environment says otherwise.
const WALKS: u32 = 8;

/// Frames of a walk, and how many go the same way.
const FRAMES: u32 = 300;
const SAME_WAY: u32 = 50;

/// The heights of columns in meters: flush ones, those that can be climbed, and those that cannot.
const HEIGHTS: [f32; 6] = [0.0, 0.0, 0.1, 0.25, 0.36, 2.0];

/// How much thinner the character is than what is cast, in meters.
const SKIN: f32 = 1e-3;

/// How far a rise may be off, in meters.
const ROUNDING: f32 = 1e-4;

/// Meters by which a walker moves in a frame.
const STEP: f32 = 0.05;

/// Columns on each side of the origin.
const SIDE: i32 = 12;

/// The heights of the columns of a terrain, of voxels of 1 m.
struct Terrain(Vec<f32>);

impl Terrain {
    fn new(random: &mut Random) -> Self {
        let count = (2 * SIDE + 1).pow(2);
        Self((0..count).map(|_| random.choose(&HEIGHTS)).collect())
    }

    fn height(&self, column: IVec2) -> f32 {
        if column.abs().max_element() > SIDE {
            return HEIGHTS[5];
        }
        let index = (column.x + SIDE) * (2 * SIDE + 1) + column.y + SIDE;
        // Where walkers begin.
        if column == IVec2::ZERO { 0.0 } else { self.0[usize::try_from(index).unwrap()] }
    }

    /// The columns around a place.
    fn around(place: Vec3) -> impl Iterator<Item = IVec2> {
        let middle = Vec2::new(place.x, place.z).round().as_ivec2();
        (-1..=1).flat_map(move |x| (-1..=1).map(move |z| middle + IVec2::new(x, z)))
    }

    /// The height of the highest one.
    fn highest(&self, place: Vec3) -> f32 {
        Self::around(place).map(|column| self.height(column)).fold(f32::MIN, f32::max)
    }

    /// Their voxels.
    fn near(&self, place: Vec3) -> BoxStore {
        let mut boxes = BoxStore::new();
        for column in Self::around(place) {
            let ([x, z], height) = (column.as_vec2().to_array(), self.height(column));
            boxes.insert(upright([x, height - 2.0, z], [0.5, 2.0, 0.5])).unwrap();
        }
        boxes
    }
}

/// One walk. Returns the frames with nothing in the way.
fn walk(random: &mut Random, terrain: &Terrain, engine: &Engine) -> u32 {
    let mut character = Character {
        position: Vec3::new(0.1, 1.5, -0.1),
        radius: 0.3 + SKIN,
        half_core: 0.6,
        step_height: 0.3,
        rises: 0.0,
        stands: false,
    };
    let (mut way, mut free) = (Vec3::X, 0);
    for frame in 0..FRAMES {
        if frame % SAME_WAY == 0 {
            let angle = narrow(random.range(0.0, std::f64::consts::TAU));
            // Half of the ways are along an axis.
            let angle = if random.one_in(2) { angle } else { (angle - angle % 1.57).round() };
            way = Quat::from_rotation_y(angle) * Vec3::X;
        }
        let before = character;
        let boxes = terrain.near(character.position);
        let near = Surroundings { engine, boxes: &boxes };
        character.advance(near, STEP / FRAME * way, FRAME).unwrap();
        let body = character.capsule(character.radius - SKIN).unwrap();
        let boxes = terrain.near(character.position);
        let mut inside = vec![false; boxes.len()];
        engine.overlaps(ShapeQuery::each(&boxes, &body), &mut inside).unwrap();
        assert!(!inside.contains(&true), "inside: {before:?} by {way} to {character:?}");
        let rise = character.position.y - before.position.y;
        assert!(rise < before.step_height + ROUNDING, "{before:?} by {way} to {character:?}");
        let feet = before.position.y - before.half_core - before.radius;
        if before.stands && terrain.highest(before.position) < feet + before.step_height {
            let length = (character.position - before.position).dot(way);
            assert!(length > 0.5 * STEP, "stuck: {before:?} by {way} to {character:?}");
            free += 1;
        }
    }
    free
}

#[test]
fn characters_on_terrain_are_never_inside_and_climb_only_steps() {
    let walks = env::var("OCTOSAT_WALKS").map_or(WALKS, |count| count.parse().unwrap());
    let (mut random, engine) = (Random::new(49), Engine::new());
    let mut free = 0;
    for _ in 0..walks {
        let terrain = Terrain::new(&mut random);
        free += walk(&mut random, &terrain, &engine);
    }
    eprintln!("{free} of {} steps with nothing in the way", walks * FRAMES);
    assert!(free > walks * FRAMES / 20);
}
