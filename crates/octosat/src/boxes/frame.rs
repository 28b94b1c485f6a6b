//! From the three columns of a linear map to an orthonormal frame and three lengths.

use octosat_lanes::{Isa, Lanes, math};

use super::rotation::quaternion_of;
use crate::error::{AXES, Error, NOT_FINITE, not_unit};
use crate::tolerances::ROTATION_LENGTH_TOLERANCE;
use crate::vector::{cross, dot, scaled, squared};

/// The part of both tolerances of a matrix, [`ROTATION_LENGTH_TOLERANCE`] and [`ORTHOGONALITY_TOLERANCE`], up to which
/// many matrices are accepted at once, without unit.
///
/// A product of two columns is off their cosine by less than a thousandth. If one matrix is beyond this part, all are
/// checked one by one.
const SURE_PART: f64 = 0.99;

/// Largest accepted cosine between two columns of a matrix that should be perpendicular, without
/// unit.
///
/// Like [`ROTATION_LENGTH_TOLERANCE`] it separates drift from shear: 1e-3 is 0.06 degrees. What is
/// accepted is made orthonormal in `f64`.
const ORTHOGONALITY_TOLERANCE: f64 = 1e-3;

/// A right-handed orthonormal frame, and the length of the column that each direction came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Unit vectors, exact to `f64` rounding.
    pub(crate) directions: [[f64; 3]; 3],
    /// Lengths of the columns; zero if the direction was completed from the others.
    pub(crate) lengths: [f64; 3],
    /// Whether the columns were left-handed; the last direction is then reversed.
    pub(crate) mirrored: bool,
}

/// `a` without its part along the unit vector `along`, normalized.
#[inline(always)]
fn perpendicular<F: Lanes>(one: F, a: [F; 3], along: [F; 3]) -> [F; 3] {
    let part = dot(a, along);
    let rest = |k: usize| a[k] - part * along[k];
    let rest = [rest(0), rest(1), rest(2)];
    scaled(rest, one / squared(rest).sqrt())
}

/// The matrices, one per lane, that are surely accepted by [`Frame::of_rotation`].
///
/// This needs no root and no division: columns are so near unit length that a product is nearly the cosine.
#[inline(always)]
pub(crate) fn are_rotations<I: Isa>(
    isa: I,
    [x, y, z]: [[I::Double; 3]; 3],
) -> <I::Double as Lanes>::Mask {
    let [zero, one] = [isa.splat_double(0.0), isa.splat_double(1.0)];
    let near = isa.splat_double(SURE_PART * f64::from(ROTATION_LENGTH_TOLERANCE));
    let square = isa.splat_double(SURE_PART * ORTHOGONALITY_TOLERANCE);
    zero.less(dot(cross(x, y), z))
        & (squared(x) - one).abs().at_most(near)
        & (squared(y) - one).abs().at_most(near)
        & (squared(z) - one).abs().at_most(near)
        & dot(x, y).abs().at_most(square)
        & dot(x, z).abs().at_most(square)
        & dot(y, z).abs().at_most(square)
}

/// The quaternions of accepted rotation matrices, one per lane, before they are rounded.
#[inline(always)]
pub(crate) fn quaternion_of_columns<F: Lanes>(one: F, [x, y, z]: [[F; 3]; 3]) -> [F; 4] {
    let x = scaled(x, one / squared(x).sqrt());
    let y = perpendicular(one, scaled(y, one / squared(y).sqrt()), x);
    let z = perpendicular(one, scaled(z, one / squared(z).sqrt()), x);
    quaternion_of(one, [x, y, perpendicular(one, z, y)])
}

impl Frame {
    /// Splits columns into directions and lengths.
    ///
    /// A column of length zero gets the direction that completes the others. If two or three columns are
    /// zero, any such frame bounds the same rod or point, and a fixed one is taken.
    ///
    /// # Errors
    /// A component that is not finite, or columns that are not perpendicular (shear). The error's
    /// index is zero.
    pub(crate) fn of_columns(columns: [[f32; 3]; 3]) -> Result<Self, Error> {
        for (k, column) in columns.iter().enumerate() {
            for (component, &value) in column.iter().enumerate() {
                if !value.is_finite() {
                    return Err(Error::of_number(AXES[k], Some(component), value, NOT_FINITE));
                }
            }
        }
        let columns = columns.map(|column| column.map(f64::from));
        let lengths = columns.map(|column| math::sqrt(squared(column)));
        let known = lengths.map(|length| length > 0.0);
        let mut directions: [[f64; 3]; 3] = core::array::from_fn(|k| {
            if known[k] { scaled(columns[k], 1.0 / lengths[k]) } else { [0.0; 3] }
        });
        check_shear(directions)?;
        for k in 1..3 {
            for earlier in 0..k {
                if known[k] && known[earlier] {
                    directions[k] = perpendicular(1.0, directions[k], directions[earlier]);
                }
            }
        }
        complete(&mut directions, known);
        let mirrored = dot(cross(directions[0], directions[1]), directions[2]) < 0.0;
        if mirrored {
            directions[2] = scaled(directions[2], -1.0);
        }
        Ok(Self { directions, lengths, mirrored })
    }

