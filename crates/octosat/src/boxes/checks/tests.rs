//! Rules at their boundaries, and the first rejected values.

use super::*;

const VALUES: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1e-40,
    9e-7,
    1e-6,
    1e6,
    1.1e6,
    1e9,
    1.1e9,
    1e12,
    1.1e12,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

#[test]
fn rejections_name_the_component_and_the_reason() {
    let problem = |value| Center::OF_BOX.rejection([0.0, value, 0.0]).problem;
    for value in VALUES {
        let fine = value.is_finite() && value.abs() <= MAX_LENGTH;
        assert_eq!(Center::OF_BOX.holds([0.0, value, 0.0]), fine, "{value}");
        match (fine, value.is_finite()) {
            (true, _) => {}
            (false, true) => {
                assert_eq!(
                    problem(value),
                    BoxProblem::TooLarge { component: 1, value, limit: MAX_LENGTH }
                );
            }
            (false, false) => {
                assert!(matches!(problem(value), BoxProblem::NotFinite { component: 1, .. }));
            }
        }
    }
}

#[test]
fn half_extents_of_both_kinds() {
    for (rule, smallest, largest) in
        [(HalfExtents::OF_BOX, 0.0, 1e12), (HalfExtents::OF_SCALED, 1e-6, 1e6)]
    {
        for value in VALUES {
            let half_extents = [1.0, 1.0, value];
            let fine = value == 0.0 || (smallest..=largest).contains(&value);
            assert_eq!(rule.holds(half_extents), fine, "{value}");
            if fine {
                continue;
            }
            let problem = rule.rejection(half_extents).problem;
            let matches = match problem {
                BoxProblem::NotFinite { component: 2, .. } => !value.is_finite(),
                BoxProblem::Negative { component: 2, .. } => value < 0.0,
                BoxProblem::TooLarge { component: 2, .. } => value > largest,
                BoxProblem::TooSmall { component: 2, .. } => value < smallest,
                _ => false,
            };
            assert!(matches, "{value} {problem:?}");
        }
    }
}

#[test]
fn rotations_off_unit_length_or_not_finite_are_rejected() {
    let rotation = Rotation::OF_BOX;
    assert!(rotation.holds([0.0, 0.0, 0.0, 1.0004]));
    assert!(!rotation.holds([0.0, 0.0, 0.0, 1.0006]));
    assert!(!Rotation::BORROWED.holds([0.0, 0.0, 0.0, 1.0004]));
    assert!(!rotation.holds([0.0; 4]));
    assert!(!rotation.holds([f32::MAX; 4]));
    let problem = rotation.rejection([0.0, 0.0, 0.0, 2.0]).problem;
    assert!(matches!(problem, BoxProblem::NotUnit { length_squared: 4.0, .. }));
    let problem = rotation.rejection([0.0, 0.0, f32::NAN, 1.0]).problem;
    assert!(matches!(problem, BoxProblem::NotFinite { component: 2, .. }));
}
