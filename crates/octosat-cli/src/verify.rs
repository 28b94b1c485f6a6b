//! `octosat verify`: compares every backend, basis and number of threads with the references.

use std::path::PathBuf;

use clap::Args;
use octosat_check::{
    Basis, Case, Checked, Plan, Report, Sequence, Tally, Workers, usual_thread_counts,
};
use octosat_scenes::Recording;
use serde::Serialize;

use crate::cache::CacheChoice;
use crate::choices::{basis, margin};
use crate::failure::{Failure, Outcome};
use crate::input::{SkippedBasis, Source};
use crate::output::{Output, complain};
use crate::progress::Progress;
use crate::queries::{QueryChoice, frame_of, next_frame_of, usual_queries};
use crate::table::{Table, count};

/// Check every backend bit for bit against the scalar backend, and against the references.
///
/// Every available backend runs in every basis that a query has, with 1, 2 and all threads, and on pair lists of
/// several orders and lengths. All results must have the bits of the scalar backend on one thread. The results of the
/// scalar backend must be within the error bounds of the float64 reference, and equal the plain reference bit for bit.
///
/// Contacts are computed with `--margin`, with a margin of 2 cm, and with all points. Swapped and moved pairs must have
/// the same manifolds. The frames also run through contact caches, in their order. If the pre-scaled basis rejects a box,
/// the recording is checked only in the unit basis, and the output says so.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  octosat verify debris.npz pile.npz --json")]
pub(crate) struct VerifyOptions {
    /// Recordings (npz); the default is the embedded one.
    pub(crate) files: Vec<PathBuf>,

    /// The margin in meters of all queries that take one: pairs are answered within it, or boxes are grown by half of it.
    /// If it is zero, contacts with a cache use a margin of 2 cm.
    #[arg(long, default_value_t = 0.0, value_parser = margin)]
    pub(crate) margin: f32,

    /// Check one basis only. Boxes beyond the limits of this basis are an error.
    #[arg(long, value_parser = basis())]
    pub(crate) basis: Option<Basis>,

    /// Off: check contacts without a cache only; the default is without and with one.
    #[arg(long, alias = "coherence", value_parser = CacheChoice::parser(), conflicts_with = "query")]
    pub(crate) cache: Option<CacheChoice>,

    /// Check this query only. Other shapes are generated around the boxes of each frame.
    #[arg(long, value_parser = QueryChoice::parser())]
    pub(crate) query: Option<QueryChoice>,

    /// The seed of the generated shapes of `--query`.
    #[arg(long, default_value_t = 1, requires = "query")]
    pub(crate) shape_seed: u64,
}

/// The JSON of `verify`.
#[derive(Debug, Serialize)]
struct Verified {
    /// Pairs of the recordings, or rows of the query.
    pairs: usize,
    combinations: Vec<CombinationReport>,
    /// Rows that differ, over all combinations and the comparison with the plain reference.
    bit_mismatches: usize,
    /// Rows outside the error bounds of the references, over all combinations.
    outside_tolerance: usize,
    /// Rows on which the scalar backend and the plain reference differ.
    plain_mismatches: usize,
    /// Over all combinations, as a fraction of the error bound.
    worst_error: f64,
    skipped: Vec<&'static str>,
    skipped_bases: Vec<SkippedBasis>,
    differences: Vec<FoundDifference>,
}

#[derive(Debug, Serialize)]
struct CombinationReport {
    query: &'static str,
    backend: &'static str,
    basis: &'static str,
    threads: usize,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// As a fraction of the error bound; at most 1 if no row is outside.
    worst_error: f64,
}

#[derive(Debug, Serialize)]
struct FoundDifference {
    recording: String,
    frame: usize,
    /// The number of the row in its frame.
    pair: usize,
    /// The box, and the other box or shape.
    boxes: [u32; 2],
    what: String,
}

/// The most differences in the JSON. The counts include all differences.
const MOST_DIFFERENCES: usize = 100;

/// The most differences in the text output.
const MOST_TOLD: usize = 10;

/// The checks of all recordings.
struct Verification<'a> {
    options: &'a VerifyOptions,
    output: Output,
    plan: Plan,
    report: Report,
    pairs: usize,
    skipped: Vec<SkippedBasis>,
    differences: Vec<FoundDifference>,
}

/// A query on a recording in a basis.
struct Part<'a> {
    query: &'static dyn Checked,
    source: &'a Source,
    recording: &'a Recording,
    basis: Basis,
}

/// Checks the recordings and reports.
pub(crate) fn command(options: &VerifyOptions, output: Output) -> Result<Outcome, Failure> {
    let queries = match options.query {
        Some(QueryChoice(query)) => vec![query],
        None => {
            let mut usual = usual_queries(options.cache);
            usual.retain(|query| options.basis.is_none_or(|it| query.facts().bases.contains(&it)));
            usual
        }
    };
    for query in &queries {
        QueryChoice(*query).check_margin(options.margin)?;
    }
    let plan = Plan { workers: Workers::all(&usual_thread_counts())?, is_thorough: true };
    let (report, pairs, skipped, differences) = Default::default();
    let mut verification =
        Verification { options, output, plan, report, pairs, skipped, differences };
    for source in &Source::of_files(&options.files) {
        verification.recording(&queries, source)?;
    }
    let verified = verification.finish(&queries);
    for skipped in &verified.skipped_bases {
        complain(&skipped.to_string());
    }
    output.words(&words(&verified))?;
    output.report(&verified)?;
    Ok(Outcome::of_differences(verified.bit_mismatches + verified.outside_tolerance))
}

