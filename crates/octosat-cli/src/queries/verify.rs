//! `octosat verify --query`.

use serde::Serialize;

use super::QueryChoice;
use super::ask::Asked;
use super::check::{Combination, QueryChecker};
use super::shapes::{Around, Shapes};
use crate::arguments::VerifyOptions;
use crate::choices::Basis;
use crate::engines::{skipped_backends, usual_thread_counts};
use crate::failure::{Failure, Outcome};
use crate::input::{RefusedBox, SkippedBasis, Source};
use crate::output::{Output, complain};
use crate::stores::Store;
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
    let bases = options.basis.map_or(Basis::ALL.to_vec(), |basis| vec![basis]);
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
        "{}: {} boxes and shapes in {} combinations: {bit_mismatches} with other bits than one lane, \
         {outside_tolerance} outside the tolerance",
        verified.query,
        count(verified.pairs),
        verified.combinations.len()
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
        let frame = recording.frame(number);
        let store = match Store::new(basis, recording.half_extents(), frame) {
            Ok(store) => store,
            Err(error) => return Ok(Some(RefusedBox { error, frame: number })),
        };
        let around = Around { positions: frame.positions, half_extents: recording.half_extents() };
        // Each frame has shapes of its own, and the first those of the seed itself.
        let shapes = Shapes::new(around, options.shape_seed.wrapping_add(number as u64));
        let asked = Asked { choice, store: &store, shapes: &shapes, margin: options.margin };
        checker.check(&asked)?;
    }
    Ok(None)
}
