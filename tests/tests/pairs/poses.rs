//! Boxes and rectangles of matrices, and poses from `f64` positions and from matrices in either order.

use std::array::from_fn;

use octosat::{BoxPose, BoxStore, OrientedBox, Rectangle, RectanglePose, RectangleStore};
use octosat_tests::{Boxes, named, narrow, quaternions, sentence};

fn matrix(rotation: [f32; 4]) -> [[f32; 3]; 3] {
    BoxPose::new([0.0; 3], rotation).rotation_matrix().unwrap()
}

fn same_turn(a: [f32; 4], b: [f32; 4]) -> bool {
    let dot: f64 = (0..4).map(|k| f64::from(a[k]) * f64::from(b[k])).sum();
    (dot.abs() - 1.0).abs() < 1e-6
}

#[test]
fn a_rotation_matrix_gives_its_quaternion() {
    for rotation in quaternions(1000, 1.0) {
        let found =
            OrientedBox::from_rotation_matrix([1.0; 3], matrix(rotation), [2.0; 3]).unwrap();
        assert!(same_turn(found.pose.rotation, rotation));
        assert!(BoxStore::new().insert(found).is_ok());
    }
    assert!(BoxPose::new([0.0; 3], [2.0; 4]).rotation_matrix().is_err());
}

#[test]
fn affine_scales_of_boxes_may_be_zero_or_mirrored() {
    let turn = quaternions(1, 1.0)[0];
    let columns = matrix(turn);
    for scale in [[2.0_f32, 3.0, 4.0], [2.0, -3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 0.0, 4.0]] {
        let columns = from_fn(|k| columns[k].map(|c| c * scale[k]));
        let found = OrientedBox::from_affine(columns, [1.0, 2.0, 3.0], [1.0, 0.5, 0.25]).unwrap();
        assert!(BoxStore::new().insert(found).is_ok());
        let pose = BoxPose { center: [1.0, 2.0, 3.0], ..found.pose };
        assert_eq!(found.pose, pose);
        let axes = matrix(found.pose.rotation);
        for k in 0..3 {
            let expected = scale[k].abs() * [1.0, 0.5, 0.25][k];
            assert!((found.half_extents[k] - expected).abs() < 1e-6);
            let along: f32 = (0..3).map(|i| axes[k][i] * columns[k][i]).sum();
            assert!((along.abs() - scale[k].abs()).abs() < 1e-5);
        }
    }
    let mut sheared = columns;
    sheared[0][0] += 0.1;
    assert!(OrientedBox::from_affine(sheared, [0.0; 3], [1.0; 3]).is_err());
}

/// Angles of all quadrants, radians.
fn angles() -> impl Iterator<Item = f32> {
    (0..200_u8).map(|number| 0.05 * f32::from(number) - 4.0)
}

fn close<const N: usize>(a: [f32; N], b: [f32; N]) -> bool {
    (0..N).all(|k| (a[k] - b[k]).abs() < 1e-6)
}

#[test]
fn a_rotation_matrix_gives_its_complex_number() {
    for angle in angles() {
        let pose = RectanglePose::at_angle([1.0, 2.0], angle);
        let columns = pose.rotation_matrix().unwrap();
        let found = Rectangle::from_rotation_matrix([1.0, 2.0], columns, [2.0, 3.0]).unwrap();
        assert!(close(found.pose.rotation, pose.rotation), "{angle}");
        assert!(RectangleStore::new().insert(found).is_ok());
    }
    assert_eq!(RectanglePose::default(), RectanglePose::at_angle([0.0; 2], 0.0));
    assert!(RectanglePose::new([0.0; 2], [0.5; 2]).rotation_matrix().is_err());
}

#[test]
fn matrices_that_turn_no_rectangle_are_rejected() {
    for (columns, problem) in [
        ([[1.0, 0.0], [0.0, 2.0]], "axis 1 squared length is 4, not within 1e-3 of 1"),
        ([[1.0, 0.0], [0.0, -1.0]], "transform is left-handed (mirrored), not a rotation"),
        ([[1.0, 0.0], [0.1, 0.995]], "axis 0 is not perpendicular to axis 1: the cosine between"),
        ([[0.0; 2], [0.0, 1.0]], "axis 0 squared length is 0, not within 1e-3 of 1"),
        ([[1.0, f32::NAN], [0.0, 1.0]], "axis 0 component 1 is NaN, which is not finite"),
    ] {
        let found = sentence(RectanglePose::from_rotation_matrix([0.0; 2], columns));
        assert!(found.starts_with(&format!("rectangle 0: {problem}")), "{found}");
    }
}

