//! Displacements of boxes, made from a seed: the same for a pair wherever it is in a list.
//!
//! Pairs that nearly touch are hard for a cast if it ends there, passes there or begins there. So some pairs are moved
//! back along their displacement before the query: their cast leads through the pair as it was made. Others are moved
//! so that their cast leads past a side, an edge or a corner of a, and grazes it or nearly.

use glam::{DMat3, DQuat, DVec3};
use octosat_reference::OrientedBox;
use octosat_reference::float64::separations;
use octosat_scenes::generate::{Random, narrow};

use crate::Frame;

/// The longest displacement, in sizes of boxes.
const LONGEST: f64 = 1e6;

/// The same in meters: far below what the engine accepts, so that boxes can be moved back.
const MOST_METERS: f64 = 1e11;

/// Powers of ten from the longest displacement to the shortest.
const DECADES: usize = 16;

/// The first kind of displacement that depends on where the boxes are, and not on their axes alone.
const OF_AXES: usize = 9;

/// Kinds of displacement, the last of which are aimed at a side, an edge or a corner.
const ALL: usize = 20;

/// The first kind that is aimed.
const AIMED: usize = 16;

/// The cosine below which an edge is across a direction.
const ACROSS: f64 = 1e-9;

/// About the cast bound of boxes, in their sizes and how far they move.
const BOUND: f64 = 4e-6;

/// The displacement of a pair, and the part of it by which a pair of a list of its own is moved back.
#[derive(Clone, Copy, Debug)]
pub struct PairMotion {
    /// How far b moves as seen from a, meters.
    pub motion: [f32; 3],
    /// When b is where it was made, as a part of the step.
    pub made: f64,
    /// Where b is instead at that time, as seen from a, meters.
    pub aim: Option<DVec3>,
}

impl PairMotion {
    /// The displacement of a pair of a frame.
    pub fn of_pair(seed: u64, pair: [u32; 2], [a, b]: [&OrientedBox; 2]) -> Self {
        let number = u64::from(pair[0]) << 32 | u64::from(pair[1]);
        let random = &mut Random::of_round(seed, number);
        let sizes = [size_of(a), size_of(b)];
        let size = random.choose(&[sizes[0] + sizes[1], sizes[0].min(sizes[1]), sizes[1]]);
        let size = if size > 0.0 { size } else { 1.0 };
        let distance = (size * distance(random, 4)).min(MOST_METERS);
        let kind = random.below(ALL);
        if kind >= AIMED {
            return Self::aimed(random, [a, b], distance);
        }
        if kind >= OF_AXES {
            let motion = Self::from_place(random, kind, [a, b], [distance, size]);
            return Self { motion: narrowed(motion), made: 0.0, aim: None };
        }
        let of = random.choose(&[a, b]);
        let axis = axes_of(of).col(random.below(3));
        let way = match kind {
            0 => DVec3::ZERO,
            1..4 => DVec3::from(random.direction()),
            4 | 5 => axis,
            6 | 7 => across(random, axis),
            _ => tilted(random, axis),
        };
        let made = if kind == 0 { 0.0 } else { random.range(0.0, 1.25).min(1.0) };
        Self { motion: narrowed(distance * way), made, aim: None }
    }

    /// A displacement across a direction, past the points of both boxes that are farthest along it, off by some bounds
    /// or by rounding alone.
    fn aimed(random: &mut Random, [a, b]: [&OrientedBox; 2], distance: f64) -> Self {
        let all = [a, b].map(axes_of);
        let axes = all.map(|axes| axes.col(random.below(3)));
        let direction = DVec3::from(random.direction());
        let edge = axes[0].cross(axes[1]).normalize_or(direction);
        let normal = random.choose(&[direction, axes[0], axes[1], edge]);
        let farthest = [0, 1].map(|k| support(random, [a, b][k], all[k], normal));
        let along = all[0].col(random.below(3)).reject_from_normalized(normal);
        let way = if random.one_in(2) { across(random, normal) } else { along };
        let motion = distance * way.normalize_or(across(random, normal));
        let sizes = size_of(a) + size_of(b);
        let bound = BOUND * (2.0 * sizes + distance.min(sizes));
        let off = if random.one_in(3) { 0.0 } else { bound * random.range(-3.0, 1.5) };
        let made = random.range(-0.2, 1.2).clamp(0.0, 1.0);
        Self { motion: narrowed(motion), made, aim: Some(farthest[0] + farthest[1] + off * normal) }
    }

