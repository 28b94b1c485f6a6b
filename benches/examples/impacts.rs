//! Times of impact on steps of a game next to parry3d: a table of times and errors.
//!
//! `cargo run --release -p octosat-benches --example impacts`. All take the same pairs, on one thread: 5 to 60 m/s and up
//! to 20 rad/s for 1/60 s, half extents of 0.1 to 1 m, apart at the start, with bounds that meet during the step. Errors
//! are those of separations in float64 along each one's own motion: parry's sweep interpolates rotations as octosat does,
//! and its nonlinear cast turns at a constant rate.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::time::Duration;

use octosat::{
    Backend, BoxStore, Engine, EngineOptions, Impact, ImpactOptions, ImpactState, Penetration,
    Query,
};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{ReferenceStep, separations};
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::query::{
    NonlinearRigidMotion, Sweep, SweepToiStatus, ToiProxy, cast_shapes_nonlinear,
    sweep_time_of_impact,
};
use parry3d::shape::Cuboid;

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

/// In how many parts of a step a miss is looked for.
const PARTS: u16 = 400;

const ROUNDS: usize = 9;

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

fn direction(random: &mut Random) -> [f64; 3] {
    loop {
        let v = random.vector(-1.0, 1.0);
        let length = length(v);
        if length > 0.1 && length < 1.0 {
            return v.map(|c| c / length);
        }
    }
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
        let end: [f64; 3] = std::array::from_fn(|k| center[k] + shift[k]);
        let of = |center: [f64; 3], rotation: [f64; 4]| OrientedBox {
            center: center.map(narrow),
            rotation: rotation.map(narrow),
            half_extents: half.map(narrow),
        };
        Self { start: of(center, rotation), end: of(end, turned(rotation, turn)), turn }
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
    fn bounds(&self, axis: usize) -> [f64; 2] {
        let mut bounds = [f64::INFINITY, f64::NEG_INFINITY];
        for part in 0..=2_u8 {
            let OrientedBox { center, rotation, half_extents } =
                self.constant(0.5 * f64::from(part));
            let quat = Quat::from_array(rotation);
            let reach: f32 =
                (0..3).map(|k| half_extents[k] * (quat * Vec3::AXES[k])[axis].abs()).sum();
            bounds[0] = bounds[0].min(f64::from(center[axis] - reach));
            bounds[1] = bounds[1].max(f64::from(center[axis] + reach));
        }
        bounds
    }

    fn pose(of: &OrientedBox) -> Pose3 {
        Pose3::from_parts(Vec3::from_array(of.center), Quat::from_array(of.rotation))
    }

    fn cuboid(&self) -> Cuboid {
        Cuboid::new(Vec3::from_array(self.start.half_extents))
    }
}

