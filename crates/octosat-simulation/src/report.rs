//! Prints runs as a table or as JSON.

use serde::Serialize;

use crate::goals::Missed;
use crate::places::Places;
use crate::trial::Run;

/// All runs, as printed by `--json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// In the order they ran.
    pub runs: Vec<Run>,
    /// What the runs of a scene at several places have in common.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Places>,
    /// The goals that they missed, if they were checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<Vec<Missed>>,
}

const TITLES: [&str; 17] = [
    "scene",
    "manifolds",
    "bodies",
    "contacts",
    "energy J",
    "J/kg",
    "drift mm",
    "moved mm",
    "depth %",
    "kept %",
    "all kept %",
    "liveliest",
    "us/frame",
    "steps",
    "us/impacts",
    "total s",
    "digest",
];

/// The runs as a table, one per line, then the places and the missed goals.
#[must_use]
pub fn table(report: &Report) -> String {
    let titles = TITLES.map(str::to_owned);
    let rows: Vec<[String; TITLES.len()]> =
        std::iter::once(titles).chain(report.runs.iter().map(cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let line = |row: &[String; TITLES.len()]| {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    let goals = report.missed.iter().flat_map(|missed| goals(missed));
    let places = report.places.iter().map(Places::words);
    rows.iter().map(line).chain(places).chain(goals).collect::<Vec<_>>().join("\n")
}

/// The missed goals, one per line.
fn goals(missed: &[Missed]) -> Vec<String> {
    if missed.is_empty() {
        return vec!["every goal is met".to_owned()];
    }
    let line = |missed: &Missed| {
        let Missed { scene, far, place, narrow, goal, reason } = missed;
        format!("missed: {}, {narrow}, {goal:?}: {reason}", placed(scene, *far, *place))
    };
    missed.iter().map(line).collect()
}

/// The name of a scene, and its place.
fn placed(scene: &str, far: bool, place: u32) -> String {
    let far = if far { ", far" } else { "" };
    let place = if place > 0 { format!(", place {place}") } else { String::new() };
    format!("{scene}{far}{place}")
}

fn cells(run: &Run) -> [String; TITLES.len()] {
    let seen = run.measured;
    [
        placed(run.scene, run.far, run.place),
        run.narrow.to_owned(),
        run.bodies.to_string(),
        seen.contacts.to_string(),
        format!("{:.2e}", seen.kinetic_energy),
        format!("{:.2e}", seen.kinetic_energy_per_mass),
        format!("{:.3}", seen.drift * 1e3),
        format!("{:.3}", seen.moved * 1e3),
        format!("{:.3}", seen.deepest_penetration * 1e2),
        format!("{:.2}", seen.persistence * 1e2),
        format!("{:.2}", seen.persistence_of_all * 1e2),
        format!("{} {:.0}%", seen.liveliest_body, seen.liveliest_share * 1e2),
        format!("{:.0}", seen.narrow_microseconds),
        format!("{:.2}", seen.steps),
        format!("{:.0}", seen.impact_microseconds),
        format!("{:.2}", run.total_seconds),
        run.digest.clone(),
    ]
}
