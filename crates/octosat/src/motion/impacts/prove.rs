//! How long one direction certainly separates a pair.
//!
//! Any direction n that is fixed in the world proves something: as long as its separation
//!
//! > s(t) = n·(offset of the centers) − reach of a along n − reach of b along n
//!
//! is positive, the boxes share no point. Two lower bounds of s from a time on are solved for the time at which they
//! reach zero, and the later of both is kept. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems",
//! University of California, Berkeley, 1996, section 2.3.2 (conservative advancement); here with two boxes that turn,
//! the radius about the axis of each turn, and a bound of second order.
//!
//! All quantities err to the safe side: `error` bounds the rounding of s now, and `RATE_ERROR` that of its rate.

use octosat_lanes::{IntegerLanes, Isa, Lanes};

use super::moment::Moment;
use super::poses::Turning;
use crate::axes::boxes::along_columns;
use crate::axes::choice::{axis_of_b, is_edge_axis, local_normal};
use crate::axes::frame::Frame;
use crate::tolerances::{IMPACT_CORE_BOUNDS, IMPACT_RATE_ERROR, SLOWEST_APPROACH, TURN_SLACK};
use crate::vector::{cross_component, dot, squared, sum_of_magnitudes};

/// By which part a safe time is shortened for the rounding of sums and divisions, at most three, without unit.
const STEP_ROUNDING: f32 = 16.0 / 16_777_216.0;

/// The factor by which second derivatives are taken larger than they are computed: 168 units of roundoff more.
const BEND_SLACK: f32 = 1.0 + 1e-5;

/// One box along the direction.
#[derive(Clone, Copy)]
pub(super) struct Side<F> {
    half_extents: [F; 3],
    /// The direction along the box's axes.
    pub(super) direction: [F; 3],
    /// How these components change as the box turns, per step.
    change: [F; 3],
}

impl<F: Lanes> Side<F> {
    #[inline(always)]
    fn new(half_extents: [F; 3], direction: [F; 3], turning: &Turning<F>) -> Self {
        let mut change = direction;
        for (k, component) in change.iter_mut().enumerate() {
            *component = cross_component(direction, turning.spin, k);
        }
        Self { half_extents, direction, change }
    }

    /// `sum` plus how far the box reaches along the direction, in meters.
    #[inline(always)]
    fn reach(&self, mut sum: F) -> F {
        for k in 0..3 {
            sum = self.half_extents[k] * self.direction[k].abs() + sum;
        }
        sum
    }

    /// `sum` plus how fast this grows now, in meters per step.
    #[inline(always)]
    fn growth<I: Isa<Real = F>>(&self, isa: I, mut sum: F) -> F {
        let zero = isa.splat(0.0);
        for k in 0..3 {
            let change = self.change[k];
            let outwards = Lanes::select(self.direction[k].less(zero), zero - change, change);
            sum = self.half_extents[k] * outwards + sum;
        }
        sum
    }

    /// `left` minus how much more the box reaches after a time if its components change at their present rates.
    #[inline(always)]
    fn less_reach_after(&self, time: F, mut left: F) -> F {
        for k in 0..3 {
            let then = (time * self.change[k] + self.direction[k]).abs();
            let more = then - self.direction[k].abs();
            left = left - self.half_extents[k] * more;
        }
        left
    }
}

/// A lower bound of the separation along the direction, of second order.
#[derive(Clone, Copy)]
pub(super) struct Bound<F> {
    pub(super) sides: [Side<F>; 2],
    /// At most the separation now, in meters.
    pub(super) gap: F,
    /// At least how fast the centers approach each other along the direction, in meters per step.
    pub(super) closing: F,
    /// At least half of how fast the rate of the separation can fall, in meters per step squared.
    bend: F,
}

impl<F: Lanes> Bound<F> {
    /// At most the separation after a time, in steps.
    ///
    /// The components of the direction along a box's axes turn: after a time they differ from those at their present
    /// rates by a vector across the axis of the turn of at most ½ time² · sup|second derivative|, which reaches at most
    /// `radius` times its length on the box.
    #[inline(always)]
    pub(super) fn after(&self, time: F) -> F {
        let slope = self.bend * time + self.closing;
        let left = self.gap - slope * time;
        let left = self.sides[0].less_reach_after(time, left);
        self.sides[1].less_reach_after(time, left)
    }
}

impl<F: Lanes> Bound<F> {
    /// The bound along the direction of an axis.
    #[inline(always)]
    pub(super) fn along<I: Isa<Real = F>>(isa: I, moment: &Moment<F>, axis: I::Integer) -> Self {
        let Moment { frame, turning: [a, b], motion, error, .. } = moment;
        let normal = local_normal(isa, frame, axis);
        let along_b = along_axes_of_b(isa, frame, normal, axis);
        let sides = [Side::new(frame.own_a, normal, a), Side::new(frame.own_b, along_b, b)];
        // The separation minus its error: at most the exact one.
        let reach = sides[1].reach(sides[0].reach(*error));
        let gap = dot(normal, frame.offset_a) - reach;
        // The rate plus its error: at least the exact one, for the centers and, as a part of it, for what turns.
        let fastest = moment.fastest();
        let receding = dot(normal, *motion);
        let closing = isa.splat(IMPACT_RATE_ERROR) * fastest - receding;
        let bend = bend(isa, a) + bend(isa, b);
        Self { sides, gap, closing, bend: bend * isa.splat(0.5 * BEND_SLACK) }
    }
}

