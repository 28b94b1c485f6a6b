//! The rules that values must obey to enter a store or a view.
//!
//! A whole column is checked without a branch per value; only after a failure is it searched for the first
//! rejected value and the reason.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use octosat_lanes::Column;

use super::rotation::squared_length;
use crate::error::{AXES, BELOW_ZERO, Error, ErrorKind, NOT_FINITE, beyond, not_unit};
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
    /// Why a value is not accepted; the error's index is zero.
    fn rejection(self, value: V) -> Error;
}

/// Checks a single value of the box of that index.
#[inline(always)]
pub(crate) fn check<V: Copy>(index: usize, value: V, rule: impl Rule<V>) -> Result<(), Error> {
    if rule.holds(value) { Ok(()) } else { Err(rule.rejection(value).at(index)) }
}

/// Checks the values of the numbers below `count`; the error is about the first rejected one.
pub(crate) fn check_each<V: Copy>(
    count: usize,
    value: impl Fn(usize) -> V + Sync,
    rule: impl Rule<V>,
) -> Result<(), Error> {
    check_column(&Computed { count, value }, rule)
}

/// Values that are computed from their numbers.
struct Computed<F> {
    count: usize,
    value: F,
}

impl<V, F: Fn(usize) -> V + Sync> Values<V> for Computed<F> {
    fn count(&self) -> usize {
        self.count
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V> {
        range.map(&self.value)
    }
}

impl Error {
    /// Fails unless a list has one entry per box. The error's index is the first for which one of the lists has none.
    pub(crate) fn check_length(
        field: &'static str,
        expected: usize,
        found: usize,
    ) -> Result<(), Self> {
        if expected == found {
            return Ok(());
        }
        let error =
            Self::of_box(field, format_args!("list has {found} entries instead of {expected}"));
        Err(error.of_kind(ErrorKind::Length).at(expected.min(found)))
    }

    /// There is no box of that index.
    pub(crate) fn out_of_range(index: u32, len: usize) -> Self {
        Self::of_box("index", format_args!("{index} is out of range of {len} rows"))
            .of_kind(ErrorKind::OutOfRange)
            .at(index as usize)
    }

    /// Two axes of a box are not perpendicular.
    #[cold]
    pub(crate) fn sheared(axis: usize, other: usize, cosine: f64) -> Self {
        let why = format_args!(
            "is not perpendicular to axis {other}: the cosine between them is {cosine:e}"
        );
        Self::of_box(AXES[axis], why)
    }

    /// The axes of a box form a left-handed frame.
    #[cold]
    pub(crate) fn mirrored() -> Self {
        Self::of_box("transform", format_args!("is left-handed (mirrored), not a rotation"))
    }
}

/// Checks a column; the error is about its first rejected value.
pub(crate) fn check_column<V: Copy>(
    values: &impl Values<V>,
    rule: impl Rule<V>,
) -> Result<(), Error> {
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
pub(crate) fn check_rotations(values: &impl Values<[f32; 4]>) -> Result<bool, Error> {
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
) -> Result<(), Error> {
    for (index, value) in values.enumerate() {
        check(index, value, rule)?;
    }
    Ok(())
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

    #[cold]
    fn rejection(self, value: [f32; 3]) -> Error {
        let (component, value) = first(value, |value| value.abs() <= self.limit);
        Error::of_number("center", Some(component), value, &beyond(value, self.limit))
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

    /// Why a component of a value is not accepted, or a value that is one number.
    #[cold]
    pub(crate) fn wrong(self, field: &'static str, component: Option<usize>, value: f32) -> Error {
        let problem = if value < 0.0 && value.is_finite() {
            BELOW_ZERO.into()
        } else if value.is_finite() && value <= self.largest {
            too_small(self.smallest)
        } else {
            beyond(value, self.largest)
        };
        Error::of_number(field, component, value, &problem)
    }
}

impl Rule<[f32; 3]> for HalfExtents {
    #[inline(always)]
    fn holds(self, value: [f32; 3]) -> bool {
        value.iter().fold(true, |fine, &component| fine & self.accepts(component))
    }

    #[cold]
    fn rejection(self, value: [f32; 3]) -> Error {
        let (component, value) = first(value, |value| self.accepts(value));
        self.wrong("half extents", Some(component), value)
    }
}

/// What is wrong with a number that is nearer to zero than it may be.
pub(crate) fn too_small(smallest: f32) -> String {
    format!("neither zero nor at least {smallest:e}")
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

    #[cold]
    fn rejection(self, value: [f32; 4]) -> Error {
        let (component, bad) = first(value, f32::is_finite);
        if !bad.is_finite() {
            return Error::of_number("rotation", Some(component), bad, NOT_FINITE);
        }
        let problem = not_unit(squared_length(value), self.tolerance);
        Error::of_box("rotation", format_args!("{problem}"))
    }
}

/// The rules for the parts of a pose in a store.
pub(crate) const POSE: (Center, Rotation) = (Center::OF_BOX, Rotation::OF_BOX);
/// The rules for the parts of a box in a store.
pub(crate) const BOX: ((Center, Rotation), HalfExtents) = (POSE, HalfExtents::OF_BOX);

/// Both of two values, each by its rule.
// Both rules before any way out. With a way out between them, some builds keep a pose in memory, write it in parts and read
// it across them, which no CPU forwards: 18 ns per box instead of 4.
impl<V: Copy, W: Copy, A: Rule<V>, B: Rule<W>> Rule<(V, W)> for (A, B) {
    #[inline(always)]
    fn holds(self, (first, second): (V, W)) -> bool {
        self.0.holds(first) & self.1.holds(second)
    }

    #[cold]
    fn rejection(self, (first, second): (V, W)) -> Error {
        if self.0.holds(first) { self.1.rejection(second) } else { self.0.rejection(first) }
    }
}

/// The first component that is not accepted (the first of all if every one is), and its number.
pub(crate) fn first<const COMPONENTS: usize>(
    value: [f32; COMPONENTS],
    accepts: impl Fn(f32) -> bool,
) -> (usize, f32) {
    let component = value.iter().position(|&component| !accepts(component)).unwrap_or(0);
    (component, value[component])
}

#[cfg(feature = "full")]
#[cfg(test)]
mod tests;
