//! Support functions: the point of a shape that is farthest in a direction.

use glam::DVec3;

use crate::convex::placed::Placed;
use crate::convex::pose::Pose;
use crate::convex::pose::wide;

/// A convex shape with a farthest point in any direction.
pub trait Support {
    /// Returns a point of the shape that is farthest in a direction; world, meters.
    ///
    /// The direction may have any length except zero. If several points are equally far, any of them is
    /// returned.
    fn support(&self, direction: DVec3) -> DVec3;
}

/// A shape that is symmetric about its center, so that its projection is the center's projection plus and
/// minus one radius.
pub trait Symmetric: Support {
    /// The center, world, meters.
    fn center(&self) -> DVec3;

    /// The reach of the shape from its center along a direction, in meters times the direction's length.
    ///
    /// The default projects the vector to the farthest point.
    fn radius(&self, direction: DVec3) -> f64 {
        let center = self.center();
        let farthest = self.support(direction);
        farthest.dot(direction) - center.dot(direction)
    }
}

/// The convex hull of at least one point, world, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points<'p> {
    first: [f32; 3],
    others: &'p [[f32; 3]],
}

impl<'p> Points<'p> {
    /// Makes the hull of points; `None` for an empty list, which has no farthest point.
    #[must_use]
    pub fn new(points: &'p [[f32; 3]]) -> Option<Self> {
        points.split_first().map(|(&first, others)| Self { first, others })
    }
}

/// A ball.
///
/// Nothing is checked: the center must be finite, and the radius finite and not negative. With a negative
/// radius the ends of the interval are exchanged, and tests report separation where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    /// Center, world, meters.
    pub center: [f32; 3],
    /// Radius, meters.
    pub radius: f32,
}

/// A box along the world's axes.
///
/// Nothing is checked: the center must be finite, and the half extents finite and not negative. With a negative half
/// extent, the farthest point and the radius contradict each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Center, world, meters.
    pub center: [f32; 3],
    /// Half of each side's length, meters.
    pub half_extents: [f32; 3],
}

/// A box along its own axes.
///
/// The pose is checked when it is made. The half extents are not: as those of an [`Aabb`] they must be
/// finite and not negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// The position and rotation.
    pub pose: Pose,
    /// Half of each side's length, meters.
    pub half_extents: [f32; 3],
}

impl Support for Points<'_> {
    fn support(&self, direction: DVec3) -> DVec3 {
        let mut farthest = wide(self.first);
        let mut height = farthest.dot(direction);
        for &point in self.others {
            let projected = wide(point).dot(direction);
            if projected > height {
                (farthest, height) = (wide(point), projected);
            }
        }
        farthest
    }
}

impl Support for Sphere {
    fn support(&self, direction: DVec3) -> DVec3 {
        // Without normalizing, this would be right for a unit direction only.
        wide(self.center) + direction.normalize() * f64::from(self.radius)
    }
}

impl Symmetric for Sphere {
    fn center(&self) -> DVec3 {
        wide(self.center)
    }

    fn radius(&self, direction: DVec3) -> f64 {
        f64::from(self.radius) * direction.length()
    }
}

impl Support for Aabb {
    fn support(&self, direction: DVec3) -> DVec3 {
        wide(self.center) + corner(direction, self.half_extents)
    }
}

impl Symmetric for Aabb {
    fn center(&self) -> DVec3 {
        wide(self.center)
    }

    fn radius(&self, direction: DVec3) -> f64 {
        reach(direction, self.half_extents)
    }
}

impl Support for OrientedBox {
    fn support(&self, direction: DVec3) -> DVec3 {
        let local = corner(self.pose.to_shape(direction), self.half_extents);
        self.pose.origin() + self.pose.to_world(local)
    }
}

impl Symmetric for OrientedBox {
    fn center(&self) -> DVec3 {
        self.pose.origin()
    }

    fn radius(&self, direction: DVec3) -> f64 {
        reach(self.pose.to_shape(direction), self.half_extents)
    }
}

impl Support for Placed<'_> {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.center() + self.vertices()[self.farthest(direction)]
    }
}

/// The corner of a box around the origin on the side to which a direction points.
fn corner(direction: DVec3, half_extents: [f32; 3]) -> DVec3 {
    wide(half_extents).copysign(direction)
}

/// The projection of that corner on the direction, computed without the corner.
fn reach(direction: DVec3, half_extents: [f32; 3]) -> f64 {
    direction.abs().dot(wide(half_extents))
}
