//! How long one direction certainly separates two boxes: a bound of the separation now and later.

use super::{Moment, Turning, sum_of_magnitudes};
use crate::plain::arithmetic::{cross, dot, greater, lesser};
use crate::plain::frame::along_columns;
use crate::plain::penetration::{FIRST_EDGE, local_normal};
use crate::tolerances::{
    BEND_SLACK, IMPACT_CORE_BOUNDS, IMPACT_RATE_ERROR, SLOWEST_APPROACH, STEP_ROUNDING, TURN_SLACK,
};

/// One box along the direction that is proved.
struct Side {
    half_extents: [f32; 3],
    direction: [f32; 3],
    change: [f32; 3],
}

impl Side {
    fn new(half_extents: [f32; 3], direction: [f32; 3], turning: &Turning) -> Self {
        Self { half_extents, direction, change: cross(direction, turning.spin) }
    }

    fn reach(&self, start: f32) -> f32 {
        (0..3).fold(start, |sum, k| self.half_extents[k] * self.direction[k].abs() + sum)
    }

    fn growth(&self, start: f32) -> f32 {
        (0..3).fold(start, |sum, k| {
            let change = self.change[k];
            let outwards = if self.direction[k] < 0.0 { 0.0 - change } else { change };
            self.half_extents[k] * outwards + sum
        })
    }

    fn less_reach_after(&self, time: f32, start: f32) -> f32 {
        (0..3).fold(start, |left, k| {
            let then = (time * self.change[k] + self.direction[k]).abs();
            left - self.half_extents[k] * (then - self.direction[k].abs())
        })
    }
}

/// A lower bound of the separation, of second order.
pub(super) struct Bound {
    sides: [Side; 2],
    gap: f32,
    closing: f32,
    bend: f32,
}

impl Bound {
    /// The direction of the axis is a face of b or perpendicular to an edge of b without rounding.
    pub(super) fn along(moment: &Moment, axis: u8) -> Self {
        let Moment { frame, turning: [a, b], motion, .. } = moment;
        let normal = local_normal(frame, axis);
        let mut along_b = along_columns(&frame.rotation, normal);
        let own = usize::from(axis % 3);
        if axis >= FIRST_EDGE {
            along_b[own] = 0.0;
        } else if axis >= 3 {
            let unit = if along_b[own] < 0.0 { 0.0 - 1.0 } else { 1.0 };
            along_b = [0.0; 3];
            along_b[own] = unit;
        }
        let sides = [Side::new(frame.own_a, normal, a), Side::new(frame.own_b, along_b, b)];
        let gap = dot(normal, frame.offset_a) - sides[1].reach(sides[0].reach(moment.error));
        let fastest = moment.fastest();
        let closing = IMPACT_RATE_ERROR * fastest - dot(normal, *motion);
        let bend = (bend(a) + bend(b)) * (0.5 * BEND_SLACK);
        Self { sides, gap, closing, bend }
    }

    /// The bound of cores.
    pub(super) fn no_deeper(self, moment: &Moment) -> Self {
        let [a, b] = self.sides.each_ref().map(|side| sum_of_magnitudes(side.direction));
        let larger = moment.largest_skin() - IMPACT_CORE_BOUNDS * moment.error;
        let drift = moment.drift() + moment.error;
        let gap = lesser(greater(self.gap - larger * (a + b), drift), self.gap);
        Self { gap, ..self }
    }

    fn after(&self, time: f32) -> f32 {
        let left = self.gap - (self.bend * time + self.closing) * time;
        self.sides[1].less_reach_after(time, self.sides[0].less_reach_after(time, left))
    }
}

/// How long the bound of the moment is positive, in steps; at most `rest`, and zero if that is not known.
pub(super) fn safe_time(moment: &Moment, bound: &Bound, rest: f32) -> f32 {
    let first = first_order(moment, bound);
    greater(second_order(bound, rest), first) * (1.0 - STEP_ROUNDING)
}

fn bend(turning: &Turning) -> f32 {
    let spin = turning.top_spin;
    turning.top_speed() * (spin * spin * 0.25 + spin + TURN_SLACK)
}

fn first_order(moment: &Moment, bound: &Bound) -> f32 {
    let mut rate = bound.closing;
    for (side, turning) in bound.sides.iter().zip(&moment.turning) {
        let now = dot(side.change, side.change).sqrt();
        rate += now * turning.quickening * turning.radius;
    }
    bound.gap / greater(rate, SLOWEST_APPROACH)
}

fn second_order(bound: &Bound, rest: f32) -> f32 {
    let Bound { sides, gap, closing, bend } = bound;
    let rate = sides[1].growth(sides[0].growth(*closing));
    let divisor = rate + greater(rate * rate + (4.0 * bend) * gap, 0.0).sqrt();
    let time = if divisor > 0.0 { (gap + gap) / divisor } else { rest };
    let time = lesser(time, rest);
    let left = bound.after(time);
    let time = if left >= 0.0 { time } else { time * (gap / (gap - left)) };
    let time = if bound.after(rest) >= 0.0 { rest } else { time };
    if *gap > 0.0 { time } else { 0.0 }
}
