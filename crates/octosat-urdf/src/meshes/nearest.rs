//! The distance of a point from the convex hull of points, never too small.
//!
//! The algorithm is that of Gilbert, Johnson and Keerthi, as in Ericson, "Real-Time Collision Detection", section 9.5:
//! a simplex of at most four of the points is replaced by one nearer to the given point.

use super::space::{Vector, cross, dot, minus, plus};

/// The most steps. Each result is an upper bound of the distance, however many steps it took.
const MOST_STEPS: usize = 64;

/// By which part of the squared distance the result may be too large: the radius of hulls grows by half of it.
const RELATIVE: f64 = 1e-3;

/// The points of a hull, by coordinates.
#[derive(Debug, Default)]
pub(crate) struct Hull {
    coordinates: [Vec<f64>; 3],
}

/// The point of a simplex nearest to the origin, and the corners of the simplex that it is a mean of.
#[derive(Clone, Copy)]
struct Nearest {
    point: Vector,
    squared: f64,
    corners: [Vector; 3],
    len: usize,
}

impl Hull {
    pub(crate) fn push(&mut self, point: Vector) {
        for (list, coordinate) in self.coordinates.iter_mut().zip(point) {
            list.push(coordinate);
        }
    }

    /// The point farthest along a direction.
    fn support(&self, [a, b, c]: Vector) -> Vector {
        let [x, y, z] = &self.coordinates;
        let mut best = 0;
        let mut most = f64::NEG_INFINITY;
        for (at, ((x, y), z)) in x.iter().zip(y).zip(z).enumerate() {
            let along = a * x + b * y + c * z;
            if along > most {
                (best, most) = (at, along);
            }
        }
        [x[best], y[best], z[best]]
    }

    /// An upper bound of the distance of a point from the hull, which has at least one point.
    ///
    /// Each bound is the distance from a mean of points of the hull, whose weights are positive and have the sum 1, so it
    /// holds up to rounding, 16 units of roundoff of the coordinates. It is close to the distance if that is above
    /// `enough`.
    pub(crate) fn distance(&self, from: Vector, enough: f64) -> f64 {
        let first = self.coordinates.each_ref().map(|list| list[0]);
        let mut best = Nearest::corner(minus(first, from));
        for _ in 0..MOST_STEPS {
            if best.squared <= enough * enough {
                break;
            }
            let toward = best.point.map(|component| -component);
            let corner = minus(self.support(toward), from);
            let near = best.squared - dot(best.point, corner) <= RELATIVE * best.squared;
            if near || best.corners[..best.len].contains(&corner) {
                break;
            }
            let next = best.with(corner);
            if next.squared >= best.squared {
                break;
            }
            best = next;
        }
        libm::sqrt(best.squared)
    }
}

impl Nearest {
    fn new(point: Vector, corners: [Vector; 3], len: usize) -> Self {
        Self { point, squared: dot(point, point), corners, len }
    }

    fn corner(corner: Vector) -> Self {
        Self::new(corner, [corner; 3], 1)
    }

    fn nearer(self, other: Self) -> Self {
        if other.squared < self.squared { other } else { self }
    }

    /// The nearest point of the simplex with one more corner.
    fn with(&self, corner: Vector) -> Self {
        let [a, b, c] = self.corners;
        match self.len {
            1 => Self::of_segment(a, corner),
            2 => Self::of_triangle([a, b, corner]),
            _ => {
                // The triangle without the new corner has the nearest point so far.
                let faces = [[a, b, corner], [b, c, corner], [c, a, corner]];
                let face = |nearest: Self, face| nearest.nearer(Self::of_triangle(face));
                let outside = faces.into_iter().fold(*self, face);
                match inside([a, b, c, corner]) {
                    Some(point) => outside.nearer(Self::new(point, [a, b, c], 3)),
                    None => outside,
                }
            }
        }
    }

    /// Ericson, section 5.1.2.
    fn of_segment(a: Vector, b: Vector) -> Self {
        let along = minus(b, a);
        let squared = dot(along, along);
        let t = if squared > 0.0 { -dot(a, along) / squared } else { 0.0 };
        if t > 0.0 && t < 1.0 {
            Self::new(plus(a, t, along), [a, b, b], 2)
        } else {
            Self::corner(a).nearer(Self::corner(b))
        }
    }

    /// Ericson, section 5.1.5: the weights of the corners are the areas opposite to them.
    fn of_triangle([a, b, c]: [Vector; 3]) -> Self {
        let (ab, ac) = (minus(b, a), minus(c, a));
        let normal = cross(ab, ac);
        let weight = |one, other| dot(normal, cross(one, other));
        let weights = [weight(b, c), weight(c, a), weight(a, b)];
        let sum = weights[0] + weights[1] + weights[2];
        if weights.iter().all(|&weight| weight > 0.0) && sum.is_finite() {
            let [_, v, w] = weights.map(|weight| weight / sum);
            let point = plus(plus(a, v, ab), w, ac);
            return Self::new(point, [a, b, c], 3);
        }
        let edges = Self::of_segment(a, b).nearer(Self::of_segment(b, c));
        edges.nearer(Self::of_segment(c, a))
    }
}

/// The mean of the corners of a tetrahedron that is the origin up to rounding; none if the origin is outside.
fn inside([a, b, c, d]: [Vector; 4]) -> Option<Vector> {
    let volume = |a, b, c| dot(a, cross(b, c));
    let weights = [volume(d, c, b), volume(c, d, a), volume(b, a, d), volume(a, b, c)];
    let is_inside =
        weights.iter().all(|&weight| weight > 0.0) || weights.iter().all(|&weight| weight < 0.0);
    let sum: f64 = weights.iter().sum();
    if !is_inside || !sum.is_finite() {
        return None;
    }
    let [_, v, w, z] = weights.map(|weight| weight / sum);
    Some(plus(plus(plus(a, v, minus(b, a)), w, minus(c, a)), z, minus(d, a)))
}
