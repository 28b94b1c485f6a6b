//! Verdicts and clearances, which no rounding makes wrong: cases with known results, boxes at the limits of what the
//! proofs cover, and what is rejected.
//!
//! `octosat-check` compares all backends, and every answer with exact integers and the plain reference.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod cases;
mod values;

use octosat::{BoxStore, Engine, Query, Verdict};
use octosat_check::strategies::Searched;
use octosat_check::verdicts::{VERDICT_PLANS, VerdictTally};

/// The verdict and the clearance of two boxes that are grown.
fn ask(boxes: &BoxStore, growth: f32) -> (Verdict, f32) {
    let query = Query::new(boxes, &[[0, 1]]).grown(growth);
    let (mut verdicts, mut clearances) = ([Verdict::UNDECIDED], [f32::NAN]);
    Engine::new().verdicts(query, &mut verdicts).unwrap();
    Engine::new().clearances(query, &mut clearances).unwrap();
    (verdicts[0], clearances[0])
}

/// As many pairs of each kind as a barely optimized build decides in seconds.
const PAIRS: usize = 30_000;

/// Pairs that touch up to rounding, of all sizes, whose rotations are as far off unit length as a store or a view accepts.
/// Exact integers decide.
#[test]
fn no_verdict_is_wrong_and_no_clearance_too_large() {
    for plan in VERDICT_PLANS {
        let tally = VerdictTally::new(&plan, PAIRS, 12).unwrap();
        assert!(tally.is_right(), "{}: {tally:?}", plan.name);
        // Almost all are decided, of both kinds.
        let separated = tally.decided - tally.overlapping;
        assert!(tally.overlapping.min(separated) > PAIRS / 2, "{}: {tally:?}", plan.name);
        assert!(tally.pairs - tally.decided < tally.pairs / 50, "{}: {tally:?}", plan.name);
    }
}

/// So few random pairs are decided wrongly with a tenth of the bound, a million with an eighth, and what a search finds with
/// a quarter.
#[test]
fn smaller_bounds_would_be_wrong() {
    let [_, ordinary, ..] = VERDICT_PLANS;
    let random = VerdictTally::new(&ordinary, PAIRS, 12).unwrap();
    assert!(random.needed > 1.0 / 10.0 && random.needed < 0.5, "{random:?}");
    let mut search = Searched::new(4_000, 2);
    let mut changes = 0;
    while search.needed() <= 1.0 / 4.0 {
        search.change();
        changes += 1;
        assert!(changes < 400, "{} after {changes} changes", search.needed());
    }
}
