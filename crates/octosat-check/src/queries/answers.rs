//! Answers of an engine in buffers that hold something else before, and booleans about two boxes.

use bytemuck::{Pod, bytes_of_mut};
use octosat::sealed::verbs;
use octosat::{Answers, Engine, Error, Length, Question};
use octosat_reference::float64::{Agreement, ReferencePair};

use crate::{Failure, Finding, share};

/// The answers that a call writes.
pub(crate) fn filled<T: Pod>(
    rows: usize,
    call: impl FnOnce(&mut [T]) -> Result<(), Error>,
) -> Result<Vec<T>, Error> {
    let mut answers = stale(rows);
    call(&mut answers)?;
    Ok(answers)
}

/// A buffer for answers that holds something else: a row that is not written must not pass for an answer.
pub fn stale<T: Pod>(count: usize) -> Vec<T> {
    let mut one = T::zeroed();
    bytes_of_mut(&mut one).fill(0xA5);
    vec![one; count]
}

/// Asks for overlap as booleans and as bits; both must be the same.
pub(crate) fn overlaps(
    engine: &Engine,
    query: impl for<'o> Question<verbs::Overlaps, Out<'o> = Answers<'o>> + Copy,
    rows: usize,
) -> Result<Vec<bool>, Failure> {
    both_forms(rows, |out| engine.overlaps(query, out))
}

/// Asks whether any pair overlaps as booleans and as bits; both must be the same.
pub(crate) fn any_overlap(
    engine: &Engine,
    query: impl for<'o> Question<verbs::AnyOverlap, Out<'o> = Answers<'o>> + Copy,
    rows: usize,
) -> Result<Vec<bool>, Failure> {
    both_forms(rows, |out| engine.any_overlap(query, out))
}

/// Makes a call as booleans and as bits; both must be the same.
pub(crate) fn both_forms(
    rows: usize,
    call: impl Fn(Answers<'_>) -> Result<(), Error>,
) -> Result<Vec<bool>, Failure> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    call(Answers::from(&mut answers))?;
    let mut words = stale::<u64>(rows.div_ceil(64));
    call(Answers::from(&mut words))?;
    same_bits(&answers, &words)?;
    Ok(answers)
}

/// What a margin is to queries about boxes that are grown: half of it on every side.
pub(super) fn grown<'a>(margin: Length<'_>, halves: &'a mut Vec<f32>) -> Length<'a> {
    match margin {
        Length::None => Length::None,
        Length::Uniform(margin) => Length::Uniform(0.5 * margin),
        Length::PerPair(margins) => {
            halves.extend(margins.iter().map(|margin| 0.5 * margin));
            Length::PerPair(halves)
        }
    }
}

/// Whether bits are those of the booleans, by the documented rule: lowest bit first, and zeros behind the last row.
pub(super) fn same_bits(answers: &[bool], words: &[u64]) -> Result<(), Failure> {
    let mut expected = vec![0_u64; words.len()];
    for (row, &answer) in answers.iter().enumerate() {
        expected[row / 64] |= u64::from(answer) << (row % 64);
    }
    if words != expected {
        return Err(Failure::new(format!(
            "bits {words:x?} instead of those of the booleans, {expected:x?}"
        )));
    }
    Ok(())
}

/// What the float64 reference finds in the boolean about two boxes and a margin, meters.
pub(super) fn overlap_finding(pair: &ReferencePair, overlaps: bool, margin: f32) -> Finding {
    let agreement = pair.agreement(overlaps, margin);
    // Axes of nearly parallel edges are off by more than the error bound, and between corners axes show less than the
    // gap. The rounding of the margin is allowed in addition.
    let truth = pair.separations().separation;
    let (low, high) = (pair.smallest_plausible(), pair.largest_plausible());
    let allowed = if overlaps { truth - low } else { high - truth };
    let off = share(f64::from(margin) - truth, allowed).min(1.0);
    let mut finding = Finding::new(None, if agreement == Agreement::Agrees { 0.0 } else { off });
    finding.holds(agreement != Agreement::Contradicts, "the boolean is wrong");
    finding
}
