//! The rows of a bench, as JSON and as one table.

use std::fs;

use octosat::Engine;
use octosat_check::Basis;
use serde::Serialize;

use super::dataset::Dataset;
use super::options::Part;
use super::plan::{FRAMES_CHECKED, ROWS_CHECKED};
use crate::input::SkippedBasis;
use crate::output::Output;
use crate::table::{Table, count, millions};
use crate::timing::{FEWEST_ROUNDS, Ratio, Times};

/// The JSON of `bench`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) cpu: String,
    pub(crate) skipped: Vec<&'static str>,
    pub(crate) skipped_bases: Vec<SkippedBasis>,
    pub(crate) rows: Vec<Row>,
    /// Answers that differed, in words; nothing in them is worth timing.
    pub(crate) differences: Vec<String>,
    /// Parts of scenes whose answers were checked before they were timed.
    pub(crate) checked: Vec<String>,
    /// Those whose answers were not checked.
    pub(crate) unchecked: Vec<String>,
}

/// One contender on one scene.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Why it was measured: combinations, growth, threads, frames or small.
    pub(crate) part: &'static str,
    pub(crate) scene: String,
    /// Of the pairs: random, spatial, recorded or shuffled.
    pub(crate) order: &'static str,
    pub(crate) query: &'static str,
    pub(crate) backend: &'static str,
    pub(crate) basis: &'static str,
    pub(crate) threads: usize,
    pub(crate) boxes: usize,
    /// Rows of a call, or of the frames of a pass.
    pub(crate) pairs: usize,
    /// Of the shortest round.
    pub(crate) ns_per_pair: f64,
    /// By how much the median round was longer, as a part.
    pub(crate) spread: f64,
    pub(crate) pairs_per_second: f64,
    pub(crate) rounds: usize,
    /// Against one thread of scalar code: for overlap the textbook's early exit, else the scalar backend.
    /// None if there was none, or if the machine was too busy to say.
    pub(crate) speedup_over_scalar: Option<f64>,
    /// Against the same code on one thread.
    pub(crate) speedup_over_one_thread: Option<f64>,
    /// Ratios that are left out because the machine was busy.
    pub(crate) busy_ratios: usize,
    /// The share of the cores that other programs had meanwhile; zero if the system does not say.
    pub(crate) others: f64,
    /// What rows of frames and of small lists have in addition.
    #[serde(flatten)]
    pub(crate) own: OwnFields,
}

/// Fields that a part has for itself.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct OwnFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) recording: Option<String>,
    /// Of frames: recorded; of a single frame: none or creep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) motion: Option<&'static str>,
    /// The frames of a pass that count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) frames: Option<usize>,
    /// Of contacts: off, on or predecessors; off for other queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cache: Option<&'static str>,
    /// The time of the same with the cache off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stateless_ns_per_pair: Option<f64>,
    /// Against the same with the cache off: whole frame against whole frame, call against call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) speedup_over_stateless: Option<f64>,
    /// The quartiles of the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) speedup_over_stateless_quartiles: Option<[f64; 2]>,
    /// Of small lists: default or sequential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) engine: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ns_per_call: Option<f64>,
}

/// How contenders are measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Rounds in which all take their turns; none: as many as usual.
    pub(crate) rounds: Option<usize>,
    pub(crate) output: Output,
}

/// The rows of a part, and the answers that were wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    pub(crate) rows: Vec<Row>,
    /// Whether answers were checked before they were timed.
    pub(crate) is_checked: bool,
    pub(crate) differences: Vec<String>,
}

/// Who was measured, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measurement<'a> {
    pub(crate) query: &'static str,
    pub(crate) backend: &'static str,
    pub(crate) basis: &'static str,
    pub(crate) threads: usize,
    pub(crate) pairs: usize,
    pub(crate) times: &'a Times,
}

