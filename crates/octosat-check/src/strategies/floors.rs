//! Floors of flush boxes, and boxes on them: pairs of a box of the floor and a box on it, and of two boxes on it.
//!
//! The boxes of the floor come first, and are box a of every pair that they are in.

use glam::{DQuat, DVec3};
use octosat_scenes::generate::sweep;
use proptest::prelude::*;

use super::boxes::{cube_rotations, everyday, plate};
use super::lists::{frame, list};
use super::numbers::{around, pick, rotation, vector};
use super::pairs::oriented;
use crate::Frame;

/// How the boxes of a floor lie.
#[derive(Clone, Copy, Debug)]
enum Floor {
    /// In rows and columns.
    Tiles,
    /// Every other row is shifted by half a box.
    TSeams,
    /// Of many thicknesses, with their tops in one plane.
    Thicknesses,
    /// Some are missing, and some stand on others.
    Steps,
    /// Each is turned by a multiple of a right angle.
    Turned,
}

/// Half the sides of the boxes of a floor, meters: tiles, voxels and wide planks.
const SIDES: [[f64; 3]; 4] =
    [[0.5, 0.5, 0.5], [0.05, 0.05, 0.05], [0.5, 0.02, 0.5], [0.5, 0.25, 1.5]];

/// The boxes of a floor along a side.
const SIDE: u32 = 7;

/// The most boxes on a floor.
const MOST_MOVERS: usize = 24;

/// How deep boxes sink into a floor, meters; negative ones hover.
const DEPTHS: [f64; 8] = [0.0, 1e-7, 1e-5, 1e-3, 0.02, -1e-5, -1e-3, -0.015];

/// The largest margin of pairs of a floor, meters.
const MARGIN: f32 = 0.1;

/// A box on a floor.
#[derive(Clone, Debug)]
struct Mover {
    half_extents: DVec3,
    /// In parts of the floor.
    place: DVec3,
    /// About the vertical, radians.
    yaw: f64,
    tilt: DQuat,
    depth: f64,
}

fn mover() -> impl Strategy<Value = Mover> {
    let shape =
        prop_oneof![3 => everyday().prop_map(|half| 0.5 * half).boxed(), 1 => plate().boxed()];
    let tilt = prop_oneof![
        3 => Just(DQuat::IDENTITY).boxed(),
        1 => (vector(1.0), pick(&[1e-6, 1e-5, 1e-4, 0.02])).prop_map(tilted).boxed(),
        1 => rotation().boxed(),
    ];
    let yaw = prop_oneof![1 => pick(&[0.0]).boxed(), 2 => around(3.0).boxed()];
    // Some stand exactly at a seam.
    let place = prop_oneof![3 => vector(1.0).boxed(), 1 => vector(1.0).prop_map(on_seam).boxed()];
    (shape, place, yaw, tilt, pick(&DEPTHS)).prop_map(|(half_extents, place, yaw, tilt, depth)| {
        Mover { half_extents, place, yaw, tilt, depth }
    })
}

fn tilted((direction, angle): (DVec3, f64)) -> DQuat {
    DQuat::from_scaled_axis(angle * direction)
}

fn on_seam(place: DVec3) -> DVec3 {
    let steps = f64::from(SIDE);
    ((place + 1.0) * 0.5 * steps).round() / steps * 2.0 - 1.0
}

impl Mover {
    /// The box on a floor of these half sides, whose top is at zero.
    fn placed(&self, sides: DVec3) -> (DVec3, DVec3, DQuat) {
        let rotation = DQuat::from_rotation_y(self.yaw) * self.tilt;
        let reach: f64 =
            (0..3).map(|k| self.half_extents[k] * (rotation * DVec3::AXES[k]).y.abs()).sum();
        let floor = f64::from(SIDE) * sides;
        let center = DVec3::new(self.place.x * floor.x, reach - self.depth, self.place.z * floor.z);
        (self.half_extents, center, rotation)
    }
}

impl Floor {
    /// The box in a row and a column, if there is one; `number` is any number.
    fn tile(
        self,
        sides: DVec3,
        [row, column]: [u32; 2],
        number: u8,
    ) -> Option<(DVec3, DVec3, DQuat)> {
        let at = |place: u32| 2.0 * f64::from(place) - f64::from(SIDE - 1);
        let mut half = sides;
        let mut center = DVec3::new(at(row), -1.0, at(column)) * sides;
        let mut rotation = DQuat::IDENTITY;
        match self {
            Self::Tiles => {}
            Self::TSeams => center.x += sides.x * f64::from(column % 2),
            Self::Thicknesses => {
                half.y *= f64::from(1 + number % 4) / 4.0;
                center.y = -half.y;
            }
            Self::Steps if number.is_multiple_of(8) => return None,
            Self::Steps => {
                center.y += 2.0 * sides.y * f64::from(u8::from(number.is_multiple_of(5)));
            }
            Self::Turned => {
                half.z = half.x;
                center.z = at(column) * sides.x;
                rotation =
                    DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2 * f64::from(number % 4));
            }
        }
        Some((half, center, rotation))
    }
}

/// A floor with boxes on it, turned and moved as a whole.
pub fn floors() -> BoxedStrategy<Frame> {
    let floor = pick_floor();
    let numbers = proptest::collection::vec(any::<u8>(), (SIDE * SIDE) as usize);
    let world = prop_oneof![
        2 => Just(DQuat::IDENTITY).boxed(),
        1 => cube_rotations().boxed(),
        2 => rotation().boxed(),
    ];
    let center = prop_oneof![2 => Just(DVec3::ZERO).boxed(), 1 => vector(50.0).boxed()];
    (floor, pick(&SIDES), numbers, list(mover(), MOST_MOVERS), world, center)
        .prop_map(|(floor, sides, numbers, movers, world, center)| {
            let sides = DVec3::from(sides);
            let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| [row, column]));
            let tiles =
                places.zip(numbers).filter_map(|(place, number)| floor.tile(sides, place, number));
            let tiles: Vec<_> = tiles.collect();
            let fixed = tiles.len();
            let movers = movers.iter().map(|mover| mover.placed(sides));
            let boxes = tiles
                .into_iter()
                .chain(movers)
                .map(|(half, at, rotation)| oriented(half, center + world * at, world * rotation));
            let mut frame = frame(boxes);
            frame.pairs = sweep(&frame.half_extents, &frame.position, &frame.rotation, MARGIN);
            frame.pairs.retain(|[_, b]| *b as usize >= fixed);
            frame
        })
        .boxed()
}

fn pick_floor() -> impl Strategy<Value = Floor> {
    prop_oneof![
        Just(Floor::Tiles),
        Just(Floor::TSeams),
        Just(Floor::Thicknesses),
        Just(Floor::Steps),
        Just(Floor::Turned),
    ]
}
