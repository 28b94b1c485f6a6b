//! Corners of six planes, in `f64`.

use core::fmt;

use octosat_lanes::math;

use super::side::FrustumSide;
use crate::error::{Error, ErrorKind};
use crate::tolerances::{MAX_LENGTH, SMALLEST_FRUSTUM_EDGE};
use crate::vector::{cross, dot, squared};

/// Smallest accepted triple product of three unit normals of a frustum that make a corner, without
/// unit.
///
/// Below it planes meet at so flat an angle that rounding them moves their corner by a hundredth of
/// its distance and more.
const SMALLEST_FRUSTUM_DETERMINANT: f64 = 1e-5;

/// A plane in `f64`: a point `p` is inside if `normal · p` is at most the offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: [f64; 3],
    pub(super) offset: f64,
}

impl Plane {
    /// The distance of a point from the plane in meters: positive outside, negative inside.
    pub(super) fn distance(&self, point: [f64; 3]) -> f64 {
        dot(self.normal, point) - self.offset
    }
}

pub(super) fn length(a: [f64; 3]) -> f64 {
    math::sqrt(squared(a))
}

/// The sides that meet in a corner: bit 0 of its number right, bit 1 top, bit 2 far.
pub(super) fn sides_of(corner: usize) -> [FrustumSide; 3] {
    core::array::from_fn(|axis| FrustumSide::ALL[2 * axis + (corner >> axis & 1)])
}

/// The eight corners, each strictly inside the three planes that do not form it.
///
/// This is the only check needed. Three edges run from each corner, each to another of the eight corners, so
/// the volume has exactly the twelve edges of a cube and does not extend to infinity.
pub(super) fn corners(planes: &[Plane; 6]) -> Result<[[f64; 3]; 8], Error> {
    let mut corners = [[0.0; 3]; 8];
    for (number, corner) in corners.iter_mut().enumerate() {
        let sides @ [x, y, z] = sides_of(number);
        *corner = meeting_point(sides.map(|side| planes[side as usize])).ok_or_else(|| {
            no_frustum(format_args!("the {x}, {y} and {z} planes do not meet in a point"))
        })?;
        let limit = MAX_LENGTH;
        if corner.iter().any(|c| c.abs() > f64::from(limit)) {
            let why = format_args!("the corner of the {x}, {y} and {z} planes is beyond {limit:e}");
            return Err(no_frustum(why));
        }
    }
    let size = corners.iter().map(|&corner| length(corner_difference(corner, corners[0])));
    let size = size.fold(0.0, f64::max);
    for (number, &corner) in corners.iter().enumerate() {
        let sides @ [x, y, z] = sides_of(number);
        for outside in sides.map(FrustumSide::opposite) {
            // Written so that NaN is rejected.
            let inside = planes[outside as usize].distance(corner) < -SMALLEST_FRUSTUM_EDGE * size;
            if !inside {
                let why = format_args!(
                    "the corner of the {x}, {y} and {z} planes is not inside the {outside} plane"
                );
                return Err(no_frustum(why));
            }
        }
    }
    Ok(corners)
}

/// The error of planes, a matrix or a view that make no frustum.
#[cold]
pub(super) fn no_frustum(why: fmt::Arguments<'_>) -> Error {
    Error::new(ErrorKind::Shape, format_args!("frustum: {why}"))
}

pub(super) fn corner_difference(to: [f64; 3], from: [f64; 3]) -> [f64; 3] {
    core::array::from_fn(|k| to[k] - from[k])
}

/// The common point of three planes: Cramer's rule, with the determinants as triple products.
fn meeting_point([a, b, c]: [Plane; 3]) -> Option<[f64; 3]> {
    let across = [cross(b.normal, c.normal), cross(c.normal, a.normal), cross(a.normal, b.normal)];
    let determinant = dot(a.normal, across[0]);
    if determinant.abs() < SMALLEST_FRUSTUM_DETERMINANT {
        return None;
    }
    let sum =
        |k: usize| a.offset * across[0][k] + b.offset * across[1][k] + c.offset * across[2][k];
    Some(core::array::from_fn(|k| sum(k) / determinant))
}
