//! Times of impact on steps of a game next to parry3d: a table of times and errors.
//!
//! All take the same pairs, on one thread: 5 to 60 m/s and up to 20 rad/s for 1/60 s, half extents of 0.1 to 1 m, apart at
//! the start, with bounds that meet during the step. Errors are those of separations in float64 along each one's own
//! motion: parry's sweep interpolates rotations as octosat does, and its nonlinear cast turns at a constant rate.

use std::ffi::OsString;

use octosat::{BoxStore, Engine, Impact, ImpactOptions, ImpactState, Penetration, Query};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferenceStep, separations};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::Vec3;
use parry3d::math::Pose3;
use parry3d::query::{
    NonlinearRigidMotion, Sweep, SweepToiStatus, ToiProxy, cast_shapes_nonlinear,
    sweep_time_of_impact,
};
use parry3d::shape::Cuboid;

use crate::bodies::{bounds_meet, narrowed, of_octosat, of_parry};
use crate::errors::{TimeErrors, deepest};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

const PAIRS: usize = 8192;

/// The largest angle of a step, radians.
const MOST_TURN: f64 = 20.0 / 60.0;

/// Meters: the slop of parry's sweep that rapier uses, and half a thickness of plates.
const SLOP: f32 = 0.0005;
const PLATE: f64 = 0.01;

/// Meters: boxes are apart by this at the start.
const APART: f64 = 1e-4;

/// Meters: a margin that no separation exceeds, so that penetrations look at all axes.
const ALL_AXES: f32 = 100.0;

/// Meters by which boxes may overlap, as far as float64 knows.
const TOUCHING: f64 = 1e-6;

const ROUNDS: usize = 9;

/// Calls of the engine per round.
const CALLS: usize = 20;

/// A box at the start and at the end, and how it turns.
#[derive(Clone, Copy)]
struct Body {
    start: OrientedBox,
    end: OrientedBox,
    turn: [f64; 3],
}

/// Pairs of boxes of a step.
struct Scene {
    bodies: Vec<[Body; 2]>,
    starts: BoxStore,
    ends: BoxStore,
    pairs: Vec<[u32; 2]>,
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
    fn new(
        half: [f64; 3],
        center: [f64; 3],
        rotation: [f64; 4],
        shift: [f64; 3],
        turn: [f64; 3],
    ) -> Self {
        let end = [0, 1, 2].map(|k| center[k] + shift[k]);
        let (start, end) =
            (narrowed(center, rotation, half), narrowed(end, turned(rotation, turn), half));
        Self { start, end, turn }
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

    /// The box at the start, at the middle and at the end.
    fn moments(&self) -> [OrientedBox; 3] {
        [0.0, 0.5, 1.0].map(|time| self.constant(time))
    }

    /// The box as parry's nonlinear cast takes it.
    fn motion(&self) -> NonlinearRigidMotion {
        let ((start, _), (end, _)) = (of_parry(&self.start), of_parry(&self.end));
        let turn = Vec3::from_array(self.turn.map(narrow));
        NonlinearRigidMotion::new(start, Vec3::ZERO, end.translation - start.translation, turn)
    }
}

impl Scene {
    fn new(is_thin: bool) -> Outcome<Self> {
        let mut random = Random::new(34);
        let mut scene = Self {
            bodies: Vec::new(),
            starts: BoxStore::new(),
            ends: BoxStore::new(),
            pairs: Vec::new(),
        };
        while scene.bodies.len() < PAIRS {
            let bodies = pair(&mut random, is_thin);
            let [a, b] = bodies.map(|body| body.moments());
            let [start, other] = bodies.map(|body| body.start);
            if bounds_meet([&a, &b]) && separations(&start, &other).separation > APART {
                let mut pair = [0; 2];
                for (index, body) in pair.iter_mut().zip(&bodies) {
                    *index = scene.starts.insert(of_octosat(&body.start))?;
                    scene.ends.insert(of_octosat(&body.end))?;
                }
                scene.pairs.push(pair);
                scene.bodies.push(bodies);
            }
        }
        Ok(scene)
    }

