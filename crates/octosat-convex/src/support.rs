//! Support functions: the point of a shape that is farthest in a direction.

use crate::placed::Placed;
use crate::pose::Pose;
use crate::vector::{Vector, along, dot, sum, unit, wide};

/// A convex shape with a farthest point in any direction.
pub trait Support {
    /// Returns a point of the shape that is farthest in a direction; world, meters.
    ///
    /// The direction may have any length except zero. If several points are equally far, any of them is
    /// returned.
    fn support(&self, direction: Vector) -> Vector;
}

/// A shape that is symmetric about its center, so that its projection is the center's projection plus and
/// minus one radius.
pub trait Symmetric: Support {
    /// The center, world, meters.
    fn center(&self) -> Vector;

    /// The reach of the shape from its center along a direction, in meters times the direction's length.
    ///
    /// The default projects the vector to the farthest point.
    fn radius(&self, direction: Vector) -> f64 {
        let center = self.center();
        let farthest = self.support(direction);
        dot(farthest, direction) - dot(center, direction)
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
    fn support(&self, direction: Vector) -> Vector {
        let mut farthest = wide(self.first);
        let mut height = dot(farthest, direction);
        for &point in self.others {
            let projected = dot(wide(point), direction);
            if projected > height {
                (farthest, height) = (wide(point), projected);
            }
        }
        farthest
    }
}

impl Support for Sphere {
    fn support(&self, direction: Vector) -> Vector {
        // Without normalizing, this would be right for a unit direction only.
        along(wide(self.center), f64::from(self.radius), unit(direction))
    }
}

impl Symmetric for Sphere {
    fn center(&self) -> Vector {
        wide(self.center)
    }

    fn radius(&self, direction: Vector) -> f64 {
        f64::from(self.radius) * dot(direction, direction).sqrt()
    }
}

impl Support for Aabb {
    fn support(&self, direction: Vector) -> Vector {
        sum(wide(self.center), corner(direction, self.half_extents))
    }
}

impl Symmetric for Aabb {
    fn center(&self) -> Vector {
        wide(self.center)
    }

    fn radius(&self, direction: Vector) -> f64 {
        reach(direction, self.half_extents)
    }
}

impl Support for OrientedBox {
    fn support(&self, direction: Vector) -> Vector {
        let local = corner(self.pose.to_shape(direction), self.half_extents);
        sum(self.pose.origin(), self.pose.to_world(local))
    }
}

impl Symmetric for OrientedBox {
    fn center(&self) -> Vector {
        self.pose.origin()
    }

    fn radius(&self, direction: Vector) -> f64 {
        reach(self.pose.to_shape(direction), self.half_extents)
    }
}

impl Support for Placed<'_> {
    fn support(&self, direction: Vector) -> Vector {
        sum(self.center(), self.vertices()[self.farthest(direction)])
    }
}

/// The corner of a box around the origin on the side to which a direction points.
fn corner(direction: Vector, half_extents: [f32; 3]) -> Vector {
    std::array::from_fn(|k| f64::from(half_extents[k]).copysign(direction[k]))
}

/// The projection of that corner on the direction, computed without the corner.
fn reach(direction: Vector, half_extents: [f32; 3]) -> f64 {
    (0..3).map(|k| direction[k].abs() * f64::from(half_extents[k])).sum()
}
