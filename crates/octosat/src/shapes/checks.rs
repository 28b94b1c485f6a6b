//! The rules for the values of shapes.

use core::fmt;

use octosat_lanes::math;

use crate::boxes::rotation::round;
use crate::error::{BELOW_ZERO, Error, ErrorKind, beyond, not_unit, number};
use crate::tolerances::{MAX_LENGTH, ROTATION_KEEP_TOLERANCE, ROTATION_LENGTH_TOLERANCE};

/// Fails unless every value is finite and no longer than [`MAX_LENGTH`].
pub(super) fn check_lengths(field: &'static str, values: &[f32]) -> Result<(), Error> {
    let is_accepted = |value: &f32| value.abs() <= MAX_LENGTH;
    match values.iter().position(|value| !is_accepted(value)) {
        None => Ok(()),
        Some(at) => {
            let component = (values.len() > 1).then_some(at);
            Err(wrong_number(field, component, values[at], &beyond(values[at], MAX_LENGTH)))
        }
    }
}

/// The error of a value of a shape.
#[cold]
pub(super) fn wrong(field: &'static str, problem: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::Shape, format_args!("{field} {problem}")).of_field(field)
}

/// The error of a component of a value, or of a value that is one number.
#[cold]
pub(super) fn wrong_number(
    field: &'static str,
    component: Option<usize>,
    value: f32,
    problem: &str,
) -> Error {
    let problem = number(component, value, problem);
    wrong(field, format_args!("{problem}")).of_value(value)
}

/// Fails unless a radius is finite, no longer than [`MAX_LENGTH`] and not negative.
pub(super) fn check_radius(radius: f32) -> Result<(), Error> {
    check_lengths("radius", &[radius])?;
    if radius < 0.0 {
        return Err(wrong_number("radius", None, radius, BELOW_ZERO));
    }
    Ok(())
}

/// The stored form of a vector of about unit length: normalized in `f64`, or unchanged if its length is
/// already as close to one as `f32` allows.
///
/// # Errors
/// A component that is not finite, or a squared length off one by more than
/// [`ROTATION_LENGTH_TOLERANCE`].
pub(super) fn stored_normal(field: &'static str, normal: [f32; 3]) -> Result<[f32; 3], Error> {
    check_lengths(field, &normal)?;
    let length_squared: f64 = normal.iter().map(|&c| f64::from(c) * f64::from(c)).sum();
    let tolerance = ROTATION_LENGTH_TOLERANCE;
    if (length_squared - 1.0).abs() > f64::from(tolerance) {
        let problem = not_unit(length_squared, tolerance);
        return Err(wrong(field, format_args!("{problem}")));
    }
    let kept = (length_squared - 1.0).abs() <= ROTATION_KEEP_TOLERANCE;
    let scale = if kept { 1.0 } else { 1.0 / math::sqrt(length_squared) };
    Ok(normal.map(|component| round(f64::from(component) * scale) + 0.0))
}