impl<'a> Measurement<'a> {
    /// An engine, for boxes in the unit basis.
    pub(crate) fn new(query: &'static str, engine: &Engine, times: &'a Times) -> Self {
        Self {
            query,
            backend: engine.backend().name(),
            basis: Basis::Unit.name(),
            threads: 1,
            pairs: 0,
            times,
        }
    }
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            cpu: cpu(),
            skipped: octosat_check::skipped_backends(),
            skipped_bases: Vec::new(),
            rows: Vec::new(),
            differences: Vec::new(),
            checked: Vec::new(),
            unchecked: Vec::new(),
        }
    }

    /// Adds what was measured of a part of a scene.
    pub(crate) fn add(&mut self, scene: &str, part: Part, measured: Measured) {
        if !measured.rows.is_empty() {
            let names = if measured.is_checked { &mut self.checked } else { &mut self.unchecked };
            names.push(format!("{} of {scene}", part.name()));
        }
        self.rows.extend(measured.rows);
        self.differences.extend(measured.differences);
    }

    pub(crate) fn machine_words(&self) -> String {
        let mut text = format!("CPU: {}", self.cpu);
        if !self.skipped.is_empty() {
            text.push_str(&format!("; without {}", self.skipped.join(", ")));
        }
        text
    }

    pub(crate) fn closing_words(&self) -> String {
        if !self.differences.is_empty() {
            return format!(
                "\nDIFFERENCES, the times mean nothing:\n{}",
                self.differences.join("\n")
            );
        }
        let mut text = String::new();
        if !self.checked.is_empty() {
            text.push_str(&format!(
                "\nAnswers were checked before they were timed ({ROWS_CHECKED} rows of a list, contacts with caches of \
                 {FRAMES_CHECKED} frames): {}.",
                self.checked.join(", ")
            ));
        }
        if !self.unchecked.is_empty() {
            text.push_str(&format!("\nAnswers were not checked: {}.", self.unchecked.join(", ")));
        }
        text.push_str(
            "\nTimes are the least of all rounds, \"spread\" is by how much the median round was longer; ratios are \
             medians of the ratios of each round.",
        );
        if self.rows.iter().any(|row| row.rounds < FEWEST_ROUNDS) {
            text.push_str(&format!("\nFewer than {FEWEST_ROUNDS} rounds show no ratios."));
        }
        let busy: usize = self.rows.iter().map(|row| row.busy_ratios).sum();
        if busy > 0 {
            let others = self.rows.iter().map(|row| row.others).fold(0.0, f64::max);
            text.push_str(&format!(
                "\nThe machine was busy: other programs had up to {:.0} % of the cores. {busy} ratios mean nothing \
                 then, and are left out: of several threads, and those that varied too much from round to round.",
                100.0 * others
            ));
        }
        text
    }
}

impl Row {
    /// A row without ratios.
    pub(crate) fn new(dataset: &Dataset, part: Part, measured: Measurement<'_>) -> Self {
        let Measurement { query, backend, basis, threads, pairs, times } = measured;
        let ns = nanoseconds_per_pair(times, pairs);
        Self {
            part: part.name(),
            scene: dataset.scene.clone(),
            order: dataset.order,
            query,
            backend,
            basis,
            threads,
            boxes: dataset.recording.boxes(),
            pairs,
            ns_per_pair: ns,
            spread: times.spread(),
            pairs_per_second: if ns > 0.0 { 1e9 / ns } else { 0.0 },
            rounds: times.seconds.len(),
            speedup_over_scalar: None,
            speedup_over_one_thread: None,
            busy_ratios: 0,
            others: times.others,
            own: OwnFields::default(),
        }
    }

    /// The same with a ratio to scalar code.
    pub(crate) fn over_scalar(mut self, ratio: Option<Ratio>) -> Self {
        self.speedup_over_scalar = self.meaningful(ratio);
        self
    }

    /// The same with a ratio to one thread.
    pub(crate) fn over_one_thread(mut self, ratio: Option<Ratio>) -> Self {
        self.speedup_over_one_thread = self.meaningful(ratio);
        self
    }

