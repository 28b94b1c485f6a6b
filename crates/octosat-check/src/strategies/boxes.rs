//! Half extents of boxes of every shape, about a meter large, and rotations that make their axes parallel.

use glam::{DQuat, DVec3};
use proptest::array::uniform3;
use proptest::prelude::*;

use super::numbers::between;

/// A box like those of everyday worlds.
pub fn everyday() -> impl Strategy<Value = DVec3> + Clone {
    uniform3(between(0.1, 1.0)).prop_map(DVec3::from)
}

/// A stick, about a hundred times as long as thick.
pub fn needle() -> impl Strategy<Value = DVec3> + Clone {
    shaped(|thin, wide| DVec3::new(wide.x, thin.y, thin.z))
}

/// A plate, about a hundred times as wide as thick.
pub fn plate() -> impl Strategy<Value = DVec3> + Clone {
    shaped(|thin, wide| DVec3::new(thin.x, wide.y, wide.z))
}

/// A plate, a rod or a point without any thickness.
pub fn flat() -> impl Strategy<Value = DVec3> + Clone {
    (1..8_u32, everyday()).prop_map(|(zeros, half_extents)| {
        let is_zero = |k: u32| f64::from(zeros >> k & 1);
        half_extents * (DVec3::ONE - DVec3::new(is_zero(0), is_zero(1), is_zero(2)))
    })
}

/// A box of any shape with volume.
pub fn solid() -> impl Strategy<Value = DVec3> + Clone {
    prop_oneof![3 => everyday().boxed(), 1 => needle().boxed(), 1 => plate().boxed()]
}

/// A shape made of a thin and of a wide box, with its first axis along any of the three.
fn shaped(shape: fn(DVec3, DVec3) -> DVec3) -> impl Strategy<Value = DVec3> + Clone {
    (0..3_usize, everyday(), everyday()).prop_map(move |(turns, thin, wide)| {
        let mut half_extents = shape(0.015 * thin, 1.5 * wide).to_array();
        half_extents.rotate_right(turns);
        half_extents.into()
    })
}

/// The rotations that map a cube to itself; it shrinks to none.
pub fn cube_rotations() -> impl Strategy<Value = DQuat> + Clone {
    (0..6_u8, 0..4_u8).prop_map(|(top, spin)| {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let top = match top {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_xyzw(half, 0.0, 0.0, half),
            2 => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
            3 => DQuat::from_xyzw(-half, 0.0, 0.0, half),
            4 => DQuat::from_xyzw(0.0, half, 0.0, half),
            _ => DQuat::from_xyzw(0.0, -half, 0.0, half),
        };
        let spin = match spin {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_xyzw(0.0, 0.0, half, half),
            2 => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
            _ => DQuat::from_xyzw(0.0, 0.0, -half, half),
        };
        top * spin
    })
}
