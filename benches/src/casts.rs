//! What casts cost and how far they are off, next to overlap queries on the same pairs and to parry3d: a table.
//!
//! Pairs as in games: boxes of 0.2 to 2 m that move by 5 to 60 m/s for a sixtieth of a second, are apart at the start, and
//! whose swept bounds meet. One thread. Errors are those of a float64 reference: how far boxes are apart at the reported
//! time, and how deep they overlap before it.

use std::ffi::OsString;
use std::hint::black_box;

use octosat::{BoxStore, Cast, CastState, Engine, Motions, Penetration, Query};
use octosat_reference::OrientedBox;
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use parry3d::glamx::Vec3;
use parry3d::math::Pose3;
use parry3d::query::{ShapeCastOptions, cast_shapes};
use parry3d::shape::Cuboid;

use crate::bodies::{bounds_meet, of_octosat, of_parry, turned_at_random};
use crate::errors::{TimeErrors, deepest};
use crate::turns::Turns;
use crate::{Outcome, fastest_engines};

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
    given: OrientedBox,
    motion: [f32; 3],
}

impl Body {
    fn new(random: &mut Random, center: [f64; 3], motion: [f64; 3]) -> Self {
        let half_extents = [0; 3].map(|_| 0.1 * 10.0_f64.powf(random.unit()));
        let given = turned_at_random(random, center, half_extents);
        Self { given, motion: motion.map(narrow) }
    }

    /// The box at the start and at the end.
    fn moments(&self) -> [OrientedBox; 2] {
        let center = [0, 1, 2].map(|k| self.given.center[k] + self.motion[k]);
        [self.given, OrientedBox { center, ..self.given }]
    }
}

impl Scene {
    fn new() -> Outcome<Self> {
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
            let [a, b] = bodies.each_ref().map(Body::moments);
            let meet = bounds_meet([&a, &b]);
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

    fn add(&mut self, bodies: &[Body; 2], motion: [f32; 3], exact: ReferenceCast) -> Outcome {
        let mut pair = [0; 2];
        for (index, body) in pair.iter_mut().zip(bodies) {
            *index = self.boxes.insert(of_octosat(&body.given))?;
            self.per_box.push(body.motion);
        }
        self.pairs.push(pair);
        self.per_pair.push(motion);
        self.exact.push(exact);
        self.bodies.push(bodies.each_ref().map(|body| of_parry(&body.given)));
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

    fn errors(&self, times: impl Iterator<Item = Option<f32>>) -> TimeErrors {
        let mut errors = TimeErrors::default();
        for (exact, time) in self.exact.iter().zip(times) {
            let touch = exact.first_touch();
            match time.map(f64::from) {
                Some(time) => {
                    errors.add_hit(exact.separation(time), touch.is_some_and(|touch| time > touch));
                }
                None if touch.is_some() => {
                    errors.add_missed(deepest(|time| exact.separation(time)));
                }
                None => {}
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

/// Prints a row of times: all contenders next to a backend.
fn row(engine: &Engine, scene: &Scene) -> Outcome {
    let query = Query::new(&scene.boxes, &scene.pairs);
    let mut casts = vec![Cast::default(); PAIRS];
    let mut bits = vec![0_u64; PAIRS.div_ceil(64)];
    let mut penetrations = vec![Penetration::default(); PAIRS];
    let calls = [CALLS, CALLS, CALLS, CALLS, 1];
    let turns = Turns::of_calls(ROUNDS, PAIRS, &calls, |contender| {
        match contender {
            0 => engine.overlaps(query, &mut bits[..])?,
            1 => engine.penetrations(query.margin(100.0), &mut penetrations)?,
            2 => engine.casts(query, Motions::PerPair(&scene.per_pair), &mut casts)?,
            3 => engine.casts(query, Motions::PerBox(&scene.per_box), &mut casts)?,
            _ => (0..PAIRS).for_each(|pair| _ = black_box(scene.parry(pair))),
        }
        Ok(())
    })?;
    let [overlaps, all, per_pair, per_box, peer] = turns.medians();
    println!(
        "| {} | {overlaps:.1} | {all:.1} | {per_pair:.1} | {:.2} | {per_box:.1} | {peer:.0} | {:.0} |",
        engine.backend(),
        turns.ratio(2, 0),
        turns.ratio(4, 2),
    );
    Ok(())
}

/// Prints both tables.
pub(crate) fn measure(_: &[OsString]) -> Outcome {
    let scene = Scene::new()?;
    println!(
        "| | overlaps | penetrations, all axes | casts | times overlaps | casts, per box | parry `cast_shapes` | times casts |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|");
    for engine in fastest_engines()? {
        row(&engine, &scene)?;
    }
    println!("\n| |{}\n|---|{}", TimeErrors::TITLES[0], TimeErrors::TITLES[1]);
    let query = Query::new(&scene.boxes, &scene.pairs);
    let mut casts = vec![Cast::default(); PAIRS];
    Engine::new().casts(query, Motions::PerPair(&scene.per_pair), &mut casts)?;
    let own = casts.iter().map(|row| (row.state == CastState::HIT).then_some(row.time));
    println!("| octosat |{}", scene.errors(own));
    println!("| parry3d |{}", scene.errors((0..PAIRS).map(|pair| scene.parry(pair))));
    Ok(())
}
