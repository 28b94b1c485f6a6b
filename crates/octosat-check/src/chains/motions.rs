//! Motions from one configuration of a chain to another, and a time of each.

use octosat::JointMotion;
use octosat_scenes::generate::{Random, narrow};

use super::checked::CheckedChain;

/// A motion, and a time at which something may touch.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The joint values at its start.
    pub start: Vec<f32>,
    /// The joint values at its end.
    pub end: Vec<f32>,
    /// A part of the motion.
    pub time: f64,
}

/// Radians that joints turn from zero.
pub const TURN: f64 = 3.3;

/// Ranges of joint values that motions over many turns begin in and go by, and of how many motions one begins there.
const MANY_TURNS: f64 = 300.0;
const MOTIONS_PER_FAR_START: usize = 50;

/// Parts of the ranges of joint values that motions begin in, without unit: an arm is nearly stretched near zero.
const STARTS: [f64; 7] = [1.0, 1.0, 1.0, 1.0, 0.02, 0.02, 0.002];

/// Of this number of motions, those below the first limit have no length, those below the second one nearly none, and one
/// goes over many turns, as it takes as long as hundreds of others.
const MOTIONS: usize = 2_000;
const STILL: usize = 200;
const NEARLY_STILL: usize = 400;

/// Radians of motions of nearly no length: some roundings of a joint value.
const NEARLY_NONE: f64 = 1e-7;

/// Radians of the longest of the other motions, and the decades below it.
const LONGEST: f64 = 2.0;
const LENGTHS: usize = 4;

/// Of how many motions one is of a single joint, and one to one side.
const MOTIONS_PER_SINGLE_JOINT: usize = 3;
const MOTIONS_PER_SIDE: usize = 3;

/// Times that an engine looks at first are eighths of the motion.
const EIGHTHS: usize = 8;

/// Parts of the motion that a time is next to an eighth at most, without unit, and the decades below it.
const ASIDE: f64 = 1e-5;
const ASIDES: usize = 3;

/// The row without its pair, of which one is reported if several touch.
pub fn without_pair(row: JointMotion) -> JointMotion {
    let JointMotion { solid, obstacle, other, .. } = JointMotion::default();
    JointMotion { solid, obstacle, other, ..row }
}

impl Motion {
    /// A motion from any configuration: of all joints or one, long, short, without length or over many turns; also from
    /// a chain that is nearly stretched, and with all joints to one side, which moves its end as far as it can.
    pub fn new(random: &mut Random, checked: &CheckedChain) -> Self {
        let part = random.choose(&STARTS);
        let is_far = random.one_in(MOTIONS_PER_FAR_START);
        let part = if is_far { MANY_TURNS } else { part };
        let start = checked.configuration(random, part);
        let length = match random.below(MOTIONS) {
            0..STILL => 0.0,
            STILL..NEARLY_STILL => NEARLY_NONE,
            NEARLY_STILL => MANY_TURNS,
            _ => LONGEST * random.decades(LENGTHS),
        };
        let only = random.one_in(MOTIONS_PER_SINGLE_JOINT).then(|| random.below(start.len()));
        let one_side = random.one_in(MOTIONS_PER_SIDE);
        let mut end = start.clone();
        for (joint, value) in end.iter_mut().enumerate() {
            if only.is_none_or(|only| only == joint) {
                let way = length * checked.ranges[joint] / TURN;
                let least = if one_side { 0.0 } else { -way };
                let to = f64::from(*value) + random.range(least, way);
                let largest = checked.largest[joint];
                *value = narrow(to.clamp(-largest, largest));
            }
        }
        let eighth = random.below(EIGHTHS + 1) as f64 / EIGHTHS as f64;
        let tiny = ASIDE * random.decades(ASIDES);
        let times =
            [0.0, 1.0, eighth, random.unit(), (eighth - tiny).max(0.0), (eighth + tiny).min(1.0)];
        Self { start, end, time: random.choose(&times) }
    }

    /// The joint values at a part of the motion, on the straight line.
    pub fn at(&self, part: f64) -> Vec<f64> {
        let at = |(&one, &other): (&f32, &f32)| {
            let [one, other] = [one, other].map(f64::from);
            one + part * (other - one)
        };
        self.start.iter().zip(&self.end).map(at).collect()
    }
}
