//! Motions of a chain from one configuration to another: whether it is free all the way.

use octosat::{ChainClearance, Engine, JointMotion, JointMotionState};
use octosat_reference::float64::LEAST_SHOWN;
use octosat_scenes::generate::Random;
use proptest::prelude::BoxedStrategy;

use super::answers::filled;
use super::configurations::not_shown;
use crate::chains::{ChainWorld, Motion};
use crate::strategies::robots;
use crate::{Asked, Call, Case, Facts, Failure, Finding, Query, Round, Verb, map_rows};

/// Joint motions of chains. In most worlds, obstacles touch a solid at a known time of a motion.
#[derive(Clone, Copy, Debug)]
pub struct JointMotionsOfChains;

/// Half of the shortest part of a motion that an engine looks at.
const SHORTEST: f32 = 1.0 / 2_097_152.0;

/// How far rounding turns a joint, for each radian of its value at both ends, and the largest offset of a joint that
/// follows another one.
const JOINT_ROUNDING: f64 = 12.0 / 16_777_216.0;
const LARGEST_OFFSET: f64 = 1024.0;

/// Times before the end of what is free at which nothing may touch, in addition to the time of the motion.
const SAMPLES: usize = 3;

impl Query for JointMotionsOfChains {
    type Row = JointMotion;
    type World = ChainWorld;
    type Memory = ();
    type History = ();

    fn facts(&self) -> &'static Facts {
        &Facts {
            name: "joint-motions",
            about: "motions of a chain made of the boxes, from one configuration to another: whether it is free all the way",
            verbs: const { &[Verb::of("joint_motions", "joint motions of a chain")] },
            rows: "joint motions",
            avx2_nanoseconds: 12 * Facts::OF_CHAINS.avx2_nanoseconds,
            ..Facts::OF_CHAINS
        }
    }

    fn rounds(&self, number: u64) -> BoxedStrategy<Round> {
        robots(self.facts(), number)
    }

    fn world(&self, case: &Case) -> Result<ChainWorld, Failure> {
        ChainWorld::new(case, true, 1.0)
    }

    fn ask(
        &self,
        asked: &Asked<'_, ChainWorld>,
        _memory: &mut (),
    ) -> Result<Vec<JointMotion>, Failure> {
        let Asked { engine, world, rows, .. } = *asked;
        let starts = world.joints(rows, |motion| motion.start);
        let ends = world.joints(rows, |motion| motion.end);
        let motions = world.motions(&starts, &ends);
        Ok(filled(rows.len(), |out| engine.joint_motions(motions, out))?)
    }

    fn check(
        &self,
        asked: &Asked<'_, ChainWorld>,
        answers: &[JointMotion],
        _history: &mut (),
    ) -> Result<Vec<Finding>, Failure> {
        let Asked { world, rows, .. } = *asked;
        let findings = map_rows(rows.len(), |row| {
            let known = Known { world, motion: world.motion(rows[row]), row: answers[row] };
            known.finding()
        });
        Ok(findings)
    }

    /// No box can be poisoned, as for configurations.
    fn depends_on(&self, _case: &Case, _row: [u32; 2], _index: u32) -> bool {
        true
    }

    fn calls<'a>(&self, case: &'a Case, world: &'a ChainWorld) -> Vec<Call<'a>> {
        let starts = world.joints(&case.pairs, |motion| motion.start);
        let ends = world.joints(&case.pairs, |motion| motion.end);
        let call = move |engine: &Engine, out: &mut [JointMotion]| {
            Ok(engine.joint_motions(world.motions(&starts, &ends), out)?)
        };
        let rows = vec![JointMotion::default(); case.pairs.len()];
        let is_hit = |row: &JointMotion| row.state == JointMotionState::HIT;
        vec![Call::new("joint-motions", rows, call, is_hit)]
    }
}

/// A motion and the answer about it.
struct Known<'a> {
    world: &'a ChainWorld,
    motion: Motion,
    row: JointMotion,
}