    /// A displacement that depends on where the boxes are.
    fn from_place(
        random: &mut Random,
        kind: usize,
        [a, b]: [&OrientedBox; 2],
        [distance, size]: [f64; 2],
    ) -> DVec3 {
        let normal = DVec3::from(separations(a, b).normal);
        let [from, to] = [a, b].map(|of| DVec3::from(of.center.map(f64::from)));
        let offset = to - from;
        match kind {
            OF_AXES => -distance * normal,
            10 => distance * normal,
            11 => distance * across(random, normal),
            12 => distance * tilted(random, normal),
            13 => -random.range(0.2, 2.0) * offset,
            14 => {
                let noise = 0.3 * distance.min(size) * DVec3::from(random.direction());
                noise - random.range(0.2, 2.0) * offset
            }
            _ => {
                let far = size * LONGEST * random.decades(4);
                -far.min(MOST_METERS) * offset.normalize_or(DVec3::Z)
            }
        }
    }
}

/// The displacement of a box of a frame: often none.
pub fn box_motion(seed: u64, index: u32, of: &OrientedBox) -> [f32; 3] {
    let random = &mut Random::of_round(!seed, u64::from(index));
    let distance = (size_of(of) * distance(random, 8)).min(MOST_METERS);
    let way = DVec3::from(random.direction());
    if random.one_in(3) { [0.0; 3] } else { narrowed(distance * way) }
}

/// Moves the second box of every pair back along its displacement, or to where its displacement is aimed from, in a
/// frame whose boxes are in one pair each.
pub fn move_back(frame: &mut Frame) {
    let seed = frame.setting.shape_seed;
    for pair in frame.pairs.clone() {
        let boxes = pair.map(|index| frame.oriented(index));
        let PairMotion { motion, made, aim } = PairMotion::of_pair(seed, pair, boxes.each_ref());
        let [a, b] = boxes.map(|of| DVec3::from(of.center.map(f64::from)));
        let from = aim.map_or(b, |aim| a + aim) - made * DVec3::from(motion.map(f64::from));
        frame.position[pair[1] as usize] = narrowed(from);
    }
}

impl Frame {
    fn oriented(&self, index: u32) -> OrientedBox {
        let index = index as usize;
        OrientedBox {
            center: self.position[index],
            rotation: self.rotation[index],
            half_extents: self.half_extents[index],
        }
    }
}

/// The axes of a box, in the world.
fn axes_of(of: &OrientedBox) -> DMat3 {
    DMat3::from_quat(DQuat::from_array(of.rotation.map(f64::from)).normalize())
}

/// A point of a box, seen from its center, that is farthest along a direction: any one of an edge or a face.
fn support(random: &mut Random, of: &OrientedBox, axes: DMat3, direction: DVec3) -> DVec3 {
    let point = |k: usize| {
        let along = axes.col(k).dot(direction);
        let part = if along.abs() < ACROSS { random.range(-1.0, 1.0) } else { along.signum() };
        part * f64::from(of.half_extents[k]) * axes.col(k)
    };
    (0..3).map(point).sum()
}

/// The sum of the half extents, meters.
fn size_of(of: &OrientedBox) -> f64 {
    of.half_extents.iter().map(|&half| f64::from(half)).sum()
}

/// A distance in sizes: about one, or once in some times any.
fn distance(random: &mut Random, times: usize) -> f64 {
    if random.one_in(times) { LONGEST * random.decades(DECADES) } else { 3.0 * random.decades(3) }
}

/// A unit vector across an axis.
fn across(random: &mut Random, axis: DVec3) -> DVec3 {
    DVec3::from(random.direction()).reject_from_normalized(axis).normalize_or(DVec3::Z)
}

/// The same that leads towards the axis or away from it by little.
fn tilted(random: &mut Random, axis: DVec3) -> DVec3 {
    let tilt = random.choose(&[1.0, -1.0]) * random.decades(9);
    across(random, axis) + tilt * axis
}

fn narrowed(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(narrow)
}
