//! Pairs that a long search found, and similar pairs.

use octosat::OrientedBox;
use octosat_scenes::generate::Random;
use octosat_tests::{along, columns, narrow, wide};

use crate::common::{check, check_manifolds, frame_of};

/// The pair that was found, two bars, and others around it, b moved along y by so much in all.
fn around(a: [f32; 4], (b, place): ([f32; 4], [f32; 3]), reach: f32) -> Vec<OrientedBox> {
    let bar = [0.2, 0.1, 0.1];
    let pair = |step: u16| {
        let center = [place[0], (f32::from(step) - 1_000.0) * 1e-3 * reach, place[2]];
        [OrientedBox::new([0.0; 3], a, bar), OrientedBox::new(center, b, bar)]
    };
    (0..2_000).flat_map(pair).collect()
}

/// An edge of b passes a corner of a at just the clipping tolerance: neither the cut edge nor the corner may leave it
/// to the other.
#[test]
fn a_corner_passed_at_the_tolerance_is_not_lost() {
    let a = [-7.584_170_4e-6, -1.807_161_3e-4, -8.217_53e-5, 1.0];
    let b = [1.771_657_8e-4, -9.150_741e-5, 9.044_124e-5, 1.0];
    let boxes = around(a, (b, [-0.203_125, 0.0, 0.199_218_75]), 1e-6);
    check("passing edges", &frame_of(&boxes, 0.0));
}

/// A brick next to a brick, nearly aligned, far from the origin: a corner of b lies outside a's face by just the
/// tolerance, and its edge says that it starts inside. The edge entered through a side of a that is a decimeter away.
#[test]
fn a_corner_that_its_edge_calls_inside_is_inside() {
    let a = [-2.383_793_3e-4, 3.676_997_4e-4, -3.934_424_2e-5, 0.999_999_9];
    let b = [-2.765_937_3e-4, 4.561_883_5e-5, -2.473_684e-4, 0.999_999_94];
    let boxes = around(a, (b, [0.25, 0.0, 0.203_125]), 1e-4);
    check_manifolds("a corner at the tolerance", &boxes, 0.05, |pair, _, points, _| {
        assert!(points.len() >= 4, "{pair} {points:?}");
    });
}

/// Two equal boxes nearly in one place, far from the origin: an edge of b lies along a side of a, at the tolerance, and
/// only one of its ends counts as inside. It had a second point there, named after a side meters away.
#[test]
fn an_edge_along_a_side_at_the_tolerance_crosses_nothing() {
    let half_extents = [1.595_725_2, 1.962_206_5, 0.316_523_82];
    let turned = [0.149_725_84, -0.807_796_36, -0.266_732_04, 0.503_886_1];
    let center = [915.124_63, 275.302_3, 285.341_13];
    // What a float moves by there.
    let spacing = [6.103_515_6e-5, 3.051_757_8e-5, 3.051_757_8e-5];
    let pair = |place: u16| {
        let steps = [place % 9, place / 9 % 9, place / 81].map(|step| f32::from(step) - 4.0);
        let moved = std::array::from_fn(|k| center[k] + steps[k] * spacing[k]);
        let opposite = turned.map(|component| -component);
        [(center, turned), (moved, opposite)]
            .map(|(center, turned)| OrientedBox::new(center, turned, half_extents))
    };
    let boxes: Vec<OrientedBox> = (0..729).flat_map(pair).collect();
    check_manifolds("an edge along a side", &boxes, 0.236_981, |pair, row, points, _| {
        assert!(points.len() >= 4, "{pair} {row:?} {points:?}");
    });
}

/// Two boxes nearly in one place: the edges of one run along those of the other, and which way they lead across is
/// rounding. A crossing was named after the edge on the other side of the box. Of eight points two were one: an edge
/// exactly at the tolerance began in its middle.
#[test]
fn crossings_of_twins_are_named_after_edges_that_meet_there() {
    let half = [0.909_872_7, 1.316_053_7, 0.195_349_47];
    let turned = [-0.647_579_67, 0.051_835_682, 0.745_829_6, -0.147_281_62];
    let boxes = [
        OrientedBox::new([0.972_813_5, -6.316_718, -12.399_076], turned, half),
        OrientedBox::new([0.972_814, -6.316_725_7, -12.399_068], turned.map(|part| -part), half),
    ];
    check("twins", &frame_of(&boxes, 0.02));
}

/// Twins shifted along their own axes by about the slack by which a's face is grown for the edges of b, or by about half
/// of it, by which it is grown for a's own sides. If both were the whole slack, rounding could put an edge of one just
/// outside and the side of the other just inside: the corner would be lost.
#[test]
fn twins_that_are_shifted_by_the_slack_keep_their_corners() {
    let mut random = Random::new(77);
    let mut boxes = Vec::new();
    for case in 0..4_000 {
        let part = if case % 2 == 0 { 1.0 } else { 0.5 };
        let rotation = narrow(random.rotation());
        let half_extents = [0.95, 1.06, 0.3].map(|mean: f64| mean * random.range(0.5, 1.5));
        let sum: f64 = half_extents.iter().sum();
        let half_extents = narrow(half_extents);
        let axes = columns(wide(rotation));
        // Of both directions of the face that is clipped, one or both.
        let mut center = [0.0; 3];
        for axis in [case % 3, (case + 1 + case / 3 % 2) % 3] {
            let shift = sum * 1e-6 * part * random.range(0.9, 1.1);
            center = along(center, shift, axes[axis]);
        }
        boxes.push(OrientedBox::new([0.0; 3], rotation, half_extents));
        let turned = rotation.map(|component| -component);
        boxes.push(OrientedBox::new(narrow(center), turned, half_extents));
    }
    check_manifolds("twins", &boxes, 0.02, |pair, row, points, _| {
        assert!(points.len() >= 4, "{pair} {row:?} {points:?}");
    });
}
