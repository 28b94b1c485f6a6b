//! Spheres: closed balls.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;

use super::checks::{check_lengths, check_radius};
use super::lanes::shape_of_rows;
use super::normals::away_from;
use crate::error::Error;

/// A closed ball; a radius of zero makes it a point.
///
/// Center in world coordinates and radius, in meters. One row: x, y, z of the center and the
/// radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Sphere {
    row: Row,
}

impl Sphere {
    /// Makes the ball around a center with a radius.
    ///
    /// # Errors
    /// A value that is not finite or beyond 1e12 m, or a negative radius.
    pub fn new(center: [f32; 3], radius: f32) -> Result<Self, Error> {
        check_lengths("center", &center)?;
        check_radius(radius)?;
        let [x, y, z] = center;
        Ok(Self { row: Row([x + 0.0, y + 0.0, z + 0.0, radius + 0.0]) })
    }

    /// The center, in meters.
    #[must_use]
    pub fn center(&self) -> [f32; 3] {
        let [x, y, z, _] = self.row.0;
        [x, y, z]
    }

    /// The radius, in meters.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.row.0[3]
    }

    /// The unit direction from the center to a point, for example to the place where a line enters; +y at the center
    /// itself.
    #[must_use]
    pub fn normal_at(&self, point: [f32; 3]) -> [f32; 3] {
        away_from([self.center(); 2], point)
    }
}

/// Spheres in lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereLanes<F> {
    /// The center.
    pub(crate) center: [F; 3],
    /// The radius.
    pub(crate) radius: F,
}

impl<F: Copy> SphereLanes<F> {
    #[inline(always)]
    fn of_rows([[x, y, z, radius]]: [[F; 4]; 1]) -> Self {
        Self { center: [x, y, z], radius }
    }
}

shape_of_rows!(Sphere: "spheres", SphereLanes, |isa, rows| SphereLanes::of_rows(rows));
