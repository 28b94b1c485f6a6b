//! The rules that values must obey to enter a store or a view.
//!
//! A whole column is checked without a branch per value; only on failure is it searched for the
//! first offender and the reason.

use core::ops::Range;

use octosat_lanes::Column;

use super::frame::{cross, dot, small};
use super::rotation::squared_length;
use super::sweep;
use crate::error::{BoxError, BoxField, BoxProblem};
use crate::tolerances::{
    BORROWED_ROTATION_LENGTH_TOLERANCE, LARGEST_SCALED_HALF_EXTENT, MAX_LENGTH, MAX_SCALED_CENTER,
    ROTATION_LENGTH_TOLERANCE, SCALED_ORTHOGONALITY_TOLERANCE, SMALLEST_BORROWED_COMPONENT,
    SMALLEST_COMPONENT, SMALLEST_SCALED_HALF_EXTENT,
};

/// Values to check: a list, or a borrowed column.
pub(crate) trait Values<V>: Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// Those of a range, in order.
    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V>;
}

/// A list to read: items of any type, and how an item becomes a plain value.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a, T, F> {
    pub(crate) items: &'a [T],
    pub(crate) value: F,
}

/// Items that are plain values themselves.
///
/// Not a method of a `Source` of function pointers: the calls through them cost ten times the check.
pub(crate) fn plain<T: Copy>(
    items: &[T],
) -> Source<'_, T, impl Fn(&T) -> T + Copy + Send + Sync + use<T>> {
    Source { items, value: |item: &T| *item }
}

impl<T: Sync, V, F: Fn(&T) -> V + Sync> Values<V> for Source<'_, T, F> {
    fn count(&self) -> usize {
        self.items.len()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V> {
        self.items[range].iter().map(&self.value)
    }
}

impl<const W: usize> Values<[f32; W]> for Column<'_, W> {
    fn count(&self) -> usize {
        self.len()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = [f32; W]> {
        Column::range(self, range)
    }
}

/// A column, and how a row becomes the value to check.
pub(crate) struct MappedColumn<'a, F, const W: usize>(Column<'a, W>, F);

impl<V, F: Fn([f32; W]) -> V + Sync, const W: usize> Values<V> for MappedColumn<'_, F, W> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = V> {
        self.0.range(range).map(&self.1)
    }
}

/// Rows of columns as other values.
pub(crate) fn mapped<'a, V, F: Fn([f32; W]) -> V + Sync, const W: usize>(
    column: Column<'a, W>,
    value: F,
) -> MappedColumn<'a, F, W> {
    MappedColumn(column, value)
}

/// What a value of a column must obey.
pub(crate) trait Rule<V>: Copy + Sync {
    /// Whether the value is accepted; without branches, so that a loop over it vectorises.
    fn holds(self, value: V) -> bool;
    /// Why a value that is not accepted is not.
    fn refusal(self, value: V) -> Refusal;
}

/// The part of an error that does not depend on where the value stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Refusal {
    field: BoxField,
    problem: BoxProblem,
}

/// Checks a single value of the box of that index.
pub(crate) fn check<V: Copy>(index: usize, value: V, rule: impl Rule<V>) -> Result<(), BoxError> {
    if rule.holds(value) { Ok(()) } else { Err(refuse(index, rule.refusal(value))) }
}

/// Checks a column; the error is about its first offender.
pub(crate) fn check_column<V: Copy>(
    values: &impl Values<V>,
    rule: impl Rule<V>,
) -> Result<(), BoxError> {
    let count = values.count();
    let fine = sweep::all(0..count, |block| {
        values.range(block).fold(true, |fine, value| fine & rule.holds(value))
    });
    if fine {
        return Ok(());
    }
    first_offender(values.range(0..count), rule)
}

/// Three columns of scaled axes, item by item.
struct Frames<'a, S>(&'a [S; 3]);

impl<S: Values<[f32; 4]>> Values<[[f32; 4]; 3]> for Frames<'_, S> {
    fn count(&self) -> usize {
        self.0[0].count()
    }

    fn range(&self, range: Range<usize>) -> impl Iterator<Item = [[f32; 4]; 3]> {
        let [first, second, third] = self.0;
        let rows = first.range(range.clone()).zip(second.range(range.clone()));
        rows.zip(third.range(range)).map(|((a, b), c)| [a, b, c])
    }
}

