//! Boxes with exact answers: touching exactly, nested, coincident, points; and boxes far from the origin or tiny.

use octosat::OrientedBox;
use octosat_check::{Basis, Case, engines, fastest};
use octosat_reference::float64::Agreement;
use octosat_scenes::generate::Random;
use octosat_tests::{UPRIGHT, add, narrow, product, turn};

use crate::common::{
    NO_TURN, answers, boxed, cases, check, check_rows, frame_of, row_bits, upright,
};

/// Half extents and offsets whose sums are exact in float32.
#[test]
fn touching_exactly_overlaps_and_one_ulp_more_does_not() {
    let (mut boxes, mut depths) = (Vec::new(), Vec::new());
    for (a, b) in [([1.0_f32; 3], [1.0; 3]), ([0.25, 2.0, 5.0], [3.0, 0.5, 0.125])] {
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let reach: f32 = a[axis] + b[axis];
                for distance in [reach.next_down(), reach, reach.next_up()] {
                    let mut center = [0.0; 3];
                    center[axis] = sign * distance;
                    boxes.extend([upright([0.0; 3], a), upright(center, b)]);
                    depths.push(reach - distance);
                }
            }
        }
    }
    check_rows("touching", &boxes, |seen| {
        let depth = depths[seen.place];
        assert_eq!(seen.row.depth.to_bits(), (depth + 0.0).to_bits(), "{:?}", seen.row);
        assert_eq!([seen.overlaps, seen.row.overlaps()], [depth >= 0.0; 2], "{:?}", seen.row);
    });
}

/// `MuJoCo`: an overlap of 7e-8 of the size is one step of float32, and survives.
#[test]
fn an_overlap_of_one_step_survives() {
    let (mut boxes, mut expected) = (Vec::new(), Vec::new());
    for rotation in [UPRIGHT, [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]] {
        for axis in 0..3_usize {
            for distance in [2.0_f32.next_down(), 2.0_f32.next_down().next_down()] {
                let mut center = [0.0_f32; 3];
                center[axis] = -distance;
                boxes.push(OrientedBox::new([0.0; 3], rotation, [1.0; 3]));
                boxes.push(upright(center, [1.0; 3]));
                expected.push((axis, 2.0 - distance));
            }
        }
    }
    check_rows("one step", &boxes, |seen| {
        let ((axis, depth), row) = (expected[seen.place], seen.row);
        assert!(seen.overlaps && (row.normal[axis] + 1.0).abs() < 1e-7, "{row:?}");
        assert_eq!((row.depth.to_bits(), usize::from(row.axis.code())), (depth.to_bits(), axis));
    });
}

/// Documented: the first of equal axes wins, and with no offset its direction is kept.
#[test]
fn coincident_cubes_part_along_the_first_axis_of_a() {
    check_rows("coincident", &[upright([0.5; 3], [0.75; 3]); 2], |seen| {
        let [x, y, z] = seen.row.normal.map(|component| component + 0.0);
        let expected = [1.0_f32, 0.0, 0.0, 1.5].map(f32::to_bits);
        assert_eq!([x, y, z, seen.row.depth].map(f32::to_bits), expected);
        assert!(seen.overlaps && seen.row.axis.code() == 0);
    });
    // In every rotation the two boxes have the same one, so the result is the rotated one.
    let mut random = Random::new(41);
    let turned = |_| [boxed([3.0; 3], random.rotation(), [0.75; 3]); 2];
    let boxes: Vec<OrientedBox> = (0..500).flat_map(turned).collect();
    check_rows("coincident, turned", &boxes, |seen| {
        assert!(seen.row.axis.code() < 6 && (seen.row.depth - 1.5).abs() < 1e-5, "{:?}", seen.row);
    });
}

#[test]
fn nested_boxes_are_pushed_out_of_the_nearest_side() {
    let centers = (0..6).map(|side| {
        let mut center = [0.0; 3];
        center[side / 2] = if side % 2 == 0 { 0.5 } else { -0.5 };
        center
    });
    let boxes: Vec<OrientedBox> = centers
        .flat_map(|center| [upright([0.0; 3], [4.0; 3]), upright(center, [1.0; 3])])
        .collect();
    check_rows("nested", &boxes, |seen| {
        let normal = boxes[2 * seen.place + 1].pose.center.map(|component| 2.0 * component);
        assert_eq!(seen.row.depth.to_bits(), 4.5_f32.to_bits(), "{:?}", seen.row);
        assert!((0..3).all(|k| (seen.row.normal[k] - normal[k]).abs() < 1e-7), "{:?}", seen.row);
    });
}