    /// The same next to the time with the cache off, and the ratio to it.
    pub(crate) fn over_stateless(mut self, stateless: &Times, ratio: Option<Ratio>) -> Self {
        self.own.stateless_ns_per_pair = Some(nanoseconds_per_pair(stateless, self.pairs));
        self.own.speedup_over_stateless = self.meaningful(ratio);
        self.own.speedup_over_stateless_quartiles = ratio.map(|ratio| ratio.quartiles);
        self
    }

    /// A ratio, unless the machine was too busy.
    fn meaningful(&mut self, ratio: Option<Ratio>) -> Option<f64> {
        let meaningful = ratio?.meaningful(self.threads);
        self.busy_ratios += usize::from(meaningful.is_none());
        meaningful
    }
}

fn nanoseconds_per_pair(times: &Times, pairs: usize) -> f64 {
    times.least() * 1e9 / pairs.max(1) as f64
}

/// The heading and the table of one part.
pub(crate) fn words(dataset: &Dataset, part: Part, rows: &[Row]) -> String {
    // One table for all parts: columns that a part does not have are left out.
    let ratio = |ratio: Option<f64>| ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}x"));
    let text = |text: Option<&'static str>| text.unwrap_or_default().to_owned();
    type Cell<'a> = Box<dyn Fn(&Row) -> String + 'a>;
    let frames = part == Part::Frames;
    let small = matches!(part, Part::Small | Part::World);
    let cached = rows.iter().any(|row| row.own.cache.is_some());
    let number = |number: Option<f64>| number.map_or("-".to_owned(), |ns| format!("{ns:.2}"));
    let columns: Vec<(&str, bool, Cell<'_>)> = vec![
        ("query", true, Box::new(|row| row.query.to_owned())),
        ("cache", cached, Box::new(|row| text(row.own.cache))),
        ("engine", small, Box::new(|row| text(row.own.engine))),
        ("backend", !small, Box::new(|row| row.backend.to_owned())),
        ("basis", !frames && !small, Box::new(|row| row.basis.to_owned())),
        ("motion", frames, Box::new(|row| text(row.own.motion))),
        ("order", frames, Box::new(|row| row.order.to_owned())),
        ("threads", !small, Box::new(|row| row.threads.to_string())),
        ("pairs", small, Box::new(|row| count(row.pairs))),
        ("ns/call", small, Box::new(|row| format!("{:.0}", row.own.ns_per_call.unwrap_or(0.0)))),
        ("ns/pair", true, Box::new(|row| format!("{:.2}", row.ns_per_pair))),
        ("spread", true, Box::new(|row| format!("{:.0} %", 100.0 * row.spread))),
        ("pairs/s", !frames && !small, Box::new(|row| millions(row.pairs_per_second))),
        ("stateless ns/pair", cached, Box::new(|row| number(row.own.stateless_ns_per_pair))),
        ("over stateless", cached, Box::new(|row| ratio(row.own.speedup_over_stateless))),
        ("over scalar", !frames && !small, Box::new(|row| ratio(row.speedup_over_scalar))),
        ("over 1 thread", true, Box::new(|row| ratio(row.speedup_over_one_thread))),
    ];
    let columns: Vec<_> = columns.into_iter().filter(|(_, is_there, _)| *is_there).collect();
    let titles: Vec<&str> = columns.iter().map(|(title, ..)| *title).collect();
    let words = titles.iter().position(|&title| ["threads", "pairs"].contains(&title)).unwrap_or(1);
    let mut table = Table::new(words, &titles);
    for row in rows {
        table.row(columns.iter().map(|(_, _, cell)| cell(row)).collect());
    }
    format!(
        "\n{} ({} order): {} boxes, {} pairs; {}\n\n{}",
        dataset.scene,
        dataset.order,
        count(dataset.recording.boxes()),
        count(dataset.list.pairs.len()),
        part.name(),
        table.text()
    )
}

/// The name that Linux gives the CPU; unknown elsewhere.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}
