//! The rows of a bench, as JSON and as tables.

use std::fs;

use serde::Serialize;

use super::contender::Contender;
use super::dataset::Dataset;
use super::frames::{self, FrameFields};
use super::measure::Timed;
use super::plan::Part;
use super::small::{self, SmallFields};
use crate::engines::skipped_backends;
use crate::input::SkippedBasis;
use crate::table::{Table, count, millions};

/// The JSON of `bench`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) cpu: String,
    pub(crate) skipped: Vec<&'static str>,
    pub(crate) skipped_bases: Vec<SkippedBasis>,
    pub(crate) rows: Vec<Row>,
    /// Answers that differed, in words; nothing in them is worth timing.
    pub(crate) differences: Vec<String>,
}

/// One contender on one scene.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// Why it was measured: combinations, growth, threads, frames or small.
    pub(crate) part: &'static str,
    pub(crate) scene: String,
    /// Random, spatial or recorded.
    pub(crate) order: &'static str,
    pub(crate) query: &'static str,
    pub(crate) backend: &'static str,
    pub(crate) basis: &'static str,
    pub(crate) arithmetic: &'static str,
    pub(crate) threads: usize,
    pub(crate) boxes: usize,
    pub(crate) pairs: usize,
    /// Of the median lap.
    pub(crate) ns_per_pair: f64,
    /// Of the shortest lap.
    pub(crate) least_ns_per_pair: f64,
    pub(crate) pairs_per_second: f64,
    /// How many times are behind the median.
    pub(crate) laps: usize,
    /// Against one thread of scalar code: for overlap the textbook's early exit, for penetration and
    /// contacts the scalar mirror of the same basis in exact arithmetic.
    pub(crate) speedup_over_scalar: Option<f64>,
    /// Against one thread of the scalar mirror of the same basis and arithmetic.
    pub(crate) speedup_over_mirror: Option<f64>,
    /// Against the same code on one thread.
    pub(crate) speedup_over_one_thread: Option<f64>,
    /// What other parts do not have.
    #[serde(flatten)]
    pub(crate) own: OwnFields,
}

/// Fields that a part has for itself.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum OwnFields {
    Lists {},
    Frames(FrameFields),
    Small(SmallFields),
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            cpu: cpu(),
            skipped: skipped_backends(),
            skipped_bases: Vec::new(),
            rows: Vec::new(),
            differences: Vec::new(),
        }
    }

    pub(crate) fn machine_words(&self) -> String {
        let mut text = format!("CPU: {}", self.cpu);
        if !self.skipped.is_empty() {
            text.push_str(&format!("; without {}", self.skipped.join(", ")));
        }
        text
    }

    pub(crate) fn closing_words(&self) -> String {
        if self.differences.is_empty() {
            return "\nEvery answer was checked before it was timed: bits against the scalar mirror, \
                    and the mirror of what is not frames or small lists against float64.\nSmall \
                    lists flatter the textbook: the branch predictor learns them."
                .to_owned();
        }
        format!("\nDIFFERENCES, the times mean nothing:\n{}", self.differences.join("\n"))
    }
}

impl Row {
    /// A contender's row, without a word on speedups.
    pub(crate) fn new<C>(
        dataset: &Dataset,
        part: Part,
        contender: Contender,
        one: &Timed<C>,
    ) -> Self {
        let ns = one.ns_per_pair;
        Self {
            part: part.name(),
            scene: dataset.scene.clone(),
            order: dataset.order,
            query: contender.asked.name(),
            backend: contender.backend_name(),
            basis: contender.basis_name(),
            arithmetic: contender.arithmetic_name(),
            threads: contender.threads,
            boxes: dataset.boxes,
            pairs: dataset.pairs,
            ns_per_pair: ns,
            least_ns_per_pair: one.least_ns_per_pair,
            pairs_per_second: if ns > 0.0 { 1e9 / ns } else { 0.0 },
            laps: one.laps,
            speedup_over_scalar: None,
            speedup_over_mirror: None,
            speedup_over_one_thread: None,
            own: OwnFields::Lists {},
        }
    }

    /// How many times longer another one took, of which the time is known.
    pub(crate) fn speedup(&self, over: Option<f64>) -> Option<f64> {
        over.filter(|_| self.ns_per_pair > 0.0).map(|over| over / self.ns_per_pair)
    }
}

/// The rows of one part on one scene.
pub(crate) fn rows(dataset: &Dataset, part: Part, timed: &[Timed]) -> Vec<Row> {
    let time = |wanted: Contender| {
        timed.iter().find(|other| other.contender == wanted).map(|other| other.ns_per_pair)
    };
    let row = |one: &Timed| {
        let contender = one.contender;
        let row = Row::new(dataset, part, contender, one);
        Row {
            speedup_over_scalar: row.speedup(time(contender.scalar())),
            speedup_over_mirror: row.speedup(contender.mirror().and_then(time)),
            speedup_over_one_thread: row.speedup(time(Contender { threads: 1, ..contender })),
            ..row
        }
    };
    timed.iter().map(row).collect()
}

/// The heading and the table of one part.
pub(crate) fn words(dataset: &Dataset, part: Part, rows: &[Row]) -> String {
    let table = match part {
        Part::Frames => frames::table(rows),
        Part::Small => small::table(rows),
        Part::Combinations | Part::Growth | Part::Threads => table(rows),
    };
    format!(
        "\n{} ({} order): {} boxes, {} pairs; {}\n\n{}",
        dataset.scene,
        dataset.order,
        count(dataset.boxes),
        count(dataset.pairs),
        part.name(),
        table.text()
    )
}

/// How many times as fast, in words.
pub(crate) fn factor(factor: Option<f64>) -> String {
    factor.map_or("-".to_owned(), |factor| format!("{factor:.2}x"))
}

/// The table of a part that answers lists.
fn table(rows: &[Row]) -> Table {
    let titles = [
        "query",
        "backend",
        "basis",
        "arithmetic",
        "threads",
        "ns/pair",
        "least",
        "pairs/s",
        "over scalar",
        "over mirror",
        "over 1 thread",
    ];
    let mut table = Table::new(4, &titles);
    for row in rows {
        table.row(vec![
            row.query.to_owned(),
            row.backend.to_owned(),
            row.basis.to_owned(),
            row.arithmetic.to_owned(),
            row.threads.to_string(),
            format!("{:.2}", row.ns_per_pair),
            format!("{:.2}", row.least_ns_per_pair),
            millions(row.pairs_per_second),
            factor(row.speedup_over_scalar),
            factor(row.speedup_over_mirror),
            factor(row.speedup_over_one_thread),
        ]);
    }
    table
}

/// The name that Linux gives the CPU; unknown elsewhere.
fn cpu() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    let name = line.and_then(|line| line.split_once(':')).map(|(_, name)| name.trim().to_owned());
    name.unwrap_or_else(|| "unknown".to_owned())
}
