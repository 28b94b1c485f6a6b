//! Overlap with a margin where edges are so nearly parallel that their cross product is rounding
//! noise.
//!
//! The square of such a product and the square of the gap along it underflow unequally, so that an
//! edge pair which is no axis could dismiss boxes that lie within the margin.
#![forbid(unsafe_code)]

use octosat::OrientedBox;
use octosat_reference::float64::{Agreement, ReferencePair};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, World, engines, narrow, normalized, product, turn, wide,
};

/// A box, as the search for failures found it.
const FIRST: OrientedBox = OrientedBox::new(
    [-7.426_034, -8.933_342, -8.812_596],
    [0.690_154_14, 0.229_601_96, 0.154_650_67, 0.668_620_5],
    [0.186_997_52, 1.453_883_3, 0.256_774_8],
);

/// The centre of the box found beside it, which has half its extents and its rotation negated.
const SECOND_CENTER: [f32; 3] = [-7.426_034, -7.479_459, -8.812_596];

/// Directions that the second box is turned about, for each angle and sign.
const TURNS: usize = 16;

/// Radians. Stored in float32, no edge pair of these has a sine of 1e-7: none of them is an axis.
const NO_AXIS: [f64; 4] = [0.0, 1e-9, 1e-8, 3e-8];

/// Radians; edge pairs turned by these are axes of much noise.
const NOISY_AXIS: [f64; 3] = [1e-7, 3e-7, 1e-6];

/// The pair that was found.
fn found_pair() -> [OrientedBox; 2] {
    let rotation = FIRST.pose.rotation.map(|component| -component);
    let half_extents = FIRST.half_extents.map(|half| 0.5 * half);
    [FIRST, OrientedBox::new(SECOND_CENTER, rotation, half_extents)]
}

/// The pair that was found, its second box turned a little, with each sign of the rotation.
fn turned_pairs(angles: &[f64], seed: u64) -> Vec<OrientedBox> {
    let mut random = Random::new(seed);
    let mut boxes = Vec::new();
    for &angle in angles {
        for sign in [1.0, -1.0] {
            for _ in 0..TURNS {
                let [first, mut second] = found_pair();
                let little = turn(random.direction(), angle);
                let rotation = normalized(product(little, wide(first.pose.rotation)));
                second.pose.rotation = narrow(rotation.map(|component| sign * component));
                boxes.extend([first, second]);
            }
        }
    }
    boxes
}

/// Every pair before its reference.
fn reference_pairs(world: &World, basis: Basis) -> Vec<ReferencePair> {
    let reference = |&pair: &[u32; 2]| PairReference::new(world, basis, pair).reference();
    world.pairs.iter().map(reference).collect()
}

/// Margins a band above the pairs' true separations.
fn margins_above(reference: &[ReferencePair]) -> Vec<f32> {
    let above = |pair: &ReferencePair| pair.separations().separation + pair.band();
    reference.iter().flat_map(|pair| narrow([above(pair)])).collect()
}

#[test]
fn parallel_edges_dismiss_no_pair_within_the_margin() {
    let mut boxes = found_pair().to_vec();
    boxes.extend(turned_pairs(&NO_AXIS, 81));
    let world = World::of_neighbours("parallel edges", &boxes);
    for basis in [Basis::Unit, Basis::Scaled] {
        let reference = reference_pairs(&world, basis);
        assert!(reference.iter().all(|pair| pair.separations().separation > 0.5));
        let limit = Limit::PerPair(margins_above(&reference));
        for engine in engines() {
            for (place, within) in world.overlaps(&engine, basis, &limit).iter().enumerate() {
                let what = (basis, engine.backend(), engine.rounding());
                assert!(within, "pair {place}: {what:?} {:?}", reference[place].separations());
            }
        }
    }
}

/// From a sine of 1e-7 on the edge pair counts, and its gap is off by rounding over the sine: the
/// answer is the reference's only up to that.
#[test]
fn nearly_parallel_edges_do_not_contradict_the_reference() {
    let world = World::of_neighbours("nearly parallel edges", &turned_pairs(&NOISY_AXIS, 82));
    for basis in [Basis::Unit, Basis::Scaled] {
        let reference = reference_pairs(&world, basis);
        // No direction shows more than the distance, which is at most √3 times the separation.
        let distance = |pair: &ReferencePair| 3.0_f64.sqrt() * pair.separations().separation;
        let above = |pair: &ReferencePair| distance(pair) + 2.0 * pair.band();
        let certain: Vec<f32> = reference.iter().flat_map(|pair| narrow([above(pair)])).collect();
        for engine in engines() {
            let margins = margins_above(&reference);
            let limit = Limit::PerPair(margins.clone());
            let within = world.overlaps(&engine, basis, &limit);
            for (place, pair) in reference.iter().enumerate() {
                let agreement = pair.agreement(within[place], margins[place]);
                assert_ne!(agreement, Agreement::Contradicts, "pair {place}: {pair:?}");
            }
            let limit = Limit::PerPair(certain.clone());
            assert!(world.overlaps(&engine, basis, &limit).iter().all(|&within| within));
        }
    }
}
