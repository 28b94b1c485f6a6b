//! The rules for the values of shapes.

use octosat_lanes::math;

use super::error::{ShapeError, ShapeField};
use crate::boxes::error::BoxProblem;
use crate::boxes::rotation::round;
use crate::tolerances::{MAX_LENGTH, ROTATION_KEEP_TOLERANCE, ROTATION_LENGTH_TOLERANCE};

/// Fails unless every value is finite and no longer than [`MAX_LENGTH`].
pub(super) fn check_lengths(field: ShapeField, values: &[f32]) -> Result<(), ShapeError> {
    for (component, &value) in (0..).zip(values) {
        let problem = if !value.is_finite() {
            BoxProblem::NotFinite { component, value }
        } else if value.abs() > MAX_LENGTH {
            BoxProblem::TooLarge { component, value, limit: MAX_LENGTH }
        } else {
            continue;
        };
        return Err(ShapeError::new(field, problem));
    }
    Ok(())
}

/// Fails unless a radius is finite, no longer than [`MAX_LENGTH`] and not negative.
pub(super) fn check_radius(radius: f32) -> Result<(), ShapeError> {
    check_lengths(ShapeField::Radius, &[radius])?;
    if radius < 0.0 {
        let problem = BoxProblem::Negative { component: 0, value: radius };
        return Err(ShapeError::new(ShapeField::Radius, problem));
    }
    Ok(())
}

/// The stored form of a vector of about unit length: normalized in `f64`, or unchanged if its length is
/// already as close to one as `f32` allows.
///
/// # Errors
/// A component that is not finite, or a squared length off one by more than
/// [`ROTATION_LENGTH_TOLERANCE`].
pub(super) fn stored_normal(field: ShapeField, normal: [f32; 3]) -> Result<[f32; 3], ShapeError> {
    check_lengths(field, &normal)?;
    let length_squared: f64 = normal.iter().map(|&c| f64::from(c) * f64::from(c)).sum();
    let tolerance = ROTATION_LENGTH_TOLERANCE;
    if (length_squared - 1.0).abs() > f64::from(tolerance) {
        return Err(ShapeError::new(field, BoxProblem::NotUnit { length_squared, tolerance }));
    }
    let kept = (length_squared - 1.0).abs() <= ROTATION_KEEP_TOLERANCE;
    let scale = if kept { 1.0 } else { 1.0 / math::sqrt(length_squared) };
    Ok(normal.map(|component| round(f64::from(component) * scale) + 0.0))
}
