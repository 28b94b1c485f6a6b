//! Overlap in both of its forms: booleans and bits.

use octosat::{Engine, OverlapQuery, QueryError};

use crate::failure::Failure;
use crate::stale;

/// Asks for booleans and for bits, over whatever stands there; both must say the same.
pub(super) fn overlaps(
    rows: usize,
    booleans: impl FnOnce(&mut Vec<bool>) -> Result<(), QueryError>,
    bits: impl FnOnce(&mut Vec<u64>) -> Result<(), QueryError>,
) -> Result<Vec<bool>, Failure> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    booleans(&mut answers)?;
    let mut words = stale::<u64>(rows.div_ceil(64));
    bits(&mut words)?;
    // The documented rule: lowest bit first, and zeros behind the last row.
    let mut expected = vec![0_u64; words.len()];
    for (row, &answer) in answers.iter().enumerate() {
        expected[row / 64] |= u64::from(answer) << (row % 64);
    }
    if words != expected {
        return Err(Failure::new(format!(
            "bits {words:x?} instead of those of the booleans, {expected:x?}"
        )));
    }
    Ok(answers)
}

/// The same about a query.
pub(super) fn query_overlaps(
    engine: &Engine,
    query: impl OverlapQuery + Copy,
    rows: usize,
) -> Result<Vec<bool>, Failure> {
    overlaps(rows, |out| engine.overlaps(query, out), |out| engine.overlaps(query, out))
}
