//! The closest points of two segments.
//!
//! C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.9: the closest point of the first line to
//! the second, clamped to the first segment; the closest point of the second line to that point, clamped; and
//! if this was clamped, the closest point of the first segment to it. Clamping the closest points of both
//! lines is not enough.
//!
//! Two steps differ from Ericson, for accuracy. The determinant `ae − b²` cancels for nearly parallel
//! segments. By the identity of Binet and Cauchy it is the squared length of the directions' cross product,
//! and its numerator `bf − ce` is a product of two cross products; these do not cancel. Directions of unusual
//! length are divided by their largest component, so that neither long nor short segments leave the range of
//! `f32`. Parameters are then lengths in these units, and are divided by the segment's own length at the end.

use core::ops::Range;

use octosat_lanes::{
    Arithmetic, BoundedPairs, Columns, Isa, Lanes, MAX_LANES, Mask, PairBuffer, PairSide,
};
use octosat_rows::ClosestPoints;

use crate::axes::frame::{cross_component, dot, is_finite};
use crate::call::batches::Source;
use crate::call::formula::RowFormula;
use crate::shapes::lanes::{or_constant, sum};
use crate::shapes::line::Segment;

/// The range of the largest component of a segment or a distance that is used unchanged, in meters; others
/// are divided by it.
///
/// The fourth power of a length between them, times [`PARALLEL_SEGMENTS_SINE_SQUARED`], is a normal number of
/// `f32`. If nothing is divided, finding closest points takes a quarter less time with AVX2.
const USUAL_LENGTHS: [f32; 2] = [1e-6, 1e6];

/// A segment whose components are all below this is a point, and such a distance is zero, in meters.
///
/// Divisions by it stay in the normal range of `f32`.
const SMALLEST_SEGMENT: f32 = 1e-30;

/// The squared sine up to which two segments count as parallel, without unit: a sine of 1e-6, 17 units of
/// roundoff.
///
/// The direction of their common perpendicular is noise below a few units. Treating one segment as rotated by
/// so little moves its points by less than rounding may.
const PARALLEL_SEGMENTS_SINE_SQUARED: f32 = 1e-12;

/// Two lists of segments, and pairs of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SegmentPairs<'a> {
    pub(crate) a: &'a [Segment],
    pub(crate) b: &'a [Segment],
    pub(crate) pairs: BoundedPairs<'a>,
}

/// One batch of pairs of segments, in lanes: start and end of each.
#[derive(Clone, Copy)]
pub(crate) struct Ends<F> {
    a: [[F; 4]; 2],
    b: [[F; 4]; 2],
}

impl SegmentPairs<'_> {
    #[inline(always)]
    fn ends<I: Isa>(&self, isa: I, batch: &BoundedPairs<'_>) -> Ends<I::Real> {
        let of_a = Columns::records(Segment::rows(self.a));
        let of_b = Columns::records(Segment::rows(self.b));
        Ends {
            a: isa.load_rows(&of_a, batch, PairSide::A),
            b: isa.load_rows(&of_b, batch, PairSide::B),
        }
    }
}

impl Source for SegmentPairs<'_> {
    type Batch<I: Isa> = Ends<I::Real>;

    #[inline(always)]
    fn len(&self) -> usize {
        self.pairs.pairs().len()
    }

    /// Zero: segments are too few to prefetch.
    fn boxes(&self) -> usize {
        0
    }

    #[inline(always)]
    fn slice(&self, range: Range<usize>) -> Self {
        Self { pairs: self.pairs.slice(range), ..*self }
    }

    #[inline(always)]
    fn load<I: Isa>(&self, isa: I, first: usize) -> Ends<I::Real> {
        let mut buffer;
        let batch = if first + I::LANES <= self.len() {
            self.pairs.slice(first..first + I::LANES)
        } else {
            buffer = PairBuffer::new();
            self.pairs.padded(first, I::LANES, &mut buffer)
        };
        self.ends(isa, &batch)
    }

    #[inline(always)]
    fn load_at<I: Isa>(&self, isa: I, positions: &[u32]) -> Ends<I::Real> {
        let mut buffer = PairBuffer::new();
        self.ends(isa, &self.pairs.pick(positions, &mut buffer))
    }

    #[inline(always)]
    fn prefetch<I: Isa>(&self, _isa: I, _first: usize) {}
}