#[test]
fn points_touch_only_at_the_same_place() {
    let here = [1.5, -2.25, 3.0];
    let there = [1.5_f32.next_up(), -2.25, 3.0];
    let mut random = Random::new(43);
    let mut point = |center| OrientedBox::new(center, narrow(random.rotation()), [0.0; 3]);
    let triples = (0..50).flat_map(|_| [here, here, here, there, there, here].map(&mut point));
    check_rows("points", &triples.collect::<Vec<_>>(), |seen| {
        let same = seen.place % 3 == 0;
        assert_eq!(seen.overlaps, same);
        assert!(if same { seen.row.depth.to_bits() == 0 } else { seen.row.depth < 0.0 });
        assert!(!same || seen.row.axis.code() < 6, "{:?}", seen.row);
    });
}

/// A point in or near a plate, a rod or a cube: inside exactly when its coordinates say so.
#[test]
fn a_point_in_a_box_is_an_interval_test() {
    let half = [0.5, 0.0, 2.0];
    let (mut boxes, mut inside) = (Vec::new(), Vec::new());
    for x in [-0.51_f32, -0.5, 0.0, 0.25, 0.5, 0.500_000_1] {
        for y in [-1e-30, 0.0, 1e-7] {
            for z in [0.0, 2.0, 2.1] {
                boxes.extend([upright([0.0; 3], half), upright([x, y, z], [0.0; 3])]);
                inside.push(x.abs() <= 0.5 && y.abs() <= 0.0 && z <= 2.0);
            }
        }
    }
    for case in cases(&frame_of(&boxes, 0.0)) {
        for engine in engines() {
            let found = answers(&engine, &case).into_iter().map(|row| row.overlaps == 1);
            assert_eq!(found.collect::<Vec<_>>(), inside, "{engine:?}");
        }
    }
}

/// At 1e6 m a coordinate's step is 6 cm, but the difference of two is exact: nothing but the boxes' own size enters the
/// error bound, and moving a pair to the origin keeps every bit.
#[test]
fn a_million_meters_from_the_origin() {
    let mut random = Random::new(45);
    let (mut far, mut near) = (Vec::new(), Vec::new());
    for _ in 0..1_500 {
        let center = random.vector(-1e6, 1e6);
        let centers = [center, add(center, random.vector(-1.2, 1.2))];
        let [a, b] =
            centers.map(|center| boxed(center, random.rotation(), random.vector(0.2, 1.0)));
        far.extend([a, b]);
        let [mut near_a, mut near_b] = [a, b];
        near_a.pose.center = [0.0; 3];
        near_b.pose.center = std::array::from_fn(|k| b.pose.center[k] - a.pose.center[k]);
        near.extend([near_a, near_b]);
    }
    check("far", &frame_of(&far, 0.1));
    for (far, near) in cases(&frame_of(&far, 0.0)).iter().zip(&cases(&frame_of(&near, 0.0))) {
        let engine = fastest();
        for (far, near) in answers(&engine, far).iter().zip(&answers(&engine, near)) {
            assert_eq!(row_bits(&far.penetration), row_bits(&near.penetration));
            // Points relative to a's center keep the precision, too.
            assert_eq!(far.manifolds[2], near.manifolds[2]);
        }
    }
}

/// Sizes down to the smallest denormal, with offsets of the same size: overlap and penetration hold, which is all that
/// is said of sizes below a femtometer.
#[test]
fn denormal_extents_hold_in_the_unit_basis() {
    let mut random = Random::new(47);
    let mut boxes = Vec::new();
    for number in 0..8_000 {
        let size = 10.0_f64.powf(random.range(-45.0, -20.0));
        let base = if number % 2 == 0 { NO_TURN } else { random.rotation() };
        let angle = 10.0_f64.powf(random.range(-9.0, 0.5));
        let turned = product(base, turn(random.direction(), angle));
        for (center, rotation) in [([0.0; 3], base), (random.vector(-2.0, 2.0), turned)] {
            let [center, half] =
                [center, random.vector(0.1, 1.0)].map(|v| v.map(|part| part * size));
            boxes.push(boxed(center, rotation, half));
        }
    }
    for margin in [0.0, 0.1] {
        let case = Case::new(Basis::Unit, &frame_of(&boxes, margin)).unwrap();
        let engine = fastest();
        for (answer, &pair) in answers(&engine, &case).iter().zip(&case.pairs) {
            let (reference, row) = (case.boxes.reference(pair), &answer.penetration);
            let agreement = reference.agreement(answer.overlaps == 1, margin);
            assert_ne!(agreement, Agreement::Contradicts, "{answer:?} {reference:?}");
            let faults = reference.faults(row, margin);
            assert!(faults.is_empty(), "{faults:?} {row:?} {reference:?}");
        }
    }
}
