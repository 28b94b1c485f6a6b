//! The rules of pre-scaled boxes.

use core::ops::Range;

use octosat_lanes::math;

use crate::boxes::checks::{Center, HalfExtents, Rule, Values, check_column, first, too_small};
use crate::boxes::rotation::squared_length;
use crate::error::{AXES, Error, NOT_FINITE};
use crate::tolerances::{BORROWED_ROTATION_LENGTH_TOLERANCE, SMALLEST_COMPONENT};
use crate::vector::{cross, dot};

/// Largest accepted magnitude of a coordinate of a scaled box's center, in meters.
///
/// Three times a distance of this size, times two half extents, stays far below the largest `f32`.
const MAX_SCALED_CENTER: f32 = 1e9;

/// Largest accepted half extent of a scaled box, in meters; the same reason at the other end.
const LARGEST_SCALED_HALF_EXTENT: f32 = 1e6;

/// Smallest accepted half extent of a scaled box that is not zero, in meters.
///
/// The scaled kernels compare unnormalized triple products of lengths; from this length on, with
/// [`SMALLEST_COMPONENT`], these stay in the normal range of `f32`.
const SMALLEST_SCALED_HALF_EXTENT: f32 = 1e-6;

/// The same cosine for scaled axes, which are used as they are, without unit.
///
/// Rounding exact axes to `f32` leaves at most about 1.2e-7, a rotation matrix computed in `f32`
/// about 5e-7.
const SCALED_ORTHOGONALITY_TOLERANCE: f64 = 2e-6;

impl Center {
    pub(crate) const OF_SCALED: Self = Self { limit: MAX_SCALED_CENTER };
}

impl HalfExtents {
    pub(crate) const OF_SCALED: Self =
        Self { smallest: SMALLEST_SCALED_HALF_EXTENT, largest: LARGEST_SCALED_HALF_EXTENT };
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
pub(crate) fn check_frames(axes: &[impl Values<[f32; 4]>; 3]) -> Result<(), Error> {
    check_column(&Frames(axes), ScaledFrame)
}

/// A scaled axis: as long as its half extent, or of unit length if the half extent is zero.
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

    /// The smallest component that a row may have, other than zero.
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

    #[cold]
    fn rejection(self, row: [f32; 4]) -> Error {
        let (component, value) = first(row, f32::is_finite);
        let limit = self.limit(row);
        let direction = [row[0], row[1], row[2], 0.0];
        let (tiny_at, tiny) = first(direction, |component| is_zero_or_from(limit, component));
        let field = AXES[self.axis];
        if !value.is_finite() {
            Error::of_number(field, Some(component), value, NOT_FINITE)
        } else if !HalfExtents::OF_SCALED.accepts(row[3]) {
            HalfExtents::OF_SCALED.wrong(field, Some(3), row[3])
        } else if !is_zero_or_from(limit, tiny) {
            Error::of_number(field, Some(tiny_at), tiny, &too_small(limit))
        } else {
            let (length, expected) = (math::sqrt(Self::squared(row)), axis_length(row[3]));
            Error::of_box(field, format_args!("length is {length}, not {}", f64::from(expected)))
        }
    }
}

/// Whether a component is zero, or at least as large as a limit.
#[inline(always)]
fn is_zero_or_from(smallest: f32, component: f32) -> bool {
    (component == 0.0) | (component.abs() >= smallest)
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

    #[cold]
    fn rejection(self, frame: [[f32; 4]; 3]) -> Error {
        for (axis, other) in [(0, 1), (1, 2), (0, 2)] {
            let [a, b] = [frame[axis], frame[other]];
            if !Self::perpendicular(a, b) {
                let lengths = f64::from(axis_length(a[3])) * f64::from(axis_length(b[3]));
                let cosine = dot(Self::direction(a), Self::direction(b)) / lengths;
                return Error::sheared(axis, other, cosine);
            }
        }
        Error::mirrored()
    }
}
