//! Float64 in front of the integers: signs that are certain in spite of rounding.
//!
//! The filter evaluates the same polynomials as the integers, of the module `projection`, in float64. Let u = 2^-53,
//! and let S be the length of the offset plus all six half extents. **Every separation is off by less than 16·u·D·S**,
//! in the units of `projection`.
//!
//! # No overflow, no underflow
//!
//! Float32 numbers are zero, or multiples of 2^-149 below 2^128. Products and sums of floats stay multiples of the
//! product of the smallest units, rounded or not. So components of the matrices are multiples of 2^-298 up to 2^258, D
//! and C are multiples of 2^-596 up to 2^516, and separations are multiples of 2^-745 up to 2^648. Float64 holds all
//! of them as normal numbers, from 2^-1022 to 2^1023, so each operation is off by at most u times its result. This is
//! why the polynomials have no division and why squares of lengths of axes are not computed here.
//!
//! # The bound
//!
//! First order in u; terms of higher order are below 10^-14 of these. Lengths of vectors bound the sums: Cauchy and
//! Schwarz.
//!
//! | value | off by at most | because |
//! |---|---|---|
//! | products of components of a quaternion | 0 | 24 bits times 24 bits |
//! | N | 3 u·N | three sums |
//! | an entry of R | 2 u·N on the diagonal, else u·N | three sums of at most N; one sum, doubling is exact |
//! | a column of R | √6 u·N | 4 + 1 + 1 |
//! | D | 7 u·D | 3 + 3, and one product |
//! | an entry of C | 8 u·D | √6 + √6 of the columns, three of the scalar product: 7.9 |
//! | offset t | u·\|t\| | one subtraction |
//! | t along a face of a or b | 10.5 u·D·\|t\| | 1 + √6 of t and column, 3 of the scalar product, 3 of N, one product |
//! | t × r | 6.3 u·Na·\|t\| | 1 + √6; two roundings per component: 2√2, for the magnitudes' cross product is at most √2·\|t\|·\|r\| |
//! | t along an edge axis | 11.8 u·D·\|t\| | 6.3 + √6, three of the scalar product |
//! | reach of a box along its own face | 8 u·D per half extent | 7 of D, one product |
//! | reach along the other's face | 11 u·D per half extent | 8 of C, three of the scalar product |
//! | reach along an edge axis | 10 u·D per half extent | 8 of C, a product and a sum |
//! | the two last operations of a separation | 2 u·D·S | partial results are at most D·S |
//!
//! So the factors are 13.8 for the offset and 13 for half extents, and the bound is computed with 16, of the computed
//! D and the computed sum S, where the sum of the coordinates' magnitudes is at least the length. The rest, 2.2 u·D·S,
//! covers the higher orders and the rounding of D, S and the bound, 30 u of it. A protrusion has the same parts.
//!
//! # Nearly parallel edges
//!
//! The separation along an edge axis is proportional to the sine of the edges' angle, so nearly parallel edges would
//! always be undecided. But faces decide for them. Let θ be the angle, and let F be the largest separation along the
//! six face axes, on unit axes, at most zero. Turn b about its center so that edge j is parallel to edge i: every
//! vector x of b moves by at most ε·|x|, with ε = 2·sin(θ/2) ≤ √2·sin θ. Each face separation of the turned b grows by
//! at most ε·(|t| + |A| + |B|), where A and B are the half diagonals: of a's face by ε·|B|, of b's face by ε·(|t| +
//! |A|). Look along edge i. Both boxes are rectangles now, and their sides' normals are four of the six face normals.
//! Along directions across the edge, the separation on one side is a function of degree one, and linear between
//! neighboring normals. So a unit direction n across the edge is c·f + d·g of two such normals, c and d not negative,
//! and c + d is at least one. Therefore the separation along n is at most the largest along the face normals, if this
//! is not positive. The edge axis is across edge i. Turning b back adds ε·|B| at most. So **the edge axis does not
//! separate if F + ε·(|t| + |A| + 2·|B|) ≤ 0**, and 2·S bounds the bracket. In units of D, sin θ is at most the two
//! computed entries of the axis plus 16 u·D, so that the condition is F + bound + 2√2·S·(entries + 16 u·D) ≤ 0, that
//! is F + (1 + 2√2)·bound + 2√2·S·entries ≤ 0. The code has 3 instead of 2√2, and 6 bounds, for rounding.
//!
//! # Separations in meters
//!
//! Divided by D, a separation is off by at most 16 u·S + 8 u·S; 32 u·S is used. The sine of an edge axis is off by at
//! most 22 u (entries 8 u + 8 u, times √2 for two; the rest for the root); 32 u is used. These quotients may
//! underflow, which moves them by 2^-1022 at most, far below u·S, and S is zero or at least 2^-149.

use libm::sqrt;

use crate::axis::{Axis, Directions};
use crate::projection::{Frame, Given, Vector};
use crate::results::{Interval, SeparationSign};
use crate::stored::StoredBox;

/// The unit roundoff of float64.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Proved above: how far a separation may be off, in units of u·D·S.
const SEPARATION_ERROR: f64 = 16.0;

