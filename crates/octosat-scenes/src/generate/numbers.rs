//! Rounded and whole numbers, and rotations in double precision.

use glam::{DMat3, DQuat, DVec3};

/// The nearest float32.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "rounding to float32 is what is wanted")]
pub fn narrow(value: f64) -> f32 {
    value as f32
}

/// The whole part of a number that is not negative; zero for anything else.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates, which callers bound further"
)]
pub(crate) fn whole(value: f64) -> usize {
    value as usize
}

/// A box's number as pairs hold it.
pub(crate) fn box_index(index: usize) -> u32 {
    u32::try_from(index).expect("a scene has fewer than 2^32 boxes")
}

/// The unit quaternion in the direction of `quaternion`, which is not zero.
///
/// Divides: glam multiplies by the rounded reciprocal, which changes the bits of every scene.
pub(super) fn normalized(quaternion: DQuat) -> DQuat {
    quaternion / quaternion.length()
}

/// The rotation by a small `angle`, in radians, about a unit `axis`, to second order.
pub(super) fn small(axis: DVec3, angle: f64) -> DQuat {
    normalized(DQuat::from_vec4((axis * angle * 0.5).extend(1.0)))
}

/// The box's axes in the world: column k is the direction of axis k.
pub(super) fn columns(quaternion: DQuat) -> DMat3 {
    DMat3::from_quat(normalized(quaternion))
}

/// The 24 rotations that map a cube to itself.
///
/// They are the unit quaternions with whole or half components (Hurwitz) and those with two equal
/// components, one of each two opposite ones.
pub(super) fn cube_rotations() -> Vec<DQuat> {
    let mut rotations = Vec::with_capacity(24);
    for code in 0..81_u32 {
        let digit = |k: u32| f64::from(code / 3_u32.pow(k) % 3) - 1.0;
        let candidate = [digit(0), digit(1), digit(2), digit(3)];
        let used = candidate.iter().filter(|c| c.abs() > 0.5).count();
        let leads_positive = candidate.iter().find(|c| c.abs() > 0.5).is_some_and(|&c| c > 0.0);
        if matches!(used, 1 | 2 | 4) && leads_positive {
            rotations.push(normalized(DQuat::from_array(candidate)));
        }
    }
    rotations
}
