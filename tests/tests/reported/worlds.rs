//! Large worlds, and values that are not finite.

use octosat::ContactKind::Face;
use octosat::{BoxStore, Contacts, Error, Manifolds, OrientedBox, PointOrigin, Query};
use octosat_check::engines;
use octosat_tests::{NO_TURN, upright};

use crate::case::Case;
use crate::solids::{Motion, Solid, X, Y, Z, rectangle, scaled, store};

/// With float64 centers and a local origin the offset stays 0.9, so the depth is 0.1 and not that of a step of a meter.
#[test]
fn box2d_a_pair_ten_thousand_kilometers_out_keeps_its_depth() {
    let source = "erincatto/box2d, test_collision.c, LargeWorldManifoldTest";
    let mut boxes = store(&[Solid::cube([0.0; 3], 0.5); 2]);
    let centers = [[1e7, 1e7, 0.0], [1e7 + 0.9, 1e7, 0.0]];
    boxes.set_poses_from_origin([1e7, 1e7, 0.0], &centers, &[NO_TURN; 2]).unwrap();
    let query = Query::new(&boxes, &[[0, 1]]);
    let contacts = Contacts::new(query).origin(PointOrigin::CenterOfA);
    for engine in engines() {
        let mut found = Manifolds::new();
        engine.manifolds(contacts, &mut found).unwrap();
        let row = found.manifolds()[0];
        assert_eq!((row.kind(), row.len, row.normal), (Face, 4, [1.0, 0.0, 0.0]), "{source}");
        // The contact bound of a reach of 2.4 m, and the step of 1e7 + 0.9 in float64.
        assert!((row.depth - 0.1).abs() < 1e-5, "{source}: {row:?}");
        assert!(
            found.of(0).iter().all(|point| (point.position[0] - 0.45).abs() < 1e-5),
            "{source}"
        );
    }
}

/// The difference of two float32 coordinates this near is exact, so cubes a meter apart touch as at the origin.
#[test]
fn parry_407_cubes_far_from_the_origin_touch_exactly() {
    for far in [1e4, 1e5, 1e6] {
        let pair = [far, far + 1.0].map(|x| Solid::cube([x, far, -far], 0.5));
        let points = rectangle([far + 0.5, far, -far], [scaled(Y, 0.5), scaled(Z, 0.5)], 0.0);
        Case::new("dimforge/parry #407", "Centers a meter apart along x.", pair)
            .within(1.0 / 256.0)
            .depth(X, 0.0)
            .touching(Face, &points)
            .exactly()
            .check_after(&[Motion::NONE]);
    }
}

/// What a store says of a box with one wrong value after two right ones.
fn rejected(wrong: OrientedBox) -> Error {
    let right = Solid::cube([0.0; 3], 0.5).stored();
    let mut boxes = BoxStore::new();
    let error = boxes.extend_from_boxes(&[right, right, wrong]).unwrap_err();
    assert!(boxes.is_empty(), "nothing is stored");
    assert_eq!(
        (error.list(), error.index()),
        (Some("given box"), Some(2)),
        "the error names the box: {error}"
    );
    error
}

#[test]
fn jolt_2092_and_rapier_973_values_that_are_not_finite_are_rejected_by_name() {
    let right = Solid::cube([1.0, 2.0, 3.0], 0.5).stored();
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for component in 0..3 {
            let mut wrong = right;
            wrong.pose.center[component] = value;
            let error = rejected(wrong);
            let words = format!("center component {component} is {value}, which is not finite");
            assert_eq!(error.to_string(), format!("given box 2: {words}"));
            assert_eq!(error.field(), Some("center"));
            let mut wrong = right;
            wrong.half_extents[component] = value;
            assert_eq!(rejected(wrong).field(), Some("half extents"));
        }
        for component in 0..4 {
            let mut wrong = right;
            wrong.pose.rotation[component] = value;
            assert_eq!(rejected(wrong).field(), Some("rotation"));
        }
    }
    // A quaternion of zeros is no rotation, and a box of negative size is none.
    let zero = OrientedBox::new([0.0; 3], [0.0; 4], [0.5; 3]);
    let error = rejected(zero);
    let words = "given box 2: rotation squared length is 0, not within 1e-3 of 1";
    assert_eq!(error.to_string(), words);
    let negative = upright([0.0; 3], [0.5, -0.5, 0.5]);
    let words = "given box 2: half extents component 1 is -0.5, below zero";
    assert_eq!(rejected(negative).to_string(), words);
}

/// Parallel faces, equal boxes and boxes without extent divide by nothing.
#[test]
fn fcl_2_no_pair_of_finite_boxes_has_a_nan() {
    let source = "flexible-collision-library/fcl #2";
    let halves = [[0.5; 3], [0.5, 0.0, 0.5], [0.5, 0.0, 0.0], [0.0; 3]];
    for (a, b) in halves.into_iter().flat_map(|a| halves.map(|b| (a, b))) {
        for center in [[0.0; 3], [0.2, 0.1, 0.98], [0.5, 0.0, 0.0], [1.0, 1.0, 1.0]] {
            let boxes = store(&[Solid::upright([0.0; 3], a), Solid::upright(center, b)]);
            for engine in engines() {
                let mut found = Manifolds::new();
                let query = Query::new(&boxes, &[[0, 1]]).within(2.0);
                engine.manifolds(query, &mut found).unwrap();
                let row = found.manifolds()[0];
                let mut numbers = row.normal.to_vec();
                numbers.push(row.depth);
                for point in found.of(0) {
                    numbers.extend(point.position);
                    numbers.push(point.depth);
                }
                assert!(numbers.iter().all(|number| number.is_finite()), "{source}: {row:?}");
                let length = row.normal.map(|part| part * part).iter().sum::<f32>();
                assert!(row.len > 0 && (length - 1.0).abs() < 1e-5, "{source}: {row:?}");
            }
        }
    }
}
