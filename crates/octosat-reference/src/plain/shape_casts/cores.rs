//! The gap between the cores of spheres and capsules.

use super::Gap;
use crate::plain::arithmetic::{cross, difference, dot, doubled, greater, lesser};
use crate::tolerances::{
    CORE_SMALLEST, CORE_USUAL, CORES_PARALLEL_SINE_SQUARED, CORES_REFINEMENTS,
};

/// A segment: its start, its direction in some unit, and its length in that unit.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    start: [f32; 3],
    unit: [f32; 3],
    length: f32,
}

/// A quotient, or zero if the divisor is zero.
fn quotient(dividend: f32, divisor: f32) -> f32 {
    if divisor == 0.0 { 0.0 } else { dividend / divisor }
}

/// A vector plus a multiple of another.
fn moved(from: [f32; 3], by: [f32; 3], times: f32) -> [f32; 3] {
    std::array::from_fn(|k| by[k] * times + from[k])
}

impl Piece {
    /// The segment of a half, with its middle at the origin.
    pub(super) fn centered(half: [f32; 3]) -> Self {
        Self::new(half.map(|component| -component), doubled(half))
    }

    fn new(start: [f32; 3], along: [f32; 3]) -> Self {
        let [x, y, z] = along.map(f32::abs);
        let largest = greater(z, greater(y, x));
        let [least, most] = CORE_USUAL;
        if least <= largest && largest <= most {
            return Self { start, unit: along, length: 1.0 };
        }
        if largest < CORE_SMALLEST {
            return Self { start, unit: [0.0; 3], length: 0.0 };
        }
        Self { start, unit: along.map(|component| component / largest), length: largest }
    }

    fn clamped(&self, along: f32) -> f32 {
        lesser(self.length, greater(0.0, along))
    }

    fn point(&self, along: f32) -> [f32; 3] {
        moved(self.start, self.unit, along)
    }

    /// The nearest step from a place that ends within the segment.
    fn step_within(&self, from: f32, step: f32) -> f32 {
        lesser(self.length - from, greater(0.0 - from, step))
    }

    /// How many units rounding has left a gap away from the nearest place.
    #[expect(clippy::float_cmp, reason = "a place that was clamped is the end itself")]
    fn slip(&self, along: f32, product: f32, square: f32) -> f32 {
        let low = if along == 0.0 { f32::NEG_INFINITY } else { 0.0 };
        let high = if along == self.length { f32::INFINITY } else { 0.0 };
        let allowed = lesser(high, greater(low, product));
        quotient(product - allowed, square)
    }
}

/// The gap of a vector between cores.
fn gap_along(vector: [f32; 3], middle: [f32; 3], reach: f32, on_a: [f32; 3]) -> Gap {
    Gap::of_distance(vector, dot(vector, middle) - reach, on_a)
}

/// The gap between the core of a and the center of b.
pub(super) fn core_and_point(core: &Piece, half: [f32; 3], middle: [f32; 3]) -> Gap {
    let from_start = difference(middle, core.start);
    let square = dot(core.unit, core.unit);
    let along = core.clamped(quotient(dot(core.unit, from_start), square));
    let gap = moved(from_start, core.unit, -along);
    let slip = core.slip(along, dot(core.unit, gap), square);
    let gap = moved(gap, core.unit, -slip);
    gap_along(gap, middle, dot(gap, half).abs(), core.point(along))
}

/// The gap between two cores.
pub(super) fn two_cores(cores: &[Piece; 2], halves: &[[f32; 3]; 2], middle: [f32; 3]) -> Gap {
    let [a, mut b] = *cores;
    b.start = std::array::from_fn(|k| b.start[k] + middle[k]);
    let closest = Segments::new([a, b]).refined();
    let gap = closest.between.map(|component| -component);
    let of_halves = dot(gap, halves[0]).abs() + dot(gap, halves[1]).abs();
    gap_along(gap, middle, of_halves, a.point(closest.along_a))
}

/// Two segments.
struct Segments {
    pieces: [Piece; 2],
    /// The cross product of the units.
    normal: [f32; 3],
    determinant: f32,
}

/// Points along each segment, and the vector from b to a between them.
#[derive(Clone, Copy)]
struct Closest {
    along_a: f32,
    along_b: f32,
    between: [f32; 3],
}

impl Segments {
    fn new(pieces: [Piece; 2]) -> Self {
        let [a, b] = pieces;
        let normal = cross(a.unit, b.unit);
        Self { pieces, normal, determinant: dot(normal, normal) }
    }

    /// The closest points, and the vector between them again from itself.
    fn refined(&self) -> Closest {
        let [a, b] = self.pieces;
        let starts = Closest { along_a: 0.0, along_b: 0.0, between: difference(a.start, b.start) };
        let mut closest = self.step(&starts);
        for _ in 0..CORES_REFINEMENTS {
            let Closest { along_a, along_b, between } = self.step(&closest);
            closest = Closest {
                along_a: a.clamped(closest.along_a + along_a),
                along_b: b.clamped(closest.along_b + along_b),
                between,
            };
        }
        closest
    }

    /// How far from two points along the segments the closest points are, and the vector between those.
    #[expect(clippy::float_cmp, reason = "a place that was not clamped is the same")]
    fn step(&self, from: &Closest) -> Closest {
        let [a, b] = self.pieces;
        let between = from.between;
        let [aa, bb, ab] = [dot(a.unit, a.unit), dot(b.unit, b.unit), dot(a.unit, b.unit)];
        let numerator = dot(self.normal, cross(b.unit, between));
        let skew = aa * bb * CORES_PARALLEL_SINE_SQUARED < self.determinant;
        let free_a = if skew { quotient(numerator, self.determinant) } else { 0.0 };
        let along_a = a.step_within(from.along_a, free_a);
        let free_b = quotient(ab * along_a + dot(b.unit, between), bb);
        let along_b = b.step_within(from.along_b, free_b);
        let again = quotient(ab * along_b - dot(a.unit, between), aa);
        let is_moved = free_b != along_b || b.length == 0.0;
        let along_a = if is_moved { a.step_within(from.along_a, again) } else { along_a };
        let between = moved(moved(between, a.unit, along_a), b.unit, -along_b);
        Closest { along_a, along_b, between }
    }
}
