//! Which bits of a rotation are stored, and its axes.

use octosat_lanes::{Lanes, math};

use crate::tolerances::{ROTATION_KEEP_TOLERANCE, SMALLEST_COMPONENT};

/// The squared length of a quaternion; products of `f32` are exact in `f64`.
#[inline(always)]
pub(crate) fn squared_length(rotation: [f32; 4]) -> f64 {
    let [x, y, z, w] = rotation.map(f64::from);
    (x * x + y * y) + (z * z + w * w)
}

/// A component of a direction of the given length, or zero if it is too small to matter.
#[inline(always)]
pub(crate) fn flush(component: f32, length: f32) -> f32 {
    if component.abs() < SMALLEST_COMPONENT * length { 0.0 } else { component }
}

/// The quaternion that a store keeps for an accepted one: normalized in `f64` and rounded, or unchanged if
/// its length is already as close to one as `f32` allows.
///
/// Storing the result again changes nothing. Small components are set to zero first, so that the length is
/// that of the kept components, and again at the end, because the division may carry a component below the
/// limit.
#[inline(always)]
pub(crate) fn stored(rotation: [f32; 4]) -> [f32; 4] {
    let rotation = rotation.map(|component| flush(component, 1.0));
    let squared = squared_length(rotation);
    if (squared - 1.0).abs() <= ROTATION_KEEP_TOLERANCE {
        return rotation;
    }
    let scale = 1.0 / math::sqrt(squared);
    rotation.map(|component| flush(round(f64::from(component) * scale), 1.0))
}

/// Whether a store surely keeps a rotation, except small components, which become zero.
///
/// Without the small ones the squared length is less by at most 2⁻⁵⁸; rounded, by less than the difference of the limits.
#[inline(always)]
pub(crate) fn is_kept(rotation: [f32; 4]) -> bool {
    (squared_length(rotation) - 1.0).abs() <= ROTATION_KEEP_TOLERANCE - 4.0 * f64::EPSILON
}

/// Axis `k` of a box: column `k` of the rotation matrix, a unit vector in the world.
///
/// Dividing by the squared length makes it the axis of the normalized quaternion without a root
/// (Shoemake, "Animating rotation with quaternion curves", 1985, appendix).
#[inline(always)]
pub(crate) fn axis(rotation: [f32; 4], k: usize) -> [f64; 3] {
    let [x, y, z, w] = rotation.map(f64::from);
    let v = [x, y, z];
    let scale = 2.0 / ((x * x + y * y) + (z * z + w * w));
    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
    let mut axis = [0.0; 3];
    axis[k] = 1.0 - scale * (v[i] * v[i] + v[j] * v[j]);
    axis[i] = scale * (v[k] * v[i] + w * v[j]);
    axis[j] = scale * (v[k] * v[j] - w * v[i]);
    axis
}

/// The unit quaternion of a right-handed orthonormal frame, given by its columns.
///
/// The largest of the four components is found first, so that no root is taken of a small
/// difference (Shepperd, "Quaternion from rotation matrix", 1978).
pub(crate) fn from_axes(axes: [[f64; 3]; 3]) -> [f32; 4] {
    quaternion_of(1.0, axes).map(|component| flush(round(component), 1.0))
}

