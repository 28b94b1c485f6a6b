//! `octosat` without a command: the main job on the embedded recording, and its checks.

use octosat::{Backend, Engine};
use serde::Serialize;

use crate::bench::{Asked, Contender, Contest, Dataset, Rules, contest, workers};
use crate::check::{Checker, Listings, Report};
use crate::choices::Basis;
use crate::engines::usual_thread_counts;
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::run::{Job, Processed, Settings, words};
use crate::stores::Query;

/// The JSON: that of `run`, and what was compared.
#[derive(Debug, Serialize)]
struct MainReport<'a> {
    recordings: [&'a Processed; 1],
    #[serde(flatten)]
    settings: Settings,
    speed: Speed,
    check: Check,
}

/// Overlap on one thread, in ns a pair.
#[derive(Clone, Copy, Debug, Serialize)]
struct Speed {
    textbook_ns_per_pair: f64,
    engine_ns_per_pair: f64,
    speedup_over_scalar: f64,
}

/// What the checks found over all backends and both arithmetics.
#[derive(Clone, Copy, Debug, Serialize)]
struct Check {
    pairs: usize,
    combinations: usize,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// In parts of the band.
    worst_error: f64,
    /// Pairs that overlap according to float64, and how many of those and the engine's differ, all
    /// of them within the band.
    float64_overlapping: usize,
}

/// Runs, compares and checks the embedded recording.
pub(crate) fn command(output: Output) -> Result<Outcome, Failure> {
    let source = Source::embedded();
    let job = Job::usual()?;
    // The first run finds the caches cold and the clock of the core low; the second is reported.
    job.run(&source, None)?;
    let processed = job.run(&source, None)?;
    let settings = job.settings();
    output.words(&words(std::slice::from_ref(&processed), &settings, None))?;

    let dataset = Dataset::of_recording(&source, &source.read()?)?;
    let fastest = Contender::engine(Asked::Overlap, Engine::new().backend(), Basis::Unit);
    let contenders = [Contender::textbook(), fastest];
    let race =
        contest(&dataset, &contenders, &workers(1)?, Rules { laps: None, alone: false, output })?;
    let speed = speed(&race);
    output.words(&format!(
        "\noverlap on one thread: {:.1} ns a pair, {:.1} times the speed of the textbook scalar \
         test ({:.1} ns)",
        speed.engine_ns_per_pair, speed.speedup_over_scalar, speed.textbook_ns_per_pair
    ))?;

    let check = check(&dataset)?;
    output.words(&check.words(&processed))?;
    output.report(&MainReport { recordings: [&processed], settings, speed, check })?;
    let differences = check.bit_mismatches + check.outside_tolerance + race.differences.len();
    Ok(Outcome::of_differences(differences))
}

fn speed(race: &Contest) -> Speed {
    let time = |number: usize| race.timed.get(number).map_or(0.0, |timed| timed.ns_per_pair);
    let (textbook, engine) = (time(0), time(1));
    Speed {
        textbook_ns_per_pair: textbook,
        engine_ns_per_pair: engine,
        speedup_over_scalar: if engine > 0.0 { textbook / engine } else { 0.0 },
    }
}

fn check(dataset: &Dataset) -> Result<Check, Failure> {
    let mut checker = Checker::new(&[Basis::Unit], &usual_thread_counts())?;
    let mut float64_overlapping = 0;
    for frame in &dataset.frames {
        let query = Query { store: &frame.unit, pairs: &frame.pairs, margin: 0.0 };
        checker.check(query, &Listings::in_order(&frame.pairs))?;
        let overlaps = |pair: &&[u32; 2]| frame.unit.judged(**pair).separations().separation <= 0.0;
        float64_overlapping += frame.pairs.iter().filter(overlaps).count();
    }
    let report: Report = checker.into_report();
    let worst = report.combinations.iter().map(|counted| counted.tally.worst_error());
    Ok(Check {
        pairs: dataset.pairs,
        combinations: report.combinations.len(),
        bit_mismatches: report.bit_mismatches(),
        outside_tolerance: report.outside_tolerance(),
        worst_error: worst.fold(0.0, f64::max),
        float64_overlapping,
    })
}

impl Check {
    fn words(&self, processed: &Processed) -> String {
        let verdict = if self.bit_mismatches + self.outside_tolerance == 0 {
            "cross-check held"
        } else {
            "CROSS-CHECK FAILED"
        };
        let backends: Vec<&str> = Backend::ALL
            .into_iter()
            .filter(|backend| backend.is_available())
            .map(Backend::name)
            .collect();
        format!(
            "{verdict}: {} pairs, {} ({} combinations with arithmetics and threads): {} bits off \
             the scalar mirror and the plain reference, {} results outside the float64 band (worst \
             error {:.1} % of it), {} pairs overlap here and {} in float64",
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
