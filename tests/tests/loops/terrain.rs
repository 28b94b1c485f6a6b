//! The capsule of the chapter about characters, on voxels of many heights and among turned boxes: it is never inside one,
//! it climbs no step that is too high, and it does not stand still for nothing.
//!
//! `OCTOSAT_WALKS=1000 cargo test --release --workspace --test loops terrain` makes as many walks.

use std::env;
use std::f32::consts::FRAC_PI_2;
use std::f64::consts::TAU;

use glam::{IVec2, Quat, Vec2, Vec3};
use octosat::{BoxStore, Engine, OrientedBox, Query, World};
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

/// Turned boxes on a floor.
const RUBBLE: u32 = 30;

/// Where half of such floors are, in meters: the skin is thicker than five cast bounds there.
const FAR: Vec3 = Vec3::new(300.0, 0.0, -300.0);

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

/// A character in the air, which begins at a place.
fn above(position: Vec3) -> Character {
    let (radius, half_core, step_height) = (0.3 + SKIN, 0.6, 0.3);
    Character { position, radius, half_core, step_height, rises: 0.0, stands: false }
}

/// A way to walk, half of them along an axis.
fn way(random: &mut Random) -> Vec3 {
    let angle = narrow(random.range(0.0, TAU));
    let angle = if random.one_in(2) { angle } else { (angle / FRAC_PI_2).round() * FRAC_PI_2 };
    Quat::from_rotation_y(angle) * Vec3::X
}

/// Moves a character for a frame, and asserts that it is inside no box.
fn advance(character: &mut Character, near: Surroundings<'_>, way: Vec3) {
    let before = *character;
    character.advance(near, STEP / FRAME * way, FRAME).unwrap();
    let body = character.capsule(character.radius - SKIN).unwrap();
    let mut inside = vec![false; near.boxes.len()];
    near.engine.overlaps(Query::each(near.boxes, &body), &mut inside).unwrap();
    assert!(!inside.contains(&true), "inside: {before:?} by {way} to {character:?}");
}

/// One walk. Returns the frames with nothing in the way.
fn walk(random: &mut Random, terrain: &Terrain, engine: &Engine) -> u32 {
    let mut character = above(Vec3::new(0.1, 1.5, -0.1));
    let (mut along, mut free) = (Vec3::X, 0);
    for frame in 0..FRAMES {
        if frame % SAME_WAY == 0 {
            along = way(random);
        }
        let before = character;
        let boxes = terrain.near(character.position);
        let world = &World::of_boxes(&boxes).unwrap();
        advance(&mut character, Surroundings { engine, boxes: &boxes, world }, along);
        let path = character.position - before.position;
        assert!(path.y < before.step_height + ROUNDING, "{before:?} by {along} to {character:?}");
        let feet = before.position.y - before.half_core - before.radius;
        if before.stands && terrain.highest(before.position) < feet + before.step_height {
            let is_stuck = path.dot(along) < 0.5 * STEP;
            assert!(!is_stuck, "stuck: {before:?} by {along} to {character:?}");
            free += 1;
        }
    }
    free
}

/// Boxes that are turned in any way, above a floor around a place.
fn rubble(random: &mut Random, origin: Vec3) -> BoxStore {
    let mut boxes = BoxStore::new();
    let below = origin - Vec3::Y;
    boxes.insert(upright(below.to_array(), [20.0, 1.0, 20.0])).unwrap();
    for _ in 0..RUBBLE {
        let [x, y, z] = random.vector(-3.0, 3.0).map(narrow);
        let half_extents = [(); 3].map(|()| narrow(random.range(0.05, 1.0)));
        let rotation = random.rotation().map(narrow);
        let center = origin + Vec3::new(x, 0.2 * (y + 3.0), z);
        boxes.insert(OrientedBox::new(center.to_array(), rotation, half_extents)).unwrap();
    }
    boxes
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

#[test]
fn characters_among_turned_boxes_are_never_inside_one() {
    let walks = env::var("OCTOSAT_WALKS").map_or(WALKS, |count| count.parse().unwrap());
    let (mut random, engine) = (Random::new(50), Engine::new());
    let mut stands = 0;
    for number in 0..walks {
        let origin = if number % 2 == 0 { Vec3::ZERO } else { FAR };
        let boxes = rubble(&mut random, origin);
        let world = World::of_boxes(&boxes).unwrap();
        let mut character = above(origin + 5.0 * Vec3::Y);
        let mut along = Vec3::X;
        for frame in 0..FRAMES {
            if frame % SAME_WAY == 0 {
                along = way(&mut random);
            }
            let near = Surroundings { engine: &engine, boxes: &boxes, world: &world };
            advance(&mut character, near, along);
            stands += u32::from(character.stands);
        }
    }
    eprintln!("{stands} of {} steps end on something", walks * FRAMES);
    assert!(stands > walks * FRAMES / 4);
}