/// The same before rounding, for one frame per lane.
#[inline(always)]
pub(crate) fn quaternion_of<F: Lanes>(one: F, axes: [[F; 3]; 3]) -> [F; 4] {
    let diagonal = [axes[0][0], axes[1][1], axes[2][2]];
    let trace = diagonal[0] + diagonal[1] + diagonal[2];
    let difference = |i: usize, j: usize| axes[i][j] - axes[j][i];
    let sum = |i: usize, j: usize| axes[i][j] + axes[j][i];
    let largest = |k: usize, i: usize, j: usize| one + diagonal[k] - diagonal[i] - diagonal[j];
    let [x, y, z] = [difference(1, 2), difference(2, 0), difference(0, 1)];
    let [xy, xz, yz] = [sum(0, 1), sum(0, 2), sum(1, 2)];
    let second = diagonal[0].less(diagonal[1]);
    let larger = F::select(second, diagonal[1], diagonal[0]);
    let third = larger.less(diagonal[2]);
    let turned = trace.less(F::select(third, diagonal[2], larger));
    let choose = |of_first: F, of_second: F, of_third: F, of_trace: F| {
        let of_vector = F::select(third, of_third, F::select(second, of_second, of_first));
        F::select(turned, of_vector, of_trace)
    };
    let quaternion = [
        choose(largest(0, 1, 2), xy, xz, x),
        choose(xy, largest(1, 2, 0), yz, y),
        choose(xz, yz, largest(2, 0, 1), z),
        choose(x, y, z, one + trace),
    ];
    let [x, y, z, w] = quaternion;
    let scale = one / (x * x + y * y + z * z + w * w).sqrt();
    [x * scale, y * scale, z * scale, w * scale]
}

/// Rounds to `f32`, to nearest.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
pub(crate) mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Quaternions of about unit length in all directions, from a fixed sequence.
    pub(crate) fn samples(count: usize, length: f64) -> Vec<[f32; 4]> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            f64::from((state >> 40) as u32) / f64::from(1 << 23) - 1.0
        };
        let mut samples = Vec::new();
        while samples.len() < count {
            let quaternion = [next(), next(), next(), next()];
            let squared: f64 = quaternion.iter().map(|component| component * component).sum();
            if (0.01..1.0).contains(&squared) {
                samples
                    .push(quaternion.map(|component| round(component / squared.sqrt() * length)));
            }
        }
        samples
    }

    fn bits(rotation: [f32; 4]) -> [u32; 4] {
        rotation.map(f32::to_bits)
    }

    #[test]
    fn storing_twice_is_storing_once() {
        for length in [0.9996, 1.0 - 3e-7, 1.0, 1.0 + 2e-7, 1.0004] {
            for mut rotation in samples(20_000, length) {
                let once = stored(rotation);
                assert_eq!(bits(once), bits(stored(once)));
                assert!((squared_length(once) - 1.0).abs() <= ROTATION_KEEP_TOLERANCE);
                rotation[1] = SMALLEST_COMPONENT;
                let scale = 1.0 / squared_length(rotation).sqrt() * length;
                let rotation = rotation.map(|component| round(f64::from(component) * scale));
                let once = stored(rotation);
                assert_eq!(bits(once), bits(stored(once)));
                assert!(once[1] == 0.0 || once[1] >= SMALLEST_COMPONENT);
            }
        }
    }

    #[test]
    fn rotations_normalized_in_f32_keep_their_bits() {
        for rotation in samples(10_000, 0.7) {
            let squared: f32 = rotation.iter().map(|component| component * component).sum();
            let rotation = rotation.map(|component| component / squared.sqrt());
            assert_eq!(bits(rotation.map(|c| flush(c, 1.0))), bits(stored(rotation)));
        }
    }

    #[test]
    fn tiny_and_negative_zero_components_become_zero() {
        assert_eq!(bits(stored([-0.0, 1e-12, -1e-40, -1.0])), bits([0.0, 0.0, 0.0, -1.0]));
    }

    #[test]
    fn axes_and_back() {
        for rotation in samples(10_000, 1.0) {
            let axes: [[f64; 3]; 3] = core::array::from_fn(|k| axis(rotation, k));
            let back = from_axes(axes);
            let dot: f64 =
                (0..4).map(|k| f64::from(back[k]) * f64::from(rotation[k])).sum::<f64>().abs();
            assert!((dot - 1.0).abs() < 2e-7, "{rotation:?} {back:?}");
        }
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let half = core::f32::consts::FRAC_1_SQRT_2;
        let axis = axis([0.0, 0.0, half, half], 0);
        assert!((axis[1] - 1.0).abs() < 1e-15 && axis[0].abs() < 1e-15);
    }
}
