//! The answers from projected vertices, in integers of any size: no reach, no matrix of cosines, no filter.
//!
//! Lengths are whole multiples of 2^-149 m, the smallest float32. Vectors are turned by quaternion products. The
//! vertices of both boxes, times both squared lengths of the quaternions, are projected on explicit axes.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use octosat_exact::{Axis, Pair, StoredBox};

/// Every finite float32 is a multiple of two to the power of minus this.
const FLOAT_SHIFT: u32 = 149;

/// The same for float64.
const DOUBLE_SHIFT: u32 = 1074;

type Vector = [BigInt; 3];

/// A finite float, times 2^1074.
fn whole(value: f64) -> BigInt {
    let bits = value.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    let magnitude = match bits >> 52 & 0x7ff {
        0 => BigInt::from(fraction),
        biased => BigInt::from(fraction | 1 << 52) << (biased - 1),
    };
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

fn wholes<const N: usize>(values: [f32; N]) -> [BigInt; N] {
    values.map(|value| whole(f64::from(value)) >> (DOUBLE_SHIFT - FLOAT_SHIFT))
}

fn dot(a: &Vector, b: &Vector) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

fn add(a: &Vector, b: &Vector, factor: &BigInt) -> Vector {
    [0, 1, 2].map(|k| &a[k] + factor * &b[k])
}

/// Hamilton's product of quaternions x, y, z, w.
fn product(a: &[BigInt; 4], b: &[BigInt; 4]) -> [BigInt; 4] {
    let [[x, y, z, w], [i, j, k, r]] = [a, b];
    [
        w * i + x * r + y * k - z * j,
        w * j - x * k + y * r + z * i,
        w * k + x * j - y * i + z * r,
        w * r - x * i - y * j - z * k,
    ]
}

/// A box with whole numbers.
#[derive(Clone, Debug)]
struct Solid {
    center: Vector,
    half_extents: Vector,
    /// Times the squared length of the quaternion.
    axes: [Vector; 3],
    square: BigInt,
}

impl Solid {
    fn new(given: &StoredBox) -> Self {
        let q = wholes(given.rotation());
        let [x, y, z, w] = q.clone();
        let conjugate = [-x, -y, -z, w];
        let axes = [0, 1, 2].map(|axis| {
            let mut unit = [0, 0, 0, 0].map(BigInt::from);
            unit[axis] = BigInt::from(1);
            let [x, y, z, _] = product(&product(&q, &unit), &conjugate);
            [x, y, z]
        });
        let square = q.iter().map(|component| component * component).sum();
        let center = wholes(given.center());
        Self { center, half_extents: wholes(given.half_extents()), axes, square }
    }

    /// Vertices times the square and another factor.
    fn vertices(&self, factor: &BigInt) -> Vec<Vector> {
        let center = self.center.clone().map(|x| x * &self.square * factor);
        let vertex = |corner: usize| {
            (0..3).fold(center.clone(), |point, k| {
                let half = &self.half_extents[k] * factor;
                let half = if corner >> k & 1 == 1 { half } else { -half };
                add(&point, &self.axes[k], &half)
            })
        };
        (0..8).map(vertex).collect()
    }
}

/// The separation along an axis of this squared length, times the length and a factor of the pair.
#[derive(Clone, Debug)]
struct Separation {
    value: BigInt,
    squared_length: BigInt,
}

/// Two boxes with whole numbers.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    a: Solid,
    b: Solid,
    /// Of a and b, times both squared lengths of the quaternions.
    vertices: [Vec<Vector>; 2],
    /// All lengths are multiplied with two to this power, in addition.
    shift: u64,
}

impl Oracle {
    pub(crate) fn new(pair: &Pair) -> Self {
        Self::of(Solid::new(pair.a()), Solid::new(pair.b()), 0)
    }

    fn of(a: Solid, b: Solid, shift: u64) -> Self {
        let vertices = [a.vertices(&b.square), b.vertices(&a.square)];
        Self { a, b, vertices, shift }
    }

