//! Rays and segments against spheres and capsules: where the distance from the core, a convex function along the line,
//! is the radius.

use super::core::Core;
use super::pair::{GivenShape, RoundPair};
use crate::float64::golden::least;
use crate::float64::outline::Segment;
use crate::float64::shapes::{CapsuleSolid, GivenLine, LineAnswer, LineHit};
use crate::tolerances::{LEAST_PARAMETER, LINE_BOUND, PARAMETER_ROUNDING, UNDERFLOW};
use crate::vector::{difference, dot, length, moved, wide};

/// Steps of a bisection, which end at the resolution of float64.
const STEPS: usize = 80;

/// The face numbers of hits of round surfaces, of starts inside, and of misses.
const ROUND: u8 = 7;
const STARTS_INSIDE: u8 = 6;
const MISS: u8 = 255;

/// A line against a sphere or a capsule, and against the same with a radius larger or smaller by the error bound.
#[derive(Clone, Copy, Debug)]
pub struct ReferenceRoundLine {
    /// The part within the shape.
    pub hit: Option<LineHit>,
    /// The part within the larger shape.
    pub grown: Option<LineHit>,
    /// The part within the smaller shape, if that has a radius.
    pub shrunk: Option<LineHit>,
    /// Meters by which a surface can seem moved in float32.
    pub error_bound: f64,
    /// The parameter at which the line is nearest.
    pub nearest: f64,
}

/// A way in which an answer about a line and a round shape is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundLineFault {
    /// The answer is a miss, but the line passes through by more than the error bound.
    Missed,
    /// The answer is a hit, but the line misses by more than the error bound.
    NotThere,
    /// The numbers are those of neither a hit nor a miss.
    NoHit,
    /// The entry is before the shape.
    EntersTooEarly,
    /// The entry is inside.
    EntersTooLate,
    /// The exit is inside.
    LeavesTooEarly,
    /// The exit is behind the shape.
    LeavesTooLate,
}

/// A line and a core.
struct Line {
    core: Core,
    start: [f64; 3],
    direction: [f64; 3],
    /// The parameters between which it may be near.
    range: [f64; 2],
}

impl Line {
    /// Meters from the core at a parameter.
    fn distance(&self, at: f64) -> f64 {
        self.core.distance_to(moved(self.start, at, self.direction))
    }

    /// The parameter at which the line is nearest.
    fn nearest(&self) -> f64 {
        least(self.range, |at| self.distance(at)).at
    }

    /// The part within a radius, if the line is nearest at a parameter.
    fn within(&self, radius: f64, nearest: f64) -> Option<LineHit> {
        if self.distance(nearest) > radius || radius < 0.0 {
            return None;
        }
        let [entry, exit] = self.range.map(|end| {
            if self.distance(end) <= radius {
                return end;
            }
            let [mut inside, mut outside] = [nearest, end];
            for _ in 0..STEPS {
                let middle = f64::midpoint(inside, outside);
                if self.distance(middle) > radius { outside = middle } else { inside = middle }
            }
            inside
        });
        Some(LineHit { entry, exit })
    }
}

impl ReferenceRoundLine {
    /// A line against a sphere or a capsule.
    #[must_use]
    pub fn new(shape: &CapsuleSolid, line: &GivenLine) -> Self {
        let pair = RoundPair::new(&GivenShape::Capsule(*shape), shape);
        let Segment { start, end } = pair.b;
        let radius = f64::from(shape.radius);
        let from = difference(wide(line.start), pair.origin);
        let direction = line.direction;
        // No place of the line within the radius is farther along it than the ends of the core and the radius.
        let squared = dot(direction, direction);
        let along = |point: [f64; 3]| dot(difference(point, from), direction) / squared;
        let size = length(from) + length(end) + radius;
        let error_bound = 2.0 * LINE_BOUND * size + UNDERFLOW;
        let reach = (radius + error_bound) / squared.sqrt() * (1.0 + PARAMETER_ROUNDING);
        let clamped = |at: f64| at.max(0.0).min(line.last);
        let low = clamped(along(start).min(along(end)) - reach);
        let high = clamped(along(start).max(along(end)) + reach);
        // A segment without length is inside or outside as a whole.
        let range = if squared <= 0.0 { [0.0, line.last] } else { [low, high] };
        let line = Line { core: pair.a, start: from, direction, range };
        let nearest = line.nearest();
        let within = |growth: f64| line.within(radius + growth, nearest);
        let [hit, grown, shrunk] = [0.0, error_bound, -error_bound].map(within);
        Self { hit, grown, shrunk, error_bound, nearest }
    }

    /// What is wrong with an answer.
    #[must_use]
    pub fn fault(&self, answer: &LineAnswer) -> Option<RoundLineFault> {
        let [entry, exit] = [answer.entry, answer.exit].map(f64::from);
        if entry > exit {
            let is_miss = entry == f64::INFINITY && exit == f64::NEG_INFINITY;
            if !is_miss || answer.face != MISS {
                return Some(RoundLineFault::NoHit);
            }
            return self.shrunk.map(|_| RoundLineFault::Missed);
        }
        let starts_inside = answer.face == STARTS_INSIDE && answer.entry.to_bits() == 0;
        if !(starts_inside || answer.face == ROUND) || !(entry >= 0.0 && exit >= entry) {
            return Some(RoundLineFault::NoHit);
        }
        let Some(grown) = self.grown else { return Some(RoundLineFault::NotThere) };
        let shrunk =
            self.shrunk.unwrap_or(LineHit { entry: f64::INFINITY, exit: f64::NEG_INFINITY });
        if entry < grown.entry - slack(entry) {
            Some(RoundLineFault::EntersTooEarly)
        } else if exit > grown.exit + slack(exit) {
            Some(RoundLineFault::LeavesTooLate)
        } else if entry > shrunk.entry + slack(entry) {
            Some(RoundLineFault::EntersTooLate)
        } else if exit < shrunk.exit - slack(exit) {
            Some(RoundLineFault::LeavesTooEarly)
        } else {
            None
        }
    }
}

/// By how much a parameter may be off because of its own rounding, or because lengths underflow.
fn slack(parameter: f64) -> f64 {
    PARAMETER_ROUNDING * parameter.abs() + LEAST_PARAMETER
}
