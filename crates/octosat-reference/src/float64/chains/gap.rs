//! How far two solids are apart, by the algorithm of Gilbert, Johnson and Keerthi (1988), with bounds on both sides.

use super::placed::PlacedSolid;
use super::simplex::Simplex;
use crate::vector::{difference, dot, length, scaled, sum};

/// Bounds of the signed distance of two solids, in meters. Solids that overlap have no distance above zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidGap {
    /// There is a direction along which the solids are this far apart, or overlap by no more than minus this.
    pub least: f64,
    /// No two points need be farther from each other than this; at most zero: the solids share a point.
    pub most: f64,
}

/// Part of the size of a pair to which its distance is found (dimensionless).
const FOUND: f64 = 1e-11;

/// Steps after which the bounds are left as they are.
const STEPS: usize = 200;

impl PlacedSolid {
    /// How far another solid is apart.
    ///
    /// The cores' differences are a convex set, of which the point nearest to the origin is searched. Each point of the
    /// set is an upper bound of the distance, and the farthest one in its direction a lower bound.
    #[must_use]
    pub fn gap(&self, other: &Self) -> SolidGap {
        let offset = difference(other.frame.origin, self.frame.origin);
        let rounding = self.shape.rounding() + other.shape.rounding();
        let size = length(offset) + self.shape.bounding_radius() + other.shape.bounding_radius();
        let lowest = |direction: [f64; 3]| {
            let [a, b] =
                [self.core_support(direction), other.core_support(scaled(direction, -1.0))];
            sum(offset, difference(b, a))
        };
        let mut simplex = Simplex { points: vec![lowest(offset)] };
        let mut nearest = simplex.points[0];
        let mut least = f64::NEG_INFINITY;
        for _ in 0..STEPS {
            let distance = length(nearest);
            if distance <= FOUND * size {
                return SolidGap { least: least - rounding, most: -rounding };
            }
            let point = lowest(nearest);
            least = least.max(dot(point, nearest) / distance);
            if distance - least <= FOUND * size || simplex.points.contains(&point) {
                break;
            }
            simplex.points.push(point);
            let next = simplex.reduce();
            if length(next) >= distance {
                break;
            }
            nearest = next;
        }
        SolidGap { least: least - rounding, most: length(nearest) - rounding }
    }
}
