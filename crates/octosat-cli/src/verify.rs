//! `octosat verify`: every way to compute against the references.

use octosat::Rounding;
use octosat_scenes::Recording;
use serde::Serialize;

use crate::arguments::VerifyOptions;
use crate::cache::CacheChoice;
use crate::check::{
    CachedFrame, CachedFrames, Checker, Combination, Counted, Listings, Tally, has_repeated,
    usual_setting,
};
use crate::choices::Basis;
use crate::engines::{skipped_backends, usual_thread_counts};
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, SkippedBasis, Source};
use crate::manifolds::ManifoldSetting;
use crate::output::{Output, complain};
use crate::progress::Progress;
use crate::queries;
use crate::stores::{FrameStore, Query};
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
    skipped_bases: Vec<SkippedBasis>,
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
    /// In parts of what is allowed, which is the band for depths; at most 1 where nothing is
    /// outside.
    worst_error: f64,
    /// Of depths and booleans.
    worst_error_metres: f64,
    /// Manifolds with contacts that were checked.
    manifolds: usize,
    /// Of manifolds, in parts of what is allowed.
    worst_manifold_error: f64,
}

#[derive(Debug, Serialize)]
struct FoundDifference {
    recording: String,
    frame: usize,
    pair: usize,
    boxes: [u32; 2],
    what: String,
}

/// Differences in the JSON; the counts hold all.
const MOST_DIFFERENCES: usize = 100;

/// Differences told in words.
const MOST_TOLD: usize = 10;

/// Checks the recordings and reports.
pub(crate) fn command(options: &VerifyOptions, output: Output) -> Result<Outcome, Failure> {
    if let Some(query) = options.query {
        return queries::verify(query, options, output);
    }
    let mut verification = Verification::new(options, output)?;
    for source in &Source::of_files(&options.files) {
        verification.recording(source)?;
    }
    let verified = verification.finish();
    for skipped in &verified.skipped_bases {
        complain(&skipped.to_string());
    }
    output.words(&words(&verified))?;
    output.report(&verified)?;
    Ok(Outcome::of_differences(verified.bit_mismatches + verified.outside_tolerance))
}

/// The checks of all recordings.
struct Verification<'a> {
    options: &'a VerifyOptions,
    output: Output,
    bases: Vec<Basis>,
    /// What contacts keep from frame to frame, where they keep something.
    caches: Vec<CacheChoice>,
    checker: Checker,
    pairs: usize,
    /// Those bases in which at least one recording was checked.
    checked: Vec<Basis>,
    skipped: Vec<SkippedBasis>,
    differences: Vec<FoundDifference>,
}

impl<'a> Verification<'a> {
    fn new(options: &'a VerifyOptions, output: Output) -> Result<Self, Failure> {
        let bases = options.basis.map_or(Basis::ALL.to_vec(), |basis| vec![basis]);
        let caches = CacheChoice::asked(options.cache);
        let checker = Checker::new(&bases, &usual_thread_counts())?;
        let (pairs, checked, skipped, differences) = Default::default();
        Ok(Self { options, output, bases, caches, checker, pairs, checked, skipped, differences })
    }

    /// Checks a recording in every basis that takes its boxes. A basis that was asked for by name
    /// and the unit basis, which takes the most, must do so.
    fn recording(&mut self, source: &Source) -> Result<(), Failure> {
        let recording = source.read()?;
        self.pairs += recording.pairs().len();
        let steps = recording.frames() * self.bases.len();
        let progress = Progress::new(self.output, steps, &source.name);
        for basis in self.bases.clone() {
            let may_be_skipped = basis != Basis::Unit && self.options.basis.is_none();
            if may_be_skipped && let Err(refused) = takes(basis, &recording) {
                self.skipped.push(SkippedBasis::new(source, basis, &refused));
                progress.advance(recording.frames());
                continue;
            }
            self.in_basis(basis, source, &recording, &progress)?;
            self.checked.push(basis);
        }
        Ok(())
    }

