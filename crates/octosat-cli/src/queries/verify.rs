//! `octosat verify --query`.

use serde::Serialize;

use super::QueryChoice;
use super::check::{Combination, QueryChecker};
use super::convex;
use super::world::{Question, World};
use crate::arguments::VerifyOptions;
use crate::choices::Basis;
use crate::engines::{skipped_backends, usual_thread_counts};
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, SkippedBasis, Source};
use crate::output::{Output, complain};
use crate::table::count;

/// The JSON of `verify --query`.
#[derive(Debug, Serialize)]
struct Verified {
    query: &'static str,
    shape_seed: u64,
    /// Boxes and shapes, over both bases.
    pairs: usize,
    combinations: Vec<Combination>,
    bit_mismatches: usize,
    outside_tolerance: usize,
    /// In parts of what is allowed, over all combinations.
    worst_error: f64,
    skipped: Vec<&'static str>,
    skipped_bases: Vec<SkippedBasis>,
    differences: Vec<String>,
}

/// Checks the boxes of the recordings against shapes around them, and reports.
pub(crate) fn verify(
    choice: QueryChoice,
    options: &VerifyOptions,
    output: Output,
) -> Result<Outcome, Failure> {
    if choice == QueryChoice::Convex {
        return convex::verify(options, output);
    }
    choice.check_margin(options.margin)?;
    let bases = choice.checked_bases(options.basis)?;
    let mut checker = QueryChecker::new(&bases, &usual_thread_counts())?;
    let mut skipped_bases = Vec::new();
    for source in &Source::of_files(&options.files) {
        for &basis in &bases {
            match recording(choice, options, (source, basis), &mut checker)? {
                Some(refused) if options.basis.is_none() && basis != Basis::Unit => {
                    skipped_bases.push(SkippedBasis::new(source, basis, &refused));
                }
                Some(refused) => return Err(source.refuse_box(&refused)),
                None => {}
            }
        }
    }
    let [bit_mismatches, outside_tolerance] = checker.counts();
    let verified = Verified {
        query: choice.name(),
        shape_seed: options.shape_seed,
        pairs: checker.rows,
        worst_error: checker.worst_error(),
        combinations: checker.combinations,
        bit_mismatches,
        outside_tolerance,
        skipped: skipped_backends(),
        skipped_bases,
        differences: checker.differences,
    };
    for skipped in &verified.skipped_bases {
        complain(&skipped.to_string());
    }
    let mut words = format!(
        "{}: {} {} in {} combinations: {bit_mismatches} with other bits than one lane, \
         {outside_tolerance} outside the tolerance; the worst error is {:.1} % of what is allowed",
        verified.query,
        count(verified.pairs),
        choice.rows(),
        verified.combinations.len(),
        100.0 * verified.worst_error,
    );
    for difference in &verified.differences {
        words.push_str(&format!("\n{difference}"));
    }
    output.words(&words)?;
    output.report(&verified)?;
    Ok(Outcome::of_differences(bit_mismatches + outside_tolerance))
}

/// Checks a recording in a basis; gives a box that the basis does not take.
fn recording(
    choice: QueryChoice,
    options: &VerifyOptions,
    (source, basis): (&Source, Basis),
    checker: &mut QueryChecker,
) -> Result<Option<RefusedBox>, Failure> {
    let recording = source.read()?;
    for number in 0..recording.frames() {
        // Each frame has shapes of its own, and the first those of the seed itself.
        let shape_seed = options.shape_seed.wrapping_add(number as u64);
        let question = Question { choice, basis, margin: options.margin, shape_seed };
        match World::new(question, recording.half_extents(), recording.frame(number)) {
            Ok(world) => checker.check(&world)?,
            Err(error) => return Ok(Some(RefusedBox { error, frame: number })),
        }
    }
    Ok(None)
}
