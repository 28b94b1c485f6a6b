//! Displacements of boxes, made from a seed: the same for a pair wherever it is in a list.
//!
//! Pairs that nearly touch are hard for a cast if it ends there, passes there or begins there. So some pairs are moved
//! back along their displacement before the query: their cast leads through the pair as it was made.

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

/// The displacement of a pair, and the part of it by which a pair of a list of its own is moved back.
#[derive(Clone, Copy, Debug)]
pub struct PairMotion {
    /// How far b moves as seen from a, meters.
    pub motion: [f32; 3],
    /// When b is where it was made, as a part of the step.
    pub made: f64,
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
        let kind = random.below(16);
        if kind >= OF_AXES {
            let motion = Self::from_place(random, kind, [a, b], [distance, size]);
            return Self { motion: narrowed(motion), made: 0.0 };
        }
        let of = random.choose(&[a, b]);
        let axes = DMat3::from_quat(DQuat::from_array(of.rotation.map(f64::from)).normalize());
        let axis = axes.col(random.below(3));
        let way = match kind {
            0 => DVec3::ZERO,
            1..4 => DVec3::from(random.direction()),
            4 | 5 => axis,
            6 | 7 => across(random, axis),
            _ => tilted(random, axis),
        };
        let made = if kind == 0 { 0.0 } else { random.range(0.0, 1.25).min(1.0) };
        Self { motion: narrowed(distance * way), made }
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

/// Moves the second box of every pair back along its displacement, in a frame whose boxes are in one pair each.
pub fn move_back(frame: &mut Frame) {
    let seed = frame.setting.shape_seed;
    for pair in frame.pairs.clone() {
        let boxes = pair.map(|index| frame.oriented(index));
        let PairMotion { motion, made } = PairMotion::of_pair(seed, pair, boxes.each_ref());
        let center = &mut frame.position[pair[1] as usize];
        for (coordinate, along) in center.iter_mut().zip(motion) {
            *coordinate = narrow(f64::from(*coordinate) - made * f64::from(along));
        }
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
