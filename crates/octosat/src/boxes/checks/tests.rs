//! Rules at their boundaries, and the first rejected values.

use alloc::string::ToString;

use super::*;
use crate::error::Number;

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
    let words = |value| Center::OF_BOX.rejection([0.0, value, 0.0]).to_string();
    for value in VALUES {
        let fine = value.is_finite() && value.abs() <= MAX_LENGTH;
        assert_eq!(Center::OF_BOX.holds([0.0, value, 0.0]), fine, "{value}");
        if !fine {
            let why = if value.is_finite() { "beyond 1e12" } else { "which is not finite" };
            assert_eq!(words(value), format!("box 0: center component 1 is {value:e}, {why}"));
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
            let error = rule.rejection(half_extents);
            assert_eq!(error.value().map(f32::to_bits), Some(value.to_bits()));
            let why = match value {
                _ if !value.is_finite() => NOT_FINITE.to_string(),
                _ if value < 0.0 => BELOW_ZERO.to_string(),
                _ if value > largest => format!("beyond {}", Number(largest)),
                _ => format!("neither zero nor at least {smallest:e}"),
            };
            let number = Number(value);
            assert_eq!(
                error.to_string(),
                format!("box 0: half extents component 2 is {number}, {why}")
            );
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
    let error = rotation.rejection([0.0, 0.0, 0.0, 2.0]).to_string();
    assert_eq!(error, "box 0: rotation squared length is 4, not within 1e-3 of 1");
    let error = rotation.rejection([0.0, 0.0, f32::NAN, 1.0]).to_string();
    assert_eq!(error, "box 0: rotation component 2 is NaN, which is not finite");
}