/// How far a separation in meters may be off, in units of u·S; and a sine, in units of u.
const NORMALIZED_ERROR: f64 = 32.0;

/// More than 2√2, of turning edges until they are parallel.
const TURN: f64 = 3.0;

/// More than 1 + 2√2 bounds, of the faces' and the axis' own rounding.
const TURN_BOUNDS: f64 = 6.0;

/// A pair in float64.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    frame: Frame<f64>,
    offset: Vector<f64>,
    /// Meters, S.
    size: f64,
    /// How far separations may be off, in their units.
    bound: f64,
}

impl Filter {
    pub(crate) fn new(a: &StoredBox, b: &StoredBox) -> Self {
        let given = given(a, b);
        let frame = Frame::new(given.half_extents, &given.rotations);
        let lengths = given.offset.iter().chain(given.half_extents.as_flattened());
        let size = lengths.map(|length| length.abs()).sum::<f64>();
        let bound = SEPARATION_ERROR * UNIT * (frame.face_length() * size);
        Self { offset: frame.vector(given.offset), frame, size, bound }
    }

    /// The sign along an axis, if it is certain.
    pub(crate) fn sign(&self, axis: Axis) -> Option<SeparationSign> {
        self.certain(self.raw_separation(axis))
    }

    /// The separation along an axis, in the units of `projection`: off by less than the bound.
    pub(crate) fn raw_separation(&self, axis: Axis) -> f64 {
        self.frame.separation(&self.offset, axis)
    }

    /// Whether the boxes share a point, if that is certain.
    pub(crate) fn overlap(&self) -> Option<bool> {
        let mut separations = [0.0; Axis::COUNT];
        for axis in Axis::ALL {
            let separation = self.raw_separation(axis);
            if separation > self.bound {
                return Some(false);
            }
            separations[axis.index()] = separation;
        }
        let (faces, edges) = separations.split_at(Axis::FACES);
        let largest = faces.iter().fold(f64::NEG_INFINITY, |most, face| most.max(*face));
        if largest >= -self.bound {
            return None;
        }
        let is_inside = |(axis, separation): (&Axis, &f64)| {
            *separation < -self.bound || self.faces_decide(*axis, largest)
        };
        Axis::ALL[Axis::FACES..].iter().zip(edges).all(is_inside).then_some(true)
    }

    /// Whether a contains b, if that is certain.
    pub(crate) fn contains(&self) -> Option<bool> {
        let mut is_certain = true;
        for face in Axis::OF_A {
            match self.certain(self.frame.protrusion(&self.offset, face)) {
                Some(SeparationSign::Apart) => return Some(false),
                sign => is_certain &= sign.is_some(),
            }
        }
        is_certain.then_some(true)
    }

    /// Meters, the separation along a unit axis: infinite ends if edges are nearly parallel.
    pub(crate) fn separation(&self, axis: Axis) -> Interval {
        let error = NORMALIZED_ERROR * UNIT;
        let length = self.frame.face_length();
        let separation = self.raw_separation(axis) / length;
        let numerator = around(separation, error * self.size);
        let Directions::Edges { a, b } = axis.directions() else {
            return numerator;
        };
        let [l, m] = self.frame.edge_axis(a, b).map(|entry| entry / length);
        let sine = around(sqrt(l * l + m * m), error);
        if sine.lower <= error {
            return Interval { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        }
        let farther = |end: f64, outward: bool| {
            if outward { end / sine.lower } else { end / sine.upper }
        };
        Interval {
            lower: farther(numerator.lower, numerator.lower < 0.0).next_down(),
            upper: farther(numerator.upper, numerator.upper > 0.0).next_up(),
        }
    }

    /// How far separations may be off, in their units.
    #[cfg(test)]
    pub(crate) fn bound(&self) -> f64 {
        self.bound
    }

    fn certain(&self, value: f64) -> Option<SeparationSign> {
        if value > self.bound {
            Some(SeparationSign::Apart)
        } else if value < -self.bound {
            Some(SeparationSign::Overlapping)
        } else {
            None
        }
    }

    /// Whether an edge axis cannot separate boxes whose largest face separation is this.
    fn faces_decide(&self, axis: Axis, largest: f64) -> bool {
        let Directions::Edges { a, b } = axis.directions() else {
            return false;
        };
        let [l, m] = self.frame.edge_axis(a, b);
        largest + TURN_BOUNDS * self.bound + TURN * self.size * (l + m) <= 0.0
    }
}

/// A value and what it may be off; rounded outward.
fn around(value: f64, error: f64) -> Interval {
    Interval { lower: (value - error).next_down(), upper: (value + error).next_up() }
}

fn given(a: &StoredBox, b: &StoredBox) -> Given<f64> {
    let centers = [a, b].map(|stored| stored.center().map(f64::from));
    Given {
        offset: core::array::from_fn(|k| centers[1][k] - centers[0][k]),
        half_extents: [a, b].map(|stored| stored.half_extents().map(f64::from)),
        rotations: [a, b].map(|stored| stored.rotation().map(f64::from)),
    }
}
