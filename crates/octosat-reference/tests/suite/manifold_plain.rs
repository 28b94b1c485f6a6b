//! The plain float32 manifolds against the float64 checker, for pairs that are hard for float32.

use crate::common::SplitMix64;
use crate::extremes::{Extreme, GROUPS};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    ContactAnswer, ManifoldAnswer, ManifoldReport, ReferencePair, check_manifold,
    check_relative_manifold, compare_swapped,
};
use octosat_reference::plain::{self, PlainKind, PlainManifold, PlainSettings};

/// Pairs of each group.
const PAIRS: usize = 1_500;

/// A plain manifold as the checker takes it.
struct Answer {
    plain: PlainManifold,
    points: Vec<ContactAnswer>,
    settings: PlainSettings,
}

impl Answer {
    fn new([a, b]: &[OrientedBox; 2], settings: PlainSettings) -> Self {
        let plain = plain::contacts(a, b, settings);
        let point = |point: &plain::PlainPoint| ContactAnswer {
            position: point.position,
            depth: point.depth,
            feature: point.feature,
        };
        let points = plain.points.iter().map(point).collect();
        Self { plain, points, settings }
    }

    fn answer(&self) -> ManifoldAnswer<'_> {
        ManifoldAnswer {
            normal: self.plain.normal,
            depth: self.plain.depth,
            axis: self.plain.axis,
            points: &self.points,
            margin: self.settings.margin,
            limit: self.settings.limit,
            fallback: self.plain.kind == PlainKind::Fallback,
            closest: self.plain.kind == PlainKind::Closest,
            surfaces: None,
        }
    }

    fn report(&self, pair: &ReferencePair) -> ManifoldReport {
        let check = if self.settings.relative { check_relative_manifold } else { check_manifold };
        check(pair, &self.answer())
    }
}

fn expect_right(report: &ManifoldReport, name: &str, given: &Extreme, answer: &Answer) {
    let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{name}: {faults:#?}\n{given:?}\n{:?}", answer.plain);
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
                    let answer = Answer::new(&given.boxes, settings);
                    let report = answer.report(&pair);
                    expect_right(&report, name, &given, &answer);
                    touching += usize::from(!answer.points.is_empty());
                    worst = worst.max(report.worst);
                    assert_ne!(answer.plain.kind, PlainKind::Fallback, "{name}: {given:?}");
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
            let [first, swapped] = [[a, b], [b, a]].map(|boxes| Answer::new(&boxes, settings));
            let report = compare_swapped(&pair, &first.answer(), &swapped.answer());
            expect_right(&report, name, &given, &first);
        }
    }
}
