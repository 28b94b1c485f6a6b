//! Attempts to break a proof: motions that touch a tiny cube at a known time, which must never be called free.

use octosat::{JointMotion, JointMotionState};
use octosat_reference::float64::{PlacedSolid, SolidShape};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::NO_TURN;
use octosat_tests::chains::{
    Case, ChainKind, ChainPlan, CheckedChain, CheckedWorld, GivenSolid, Shapes, TURN, random_chain,
    random_solid,
};

use crate::{between, chain_of, first, motions, wanted};

/// Half the edge of a cube, in meters.
const HALF: f64 = 1e-6;

/// Calls per chain.
const OF_A_CHAIN: usize = 25;

/// A motion that touches something at a time.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub(crate) start: Vec<f32>,
    pub(crate) end: Vec<f32>,
    pub(crate) time: f64,
}

/// What many attempts ended with.
#[derive(Debug, Default)]
pub(crate) struct Found {
    attempts: usize,
    hits: usize,
    undecided: usize,
    /// Motions of which the part before the touch was proven to the last thousandth.
    close: usize,
    pub(crate) faults: Vec<String>,
}

impl Attempt {
    /// A motion from any configuration: of all joints or one, long, short, without length or over many turns; also from
    /// a chain that is nearly stretched, and with all joints to one side, which moves its end as far as it can.
    pub(crate) fn new(random: &mut Random, checked: &CheckedChain) -> Self {
        let part = random.choose(&[1.0, 1.0, 1.0, 1.0, 0.02, 0.02, 0.002]);
        let part = if random.one_in(50) { 300.0 } else { part };
        let start = checked.configuration(random, part);
        let length = match random.below(1_000) {
            0..100 => 0.0,
            100..200 => 1e-7,
            200 => 300.0,
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

    /// The joint values at the time.
    pub(crate) fn values(&self) -> Vec<f64> {
        between(&self.start, &self.end, self.time)
    }
}

/// A point of a solid that sticks out: a corner of a box, or the farthest point along some direction.
pub(crate) fn tip(random: &mut Random, solid: &PlacedSolid) -> [f64; 3] {
    if matches!(solid.shape, SolidShape::Box(_)) {
        return solid.corners()[random.below(8)];
    }
    solid.farthest(random.direction())
}

/// A cube around a point, a little larger if the point is so far from the origin that its numbers are rounded.
pub(crate) fn cube_at(point: [f64; 3]) -> GivenSolid {
    let farthest = point.iter().fold(0.0_f64, |most, component| most.max(component.abs()));
    let half = HALF.max(4.0 * crate::UNIT_ROUNDOFF * farthest);
    let cube = GivenSolid::new(SolidShape::Box([half; 3]), point, NO_TURN);
    let is_inside = |k: usize| (f64::from(cube.center[k]) - point[k]).abs() <= 0.9 * half;
    assert!((0..3).all(is_inside), "{cube:?} {point:?}");
    cube
}

impl Found {
    pub(crate) fn add(&mut self, row: &JointMotion, time: f64, name: impl FnOnce() -> String) {
        self.attempts += 1;
        self.hits += usize::from(row.state == JointMotionState::HIT);
        self.undecided += usize::from(row.state == JointMotionState::UNDECIDED);
        let until = f64::from(row.free_until);
        self.close += usize::from(until > time - 1e-3);
        if row.is_free() || until > time {
            self.faults.push(format!("{}: {row:?}, but it touches at {time:e}", name()));
        }
    }
}

/// Some attempts in one call: each motion touches its own cube, and few touch another one before.
fn attempt(random: &mut Random, checked: &CheckedChain, found: &mut Found, name: &str) {
    let count = random.choose(&[1, 4, 8]);
    let rows: Vec<Attempt> = (0..count).map(|_| Attempt::new(random, checked)).collect();
    let mut given: Vec<GivenSolid> = Vec::new();
    for row in &rows {
        let solids = checked.reference.solids(&row.values());
        let solid = random.choose(&solids);
        given.push(cube_at(tip(random, &solid)));
    }
    if random.one_in(30) {
        let reach = checked.largest_reach();
        let others = random.choose(&[3, 20, 40]);
        given.extend((0..others).map(|_| random_solid(random, Shapes::All, 0.02 * reach, reach)));
    }
    let world = CheckedWorld::new(&given);
    let case = Case { checked, world: &world, links: false };
    let starts: Vec<f32> = rows.iter().flat_map(|row| row.start.clone()).collect();
    let ends: Vec<f32> = rows.iter().flat_map(|row| row.end.clone()).collect();
    for ((row, attempt), cube) in motions(&case, &starts, &ends).iter().zip(&rows).zip(&given) {
        found.add(row, attempt.time, || format!("{name}: {attempt:?} {cube:?}"));
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the counts are what a long search is for")]
fn no_motion_that_touches_a_tiny_cube_is_called_free() {
    let count = wanted("OCTOSAT_ATTEMPTS", 10_000);
    let seed = wanted("OCTOSAT_SEED", 31) as u64;
    let mut found = Found::default();
    let mut number = 0;
    while found.attempts < count {
        number += 1;
        let mut random = Random::of_round(seed, number as u64);
        let checked = chain_of(&mut random, number, Shapes::All);
        for _ in 0..OF_A_CHAIN {
            attempt(&mut random, &checked, &mut found, &format!("chain {number} of seed {seed}"));
        }
    }
    println!("{found:?}");
    assert!(found.faults.is_empty(), "{:#?}", first(&found.faults));
    assert!(found.hits + found.undecided == found.attempts && found.close > found.attempts / 10);
}

/// The control: attempts find an engine that knows links to be a twentieth shorter than they are.
#[test]
fn attempts_find_links_that_are_longer_than_the_engine_knows() {
    let mut found = Found::default();
    for number in 0..20 {
        let mut random = Random::of_round(33, number);
        let of_size = |size| {
            let plan =
                ChainPlan { kind: ChainKind::Planar, joints: 4, size, shapes: Shapes::Boxes };
            random_chain(&mut Random::of_round(34, number), plan)
        };
        let mut checked = of_size(1.0);
        checked.chain = of_size(0.95).chain;
        for _ in 0..OF_A_CHAIN {
            attempt(&mut random, &checked, &mut found, "shorter");
        }
    }
    assert!(found.faults.len() > 100, "{found:?}");
}