impl Scene {
    fn new(is_thin: bool) -> Result<Self, Box<dyn Error>> {
        let mut random = Random::new(34);
        let (mut starts, mut ends) = (BoxStore::new(), BoxStore::new());
        let mut scene = Self {
            bodies: Vec::new(),
            starts: BoxStore::new(),
            ends: BoxStore::new(),
            pairs: Vec::new(),
        };
        while scene.bodies.len() < PAIRS {
            let [a, b] = pair(&mut random, is_thin);
            let meets = (0..3).all(|axis| {
                let ([low, high], [other_low, other_high]) = (a.bounds(axis), b.bounds(axis));
                low <= other_high && other_low <= high
            });
            if meets && separations(&a.start, &b.start).separation > APART {
                for body in [a, b] {
                    let of = |given: OrientedBox| {
                        octosat::OrientedBox::new(given.center, given.rotation, given.half_extents)
                    };
                    starts.insert(of(body.start))?;
                    ends.insert(of(body.end))?;
                }
                let first = u32::try_from(2 * scene.bodies.len())?;
                scene.pairs.push([first, first + 1]);
                scene.bodies.push([a, b]);
            }
        }
        (scene.starts, scene.ends) = (starts, ends);
        Ok(scene)
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
    let way = direction(random);
    let distance = (length(half[0]) + length(half[1])) * random.range(0.4, 1.5);
    let off = random.vector(-1.0, 1.0);
    let aim: [f64; 3] = std::array::from_fn(|k| 0.5 * off[k] - way[k]);
    let speed = random.range(5.0, 60.0) / 60.0 / length(aim);
    let (share, center) = (random.unit(), random.vector(-5.0, 5.0));
    let other = std::array::from_fn(|k| center[k] + distance * way[k]);
    let mut turn = || {
        let angle = random.range(0.0, MOST_TURN);
        direction(random).map(|c| c * angle)
    };
    let turns = [turn(), turn()];
    let rotations = [random.rotation(), random.rotation()];
    let shifts = [share - 1.0, share].map(|part| aim.map(|c| c * speed * part));
    [
        Body::new(half[0], center, rotations[0], shifts[0], turns[0]),
        Body::new(half[1], other, rotations[1], shifts[1], turns[1]),
    ]
}

/// When a contender sees each pair touch.
type Times = Vec<Option<f32>>;

/// How far a contender is off.
#[derive(Default)]
struct Errors {
    hits: usize,
    late: usize,
    /// Meters.
    deepest: f64,
    mean: f64,
    largest: f64,
    missed: usize,
    deepest_missed: f64,
}

impl Errors {
    fn of(scene: &Scene, times: &Times, is_constant: bool) -> Self {
        let mut errors = Self::default();
        for (bodies, time) in scene.bodies.iter().zip(times) {
            let [a, b] = bodies;
            let step = ReferenceStep::new(&[a.start, b.start], &[a.end, b.end], 0.0);
            let at = |time: f64| {
                if is_constant {
                    return separations(&a.constant(time), &b.constant(time)).separation;
                }
                step.at(time).separations().separation
            };
            match time {
                Some(time) => {
                    let gap = at(f64::from(*time));
                    errors.hits += 1;
                    if gap < -1e-6 {
                        errors.late += 1;
                        errors.deepest = errors.deepest.max(-gap);
                    } else {
                        errors.mean += gap.max(0.0);
                        errors.largest = errors.largest.max(gap);
                    }
                }
                None => {
                    let parts = (0..=PARTS).map(|part| at(f64::from(part) / f64::from(PARTS)));
                    let least = parts.fold(f64::INFINITY, f64::min);
                    if least < -1e-6 {
                        errors.missed += 1;
                        errors.deepest_missed = errors.deepest_missed.max(-least);
                    }
                }
            }
        }
        errors.mean /= (errors.hits - errors.late).max(1) as f64;
        errors
    }
}

/// For how long this thread has computed.
#[cfg(target_os = "linux")]
fn thread_time() -> Result<Duration, Box<dyn Error>> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Ok(Duration::new(time.tv_sec.try_into()?, time.tv_nsec.try_into()?))
}

/// The time of day, where threads have no clock of their own.
#[cfg(not(target_os = "linux"))]
fn thread_time() -> Result<Duration, Box<dyn Error>> {
    Ok(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?)
}

/// The least nanoseconds per pair of some rounds.
fn time(mut work: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    work()?;
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (begin, mut calls) = (thread_time()?, 0.0);
        let mut spent = 0.0;
        while spent < 0.02 {
            work()?;
            calls += 1.0;
            spent = (thread_time()? - begin).as_secs_f64();
        }
        least = least.min(spent * 1e9 / (calls * PAIRS as f64));
    }
    Ok(least)
}

fn print(name: &str, nanoseconds: f64, all_axes: f64, errors: Option<&Errors>) {
    print!("| {name} | {nanoseconds:.1} | {:.1} |", nanoseconds / all_axes);
    match errors {
        Some(Errors { hits, late, deepest, mean, largest, missed, deepest_missed }) => println!(
            " {hits} | {late} ({deepest:.1e}) | {mean:.1e} | {largest:.1e} | {missed} ({deepest_missed:.1e}) |"
        ),
        None => println!(" | | | | |"),
    }
}

