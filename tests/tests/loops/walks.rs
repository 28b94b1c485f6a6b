//! Movers on floors of tiles: casts let them slide over the tiles, and they stay on them.

use glam::{DQuat, DVec3, Vec3};
use octosat::{BoxPose, BoxStore, Engine, OrientedBox};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::NO_TURN;
use octosat_tests::moving::Walker;

use crate::GRAVITY;

/// Tiles on each side of the origin.
const SIDE: i16 = 16;

/// Half the edge of a mover, as a part of a tile.
const HALF_MOVER: f64 = 0.4;

/// How much a mover goes down in a step, in meters, on tiles of this size.
type Fall = fn(&mut Random, tile: f64) -> f64;

/// Every second step is that of a frame in which a mover begins to fall.
fn gravity(random: &mut Random, _: f64) -> f64 {
    if random.one_in(2) { f64::from(GRAVITY) / 3600.0 } else { 0.0 }
}

/// A quarter of the steps go down by a millionth to a tenth of a tile, half of the others as gravity has it.
fn creeping(random: &mut Random, tile: f64) -> f64 {
    if random.one_in(4) { 0.1 * random.decades(5) * tile } else { gravity(random, tile) }
}

/// A floor of tiles at the height zero of a frame of its own, and a mover.
struct Floor {
    tile: f64,
    origin: DVec3,
    rotation: DQuat,
    boxes: BoxStore,
    mover: u32,
}

/// What walks on a floor were like.
#[derive(Debug, Default)]
struct Seen {
    steps: u32,
    /// Steps that were shorter than three tenths of what they should have been.
    stuck: u32,
    /// Movers that ended inside the floor.
    sunk: u32,
    /// How far the lowest mover was above the floor, in meters.
    lowest: f64,
}

impl Floor {
    fn new(tile: f64, origin: f64, rotation: [f64; 4]) -> Self {
        let mut floor = Self {
            tile,
            origin: DVec3::splat(origin),
            rotation: DQuat::from_array(rotation),
            boxes: BoxStore::new(),
            mover: 0,
        };
        for (x, z) in (-SIDE..SIDE).flat_map(|x| (-SIDE..SIDE).map(move |z| (x, z))) {
            floor.insert(tile * DVec3::new(x.into(), -0.5, z.into()), 0.5 * tile);
        }
        floor.mover = floor.insert(DVec3::ZERO, HALF_MOVER * tile);
        floor
    }

    /// Adds a cube at a place on the floor.
    fn insert(&mut self, place: DVec3, half: f64) -> u32 {
        let (center, rotation) = (self.to_world(place).as_vec3(), self.rotation.as_quat());
        let half_extents = Vec3::splat(narrow(half)).to_array();
        let cube = OrientedBox::new(center.to_array(), rotation.to_array(), half_extents);
        self.boxes.insert(cube).unwrap()
    }

    fn to_world(&self, place: DVec3) -> DVec3 {
        self.origin + self.rotation * place
    }

    /// Where the mover is on the floor.
    fn place(&self) -> DVec3 {
        let [x, y, z, _] = self.boxes.centers()[self.mover as usize].map(f64::from);
        self.rotation.inverse() * (DVec3::new(x, y, z) - self.origin)
    }

    /// The tiles next to the path of a step of some meters, whichever way it turns.
    fn near(&self, length: f64) -> Vec<u32> {
        let place = self.place() / self.tile;
        let reach = length / self.tile + 1.5;
        let are_near = |middle: f64| {
            let is_near = move |&at: &i16| (f64::from(at) - middle).abs() < reach;
            (-SIDE..SIDE).filter(is_near).map(|at| u32::try_from(at + SIDE).unwrap())
        };
        let row = 2 * u32::try_from(SIDE).unwrap();
        are_near(place.x).flat_map(|x| are_near(place.z).map(move |z| x * row + z)).collect()
    }

    /// Walks of some movers, of up to sixty steps each, which end where the floor does.
    fn walks(&mut self, movers: u32, fall: Fall) -> Seen {
        let mut random = Random::new(11);
        let mut seen = Seen { lowest: f64::INFINITY, ..Seen::default() };
        for _ in 0..movers {
            let [x, z] = [0; 2].map(|_| self.tile * random.range(-3.0, 3.0));
            let center = self.to_world(DVec3::new(x, HALF_MOVER * self.tile, z)).as_vec3();
            let pose = BoxPose::new(center.to_array(), self.rotation.as_quat().to_array());
            self.boxes.set_pose(self.mover, pose).unwrap();
            for _ in 0..60 {
                if self.place().abs().max_element() > 8.0 * self.tile {
                    break;
                }
                if self.step(&mut random, fall, &mut seen) {
                    seen.sunk += 1;
                    break;
                }
            }
        }
        seen
    }

