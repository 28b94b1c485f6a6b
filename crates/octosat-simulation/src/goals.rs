//! Goals of scenes, and the goals that a run missed.

use serde::Serialize;

use crate::measure::Measured;
use crate::places::median;
use crate::scenes::Expected;
use crate::tipping::Aside;
use crate::tolerances as t;
use crate::trial::Run;

/// A goal of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Poses and velocities are finite.
    Finite,
    /// No depth is larger than [`t::GOAL_DEPTH`], or [`t::GOAL_TUMBLING_DEPTH`] in a scene that keeps moving.
    Depth,
    /// The largest drift (in a pile: the mean drift) is below [`t::GOAL_DRIFT`].
    Drift,
    /// Resting contacts have predecessors: [`t::GOAL_PERSISTENCE`].
    Persistence,
    /// The scene comes to rest: [`t::GOAL_ENERGY_PER_MASS`].
    Rest,
    /// A scene that should keep moving does so: [`t::GOAL_TUMBLING_ENERGY_PER_MASS`].
    Motion,
    /// No body leaves the walls of a scene that has walls.
    Reach,
    /// Boxes that tip barely leave their axis: [`t::GOAL_ROLL`], [`t::GOAL_YAW`] and [`t::GOAL_ASIDE`].
    Tipping,
    /// The energy at the end (the median over all places) is at most that with the other narrow phase.
    EnergyAgainst,
}

/// A goal that a run missed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missed {
    /// The scene's name.
    pub scene: &'static str,
    /// Whether it ran far from the origin.
    pub far: bool,
    /// The number of the place; the first one for a goal about all places.
    pub place: u32,
    /// The narrow phase's name.
    pub narrow: &'static str,
    /// Which goal.
    pub goal: Goal,
    /// The measured and the required value, as text.
    pub reason: String,
}

impl Missed {
    fn new(run: &Run, goal: Goal, reason: String) -> Self {
        let Run { scene, far, place, narrow, .. } = *run;
        Self { scene, far, place, narrow, goal, reason }
    }
}

/// The goals that a single run missed.
///
/// A NaN misses its goal.
#[must_use]
pub fn missed(run: &Run) -> Vec<Missed> {
    let seen = &run.measured;
    let mut list = Vec::new();
    let mut ask = |met: bool, goal: Goal, reason: String| {
        if !met {
            list.push(Missed::new(run, goal, reason));
        }
    };
    ask(seen.finite, Goal::Finite, "a pose or velocity is not a number".to_owned());
    let tumbles = run.expected == Expected::Tumbles;
    let deepest = if tumbles { t::GOAL_TUMBLING_DEPTH } else { t::GOAL_DEPTH };
    let reason = format!(
        "boxes {:?} are {} of the smallest extent deep, goal at most {}",
        seen.deepest_pair,
        percent(seen.deepest_penetration),
        percent(deepest)
    );
    ask(seen.deepest_penetration <= deepest, Goal::Depth, reason);
    if let Some(reach) = run.reach {
        let moved = seen.moved;
        let reason = format!("a body is {moved:.1} m from where it was, goal at most {reach} m");
        ask(moved <= reach, Goal::Reach, reason);
    }
    match run.expected {
        Expected::Stands | Expected::Rests => ask_for_rest(seen, ask),
        Expected::Tumbles => ask_for_motion(seen, ask),
        Expected::Tips => ask_for_tipping(seen, ask),
    }
    list
}

/// The goals of a scene that should stand or come to rest.
fn ask_for_rest(seen: &Measured, mut ask: impl FnMut(bool, Goal, String)) {
    let reason = format!("{:.4} mm, goal less than {} mm", seen.drift * 1e3, t::GOAL_DRIFT * 1e3);
    ask(seen.drift < t::GOAL_DRIFT, Goal::Drift, reason);
    let reason = format!(
        "{} of the resting contacts have a predecessor, goal at least {}",
        percent(f64::from(seen.persistence)),
        percent(f64::from(t::GOAL_PERSISTENCE))
    );
    ask(seen.persistence >= t::GOAL_PERSISTENCE, Goal::Persistence, reason);
    let energy = seen.kinetic_energy_per_mass;
    let reason = format!("{energy:.2e} J/kg, goal less than {:.0e} J/kg", t::GOAL_ENERGY_PER_MASS);
    ask(energy < t::GOAL_ENERGY_PER_MASS, Goal::Rest, reason);
}

