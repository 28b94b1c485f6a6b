//! Runs of a scene at several places. Single runs of a pile prove little: places differ by 1e5 in energy.

use serde::Serialize;

use crate::measure::Measured;
use crate::tolerances as t;
use crate::trial::Run;

/// The runs of a scene at several places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Places {
    /// The scene's name.
    pub scene: &'static str,
    /// The narrow phase's name.
    pub narrow: &'static str,
    /// Whether they ran far from the origin.
    pub far: bool,
    /// How many there are.
    pub places: usize,
    /// Runs that end with more energy than [`t::CALM_ENERGY_PER_MASS`].
    pub lively: usize,
    /// Runs that keep a smaller share of their resting contacts than [`t::CALM_PERSISTENCE`].
    pub losing: usize,
    /// Energy in J/kg.
    pub energy: Spread,
    /// Drift in meters.
    pub drift: Spread,
    /// The share of resting contacts that are kept.
    pub kept: Spread,
    /// Depth relative to the smallest extent.
    pub depth: Spread,
}

/// A measurement of all places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The larger of two in the middle.
    pub median: f64,
    /// The worst.
    pub worst: f64,
}

impl Spread {
    fn new(runs: &[Run], of: impl Fn(&Measured) -> f64) -> Self {
        let values = || runs.iter().map(|run| of(&run.measured));
        Self { median: median(values()), worst: values().fold(f64::NEG_INFINITY, f64::max) }
    }
}

impl Places {
    /// What runs of one scene have in common; nothing of a single run.
    #[must_use]
    pub fn new(runs: &[Run]) -> Option<Self> {
        let [Run { scene, narrow, far, .. }, _, ..] = *runs else { return None };
        let count = |is: fn(&Measured) -> bool| runs.iter().filter(|run| is(&run.measured)).count();
        let lost = Spread::new(runs, |seen| 1.0 - f64::from(seen.persistence));
        Some(Self {
            scene,
            narrow,
            far,
            places: runs.len(),
            lively: count(|seen| seen.kinetic_energy_per_mass > t::CALM_ENERGY_PER_MASS),
            losing: count(|seen| seen.persistence < t::CALM_PERSISTENCE),
            energy: Spread::new(runs, |seen| f64::from(seen.kinetic_energy_per_mass)),
            drift: Spread::new(runs, |seen| f64::from(seen.drift)),
            kept: Spread { median: 1.0 - lost.median, worst: 1.0 - lost.worst },
            depth: Spread::new(runs, |seen| seen.deepest_penetration),
        })
    }

    /// The same in words, on one line.
    #[must_use]
    pub fn words(&self) -> String {
        let Self { scene, narrow, far, places, lively, losing, .. } = self;
        let [Spread { median: energy, worst: most }, drift, kept, depth] =
            [self.energy, self.drift, self.kept, self.depth];
        let percent = |Spread { median, worst }, digits| {
            format!("{:.digits$} ({:.digits$}) %", median * 1e2, worst * 1e2)
        };
        format!(
            "{scene}{}, {narrow}, {places} places: {lively} end above {:.0e} J/kg, {losing} keep less than {:.2} %; \
             median (worst): {energy:.1e} ({most:.1e}) J/kg, drift {:.4} ({:.4}) mm, kept {}, depth {}",
            if *far { ", far" } else { "" },
            t::CALM_ENERGY_PER_MASS,
            t::CALM_PERSISTENCE * 1e2,
            drift.median * 1e3,
            drift.worst * 1e3,
            percent(kept, 3),
            percent(depth, 2),
        )
    }
}

/// The median (the larger of two in the middle). NaN if a value is NaN.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let broken = values.iter().find(|value| value.is_nan());
    broken.copied().unwrap_or(values[values.len() / 2])
}
