//! What casts of spheres and capsules against boxes cost and how far they are off, next to casts of boxes in the same run
//! and to parry3d: a table, and another one for the short lists of a character.
//!
//! The steps are as those of boxes: half extents of 0.1 to 1 m, radii and half cores of as much, 5 to 60 m/s for 1/60 s,
//! apart at the start, with bounds that meet during the step; half of them hit.

use std::ffi::OsString;
use std::hint::black_box;

use octosat::sealed::verbs;
use octosat::{
    BoxStore, Capsule, Cast, CastState, Casts, Engine, Motions, Query, Question, ShapeCast, Sphere,
};
use octosat_reference::OrientedBox;
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::{Ball, Capsule as ParryCapsule, Shape};

use crate::bodies::{of_octosat, of_parry, turned_at_random};
use crate::errors::TimeErrors;
use crate::steps::{Kind, PAIRS, Steps};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

/// Meters: shapes are apart by this at the start.
const APART: f64 = 1e-4;

/// In how many parts of a step it is looked whether shapes touch.
const TIMES: u32 = 32;

/// Rounds of each contender, and calls per round.
const ROUNDS: usize = 25;
const CALLS: usize = 20;

/// The boxes near a character, as a broad phase finds them: voxels of 1 m around its feet.
const NEAR: [i8; 2] = [6, 5];

/// Calls per round about short lists.
const SHORT_CALLS: usize = 2000;

/// A sphere, whose core has no length, or a capsule that moves past a box.
struct Step {
    a: OrientedBox,
    middle: [f32; 3],
    half_core: [f32; 3],
    radius: f32,
    motion: [f32; 3],
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}

impl Step {
    /// A step of which it is not known whether the shapes meet.
    fn any(random: &mut Random, is_capsule: bool) -> Self {
        let mut size = || 0.1_f64.powf(random.unit());
        let half = [size(), size(), size()];
        let (radius, reach) = (size(), if is_capsule { size() } else { 0.0 });
        let half_core = random.direction().map(|c| narrow(c * reach));
        let (way, off) = (random.direction(), random.vector(-1.0, 1.0));
        let distance = (length(half) + radius + reach) * random.range(0.4, 1.5);
        let aim: [f64; 3] = std::array::from_fn(|k| 0.5 * off[k] - way[k]);
        let speed = random.range(5.0, 60.0) / 60.0 / length(aim);
        let center = random.vector(-5.0, 5.0);
        Self {
            middle: std::array::from_fn(|k| narrow(center[k] + distance * way[k])),
            a: turned_at_random(random, center, half),
            half_core,
            radius: narrow(radius),
            motion: aim.map(|c| narrow(c * speed)),
        }
    }

    /// A step of shapes that are apart at the start, with bounds that meet, and that touch later or not.
    fn any_that(random: &mut Random, is_capsule: bool, hits: bool) -> Self {
        loop {
            let step = Self::any(random, is_capsule);
            if step.may_meet() && step.separation(0.0) > APART {
                let mut times = (1..=TIMES).map(|time| f64::from(time) / f64::from(TIMES));
                if times.any(|time| step.separation(time) < 0.0) == hits {
                    return step;
                }
            }
        }
    }

    /// How far the shapes are apart at a time, in float64.
    fn separation(&self, time: f64) -> f64 {
        let turn = Quat::from_array(self.a.rotation).as_dquat().normalize().inverse();
        let local = |v: [f64; 3]| (turn * parry3d::glamx::DVec3::from_array(v)).to_array();
        let offset: [f64; 3] = std::array::from_fn(|k| {
            f64::from(self.middle[k]) - f64::from(self.a.center[k])
                + time * f64::from(self.motion[k])
        });
        let (middle, core) = (local(offset), local(self.half_core.map(f64::from)));
        let distance = |along: f64| {
            let gap = [0, 1, 2].map(|k: usize| {
                let half = f64::from(self.a.half_extents[k]);
                let place = middle[k] + along * core[k];
                place - place.clamp(-half, half)
            });
            length(gap)
        };
        // Convex along the core: thirds.
        let [mut low, mut high] = [-1.0, 1.0];
        for _ in 0..100 {
            let [left, right] = [low + (high - low) / 3.0, high - (high - low) / 3.0];
            if distance(left) < distance(right) { high = right } else { low = left }
        }
        distance(0.5 * (low + high)) - f64::from(self.radius)
    }

