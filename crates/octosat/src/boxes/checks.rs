//! The rules that values must obey to enter a store or a view.
//!
//! A whole column is checked without a branch per value; only after a failure is it searched for the first
//! rejected value and the reason.

use core::ops::Range;

use octosat_lanes::Column;

use super::frame::small;
use super::rotation::squared_length;
use crate::boxes::error::{BoxError, BoxField, BoxProblem};
use crate::threads;
use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, MAX_LENGTH, ROTATION_LENGTH_TOLERANCE, SMALLEST_COMPONENT,
};

/// Values to check: a borrowed column, or values computed from one.
pub(crate) trait Values<V>: Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// The values of a range, in order.
    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V>;
}

impl<const W: usize> Values<[f32; W]> for Column<'_, W> {
    fn count(&self) -> usize {
        self.len()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = [f32; W]> {
        Column::range(self, range)
    }
}

/// A rule for the values of a column.
pub(crate) trait Rule<V>: Copy + Sync {
    /// Whether the value is accepted; without branches, so that a loop over it vectorizes.
    fn holds(self, value: V) -> bool;
    /// Why a value is not accepted.
    fn rejection(self, value: V) -> Rejection;
}

/// The part of an error that does not depend on the index of the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rejection {
    pub(crate) field: BoxField,
    pub(crate) problem: BoxProblem,
}

/// Checks a single value of the box of that index.
#[inline(always)]
pub(crate) fn check<V: Copy>(index: usize, value: V, rule: impl Rule<V>) -> Result<(), BoxError> {
    if rule.holds(value) { Ok(()) } else { Err(reject(index, rule.rejection(value))) }
}

/// Checks the boxes of the numbers below `count`; the error is about the first rejected box.
pub(crate) fn check_each(
    count: usize,
    check: impl Fn(usize) -> Result<(), BoxError> + Sync,
) -> Result<(), BoxError> {
    let holds =
        |block: Range<usize>| block.into_iter().fold(true, |fine, at| fine & check(at).is_ok());
    if threads::all(0..count, holds) { Ok(()) } else { (0..count).try_for_each(check) }
}

/// Checks a column; the error is about its first rejected value.
pub(crate) fn check_column<V: Copy>(
    values: &impl Values<V>,
    rule: impl Rule<V>,
) -> Result<(), BoxError> {
    if all_hold(values, rule) {
        return Ok(());
    }
    first_offender(values.range(0..values.count()), rule)
}

fn all_hold<V: Copy>(values: &impl Values<V>, rule: impl Rule<V>) -> bool {
    threads::all(0..values.count(), |block| {
        values.range(block).fold(true, |fine, value| fine & rule.holds(value))
    })
}

/// Checks a column of borrowed rotations, and returns whether a store would keep each component.
pub(crate) fn check_rotations(values: &impl Values<[f32; 4]>) -> Result<bool, BoxError> {
    let are_as_stored = all_hold(values, Rotation::BORROWED_AS_STORED);
    if !are_as_stored {
        check_column(values, Rotation::BORROWED)?;
    }
    Ok(are_as_stored)
}

#[cold]
#[inline(never)]
fn first_offender<V: Copy>(
    values: impl Iterator<Item = V>,
    rule: impl Rule<V>,
) -> Result<(), BoxError> {
    for (index, value) in values.enumerate() {
        check(index, value, rule)?;
    }
    Ok(())
}

#[cold]
fn reject(index: usize, rejection: Rejection) -> BoxError {
    BoxError::new(index, rejection.field, rejection.problem)
}

/// Coordinates that are finite and not too large.
#[derive(Clone, Copy)]
pub(crate) struct Center {
    pub(crate) limit: f32,
}

impl Center {
    pub(crate) const OF_BOX: Self = Self { limit: MAX_LENGTH };
}