#[test]
fn affine_scales_of_rectangles_may_be_zero_or_mirrored() {
    for angle in angles() {
        let axes = RectanglePose::at_angle([0.0; 2], angle).rotation_matrix().unwrap();
        for scale in [[2.0_f32, 3.0], [2.0, -3.0], [-2.0, 3.0], [0.0, 3.0], [2.0, 0.0], [0.0; 2]] {
            let columns = [0, 1].map(|k: usize| axes[k].map(|part| part * scale[k]));
            let found = Rectangle::from_affine(columns, [1.0, 2.0], [1.0, 0.5]).unwrap();
            assert!(close(found.pose.center, [1.0, 2.0]));
            assert!(close(found.half_extents, [scale[0].abs(), 0.5 * scale[1].abs()]));
            let own = found.pose.rotation_matrix().unwrap();
            for k in 0..2 {
                let along: f32 = (0..2).map(|i| own[k][i] * columns[k][i]).sum();
                assert!((along.abs() - scale[k].abs()).abs() < 1e-5, "{angle} {scale:?}");
            }
            assert!(RectangleStore::new().insert(found).is_ok());
        }
    }
}

#[test]
fn an_origin_is_subtracted_before_rounding() {
    let mut store = Boxes::new(200).store();
    let mut expected = store.clone();
    let origin = [6.4e6, -1e9, 3e7];
    let turns = quaternions(200, 1.0003);
    let mut far: Vec<[f64; 3]> =
        turns.iter().map(|turn| from_fn(|k| origin[k] + f64::from(turn[k]))).collect();
    let seen = far.iter().map(|at| from_fn(|k| narrow([at[k] - origin[k]])[0]));
    let seen: Vec<[f32; 3]> = seen.collect();
    assert!((seen[9][1] - turns[9][1]).abs() < 1e-6, "{seen:?}");
    expected.set_poses(&seen, &turns).unwrap();
    store.set_poses_from_origin(origin, &far, &turns).unwrap();
    assert_eq!(store, expected);
    let turns: Vec<_> = turns.iter().map(|turn| turn.map(f64::from)).collect();
    store.set_poses_from_origin(origin, &far, &turns).unwrap();
    assert_eq!(store, expected);
    far[7][2] = 1e300;
    let error = store.set_poses_from_origin(origin, &far, &turns).unwrap_err();
    assert_eq!(named(&error), ("given box", 7, "center"));
    assert!(store.set_poses_from_origin(origin, &far, &turns[1..]).is_err());
    assert_eq!(store, expected);
}

fn transposed<const R: usize, const C: usize>(m: &[[f32; C]; R]) -> [[f32; R]; C] {
    from_fn(|column| from_fn(|row| m[row][column]))
}

#[test]
fn every_order_of_a_matrix_gives_the_same_bits() {
    let mut store = Boxes::new(200).store();
    let mut expected = store.clone();
    let columns = quaternions(200, 1.0).into_iter().map(|turn| {
        let [x, y, z] = BoxPose::new([0.0; 3], turn).rotation_matrix().unwrap();
        [x, y, z, [turn[0], 2.0, 3.0]]
    });
    let columns: Vec<[[f32; 3]; 4]> = columns.collect();
    let last = |at: usize, [x, y, z]: [f32; 3]| [x, y, z, [0.0, 0.0, 0.0, 1.0][at]];
    let mut full: Vec<[[f32; 4]; 4]> =
        columns.iter().map(|matrix| from_fn(|at| last(at, matrix[at]))).collect();
    let rows: Vec<_> = columns.iter().map(transposed).collect();
    let mut full_rows: Vec<_> = full.iter().map(transposed).collect();
    let poses = columns
        .iter()
        .map(|&[x, y, z, center]| BoxPose::from_rotation_matrix(center, [x, y, z]).unwrap());
    expected.set_poses_from_iter(poses).unwrap();
    for way in 0..4 {
        let mut store = store.clone();
        let result = match way {
            0 => store.set_poses_from_column_major(&columns),
            1 => store.set_poses_from_column_major(&full),
            2 => store.set_poses_from_row_major(&rows),
            _ => store.set_poses_from_row_major(&full_rows),
        };
        assert_eq!((result, store), (Ok(()), expected.clone()), "way {way}");
    }
    let before = store.clone();
    full_rows[5][3] = [0.0, 0.0, 0.1, 1.0];
    let found = sentence(store.set_poses_from_row_major(&full_rows));
    assert_eq!(found, "given box 5: transform has a last row other than zeros and a one");
    full[8][1] = full[8][0];
    let found = sentence(store.set_poses_from_column_major(&full));
    assert!(found.starts_with("given box 8: axis 0 is not perpendicular"), "{found}");
    let found = sentence(store.set_poses_from_row_major(&rows[1..]));
    assert_eq!(found, "given box 199: transform list has 199 entries instead of 200");
    assert_eq!(store, before);
}
