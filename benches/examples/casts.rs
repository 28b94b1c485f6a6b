//! What casts cost and how far they are off, next to overlap queries on the same pairs and to parry3d: a table.
//!
//! `cargo run --release -p octosat-benches --example casts`. Pairs as in games: boxes of 0.2 to 2 m that move by 5 to 60
//! m/s for a sixtieth of a second, are apart at the start, and whose swept bounds meet. One thread. Errors are those
//! of a float64 reference: how far boxes are apart at the reported time, and how deep they overlap before it.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "the example prints a table")]

use std::error::Error;
use std::hint::black_box;

use octosat::{
    Backend, BoxStore, Cast, CastState, Engine, EngineOptions, Motions, OrientedBox, Penetration,
    Query,
};
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::{Quat, Vec3};
use parry3d::math::Pose3;
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::Cuboid;

mod clock;

use clock::thread_time;

/// Pairs: more than a branch predictor learns, and few enough for the caches.
const PAIRS: usize = 8192;

/// Rounds in which all contenders take turns.
const ROUNDS: usize = 25;

/// Calls of the engine per round.
const CALLS: usize = 20;

/// Meters that boxes are apart at the start, at least.
const APART: f64 = 1e-4;

/// The pairs, as each contender takes them.
struct Scene {
    boxes: BoxStore,
    pairs: Vec<[u32; 2]>,
    per_pair: Vec<[f32; 3]>,
    per_box: Vec<[f32; 3]>,
    exact: Vec<ReferenceCast>,
    bodies: Vec<[(Pose3, Cuboid); 2]>,
}

/// A box, and how far it moves.
struct Body {
    given: octosat_reference::OrientedBox,
    motion: [f32; 3],
}

/// Errors of hits against the reference, meters.
#[derive(Default)]
struct Errors {
    hits: usize,
    late: usize,
    missed: usize,
    deepest: f64,
    gaps: Vec<f64>,
}

impl Body {
    fn new(random: &mut Random, center: [f64; 3], motion: [f64; 3]) -> Self {
        let half_extents = [0; 3].map(|_| narrow(0.1 * 10.0_f64.powf(random.unit())));
        let rotation = random.rotation().map(narrow);
        let center = center.map(narrow);
        let given = octosat_reference::OrientedBox { center, rotation, half_extents };
        Self { given, motion: motion.map(narrow) }
    }

    /// The corners of the world bounds of the whole way.
    fn bounds(&self) -> [[f64; 3]; 2] {
        let [x, y, z, w] = self.given.rotation.map(f64::from);
        let rows = [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y)],
        ];
        let half = self.given.half_extents.map(f64::from);
        let reach = rows.map(|row| (0..3).map(|k| row[k].abs() * half[k]).sum::<f64>());
        let start = self.given.center.map(f64::from);
        let way = self.motion.map(f64::from);
        [
            [0, 1, 2].map(|k| start[k] + way[k].min(0.0) - reach[k]),
            [0, 1, 2].map(|k| start[k] + way[k].max(0.0) + reach[k]),
        ]
    }
}

impl Scene {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut random = Random::new(5);
        let mut scene = Self {
            boxes: BoxStore::new(),
            pairs: Vec::new(),
            per_pair: Vec::new(),
            per_box: Vec::new(),
            exact: Vec::new(),
            bodies: Vec::new(),
        };
        while scene.pairs.len() < PAIRS {
            let bodies = candidate(&mut random);
            let [a, b] = bodies.each_ref().map(Body::bounds);
            let meet = (0..3).all(|k| a[0][k] <= b[1][k] && b[0][k] <= a[1][k]);
            let [first, second] = bodies.each_ref().map(|body| body.motion);
            let motion = [0, 1, 2].map(|k| second[k] - first[k]);
            let exact =
                ReferenceCast::new(&bodies[0].given, &bodies[1].given, motion.map(f64::from), 0.0);
            if meet && exact.separation(0.0) > APART {
                scene.add(&bodies, motion, exact)?;
            }
        }
        Ok(scene)
    }

    fn add(
        &mut self,
        bodies: &[Body; 2],
        motion: [f32; 3],
        exact: ReferenceCast,
    ) -> Result<(), Box<dyn Error>> {
        let mut pair = [0; 2];
        for (index, Body { given, motion }) in pair.iter_mut().zip(bodies) {
            let octosat_reference::OrientedBox { center, rotation, half_extents } = *given;
            *index = self.boxes.insert(OrientedBox::new(center, rotation, half_extents))?;
            self.per_box.push(*motion);
        }
        self.pairs.push(pair);
        self.per_pair.push(motion);
        self.exact.push(exact);
        self.bodies.push(bodies.each_ref().map(|Body { given, .. }| {
            let rotation = Quat::from_array(given.rotation);
            let pose = Pose3::from_parts(Vec3::from_array(given.center), rotation);
            (pose, Cuboid::new(Vec3::from_array(given.half_extents)))
        }));
        Ok(())
    }

    /// When parry finds a touch.
    fn parry(&self, pair: usize) -> Option<f32> {
        let [(pose_a, a), (pose_b, b)] = &self.bodies[pair];
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        let motion = Vec3::from_array(self.per_pair[pair]);
        let hit = cast_shapes(pose_a, Vec3::ZERO, a, pose_b, motion, b, options);
        hit.expect("cuboids").map(|hit| hit.time_of_impact)
    }

    fn errors(&self, times: impl Iterator<Item = Option<f32>>) -> Errors {
        let mut errors = Errors::default();
        for (exact, time) in self.exact.iter().zip(times) {
            let touch = exact.first_touch();
            let Some(time) = time.map(f64::from) else {
                errors.missed += usize::from(touch.is_some());
                continue;
            };
            errors.hits += 1;
            let gap = exact.separation(time);
            if touch.is_some_and(|touch| time > touch) {
                errors.late += 1;
                errors.deepest = errors.deepest.max(-gap);
            } else {
                errors.gaps.push(gap);
            }
        }
        errors
    }
}