impl Rule<[f32; 3]> for Center {
    #[inline(always)]
    fn holds(self, value: [f32; 3]) -> bool {
        value.iter().fold(true, |fine, component| fine & (component.abs() <= self.limit))
    }

    fn rejection(self, value: [f32; 3]) -> Rejection {
        let (component, value) = first(value, |value| value.abs() <= self.limit);
        let problem = if value.is_finite() {
            BoxProblem::TooLarge { component, value, limit: self.limit }
        } else {
            BoxProblem::NotFinite { component, value }
        };
        Rejection { field: BoxField::Center, problem }
    }
}

/// Half extents that are zero or within a range, and not negative.
#[derive(Clone, Copy)]
pub(crate) struct HalfExtents {
    pub(crate) smallest: f32,
    pub(crate) largest: f32,
}

impl HalfExtents {
    pub(crate) const OF_BOX: Self = Self { smallest: 0.0, largest: MAX_LENGTH };

    #[inline(always)]
    pub(crate) fn accepts(self, value: f32) -> bool {
        (value == 0.0) | ((value >= self.smallest) & (value <= self.largest))
    }

    pub(crate) fn problem(self, component: u8, value: f32) -> BoxProblem {
        if !value.is_finite() {
            BoxProblem::NotFinite { component, value }
        } else if value < 0.0 {
            BoxProblem::Negative { component, value }
        } else if value > self.largest {
            BoxProblem::TooLarge { component, value, limit: self.largest }
        } else {
            BoxProblem::TooSmall { component, value, limit: self.smallest }
        }
    }
}

impl Rule<[f32; 3]> for HalfExtents {
    #[inline(always)]
    fn holds(self, value: [f32; 3]) -> bool {
        value.iter().fold(true, |fine, &component| fine & self.accepts(component))
    }

    fn rejection(self, value: [f32; 3]) -> Rejection {
        let (component, value) = first(value, |value| self.accepts(value));
        Rejection { field: BoxField::HalfExtents, problem: self.problem(component, value) }
    }
}

/// Quaternions whose squared length is close to one.
#[derive(Clone, Copy)]
pub(crate) struct Rotation {
    tolerance: f32,
    /// The smallest magnitude of a component that is not positive zero.
    smallest: f32,
}

impl Rotation {
    pub(crate) const OF_BOX: Self = Self { tolerance: ROTATION_LENGTH_TOLERANCE, smallest: 0.0 };
    const BORROWED: Self = Self { tolerance: BORROWED_ROTATION_LENGTH_TOLERANCE, smallest: 0.0 };
    const BORROWED_AS_STORED: Self = Self { smallest: SMALLEST_COMPONENT, ..Self::BORROWED };
}

impl Rule<[f32; 4]> for Rotation {
    #[inline(always)]
    fn holds(self, value: [f32; 4]) -> bool {
        let unit = (squared_length(value) - 1.0).abs() <= f64::from(self.tolerance);
        let is_as_stored =
            |component: f32| (component.to_bits() == 0) | (component.abs() >= self.smallest);
        value.iter().fold(unit, |fine, &component| fine & is_as_stored(component))
    }

    fn rejection(self, value: [f32; 4]) -> Rejection {
        let (component, bad) = first(value, f32::is_finite);
        let problem = if bad.is_finite() {
            BoxProblem::NotUnit { length_squared: squared_length(value), tolerance: self.tolerance }
        } else {
            BoxProblem::NotFinite { component, value: bad }
        };
        Rejection { field: BoxField::Rotation, problem }
    }
}

/// The first component that is not accepted (the first of all if every one is), and its number.
pub(crate) fn first<const COMPONENTS: usize>(
    value: [f32; COMPONENTS],
    accepts: impl Fn(f32) -> bool,
) -> (u8, f32) {
    let component = value.iter().position(|&component| !accepts(component)).unwrap_or(0);
    (small(component), value[component])
}

#[cfg(feature = "full")]
#[cfg(test)]
mod tests;