    /// Whether the bounds of both meet during the step.
    fn may_meet(&self) -> bool {
        let rotation = Quat::from_array(self.a.rotation);
        (0..3).all(|axis| {
            let towards = |k: usize| (rotation * Vec3::AXES[k])[axis].abs();
            let own: f32 = (0..3).map(|k| self.a.half_extents[k] * towards(k)).sum();
            let reach = own + self.half_core[axis].abs() + self.radius;
            let from = self.middle[axis] - self.a.center[axis];
            let to = from + self.motion[axis];
            from.min(to) <= reach && from.max(to) >= -reach
        })
    }
}

/// Steps as both sides take them.
struct Round {
    name: &'static str,
    steps: Vec<Step>,
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
    motions: Vec<[f32; 3]>,
}

impl Round {
    fn new(name: &'static str, is_capsule: bool) -> Outcome<Self> {
        let mut random = Random::new(48);
        let (mut steps, mut boxes) = (Vec::new(), BoxStore::new());
        while steps.len() < PAIRS {
            let hits = random.one_in(2);
            let step = Step::any_that(&mut random, is_capsule, hits);
            boxes.insert(of_octosat(&step.a))?;
            steps.push(step);
        }
        let pairs = (0..).take(PAIRS).map(|index| [index, index]).collect();
        let motions = steps.iter().map(|step| step.motion).collect();
        Ok(Self { name, steps, boxes, pairs, motions })
    }

    /// The shapes of all steps.
    fn shapes<S>(&self, shape: impl Fn(&Step) -> Outcome<S>) -> Outcome<Vec<S>> {
        self.steps.iter().map(shape).collect()
    }

    /// Prints the line of a contender that sees pairs touch at these times.
    fn print(&self, name: &str, nanoseconds: f64, times: &[Option<f32>]) {
        let mut errors = TimeErrors::new(0.0);
        for (step, time) in self.steps.iter().zip(times) {
            errors.add(time.map(f64::from), |time| step.separation(time));
        }
        println!("| {name}: {} | {nanoseconds:.1} |{errors}", self.name);
    }
}

fn sphere(step: &Step) -> Outcome<Sphere> {
    Ok(Sphere::new(step.middle, step.radius)?)
}

fn capsule(step: &Step) -> Outcome<Capsule> {
    let end = |sign: f32| [0, 1, 2].map(|k: usize| step.middle[k] + sign * step.half_core[k]);
    Ok(Capsule::new(end(-1.0), end(1.0), step.radius)?)
}

/// The shape as parry takes it, around the origin.
fn peer(step: &Step) -> Box<dyn Shape> {
    let half = Vec3::from_array(step.half_core);
    if half == Vec3::ZERO {
        Box::new(Ball::new(step.radius))
    } else {
        Box::new(ParryCapsule::new(-half, half, step.radius))
    }
}

/// When parry sees a pair touch.
fn cast_by_parry(
    (pose, cuboid): &(Pose3, parry3d::shape::Cuboid),
    shape: &dyn Shape,
    middle: [f32; 3],
    motion: [f32; 3],
) -> Outcome<Option<f32>> {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let at = Pose3::from_parts(Vec3::from_array(middle), Quat::IDENTITY);
    let motion = Vec3::from_array(motion);
    let hit = cast_shapes(pose, Vec3::ZERO, cuboid, &at, motion, shape, options)?;
    Ok(hit.map(|hit| hit.time_of_impact))
}

/// Casts of a query, in nanoseconds per row, and their rows.
fn timed<R: Clone + Default>(
    engine: Engine,
    casts: impl for<'o> Question<verbs::Casts, Out<'o> = &'o mut [R]> + Copy,
    calls: usize,
    len: usize,
) -> Outcome<(f64, Vec<R>)> {
    let mut rows = vec![R::default(); len];
    let turns =
        Turns::of_calls(ROUNDS, len, &[calls], |_| Ok(engine.casts(black_box(casts), &mut rows)?))?;
    let [median] = turns.medians();
    Ok((median, rows))
}

fn hit(row: &ShapeCast) -> Option<f32> {
    (row.state == CastState::HIT).then_some(row.time)
}

