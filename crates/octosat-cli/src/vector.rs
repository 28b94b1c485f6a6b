//! Three numbers, in `f64`: what is drawn, moved or made far from the origin is not torn by rounding.

/// A point or a direction.
pub(crate) type Vector = [f64; 3];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a` and so many times `b`.
pub(crate) fn along(a: Vector, times: f64, b: Vector) -> Vector {
    [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]]
}

/// The same direction with length one; zero stays zero.
pub(crate) fn unit(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    if length > 0.0 { a.map(|part| part / length) } else { a }
}

/// The nearest `f32`.
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn narrow(value: f64) -> f32 {
    value as f32
}
