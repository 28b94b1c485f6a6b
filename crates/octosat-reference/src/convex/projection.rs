//! Projection of shapes on an axis: intervals of any convex shape, radii of symmetric ones.

use glam::DVec3;

use crate::convex::pose::wide;
use crate::convex::support::{Support, Symmetric};

/// The projection of a shape on an axis, both ends included, in meters times the axis' length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of a list of points, each of which is projected. This is the direct way, with which others are
    /// compared.
    ///
    /// Without points the interval is empty: its lower end is above its upper end.
    #[must_use]
    pub fn of_all_points(axis: DVec3, points: &[[f32; 3]]) -> Self {
        let mut interval = Self { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for &point in points {
            let projected = wide(point).dot(axis);
            interval.low = interval.low.min(projected);
            interval.high = interval.high.max(projected);
        }
        interval
    }

    /// The interval of a shape, from its support in both directions.
    #[must_use]
    pub fn of(shape: &impl Support, axis: DVec3) -> Self {
        let low = shape.support(-axis).dot(axis);
        Self { low, high: shape.support(axis).dot(axis) }
    }

    /// Whether two intervals share no point; touching ends are shared.
    #[must_use]
    pub fn is_apart_from(self, other: Self) -> bool {
        other.high < self.low || self.high < other.low
    }
}

/// Whether an axis of any length separates two convex shapes, tested with their intervals.
#[must_use]
pub fn separates(axis: DVec3, a: &impl Support, b: &impl Support) -> bool {
    Interval::of(a, axis).is_apart_from(Interval::of(b, axis))
}

/// Whether an axis of any length separates two symmetric shapes, tested with their radii.
///
/// The projected distance of the centers is taken without its sign, because the axis may point from a to b or from b
/// to a.
#[must_use]
pub fn separates_symmetric(axis: DVec3, a: &impl Symmetric, b: &impl Symmetric) -> bool {
    let distance = (b.center() - a.center()).dot(axis).abs();
    distance > a.radius(axis) + b.radius(axis)
}