/// The goals of a scene that should keep moving.
fn ask_for_motion(seen: &Measured, mut ask: impl FnMut(bool, Goal, String)) {
    let (energy, least) = (seen.kinetic_energy_per_mass, t::GOAL_TUMBLING_ENERGY_PER_MASS);
    let reason = format!("{energy:.2e} J/kg, goal at least {least:.0e} J/kg");
    ask(energy >= least, Goal::Motion, reason);
}

/// The goals of boxes that should tip about the x axis.
fn ask_for_tipping(seen: &Measured, mut ask: impl FnMut(bool, Goal, String)) {
    let Aside { roll, yaw, way } = seen.aside;
    let reason = format!(
        "roll {roll:.4}°, yaw {yaw:.4}°, {:.3} mm aside, goal at most {}°, {}° and {} mm",
        way * 1e3,
        t::GOAL_ROLL,
        t::GOAL_YAW,
        t::GOAL_ASIDE * 1e3
    );
    let met = roll <= t::GOAL_ROLL && yaw <= t::GOAL_YAW && way <= t::GOAL_ASIDE;
    ask(met, Goal::Tipping, reason);
}

fn percent(share: f64) -> String {
    format!("{:.3} %", share * 1e2)
}

/// The goals that runs of a scene missed in comparison with another narrow phase. A scene that should keep moving or
/// has no friction has no goal of this kind.
///
/// A NaN misses the goal.
#[must_use]
pub fn missed_against(runs: &[Run], others: &[Run]) -> Option<Missed> {
    let [run, other] = [runs.first()?, others.first()?];
    if matches!(run.expected, Expected::Tumbles | Expected::Tips) {
        return None;
    }
    let [own, others_median] = [runs, others].map(median_energy);
    let reason =
        format!("{own:.2e} J/kg, on {}'s manifolds {others_median:.2e} J/kg", other.narrow);
    let of =
        if runs.len() > 1 { format!(", medians of {} places", runs.len()) } else { String::new() };
    let met = own <= others_median;
    (!met).then(|| Missed::new(run, Goal::EnergyAgainst, reason + &of))
}

