//! Segments in lanes, scaled so that squares and products of their lengths stay in the range of `f32`, and the place of
//! a segment nearest to a point.

use octosat_lanes::{Isa, Lanes, Mask};

use crate::shapes::capsule::CapsuleLanes;
use crate::shapes::line::LineLanes;
use crate::vector::{difference, dot, moved, squared, sum, sum_of_magnitudes};

/// The range of the largest component of a segment or a distance that is used unchanged, in meters; others
/// are divided by it.
///
/// The fourth power of a length between them, times the squared sine below which two segments are parallel, is a normal
/// number of `f32`. If nothing is divided, finding closest points takes a quarter less time with AVX2.
const USUAL_LENGTHS: [f32; 2] = [1e-6, 1e6];

/// A segment whose components are all below this is a point, and such a distance is zero, in meters.
///
/// Divisions by it stay in the normal range of `f32`.
const SMALLEST_SEGMENT: f32 = 1e-30;

/// The squared sine up to which two segments, or a line and a segment, count as parallel, without unit: a sine of 1e-6, 17 units of
/// roundoff.
///
/// The direction of their common perpendicular is noise below a few units. Treating one segment as rotated by
/// so little moves its points by less than rounding may.
pub(super) const PARALLEL_SEGMENTS_SINE_SQUARED: f32 = 1e-12;

/// A segment: its start, its direction in some unit, and its length in that unit, which is one if the unit is
/// the segment itself.
#[derive(Clone, Copy)]
pub(crate) struct Piece<I: Isa> {
    pub(crate) start: [I::Real; 3],
    pub(super) unit: [I::Real; 3],
    pub(super) length: I::Real,
    /// Whether some lane has a unit other than the segment, or is a point.
    any_scaled: bool,
}

/// The place of a segment nearest to a point.
#[derive(Clone, Copy)]
pub(crate) struct Foot<F> {
    /// How many units from the start.
    pub(crate) along: F,
    /// From the place to the point, perpendicular to the segment unless the place is one of its ends.
    pub(crate) gap: [F; 3],
}

/// The lanes whose largest component needs no scaling.
#[inline(always)]
fn usual<I: Isa>(isa: I, largest: I::Real) -> I::Mask {
    let [least, most] = USUAL_LENGTHS;
    isa.splat(least).at_most(largest) & largest.at_most(isa.splat(most))
}

/// The largest magnitude of a component.
#[inline(always)]
fn largest<F: Lanes>([x, y, z]: [F; 3]) -> F {
    z.abs().greater(y.abs().greater(x.abs()))
}

impl<I: Isa> Piece<I> {
    /// The segment from a start along a vector.
    #[inline(always)]
    pub(crate) fn new(isa: I, start: [I::Real; 3], along: [I::Real; 3]) -> Self {
        let largest = largest(along);
        let one = isa.splat(1.0);
        let usual = usual(isa, largest);
        if (!usual).bits() == 0 {
            return Self { start, unit: along, length: one, any_scaled: false };
        }
        // Shorter segments are points. A NaN is not shorter, and stays.
        let point = largest.less(isa.splat(SMALLEST_SEGMENT));
        let length = Lanes::select(usual, one, largest.keep(!point));
        let scale = Lanes::select(usual | point, one, largest);
        let unit = [
            along[0].keep(!point) / scale,
            along[1].keep(!point) / scale,
            along[2].keep(!point) / scale,
        ];
        Self { start, unit, length, any_scaled: true }
    }

    /// The same segment from another start.
    #[cfg(feature = "motion")]
    #[inline(always)]
    pub(crate) fn starting_at(self, start: [I::Real; 3]) -> Self {
        Self { start, ..self }
    }

    /// The part of a line from parameter 0 to 1.
    #[inline(always)]
    pub(super) fn of_line(isa: I, line: &LineLanes<I::Real>) -> Self {
        Self::new(isa, line.start, line.direction)
    }

    /// The core of a capsule.
    #[inline(always)]
    pub(super) fn of_capsule(isa: I, capsule: &CapsuleLanes<I::Real>) -> Self {
        Self::new(isa, capsule.start, difference(capsule.end, capsule.start))
    }

    /// A length that is at least that of the segment, and at most √3 times as long, in meters.
    #[inline(always)]
    pub(super) fn size(&self) -> I::Real {
        sum_of_magnitudes(self.unit) * self.length
    }

    /// The nearest number of units that is within the segment; NaN stays.
    #[inline(always)]
    pub(super) fn clamped(&self, isa: I, along: I::Real) -> I::Real {
        self.length.lesser(isa.splat(0.0).greater(along))
    }

    /// The nearest step from a place that ends within the segment; NaN stays.
    #[inline(always)]
    pub(super) fn step_within(&self, isa: I, from: I::Real, step: I::Real) -> I::Real {
        (self.length - from).lesser((isa.splat(0.0) - from).greater(step))
    }

    /// The parameter at this many units; for a point, the units are parameters.
    #[inline(always)]
    pub(super) fn parameter(&self, isa: I, along: I::Real) -> I::Real {
        if !self.any_scaled {
            return along;
        }
        let point = self.length.equals(isa.splat(0.0));
        along / Lanes::select(point, isa.splat(1.0), self.length)
    }

