//! The closest points of two segments.
//!
//! C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9: the closest point of the first line to
//! the second, clamped to the first segment; the closest point of the second line to that point, clamped; and
//! if this was clamped, the closest point of the first segment to it. Clamping the closest points of both
//! lines is not enough.
//!
//! Two steps differ from Ericson, for accuracy. The determinant `ae − b²` cancels for nearly parallel
//! segments. By the identity of Binet and Cauchy it is the squared length of the directions' cross product,
//! and its numerator `bf − ce` is a product of two cross products; these do not cancel. Parameters
//! are lengths in the units of [`Piece`], and are divided by the segment's own length at the end.

use octosat_lanes::{Isa, Lanes, MAX_LANES};
use octosat_rows::ClosestPoints;

use super::compared::{Compared, LoadedPairs};
use super::piece::{PARALLEL_SEGMENTS_SINE_SQUARED, Piece, length, quotient};
use crate::call::formula::RowFormula;
use crate::shapes::lanes::{or_constant, sum_of_row};
use crate::shapes::line::Segment;
use crate::vector::{cross, difference, dot, is_finite, moved, squared};

/// How often the vector between the closest points of two cores is computed again from itself.
///
/// Once is not enough for nearly parallel cores.
const REFINEMENTS: usize = 2;

/// The query; see [`crate::Engine::closest_points`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPointsOf;

impl RowFormula<Compared<'_, Segment, Segment>> for ClosestPointsOf {
    type Row = ClosestPoints;

    const NANOSECONDS: usize = 8;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, Segment, Segment>,
        _lengths: I::Real,
        rows: &mut [ClosestPoints],
    ) {
        let pieces = [Piece::of_line(isa, &batch.a), Piece::of_line(isa, &batch.b)];
        let found = Products::new(pieces).closest(isa);
        store(isa, &found, &pieces, rows);
    }
}

/// Two segments, and the products of their units and of the offset of their starts.
#[derive(Clone, Copy)]
pub(crate) struct Products<I: Isa> {
    pub(super) pieces: [Piece<I>; 2],
    /// From the start of b to the start of a.
    pub(super) apart: [I::Real; 3],
    pub(super) aa: I::Real,
    pub(super) bb: I::Real,
    pub(super) ab: I::Real,
    pub(super) a_apart: I::Real,
    pub(super) b_apart: I::Real,
    /// The cross product of the units.
    pub(super) normal: [I::Real; 3],
    /// The square of its length.
    pub(super) determinant: I::Real,
}

/// The closest points along each segment in its own units, and the vector from b to a between them.
pub(crate) struct Closest<F> {
    pub(crate) along_a: F,
    pub(super) along_b: F,
    pub(crate) between: [F; 3],
}

impl<I: Isa> Products<I> {
    #[inline(always)]
    pub(crate) fn new(pieces: [Piece<I>; 2]) -> Self {
        let [a, b] = &pieces;
        let apart = difference(a.start, b.start);
        let normal = cross(a.unit, b.unit);
        Self {
            pieces,
            apart,
            aa: squared(a.unit),
            bb: squared(b.unit),
            ab: dot(a.unit, b.unit),
            a_apart: dot(a.unit, apart),
            b_apart: dot(b.unit, apart),
            normal,
            determinant: squared(normal),
        }
    }

    /// The lanes in which the squared sine of the angle between the segments is more than this; none if one is a point.
    #[inline(always)]
    pub(super) fn crossed(&self, isa: I, sine_squared: f32) -> I::Mask {
        (self.aa * self.bb * isa.splat(sine_squared)).less(self.determinant)
    }

    /// The closest points.
    #[inline(always)]
    pub(crate) fn closest(&self, isa: I) -> Closest<I::Real> {
        let zero = isa.splat(0.0);
        self.step(isa, &Closest { along_a: zero, along_b: zero, between: self.apart })
    }

    /// The same, and the vector between them again from itself.
    ///
    /// Points are exact to roundings of all lengths, so a short vector between them leans along the segments, and does not
    /// separate them. A step from there rounds by parts of the vector alone.
    #[inline(always)]
    pub(crate) fn refined(&self, isa: I) -> Closest<I::Real> {
        let [a, b] = &self.pieces;
        let mut closest = self.closest(isa);
        for _ in 0..REFINEMENTS {
            let Closest { along_a, along_b, between } = self.step(isa, &closest);
            closest = Closest {
                along_a: a.clamped(isa, closest.along_a + along_a),
                along_b: b.clamped(isa, closest.along_b + along_b),
                between,
            };
        }
        closest
    }

    /// How far from two points along the segments the closest points are, and the vector between those.
    #[inline(always)]
    fn step(&self, isa: I, from: &Closest<I::Real>) -> Closest<I::Real> {
        let [a, b] = &self.pieces;
        let &Closest { along_a: place_a, along_b: place_b, between } = from;
        let numerator = dot(self.normal, cross(b.unit, between));
        // If parallel or a point: the point of a, from which the clamping below continues.
        let skew = self.crossed(isa, PARALLEL_SEGMENTS_SINE_SQUARED);
        let along_a = quotient(isa, numerator, self.determinant).keep(skew);
        let along_a = a.step_within(isa, place_a, along_a);
        let b_apart = dot(b.unit, between);
        let free_b = quotient(isa, self.ab * along_a + b_apart, self.bb);
        let along_b = b.step_within(isa, place_b, free_b);
        // A point was not clamped, but its closest point is not known yet either.
        let moved_b = !free_b.equals(along_b) | b.length.equals(isa.splat(0.0));
        let a_apart = dot(a.unit, between);
        let again = quotient(isa, self.ab * along_b - a_apart, self.aa);
        let along_a = Lanes::select(moved_b, a.step_within(isa, place_a, again), along_a);
        let on_a = moved(between, a.unit, along_a);
        Closest { along_a, along_b, between: moved(on_a, b.unit, -along_b) }
    }
}

/// Writes one row per lane.
#[inline(always)]
fn store<I: Isa>(
    isa: I,
    found: &Closest<I::Real>,
    [a, b]: &[Piece<I>; 2],
    rows: &mut [ClosestPoints],
) {
    let [on_a, on_b] = [a.point(found.along_a), b.point(found.along_b)];
    let at_a = a.parameter(isa, found.along_a);
    let at_b = b.parameter(isa, found.along_b);
    let row_a = [on_a[0], on_a[1], on_a[2], at_a];
    let row_b = [on_b[0], on_b[1], on_b[2], at_b];
    let distance = length(isa, found.between);
    let known = is_finite(isa, (sum_of_row(&row_a) + sum_of_row(&row_b)) + distance);
    let nan = isa.splat(f32::NAN);
    let mut points = const { [[octosat_lanes::Row([0.0; 4]); MAX_LANES]; 2] };
    let row_a = or_constant(row_a, known, nan);
    let row_b = or_constant(row_b, known, nan);
    isa.store_rows(row_a, &mut points[0]);
    isa.store_rows(row_b, &mut points[1]);
    let mut distances = const { [0.0; MAX_LANES] };
    isa.store(Lanes::select(known, distance, nan), &mut distances);
    let [of_a, of_b] = &points;
    for (((row, a), b), &distance) in rows.iter_mut().zip(of_a).zip(of_b).zip(&distances) {
        // Copied as rows: assigned field by field, the loop becomes nine scatters with AVX-512, which take
        // half of the query's time.
        let floats: &mut [f32; 9] = bytemuck::cast_mut(row);
        floats[..4].copy_from_slice(&a.0);
        floats[4..8].copy_from_slice(&b.0);
        floats[8] = distance;
    }
}