    /// One step of a mover. Whether it was inside a tile.
    fn step(&mut self, random: &mut Random, fall: Fall, seen: &mut Seen) -> bool {
        let ways = [DVec3::X, DVec3::Z, DVec3::new(1.0, 0.0, 1.0).normalize()];
        let angle = random.range(0.0, std::f64::consts::TAU);
        let way = if random.one_in(3) {
            random.choose(&ways)
        } else {
            DQuat::from_rotation_y(angle) * DVec3::X
        };
        let length = 5.0 * random.decades(2) * self.tile;
        let motion = length * way - fall(random, self.tile) * DVec3::Y;
        let near = self.near(motion.length());
        let motion = (self.rotation * motion).as_vec3();
        let walker = Walker { index: self.mover, grown: 0.0, step: 0.0 };
        let walk = walker.walk(&Engine::new(), &mut self.boxes, &near, motion).unwrap();
        seen.steps += 1;
        seen.stuck += u32::from(f64::from(walk.length) < 0.3 * length);
        seen.lowest = seen.lowest.min(self.place().y - HALF_MOVER * self.tile);
        walk.overlaps
    }
}

/// The rotation of a turned world.
const TURNED: [f64; 4] = [0.1, -0.2, 0.3, 0.927_361_849_549_570_4];

/// Floors: the size of tiles, how far they are from the origin along each axis, in meters, and how they are turned.
const FLOORS: [(f64, f64, [f64; 4]); 7] = [
    (1.0, 0.0, NO_TURN),
    (1.0, 100.0, NO_TURN),
    (1.0, 0.0, TURNED),
    (1.0, 100.0, TURNED),
    (0.1, 0.0, NO_TURN),
    (16.0, 0.0, NO_TURN),
    (16.0, 0.0, TURNED),
];

/// How deep a mover may sink into the floor, as a part of a tile: three cast bounds of the longest step, and rounding
/// of the poses.
const DEPTH: f64 = 5e-5;

/// The same for each meter from the origin: three bounds of the rounding of a pose, along three axes.
const ROUNDED: f64 = 4e-7;

/// On every floor, at most this part of the steps is stuck, and at most one mover of 150 ends inside the floor.
fn assert_walks(fall: Fall, most: f64) {
    for (tile, origin, rotation) in FLOORS {
        let seen = Floor::new(tile, origin, rotation).walks(150, fall);
        let name = format!("tiles of {tile} m, {origin} m away: {seen:?}");
        assert!(seen.steps > 2000, "{name}");
        assert!(f64::from(seen.stuck) <= most * f64::from(seen.steps), "{name}");
        assert!(seen.sunk <= 1, "{name}");
        assert!(seen.lowest > -DEPTH * tile - ROUNDED * origin, "{name}");
    }
}

#[test]
fn movers_under_gravity_slide_over_tiles() {
    assert_walks(gravity, 0.0);
}

#[test]
fn movers_that_creep_down_slide_over_tiles() {
    assert_walks(creeping, 0.02);
}

/// Small steps on a turned floor 30 m from the origin, under gravity: rounding of poses, which gravity never takes
/// back, adds up to depths at which casts begin inside the floor.
#[test]
fn walkers_far_from_the_origin_are_not_held_by_what_rounding_adds_up_to() {
    let mut random = Random::new(12);
    let origin = DVec3::new(30.0, -20.0, 25.0);
    let (mut steps, mut stuck) = (0, 0);
    for _ in 0..6 {
        let rotation = DQuat::from_array(random.rotation());
        let mut boxes = BoxStore::new();
        for (height, half) in [(-0.5, DVec3::new(10.0, 0.5, 10.0)), (0.45, DVec3::splat(0.4))] {
            let center = (origin + rotation * DVec3::new(0.0, height, 0.0)).as_vec3();
            let turned = rotation.as_quat().to_array();
            let half = half.as_vec3().to_array();
            boxes.insert(OrientedBox::new(center.to_array(), turned, half)).unwrap();
        }
        let walker = Walker { index: 1, grown: 0.0, step: 0.0 };
        let mut way = DVec3::X;
        for number in 0..600 {
            if number % 30 == 0 {
                way = DQuat::from_rotation_y(random.range(0.0, std::f64::consts::TAU)) * DVec3::X;
            }
            let motion = rotation * (0.05 * way - 0.0027 * DVec3::Y);
            let walk = walker.walk(&Engine::new(), &mut boxes, &[0], motion.as_vec3()).unwrap();
            steps += 1;
            stuck += u32::from(walk.length < 0.3 * 0.05);
        }
    }
    assert!(stuck * 1_000 <= steps, "{stuck} of {steps} steps are stuck");
}
