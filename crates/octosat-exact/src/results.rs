//! Results: signs, intervals, the best axis, times of a cast.

use core::cmp::Ordering;

use crate::Axis;

/// The sign of the separation of two boxes along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeparationSign {
    /// Negative: the projections overlap.
    Overlapping,
    /// Zero: the projections touch.
    Touching,
    /// Positive: the projections are apart, so the axis separates the boxes.
    Apart,
    /// The edges are parallel, so their cross product is zero and no axis.
    Parallel,
}

impl From<Ordering> for SeparationSign {
    /// The sign of a separation that compares like this with zero.
    fn from(sign: Ordering) -> Self {
        match sign {
            Ordering::Less => Self::Overlapping,
            Ordering::Equal => Self::Touching,
            Ordering::Greater => Self::Apart,
        }
    }
}

/// Two float64 numbers between which the exact number lies, or which it equals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// At most the exact number.
    pub lower: f64,
    /// At least the exact number.
    pub upper: f64,
}

impl Interval {
    /// Whether a number is within the interval, ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    pub(crate) const fn point(value: f64) -> Self {
        Self { lower: value, upper: value }
    }

    pub(crate) fn negated(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// The axis along which two boxes are farthest apart, or least deep in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestAxis {
    /// The axis of the largest separation; of several that are exactly equal, the one with the lowest number.
    pub axis: Axis,
    /// Meters, the separation along this axis: positive for boxes apart.
    pub separation: Interval,
}

/// When two boxes share a point during a cast, as parts of the step: 0 is its start and 1 its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CastTimes {
    /// The boxes share no point during the step.
    Free,
    /// The boxes share a point at the start.
    OverlappingAtStart {
        /// When they share no point any more; infinite if never.
        leave: Interval,
    },
    /// The boxes are apart at the start and touch during the step.
    Touching {
        /// The first time at which they share a point, above 0 and at most 1.
        first: Interval,
        /// The last time at which they share a point; may be above 1.
        leave: Interval,
    },
}
