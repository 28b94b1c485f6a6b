//! Which of several axes has the largest separation, on unit axes.
//!
//! With the separation g in the units of `projection` and the squared length L of the axis, the separation on the unit
//! axis is g / √L. Both are integers, so two of these compare by their signs, and then by g²·L′ and g′²·L. All faces
//! have the same L.

use core::cmp::Ordering;

use super::Placed;
use crate::axis::Axis;
use crate::number::Integer;
use crate::results::{BestAxis, Interval};
use crate::rounding::{Bracket, quotient};
use crate::scaled::Scaled;
use crate::width::Question;

/// The axis of the largest separation among candidates; the first of equal ones. None if all are of parallel edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best<'a> {
    pub(crate) scaled: &'a Scaled,
    /// By the numbers of the axes.
    pub(crate) candidates: [bool; Axis::COUNT],
}

/// How the separations along two axes compare, on unit axes. None if an axis is of parallel edges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Compare<'a> {
    pub(crate) scaled: &'a Scaled,
    pub(crate) first: Axis,
    pub(crate) second: Axis,
}

/// The separation along an axis, as an integer, and the squared length of the axis.
#[derive(Clone, Debug)]
struct Normalized<T> {
    axis: Axis,
    separation: T,
    squared_length: T,
}

impl<T: Integer> Normalized<T> {
    /// None if the edges of the axis are parallel.
    fn new(placed: &Placed<T>, axis: Axis) -> Option<Self> {
        if placed.is_parallel(axis) {
            return None;
        }
        let separation = placed.frame.separation(&placed.offset, axis);
        Some(Self { axis, separation, squared_length: placed.frame.squared_length(axis) })
    }

    /// How the separation on the unit axis compares with another one.
    fn compare(&self, other: &Self) -> Ordering {
        if self.axis.is_face() && other.axis.is_face() {
            return self.separation.compare(&other.separation);
        }
        let sign = self.separation.sign();
        let signs = sign.cmp(&other.separation.sign());
        if signs != Ordering::Equal || sign == Ordering::Equal {
            return signs;
        }
        let square =
            |value: &Self, length: &T| value.separation.times(&value.separation).times(length);
        let squares =
            square(self, &other.squared_length).compare(&square(other, &self.squared_length));
        if sign == Ordering::Greater { squares } else { squares.reverse() }
    }

    /// Meters, on the unit axis, if the unit of lengths is two to this power.
    fn interval(&self, exponent: i32) -> Interval {
        quotient(&self.separation, Bracket::of(&self.squared_length).root(), exponent)
    }
}

impl Best<'_> {
    fn axes(&self) -> impl Iterator<Item = Axis> {
        Axis::ALL.into_iter().filter(|axis| self.candidates[axis.index()])
    }
}

impl Question for Best<'_> {
    type Answer = Option<BestAxis>;

    fn bits(&self) -> u32 {
        let has_rivals = self.axes().nth(1).is_some();
        if has_rivals && !self.axes().all(Axis::is_face) {
            self.scaled.comparison_bits()
        } else {
            self.scaled.normalized_bits().max(self.scaled.sum_bits())
        }
    }

    fn answer<T: Integer>(&self) -> Option<BestAxis> {
        let placed = Placed::<T>::new(self.scaled);
        let candidates = self.axes().filter_map(|axis| Normalized::new(&placed, axis));
        let best = candidates.reduce(|best, next| {
            if next.compare(&best) == Ordering::Greater { next } else { best }
        })?;
        let separation = best.interval(self.scaled.length_exponent());
        Some(BestAxis { axis: best.axis, separation })
    }
}

impl Question for Compare<'_> {
    type Answer = Option<Ordering>;

    fn bits(&self) -> u32 {
        if self.first.is_face() && self.second.is_face() {
            self.scaled.sum_bits()
        } else {
            self.scaled.comparison_bits()
        }
    }

    fn answer<T: Integer>(&self) -> Option<Ordering> {
        let placed = Placed::<T>::new(self.scaled);
        let first = Normalized::new(&placed, self.first)?;
        Some(first.compare(&Normalized::new(&placed, self.second)?))
    }
}