/// Prints the table of long lists.
fn long_lists() -> Outcome {
    println!("\n{PAIRS} pairs\n\n| | ns/pair |{}", TimeErrors::TITLES[0]);
    println!("|---|--:|{}", TimeErrors::TITLES[1]);
    let rounds = [Round::new("spheres", false)?, Round::new("capsules", true)?];
    let steps = Steps::new(Kind::Straight)?;
    let of_boxes = steps.motions_of_pairs();
    let [spheres, capsules] = &rounds;
    let (of_spheres, of_capsules) = (spheres.shapes(sphere)?, capsules.shapes(capsule)?);
    for engine in fastest_engines()? {
        let backend = engine.backend();
        let query = Query::new(&steps.starts, &steps.pairs);
        let casts = Casts::new(query, Motions::per_pair(&of_boxes));
        let (time, rows) = timed(engine, casts, CALLS, PAIRS)?;
        let hits = rows.iter().filter(|row: &&Cast| row.touches()).count();
        println!("| {backend}: boxes | {time:.1} | {hits} | | | | |");
        let query = Query::new((&spheres.boxes, &of_spheres), &spheres.pairs);
        let casts = Casts::new(query, Motions::per_pair(&spheres.motions));
        let (time, rows) = timed(engine, casts, CALLS, PAIRS)?;
        spheres.print(&backend.to_string(), time, &rows.iter().map(hit).collect::<Vec<_>>());
        let query = Query::new((&capsules.boxes, &of_capsules), &capsules.pairs);
        let casts = Casts::new(query, Motions::per_pair(&capsules.motions));
        let (time, rows) = timed(engine, casts, CALLS, PAIRS)?;
        capsules.print(&backend.to_string(), time, &rows.iter().map(hit).collect::<Vec<_>>());
    }
    for round in &rounds {
        let boxes: Vec<_> = round.steps.iter().map(|step| of_parry(&step.a)).collect();
        let shapes: Vec<_> = round.steps.iter().map(peer).collect();
        let mut times = vec![None; PAIRS];
        let turns = Turns::of_calls(ROUNDS, PAIRS, &[1], |_| {
            for (pair, time) in times.iter_mut().enumerate() {
                let Step { middle, motion, .. } = round.steps[pair];
                *time = cast_by_parry(&boxes[pair], &*shapes[pair], middle, motion)?;
            }
            Ok(())
        })?;
        let [median] = turns.medians();
        round.print("parry3d", median, &times);
    }
    Ok(())
}

/// Prints what a character pays per call: voxels of 1 m below and in front of an upright capsule that walks into a wall.
fn short_lists() -> Outcome {
    let near = (0..NEAR[0]).flat_map(|x| (0..NEAR[1]).map(move |z| (x, z)));
    let boxes: Vec<OrientedBox> = near
        .map(|(x, z)| {
            let height = if x == 3 { 0.5 } else { -0.5 };
            let center = [f32::from(x) - 2.0, height, f32::from(z) - 2.0];
            OrientedBox { center, rotation: [0.0, 0.0, 0.0, 1.0], half_extents: [0.5; 3] }
        })
        .collect();
    let walker = Step {
        a: boxes[0],
        middle: [0.18, 0.901, 0.1],
        half_core: [0.0, 0.6, 0.0],
        radius: 0.3,
        motion: [0.05, -0.0027, 0.02],
    };
    let mut store = BoxStore::new();
    for given in &boxes {
        store.insert(of_octosat(given))?;
    }
    println!("\none capsule and {} boxes\n\n| | µs/call | hits |\n|---|--:|--:|", boxes.len());
    let line = |name: String, nanoseconds: f64, hits: usize| {
        println!("| {name} | {:.2} | {hits} |", 1e-3 * nanoseconds * boxes.len() as f64);
    };
    let capsule = capsule(&walker)?;
    for engine in fastest_engines()? {
        let casts = Casts::new(Query::each(&store, &capsule), Motions::uniform(walker.motion));
        let (time, rows) = timed(engine, casts, SHORT_CALLS, boxes.len())?;
        line(engine.backend().to_string(), time, rows.iter().filter_map(hit).count());
    }
    let (placed, shape): (Vec<_>, _) = (boxes.iter().map(of_parry).collect(), peer(&walker));
    let mut hits = 0;
    let turns = Turns::of_calls(ROUNDS, boxes.len(), &[SHORT_CALLS / 20], |_| {
        hits = 0;
        for placed in &placed {
            let time = cast_by_parry(placed, &*shape, walker.middle, walker.motion)?;
            hits += usize::from(black_box(time).is_some());
        }
        Ok(())
    })?;
    let [median] = turns.medians();
    line("parry3d".to_owned(), median, hits);
    Ok(())
}

/// Prints both tables.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    long_lists()?;
    short_lists()
}
