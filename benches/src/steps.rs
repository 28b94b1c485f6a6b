//! Steps of a game: pairs of boxes that move at each other, more or less.

use octosat::BoxStore;
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferenceCast, ReferenceStep, separations};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{Quat, Vec3};
use parry3d::query::NonlinearRigidMotion;

use crate::Outcome;
use crate::bodies::{narrowed, of_octosat, of_parry};
use crate::errors::TimeErrors;

/// Pairs: more than a branch predictor learns, and few enough for the caches.
pub(crate) const PAIRS: usize = 8192;

/// The largest angle of a step, radians.
const MOST_TURN: f64 = 20.0 / 60.0;

/// Meters: half a thickness of plates.
const PLATE: f64 = 0.01;

/// Meters: boxes are apart by this at the start.
const APART: f64 = 1e-4;

/// Meters by which turning boxes may overlap, as far as float64 knows.
const TOUCHING: f64 = 1e-6;

/// What moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Boxes that do not turn.
    Straight,
    /// Boxes that turn.
    Turning,
    /// Plates that turn.
    Plates,
}

/// How boxes get from the start to the end, for a contender.
#[derive(Clone, Copy)]
pub(crate) enum Motion {
    /// Without a turn.
    Straight,
    /// With rotations interpolated as octosat does.
    Interpolated,
    /// With a turn at a constant rate.
    Constant,
}

/// A box at the start and at the end, and how it turns.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub(crate) start: OrientedBox,
    pub(crate) end: OrientedBox,
    turn: [f64; 3],
}

/// Pairs of boxes of a step.
pub(crate) struct Steps {
    pub(crate) kind: Kind,
    pub(crate) bodies: Vec<[Body; 2]>,
    pub(crate) starts: BoxStore,
    pub(crate) ends: BoxStore,
    pub(crate) pairs: Vec<[u32; 2]>,
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}

