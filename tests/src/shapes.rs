//! Both forms of a boolean query.

use octosat::{Engine, OverlapQuery};

use crate::world::pack;

/// What a query answers as booleans, and as bits the same, over whatever stood there before.
///
/// # Panics
/// If it is rejected, or if the two forms differ.
pub fn both_forms(engine: &Engine, query: impl OverlapQuery + Copy, rows: usize) -> Vec<bool> {
    let mut answers: Vec<bool> = (0..rows).map(|row| row % 3 == 0).collect();
    engine.overlaps(query, &mut answers).expect("a valid query");
    let mut words = vec![0xAAAA_AAAA_AAAA_AAAA; rows.div_ceil(64)];
    engine.overlaps(query, &mut words).expect("a valid query");
    assert_eq!(words, pack(&answers));
    answers
}
