//! What is rejected, and why.

use octosat_exact::{Axis, Cast, InputError, Pair, StoredBox};

use crate::UPRIGHT;

#[test]
fn boxes_that_are_none_are_rejected() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for k in 0..3 {
            let mut v = [0.0; 3];
            v[k] = bad;
            assert_eq!(StoredBox::new(v, UPRIGHT, [1.0; 3]), Err(InputError::CenterNotFinite));
            let halves = StoredBox::new([0.0; 3], UPRIGHT, v);
            assert_eq!(halves, Err(InputError::HalfExtentNotFinite));
        }
        for k in 0..4 {
            let mut q = UPRIGHT;
            q[k] = bad;
            let turned = StoredBox::new([0.0; 3], q, [1.0; 3]);
            assert_eq!(turned, Err(InputError::RotationNotFinite));
        }
    }
    let negative = StoredBox::new([0.0; 3], UPRIGHT, [1.0, 1.0, -1e-45]);
    assert_eq!(negative, Err(InputError::HalfExtentNegative));
    let zero = StoredBox::new([0.0; 3], [0.0, -0.0, 0.0, -0.0], [1.0; 3]);
    assert_eq!(zero, Err(InputError::RotationZero));
    assert_eq!(InputError::RotationZero.to_string(), "the quaternion is zero");
}

#[test]
fn zero_of_either_sign_is_an_extent() {
    let flat = StoredBox::new([0.0; 3], [0.0, 1e-45, 0.0, 0.0], [-0.0, 0.0, 1.0]).expect("a box");
    assert!(Pair::new(&flat, &flat).overlap());
}

#[test]
fn motions_that_are_none_are_rejected() {
    let given = StoredBox::new([0.0; 3], UPRIGHT, [1.0; 3]).expect("a box");
    let pair = Pair::new(&given, &given);
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(Cast::new(pair, [0.0, bad, 0.0]), Err(InputError::MotionNotFinite));
    }
}

#[test]
fn axes_have_numbers_and_names() {
    for (number, axis) in (0..).zip(Axis::ALL) {
        assert_eq!(Axis::new(number), Some(axis));
        assert_eq!(axis.code(), number);
        let kinds =
            [axis.face_of_a().is_some(), axis.face_of_b().is_some(), axis.edges().is_some()];
        assert_eq!(kinds.iter().filter(|kind| **kind).count(), 1);
    }
    assert_eq!(Axis::new(15), None);
    let names = [2, 3, 14].map(|number| Axis::ALL[number].to_string());
    assert_eq!(names, ["face 2 of a", "face 0 of b", "edge 2 of a and edge 2 of b"]);
}