/// The query; see [`crate::Engine::closest_points`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosestPointsOf;

impl RowFormula<SegmentPairs<'_>> for ClosestPointsOf {
    type Row = ClosestPoints;

    const NANOSECONDS: usize = 8;

    #[inline(always)]
    fn batch<I: Isa, A: Arithmetic>(
        self,
        isa: I,
        ends: &Ends<I::Real>,
        _lengths: I::Real,
        rows: &mut [ClosestPoints],
    ) {
        let [a, b] = [piece(isa, ends.a), piece(isa, ends.b)];
        let found = closest::<I, A>(isa, &a, &b);
        store::<I, A>(isa, &found, [&a, &b], rows);
    }
}

/// A segment: its start, its direction in some unit, and its length in that unit, which is one if the unit is
/// the segment itself.
struct Piece<F> {
    start: [F; 3],
    unit: [F; 3],
    length: F,
    /// Whether some lane has a unit other than the segment, or is a point.
    any_scaled: bool,
}

/// The lanes whose largest component needs no scaling.
#[inline(always)]
fn usual<I: Isa>(isa: I, largest: I::Real) -> I::Mask {
    let [least, most] = USUAL_LENGTHS;
    isa.splat(least).at_most(largest) & largest.at_most(isa.splat(most))
}

#[inline(always)]
fn piece<I: Isa>(isa: I, [start, end]: [[I::Real; 4]; 2]) -> Piece<I::Real> {
    let along = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
    let [x, y, z] = [along[0].abs(), along[1].abs(), along[2].abs()];
    let largest = z.greater(y.greater(x));
    let start = [start[0], start[1], start[2]];
    let one = isa.splat(1.0);
    let usual = usual(isa, largest);
    if (!usual).bits() == 0 {
        return Piece { start, unit: along, length: one, any_scaled: false };
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
    Piece { start, unit, length, any_scaled: true }
}

/// The closest points along each segment in its own units, and their distance.
struct Closest<F> {
    along_a: F,
    along_b: F,
    distance: F,
}

#[inline(always)]
fn closest<I: Isa, A: Arithmetic>(
    isa: I,
    a: &Piece<I::Real>,
    b: &Piece<I::Real>,
) -> Closest<I::Real> {
    // From the start of b to the start of a.
    let apart = [a.start[0] - b.start[0], a.start[1] - b.start[1], a.start[2] - b.start[2]];
    let [aa, bb] = [dot::<_, A>(a.unit, a.unit), dot::<_, A>(b.unit, b.unit)];
    let ab = dot::<_, A>(a.unit, b.unit);
    let [a_apart, b_apart] = [dot::<_, A>(a.unit, apart), dot::<_, A>(b.unit, apart)];
    let normal = cross::<_, A>(a.unit, b.unit);
    let numerator = dot::<_, A>(normal, cross::<_, A>(b.unit, apart));
    let determinant = dot::<_, A>(normal, normal);
    // If parallel or a point: the start of a, from which the clamping below continues.
    let skew = (aa * bb * isa.splat(PARALLEL_SEGMENTS_SINE_SQUARED)).less(determinant);
    let along_a = clamped(isa, quotient(isa, numerator, determinant).keep(skew), a.length);
    let free_b = quotient(isa, A::multiply_add(ab, along_a, b_apart), bb);
    let along_b = clamped(isa, free_b, b.length);
    // A point was not clamped, but its closest point is not known yet either.
    let moved = !free_b.equals(along_b) | b.length.equals(isa.splat(0.0));
    let again = quotient(isa, A::multiply_subtract(ab, along_b, a_apart), aa);
    let along_a = Lanes::select(moved, clamped(isa, again, a.length), along_a);
    let mut between = apart;
    for k in 0..3 {
        let on_a = A::multiply_add(a.unit[k], along_a, apart[k]);
        between[k] = A::subtract_product(b.unit[k], along_b, on_a);
    }
    let distance = length::<I, A>(isa, between);
    Closest { along_a, along_b, distance }
}

#[inline(always)]
fn cross<F: Lanes, A: Arithmetic>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    [
        cross_component::<_, A>(a, b, 0),
        cross_component::<_, A>(a, b, 1),
        cross_component::<_, A>(a, b, 2),
    ]
}

