//! The convex hull of a few points, and smaller ones within it.

use std::sync::Arc;

use crate::vector::{cross, difference, dot, length, moved, scaled, sum};

/// The convex hull of points, larger by a radius. Lengths are in meters.
#[derive(Clone, Debug, PartialEq)]
pub struct HullShape {
    points: Arc<[[f64; 3]]>,
    radius: f64,
}

impl HullShape {
    /// The hull of at least one point.
    ///
    /// # Panics
    /// If there is no point.
    #[must_use]
    pub fn new(points: &[[f64; 3]], radius: f64) -> Self {
        assert!(!points.is_empty(), "a hull has a point");
        Self { points: points.into(), radius }
    }

    /// The points.
    #[must_use]
    pub fn points(&self) -> &[[f64; 3]] {
        &self.points
    }

    /// The radius.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The point that is farthest along a direction, without the radius.
    pub(super) fn farthest(&self, direction: [f64; 3]) -> [f64; 3] {
        let farther = |a, b| if dot(b, direction) > dot(a, direction) { b } else { a };
        self.points.iter().copied().reduce(farther).unwrap_or_default()
    }

    /// A hull of which all points are inside by a length; none if nothing is left.
    ///
    /// First the radius is less. The rest makes the points smaller around their middle: each face is then nearer to it by at
    /// least the length.
    pub(super) fn shrunk(&self, by: f64) -> Option<Self> {
        let rest = by - self.radius;
        if rest < 0.0 {
            return Some(Self { radius: -rest, ..self.clone() });
        }
        let total = self.points.iter().fold([0.0; 3], |total, &point| sum(total, point));
        #[expect(clippy::cast_precision_loss, reason = "there are few points")]
        let middle = scaled(total, 1.0 / self.points.len() as f64);
        let inner = distance_of_faces(&self.points, middle);
        let part = 1.0 - rest / inner;
        // No number if there is no length inside.
        if !(part > 0.0 && inner > 0.0) {
            return None;
        }
        let smaller = |&point: &[f64; 3]| moved(middle, part, difference(point, middle));
        let points: Arc<[[f64; 3]]> = self.points.iter().map(smaller).collect();
        Some(Self { points, radius: 0.0 })
    }
}

/// How far a point inside of a hull is from its nearest face: of all planes through three points those that have the others
/// on one side.
fn distance_of_faces(points: &[[f64; 3]], from: [f64; 3]) -> f64 {
    let size = points.iter().map(|&point| length(difference(point, from))).fold(0.0, f64::max);
    let mut least = f64::INFINITY;
    for (i, &a) in points.iter().enumerate() {
        for (j, &b) in points.iter().enumerate().skip(i + 1) {
            for &c in &points[j + 1..] {
                let normal = cross(difference(b, a), difference(c, a));
                let size_of_normal = length(normal);
                if size_of_normal <= FLAT * size * size {
                    continue;
                }
                let height = |point| dot(normal, difference(point, a)) / size_of_normal;
                let inside = height(from);
                let side = inside.signum();
                if points.iter().all(|&point| side * height(point) >= -FLAT * size) {
                    least = least.min(inside.abs());
                }
            }
        }
    }
    if least.is_finite() { least } else { 0.0 }
}

/// Part of the size of a hull, or of its square, below which a height or a normal is none (dimensionless).
const FLAT: f64 = 1e-12;
