//! Two spheres: the distance of the centers against the sum of the radii.

use crate::float64::Ball;
use crate::vector::{difference, dot, length, scaled};

/// How deep two spheres overlap, and in which direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereContact {
    /// Unit, from a to b; x if the centers coincide.
    pub normal: [f32; 3],
    /// Meters along the normal, negative for a gap.
    pub depth: f32,
}

/// Whether two spheres share a point. Touching counts.
#[must_use]
pub fn spheres_overlap(a: &Ball, b: &Ball) -> bool {
    let between = difference(b.center, a.center);
    let reach = a.radius + b.radius;
    dot(between, between) <= reach * reach
}

/// The depth and the normal of two spheres.
#[must_use]
pub fn sphere_contact(a: &Ball, b: &Ball) -> SphereContact {
    let between = difference(b.center, a.center);
    let distance = length(between);
    let normal = if distance > 0.0 { scaled(between, 1.0 / distance) } else { [1.0, 0.0, 0.0] };
    SphereContact { normal, depth: a.radius + b.radius - distance }
}

/// Meters between the projections of two spheres on a unit axis, negative for overlap.
///
/// The slides compare the signed projection of the offset of the centers. It is negative if the axis points
/// from b to a, and then it never separates; its magnitude is right.
#[must_use]
pub fn sphere_separation_along(a: &Ball, b: &Ball, axis: [f32; 3]) -> f32 {
    dot(difference(b.center, a.center), axis).abs() - (a.radius + b.radius)
}
