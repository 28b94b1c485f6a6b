//! What is asked of every scene, and what of it a run missed.

use serde::Serialize;

use crate::report::Run;
use crate::tolerances as t;

/// Something that is asked of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Poses and velocities are numbers.
    Finite,
    /// No box sinks into another by more than [`t::GOAL_DEPTH`].
    Depth,
    /// No box drifts by [`t::GOAL_DRIFT`]; of a pile, the mean does not.
    Drift,
    /// Resting contacts keep their names: [`t::GOAL_PERSISTENCE`].
    Persistence,
    /// It comes to rest: [`t::GOAL_ENERGY_PER_MASS`].
    Rest,
    /// It has no more energy at the end than on the other narrow phase's manifolds, by the median of the places.
    EnergyAgainst,
}

/// A goal that a run missed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Missed {
    /// The scene's name.
    pub scene: &'static str,
    /// Whether it ran far from the origin.
    pub far: bool,
    /// Which of the places; the first for a goal that is about all of them.
    pub place: u32,
    /// The narrow phase's name.
    pub narrow: &'static str,
    /// Which goal.
    pub goal: Goal,
    /// What was seen and what was asked for, for people.
    pub told: String,
}

impl Missed {
    fn new(run: &Run, goal: Goal, told: String) -> Self {
        let Run { scene, far, place, narrow, .. } = *run;
        Self { scene, far, place, narrow, goal, told }
    }
}

/// The goals that a run missed by itself.
///
/// Written so that a value that is not a number misses its goal.
#[must_use]
pub fn missed(run: &Run) -> Vec<Missed> {
    let seen = &run.measured;
    let mut list = Vec::new();
    let mut ask = |met: bool, goal: Goal, told: String| {
        if !met {
            list.push(Missed::new(run, goal, told));
        }
    };
    ask(seen.finite, Goal::Finite, "a pose or velocity is not a number".to_owned());
    let percent = |share: f64| format!("{:.3} %", share * 1e2);
    let told = format!(
        "boxes {:?} are {} of the smallest extent deep, goal at most {}",
        seen.deepest_pair,
        percent(seen.deepest_penetration),
        percent(t::GOAL_DEPTH)
    );
    ask(seen.deepest_penetration <= t::GOAL_DEPTH, Goal::Depth, told);
    let told = format!("{:.4} mm, goal less than {} mm", seen.drift * 1e3, t::GOAL_DRIFT * 1e3);
    ask(seen.drift < t::GOAL_DRIFT, Goal::Drift, told);
    let told = format!(
        "{} of the resting contacts kept their names, goal at least {}",
        percent(f64::from(seen.persistence)),
        percent(f64::from(t::GOAL_PERSISTENCE))
    );
    ask(seen.persistence >= t::GOAL_PERSISTENCE, Goal::Persistence, told);
    let energy = seen.kinetic_energy_per_mass;
    let told = format!("{energy:.2e} J/kg, goal less than {:.0e} J/kg", t::GOAL_ENERGY_PER_MASS);
    ask(energy < t::GOAL_ENERGY_PER_MASS, Goal::Rest, told);
    list
}

/// What runs of a scene in some places missed against those on another narrow phase's manifolds.
///
/// Written so that a value that is not a number misses the goal.
#[must_use]
pub fn missed_against(runs: &[Run], others: &[Run]) -> Option<Missed> {
    let [run, other] = [runs.first()?, others.first()?];
    let [own, others_median] = [runs, others].map(median_energy);
    let told = format!("{own:.2e} J/kg, on {}'s manifolds {others_median:.2e} J/kg", other.narrow);
    let of =
        if runs.len() > 1 { format!(", medians of {} places", runs.len()) } else { String::new() };
    let met = own <= others_median;
    (!met).then(|| Missed::new(run, Goal::EnergyAgainst, told + &of))
}

/// The median of the runs' energies, the greater of two in the middle, in J/kg; not a number if one is not.
fn median_energy(runs: &[Run]) -> f32 {
    let mut energies: Vec<f32> =
        runs.iter().map(|run| run.measured.kinetic_energy_per_mass).collect();
    energies.sort_by(f32::total_cmp);
    let broken = energies.iter().find(|energy| energy.is_nan());
    broken.copied().unwrap_or(energies[energies.len() / 2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Measured;

    fn run_of(measured: Measured) -> Run {
        Run {
            scene: "wall",
            narrow: "octosat",
            coherence: None,
            far: false,
            place: 0,
            seconds: 20.0,
            bodies: 1,
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
        persistence: 0.99,
        persistence_of_all: 0.0,
        recycled: 0.0,
        finite: true,
        liveliest_body: 0,
        liveliest_share: 1.0,
        contacts: 1,
        pairs: 1,
        narrow_microseconds_per_frame: 0.0,
        narrow_nanoseconds_per_pair: 0.0,
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
        // Medians of several: one unlucky place is no miss, two are.
        assert_eq!(goal(&[GOOD, livelier, GOOD], &[GOOD, GOOD, livelier]), None);
        assert_eq!(goal(&[livelier, GOOD, livelier], &[GOOD, GOOD, livelier]), missed);
        assert_eq!(goal(&[GOOD, broken, GOOD], &[livelier; 3]), missed);
        assert_eq!(goal(&[GOOD; 3], &[livelier, broken, livelier]), missed);
    }
}
