//! `octosat verify`: every way to compute against the references.

use octosat::Arithmetic;
use serde::Serialize;

use crate::arguments::{Basis, VerifyOptions};
use crate::check::{Checker, Combination, Listings, Report, Tally};
use crate::engines::{skipped_backends, usual_thread_counts};
use crate::failure::{Failure, Outcome};
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;
use crate::stores::{Query, Store};
use crate::table::{Table, count};

/// The JSON of `verify`.
#[derive(Debug, Serialize)]
struct Verified {
    pairs: usize,
    combinations: Vec<CombinationReport>,
    /// Pairs that differ, over all combinations and the comparison with the plain reference.
    bit_mismatches: usize,
    /// Pairs outside the band, over all combinations.
    outside_tolerance: usize,
    /// Pairs on which the scalar mirror and the plain reference differ.
    plain_mismatches: usize,
    skipped: Vec<&'static str>,
    differences: Vec<FoundDifference>,
}

#[derive(Debug, Serialize)]
struct CombinationReport {
    backend: &'static str,
    basis: &'static str,
    arithmetic: &'static str,
    threads: usize,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// In parts of the band; at most 1 where nothing is outside.
    worst_error: f64,
    worst_error_metres: f64,
}

#[derive(Debug, Serialize)]
struct FoundDifference {
    recording: String,
    frame: usize,
    pair: usize,
    boxes: [u32; 2],
    what: String,
}

/// Differences told in words; the counts hold all.
const MOST_DIFFERENCES: usize = 10;

/// Checks the recordings and reports.
pub(crate) fn command(options: &VerifyOptions, output: Output) -> Result<Outcome, Failure> {
    let sources = Source::of_files(&options.files);
    let bases = options.basis.map_or(Basis::ALL.to_vec(), |basis| vec![basis]);
    let mut checker = Checker::new(&bases, &usual_thread_counts())?;
    let mut pairs = 0;
    let mut differences = Vec::new();
    for source in &sources {
        let recording = source.read()?;
        pairs += recording.pairs().len();
        let progress = Progress::new(output, recording.frames() * bases.len(), &source.name);
        for &basis in &bases {
            let mut store = None;
            for number in 0..recording.frames() {
                let frame = recording.frame(number);
                let refuse = |error| source.refuse_box(&error, number);
                let store = match &mut store {
                    None => store.insert(
                        Store::new(basis, recording.half_extents(), frame).map_err(refuse)?,
                    ),
                    Some(store) => {
                        store.set_poses(frame.positions, frame.rotations).map_err(refuse)?;
                        store
                    }
                };
                let query = Query { store, pairs: frame.pairs, margin: options.margin };
                checker.check(query, &Listings::in_order(frame.pairs))?;
                for difference in checker.take_differences() {
                    differences.push(FoundDifference {
                        recording: source.name.clone(),
                        frame: number,
                        pair: difference.pair,
                        boxes: frame.pairs[difference.pair],
                        what: difference.what,
                    });
                }
                progress.advance(1);
            }
        }
    }
    differences.truncate(MOST_DIFFERENCES);
    let report = checker.into_report();
    let verified = verified(&report, pairs, differences);
    output.words(&words(&verified, &report))?;
    output.report(&verified)?;
    Ok(Outcome::of_differences(verified.bit_mismatches + verified.outside_tolerance))
}

fn verified(report: &Report, pairs: usize, differences: Vec<FoundDifference>) -> Verified {
    let combinations = report.combinations.iter().map(|counted| {
        let Combination { backend, basis, arithmetic, threads } = counted.combination;
        let Tally { bit_mismatches, outside_tolerance, worst } = counted.tally;
        CombinationReport {
            backend: backend.name(),
            basis: basis.name(),
            arithmetic: arithmetic.name(),
            threads,
            bit_mismatches,
            outside_tolerance,
            worst_error: worst.of_band,
            worst_error_metres: worst.metres,
        }
    });
    Verified {
        pairs,
        combinations: combinations.collect(),
        bit_mismatches: report.bit_mismatches(),
        outside_tolerance: report.outside_tolerance(),
        plain_mismatches: report.plain_mismatches,
        skipped: skipped_backends(),
        differences,
    }
}

fn words(verified: &Verified, report: &Report) -> String {
    let titles = [
        "backend",
        "basis",
        "arithmetic",
        "threads",
        "bits differ",
        "outside band",
        "worst error",
        "in metres",
    ];
    let mut table = Table::new(3, &titles);
    for row in &verified.combinations {
        table.row(vec![
            row.backend.to_owned(),
            row.basis.to_owned(),
            row.arithmetic.to_owned(),
            row.threads.to_string(),
            count(row.bit_mismatches),
            count(row.outside_tolerance),
            format!("{:.1} % of band", 100.0 * row.worst_error),
            format!("{:.2e}", row.worst_error_metres),
        ]);
    }
    let mut text = table.text();
    for difference in &verified.differences {
        let FoundDifference { recording, frame, pair, boxes: [a, b], what } = difference;
        text.push_str(&format!(
            "\n{recording}, frame {frame}, pair {pair} (boxes {a} and {b}): {what}"
        ));
    }
    let exact = report.combinations.iter().any(|c| c.combination.arithmetic == Arithmetic::Exact);
    let plain = if exact { count(verified.plain_mismatches) } else { "not asked".to_owned() };
    text.push_str(&format!(
        "\n\n{} pairs in {} combinations: {} bit mismatches (plain reference: {plain}), {} outside \
         tolerance",
        count(verified.pairs),
        verified.combinations.len(),
        count(verified.bit_mismatches),
        count(verified.outside_tolerance),
    ));
    if !verified.skipped.is_empty() {
        text.push_str(&format!("\nskipped, not on this CPU: {}", verified.skipped.join(", ")));
    }
    text
}
