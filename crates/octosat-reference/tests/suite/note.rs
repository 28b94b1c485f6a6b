//! The note's rule against the shortest translation, by hand and by the reference.

use crate::common::{Draw, UPRIGHT, cross, dot, normalized, oriented};
use crate::truth::{SHAPES, touching_pair};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{Agreement, ReferencePair, separations};
use octosat_reference::note::{
    NoteResponse, Policy, as_written, corrected, overlaps_untransformed,
};
use octosat_reference::textbook::MatrixBox;
use octosat_scenes::generate::Random;

fn both(a: &OrientedBox, b: &OrientedBox) -> [Option<NoteResponse>; 2] {
    let (a, b) = (MatrixBox::from(a), MatrixBox::from(b));
    [as_written(&a, &b), corrected(&a, &b)]
}

/// The separation after both boxes made their half of the move, meters.
fn separation_after(a: &OrientedBox, b: &OrientedBox, response: &NoteResponse) -> f64 {
    let (mut moved_a, mut moved_b) = (MatrixBox::from(a), MatrixBox::from(b));
    response.part(&mut moved_a, &mut moved_b);
    let a = OrientedBox { center: moved_a.center, ..*a };
    let b = OrientedBox { center: moved_b.center, ..*b };
    separations(&a, &b).separation
}

/// A long beam with a cube that has come in from above: up is 0.3, out at the end is 1.5, but
/// 1.5 is the smaller part of the beam's length.
#[test]
fn the_relative_depth_sends_a_cube_out_at_the_far_end() {
    let beam = oriented([0.0; 3], UPRIGHT, [10.0, 0.5, 0.5]);
    let cube = oriented([9.0, 0.0, 0.7], UPRIGHT, [0.5; 3]);
    let [written, right] = both(&beam, &cube).map(|response| response.expect("they overlap"));
    assert_eq!((written.case, right.case), (0, 2));
    assert!((written.depth - 1.5).abs() < 1e-6 && (right.depth - 0.3).abs() < 1e-6);
    assert!(written.relative_depth < right.relative_depth);
}

/// Edges that cross at an angle with the sine 0.6: the note's depth is the true one times 0.6,
/// and so is its axis's length, so its move covers 0.36 of the way.
#[test]
fn the_unnormalized_edge_axis_moves_too_little() {
    let half = [2.0, 0.1, 0.1];
    let roll = std::f64::consts::FRAC_PI_8;
    let (sine, cosine) = (roll.sin(), roll.cos());
    // Both beams stand on an edge, and b's is turned about z by the angle with the sine 0.6.
    let a = oriented([0.0; 3], normalized([sine, 0.0, 0.0, cosine]), half);
    let (turn_sine, turn_cosine) = (0.1_f64.sqrt(), 0.9_f64.sqrt());
    let q = [turn_cosine * sine, turn_sine * sine, turn_sine * cosine, turn_cosine * cosine];
    let b = oriented([0.0, 0.0, 0.25], normalized(q), half);
    let [written, right] = both(&a, &b).map(|response| response.expect("they overlap"));
    assert_eq!((written.case, right.case), (6, 6));
    assert!((written.depth / right.depth - 0.6).abs() < 1e-4);
    let before = separations(&a, &b).separation;
    let after = separation_after(&a, &b, &written);
    assert!((after / before - (1.0 - 0.36)).abs() < 1e-3, "{before} {after}");
    assert!(separation_after(&a, &b, &right).abs() < 1e-6);
}

/// Two beams of half extents 2, 0.1, 0.1 that stand on an edge, long along a's axis i and b's axis
/// j, at an angle of sine 0.6, b 0.25 above a (below for a negative height).
fn crossing_beams(i: usize, j: usize, height: f32) -> [MatrixBox; 2] {
    let up = [0.0, 0.0, 1.0];
    let beam = |long: usize, along: [f32; 2], center: [f32; 3]| {
        let [x, y] = along;
        let sideways = [-y, x, 0.0];
        let root = std::f32::consts::FRAC_1_SQRT_2;
        let mut axes = [[x, y, 0.0]; 3];
        for k in 0..3 {
            axes[(long + 1) % 3][k] = (up[k] + sideways[k]) * root;
            axes[(long + 2) % 3][k] = (up[k] - sideways[k]) * root;
        }
        let mut half_extents = [0.1; 3];
        half_extents[long] = 2.0;
        MatrixBox { center, axes, half_extents }
    };
    [beam(i, [1.0, 0.0], [0.0; 3]), beam(j, [0.8, 0.6], [0.0, 0.0, height])]
}

