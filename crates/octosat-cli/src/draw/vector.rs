//! Three numbers, in `f64`: pictures of boxes far from the origin are not torn by rounding.

/// A point or a direction.
pub(super) type Vector = [f64; 3];

pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a` and so many times `b`.
pub(super) fn along(a: Vector, times: f64, b: Vector) -> Vector {
    [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]]
}

/// The same direction with length one; zero stays zero.
pub(super) fn unit(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    if length > 0.0 { a.map(|part| part / length) } else { a }
}
