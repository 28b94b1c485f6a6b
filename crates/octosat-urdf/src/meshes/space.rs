//! Vectors and affine maps in double precision.

use crate::pose::{Pose, unit};

/// The largest coordinate, in meters: squares of differences are finite in `f32`, too.
pub(crate) const LARGEST: f64 = 1e18;

/// A point or a vector.
pub(crate) type Vector = [f64; 3];

pub(crate) fn dot([a, b, c]: Vector, [x, y, z]: Vector) -> f64 {
    a * x + b * y + c * z
}

pub(crate) fn cross([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

pub(crate) fn minus([a, b, c]: Vector, [x, y, z]: Vector) -> Vector {
    [a - x, b - y, c - z]
}

/// The first vector plus a multiple of the second.
pub(crate) fn plus([a, b, c]: Vector, factor: f64, [x, y, z]: Vector) -> Vector {
    [a + factor * x, b + factor * y, c + factor * z]
}

pub(crate) fn length(vector: Vector) -> f64 {
    libm::sqrt(dot(vector, vector))
}

/// A linear map followed by a translation: three rows of a matrix with four columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Affine {
    pub(crate) rows: [[f64; 4]; 3],
}

impl Affine {
    /// Scales along the axes.
    pub(crate) fn scale([x, y, z]: Vector) -> Self {
        Self { rows: [[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]] }
    }

    pub(crate) fn translation([x, y, z]: Vector) -> Self {
        Self { rows: [[1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z]] }
    }

    /// A rotation by an angle in degrees; none if the axis has length 0.
    pub(crate) fn rotation(axis: Vector, degrees: f64) -> Option<Self> {
        let (sine, cosine) = libm::sincos(0.5 * degrees.to_radians());
        let [x, y, z] = unit(axis)?.map(|component| sine * component);
        Some(Self::pose(Pose { translation: [0.0; 3], rotation: [x, y, z, cosine] }))
    }

    /// What a pose does to points: it turns them, then moves them.
    pub(crate) fn pose(Pose { translation: [a, b, c], rotation: [x, y, z, w] }: Pose) -> Self {
        let diagonal = |one: f64, other: f64| 1.0 - 2.0 * (one * one + other * other);
        let rest = |sum: f64| 2.0 * sum;
        Self {
            rows: [
                [diagonal(y, z), rest(x * y - z * w), rest(x * z + y * w), a],
                [rest(x * y + z * w), diagonal(x, z), rest(y * z - x * w), b],
                [rest(x * z - y * w), rest(y * z + x * w), diagonal(x, y), c],
            ],
        }
    }

    /// The map that applies `first`, then this one.
    pub(crate) fn after(&self, first: &Self) -> Self {
        let column = |k: usize| first.rows.map(|row| row[k]);
        let row = |[a, b, c, moved]: [f64; 4]| {
            let linear = [a, b, c];
            let at = |k| dot(linear, column(k));
            [at(0), at(1), at(2), at(3) + moved]
        };
        Self { rows: self.rows.map(row) }
    }

    /// Where a point goes.
    pub(crate) fn apply(&self, point: Vector) -> Vector {
        self.rows.map(|[a, b, c, moved]| dot([a, b, c], point) + moved)
    }
}