    /// Errors of the times at which a contender sees each pair touch, if boxes turn at a constant rate or as octosat's.
    fn errors(&self, times: &[Option<f32>], is_constant: bool) -> TimeErrors {
        let mut errors = TimeErrors::default();
        for ([a, b], time) in self.bodies.iter().zip(times) {
            let step = ReferenceStep::new(&[a.start, b.start], &[a.end, b.end], 0.0);
            let at = |time: f64| match is_constant {
                true => separations(&a.constant(time), &b.constant(time)).separation,
                false => step.at(time).separations().separation,
            };
            match time.map(f64::from) {
                Some(time) => {
                    let gap = at(time);
                    errors.add_hit(gap, gap < -TOUCHING);
                }
                None => {
                    let depth = deepest(at);
                    if depth > TOUCHING {
                        errors.add_missed(depth);
                    }
                }
            }
        }
        errors
    }
}

/// Two boxes that move at each other, more or less.
fn pair(random: &mut Random, is_thin: bool) -> [Body; 2] {
    let mut half = [[0.0; 3]; 2];
    for half in &mut half {
        *half = [0; 3].map(|_| 0.1_f64.powf(random.unit()));
        if is_thin {
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
    let mut turn = || {
        let angle = random.range(0.0, MOST_TURN);
        random.direction().map(|c| c * angle)
    };
    let turns = [turn(), turn()];
    let rotations = [random.rotation(), random.rotation()];
    let shifts = [share - 1.0, share].map(|part| aim.map(|c| c * speed * part));
    [
        Body::new(half[0], center, rotations[0], shifts[0], turns[0]),
        Body::new(half[1], other, rotations[1], shifts[1], turns[1]),
    ]
}

/// Who is measured.
#[derive(Clone, Copy)]
enum Contender {
    /// Penetrations, all axes.
    AllAxes(Engine),
    /// Impacts of a tolerance.
    Impacts(Engine, f32),
    /// Parry's cast of boxes that turn at a constant rate.
    NonlinearCast,
    /// Parry's sweep.
    Sweep,
}

/// The scene as parry takes it, and the answers.
struct Answers<'a> {
    scene: &'a Scene,
    shapes: Vec<[Cuboid; 2]>,
    motions: Vec<[NonlinearRigidMotion; 2]>,
    /// The poses at the start and at the end.
    poses: Vec<[[Pose3; 2]; 2]>,
    penetrations: Vec<Penetration>,
    impacts: Vec<Impact>,
    /// When parry sees each pair touch.
    times: Vec<Option<f32>>,
}

impl<'a> Answers<'a> {
    fn new(scene: &'a Scene) -> Self {
        let pose = |given: &OrientedBox| of_parry(given).0;
        let bodies = &scene.bodies;
        let poses =
            |bodies: &[Body; 2]| bodies.each_ref().map(|body| [pose(&body.start), pose(&body.end)]);
        let shapes = |bodies: &[Body; 2]| bodies.each_ref().map(|body| of_parry(&body.start).1);
        Self {
            scene,
            shapes: bodies.iter().map(shapes).collect(),
            motions: bodies.iter().map(|bodies| bodies.each_ref().map(Body::motion)).collect(),
            poses: bodies.iter().map(poses).collect(),
            penetrations: vec![Penetration::default(); PAIRS],
            impacts: vec![Impact::default(); PAIRS],
            times: vec![None; PAIRS],
        }
    }

    /// Asks a contender.
    fn answer(&mut self, contender: Contender) -> Outcome {
        let query = Query::new(&self.scene.starts, &self.scene.pairs);
        match contender {
            Contender::AllAxes(engine) => {
                engine.penetrations(query.margin(ALL_AXES), &mut self.penetrations)?;
            }
            Contender::Impacts(engine, tolerance) => {
                let options = ImpactOptions { tolerance, ..ImpactOptions::default() };
                engine.impacts(query, &self.scene.ends, options, &mut self.impacts)?;
            }
            Contender::NonlinearCast => {
                let pairs = self.motions.iter().zip(&self.shapes);
                for (time, ([a, b], [shape_a, shape_b])) in self.times.iter_mut().zip(pairs) {
                    let hit = cast_shapes_nonlinear(a, shape_a, b, shape_b, 0.0, 1.0, true)?;
                    *time = hit.map(|hit| hit.time_of_impact);
                }
            }
            Contender::Sweep => {
                let pairs = self.poses.iter().zip(&self.shapes);
                for (time, (poses, shapes)) in self.times.iter_mut().zip(pairs) {
                    *time = swept(poses, shapes)?;
                }
            }
        }
        Ok(())
    }

    /// The errors of a contender, none for one that finds no times.
    fn errors(&mut self, contender: Contender) -> Outcome<Option<TimeErrors>> {
        self.answer(contender)?;
        // Boxes that are free until a time stop there, as an engine would have them do.
        let time = |row: &Impact| (row.state != ImpactState::FREE).then_some(row.time);
        Ok(match contender {
            Contender::AllAxes(_) => None,
            Contender::Impacts(..) => {
                let times: Vec<Option<f32>> = self.impacts.iter().map(time).collect();
                Some(self.scene.errors(&times, false))
            }
            _ => {
                let is_constant = matches!(contender, Contender::NonlinearCast);
                Some(self.scene.errors(&self.times, is_constant))
            }
        })
    }
}

/// When parry's sweep sees a pair touch.
fn swept(poses: &[[Pose3; 2]; 2], shapes: &[Cuboid; 2]) -> Outcome<Option<f32>> {
    let [a, b] = shapes.each_ref().map(|shape| ToiProxy::from_shape(shape));
    let (Some(a), Some(b)) = (a, b) else { return Err("a cuboid has no proxy".into()) };
    let [sweep_a, sweep_b] =
        poses.each_ref().map(|[start, end]| Sweep::from_poses(start, end, Vec3::ZERO));
    let found = sweep_time_of_impact(&a, &sweep_a, &b, &sweep_b, 1.0, SLOP);
    Ok((!matches!(found.status, SweepToiStatus::Separated)).then_some(found.fraction))
}

impl Contender {
    /// All, each after the penetrations that it is compared with.
    fn all() -> Outcome<Vec<Self>> {
        let of_octosat = |engine| {
            [Self::AllAxes(engine), Self::Impacts(engine, 1e-2), Self::Impacts(engine, 1e-3)]
        };
        let octosat = fastest_engines()?.into_iter().flat_map(of_octosat);
        Ok(octosat.chain([Self::NonlinearCast, Self::Sweep]).collect())
    }

    fn name(self) -> String {
        match self {
            Self::AllAxes(engine) => format!("{}: penetrations, all axes", engine.backend()),
            Self::Impacts(engine, tolerance) => {
                format!("{}: impacts, tolerance {tolerance}", engine.backend())
            }
            Self::NonlinearCast => "parry3d: cast_shapes_nonlinear".to_owned(),
            Self::Sweep => "parry3d: sweep_time_of_impact".to_owned(),
        }
    }

    const fn calls(self) -> usize {
        if matches!(self, Self::NonlinearCast | Self::Sweep) { 1 } else { CALLS }
    }
}

/// Prints the tables.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    let contenders = Contender::all()?;
    let calls: Vec<usize> = contenders.iter().map(|contender| contender.calls()).collect();
    for is_thin in [false, true] {
        let scene = Scene::new(is_thin)?;
        let mut answers = Answers::new(&scene);
        let turns = Turns::of_calls(ROUNDS, PAIRS, &calls, |contender| {
            answers.answer(contenders[contender])
        })?;
        println!("\n{PAIRS} pairs, {}\n", if is_thin { "plates of 2 cm" } else { "boxes" });
        println!("| | ns/pair | of all axes |{}", TimeErrors::TITLES[0]);
        println!("|---|--:|--:|{}", TimeErrors::TITLES[1]);
        let mut all_axes = f64::NAN;
        for (number, &contender) in contenders.iter().enumerate() {
            let least = turns.least(number);
            if matches!(contender, Contender::AllAxes(_)) {
                all_axes = least;
            }
            let errors = answers.errors(contender)?;
            let errors = errors.map_or_else(|| " |".repeat(5), |errors| errors.to_string());
            println!("| {} | {least:.1} | {:.1} |{errors}", contender.name(), least / all_axes);
        }
    }
    Ok(())
}
