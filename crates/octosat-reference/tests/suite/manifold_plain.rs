//! The plain float32 manifolds against the float64 checker, for pairs that are hard for float32.

use crate::honest::Manifold;
use octosat_reference::OrientedBox;
use octosat_reference::float64::{
    ManifoldReport, ReferencePair, check_manifold, check_relative_manifold, compare_swapped,
};
use octosat_reference::plain::PlainSettings;
use octosat_scenes::generate::Random;
use octosat_scenes::generate::groups::Group;

/// Pairs of each group.
const PAIRS: usize = 300;

/// A pair and the margin that it is looked at with.
#[derive(Debug)]
struct Given {
    group: Group,
    boxes: [OrientedBox; 2],
    within: f32,
}

impl Given {
    fn new(group: Group, random: &mut Random) -> Self {
        let pair = group.pair(random);
        let boxes = pair.boxes.map(|given| OrientedBox {
            center: given.center,
            rotation: given.rotation,
            half_extents: given.half_extents,
        });
        Self { group, boxes, within: pair.margin }
    }

    fn expect_right(&self, report: &ManifoldReport, answer: &Manifold) {
        let faults: Vec<String> = report.faults.iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{:?}: {faults:#?}\n{self:?}\n{answer:?}", self.group);
    }
}

#[test]
fn plain_manifolds_keep_every_promise() {
    for (seed, group) in (0..).zip(Group::all()) {
        let mut random = Random::new(seed);
        let (mut touching, mut worst) = (0, 0.0_f64);
        for _ in 0..PAIRS {
            let given = Given::new(group, &mut random);
            let [a, b] = &given.boxes;
            let pair = ReferencePair::oriented(a, b);
            for (limit, relative) in [(4, false), (4, true), (8, false), (8, true)] {
                let settings = PlainSettings { within: given.within, limit, relative };
                let answer = Manifold::plain(&given.boxes, settings);
                let check = if relative { check_relative_manifold } else { check_manifold };
                let report = check(&pair, &answer.answer());
                given.expect_right(&report, &answer);
                touching += usize::from(!answer.points.is_empty());
                worst = worst.max(report.worst);
                assert!(!answer.fallback, "{given:?}");
            }
        }
        assert!(touching > PAIRS && worst < 0.9, "{group:?}: {touching} {worst}");
    }
}

#[test]
fn swapped_plain_manifolds_agree() {
    for (seed, group) in (100..).zip(Group::all()) {
        let mut random = Random::new(seed);
        for _ in 0..PAIRS {
            let given = Given::new(group, &mut random);
            let [a, b] = given.boxes;
            let pair = ReferencePair::oriented(&a, &b);
            let settings = PlainSettings { within: given.within, limit: 8, relative: true };
            let [first, swapped] = [[a, b], [b, a]].map(|boxes| Manifold::plain(&boxes, settings));
            let report = compare_swapped(&pair, &first.answer(), &swapped.answer());
            given.expect_right(&report, &first);
        }
    }
}