impl Known<'_> {
    fn finding(&self) -> Finding {
        let JointMotion { free_until, state, reserved, .. } = self.row;
        let mut finding = Finding::default();
        let is_known = [JointMotionState::FREE, JointMotionState::HIT, JointMotionState::UNDECIDED];
        finding.holds(is_known.contains(&state) && reserved == [0; 3], "the state");
        finding.holds((0.0..=1.0).contains(&free_until), "a time outside of the motion");
        let is_free = state == JointMotionState::FREE;
        finding.holds(is_free == (free_until >= 1.0), "free, but not until the end");
        for time in self.times() {
            if finding.fault.is_none() && self.touches(time) {
                finding.holds(false, &format!("it touches at {time:e}"));
            }
        }
        if state == JointMotionState::HIT {
            self.check_hit(&mut finding);
        } else {
            let JointMotion { touches_at, solid, obstacle, other, .. } = self.row;
            let is_none = [solid, obstacle, other] == [ChainClearance::NONE; 3];
            finding.holds(is_none && touches_at == f32::INFINITY, "a pair of no hit");
        }
        if state == JointMotionState::UNDECIDED {
            let [near, allowed] = self.nearness(self.world.tolerance);
            finding.not_over(near, allowed, "it is undecided, and free");
        }
        finding.about(|| format!(" ({:?} of {:?})", self.row, self.motion))
    }

    /// What holds of a hit: its pair touches at its time, and near what is not known to be free.
    fn check_hit(&self, finding: &mut Finding) {
        let JointMotion { free_until, touches_at, solid, obstacle, other, .. } = self.row;
        finding.holds((free_until..=1.0).contains(&touches_at), "a hit at another time");
        let placed = self.world.placed(&self.motion.at(touches_at.into()));
        let Some(pair) = placed.pairs().find(|pair| pair.is_named([solid, obstacle, other])) else {
            finding.holds(false, "a hit of no pair");
            return;
        };
        let rounding = Ways::new(self).rounding + 2.0 * placed.bound(&pair);
        let allowed = rounding / LEAST_SHOWN + not_shown(&pair);
        let beyond = placed.beyond(&pair, pair.distance());
        finding.not_over(beyond, allowed, "a hit of a pair that does not touch");
        if self.world.hit_tolerance > 0.0 {
            let tolerance = self.world.hit_tolerance.max(self.world.tolerance);
            let [near, allowed] = self.nearness(tolerance);
            finding.not_over(near, allowed, "it is free for longer");
        }
    }

    /// Times at which nothing may touch.
    fn times(&self) -> Vec<f64> {
        let until = f64::from(self.row.free_until);
        let mut random = Random::new(until.to_bits() ^ self.motion.start.len() as u64);
        let mut times = vec![self.motion.time, until * (1.0 - f64::EPSILON)];
        times.extend((0..SAMPLES).map(|_| random.range(0.0, until)));
        times.retain(|&time| time < until || self.row.is_free());
        times
    }

    /// The least distance where the motion is free no longer, and how large it is at most if it is looked at to a tolerance
    /// there: solids are within the tolerance and rounding of each other along all axes, which show [`LEAST_SHOWN`] of a
    /// distance, in the middle of a part in which they come nearer by as much.
    fn nearness(&self, tolerance: f32) -> [f64; 2] {
        let ways = Ways::new(self);
        let shortest = ways.way * f64::from(SHORTEST);
        let within = 2.0 * f64::from(tolerance) + 4.0 * (shortest + ways.rounding);
        let placed = self.world.placed(&self.motion.at(self.row.free_until.into()));
        let [least, bound] = placed.least_distance();
        [least, within + (within + 2.0 * bound) / LEAST_SHOWN]
    }

    /// Whether solids share a point at a time.
    fn touches(&self, time: f64) -> bool {
        self.world.placed(&self.motion.at(time)).touches()
    }
}

/// How far solids come nearer to each other during a motion at most, in meters.
struct Ways {
    way: f64,
    /// What rounding adds.
    rounding: f64,
}

impl Ways {
    fn new(known: &Known<'_>) -> Self {
        let checked = &known.world.checked;
        let ends = [0.0, 1.0].map(|time| known.motion.at(time));
        let solids = || 0..checked.solids();
        let of_ends = |of: &dyn Fn(usize, &[f64]) -> f64| -> f64 {
            ends.iter()
                .map(|values| solids().map(|solid| of(solid, values)).fold(0.0, f64::max))
                .sum()
        };
        let reach = of_ends(&|solid, values| checked.reference.reach(solid, values)).max(1.0);
        let poses = of_ends(&|solid, values| checked.reference.pose_bound(solid, values));
        let [from, to] = ends.map(|values| checked.reference.joint_values(&values));
        let offset = if checked.has_followers() { LARGEST_OFFSET } else { 0.0 };
        let (mut turns, mut sizes) = (0.0, 0.0);
        for (from, to) in from.into_iter().zip(to) {
            turns += (to - from).abs();
            sizes += from.abs() + to.abs() + offset;
        }
        let rounding = 2.0 * (poses * (1.0 + turns) + JOINT_ROUNDING * sizes * reach);
        Self { way: 2.0 * turns * reach, rounding }
    }
}