/// Octosat on a backend.
fn octosat(scene: &Scene, backend: Backend) -> Result<f64, Box<dyn Error>> {
    let engine = Engine::with(EngineOptions::new().backend(backend).threads(1))?;
    let query = Query::new(&scene.starts, &scene.pairs);
    let mut rows = vec![Penetration::default(); PAIRS];
    let all_axes = time(|| Ok(engine.penetrations(query.within(ALL_AXES), &mut rows)?))?;
    print(&format!("{backend}: penetrations, all axes"), all_axes, all_axes, None);
    for tolerance in [1e-2, 1e-3] {
        let options = ImpactOptions { tolerance, ..ImpactOptions::default() };
        let mut rows = vec![Impact::default(); PAIRS];
        let spent = time(|| Ok(engine.impacts(query, &scene.ends, options, &mut rows)?))?;
        // Boxes that are free until a time stop there, as an engine would have them do.
        let times =
            rows.iter().map(|row| (row.state != ImpactState::FREE).then_some(row.time)).collect();
        let errors = Errors::of(scene, &times, false);
        print(
            &format!("{backend}: impacts, tolerance {tolerance}"),
            spent,
            all_axes,
            Some(&errors),
        );
    }
    Ok(all_axes)
}

fn parry(scene: &Scene, all_axes: f64) -> Result<(), Box<dyn Error>> {
    let mut times: Times = vec![None; PAIRS];
    let shapes: Vec<[Cuboid; 2]> =
        scene.bodies.iter().map(|bodies| bodies.map(|body| body.cuboid())).collect();
    let motion = |body: &Body| {
        let (start, end) = (Body::pose(&body.start), Body::pose(&body.end));
        let turn = Vec3::from_array(body.turn.map(narrow));
        NonlinearRigidMotion::new(start, Vec3::ZERO, end.translation - start.translation, turn)
    };
    let motions: Vec<[NonlinearRigidMotion; 2]> =
        scene.bodies.iter().map(|[a, b]| [motion(a), motion(b)]).collect();
    let spent = time(|| {
        for ((time, [a, b]), [shape_a, shape_b]) in times.iter_mut().zip(&motions).zip(&shapes) {
            let hit = cast_shapes_nonlinear(a, shape_a, b, shape_b, 0.0, 1.0, true)?;
            *time = hit.map(|hit| hit.time_of_impact);
        }
        Ok(())
    })?;
    print(
        "parry3d: cast_shapes_nonlinear",
        spent,
        all_axes,
        Some(&Errors::of(scene, &times, true)),
    );
    let poses = |body: &Body| [Body::pose(&body.start), Body::pose(&body.end)];
    let poses: Vec<[[Pose3; 2]; 2]> =
        scene.bodies.iter().map(|[a, b]| [poses(a), poses(b)]).collect();
    let spent = time(|| {
        for ((time, poses), shapes) in times.iter_mut().zip(&poses).zip(&shapes) {
            let [a, b] = shapes.each_ref().map(|shape| ToiProxy::from_shape(shape));
            let (Some(a), Some(b)) = (a, b) else { return Err("a cuboid has no proxy".into()) };
            let [sweep_a, sweep_b] =
                poses.each_ref().map(|[start, end]| Sweep::from_poses(start, end, Vec3::ZERO));
            let found = sweep_time_of_impact(&a, &sweep_a, &b, &sweep_b, 1.0, SLOP);
            let touches = !matches!(found.status, SweepToiStatus::Separated);
            *time = touches.then_some(found.fraction);
        }
        Ok(())
    })?;
    print(
        "parry3d: sweep_time_of_impact",
        spent,
        all_axes,
        Some(&Errors::of(scene, &times, false)),
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    for is_thin in [false, true] {
        let scene = Scene::new(is_thin)?;
        println!("\n{PAIRS} pairs, {}\n", if is_thin { "plates of 2 cm" } else { "boxes" });
        println!(
            "| | ns/pair | of all axes | hits | late (deepest, m) | mean gap, m | largest, m | missed (deepest, m) |"
        );
        println!("|---|--:|--:|--:|--:|--:|--:|--:|");
        let mut all_axes = f64::NAN;
        for backend in [Backend::Avx2, Backend::Avx512] {
            if backend.is_available() {
                all_axes = octosat(&scene, backend)?;
            }
        }
        parry(&scene, all_axes)?;
    }
    Ok(())
}