    /// The point at this many units.
    #[inline(always)]
    pub(crate) fn point(&self, along: I::Real) -> [I::Real; 3] {
        [
            self.unit[0] * along + self.start[0],
            self.unit[1] * along + self.start[1],
            self.unit[2] * along + self.start[2],
        ]
    }

    /// The place nearest to a point.
    #[inline(always)]
    pub(crate) fn foot(&self, isa: I, point: [I::Real; 3]) -> Foot<I::Real> {
        let from_start = difference(point, self.start);
        let square = squared(self.unit);
        let along = quotient(isa, dot(self.unit, from_start), square);
        let along = self.clamped(isa, along);
        let gap = moved(from_start, self.unit, -along);
        let slip = self.slip(isa, along, dot(self.unit, gap), square);
        Foot { along, gap: moved(gap, self.unit, -slip) }
    }

    /// A unit vector perpendicular to the segment: the one nearest to +y, or to +x if the segment is within 45° of the
    /// y axis. For a point it is +y.
    #[inline(always)]
    pub(super) fn perpendicular(&self, isa: I) -> [I::Real; 3] {
        let one = isa.splat(1.0);
        let square = squared(self.unit);
        let steep = (square * isa.splat(0.5)).less(self.unit[1] * self.unit[1]);
        let axis = [one.keep(steep), one.keep(!steep), isa.splat(0.0)];
        let along = quotient(isa, Lanes::select(steep, self.unit[0], self.unit[1]), square);
        unit(moved(axis, self.unit, -along))
    }

    /// How many units rounding has left a gap away from the nearest place, if the gap's product with the unit is
    /// `product`: none if the place is an end and the gap points away from the segment.
    ///
    /// A place is exact to roundings of all lengths. Removing the slip from the gap makes it perpendicular to the
    /// segment as exactly as its own numbers allow; otherwise the direction of a small gap would not separate.
    #[inline(always)]
    pub(super) fn slip(
        &self,
        isa: I,
        along: I::Real,
        product: I::Real,
        square: I::Real,
    ) -> I::Real {
        let zero = isa.splat(0.0);
        let infinity = isa.splat(f32::INFINITY);
        let low = Lanes::select(along.equals(zero), -infinity, zero);
        let high = infinity.keep(along.equals(self.length));
        let allowed = high.lesser(low.greater(product));
        quotient(isa, product - allowed, square)
    }
}

/// A quotient, or zero if the divisor is zero.
#[inline(always)]
pub(super) fn quotient<I: Isa>(isa: I, dividend: I::Real, divisor: I::Real) -> I::Real {
    let zero = divisor.equals(isa.splat(0.0));
    dividend.keep(!zero) / Lanes::select(zero, isa.splat(1.0), divisor)
}

/// A vector divided by its length.
#[inline(always)]
pub(crate) fn unit<F: Lanes>(vector: [F; 3]) -> [F; 3] {
    let length = squared(vector).sqrt();
    [vector[0] / length, vector[1] / length, vector[2] / length]
}

/// Half a vector.
#[inline(always)]
fn halved<I: Isa>(isa: I, [x, y, z]: [I::Real; 3]) -> [I::Real; 3] {
    let half = isa.splat(0.5);
    [x * half, y * half, z * half]
}

/// The middle of a segment between two points.
#[cfg(feature = "motion")]
#[inline(always)]
pub(crate) fn middle_of<I: Isa>(isa: I, [start, end]: [[I::Real; 3]; 2]) -> [I::Real; 3] {
    halved(isa, sum(start, end))
}

/// From the middle of a segment between two points to its end.
#[inline(always)]
pub(crate) fn half_of<I: Isa>(isa: I, [start, end]: [[I::Real; 3]; 2]) -> [I::Real; 3] {
    halved(isa, difference(end, start))
}

/// From the middle of one segment to the middle of another, from their starts and their ends: exact to roundings of
/// this offset, wherever in the world they are.
#[inline(always)]
pub(crate) fn offset_of_middles<I: Isa>(
    isa: I,
    [start_a, end_a]: [[I::Real; 3]; 2],
    [start_b, end_b]: [[I::Real; 3]; 2],
) -> [I::Real; 3] {
    halved(isa, sum(difference(start_b, start_a), difference(end_b, end_a)))
}

/// The length of a vector; a vector that needs scaling is first divided by its largest component.
#[inline(always)]
pub(super) fn length<I: Isa>(isa: I, vector: [I::Real; 3]) -> I::Real {
    let largest = largest(vector);
    let usual = usual(isa, largest);
    if (!usual).bits() == 0 {
        return squared(vector).sqrt();
    }
    let nothing = largest.less(isa.splat(SMALLEST_SEGMENT));
    let scale = Lanes::select(usual | nothing, isa.splat(1.0), largest);
    let parts = [vector[0] / scale, vector[1] / scale, vector[2] / scale];
    scale * squared(parts).sqrt()
}
