//! The plain float32 manifolds against the float64 checker, for pairs that are hard for float32.

use octosat_check::runner;
use octosat_check::strategies::{HardPair, KINDS, hard_pairs};
use octosat_reference::float64::{
    ManifoldAnswer, ManifoldReport, ReferencePair, check_manifold, check_relative_manifold,
    compare_swapped,
};
use octosat_reference::plain::{PlainKind, PlainManifold, PlainSettings, contacts};

/// Pairs of each kind.
const PAIRS: usize = 3_000;

/// A manifold as the float64 checker takes it.
fn answer(found: &PlainManifold, settings: PlainSettings) -> ManifoldAnswer<'_> {
    let PlainManifold { normal, depth, axis, kind, ref points, .. } = *found;
    let PlainSettings { margin, limit, .. } = settings;
    let (fallback, closest) = (kind == PlainKind::Fallback, kind == PlainKind::Closest);
    let surfaces = None;
    ManifoldAnswer { normal, depth, axis, points, margin, limit, fallback, closest, surfaces }
}

/// Fails if a manifold has a fault.
fn expect_right(given: &HardPair, report: &ManifoldReport, found: &PlainManifold) {
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{given:?}\n{found:?}");
}

#[test]
fn plain_manifolds_keep_every_promise() {
    for kind in KINDS {
        let (mut touching, mut worst) = (0, 0.0_f64);
        for given in hard_pairs(kind, PAIRS, &mut runner(1, 0)) {
            let HardPair { boxes: [a, b], margin } = &given;
            let pair = ReferencePair::oriented(a, b);
            for (limit, relative) in [(4, false), (4, true), (8, false), (8, true)] {
                let settings = PlainSettings { margin: *margin, limit, relative };
                let found = contacts(a, b, settings);
                let check = if relative { check_relative_manifold } else { check_manifold };
                let report = check(&pair, &answer(&found, settings));
                expect_right(&given, &report, &found);
                touching += usize::from(!found.points.is_empty());
                worst = worst.max(report.worst);
                assert!(found.kind != PlainKind::Fallback, "{given:?}");
            }
        }
        assert!(touching > PAIRS && worst < 0.9, "{}: {touching} {worst}", kind.name);
    }
}

#[test]
fn swapped_plain_manifolds_agree() {
    for kind in KINDS {
        for given in hard_pairs(kind, PAIRS, &mut runner(2, 0)) {
            let HardPair { boxes: [a, b], margin } = given;
            let settings = PlainSettings { margin, limit: 8, relative: true };
            let [first, swapped] = [[a, b], [b, a]].map(|[a, b]| contacts(&a, &b, settings));
            let [of_first, of_swapped] = [&first, &swapped].map(|found| answer(found, settings));
            let report = compare_swapped(&ReferencePair::oriented(&a, &b), &of_first, &of_swapped);
            expect_right(&given, &report, &first);
        }
    }
}
