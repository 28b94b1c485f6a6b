//! The manifold of an image of a pair, converted to the terms of the pair.

use super::super::answer::{ManifoldAnswer, MovedAnswer};
use super::super::checked::CheckedPoint;
use super::super::features::{EDGES, FIRST_CLOSEST, FIRST_CROSSING, VERTICES};
use crate::vector::{rotated, scaled, sum, wide};

/// A manifold in float64, relative to a's center.
pub(super) struct Image {
    pub(super) normal: [f64; 3],
    pub(super) depth: f64,
    pub(super) axis: u8,
    pub(super) points: Vec<CheckedPoint>,
    pub(super) closest: bool,
    pub(super) fallback: bool,
}

impl Image {
    /// A reported manifold, without conversion.
    fn new(answer: &ManifoldAnswer<'_>) -> Self {
        Self {
            normal: wide(answer.normal),
            depth: f64::from(answer.depth),
            axis: answer.axis,
            points: answer.points.iter().map(|point| CheckedPoint::new(point, [0.0; 3])).collect(),
            closest: answer.closest,
            fallback: answer.fallback,
        }
    }

    /// The manifold of (b, a). The center of b is at `offset` from that of a.
    pub(super) fn of_swapped(answer: &ManifoldAnswer<'_>, offset: [f64; 3]) -> Self {
        let mut image = Self::new(answer);
        image.normal = scaled(image.normal, -1.0);
        image.axis = swapped_axis(image.axis);
        for point in &mut image.points {
            point.position = sum(point.position, offset);
            point.feature = swapped_feature(point.feature);
        }
        image
    }

    /// The manifold of the moved pair.
    pub(super) fn of_moved(moved: &MovedAnswer<'_>) -> Self {
        let mut image = Self::new(moved.answer);
        let [x, y, z, w] = moved.rotation;
        let back = [-x, -y, -z, w];
        image.normal = rotated(back, image.normal);
        for point in &mut image.points {
            point.position = rotated(back, point.position);
        }
        image
    }
}

/// The number of an axis if the boxes are swapped.
fn swapped_axis(axis: u8) -> u8 {
    match axis {
        0..3 => axis + 3,
        3..6 => axis - 3,
        6..15 => 6 + 3 * ((axis - 6) % 3) + (axis - 6) / 3,
        _ => axis,
    }
}

/// The feature number of a contact if the boxes are swapped.
fn swapped_feature(feature: u32) -> u32 {
    if feature >= FIRST_CLOSEST {
        return FIRST_CLOSEST + swapped_feature(feature - FIRST_CLOSEST);
    }
    if feature >= FIRST_CROSSING {
        let crossing = feature - FIRST_CROSSING;
        return FIRST_CROSSING + EDGES * (crossing % EDGES) + crossing / EDGES;
    }
    (feature + VERTICES) % FIRST_CROSSING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapping_twice_changes_no_name() {
        for feature in 0..FIRST_CLOSEST {
            assert_eq!(swapped_feature(swapped_feature(feature)), feature);
        }
        for axis in 0..15 {
            assert_eq!(swapped_axis(swapped_axis(axis)), axis);
        }
    }

    #[test]
    fn names_change_sides() {
        // Edge 5 of a and edge 2 of b.
        let crossing = FIRST_CROSSING + 5 * EDGES + 2;
        assert_eq!(swapped_feature(crossing), FIRST_CROSSING + 2 * EDGES + 5);
        assert_eq!(swapped_feature(3), 11);
        assert_eq!(swapped_feature(FIRST_CLOSEST + 15), FIRST_CLOSEST + 7);
        assert_eq!([0, 4, 6, 7, 9].map(swapped_axis), [3, 1, 6, 9, 7]);
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let image = rotated([0.0, 0.0, half, half], [1.0, 0.0, 0.0]);
        let expected = [0.0, 1.0, 0.0];
        assert!((0..3).all(|k| (image[k] - expected[k]).abs() < 1e-15), "{image:?}");
    }
}
