//! Overlap with a margin for edges that are so nearly parallel that their cross product is rounding noise.
//!
//! The square of such a product and the square of the gap along it underflow unequally. Without a limit such an edge
//! pair would separate boxes that are within the margin.

use octosat::OrientedBox;
use octosat_check::engines;
use octosat_reference::float64::{Agreement, ReferencePair};
use octosat_scenes::generate::Random;
use octosat_tests::{narrow, product, turn, wide};

use crate::common::{boxed, cases, check, frame_of};

/// A box, as the search for failures found it.
const FIRST: OrientedBox = OrientedBox::new(
    [-7.426_034, -8.933_342, -8.812_596],
    [0.690_154_14, 0.229_601_96, 0.154_650_67, 0.668_620_5],
    [0.186_997_52, 1.453_883_3, 0.256_774_8],
);

/// The center of the box found next to it, which has half its extents and its rotation negated.
const SECOND_CENTER: [f32; 3] = [-7.426_034, -7.479_459, -8.812_596];

/// Radians. Stored in float32, no edge pair of these has a sine of 1e-7: none of them is an axis.
const NO_AXIS: [f64; 4] = [0.0, 1e-9, 1e-8, 3e-8];

/// Radians; edge pairs turned by these are axes of much noise.
const NOISY_AXIS: [f64; 3] = [1e-7, 3e-7, 1e-6];

/// The pair that was found, and again with its second box turned about random directions, with each sign of the
/// rotation.
fn turned_pairs(angles: &[f64], seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let half = wide(FIRST.half_extents).map(|half| 0.5 * half);
    let rotation = wide(FIRST.pose.rotation);
    let second = |turned: [f64; 4]| boxed(wide(SECOND_CENTER), turned, half);
    let mut boxes = vec![FIRST, second(rotation.map(|part| -part))];
    for number in 0..32 * angles.len() {
        let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
        let little = turn(random.direction(), angles[number / 32]);
        boxes.extend([FIRST, second(product(little, rotation).map(|part| sign * part))]);
    }
    boxes
}

/// Asks about every pair with a margin of its own, in all bases and of all engines.
fn within(
    boxes: &[OrientedBox],
    margin: impl Fn(&ReferencePair) -> f64,
    look: impl Fn(&ReferencePair, f32, bool),
) {
    let frame = frame_of(boxes, 0.0);
    check("nearly parallel edges", &frame);
    for case in cases(&frame) {
        let references: Vec<_> =
            case.pairs.iter().map(|&pair| case.boxes.reference(pair)).collect();
        let margins: Vec<f32> = references.iter().flat_map(|one| narrow([margin(one)])).collect();
        for engine in engines() {
            let mut found = vec![false; case.pairs.len()];
            engine.overlaps(case.boxes.pairs(&case.pairs, (&margins).into()), &mut found).unwrap();
            for (place, reference) in references.iter().enumerate() {
                look(reference, margins[place], found[place]);
            }
        }
    }
}

/// A bound above the pair's true separation.
fn above(pair: &ReferencePair) -> f64 {
    pair.separations().separation + pair.error_bound()
}

#[test]
fn parallel_edges_dismiss_no_pair_within_the_margin() {
    within(&turned_pairs(&NO_AXIS, 81), above, |pair, _, within| {
        assert!(within && pair.separations().separation > 0.5, "{pair:?}");
    });
}

/// From a sine of 1e-7 on the edge pair counts, and its gap is off by rounding over the sine: the answer is the
/// reference's only up to that.
#[test]
fn nearly_parallel_edges_do_not_contradict_the_reference() {
    let boxes = turned_pairs(&NOISY_AXIS, 82);
    within(&boxes, above, |pair, margin, within| {
        assert_ne!(pair.agreement(within, margin), Agreement::Contradicts, "{pair:?}");
    });
    // No direction shows more than the distance, which is at most √3 times the separation.
    let far = |pair: &ReferencePair| {
        3.0_f64.sqrt() * pair.separations().separation + 2.0 * pair.error_bound()
    };
    within(&boxes, far, |pair, _, within| assert!(within, "{pair:?}"));
}