/// By hand: each beam reaches 0.1·√2 upwards, so the depth is 0.2·√2 − 0.25 = 0.032843; the note
/// measures 0.6 of it, along an axis of length 0.6, and both find 0.032843 / 0.282843 = 0.116117.
#[test]
fn every_pair_of_edges_is_found_with_its_sign() {
    for edges in 0..9_u8 {
        for (height, negative) in [(0.25_f32, false), (-0.25, true)] {
            let (i, j) = (usize::from(edges / 3), usize::from(edges % 3));
            let [a, b] = crossing_beams(i, j, height);
            let [written, right] =
                Policy::ALL.map(|policy| policy.respond(&a, &b).expect("they overlap"));
            for response in [written, right] {
                assert_eq!(response.case, 6 + edges);
                assert_eq!(response.negative, negative);
                assert!((response.relative_depth - 0.116_117).abs() < 1e-5, "{response:?}");
                assert!(response.response[2] * height > 0.0, "it points towards b");
            }
            assert!((right.depth - 0.032_843).abs() < 1e-6, "{right:?}");
            assert!((right.response[2].abs() - 1.0).abs() < 1e-6);
            assert!((written.depth - 0.6 * 0.032_843).abs() < 1e-6, "{written:?}");
            assert!((written.response[2].abs() - 0.6).abs() < 1e-6);
            // Half of 0.6² · 0.032843 and half of 0.032843, in b's direction.
            let moves = [written, right].map(|response| response.correction()[2] * height);
            assert!((moves[0] * 4.0 - 0.5 * 0.36 * 0.032_843).abs() < 1e-6, "{moves:?}");
            assert!((moves[1] * 4.0 - 0.5 * 0.032_843).abs() < 1e-6, "{moves:?}");
        }
    }
}

/// A cube of half extent 1 whose diagonal, of half length √3, stands on a face of a cube of half
/// extent 3, 0.1 deep: faces of a with the large cube first, faces of b with it last.
#[test]
fn every_face_is_found_with_its_sign() {
    let (third, sixth) = ((1.0_f32 / 3.0).sqrt(), (1.0_f32 / 6.0).sqrt());
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let upwards = [[2.0 * sixth, 0.0, third], [-sixth, half, third], [-sixth, -half, third]];
    for axis in 0..3_u8 {
        for (sign, negative) in [(1.0_f32, false), (-1.0, true)] {
            let k = usize::from(axis);
            let turned = |v: [f32; 3]| std::array::from_fn(|n| v[(n + 2 - k) % 3]);
            let mut center = [0.0; 3];
            center[k] = sign * (3.0 + 3.0_f32.sqrt() - 0.1);
            let upright = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let large = MatrixBox { center: [0.0; 3], axes: upright, half_extents: [3.0; 3] };
            let axes = upwards.map(turned);
            let small = MatrixBox { center, axes, half_extents: [1.0; 3] };
            for policy in Policy::ALL {
                let face_of_a = policy.respond(&large, &small).expect("they overlap");
                let face_of_b = policy.respond(&small, &large).expect("they overlap");
                assert_eq!((face_of_a.case, face_of_a.negative), (axis, negative));
                assert_eq!((face_of_b.case, face_of_b.negative), (3 + axis, !negative));
                let boxes = [[large, small], [small, large]];
                for (response, [a, b]) in [face_of_a, face_of_b].into_iter().zip(boxes) {
                    assert!((response.depth - 0.1).abs() < 1e-6, "{response:?}");
                    let (mut moved_a, mut moved_b) = (a, b);
                    response.part(&mut moved_a, &mut moved_b);
                    for n in 0..3 {
                        let half = response.response[n] * (response.depth * 0.5);
                        let expected = [a.center[n] - half, b.center[n] + half];
                        let found = [moved_a.center[n], moved_b.center[n]];
                        assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits));
                    }
                }
                let moved = face_of_a.correction()[k] * sign;
                assert!((moved - 0.05).abs() < 1e-6, "half to each box");
            }
        }
    }
}

