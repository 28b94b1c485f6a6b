//! Float64 algebra on plain arrays.

/// Three coordinates in float64, meters or without unit.
pub type Vector = [f64; 3];

/// The same numbers in float64, which changes none of them.
pub(crate) fn wide(values: [f32; 3]) -> Vector {
    values.map(f64::from)
}

/// The numbers rounded to float32.
pub(crate) fn narrow(values: Vector) -> [f32; 3] {
    values.map(round)
}

/// The number rounded to float32.
#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn round(value: f64) -> f32 {
    value as f32
}

/// The scalar product.
pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The cross product.
pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The sum.
pub(crate) fn sum(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] + b[k])
}

/// The vector from `b` to `a`.
pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| a[k] - b[k])
}

/// The vector times a number.
pub(crate) fn scaled(vector: Vector, factor: f64) -> Vector {
    vector.map(|component| component * factor)
}

/// `start` moved by `distance` times `direction`.
pub(crate) fn along(start: Vector, distance: f64, direction: Vector) -> Vector {
    sum(start, scaled(direction, distance))
}

/// The point half-way between two points.
pub(crate) fn midpoint(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|k| 0.5 * (a[k] + b[k]))
}

/// The squared length.
pub(crate) fn length_squared(vector: Vector) -> f64 {
    dot(vector, vector)
}

/// The length.
pub(crate) fn length(vector: Vector) -> f64 {
    length_squared(vector).sqrt()
}

/// The direction at unit length; the caller knows that the vector is not zero.
pub(crate) fn unit(vector: Vector) -> Vector {
    scaled(vector, 1.0 / length(vector))
}
