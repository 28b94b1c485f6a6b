//! What is reported of a line against a box and of two segments, and what is wrong with it.

use super::{LineHit, ReferenceCrossing, ReferenceSegments, closest_between_segments};
use crate::float64::shapes::exceeds;
use crate::float64::vector::{difference, dot, length, scaled, wide};
use crate::tolerances::{
    LEAST_PARAMETER, LINE_BOUND, PARAMETER_ROUNDING, SEGMENT_POINT_FACTOR, UNDERFLOW, UNIT_ROUNDOFF,
};

/// The number that stands for a line which starts inside the box.
const STARTS_INSIDE: u8 = 6;

/// The number that stands for a miss.
const MISS: u8 = 255;

/// Where a line is reported to enter and leave a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineAnswer {
    /// The parameter of the entry; infinite for a miss.
    pub entry: f32,
    /// The parameter where it leaves; minus infinity for a miss.
    pub exit: f32,
    /// 2·axis, one more on the side that the axis points to; 6 inside from the start, 255 a miss.
    pub face: u8,
}

/// What is wrong with an answer about a line and a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LineFault {
    /// The line passes through the box by more than the error bound, and the answer is a miss.
    Missed,
    /// The line passes the box by more than the error bound, and the answer is a hit.
    NotThere,
    /// A miss whose parameters or face are not those of a miss.
    NoMiss,
    /// It is said to enter before it reaches the box.
    EntersTooEarly,
    /// It is said to enter when it is inside already.
    EntersTooLate,
    /// It is said to leave when it is still inside.
    LeavesTooEarly,
    /// It is said to leave when it is outside already.
    LeavesTooLate,
    /// It is said to start inside, and the entry is not zero.
    EntryNotAtStart,
    /// The number is that of no face.
    NoSuchFace,
    /// The line enters far from the face.
    OffFace {
        /// Meters from its plane, outside positive.
        by: f64,
        /// How far that may be, meters.
        limit: f64,
    },
    /// The line comes through the face from inside.
    WrongSide,
}

/// What was found about an answer about a line and a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineReport {
    /// What is wrong, if anything is.
    pub fault: Option<LineFault>,
    /// How far the entry is from the plane of its face, in parts of what is allowed; zero without a
    /// face.
    pub worst: f64,
}

impl ReferenceCrossing {
    /// What is wrong with an answer about the line, and how far its entry is from the face.
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

    /// How far the entry is from the plane of the reported face, in parts of what is allowed.
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
        // A plate's two faces are in one place, and only the way tells them apart.
        let along = dot(self.solid.axes[face / 2], self.direction);
        let outward = if face & 1 == 0 { -along } else { along };
        let turned = (LINE_BOUND + 4.0 * self.solid.deviation) * size + UNDERFLOW;
        if outward > turned { Err(LineFault::WrongSide) } else { Ok(by.abs() / limit) }
    }
}

/// By how much a parameter may be off because it is itself rounded, or made of lengths that
/// underflow.
fn slack(parameter: f64) -> f64 {
    if parameter.is_finite() { PARAMETER_ROUNDING * parameter.abs() + LEAST_PARAMETER } else { 0.0 }
}

/// The closest points of two segments, as they are reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestAnswer {
    /// The parameters on the first segment and on the second.
    pub at: [f32; 2],
    /// The points there, world, meters.
    pub on: [[f32; 3]; 2],
    /// Meters between them.
    pub distance: f32,
}

/// What is wrong with reported closest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClosestFault {
    /// The distance is off by more than the error bound.
    WrongDistance {
        /// The true one, meters.
        truth: f64,
    },
    /// A parameter is not from 0 to 1.
    OffSegment,
    /// The points at the parameters are farther apart than the segments.
    WrongParameters {
        /// Their distance, meters.
        shown: f64,
    },
    /// A point is not where its parameter says.
    WrongPoint {
        /// 0 on the first segment, 1 on the second.
        segment: usize,
        /// How far off in one coordinate, meters.
        by: f64,
    },
}

/// What was found about reported closest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestReport {
    /// What is wrong, if anything is.
    pub fault: Option<ClosestFault>,
    /// The largest error, in parts of what is allowed.
    pub worst: f64,
}

impl ReferenceSegments {
    /// What is wrong with reported closest points, and how far they are off.
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
        // Two points in one place leave no error bound, and no error either.
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

    /// How far a point is from where its parameter says.
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