/// Two boxes that may meet.
fn candidate(random: &mut Random) -> [Body; 2] {
    let way = random.direction();
    let distance = random.range(0.3, 3.0);
    let speed = random.range(5.0, 60.0) / 60.0;
    let aim = random.direction();
    let aim = [0, 1, 2].map(|k| 0.6 * aim[k] - way[k]);
    let length = aim.iter().map(|part| part * part).sum::<f64>().sqrt();
    let relative = aim.map(|part| part * speed / length);
    let share = random.unit();
    let center = random.vector(-5.0, 5.0);
    let other = [0, 1, 2].map(|k| center[k] + distance * way[k]);
    [
        Body::new(random, center, relative.map(|part| (share - 1.0) * part)),
        Body::new(random, other, relative.map(|part| share * part)),
    ]
}

impl Errors {
    fn print(&self, name: &str) {
        let Self { hits, late, missed, deepest, gaps } = self;
        let most = gaps.iter().fold(0.0, |most: f64, &gap| most.max(gap));
        let mean = gaps.iter().sum::<f64>() / gaps.len().max(1) as f64;
        println!(
            "| {name} | {hits} | {late} | {deepest:.1e} | {missed} | {mean:.1e} | {most:.1e} |"
        );
    }
}

/// Nanoseconds per pair of a call.
fn nanoseconds(calls: usize, mut call: impl FnMut()) -> Result<f64, Box<dyn Error>> {
    let begin = thread_time()?;
    (0..calls).for_each(|_| call());
    Ok((thread_time()? - begin).as_secs_f64() * 1e9 / (calls * PAIRS) as f64)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() -> Result<(), Box<dyn Error>> {
    let scene = Scene::new()?;
    let query = Query::new(&scene.boxes, &scene.pairs);
    let mut casts = vec![Cast::default(); PAIRS];
    let mut bits = vec![0_u64; PAIRS.div_ceil(64)];
    let mut penetrations = vec![Penetration::default(); PAIRS];
    let engines = [Backend::Avx2, Backend::Avx512]
        .into_iter()
        .filter_map(|backend| Engine::with(EngineOptions::new().backend(backend).threads(1)).ok());
    println!(
        "| | overlaps | penetrations, all axes | casts | times overlaps | casts, per box | parry `cast_shapes` | times casts |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for engine in engines {
        let mut times = [const { Vec::new() }; 5];
        for _ in 0..ROUNDS {
            for (contender, times) in times.iter_mut().enumerate() {
                let calls = if contender == 4 { 1 } else { CALLS };
                times.push(nanoseconds(calls, || {
                    let asked = match contender {
                        0 => engine.overlaps(query, &mut bits[..]),
                        1 => engine.penetrations(query.within(100.0), &mut penetrations),
                        2 => engine.casts(query, Motions::PerPair(&scene.per_pair), &mut casts),
                        3 => engine.casts(query, Motions::PerBox(&scene.per_box), &mut casts),
                        _ => {
                            (0..PAIRS).for_each(|pair| _ = black_box(scene.parry(pair)));
                            Ok(())
                        }
                    };
                    asked.expect("valid pairs");
                })?);
            }
        }
        let ratio = |over: usize, under: usize| {
            median(
                times[over].iter().zip(&times[under]).map(|(over, under)| over / under).collect(),
            )
        };
        let (casts, parry) = (ratio(2, 0), ratio(4, 2));
        let [overlaps, all, per_pair, per_box, peer] =
            times.each_ref().map(|own| median(own.clone()));
        println!(
            "| {} | {overlaps:.1} | {all:.1} | {per_pair:.1} | {casts:.2} | {per_box:.1} | {peer:.0} | {parry:.0} |",
            engine.backend()
        );
    }
    println!("\n| | hits | late | deepest, m | missed | mean gap, m | largest gap, m |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    Engine::new().casts(query, Motions::PerPair(&scene.per_pair), &mut casts)?;
    let own = casts.iter().map(|row| (row.state == CastState::HIT).then_some(row.time));
    scene.errors(own).print("octosat");
    scene.errors((0..PAIRS).map(|pair| scene.parry(pair))).print("parry3d 0.31");
    Ok(())
}
