//! `octosat` without a command: the main job on the embedded recording, and its checks.

use octosat::{Backend, Engine};
use octosat_check::{Case, Plan, Report, Workers, queries, usual_thread_counts};
use serde::Serialize;

use crate::bench::{Dataset, EngineChoice, Part, Rules, lists};
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::queries::frame_of;
use crate::run::{Job, Processed, Settings, words};

/// The JSON: the report of `run`, the speed and the checks.
#[derive(Debug, Serialize)]
struct MainReport<'a> {
    recordings: [&'a Processed; 1],
    #[serde(flatten)]
    settings: Settings,
    speed: Speed,
    check: Check,
}

/// Overlap on one thread, in ns per pair.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Speed {
    textbook_ns_per_pair: f64,
    engine_ns_per_pair: f64,
    /// `None` if the machine was too busy for a reliable ratio.
    speedup_over_scalar: Option<f64>,
}

/// The results of the checks over all backends.
#[derive(Clone, Copy, Debug, Serialize)]
struct Check {
    pairs: usize,
    combinations: usize,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// As a fraction of the error bound.
    worst_error: f64,
    /// Pairs that overlap in float64. If the engine differs for a pair, both results are within the error bound.
    float64_overlapping: usize,
}

/// Runs, compares and checks the embedded recording.
pub(crate) fn command(output: Output) -> Result<Outcome, Failure> {
    let source = Source::embedded();
    let job = Job::usual()?;
    // The first run warms the processor's caches and its clock. The second run is reported.
    job.run(&source, None)?;
    let processed = job.run(&source, None)?;
    let settings = job.settings();
    output.words(&words(std::slice::from_ref(&processed), &settings, None))?;
    let dataset = Dataset::of_recording(&source, source.read()?)?;
    let (speed, differences) = speed(&dataset, output)?;
    output.words(&speed.words())?;
    let check = check(&dataset)?;
    output.words(&check.words(&processed))?;
    output.report(&MainReport { recordings: [&processed], settings, speed, check })?;
    Ok(Outcome::of_differences(check.bit_mismatches + check.outside_tolerance + differences))
}

/// The speeds of the textbook test and of the fastest backend, and the number of results that differ.
fn speed(dataset: &Dataset, output: Output) -> Result<(Speed, usize), Failure> {
    let single = Workers::new(1)?;
    let fastest = [EngineChoice::new(Engine::new().backend(), &single)];
    let rules = Rules { rounds: None, output };
    let measured = lists(dataset, Part::Combinations, &queries::pairs::Pairs, &fastest, rules)?;
    let overlaps = || measured.rows.iter().filter(|row| row.query == "overlap");
    let mut speed = Speed::default();
    for row in overlaps() {
        if row.backend == "textbook" {
            speed.textbook_ns_per_pair = row.ns_per_pair;
        } else {
            speed.engine_ns_per_pair = row.ns_per_pair;
            speed.speedup_over_scalar = row.speedup_over_scalar;
        }
    }
    Ok((speed, measured.differences.len()))
}

fn check(dataset: &Dataset) -> Result<Check, Failure> {
    let plan = Plan { workers: Workers::all(&usual_thread_counts())?, is_thorough: true };
    let query: &dyn octosat_check::Checked = &queries::pairs::Pairs;
    let mut checker = query.checker(octosat_check::Basis::Unit, &plan)?;
    let (recording, mut float64_overlapping) = (&dataset.recording, 0);
    for number in 0..recording.frames() {
        let case = Case::new(octosat_check::Basis::Unit, &frame_of(recording, number, 0.0, 1))?;
        checker.check(&case)?;
        let overlaps =
            |pair: &&[u32; 2]| case.boxes.reference(**pair).separations().separation <= 0.0;
        float64_overlapping += case.pairs.iter().filter(overlaps).count();
    }
    let report: &Report = checker.report();
    Ok(Check {
        pairs: recording.pairs().len(),
        combinations: report.tallies.len(),
        bit_mismatches: report.bit_mismatches(),
        outside_tolerance: report.outside_tolerance(),
        worst_error: report.worst_error(),
        float64_overlapping,
    })
}

impl Speed {
    fn words(&self) -> String {
        let Self { textbook_ns_per_pair: textbook, engine_ns_per_pair: engine, .. } = self;
        let ratio = match self.speedup_over_scalar {
            Some(ratio) => format!("{ratio:.1} times the speed of"),
            None => "the machine was too busy for a ratio to".to_owned(),
        };
        format!(
            "\noverlap on one thread: {engine:.1} ns per pair, {ratio} the textbook scalar test ({textbook:.1} ns)"
        )
    }
}

impl Check {
    fn words(&self, processed: &Processed) -> String {
        let held = self.bit_mismatches + self.outside_tolerance == 0;
        let result = if held { "cross-check held" } else { "CROSS-CHECK FAILED" };
        let backends: Vec<&str> =
            octosat_check::available_backends().into_iter().map(Backend::name).collect();
        format!(
            "{result}: {} pairs, {} ({} combinations with threads): {} bits off the scalar backend and \
             the plain reference, {} results outside the float64 error bound (worst error {:.1} % of it), {} pairs \
             overlap here and {} in float64",
            self.pairs,
            backends.join(", "),
            self.combinations,
            self.bit_mismatches,
            self.outside_tolerance,
            100.0 * self.worst_error,
            processed.overlapping,
            self.float64_overlapping,
        )
    }
}
