//! The distance of two segments, and checks of reported closest points.
//!
//! The distance is the smallest of five candidates: the points where the segments face each other, and each of the
//! four ends with the other segment.

use super::reference_box::exceeds;
use crate::float64::outline::{Segment, facing};
use crate::tolerances::{SEGMENT_BOUND, SEGMENT_POINT_FACTOR, UNDERFLOW, UNIT_ROUNDOFF};
use crate::vector::{difference, length, scaled, wide};

/// Two segments in float64.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceSegments {
    /// Start and end of the first, meters.
    pub a: [[f32; 3]; 2],
    /// Start and end of the second, meters.
    pub b: [[f32; 3]; 2],
}

/// The distance of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentDistance {
    /// Meters between the closest points.
    pub distance: f64,
    /// Meters by which a distance computed in float32 may be off.
    pub error_bound: f64,
}

impl ReferenceSegments {
    /// The two segments relative to the start of the first.
    fn segments(&self) -> [Segment<3>; 2] {
        let origin = wide(self.a[0]);
        [self.a, self.b].map(|ends| {
            let [start, end] = ends.map(|end| difference(wide(end), origin));
            Segment { start, end }
        })
    }

    /// The distance: the smallest of all candidates.
    #[must_use]
    pub fn distance(&self) -> SegmentDistance {
        let [a, b] = self.segments();
        let ends = [(&b, a.start), (&b, a.end), (&a, b.start), (&a, b.end)];
        let [on_a, on_b] = facing(&a, &b);
        let distances = ends.into_iter().map(|(segment, point)| segment.distance(point));
        let distance = distances.fold(length(difference(on_b, on_a)), f64::min);
        SegmentDistance { distance, error_bound: SEGMENT_BOUND * self.size() }
    }

    /// Meters, the size that errors are relative to: both lengths and the distance of the starts.
    fn size(&self) -> f64 {
        let [a, b] = self.segments();
        length(a.along()) + length(b.along()) + length(difference(b.start, a.start))
    }
}

/// The reported closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestAnswer {
    /// The parameters on the first segment and on the second.
    pub at: [f32; 2],
    /// The points at these parameters, world, meters.
    pub on: [[f32; 3]; 2],
    /// Meters between them.
    pub distance: f32,
}

/// A way in which reported closest points are wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClosestFault {
    /// The distance is off by more than the error bound.
    WrongDistance {
        /// The distance in float64, meters.
        truth: f64,
    },
    /// A parameter is not from 0 to 1.
    OffSegment,
    /// The points at the parameters are farther apart than the segments.
    WrongParameters {
        /// Their distance, meters.
        shown: f64,
    },
    /// A point is not at its parameter.
    WrongPoint {
        /// 0 on the first segment, 1 on the second.
        segment: usize,
        /// How far off in one coordinate, meters.
        by: f64,
    },
}

/// The result of checking reported closest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestReport {
    /// What is wrong, if anything is.
    pub fault: Option<ClosestFault>,
    /// The largest error, as a share of the allowed error.
    pub worst: f64,
}

impl ReferenceSegments {
    /// Checks reported closest points.
    #[must_use]
    pub fn report(&self, answer: &ClosestAnswer) -> ClosestReport {
        match self.error(answer) {
            Ok(worst) => ClosestReport { fault: None, worst },
            Err(fault) => ClosestReport { fault: Some(fault), worst: 0.0 },
        }
    }

    fn error(&self, answer: &ClosestAnswer) -> Result<f64, ClosestFault> {
        let separations = self.distance();
        let (truth, error_bound) = (separations.distance, separations.error_bound);
        let off = (f64::from(answer.distance) - truth).abs();
        if exceeds(off, error_bound) {
            return Err(ClosestFault::WrongDistance { truth });
        }
        let [at_a, at_b] = answer.at.map(f64::from);
        if ![at_a, at_b].iter().all(|at| (0.0..=1.0).contains(at)) {
            return Err(ClosestFault::OffSegment);
        }
        let [a, b] = self.segments();
        let shown = length(difference(b.at(at_b), a.at(at_a)));
        if exceeds((shown - truth).abs(), 2.0 * error_bound) {
            return Err(ClosestFault::WrongParameters { shown });
        }
        // If both segments are the same point, the error bound is zero, and so is the error.
        let parts = [(off, error_bound), ((shown - truth).abs(), 2.0 * error_bound)];
        let mut worst = parts
            .iter()
            .filter(|part| part.1 > 0.0)
            .fold(0.0, |w: f64, part| w.max(part.0 / part.1));
        for segment in 0..2 {
            worst = worst.max(self.point_error(answer, segment)?);
        }
        Ok(worst)
    }

    /// The distance of a point from the place of its parameter, as a share of the allowed distance.
    fn point_error(&self, answer: &ClosestAnswer, segment: usize) -> Result<f64, ClosestFault> {
        let [start, end] = [self.a, self.b][segment].map(wide);
        let way = difference(end, start);
        let size = self.size();
        let expected = scaled(way, f64::from(answer.at[segment]));
        let mut worst = 0.0_f64;
        for k in 0..3 {
            let limit =
                SEGMENT_POINT_FACTOR * UNIT_ROUNDOFF * (start[k].abs() + end[k].abs() + size)
                    + UNDERFLOW;
            let by = (f64::from(answer.on[segment][k]) - start[k] - expected[k]).abs();
            if exceeds(by, limit) {
                return Err(ClosestFault::WrongPoint { segment, by });
            }
            worst = worst.max(by / limit);
        }
        Ok(worst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_as_far_apart_as_they_look() {
        let distance =
            |a: [[f32; 3]; 2], b: [[f32; 3]; 2]| ReferenceSegments { a, b }.distance().distance;
        let rod = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        assert!((distance(rod, [[0.0, -1.0, 2.0], [0.0, 1.0, 2.0]]) - 2.0).abs() < 1e-12);
        assert!((distance(rod, [[4.0, 4.0, 0.0], [9.0, 4.0, 0.0]]) - 5.0).abs() < 1e-12);
        assert!((distance(rod, [[0.5, 3.0, 0.0], [0.5, 3.0, 0.0]]) - 3.0).abs() < 1e-12);
    }

    #[test]
    fn every_part_of_closest_points_is_checked() {
        let segments = ReferenceSegments {
            a: [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
            b: [[0.0, -1.0, 2.0], [0.0, 1.0, 2.0]],
        };
        let right = ClosestAnswer { at: [0.5; 2], on: [[0.0; 3], [0.0, 0.0, 2.0]], distance: 2.0 };
        let fault = |answer: ClosestAnswer| segments.report(&answer).fault;
        assert_eq!(fault(right), None);
        let wrong = fault(ClosestAnswer { distance: 2.1, ..right });
        assert!(matches!(wrong, Some(ClosestFault::WrongDistance { .. })), "{wrong:?}");
        let wrong = fault(ClosestAnswer { at: [0.5, 0.9], ..right });
        assert!(matches!(wrong, Some(ClosestFault::WrongParameters { .. })), "{wrong:?}");
        assert_eq!(
            fault(ClosestAnswer { at: [0.5, 1.5], ..right }),
            Some(ClosestFault::OffSegment)
        );
        for segment in 0..2 {
            let mut answer = right;
            answer.on[segment][1] = 0.001;
            let found = fault(answer);
            let is_point = |found: &ClosestFault| matches!(found, ClosestFault::WrongPoint { segment: found, .. } if *found == segment);
            assert!(found.as_ref().is_some_and(is_point), "{found:?}");
        }
    }
}
