//! Results of a box against a sphere.

use bytemuck::{Pod, Zeroable};

/// How a box and a sphere touch, or how far they are apart.
///
/// If the sphere's center is outside the box, `point` is the box's nearest point, and the normal points from there to
/// the center. If the center is inside the box or on its surface, the sphere leaves through the nearest face: `point`
/// is the nearest point of that face, and the normal is the face's normal. If faces are equally near, the lowest axis
/// is taken, and the positive one of two opposite faces.
///
/// Only unchecked views and `bytemuck` casts can contain values that are not finite. If such values leave the result
/// undefined, every number is [`f32::NAN`].
///
/// Plain data of 32 bytes, aligned to 16, the fields in their order without gaps: at 0, 12, 16 and 28.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct SphereContact {
    /// Unit direction from the box to the sphere, world coordinates.
    pub normal: [f32; 3],
    /// How far the sphere must move along the normal to be clear of the box, in meters: the radius minus
    /// `distance`. If negative, minus the gap.
    pub depth: f32,
    /// The nearest point of the box's surface, world coordinates.
    pub point: [f32; 3],
    /// How far the sphere's center is from the surface, in meters; negative inside the box.
    pub distance: f32,
}

impl SphereContact {
    /// Whether the closed box and the closed ball share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }
}
