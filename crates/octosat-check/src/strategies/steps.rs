//! Pairs at the start and at the end of a step.
//!
//! A pair of a kind, most of which nearly touch, is where both boxes are at some time of the step. From there they are
//! moved back to the start and on to the end.

use std::f64::consts::PI;

use glam::{DQuat, DVec3};
use octosat::tolerances::MAX_LENGTH;
use octosat_reference::OrientedBox;
use octosat_scenes::generate::narrow;
use proptest::array::uniform2;
use proptest::prelude::*;

use super::lists::{frame_of, list, margin};
use super::numbers::{between, decades, direction, pick, rotation, signed, vector};
use super::pairs::{Kind, placed};
use crate::{Round, Setting};

/// Most pairs of a round: each is checked at many times.
const PAIRS: usize = 60;

/// The size of a meter in meters, and how far pairs are from the origin in sizes.
const SIZES: [[f64; 2]; 6] =
    [[1.0, 1.0], [1.0, 1e3], [1.0, 1e6], [1e-3, 1.0], [1e3, 1e2], [1e6, 1.0]];

/// How a box moves during the whole step.
#[derive(Clone, Copy, Debug)]
struct Motion {
    /// In sizes of the smaller box.
    shift: DVec3,
    /// Whether it is along the axes of the box and not of the world: boxes slide along their faces, or leave them.
    is_own_shift: bool,
    /// Of length one.
    axis: DVec3,
    /// Radians.
    angle: f64,
    /// Whether the axis is one of the box and not of the world.
    is_own: bool,
}

/// A round of one step of pairs of a kind.
pub fn step(kind: Kind) -> BoxedStrategy<Round> {
    let world = prop_oneof![1 => Just(DQuat::IDENTITY).boxed(), 2 => rotation().boxed()];
    let when = prop_oneof![
        1 => pick(&[0.0, 1.0]).boxed(),
        3 => between(0.0, 1.0).boxed(),
    ];
    let motions = prop_oneof![
        1 => uniform2(motion()).boxed(),
        1 => motion().prop_map(|motion| [Motion::REST, motion]).boxed(),
    ];
    let pair = (placed(kind, world, vector(1.0)), motions, when);
    (list(pair, PAIRS), pick(&SIZES), margin(), any::<u64>())
        .prop_map(move |(pairs, size, margin, seed)| {
            let moved = pairs.iter().map(|(pair, motions, when)| {
                let boxes = pair.boxes(size);
                let unit = boxes.map(size_of).into_iter().fold(f64::INFINITY, f64::min);
                let at = |side: usize, part: f64| motions[side].moved(&boxes[side], unit, part);
                [0.0, 1.0].map(|time| [at(0, time - when), at(1, time - when)])
            });
            let moved: Vec<[[OrientedBox; 2]; 2]> = moved.collect();
            let [mut start, mut end] =
                [0, 1].map(|time| frame_of(moved.iter().map(|times| times[time])));
            let setting = Setting::new(start.margin_of(margin), seed);
            (start.setting, end.setting) = (setting, setting);
            end.pairs.clear();
            Round { name: kind.name.to_owned(), frames: vec![start, end] }
        })
        .boxed()
}

/// Boxes at rest, that slide along an axis, or that move and turn by little or much.
fn motion() -> impl Strategy<Value = Motion> + Clone {
    let along = (0..3_usize, any::<bool>()).prop_map(|(axis, is_negative)| {
        if is_negative { -DVec3::AXES[axis] } else { DVec3::AXES[axis] }
    });
    let way = prop_oneof![1 => along.clone().boxed(), 2 => direction().boxed()];
    let distance = prop_oneof![
        2 => Just(0.0).boxed(),
        2 => decades(1e-6, 1.0).boxed(),
        3 => between(0.0, 3.0).boxed(),
        1 => decades(1.0, 100.0).boxed(),
    ];
    let angle = prop_oneof![
        2 => Just(0.0).boxed(),
        2 => signed(decades(1e-7, 0.3)).boxed(),
        2 => signed(between(0.0, PI)).boxed(),
        1 => Just(PI).boxed(),
    ];
    let axis = prop_oneof![1 => along.boxed(), 2 => direction().boxed()];
    let own = (any::<bool>(), any::<bool>());
    (distance, way, angle, axis, own).prop_map(|(distance, way, angle, axis, own)| {
        let (is_own_shift, is_own) = own;
        Motion { shift: distance * way, is_own_shift, axis, angle, is_own }
    })
}

/// The largest half extent.
fn size_of(oriented: OrientedBox) -> f64 {
    f64::from(oriented.half_extents.into_iter().fold(0.0, f32::max))
}

impl Motion {
    const REST: Self =
        Self { shift: DVec3::ZERO, is_own_shift: false, axis: DVec3::X, angle: 0.0, is_own: false };

    /// A box after a part of the motion, of this size of the smaller box in meters.
    fn moved(&self, oriented: &OrientedBox, size: f64, part: f64) -> OrientedBox {
        let rotation = DQuat::from_array(oriented.rotation.map(f64::from));
        let shift = if self.is_own_shift { rotation * self.shift } else { self.shift };
        let center = DVec3::from(oriented.center.map(f64::from)) + part * size * shift;
        let turn = DQuat::from_axis_angle(self.axis, part * self.angle);
        let turned = if self.is_own { rotation * turn } else { turn * rotation };
        OrientedBox {
            center: center.to_array().map(|at| narrow(at).clamp(-MAX_LENGTH, MAX_LENGTH)),
            rotation: turned.normalize().to_array().map(narrow),
            ..*oriented
        }
    }
}
