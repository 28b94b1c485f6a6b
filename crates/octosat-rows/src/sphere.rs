//! Contacts of spheres, one per pair.

use bytemuck::{Pod, Zeroable};

/// How a box or another shape and a sphere touch, or how far they are apart.
///
/// If the sphere's center is outside the box, `point` is the box's nearest point, and the normal points from there to
/// the center. If the center is inside the box or on its surface, the sphere leaves through the nearest face: `point`
/// is the nearest point of that face, and the normal is the face's normal. If faces are equally near, the lowest axis
/// is taken, and the positive one of two opposite faces.
///
/// In pairs of shapes the first shape takes the place of the box. The normal then points from the nearest place of its
/// core to the center; the core is the center of a sphere, or the segment inside a capsule. If the sphere's center is at
/// the core, except for rounding, the normal is perpendicular to the core: the direction nearest to +y, or to +x if the
/// core is within 45° of the y axis; +y for two spheres. The normal of a half-space is its own.
///
/// If input that is not finite leaves the result undefined, every number is NaN.
///
/// Plain data of 32 bytes, aligned to 4, the fields in their order without gaps: at 0, 12, 16 and 28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
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
