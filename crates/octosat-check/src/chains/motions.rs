//! Motions from one configuration of a chain to another, and a time of each.

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

/// Ranges of joint values that motions over many turns begin in and go by.
const MANY_TURNS: f64 = 300.0;

impl Motion {
    /// A motion from any configuration: of all joints or one, long, short, without length or over many turns; also from
    /// a chain that is nearly stretched, and with all joints to one side, which moves its end as far as it can.
    pub fn new(random: &mut Random, checked: &CheckedChain) -> Self {
        let part = random.choose(&[1.0, 1.0, 1.0, 1.0, 0.02, 0.02, 0.002]);
        let part = if random.one_in(50) { MANY_TURNS } else { part };
        let start = checked.configuration(random, part);
        let length = match random.below(2_000) {
            0..200 => 0.0,
            200..400 => 1e-7,
            400 => MANY_TURNS,
            _ => 2.0 * random.decades(4),
        };
        let only = random.one_in(3).then(|| random.below(start.len()));
        let one_side = random.one_in(3);
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
        let eighth = 0.125 * random.below(9) as f64;
        let tiny = 1e-5 * random.decades(3);
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
