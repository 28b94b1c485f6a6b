//! Rays and segments against a box, and checks of answers about them.
//!
//! A line is clipped by the six planes of a box, one after the other, as M. Cyrus and J. Beck do for any
//! convex volume ("Generalized two- and three-dimensional clipping", 1978).

use super::reference_box::{ReferenceBox, exceeds};
use crate::float64::solid::Solid;
use crate::tolerances::{LEAST_PARAMETER, LINE_BOUND, PARAMETER_ROUNDING, UNDERFLOW};
use crate::vector::{difference, dot, length, scaled, sum, wide};

/// The part of a line within a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineHit {
    /// The parameter of the entry, in multiples of the direction; zero for a start inside.
    pub entry: f64,
    /// The parameter of the exit, at most that of the line's end.
    pub exit: f64,
}

/// The points `start + t · direction`, meters, with t from 0 to `last`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenLine {
    /// Where t is zero, world space.
    pub start: [f32; 3],
    /// The vector from t = 0 to t = 1.
    pub direction: [f64; 3],
    /// The largest t: 1 for a segment, infinite for a ray.
    pub last: f64,
}

/// A line against a box, and against the box grown and shrunk by the error bound.
///
/// An answer in float32 must be between the answers of the grown and of the shrunk box.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceCrossing {
    /// The part within the box itself.
    pub hit: Option<LineHit>,
    /// The part within the box grown by the error bound.
    pub grown: Option<LineHit>,
    /// The part within the box shrunk by the error bound; none if nothing of the box remains.
    pub shrunk: Option<LineHit>,
    /// Meters by which a surface can seem moved in float32.
    pub error_bound: f64,
    solid: Solid,
    /// The start of the line, relative to the box's center.
    start: [f64; 3],
    direction: [f64; 3],
}

impl ReferenceBox {
    /// A line against the box.
    #[must_use]
    pub fn crossing(&self, line: &GivenLine) -> ReferenceCrossing {
        let solid = self.solid;
        let start = difference(wide(line.start), self.center);
        // A point of the line near the box is at most as far from the start as the far side of the box.
        let scale = 2.0 * (length(start) + solid.extent);
        let error_bound = (LINE_BOUND + 4.0 * solid.deviation) * scale + UNDERFLOW;
        let line = Line { start, direction: line.direction, last: line.last };
        ReferenceCrossing {
            hit: line.within(&solid, 0.0),
            grown: line.within(&solid, error_bound),
            shrunk: line.within(&solid, -error_bound),
            error_bound,
            solid,
            start,
            direction: line.direction,
        }
    }
}

impl ReferenceCrossing {
    /// Meters from the plane of a face to the line at a parameter, positive outside.
    ///
    /// A face has the number 2·axis, plus one on the positive side.
    fn distance_from_face(&self, face: usize, parameter: f64) -> f64 {
        let point = sum(self.start, scaled(self.direction, parameter));
        let along = dot(self.solid.axes[face / 2], point);
        let outward = if face & 1 == 0 { -along } else { along };
        outward - self.solid.half_extents[face / 2]
    }
}

/// A line relative to a box's center.
struct Line {
    start: [f64; 3],
    direction: [f64; 3],
    last: f64,
}

impl Line {
    /// The part within the six planes of a box, each moved out by `growth` meters.
    fn within(&self, solid: &Solid, growth: f64) -> Option<LineHit> {
        let mut hit = LineHit { entry: 0.0, exit: self.last };
        for face in 0..6 {
            let sign = if face & 1 == 0 { -1.0 } else { 1.0 };
            let normal = scaled(solid.axes[face / 2], sign);
            // A corner on the face: the one of all bits, or the one of none.
            let corner = solid.corners[if sign > 0.0 { 7 } else { 0 }];
            let offset = dot(normal, corner) + growth;
            let outside = dot(normal, self.start) - offset;
            let speed = dot(normal, self.direction);
            if speed == 0.0 {
                if outside > 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                hit.entry = hit.entry.max(-outside / speed);
            } else {
                hit.exit = hit.exit.min(-outside / speed);
            }
        }
        (hit.entry <= hit.exit).then_some(hit)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OrientedBox;

    fn cube() -> ReferenceBox {
        ReferenceBox::oriented(&OrientedBox {
            center: [5.0, 0.0, 0.0],
            rotation: [0.0, 0.0, 0.0, 1.0],
            half_extents: [1.0; 3],
        })
    }

    #[test]
    fn a_line_enters_and_leaves_a_cube() {
        let cross = |start: [f32; 3], direction, last| {
            cube().crossing(&GivenLine { start, direction, last })
        };
        let found = cross([0.0; 3], [2.0, 0.0, 0.0], f64::INFINITY);
        assert_eq!(found.hit, Some(LineHit { entry: 2.0, exit: 3.0 }));
        assert!(found.distance_from_face(0, 2.0).abs() < 1e-15);
        let short = cross([0.0; 3], [2.0, 0.0, 0.0], 1.5);
        assert!(short.grown.is_none());
        let grazing = cross([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], f64::INFINITY);
        assert!(grazing.hit.is_some() && grazing.grown.is_some() && grazing.shrunk.is_none());
    }

    fn through_a_cube() -> ReferenceCrossing {
        let line = GivenLine { start: [0.0; 3], direction: [2.0, 0.25, 0.0], last: f64::INFINITY };
        cube().crossing(&line)
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
}
