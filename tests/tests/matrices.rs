//! Boxes and rectangles of matrices: the turn that a matrix is, and what is no turn.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxField, BoxPose, BoxProblem, BoxStore, OrientedBox, Rectangle, RectanglePose, RectangleStore,
};
use octosat_tests::quaternions;

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
}

#[test]
fn matrices_that_turn_no_box_are_refused() {
    let refused = |columns| BoxPose::from_rotation_matrix([0.0; 3], columns).unwrap_err();
    let error = refused([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(error.field, BoxField::Axis(1));
    assert!(matches!(error.problem, BoxProblem::NotUnit { length_squared: 4.0, .. }));
    let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]]);
    assert_eq!(error.problem, BoxProblem::Mirrored);
    let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.1, 0.995]]);
    assert!(matches!(error.problem, BoxProblem::Sheared { .. }));
    let error = refused([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]]);
    assert!(matches!(error.problem, BoxProblem::NotUnit { .. }));
    assert!(BoxPose::new([0.0; 3], [2.0; 4]).rotation_matrix().is_err());
}

#[test]
fn affine_scales_of_boxes_may_be_zero_or_mirrored() {
    let turn = quaternions(1, 1.0)[0];
    let columns = matrix(turn);
    for scale in [[2.0_f32, 3.0, 4.0], [2.0, -3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 0.0, 4.0]] {
        let columns = std::array::from_fn(|k| columns[k].map(|c| c * scale[k]));
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
fn matrices_that_turn_no_rectangle_are_refused() {
    let refused = |columns| RectanglePose::from_rotation_matrix([0.0; 2], columns).unwrap_err();
    let error = refused([[1.0, 0.0], [0.0, 2.0]]);
    assert_eq!(error.field, BoxField::Axis(1));
    assert!(matches!(error.problem, BoxProblem::NotUnit { length_squared: 4.0, .. }));
    assert_eq!(refused([[1.0, 0.0], [0.0, -1.0]]).problem, BoxProblem::Mirrored);
    let error = refused([[1.0, 0.0], [0.1, 0.995]]);
    assert!(matches!(error.problem, BoxProblem::Sheared { other: 1, .. }));
    assert!(matches!(refused([[0.0; 2], [0.0, 1.0]]).problem, BoxProblem::NotUnit { .. }));
    let error = refused([[1.0, f32::NAN], [0.0, 1.0]]);
    assert!(matches!(error.problem, BoxProblem::NotFinite { component: 1, .. }));
    assert!(error.to_string().starts_with("rectangle 0: axis 0 component 1 is NaN"), "{error}");
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
