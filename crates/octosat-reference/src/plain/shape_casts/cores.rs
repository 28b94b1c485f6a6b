//! The gap between the cores of spheres and capsules.

use super::Gap;
use super::passing::magnitudes;
use crate::plain::arithmetic::{cross, difference, dot, doubled, greater, lesser, ma, ms};
use crate::tolerances::{
    CORE_SMALLEST, CORE_USUAL, CORES_CROSSED_SINE_SQUARED, CORES_LEANING,
    CORES_PARALLEL_SINE_SQUARED,
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
    std::array::from_fn(|k| ma(by[k], times, from[k]))
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

    /// A length that is at least that of the segment.
    fn size(&self) -> f32 {
        magnitudes(self.unit) * self.length
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
    let products = Products::new([a, b]);
    let closest = products.closest();
    let reach = magnitudes(products.apart) + a.size() + b.size();
    let gap = products.gap(&closest, reach);
    let of_halves = dot(gap, halves[0]).abs() + dot(gap, halves[1]).abs();
    gap_along(gap, middle, of_halves, a.point(closest.along_a))
}

/// Two segments, and the products of their units and of the offset of their starts.
struct Products {
    pieces: [Piece; 2],
    /// From the start of b to the start of a.
    apart: [f32; 3],
    aa: f32,
    bb: f32,
    ab: f32,
    normal: [f32; 3],
    determinant: f32,
}

/// The closest points along each segment, and the vector from b to a between them.
struct Closest {
    along_a: f32,
    along_b: f32,
    between: [f32; 3],
}

impl Products {
    fn new(pieces: [Piece; 2]) -> Self {
        let [a, b] = pieces;
        let normal = cross(a.unit, b.unit);
        Self {
            pieces,
            apart: difference(a.start, b.start),
            aa: dot(a.unit, a.unit),
            bb: dot(b.unit, b.unit),
            ab: dot(a.unit, b.unit),
            normal,
            determinant: dot(normal, normal),
        }
    }

    fn crossed(&self, sine_squared: f32) -> bool {
        self.aa * self.bb * sine_squared < self.determinant
    }

    #[expect(clippy::float_cmp, reason = "a place that was not clamped is the same")]
    fn closest(&self) -> Closest {
        let [a, b] = self.pieces;
        let numerator = dot(self.normal, cross(b.unit, self.apart));
        let skew = self.crossed(CORES_PARALLEL_SINE_SQUARED);
        let free_a = if skew { quotient(numerator, self.determinant) } else { 0.0 };
        let along_a = a.clamped(free_a);
        let free_b = quotient(ma(self.ab, along_a, dot(b.unit, self.apart)), self.bb);
        let along_b = b.clamped(free_b);
        let again = quotient(ms(self.ab, along_b, dot(a.unit, self.apart)), self.aa);
        let is_moved = free_b != along_b || b.length == 0.0;
        let along_a = if is_moved { a.clamped(again) } else { along_a };
        let between = moved(moved(self.apart, a.unit, along_a), b.unit, -along_b);
        Closest { along_a, along_b, between }
    }

    /// The gap from a to b, made perpendicular to the cores where it should be.
    #[expect(clippy::float_cmp, reason = "a place that was clamped is the end itself")]
    fn gap(&self, closest: &Closest, reach: f32) -> [f32; 3] {
        let [a, b] = self.pieces;
        let gap = closest.between.map(|component| -component);
        let along_a = dot(a.unit, gap);
        let slip = a.slip(closest.along_a, along_a, self.aa);
        let single = moved(gap, a.unit, -slip);
        let slip = b.slip(closest.along_b, -dot(b.unit, single), self.bb);
        let a_is_at_end = closest.along_a == 0.0 || closest.along_a == a.length;
        let single = moved(single, b.unit, if a_is_at_end { slip } else { 0.0 });
        let times = quotient(along_a, self.aa);
        let common = moved(gap, a.unit, -times);
        let across = moved(b.unit, a.unit, -quotient(self.ab, self.aa));
        let along_across = dot(across, common);
        let times_across = quotient(along_across, dot(across, across));
        let common = moved(common, across, -times_across);
        let leaning = ma(along_a, times, along_across * times_across);
        let is_little = leaning < CORES_LEANING * (reach * reach);
        if is_little && self.crossed(CORES_CROSSED_SINE_SQUARED) { common } else { single }
    }
}
