//! Reported results about a line and a box and about two segments, and checks of them.

use super::crossing::{LineHit, ReferenceCrossing};
use super::segments::{ReferenceSegments, closest_between_segments};
use crate::float64::shapes::reference_box::exceeds;
use crate::float64::vector::{difference, dot, length, scaled, wide};
use crate::tolerances::{
    LEAST_PARAMETER, LINE_BOUND, PARAMETER_ROUNDING, SEGMENT_POINT_FACTOR, UNDERFLOW, UNIT_ROUNDOFF,
};

/// The face number of a line that starts inside the box.
const STARTS_INSIDE: u8 = 6;

/// The face number of a miss.
const MISS: u8 = 255;

/// Where, as reported, a line enters and leaves a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineAnswer {
    /// The parameter of the entry; infinite for a miss.
    pub entry: f32,
    /// The parameter of the exit; minus infinity for a miss.
    pub exit: f32,
    /// The face of the entry: 2·axis, plus one on the positive side; 6 for a start inside, 255 for a miss.
    pub face: u8,
}

/// A way in which an answer about a line and a box is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineFault {
    /// The answer is a miss, but the line passes through the box by more than the error bound.
    Missed,
    /// The answer is a hit, but the line misses the box by more than the error bound.
    NotThere,
    /// The answer is a miss, but its parameters or its face are not those of a miss.
    NoMiss,
    /// The entry is before the box.
    EntersTooEarly,
    /// The entry is inside the box.
    EntersTooLate,
    /// The exit is inside the box.
    LeavesTooEarly,
    /// The exit is behind the box.
    LeavesTooLate,
    /// The face number is that of a start inside, but the entry is not zero.
    EntryNotAtStart,
    /// The number is that of no face.
    NoSuchFace,
    /// The entry is far from the face.
    OffFace {
        /// Meters from its plane, positive outside.
        by: f64,
        /// The largest allowed distance, meters.
        limit: f64,
    },
    /// The line passes the face from inside.
    WrongSide,
}

/// The result of checking an answer about a line and a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineReport {
    /// What is wrong, if anything is.
    pub fault: Option<LineFault>,
    /// The distance of the entry from the plane of its face, as a share of the allowed distance; zero without a
    /// face.
    pub worst: f64,
}

impl ReferenceCrossing {
    /// Checks an answer about the line.
    #[must_use]
    pub fn report(&self, answer: &LineAnswer) -> LineReport {
        let outcome = if answer.entry <= answer.exit {
            self.hit_fault(answer).map_or_else(|| self.on_face(answer), Err)
        } else {
            self.miss_fault(answer).map_or(Ok(0.0), Err)
        };
        match outcome {
            Ok(worst) => LineReport { fault: None, worst },
            Err(fault) => LineReport { fault: Some(fault), worst: 0.0 },
        }
    }

    fn miss_fault(&self, answer: &LineAnswer) -> Option<LineFault> {
        let is_miss = answer.entry.is_infinite()
            && answer.entry > 0.0
            && answer.exit.is_infinite()
            && answer.face == MISS;
        if !is_miss {
            return Some(LineFault::NoMiss);
        }
        self.shrunk.map(|_| LineFault::Missed)
    }

    fn hit_fault(&self, answer: &LineAnswer) -> Option<LineFault> {
        let Some(grown) = self.grown else { return Some(LineFault::NotThere) };
        let shrunk =
            self.shrunk.unwrap_or(LineHit { entry: f64::INFINITY, exit: f64::NEG_INFINITY });
        let [entry, exit] = [answer.entry, answer.exit].map(f64::from);
        if entry < grown.entry - slack(entry) {
            Some(LineFault::EntersTooEarly)
        } else if exit > grown.exit + slack(exit) {
            Some(LineFault::LeavesTooLate)
        } else if entry > shrunk.entry + slack(entry) {
            Some(LineFault::EntersTooLate)
        } else if exit < shrunk.exit - slack(exit) {
            Some(LineFault::LeavesTooEarly)
        } else {
            None
        }
    }