    fn in_basis(
        &mut self,
        basis: Basis,
        source: &Source,
        recording: &Recording,
        progress: &Progress,
    ) -> Result<(), Failure> {
        let mut store = FrameStore::new(basis, recording);
        let mut cached = CachedFrames::new(&self.checker, basis, &self.caches)?;
        // Which of equal pairs is which may depend on the order of the list.
        let orderly =
            (0..recording.frames()).all(|number| !has_repeated(recording.frame(number).pairs));
        let most = (0..recording.frames()).map(|number| recording.frame(number).pairs.len()).max();
        let copies = if orderly { Listings::copies(most.unwrap_or(0)) } else { 1 };
        for number in 0..recording.frames() {
            let store = store.at(number).map_err(|refused| source.refuse_box(&refused))?;
            let frame = recording.frame(number);
            let query = Query { store, pairs: frame.pairs, margin: self.options.margin };
            self.checker.check(query, &Listings::in_order(frame.pairs))?;
            let backwards = orderly && number % 2 == 1;
            self.checker.check_cached(
                &mut cached,
                &CachedFrame {
                    query,
                    setting: self.cached_setting(),
                    surfaces: true,
                    changes: &[],
                    listings: &Listings::of_frame(frame.pairs, copies, backwards),
                    slots: None,
                },
            )?;
            for difference in self.checker.take_differences() {
                self.differences.push(FoundDifference {
                    recording: source.name.clone(),
                    frame: number,
                    pair: difference.pair,
                    boxes: frame.pairs[difference.pair],
                    what: difference.what,
                });
            }
            progress.advance(1);
        }
        Ok(())
    }

    /// How contacts are asked for from frame to frame: with the margin that was asked for, or a usual one.
    fn cached_setting(&self) -> ManifoldSetting {
        let usual = usual_setting();
        let margin = if self.options.margin > 0.0 { self.options.margin } else { usual.margin };
        ManifoldSetting { margin, ..usual }
    }

    fn finish(mut self) -> Verified {
        self.differences.truncate(MOST_DIFFERENCES);
        let mut report = self.checker.into_report();
        // Counts of zero would say that something was looked at.
        report.combinations.retain(|counted| self.checked.contains(&counted.combination.basis));
        Verified {
            pairs: self.pairs,
            combinations: report.combinations.iter().map(CombinationReport::new).collect(),
            bit_mismatches: report.bit_mismatches(),
            outside_tolerance: report.outside_tolerance(),
            plain_mismatches: report.plain_mismatches,
            skipped: skipped_backends(),
            skipped_bases: self.skipped,
            differences: self.differences,
        }
    }
}

/// Whether a basis takes the boxes of every frame.
fn takes(basis: Basis, recording: &Recording) -> Result<(), RefusedBox> {
    let mut store = FrameStore::new(basis, recording);
    (0..recording.frames()).try_for_each(|number| store.at(number).map(|_| ()))
}

impl CombinationReport {
    fn new(counted: &Counted) -> Self {
        let Combination { backend, basis, arithmetic, threads } = counted.combination;
        let Tally { bit_mismatches, outside_tolerance, worst, manifolds, worst_manifold } =
            counted.tally;
        Self {
            backend: backend.name(),
            basis: basis.name(),
            arithmetic: arithmetic.name(),
            threads,
            bit_mismatches,
            outside_tolerance,
            worst_error: counted.tally.worst_error(),
            worst_error_metres: worst.metres,
            manifolds,
            worst_manifold_error: worst_manifold,
        }
    }
}

fn words(verified: &Verified) -> String {
    let titles = [
        "backend",
        "basis",
        "arithmetic",
        "threads",
        "bits differ",
        "outside band",
        "worst error",
        "in metres",
        "manifolds",
        "worst of them",
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
            count(row.manifolds),
            format!("{:.1} %", 100.0 * row.worst_manifold_error),
        ]);
    }
    let mut text = table.text();
    for skipped in &verified.skipped_bases {
        text.push_str(&format!("\n{skipped}"));
    }
    for difference in verified.differences.iter().take(MOST_TOLD) {
        let FoundDifference { recording, frame, pair, boxes: [a, b], what } = difference;
        text.push_str(&format!(
            "\n{recording}, frame {frame}, pair {pair} (boxes {a} and {b}): {what}"
        ));
    }
    let exact = verified.combinations.iter().any(|c| c.arithmetic == Rounding::Exact.name());
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
