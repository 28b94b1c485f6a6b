//! `octosat verify --query convex`.

use octosat::{BoxError, BoxStore};
use octosat_scenes::{Frame, Recording};
use serde::Serialize;

use super::checker::{ConvexChecker, Setting, Shapes};
use super::tally::Tally;
use crate::arguments::VerifyOptions;
use crate::engines::skipped_backends;
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, SkippedBasis, Source};
use crate::output::Output;
use crate::progress::Progress;
use crate::queries::QueryChoice;
use crate::queries::check::Combination;
use crate::table::{Table, count};

/// The JSON of `verify --query convex`.
#[derive(Debug, Serialize)]
struct Verified {
    query: &'static str,
    shape_seed: u64,
    /// Pairs as boxes, and again as solids.
    pairs: usize,
    /// The kernels that the boxes were compared with.
    combinations: Vec<Combination>,
    checks: Vec<Tally>,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// In parts of what is allowed, over all checks and combinations.
    worst_error: f64,
    skipped: Vec<&'static str>,
    /// None: there is one basis.
    skipped_bases: Vec<SkippedBasis>,
    differences: Vec<String>,
}

/// The boxes of a frame, as the kernels hold them.
pub(super) fn store(recording: &Recording, frame: Frame<'_>) -> Result<BoxStore, BoxError> {
    BoxStore::from_slices(frame.positions, frame.rotations, recording.half_extents())
}

/// Checks every pair of every frame of the recordings, and reports.
pub(in crate::queries) fn verify(
    options: &VerifyOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    QueryChoice::Convex.checked_bases(options.basis)?;
    let setting = Setting { margin: options.margin, shape_seed: options.shape_seed };
    let sources = Source::of_files(&options.files);
    let progress = Progress::new(output, sources.len(), "verifying");
    let mut checker = ConvexChecker::new();
    for source in &sources {
        progress.say(&source.name);
        let recording = source.read()?;
        let refuse = |error| source.refuse(&format!("{error}"));
        let mut shapes = Shapes::new(recording.half_extents(), setting).map_err(refuse)?;
        for number in 0..recording.frames() {
            let frame = recording.frame(number);
            let boxes = store(&recording, frame)
                .map_err(|error| source.refuse_box(&RefusedBox { error, frame: number }))?;
            checker.check(&mut shapes, &boxes, frame.pairs)?;
        }
        progress.advance(1);
    }
    drop(progress);
    let verified = Verified {
        query: QueryChoice::Convex.name(),
        shape_seed: options.shape_seed,
        pairs: checker.rows,
        bit_mismatches: checker.bit_mismatches(),
        outside_tolerance: checker.outside_tolerance(),
        worst_error: checker.worst_error(),
        combinations: checker.combinations,
        checks: checker.checks,
        skipped: skipped_backends(),
        skipped_bases: Vec::new(),
        differences: checker.differences,
    };
    output.words(&words(&verified))?;
    output.report(&verified)?;
    Ok(Outcome::of_differences(verified.bit_mismatches + verified.outside_tolerance))
}

fn words(verified: &Verified) -> String {
    let mut table = Table::new(2, &["check", "shapes", "pairs", "outside", "worst error"]);
    for tally in &verified.checks {
        table.row(tally.cells());
    }
    let mut words = format!(
        "{}\n\n{}: {} pairs, beside the kernels in {} combinations: {} with other bits than one lane, {} \
         outside the tolerance; the worst error is {:.1} % of what is allowed",
        table.text(),
        verified.query,
        count(verified.pairs),
        verified.combinations.len(),
        verified.bit_mismatches,
        verified.outside_tolerance,
        100.0 * verified.worst_error,
    );
    for difference in &verified.differences {
        words.push_str(&format!("\n{difference}"));
    }
    words
}