/// A rotation after a turn about a world axis, given by a vector in radians.
fn turned(q: [f64; 4], turn: [f64; 3]) -> [f64; 4] {
    let angle = length(turn);
    let scale = if angle > 0.0 { (0.5 * angle).sin() / angle } else { 0.5 };
    let ([x, y, z], w) = (turn.map(|c| c * scale), (0.5 * angle).cos());
    let [a, b, c, d] = q;
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

impl Body {
    /// How far the box moves.
    pub(crate) fn motion(&self) -> [f32; 3] {
        [0, 1, 2].map(|k| self.end.center[k] - self.start.center[k])
    }

    /// The box as parry's nonlinear cast takes it.
    pub(crate) fn of_parry(&self) -> NonlinearRigidMotion {
        let ((start, _), (end, _)) = (of_parry(&self.start), of_parry(&self.end));
        let turn = Vec3::from_array(self.turn.map(narrow));
        NonlinearRigidMotion::new(start, Vec3::ZERO, end.translation - start.translation, turn)
    }

    /// The box at a time if it turns at a constant rate.
    fn constant(&self, time: f64) -> OrientedBox {
        let turn = self.turn.map(|c| c * time);
        let center = std::array::from_fn(|k| {
            let (from, to) = (f64::from(self.start.center[k]), f64::from(self.end.center[k]));
            narrow(from + time * (to - from))
        });
        let rotation = turned(self.start.rotation.map(f64::from), turn).map(narrow);
        OrientedBox { center, rotation, ..self.start }
    }

    /// The least and the largest coordinate along an axis during the step.
    fn bounds(&self, axis: usize) -> [f32; 2] {
        let bounds = [0.0, 0.5, 1.0].map(|time| {
            let OrientedBox { center, rotation, half_extents } = self.constant(time);
            let towards = |k: usize| (Quat::from_array(rotation) * Vec3::AXES[k])[axis].abs();
            let reach: f32 = (0..3).map(|k| half_extents[k] * towards(k)).sum();
            [center[axis] - reach, center[axis] + reach]
        });
        let [least, largest] = [0, 1].map(|side| bounds.map(|bounds| bounds[side]));
        [
            least.into_iter().fold(f32::INFINITY, f32::min),
            largest.into_iter().fold(f32::NEG_INFINITY, f32::max),
        ]
    }
}

impl Steps {
    pub(crate) fn new(kind: Kind) -> Outcome<Self> {
        let mut random = Random::new(34);
        let (starts, ends) = (BoxStore::new(), BoxStore::new());
        let mut steps = Self { kind, bodies: Vec::new(), starts, ends, pairs: Vec::new() };
        while steps.bodies.len() < PAIRS {
            let [a, b] = pair(&mut random, kind);
            let meets = (0..3).all(|axis| {
                let ([low, high], [other_low, other_high]) = (a.bounds(axis), b.bounds(axis));
                low <= other_high && other_low <= high
            });
            if meets && separations(&a.start, &b.start).separation > APART {
                let mut pair = [0; 2];
                for (index, body) in pair.iter_mut().zip([a, b]) {
                    *index = steps.starts.insert(of_octosat(&body.start))?;
                    steps.ends.insert(of_octosat(&body.end))?;
                }
                steps.pairs.push(pair);
                steps.bodies.push([a, b]);
            }
        }
        Ok(steps)
    }

    /// How far the second box of each pair moves, seen from the first.
    pub(crate) fn motions_of_pairs(&self) -> Vec<[f32; 3]> {
        let motion = |[a, b]: &[Body; 2]| [0, 1, 2].map(|k| b.motion()[k] - a.motion()[k]);
        self.bodies.iter().map(motion).collect()
    }

    /// The errors of times at which a contender sees each pair touch.
    pub(crate) fn errors(&self, times: &[Option<f32>], motion: Motion) -> TimeErrors {
        let allowed = if matches!(motion, Motion::Straight) { 0.0 } else { TOUCHING };
        let mut errors = TimeErrors::new(allowed);
        let motions = self.motions_of_pairs();
        for (([a, b], own), time) in self.bodies.iter().zip(motions).zip(times) {
            let step = ReferenceStep::new(&[a.start, b.start], &[a.end, b.end], 0.0);
            let cast = ReferenceCast::new(&a.start, &b.start, own.map(f64::from), 0.0);
            errors.add(time.map(f64::from), |time| match motion {
                Motion::Straight => cast.separation(time),
                Motion::Interpolated => step.at(time).separations().separation,
                Motion::Constant => separations(&a.constant(time), &b.constant(time)).separation,
            });
        }
        errors
    }
}

/// Two boxes that may meet.
fn pair(random: &mut Random, kind: Kind) -> [Body; 2] {
    let mut half = [[0.0; 3]; 2];
    for half in &mut half {
        *half = [0; 3].map(|_| 0.1_f64.powf(random.unit()));
        if kind == Kind::Plates {
            half[random.below(3)] = PLATE;
        }
    }
    let way = random.direction();
    let distance = (length(half[0]) + length(half[1])) * random.range(0.4, 1.5);
    let off = random.vector(-1.0, 1.0);
    let aim: [f64; 3] = std::array::from_fn(|k| 0.5 * off[k] - way[k]);
    let speed = random.range(5.0, 60.0) / 60.0 / length(aim);
    let (share, center) = (random.unit(), random.vector(-5.0, 5.0));
    let other = std::array::from_fn(|k| center[k] + distance * way[k]);
    let most_turn = if kind == Kind::Straight { 0.0 } else { MOST_TURN };
    let turns = [(); 2].map(|()| {
        let angle = random.range(0.0, most_turn);
        random.direction().map(|c| c * angle)
    });
    let rotations = [random.rotation(), random.rotation()];
    let shares = [share - 1.0, share];
    [0, 1].map(|side: usize| {
        let (half, center) = (half[side], [center, other][side]);
        let end = [0, 1, 2].map(|k: usize| center[k] + aim[k] * speed * shares[side]);
        let rotation = rotations[side];
        let start = narrowed(center, rotation, half);
        let end = narrowed(end, turned(rotation, turns[side]), half);
        Body { start, end, turn: turns[side] }
    })
}