    /// The boxes after b has moved for a time of `numerator` / 2^`shift`.
    pub(crate) fn moved(pair: &Pair, motion: [f32; 3], numerator: &BigInt, shift: u64) -> Self {
        let [a, mut b] = [pair.a(), pair.b()].map(|given| {
            let mut solid = Solid::new(given);
            for length in solid.center.iter_mut().chain(&mut solid.half_extents) {
                *length <<= shift;
            }
            solid
        });
        b.center = add(&b.center, &wholes(motion), numerator);
        Self::of(a, b, shift)
    }

    fn direction(&self, axis: Axis) -> Vector {
        if let Some(face) = axis.face_of_a() {
            return self.a.axes[usize::from(face)].clone();
        }
        if let Some(face) = axis.face_of_b() {
            return self.b.axes[usize::from(face)].clone();
        }
        let [i, j] = axis.edges().expect("neither face").map(usize::from);
        cross(&self.a.axes[i], &self.b.axes[j])
    }

    /// None for parallel edges.
    fn separation(&self, axis: Axis) -> Option<Separation> {
        let n = self.direction(axis);
        let squared_length = dot(&n, &n);
        if squared_length.sign() == Sign::NoSign {
            return None;
        }
        let ends = |vertices: &[Vector]| {
            let along = vertices.iter().map(|vertex| dot(vertex, &n)).collect::<Vec<_>>();
            let [first, last] = [along.iter().min(), along.iter().max()];
            [first.expect("eight").clone(), last.expect("eight").clone()]
        };
        let [first_a, last_a] = ends(&self.vertices[0]);
        let [first_b, last_b] = ends(&self.vertices[1]);
        Some(Separation { value: (first_b - last_a).max(first_a - last_b), squared_length })
    }

    /// How the separation along an axis compares with zero; none for parallel edges.
    pub(crate) fn sign(&self, axis: Axis) -> Option<Ordering> {
        self.separation(axis).map(|separation| separation.value.cmp(&BigInt::from(0)))
    }

    /// Whether all separations are negative.
    pub(crate) fn penetrates(&self) -> bool {
        Axis::ALL.into_iter().all(|axis| self.sign(axis).is_none_or(Ordering::is_lt))
    }

    pub(crate) fn overlap(&self) -> bool {
        Axis::ALL.into_iter().all(|axis| self.sign(axis) != Some(Ordering::Greater))
    }

    /// How the separations along two axes compare, on unit axes.
    pub(crate) fn compare_axes(&self, first: Axis, second: Axis) -> Option<Ordering> {
        let (first, second) = (self.separation(first)?, self.separation(second)?);
        let square = |value: &BigInt, factor: &BigInt| {
            BigInt::from_biguint(value.sign(), value.magnitude().pow(2)) * factor
        };
        let left = square(&first.value, &second.squared_length);
        Some(left.cmp(&square(&second.value, &first.squared_length)))
    }

    /// How the separation along a unit axis compares with finite meters.
    pub(crate) fn compare_separation(&self, axis: Axis, meters: f64) -> Option<Ordering> {
        let Separation { value, squared_length } = self.separation(axis)?;
        // Both sides times 2^1074, the factor of the pair and the length of the axis, squared.
        let factor = &self.a.square * &self.b.square;
        let left = value << (u64::from(DOUBLE_SHIFT - FLOAT_SHIFT) - self.shift);
        let right = whole(meters) * factor;
        let square = |value: BigInt| BigInt::from_biguint(value.sign(), value.magnitude().pow(2));
        Some(square(left).cmp(&(square(right) * squared_length)))
    }

    /// Whether all vertices of b are in a.
    pub(crate) fn contains(&self) -> bool {
        let factor = &self.a.square * &self.b.square;
        let center = self.a.center.clone().map(|x| x * &factor);
        let is_inside = |vertex: &Vector| {
            (0..3).all(|k| {
                let offset = add(vertex, &center, &BigInt::from(-1));
                let reach = &self.a.half_extents[k] * &self.a.square * &factor;
                dot(&offset, &self.a.axes[k]).magnitude() <= reach.magnitude()
            })
        };
        self.vertices[1].iter().all(is_inside)
    }
}

/// A float from zero to one as a numerator over 2^1074.
pub(crate) fn numerator(time: f64) -> BigInt {
    whole(time)
}

/// The power of two that is the denominator of these numerators.
pub(crate) const TIME_SHIFT: u64 = DOUBLE_SHIFT as u64;
