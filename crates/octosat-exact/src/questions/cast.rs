//! When two boxes share a point while b moves along a straight line without turning.
//!
//! Along one axis, b's offset is p + τ·s at the time τ, and the projections share a point while its magnitude is at
//! most the sum R of the reaches: from (−R − p)/s to (R − p)/s, if s is positive. The boxes share a point while the
//! projections on all fifteen axes do: T. L. Kay, J. T. Kajiya, "Ray tracing complex scenes", SIGGRAPH 1986, on slabs;
//! C. Ericson, *Real-Time Collision Detection*, 2005, section 5.5.8. All axes have positive factors, which cancel in
//! the fractions.

use core::cmp::Ordering;

use super::Placed;
use crate::axis::Axis;
use crate::number::Integer;
use crate::projection::Vector;
use crate::results::{CastTimes, Interval};
use crate::rounding::{Bracket, quotient};
use crate::scaled::{Odd, Scaled};
use crate::width::Question;

/// Whether and when the boxes share a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times<'a>(pub(crate) &'a Scaled);

/// Whether the boxes do more than touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Penetrates<'a>(pub(crate) &'a Scaled);

/// How a time compares with the first touch; none if there is no touch during the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FirstTouch<'a> {
    pub(crate) scaled: &'a Scaled,
    /// Not NaN.
    pub(crate) time: f32,
}

/// A fraction of a step, with a positive denominator.
#[derive(Clone, Debug)]
struct Fraction<T> {
    numerator: T,
    denominator: T,
}

/// From when to when the boxes share a point, on the whole line of the motion.
#[derive(Clone, Debug)]
struct Stay<T> {
    /// None: always before.
    enter: Option<Fraction<T>>,
    /// None: always after.
    leave: Option<Fraction<T>>,
    /// Whether they only touch all the time, along some axis.
    slides: bool,
}

impl<T: Integer> Fraction<T> {
    fn compare(&self, other: &Self) -> Ordering {
        let left = self.numerator.times(&other.denominator);
        left.compare(&other.numerator.times(&self.denominator))
    }

    fn interval(&self) -> Interval {
        quotient(&self.numerator, Bracket::of(&self.denominator), 0)
    }
}

impl<T: Integer> Stay<T> {
    /// None if the boxes never share a point.
    fn new(scaled: &Scaled) -> Option<Self> {
        let placed = Placed::<T>::new(scaled);
        let motion = placed.frame.vector(scaled.motion());
        let always = Self { enter: None, leave: None, slides: false };
        let stay = Axis::ALL.into_iter().try_fold(always, |stay, axis| {
            Some(stay.within(Self::along(&placed, &motion, axis)?))
        })?;
        match (&stay.enter, &stay.leave) {
            (Some(enter), Some(leave)) if enter.compare(leave) == Ordering::Greater => None,
            _ => Some(stay),
        }
    }

    /// While the projections on one axis share a point.
    fn along(placed: &Placed<T>, motion: &Vector<T>, axis: Axis) -> Option<Self> {
        let offset = placed.along(&placed.offset, axis);
        let speed = placed.along(motion, axis);
        let reaches = placed.reaches(axis);
        let reach = reaches.a.plus(&reaches.b);
        if speed.sign() == Ordering::Equal {
            let order = offset.magnitude().compare(&reach);
            let slides = order == Ordering::Equal && !placed.is_parallel(axis);
            return order.is_le().then_some(Self { enter: None, leave: None, slides });
        }
        let zero = offset.minus(&offset);
        // The distance that b has to go until the centers are side by side: signed, along the motion.
        let ahead = if speed.sign() == Ordering::Less { offset } else { zero.minus(&offset) };
        let speed = speed.magnitude();
        let fraction = |numerator| Some(Fraction { numerator, denominator: speed.clone() });
        let [enter, leave] = [ahead.minus(&reach), ahead.plus(&reach)].map(fraction);
        Some(Self { enter, leave, slides: false })
    }

    /// While both.
    fn within(self, other: Self) -> Self {
        Self {
            enter: outermost(self.enter, other.enter, Ordering::Greater),
            leave: outermost(self.leave, other.leave, Ordering::Less),
            slides: self.slides || other.slides,
        }
    }