/// A quotient, or zero if the divisor is zero.
#[inline(always)]
fn quotient<I: Isa>(isa: I, dividend: I::Real, divisor: I::Real) -> I::Real {
    let zero = divisor.equals(isa.splat(0.0));
    dividend.keep(!zero) / Lanes::select(zero, isa.splat(1.0), divisor)
}

/// The nearest number from zero to `last`; NaN stays.
#[inline(always)]
fn clamped<I: Isa>(isa: I, value: I::Real, last: I::Real) -> I::Real {
    let zero = isa.splat(0.0);
    last.lesser(zero.greater(value))
}

/// The length of a vector; a vector that needs scaling is first divided by its largest component.
#[inline(always)]
fn length<I: Isa, A: Arithmetic>(isa: I, vector: [I::Real; 3]) -> I::Real {
    let [x, y, z] = [vector[0].abs(), vector[1].abs(), vector[2].abs()];
    let largest = z.greater(y.greater(x));
    let usual = usual(isa, largest);
    if (!usual).bits() == 0 {
        return dot::<_, A>(vector, vector).sqrt();
    }
    let nothing = largest.less(isa.splat(SMALLEST_SEGMENT));
    let scale = Lanes::select(usual | nothing, isa.splat(1.0), largest);
    let parts = [x / scale, y / scale, z / scale];
    scale * dot::<_, A>(parts, parts).sqrt()
}

/// Writes one row per lane.
#[inline(always)]
fn store<I: Isa, A: Arithmetic>(
    isa: I,
    found: &Closest<I::Real>,
    [a, b]: [&Piece<I::Real>; 2],
    rows: &mut [ClosestPoints],
) {
    let [on_a, on_b] = [point::<I, A>(a, found.along_a), point::<I, A>(b, found.along_b)];
    let at_a = parameter(isa, found.along_a, a);
    let at_b = parameter(isa, found.along_b, b);
    let row_a = [on_a[0], on_a[1], on_a[2], at_a];
    let row_b = [on_b[0], on_b[1], on_b[2], at_b];
    let known = is_finite(isa, (sum(&row_a) + sum(&row_b)) + found.distance);
    let nan = isa.splat(f32::NAN);
    let mut points = [[octosat_lanes::Row([0.0; 4]); MAX_LANES]; 2];
    let row_a = or_constant(row_a, known, nan);
    let row_b = or_constant(row_b, known, nan);
    isa.store_rows(row_a, &mut points[0]);
    isa.store_rows(row_b, &mut points[1]);
    let mut distances = [0.0; MAX_LANES];
    isa.store(Lanes::select(known, found.distance, nan), &mut distances);
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

/// The parameter of a segment at this many of its units.
#[inline(always)]
fn parameter<I: Isa>(isa: I, along: I::Real, piece: &Piece<I::Real>) -> I::Real {
    if piece.any_scaled { quotient(isa, along, piece.length) } else { along }
}

/// The point of a segment at this many of its units.
#[inline(always)]
fn point<I: Isa, A: Arithmetic>(piece: &Piece<I::Real>, along: I::Real) -> [I::Real; 3] {
    [
        A::multiply_add(piece.unit[0], along, piece.start[0]),
        A::multiply_add(piece.unit[1], along, piece.start[1]),
        A::multiply_add(piece.unit[2], along, piece.start[2]),
    ]
}
