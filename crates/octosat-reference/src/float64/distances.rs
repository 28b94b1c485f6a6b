//! What is wrong with a reported distance or clearance, by the closest points of all corners and all pairs of edges.

use super::manifold::surface_distance;
use super::pair::ReferencePair;
use crate::tolerances::{
    DEVIATION_FACTOR, DIRECTION_BOUNDS, DISTANCE_FACTOR, REFERENCE_SAME_POINT, ROUNDED_DEVIATION,
    UNDERFLOW, UNDERFLOW_OF_SQUARES, UNIT_ROUNDOFF, WORLD_POINT_FACTOR,
};
use crate::vector::{difference, dot, length, scaled, sum, wide};
use octosat_rows::{Distance, DistanceState};

/// The least part of the distance of separated boxes that some axis shows (dimensionless): 1/√3, rounded down.
pub const LEAST_SHOWN: f64 = 0.57;

/// Bounds by which the point of b may be off b's surface (dimensionless), and the same if the direction is that of an axis.
const POINT_BOUNDS: f64 = 2.0;
const AXIS_POINT_BOUNDS: f64 = 3.0;

/// By which part rounding may move the limit below which the direction is that of an axis (dimensionless): a hundredth of a
/// roundoff in the measured length of each quaternion.
const LIMIT_ROUNDING: f64 = 0.02;

/// How far float64 may be off a distance, as a part of the bound of float32 (dimensionless).
const REFERENCE_ERROR: f64 = 1e-6;

/// What is wrong with a reported distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceFault {
    /// The row is not one of its kind.
    NoDistance,
    /// The distance is off by more than the bound.
    Off,
    /// The point of a is not on a's surface.
    OffA,
    /// The point of b is not on b's surface.
    OffB,
    /// The direction is not of unit length.
    NotUnit,
    /// The direction is neither that of the closest points nor one along which the boxes are as far apart.
    Turned,
    /// The boxes touch, or nearly do, and overlap along the direction by more than is reported.
    Overlapping,
    /// A face that separates the boxes by more than the margin is reported, and none does, or the reverse.
    Margin,
}

/// What is wrong with a reported clearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClearanceFault {
    /// It is above the signed distance.
    Above,
    /// It is less than the part of the distance that some axis shows, or than minus the depth, by more than two bounds.
    Below,
}

/// How a reported distance compares with the exact one.
#[derive(Clone, Debug)]
pub struct DistanceReport {
    /// Meters that the distance is off.
    pub error: f64,
    /// Meters that it may be off.
    pub bound: f64,
    /// Meters that the points are off the surfaces of their boxes, without the rounding of world coordinates.
    pub off: [f64; 2],
    /// Meters that the point of b may be off.
    pub bound_of_b: f64,
    /// Meters that boxes which nearly touch overlap along the direction more than is reported.
    pub overlap: f64,
    /// Everything that is wrong.
    pub faults: Vec<DistanceFault>,
}

impl DistanceReport {
    /// The largest error, as a part of what is allowed.
    #[must_use]
    pub fn worst(&self) -> f64 {
        let Self { error, bound, off: [off_a, off_b], bound_of_b, overlap, .. } = *self;
        (error.max(off_a).max(overlap) / bound).max(off_b / bound_of_b)
    }
}

impl ReferencePair {
    /// Meters, the signed distance: that of the closest points, or minus the length of the shortest translation that makes
    /// the boxes touch.
    #[must_use]
    pub fn signed_distance(&self) -> f64 {
        let separation = self.separations().separation;
        if separation > 0.0 { self.closest_points().distance } else { separation }
    }

    /// Meters by which a distance may be off: the distance bound.
    #[must_use]
    pub fn distance_bound(&self) -> f64 {
        let unresolved = 4.0 * REFERENCE_SAME_POINT * self.scale();
        self.rounding_of_distance() + unresolved + UNDERFLOW + UNDERFLOW_OF_SQUARES
    }

    /// The part of the distance bound that is for rounding and for rotations that are off unit length.
    fn rounding_of_distance(&self) -> f64 {
        let deviations = [self.a.deviation, self.b.deviation];
        let excess = deviations.map(|deviation| (deviation - ROUNDED_DEVIATION).max(0.0));
        let relative = DISTANCE_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * (excess[0] + excess[1]);
        relative * self.scale()
    }