    /// The frame of a rotation matrix, given by its columns.
    ///
    /// # Errors
    /// As for [`of_columns`](Self::of_columns), a column off unit length, or columns that are
    /// left-handed. The error's index is zero.
    pub(crate) fn of_rotation(columns: [[f32; 3]; 3]) -> Result<Self, Error> {
        let frame = Self::of_columns(columns)?;
        let tolerance = ROTATION_LENGTH_TOLERANCE;
        for (k, length) in frame.lengths.into_iter().enumerate() {
            let length_squared = length * length;
            if (length_squared - 1.0).abs() > f64::from(tolerance) {
                let problem = not_unit(length_squared, tolerance);
                return Err(Error::of_box(AXES[k], format_args!("{problem}")));
            }
        }
        if frame.mirrored {
            return Err(Error::mirrored());
        }
        Ok(frame)
    }
}

fn check_shear(directions: [[f64; 3]; 3]) -> Result<(), Error> {
    for a in 0..3 {
        for b in a + 1..3 {
            let cosine = dot(directions[a], directions[b]);
            if cosine.abs() > ORTHOGONALITY_TOLERANCE {
                return Err(Error::sheared(a, b, cosine));
            }
        }
    }
    Ok(())
}

/// Fills in the unknown directions so that the frame is right-handed if one was unknown.
fn complete(directions: &mut [[f64; 3]; 3], known: [bool; 3]) {
    let count = known.iter().filter(|&&is_known| is_known).count();
    match count {
        0 => *directions = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        1 => {
            let k = if known[0] { 0 } else { 1 + usize::from(known[2]) };
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let mut away = 0;
            for component in 1..3 {
                if directions[k][component].abs() < directions[k][away].abs() {
                    away = component;
                }
            }
            let mut unit = [0.0; 3];
            unit[away] = 1.0;
            directions[i] = perpendicular(1.0, unit, directions[k]);
            directions[j] = cross(directions[k], directions[i]);
        }
        2 => {
            let k = if !known[0] { 0 } else { 1 + usize::from(!known[2]) };
            directions[k] = cross(directions[(k + 1) % 3], directions[(k + 2) % 3]);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::boxes::rotation;

    fn columns(rotation: [f32; 4], scale: [f64; 3]) -> [[f32; 3]; 3] {
        core::array::from_fn(|k| {
            rotation::axis(rotation, k).map(|component| rotation::round(component * scale[k]))
        })
    }

    #[test]
    fn frames_are_orthonormal_and_right_handed_for_every_scale() {
        let scales = [
            [1.0, 2.0, 3.0],
            [-1.0, 2.0, 3.0],
            [0.0, 1.0, 2.0],
            [4.0, 0.0, -2.0],
            [4.0, 2.0, 0.0],
            [0.0, 0.0, 5.0],
            [0.0, 5.0, 0.0],
            [5.0, 0.0, 0.0],
            [0.0; 3],
        ];
        for rotation in rotation::tests::samples(300, 1.0) {
            for scale in scales {
                let frame = Frame::of_columns(columns(rotation, scale)).unwrap();
                for (a, direction) in frame.directions.into_iter().enumerate() {
                    assert!((frame.lengths[a] - scale[a].abs()).abs() < 1e-6);
                    for (b, other) in frame.directions.into_iter().enumerate() {
                        let expected = if a == b { 1.0 } else { 0.0 };
                        assert!((dot(direction, other) - expected).abs() < 1e-12);
                    }
                    let along = dot(direction, rotation::axis(rotation, a)).abs();
                    assert!(scale[a] == 0.0 || (along - 1.0).abs() < 1e-6);
                }
                let volume =
                    dot(cross(frame.directions[0], frame.directions[1]), frame.directions[2]);
                assert!((volume - 1.0).abs() < 1e-12);
                assert_eq!(frame.mirrored, scale[0] * scale[1] * scale[2] < 0.0);
            }
        }
    }

    #[test]
    fn shear_and_non_finite_columns_are_rejected() {
        let error =
            Frame::of_columns([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.1, 0.0, 1.0]]).unwrap_err();
        assert_eq!(error.field(), Some("axis 0"));
        assert!(error.to_string().contains("is not perpendicular to axis 2"), "{error}");
        let error = Frame::of_columns([[1.0, 0.0, 0.0], [0.0, f32::NAN, 0.0], [0.1, 0.0, 1.0]])
            .unwrap_err();
        let words = "box 0: axis 1 component 1 is NaN, which is not finite";
        assert_eq!(error.to_string(), words);
    }
}