/// Along the note's own edge axis of length L, its depth is L times the true one, and what is left
/// after its move is 1 − L² of it; the right form leaves nothing.
#[test]
fn what_is_left_after_the_moves_follows_the_length_of_the_axis() {
    let mut random = Random::new(21);
    let mut edges = 0;
    for _ in 0..30_000 {
        let halves = [0; 2].map(|_| random.magnitudes(0.1, 1.0));
        let a = oriented(random.within(0.7), random.rotation(), halves[0]);
        let b = oriented(random.within(0.7), random.rotation(), halves[1]);
        let pair = ReferencePair::oriented(&a, &b);
        let [written, right] = both(&a, &b);
        if let Some(right) = right {
            let after = separation_after(&a, &b, &right);
            assert!(after.abs() <= 2.0 * pair.error_bound(), "{after:e} {:e}", pair.error_bound());
        }
        let Some(written) = written.filter(|written| written.case >= 6) else { continue };
        let axis = written.response.map(f64::from);
        let length = axis.iter().map(|c| c * c).sum::<f64>().sqrt();
        let before = pair.separation_along(axis);
        assert!((f64::from(written.depth) + length * before).abs() <= 2.0 * pair.error_bound());
        let [mut moved_a, mut moved_b] = [&a, &b].map(MatrixBox::from);
        written.part(&mut moved_a, &mut moved_b);
        let a = OrientedBox { center: moved_a.center, ..a };
        let b = OrientedBox { center: moved_b.center, ..b };
        let after = ReferencePair::oriented(&a, &b).separation_along(axis);
        let expected = before * (1.0 - length * length);
        assert!(
            (after - expected).abs() <= 3.0 * pair.error_bound(),
            "{before} {after} {expected}"
        );
        edges += 1;
    }
    assert!(edges > 1000, "{edges}");
}

/// Where edges are nearly parallel, the right form stays within the reference's error bound.
#[test]
fn nearly_parallel_edges_do_not_fool_the_right_form() {
    let mut random = Random::new(22);
    for _ in 0..30_000 {
        let base = random.rotation();
        let size = random.magnitude(1e-8, 1e-2);
        let noise = random.within(size);
        let turned = normalized([
            base[0] + noise[0],
            base[1] + noise[1],
            base[2] + noise[2],
            base[3] + random.range(-size, size),
        ]);
        let halves = [0; 2].map(|_| random.magnitudes(0.01, 1.0));
        let a = oriented([0.0; 3], base, halves[0]);
        let b = oriented(random.within(1.0), turned, halves[1]);
        let pair = ReferencePair::oriented(&a, &b);
        let truth = pair.separations().separation;
        let [_, right] = both(&a, &b);
        match right {
            Some(right) => assert!((f64::from(right.depth) + truth).abs() <= pair.error_bound()),
            None => assert!(truth >= -pair.error_bound(), "{truth:e} {:e}", pair.error_bound()),
        }
    }
}

/// The note's sign of T · L is 0 for exactly zero: boxes with the same center, and beams that cross in one place.
#[test]
fn the_sign_of_an_offset_of_zero_is_not_negative() {
    let cube = oriented([0.5, -1.0, 2.0], UPRIGHT, [1.0; 3]);
    let plate = oriented([0.5, -0.5, 2.0], UPRIGHT, [0.1, 9.0, 9.0]);
    // The note has another case for the plate: relative to the reach the offset along y counts.
    let [written, right] = both(&cube, &cube);
    let [_, of_plate] = both(&cube, &plate);
    for response in [written, right, of_plate] {
        let response = response.expect("they overlap");
        assert_eq!((response.case, response.negative), (0, false), "{response:?}");
        assert_eq!(response.response.map(f32::to_bits), [1.0_f32, 0.0, 0.0].map(f32::to_bits));
        assert!(response.correction()[0] > 0.5, "half of the depth, along the axis");
    }
    for edges in 0..9_u8 {
        let [a, b] = crossing_beams(usize::from(edges / 3), usize::from(edges % 3), 0.0);
        let response = corrected(&a, &b).expect("they overlap");
        assert_eq!((response.case, response.negative), (6 + edges, false), "{response:?}");
    }
}