impl Verification<'_> {
    /// Checks a recording in every basis that accepts its boxes. Fails if the unit basis, or the basis in `--basis`,
    /// rejects a box.
    fn recording(
        &mut self,
        queries: &[&'static dyn Checked],
        source: &Source,
    ) -> Result<(), Failure> {
        let recording = source.read()?;
        self.pairs += recording.pairs().len();
        for query in queries {
            source.check_sizes(&recording, query.facts())?;
            let bases = QueryChoice(*query).bases(self.options.basis)?;
            for &basis in &bases {
                let part = Part { query: *query, source, recording: &recording, basis };
                let may_be_skipped = basis != Basis::Unit && self.options.basis.is_none();
                match source.check_boxes(&recording, basis) {
                    Ok(()) => self.part(&part)?,
                    Err(skipped) if !may_be_skipped => return Err(skipped.into_failure(source)),
                    Err(skipped) if self.skipped.contains(&skipped) => {}
                    Err(skipped) => self.skipped.push(skipped),
                }
            }
        }
        Ok(())
    }

    /// Checks frame after frame.
    fn part(&mut self, part: &Part<'_>) -> Result<(), Failure> {
        let Part { query, source, recording, basis } = *part;
        let facts = query.facts();
        let margin =
            if self.options.margin > 0.0 { self.options.margin } else { facts.usual_margin };
        let frames = recording.frames();
        let progress =
            Progress::new(self.output, frames, &format!("{} {}", source.name, facts.name));
        let pairs = || (0..frames).map(|number| recording.frame(number).pairs);
        let sequence = Sequence::new(pairs(), facts);
        let longest = pairs().map(<[_]>::len).max().unwrap_or(0);
        let mut checker = query.checker(basis, &self.plan)?;
        for number in 0..frames {
            // Each frame has its own shapes. Those of the first frame come from the seed itself.
            let shape_seed = self.options.shape_seed.wrapping_add(number as u64);
            let frame = frame_of(recording, number, margin, shape_seed);
            let next = next_frame_of(recording, number);
            let case = Case::new(basis, &frame)?.until(&frame, next.as_ref())?;
            let case = case.of_sequence(sequence.at(number, longest));
            checker.check(&case).map_err(|failure| source.reject(&failure.to_string()))?;
            for difference in std::mem::take(&mut checker.report().differences) {
                self.differences.push(FoundDifference {
                    recording: source.name.clone(),
                    frame: number,
                    pair: difference.place,
                    boxes: difference.row,
                    what: difference.what,
                });
            }
            progress.advance(1);
        }
        self.report.add(std::mem::take(checker.report()));
        Ok(())
    }

    fn finish(mut self, queries: &[&'static dyn Checked]) -> Verified {
        self.differences.truncate(MOST_DIFFERENCES);
        let of_pairs = queries.iter().any(|query| query.facts().rows == "pairs");
        Verified {
            pairs: if of_pairs { self.pairs } else { self.report.rows },
            combinations: self.report.tallies.iter().map(CombinationReport::new).collect(),
            bit_mismatches: self.report.bit_mismatches(),
            outside_tolerance: self.report.outside_tolerance(),
            plain_mismatches: self.report.plain_mismatches,
            worst_error: self.report.worst_error(),
            skipped: octosat_check::skipped_backends(),
            skipped_bases: self.skipped,
            differences: self.differences,
        }
    }
}

impl CombinationReport {
    fn new(tally: &Tally) -> Self {
        Self {
            query: tally.combination.query,
            backend: tally.combination.backend.name(),
            basis: tally.combination.basis.name(),
            threads: tally.combination.threads,
            bit_mismatches: tally.bit_mismatches,
            outside_tolerance: tally.outside_tolerance,
            worst_error: tally.worst_error,
        }
    }
}

/// One row per query and basis. The JSON has one entry per backend and number of threads, too.
fn table(combinations: &[CombinationReport]) -> Table {
    let titles =
        ["query", "basis", "backends", "bit mismatches", "outside tolerance", "worst error"];
    let mut table = Table::new(3, &titles);
    let key = |row: &CombinationReport| (row.query, row.basis);
    let mut listed: Vec<(&str, &str)> = Vec::new();
    for row in combinations {
        if listed.contains(&key(row)) {
            continue;
        }
        listed.push(key(row));
        let same: Vec<&CombinationReport> =
            combinations.iter().filter(|other| key(other) == key(row)).collect();
        let mut backends: Vec<&str> = same.iter().map(|row| row.backend).collect();
        backends.dedup();
        let worst = same.iter().map(|row| row.worst_error).fold(0.0, f64::max);
        table.row(vec![
            row.query.to_owned(),
            row.basis.to_owned(),
            backends.join(" "),
            count(same.iter().map(|row| row.bit_mismatches).sum()),
            count(same.iter().map(|row| row.outside_tolerance).sum()),
            format!("{:.1} % of bound", 100.0 * worst),
        ]);
    }
    table
}

fn words(verified: &Verified) -> String {
    let table = table(&verified.combinations);
    let mut text = table.text();
    for skipped in &verified.skipped_bases {
        text.push_str(&format!("\n{skipped}"));
    }
    for difference in verified.differences.iter().take(MOST_TOLD) {
        let FoundDifference { recording, frame, pair, boxes, what } = difference;
        text.push_str(&format!("\n{recording}, frame {frame}, row {pair} {boxes:?}: {what}"));
    }
    text.push_str(&format!(
        "\n\n{} pairs in {} combinations: {} bit mismatches (plain reference: {}), {} outside tolerance",
        count(verified.pairs),
        verified.combinations.len(),
        count(verified.bit_mismatches),
        count(verified.plain_mismatches),
        count(verified.outside_tolerance),
    ));
    if !verified.skipped.is_empty() {
        text.push_str(&format!("\nskipped, not on this CPU: {}", verified.skipped.join(", ")));
    }
    text
}