/// The median of the runs' energies in J/kg.
fn median_energy(runs: &[Run]) -> f64 {
    median(runs.iter().map(|run| f64::from(run.measured.kinetic_energy_per_mass)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_of(measured: Measured) -> Run {
        Run {
            scene: "wall",
            narrow: "octosat",
            far: false,
            place: 0,
            seconds: 20.0,
            bodies: 1,
            expected: Expected::Stands,
            reach: None,
            fast: "ignored",
            total_seconds: 0.0,
            digest: String::new(),
            measured,
        }
    }

    const GOOD: Measured = Measured {
        kinetic_energy: 0.0,
        kinetic_energy_per_mass: 1e-9,
        drift: 9e-4,
        moved: 0.1,
        deepest_penetration: 0.02,
        deepest_pair: [0, 1],
        aside: Aside { roll: 0.03, yaw: 0.012, way: 1e-4 },
        persistence: 0.99,
        persistence_of_all: 0.0,
        finite: true,
        liveliest_body: 0,
        liveliest_share: 1.0,
        contacts: 1,
        pairs: 1,
        narrow_microseconds: 0.0,
        steps: 0.0,
        dropped_seconds: 0.0,
        impact_microseconds: 0.0,
    };

    #[test]
    fn each_goal_can_be_missed_alone() {
        assert_eq!(missed(&run_of(GOOD)), []);
        let spoilt = [
            (Goal::Finite, Measured { finite: false, ..GOOD }),
            (Goal::Depth, Measured { deepest_penetration: 0.0201, ..GOOD }),
            (Goal::Depth, Measured { deepest_penetration: f64::NAN, ..GOOD }),
            (Goal::Drift, Measured { drift: 1.01e-3, ..GOOD }),
            (Goal::Drift, Measured { drift: f32::NAN, ..GOOD }),
            (Goal::Persistence, Measured { persistence: 0.989, ..GOOD }),
            (Goal::Rest, Measured { kinetic_energy_per_mass: 1e-5, ..GOOD }),
        ];
        for (goal, measured) in spoilt {
            let goals: Vec<Goal> = missed(&run_of(measured)).iter().map(|m| m.goal).collect();
            assert_eq!(goals, [goal]);
        }
    }

    #[test]
    fn what_tumbles_has_goals_of_its_own() {
        let tumbling =
            |measured| Run { expected: Expected::Tumbles, reach: Some(3.7), ..run_of(measured) };
        let good = Measured {
            kinetic_energy_per_mass: 0.3,
            moved: 2.0,
            persistence: 0.5,
            drift: 1.0,
            ..GOOD
        };
        let goals =
            |measured| missed(&tumbling(measured)).iter().map(|m| m.goal).collect::<Vec<_>>();
        assert_eq!(goals(good), []);
        assert_eq!(goals(Measured { kinetic_energy_per_mass: 0.01, ..good }), [Goal::Motion]);
        assert_eq!(goals(Measured { moved: 9.0, ..good }), [Goal::Reach]);
        assert_eq!(goals(Measured { deepest_penetration: 0.6, ..good }), [Goal::Depth]);
        let [run, other] = [good, Measured { kinetic_energy_per_mass: 0.2, ..good }].map(tumbling);
        assert_eq!(missed_against(&[run], &[other]), None);
    }

    #[test]
    fn what_tips_may_not_leave_its_axis() {
        let goals = |aside| {
            let run = Run { expected: Expected::Tips, ..run_of(Measured { aside, ..GOOD }) };
            missed(&run).iter().map(|m| m.goal).collect::<Vec<_>>()
        };
        assert_eq!(goals(GOOD.aside), []);
        assert_eq!(goals(Aside { roll: 0.031, ..GOOD.aside }), [Goal::Tipping]);
        assert_eq!(goals(Aside { yaw: 0.013, ..GOOD.aside }), [Goal::Tipping]);
        assert_eq!(goals(Aside { way: f32::NAN, ..GOOD.aside }), [Goal::Tipping]);
    }

    #[test]
    fn the_other_may_have_no_less_energy() {
        let livelier = Measured { kinetic_energy_per_mass: 2e-9, ..GOOD };
        let broken = Measured { kinetic_energy_per_mass: f32::NAN, ..GOOD };
        let goal = |own: &[Measured], others: &[Measured]| {
            let runs = |all: &[Measured]| all.iter().copied().map(run_of).collect::<Vec<_>>();
            let [own, others] = [own, others].map(runs);
            missed_against(&own, &others).map(|missed| missed.goal)
        };
        let missed = Some(Goal::EnergyAgainst);
        assert_eq!(goal(&[GOOD], &[livelier]), None);
        assert_eq!(goal(&[GOOD], &[GOOD]), None);
        assert_eq!(goal(&[livelier], &[GOOD]), missed);
        // The goal compares medians of several places, so one bad place is not a miss, but two are.
        assert_eq!(goal(&[GOOD, livelier, GOOD], &[GOOD, GOOD, livelier]), None);
        assert_eq!(goal(&[livelier, GOOD, livelier], &[GOOD, GOOD, livelier]), missed);
        assert_eq!(goal(&[GOOD, broken, GOOD], &[livelier; 3]), missed);
        assert_eq!(goal(&[GOOD; 3], &[livelier, broken, livelier]), missed);
    }
}