/// Each of the fifteen axes is needed: the table without the transformation agrees with the reference outside
/// the error bound, for random, touching and nearly parallel boxes.
#[test]
fn the_table_without_transformation_agrees_outside_the_error_bound() {
    let mut random = Random::new(23);
    let mut separating = [0; 15];
    let mut overlapping = 0;
    let mut expect = |a: &OrientedBox, b: &OrientedBox| {
        let pair = ReferencePair::oriented(a, b);
        let reported = overlaps_untransformed(&MatrixBox::from(a), &MatrixBox::from(b));
        let separations = pair.separations();
        assert_ne!(pair.agreement(reported, 0.0), Agreement::Contradicts, "{separations:?}");
        let positive = |separation: &Option<f64>| separation.is_some_and(|gap| gap > 0.0);
        let alone = separations.axis_separations.iter().filter(|gap| positive(gap)).count() == 1;
        separating[usize::from(separations.axis)] += u32::from(alone && !reported);
        overlapping += u32::from(reported);
    };
    for round in 0..20_u32 {
        for first in SHAPES {
            for second in SHAPES {
                for _ in 0..20 {
                    let at = if round % 4 == 0 { 1000.0 } else { 3.0 };
                    let [a, b] = touching_pair(&mut random, [first, second], at);
                    expect(&a, &b);
                }
            }
        }
    }
    for _ in 0..60_000 {
        // Edges at which one axis alone separates: boxes of different shapes, turned a little, nearly touching.
        let angles: [f64; 3] = std::array::from_fn(|_| random.range(-0.7, 0.7));
        let q = normalized([angles[0], angles[1], angles[2], 1.0]);
        let a = oriented([0.0; 3], UPRIGHT, [2.0, 4.0, 3.0]);
        let direction = random.within(1.0);
        let mut center = direction.map(|component| component * 8.0);
        for _ in 0..4 {
            let found = separations(&a, &oriented(center, q, [3.5, 2.0, 1.5]));
            let by = 0.01 - found.separation;
            center = std::array::from_fn(|k| center[k] + by * found.normal[k]);
        }
        expect(&a, &oriented(center, q, [3.5, 2.0, 1.5]));
    }
    assert!(separating.iter().all(|&count| count > 0), "{separating:?}");
    assert!(overlapping > 2_000, "{overlapping}");
}

#[test]
fn touching_collides_only_when_put_right() {
    let a = oriented([0.0; 3], UPRIGHT, [1.0; 3]);
    let b = oriented([2.0, 0.0, 0.0], UPRIGHT, [1.0; 3]);
    let [written, right] = both(&a, &b);
    assert!(written.is_none());
    assert!(right.is_some_and(|response| response.depth.abs() < 1e-6 && response.case == 0));
}

#[test]
fn both_agree_with_the_truth_away_from_touching() {
    let mut random = Random::new(9);
    for _ in 0..20_000 {
        let halves = [0; 2].map(|_| random.magnitudes(0.1, 1.0));
        let a = oriented(random.within(1.0), random.rotation(), halves[0]);
        let b = oriented(random.within(1.0), random.rotation(), halves[1]);
        let pair = ReferencePair::oriented(&a, &b);
        let truth = pair.separations();
        if truth.separation.abs() < 1e-3 {
            continue;
        }
        let [written, right] = both(&a, &b);
        assert_eq!(written.is_some(), truth.separation < 0.0);
        assert_eq!(right.is_some(), truth.separation < 0.0);
        let Some(right) = right else { continue };
        assert!((f64::from(right.depth) + truth.separation).abs() < 1e-4, "{right:?} {truth:?}");
        assert!(separation_after(&a, &b, &right).abs() < 1e-3);
        assert_eq!(right.negative, opposes_axis(&right, &a, &b));
    }
}

/// Whether the response points against the case's axis, found from the axes alone.
fn opposes_axis(response: &NoteResponse, a: &OrientedBox, b: &OrientedBox) -> bool {
    let [a, b] = [a, b].map(|given| MatrixBox::from(given).axes.map(|axis| axis.map(f64::from)));
    let case = usize::from(response.case);
    let axis = match case {
        0..3 => a[case],
        3..6 => b[case - 3],
        _ => cross(a[(case - 6) / 3], b[(case - 6) % 3]),
    };
    dot(axis, response.response.map(f64::from)) < 0.0
}