    /// What is wrong with a clearance of finite boxes, by its bound in meters.
    #[must_use]
    pub fn clearance_fault(&self, clearance: f32, bound: f32) -> Option<ClearanceFault> {
        let (distance, bound) = (self.signed_distance(), f64::from(bound));
        let least = if distance > 0.0 { LEAST_SHOWN * distance } else { distance };
        if f64::from(clearance) > distance + REFERENCE_ERROR * bound {
            return Some(ClearanceFault::Above);
        }
        let is_below = f64::from(clearance) < least - 2.0 * bound;
        is_below.then_some(ClearanceFault::Below)
    }

    /// How a distance of finite boxes compares with the exact one; `margin` is that of the query, if it has one.
    #[must_use]
    pub fn distance_report(&self, answer: &Distance, within: Option<f64>) -> DistanceReport {
        let mut faults = Vec::new();
        let mut holds = |holds: bool, fault: DistanceFault| {
            if !holds {
                faults.push(fault);
            }
        };
        let (exact, bound) = (self.signed_distance(), self.distance_bound());
        let distance = f64::from(answer.distance);
        let faces = self.separations().axis_separations[..6].iter().flatten();
        let face = faces.fold(f64::NEG_INFINITY, |most, &separation| most.max(separation));
        let is_kind = match answer.state {
            DistanceState::APART => distance > 0.0 && distance < f64::INFINITY,
            DistanceState::OVERLAPPING => distance <= 0.0 && distance > f64::NEG_INFINITY,
            DistanceState::BEYOND => {
                within.is_some_and(|within| distance > within)
                    && [answer.on_a, answer.normal].as_flattened().iter().all(|&zero| zero == 0.0)
            }
            _ => false,
        };
        holds(is_kind, DistanceFault::NoDistance);
        if answer.state == DistanceState::BEYOND {
            let error = (distance - face).abs();
            holds(error <= bound, DistanceFault::Off);
            holds(within.is_some_and(|within| face > within - bound), DistanceFault::Margin);
            let (off, bound_of_b, overlap) = ([0.0; 2], bound, 0.0);
            return DistanceReport { error, bound, off, bound_of_b, overlap, faults };
        }
        holds(within.is_none_or(|within| face < within + bound), DistanceFault::Margin);
        let error = (distance - exact).abs();
        holds(error <= bound, DistanceFault::Off);
        let direction = wide(answer.normal);
        let off_unit = (length(direction) - 1.0).abs();
        holds(off_unit <= self.relative_bound(), DistanceFault::NotUnit);

        let on_a = difference(wide(answer.on_a), self.origin);
        let on_b = sum(on_a, scaled(direction, distance));
        let world = WORLD_POINT_FACTOR * UNIT_ROUNDOFF * length(wide(answer.on_a));
        let off = [surface_distance(&self.a, on_a), surface_distance(&self.b, on_b)];
        let off = off.map(|off| (off - world).max(0.0));
        holds(off[0] <= bound, DistanceFault::OffA);
        let limit = f64::from(DIRECTION_BOUNDS) * self.rounding_of_distance();
        let has_axis = distance < (1.0 + LIMIT_ROUNDING) * limit;
        let bound_of_b = if has_axis { AXIS_POINT_BOUNDS } else { POINT_BOUNDS } * bound;
        holds(off[1] <= bound_of_b, DistanceFault::OffB);
        let mut overlap = 0.0;
        if distance < (1.0 - LIMIT_ROUNDING) * limit {
            overlap = (distance.min(0.0) - self.separation_along(direction)).max(0.0);
            holds(overlap <= bound, DistanceFault::Overlapping);
        } else {
            holds(self.is_direction(answer, bound), DistanceFault::Turned);
        }
        DistanceReport { error, bound, off, bound_of_b, overlap, faults }
    }

    /// Whether a direction is one along which the boxes are as far apart as they are, or nearly that of the closest points.
    ///
    /// Of the vectors between points of two convex bodies, w is the shortest. Every other, v, is at least as long along w.
    /// So |v − w|² ≤ |v|² − |w|², and a distance that is off by little has a direction that is off by little.
    fn is_direction(&self, answer: &Distance, bound: f64) -> bool {
        let direction = wide(answer.normal);
        let distance = f64::from(answer.distance);
        if self.separation_along(direction) >= distance - 2.0 * bound {
            return true;
        }
        let points = self.closest_points();
        let exact = difference(points.on_b, points.on_a);
        let off = difference(scaled(direction, distance), exact);
        let allowed = 2.0 * bound * (points.distance + bound);
        dot(off, off) <= allowed
    }
}
