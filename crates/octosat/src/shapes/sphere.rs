//! Spheres: closed balls, and the result of another shape against one.

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

/// How a box or another shape and a sphere touch, or how far they are apart.
///
/// If the sphere's center is outside the box, `point` is the box's nearest point, and the normal points from there to
/// the center. If the center is inside the box or on its surface, the sphere leaves through the nearest face: `point`
/// is the nearest point of that face, and the normal is the face's normal. If faces are equally near, the lowest axis
/// is taken, and the positive one of two opposite faces.
///
/// In results of [`ShapePairs`](crate::ShapePairs) the first shape takes the place of the box. The normal then points
/// from the nearest place of its core to the center; the core is the center of a sphere, or the segment inside a
/// capsule. If the sphere's center is at the core, except for rounding, the normal is perpendicular to the core: the
/// direction nearest to +y, or to +x if the core is within 45° of the y axis; +y for two spheres. The normal of a
/// half-space is its own.
///
/// Only unchecked views and `bytemuck` casts can contain values that are not finite. If such values leave the result
/// undefined, every number is [`f32::NAN`].
///
/// Plain data of 32 bytes, aligned to 16, the fields in their order without gaps: at 0, 12, 16 and 28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct SphereContact {
    /// Unit direction from the box or the first shape to the sphere, world coordinates.
    pub normal: [f32; 3],
    /// How far the sphere must move along the normal to be clear of the first shape, in meters: the radius minus
    /// `distance`. If negative, minus the gap.
    pub depth: f32,
    /// The nearest point of the first shape's surface, world coordinates.
    pub point: [f32; 3],
    /// How far the sphere's center is from the surface, in meters; negative inside the first shape.
    pub distance: f32,
}

impl SphereContact {
    /// Whether the first shape and the ball, both closed, share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}