/// Checks three columns together, item by item.
pub(crate) fn check_frames(axes: &[impl Values<[f32; 4]>; 3]) -> Result<(), BoxError> {
    check_column(&Frames(axes), ScaledFrame)
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

fn refuse(index: usize, refusal: Refusal) -> BoxError {
    BoxError::new(index, refusal.field, refusal.problem)
}

/// Coordinates that are finite and not too large.
#[derive(Clone, Copy)]
pub(crate) struct Center {
    limit: f32,
}

impl Center {
    pub(crate) const OF_BOX: Self = Self { limit: MAX_LENGTH };
    pub(crate) const OF_SCALED: Self = Self { limit: MAX_SCALED_CENTER };
}

impl Rule<[f32; 3]> for Center {
    #[inline(always)]
    fn holds(self, value: [f32; 3]) -> bool {
        value.iter().fold(true, |fine, component| fine & (component.abs() <= self.limit))
    }

    fn refusal(self, value: [f32; 3]) -> Refusal {
        let (component, value) = first(value, |value| value.abs() <= self.limit);
        let problem = if value.is_finite() {
            BoxProblem::TooLarge { component, value, limit: self.limit }
        } else {
            BoxProblem::NotFinite { component, value }
        };
        Refusal { field: BoxField::Center, problem }
    }
}

/// Half extents that are not negative and, but for zero, within a range.
#[derive(Clone, Copy)]
pub(crate) struct HalfExtents {
    smallest: f32,
    largest: f32,
}

impl HalfExtents {
    pub(crate) const OF_BOX: Self = Self { smallest: 0.0, largest: MAX_LENGTH };
    pub(crate) const OF_SCALED: Self =
        Self { smallest: SMALLEST_SCALED_HALF_EXTENT, largest: LARGEST_SCALED_HALF_EXTENT };

    #[inline(always)]
    fn accepts(self, value: f32) -> bool {
        (value == 0.0) | ((value >= self.smallest) & (value <= self.largest))
    }

    fn problem(self, component: u8, value: f32) -> BoxProblem {
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

    fn refusal(self, value: [f32; 3]) -> Refusal {
        let (component, value) = first(value, |value| self.accepts(value));
        Refusal { field: BoxField::HalfExtents, problem: self.problem(component, value) }
    }
}

/// Quaternions whose squared length is close to one.
#[derive(Clone, Copy)]
pub(crate) struct Rotation {
    tolerance: f32,
    /// The smallest magnitude of a component that is not zero.
    smallest: f32,
}

impl Rotation {
    pub(crate) const OF_BOX: Self = Self { tolerance: ROTATION_LENGTH_TOLERANCE, smallest: 0.0 };
    pub(crate) const BORROWED: Self = Self {
        tolerance: BORROWED_ROTATION_LENGTH_TOLERANCE,
        smallest: SMALLEST_BORROWED_COMPONENT,
    };
}

impl Rule<[f32; 4]> for Rotation {
    #[inline(always)]
    fn holds(self, value: [f32; 4]) -> bool {
        let unit = (squared_length(value) - 1.0).abs() <= f64::from(self.tolerance);
        unit & value.map(|component| is_zero_or_from(self.smallest, component)).iter().all(|&ok| ok)
    }

    fn refusal(self, value: [f32; 4]) -> Refusal {
        let (component, bad) = first(value, f32::is_finite);
        let (tiny_at, tiny) = first(value, |component| is_zero_or_from(self.smallest, component));
        let tolerance = f64::from(self.tolerance);
        let length_squared = squared_length(value);
        let problem = if !bad.is_finite() {
            BoxProblem::NotFinite { component, value: bad }
        } else if !is_zero_or_from(self.smallest, tiny) {
            BoxProblem::TooSmall { component: tiny_at, value: tiny, limit: self.smallest }
        } else {
            BoxProblem::NotUnit { length_squared, tolerance }
        };
        Refusal { field: BoxField::Rotation, problem }
    }
}

/// Whether a component is zero, or at least as large as a limit.
#[inline(always)]
fn is_zero_or_from(smallest: f32, component: f32) -> bool {
    (component == 0.0) | (component.abs() >= smallest)
}

/// A scaled axis: as long as its half extent, or of unit length where that is zero.
#[derive(Clone, Copy)]
pub(crate) struct ScaledAxis {
    axis: usize,
    /// The smallest magnitude of a component that is not zero, as a part of the axis' length.
    smallest: f32,
}

/// The length that the direction part of a scaled axis has.
#[inline(always)]
pub(crate) fn axis_length(half_extent: f32) -> f32 {
    if half_extent == 0.0 { 1.0 } else { half_extent }
}

impl ScaledAxis {
    /// An axis that will be stored, where tiny components become zero.
    pub(crate) fn to_store(axis: usize) -> Self {
        Self { axis, smallest: 0.0 }
    }

    /// An axis that is used as it is.
    pub(crate) fn borrowed(axis: usize) -> Self {
        Self { axis, smallest: SMALLEST_COMPONENT }
    }

    /// The smallest component a row may have beside zero.
    #[inline(always)]
    fn limit(self, row: [f32; 4]) -> f32 {
        self.smallest * axis_length(row[3])
    }

    #[inline(always)]
    fn squared(row: [f32; 4]) -> f64 {
        squared_length([row[0], row[1], row[2], 0.0])
    }
}

impl Rule<[f32; 4]> for ScaledAxis {
    #[inline(always)]
    fn holds(self, row: [f32; 4]) -> bool {
        let expected = f64::from(axis_length(row[3]));
        let tolerance = f64::from(BORROWED_ROTATION_LENGTH_TOLERANCE);
        let deviation = (Self::squared(row) - expected * expected).abs();
        let limit = self.limit(row);
        HalfExtents::OF_SCALED.accepts(row[3])
            & (deviation <= tolerance * expected * expected)
            & is_zero_or_from(limit, row[0])
            & is_zero_or_from(limit, row[1])
            & is_zero_or_from(limit, row[2])
    }

    fn refusal(self, row: [f32; 4]) -> Refusal {
        let (component, value) = first(row, f32::is_finite);
        let limit = self.limit(row);
        let direction = [row[0], row[1], row[2], 0.0];
        let (tiny_at, tiny) = first(direction, |component| is_zero_or_from(limit, component));
        let problem = if !value.is_finite() {
            BoxProblem::NotFinite { component, value }
        } else if !HalfExtents::OF_SCALED.accepts(row[3]) {
            HalfExtents::OF_SCALED.problem(3, row[3])
        } else if !is_zero_or_from(limit, tiny) {
            BoxProblem::TooSmall { component: tiny_at, value: tiny, limit }
        } else {
            let expected = f64::from(axis_length(row[3]));
            BoxProblem::WrongLength { length: Self::squared(row).sqrt(), expected }
        };
        Refusal { field: BoxField::Axis(small(self.axis)), problem }
    }
}

/// Three scaled axes, each accepted by itself, that are perpendicular and right-handed.
#[derive(Clone, Copy)]
pub(crate) struct ScaledFrame;

impl ScaledFrame {
    #[inline(always)]
    fn direction(row: [f32; 4]) -> [f64; 3] {
        [row[0], row[1], row[2]].map(f64::from)
    }

    #[inline(always)]
    fn perpendicular(a: [f32; 4], b: [f32; 4]) -> bool {
        let lengths = f64::from(axis_length(a[3])) * f64::from(axis_length(b[3]));
        let product = dot(Self::direction(a), Self::direction(b));
        product.abs() <= SCALED_ORTHOGONALITY_TOLERANCE * lengths
    }

    #[inline(always)]
    fn right_handed(frame: [[f32; 4]; 3]) -> bool {
        let [a, b, c] = frame.map(Self::direction);
        dot(cross(a, b), c) > 0.0
    }
}

impl Rule<[[f32; 4]; 3]> for ScaledFrame {
    #[inline(always)]
    fn holds(self, frame: [[f32; 4]; 3]) -> bool {
        let [a, b, c] = frame;
        Self::perpendicular(a, b)
            & Self::perpendicular(b, c)
            & Self::perpendicular(c, a)
            & Self::right_handed(frame)
    }

    fn refusal(self, frame: [[f32; 4]; 3]) -> Refusal {
        for (axis, other) in [(0, 1), (1, 2), (0, 2)] {
            let [a, b] = [frame[axis], frame[other]];
            if !Self::perpendicular(a, b) {
                let lengths = f64::from(axis_length(a[3])) * f64::from(axis_length(b[3]));
                let cosine = dot(Self::direction(a), Self::direction(b)) / lengths;
                let problem = BoxProblem::Sheared { other: small(other), cosine };
                return Refusal { field: BoxField::Axis(small(axis)), problem };
            }
        }
        Refusal { field: BoxField::Transform, problem: BoxProblem::Mirrored }
    }
}

/// The first component that is not accepted (the first of all if every one is), and its number.
fn first<const N: usize>(value: [f32; N], accepts: impl Fn(f32) -> bool) -> (u8, f32) {
    let component = value.iter().position(|&component| !accepts(component)).unwrap_or(0);
    (small(component), value[component])
}

#[cfg(test)]
mod tests;