    /// The distance of the entry from the plane of the reported face, as a share of the allowed distance.
    fn on_face(&self, answer: &LineAnswer) -> Result<f64, LineFault> {
        if answer.face == STARTS_INSIDE {
            let at_start = answer.entry.to_bits() == 0;
            return if at_start { Ok(0.0) } else { Err(LineFault::EntryNotAtStart) };
        }
        if answer.face > STARTS_INSIDE {
            return Err(LineFault::NoSuchFace);
        }
        let (face, entry) = (usize::from(answer.face), f64::from(answer.entry));
        let size = self.direction.iter().map(|component| component.abs()).sum::<f64>();
        let limit = self.error_bound + slack(entry) * size;
        let by = self.distance_from_face(face, entry);
        if exceeds(by.abs(), limit) {
            return Err(LineFault::OffFace { by, limit });
        }
        // The two faces of a plate are at the same place. Only the direction of the line distinguishes them.
        let along = dot(self.solid.axes[face / 2], self.direction);
        let outward = if face & 1 == 0 { -along } else { along };
        let turned = (LINE_BOUND + 4.0 * self.solid.deviation) * size + UNDERFLOW;
        if outward > turned { Err(LineFault::WrongSide) } else { Ok(by.abs() / limit) }
    }
}

/// By how much a parameter may be off because of its own rounding, or because lengths underflow.
fn slack(parameter: f64) -> f64 {
    if parameter.is_finite() { PARAMETER_ROUNDING * parameter.abs() + LEAST_PARAMETER } else { 0.0 }
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
        let separations = closest_between_segments(self);
        let (truth, error_bound) = (separations.distance, separations.error_bound);
        let off = (f64::from(answer.distance) - truth).abs();
        if exceeds(off, error_bound) {
            return Err(ClosestFault::WrongDistance { truth });
        }
        let [at_a, at_b] = answer.at.map(f64::from);
        if ![at_a, at_b].iter().all(|at| (0.0..=1.0).contains(at)) {
            return Err(ClosestFault::OffSegment);
        }
        let shown = self.distance_at(at_a, at_b);
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
        let apart = difference(wide(self.b[0]), wide(self.a[0]));
        let ways = [self.a, self.b].map(|[from, to]| length(difference(wide(to), wide(from))));
        let size = ways[0] + ways[1] + length(apart);
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
    use crate::OrientedBox;
    use crate::float64::shapes::{GivenLine, ReferenceBox};

    fn through_a_cube() -> ReferenceCrossing {
        let cube = OrientedBox {
            center: [5.0, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [1.0; 3],
        };
        let line = GivenLine { start: [0.0; 3], direction: [2.0, 0.25, 0.0], last: f64::INFINITY };
        ReferenceBox::oriented(&cube).crossing(&line)
    }

    #[test]
    fn every_part_of_a_hit_is_checked() {
        let crossing = through_a_cube();
        let right = LineAnswer { entry: 2.0, exit: 3.0, face: 0 };
        let fault = |answer: LineAnswer| crossing.report(&answer).fault;
        assert_eq!(fault(right), None);
        assert!(crossing.report(&right).worst < 1e-3);
        assert_eq!(fault(LineAnswer { entry: 1.9, ..right }), Some(LineFault::EntersTooEarly));
        assert_eq!(fault(LineAnswer { entry: 2.1, ..right }), Some(LineFault::EntersTooLate));
        assert_eq!(fault(LineAnswer { exit: 2.9, ..right }), Some(LineFault::LeavesTooEarly));
        assert_eq!(fault(LineAnswer { exit: 3.1, ..right }), Some(LineFault::LeavesTooLate));
        assert_eq!(fault(LineAnswer { face: 6, ..right }), Some(LineFault::EntryNotAtStart));
        assert_eq!(fault(LineAnswer { face: 7, ..right }), Some(LineFault::NoSuchFace));
        for face in 1..6 {
            let found = fault(LineAnswer { face, ..right });
            assert!(matches!(found, Some(LineFault::OffFace { .. })), "{face}: {found:?}");
        }
        let miss = LineAnswer { entry: f32::INFINITY, exit: f32::NEG_INFINITY, face: 255 };
        assert_eq!(fault(miss), Some(LineFault::Missed));
        assert_eq!(fault(LineAnswer { face: 0, ..miss }), Some(LineFault::NoMiss));
    }

    #[test]
    fn a_plate_is_entered_from_its_near_side() {
        let plate = OrientedBox {
            center: [5.0, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [0.0, 1.0, 1.0],
        };
        let line = GivenLine { start: [0.0; 3], direction: [2.0, 0.0, 0.0], last: f64::INFINITY };
        let crossing = ReferenceBox::oriented(&plate).crossing(&line);
        let fault = |face| crossing.report(&LineAnswer { entry: 2.5, exit: 2.5, face }).fault;
        assert_eq!([fault(0), fault(1)], [None, Some(LineFault::WrongSide)]);
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
