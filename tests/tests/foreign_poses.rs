//! Poses from the forms that engines keep them in: `f64` positions and matrices in either order.
#![forbid(unsafe_code)]

use std::array::from_fn;

use octosat::{BoxField, BoxPose, BoxProblem, PreScaled, Unit};
use octosat_tests::{Boxes, narrow, quaternions};

#[test]
fn an_origin_is_subtracted_before_rounding() {
    let (mut store, mut scaled) =
        (Boxes::<Unit>::new(200).store(), Boxes::<PreScaled>::new(200).store());
    let (mut expected, mut expected_scaled) = (store.clone(), scaled.clone());
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
    expected_scaled.set_poses(&seen, &turns).unwrap();
    let turns: Vec<_> = turns.iter().map(|turn| turn.map(f64::from)).collect();
    scaled.set_poses_from_origin(origin, &far, &turns).unwrap();
    assert_eq!(scaled, expected_scaled);
    far[7][2] = 1e300;
    let error = store.set_poses_from_origin(origin, &far, &turns).unwrap_err();
    assert_eq!((error.index, error.field), (7, BoxField::Center));
    assert!(store.set_poses_from_origin(origin, &far, &turns[1..]).is_err());
    assert_eq!(store, expected);
}

fn transposed<const R: usize, const C: usize>(m: &[[f32; C]; R]) -> [[f32; R]; C] {
    from_fn(|column| from_fn(|row| m[row][column]))
}

#[test]
fn every_order_of_a_matrix_gives_the_same_bits() {
    let mut store = Boxes::<Unit>::new(200).store();
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
    assert_eq!(Boxes::<PreScaled>::new(200).store().set_poses_from_row_major(&rows), Ok(()));
    let before = store.clone();
    full_rows[5][3] = [0.0, 0.0, 0.1, 1.0];
    let error = store.set_poses_from_row_major(&full_rows).unwrap_err();
    assert_eq!((error.index, error.problem), (5, BoxProblem::NotAffine));
    full[8][1] = full[8][0];
    let words = store.set_poses_from_column_major(&full).unwrap_err().to_string();
    assert!(words.starts_with("given box 8: axis 0 is not perpendicular"), "{words}");
    let words = store.set_poses_from_row_major(&rows[1..]).unwrap_err().to_string();
    assert_eq!(words, "given box 199: transform list has 199 entries instead of 200");
    assert_eq!(store, before);
}
