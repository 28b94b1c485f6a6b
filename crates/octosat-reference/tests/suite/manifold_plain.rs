//! The plain float32 manifolds against the float64 checker, for pairs that are hard for float32.

use crate::common::SplitMix64;
use crate::extremes::{Extreme, GROUPS};
use crate::honest::Manifold;
use octosat_reference::float64::{
    ManifoldReport, ReferencePair, check_manifold, check_relative_manifold, compare_swapped,
};
use octosat_reference::plain::PlainSettings;

/// Pairs of each group.
const PAIRS: usize = 1_500;

fn expect_right(report: &ManifoldReport, name: &str, given: &Extreme, answer: &Manifold) {
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{given:?}\n{answer:?}");
}

#[test]
fn plain_manifolds_keep_every_promise() {
    for (seed, (name, make)) in (0..).zip(GROUPS) {
        let mut random = SplitMix64(seed);
        let (mut touching, mut worst) = (0, 0.0_f64);
        for _ in 0..PAIRS {
            let given = make(&mut random);
            let [a, b] = &given.boxes;
            let pair = ReferencePair::oriented(a, b);
            for limit in [4, 8] {
                for relative in [false, true] {
                    let settings = PlainSettings { margin: given.margin, limit, relative };
                    let answer = Manifold::plain(&given.boxes, settings);
                    let check = if relative { check_relative_manifold } else { check_manifold };
                    let report = check(&pair, &answer.answer());
                    expect_right(&report, name, &given, &answer);
                    touching += usize::from(!answer.points.is_empty());
                    worst = worst.max(report.worst);
                    assert!(!answer.fallback, "{name}: {given:?}");
                }
            }
        }
        assert!(touching > PAIRS && worst < 0.9, "{name}: {touching} {worst}");
    }
}

#[test]
fn swapped_plain_manifolds_agree() {
    for (seed, (name, make)) in (100..).zip(GROUPS) {
        let mut random = SplitMix64(seed);
        for _ in 0..PAIRS {
            let given = make(&mut random);
            let [a, b] = given.boxes;
            let pair = ReferencePair::oriented(&a, &b);
            let settings = PlainSettings { margin: given.margin, limit: 8, relative: true };
            let [first, swapped] = [[a, b], [b, a]].map(|boxes| Manifold::plain(&boxes, settings));
            let report = compare_swapped(&pair, &first.answer(), &swapped.answer());
            expect_right(&report, name, &given, &first);
        }
    }
}