    /// How the first time compares with the end of the step.
    fn enter_and_end(&self) -> Ordering {
        let order = |enter: &Fraction<T>| enter.numerator.compare(&enter.denominator);
        self.enter.as_ref().map_or(Ordering::Less, order)
    }

    /// How the last time compares with the start of the step.
    fn leave_and_start(&self) -> Ordering {
        self.leave.as_ref().map_or(Ordering::Greater, |leave| leave.numerator.sign())
    }

    /// Whether some of the time is during the step.
    fn is_during_step(&self) -> bool {
        self.enter_and_end().is_le() && self.leave_and_start().is_ge()
    }

    /// Whether the boxes do more than touch at some time of the step.
    ///
    /// The largest separation is a convex function of time and zero at both ends, so it is negative in between unless
    /// it is zero all the time.
    fn penetrates(&self) -> bool {
        let is_moment = match (&self.enter, &self.leave) {
            (Some(enter), Some(leave)) => enter.compare(leave) == Ordering::Equal,
            _ => false,
        };
        let is_within = self.enter_and_end().is_lt() && self.leave_and_start().is_gt();
        is_within && !is_moment && !self.slides
    }

    /// When the boxes first share a point, if not at the start.
    fn first(&self) -> Option<&Fraction<T>> {
        self.enter.as_ref().filter(|enter| enter.numerator.sign() == Ordering::Greater)
    }

    fn times(&self) -> CastTimes {
        if !self.is_during_step() {
            return CastTimes::Free;
        }
        let leave = self.leave.as_ref().map_or(Interval::point(f64::INFINITY), Fraction::interval);
        self.first().map_or(CastTimes::OverlappingAtStart { leave }, |first| CastTimes::Touching {
            first: first.interval(),
            leave,
        })
    }

    /// How a time compares with the first touch.
    fn compare_time(&self, time: f32) -> Ordering {
        if !(0.0..=1.0).contains(&time) {
            return if time < 0.0 { Ordering::Less } else { Ordering::Greater };
        }
        let time = Odd::of(time);
        let value = T::shifted(time.value, 0);
        let Some(first) = self.first() else {
            return value.sign();
        };
        let one = T::shifted(1, shift(time));
        value.times(&first.denominator).compare(&first.numerator.times(&one))
    }
}

/// The one that compares with the other like this; none is no limit.
fn outermost<T: Integer>(
    first: Option<Fraction<T>>,
    second: Option<Fraction<T>>,
    wanted: Ordering,
) -> Option<Fraction<T>> {
    match (first, second) {
        (Some(first), Some(second)) if second.compare(&first) == wanted => Some(second),
        (Some(first), _) => Some(first),
        (None, second) => second,
    }
}

/// The power of two that the denominator of a time from zero to one is.
fn shift(time: Odd) -> u32 {
    (-time.exponent).cast_unsigned()
}

impl Question for Times<'_> {
    type Answer = CastTimes;

    fn bits(&self) -> u32 {
        self.0.fraction_bits()
    }

    fn answer<T: Integer>(&self) -> CastTimes {
        Stay::<T>::new(self.0).map_or(CastTimes::Free, |stay| stay.times())
    }
}

impl Question for Penetrates<'_> {
    type Answer = bool;

    fn bits(&self) -> u32 {
        self.0.fraction_bits()
    }

    fn answer<T: Integer>(&self) -> bool {
        Stay::<T>::new(self.0).is_some_and(|stay| stay.penetrates())
    }
}

impl Question for FirstTouch<'_> {
    type Answer = Option<Ordering>;

    fn bits(&self) -> u32 {
        let is_during_step = (0.0..=1.0).contains(&self.time);
        let shift = if is_during_step { shift(Odd::of(self.time)) } else { 0 };
        self.scaled.fraction_bits().max(self.scaled.time_bits(shift))
    }

    fn answer<T: Integer>(&self) -> Option<Ordering> {
        let stay = Stay::<T>::new(self.scaled)?;
        stay.is_during_step().then(|| stay.compare_time(self.time))
    }
}