impl<F: Lanes> Bound<F> {
    /// For some lanes, the bound of cores at the start: it falls to zero when the boxes are as deep along the direction
    /// as they may get. That is as deep as larger cores are smaller than the boxes, or no deeper than they are, except
    /// for rounding.
    #[inline(always)]
    pub(super) fn no_deeper<I: Isa<Real = F>>(
        self,
        isa: I,
        moment: &Moment<F>,
        at_start: F::Mask,
    ) -> Self {
        let [a, b] = &self.sides;
        let [a, b] = [sum_of_magnitudes(a.direction), sum_of_magnitudes(b.direction)];
        let error = moment.error;
        let larger = moment.largest_skin(isa) - isa.splat(IMPACT_CORE_BOUNDS) * error;
        let drift = moment.drift(isa) + error;
        let gap = (self.gap - larger * (a + b)).greater(drift).lesser(self.gap);
        Self { gap: Lanes::select(at_start, gap, self.gap), ..self }
    }
}

/// The direction of an axis along the axes of b.
///
/// A face of b is one of them, and edges are perpendicular to one. Rounding would spoil both, and a box that is a
/// thousand times as long as the other would reach along the direction by what was spoiled.
#[inline(always)]
fn along_axes_of_b<I: Isa>(
    isa: I,
    frame: &Frame<I::Real>,
    normal: [I::Real; 3],
    axis: I::Integer,
) -> [I::Real; 3] {
    let (zero, one) = (isa.splat(0.0), isa.splat(1.0));
    let number = axis_of_b(isa, axis);
    let is_edge = is_edge_axis(isa, axis);
    let is_face_of_b = !(is_edge | axis.less(isa.splat_integer(3)));
    let mut along = along_columns(frame.rotation, normal);
    for (component, k) in along.iter_mut().zip([0, 1, 2]) {
        let is_own = number.equals(isa.splat_integer(k));
        let unit = Lanes::select(component.less(zero), zero - one, one);
        let of_face = unit.keep(is_own);
        let of_others = component.keep(!(is_own & is_edge));
        *component = Lanes::select(is_face_of_b, of_face, of_others);
    }
    along
}

/// How long the boxes are certainly apart from this moment on, in steps; zero or less if that is not known.
///
/// `rest` is at least the rest of the step.
#[inline(always)]
pub(super) fn safe_time<I: Isa>(
    isa: I,
    moment: &Moment<I::Real>,
    bound: &Bound<I::Real>,
    rest: I::Real,
) -> I::Real {
    let first_order = first_order(isa, moment, bound);
    let longest = second_order(isa, bound, rest).greater(first_order);
    // At most the exact quotients and products.
    longest * isa.splat(1.0 - STEP_ROUNDING)
}

/// At least the second derivative of how far a box reaches along a direction, in meters per step squared.
///
/// With the largest angular velocity w, a point at distance r from the axis of the turn has an acceleration of at most
/// r w² towards the axis and r w³/4 along its circle; the rest is for quaternions that are off unit length.
#[inline(always)]
fn bend<I: Isa>(isa: I, turning: &Turning<I::Real>) -> I::Real {
    let spin = turning.top_spin;
    let quarter = isa.splat(0.25);
    let factor = (spin * spin * quarter + spin) + isa.splat(TURN_SLACK);
    turning.top_speed() * factor
}

/// Until when the separation is positive if it falls at its largest rate.
///
/// A point of a box moves along the direction by at most its angular velocity, times the sine between the direction and
/// the axis of the turn, times its distance from this axis. The sine stays what it is.
#[inline(always)]
fn first_order<I: Isa>(isa: I, moment: &Moment<I::Real>, bound: &Bound<I::Real>) -> I::Real {
    let mut rate = bound.closing;
    for (side, turning) in bound.sides.iter().zip(&moment.turning) {
        let now = squared(side.change).sqrt();
        rate = now * turning.quickening * turning.radius + rate;
    }
    bound.gap / rate.greater(isa.splat(SLOWEST_APPROACH))
}

/// Until when the bound of second order is positive, at most `rest`; zero or less if it is not now.
///
/// The bound is a concave function of time, because every reach at present rates is convex. So if it is positive now
/// and at a time, it is in between. Two times are tried: the rest of the step, and the root of the bound as long as no
/// component changes its sign. If the bound is negative at the latter, the chord from now to there is below it.
#[inline(always)]
fn second_order<I: Isa>(isa: I, bound: &Bound<I::Real>, rest: I::Real) -> I::Real {
    let zero = isa.splat(0.0);
    let Bound { sides, gap, closing, bend } = bound;
    let rate = sides[1].growth(isa, sides[0].growth(isa, *closing));
    let four_bends = isa.splat(4.0) * *bend;
    let root = (rate * rate + four_bends * *gap).greater(zero).sqrt();
    let divisor = rate + root;
    let time = (*gap + *gap) / divisor;
    let time = Lanes::select(zero.less(divisor), time, rest).lesser(rest);
    let left = bound.after(time);
    let on_chord = time * (*gap / (*gap - left));
    let time = Lanes::select(zero.at_most(left), time, on_chord);
    let is_free = zero.at_most(bound.after(rest));
    let time = Lanes::select(is_free, rest, time);
    Lanes::select(zero.less(*gap), time, zero)
}
