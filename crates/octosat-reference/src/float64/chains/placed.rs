//! Boxes, cylinders, capsules and hulls in the world, by their points that are farthest along directions.

use super::frame::RigidFrame;
use super::hull::HullShape;
use crate::float64::pair::ReferencePair;
use crate::float64::solid::Solid;
use crate::vector::{difference, dot, length, moved, sum, unit};

/// The shape of a solid, centered in its frame. The axis of cylinders and capsules is z. Lengths are in meters.
#[derive(Clone, Debug, PartialEq)]
pub enum SolidShape {
    /// A box, by its half extents.
    Box([f64; 3]),
    /// A cylinder.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half its length.
        half_length: f64,
    },
    /// A capsule.
    Capsule {
        /// Its radius.
        radius: f64,
        /// Half the length of the segment inside.
        half_length: f64,
    },
    /// A hull.
    Hull(HullShape),
}

/// A solid in the world.
#[derive(Clone, Debug)]
pub struct PlacedSolid {
    /// Its shape.
    pub shape: SolidShape,
    /// Where it is in the world.
    pub frame: RigidFrame,
}

impl SolidShape {
    /// The distance of the farthest point from the center, in meters.
    #[must_use]
    pub fn bounding_radius(&self) -> f64 {
        match self {
            Self::Box(half) => length(*half),
            Self::Cylinder { radius, half_length } => radius.hypot(*half_length),
            Self::Capsule { radius, half_length } => radius + half_length,
            Self::Hull(hull) => {
                hull.radius() + hull.points().iter().map(|&point| length(point)).fold(0.0, f64::max)
            }
        }
    }

    /// The radius of the ball that is around every point of the core; zero except for capsules and hulls.
    pub(super) fn rounding(&self) -> f64 {
        match self {
            Self::Capsule { radius, .. } => *radius,
            Self::Hull(hull) => hull.radius(),
            Self::Box(_) | Self::Cylinder { .. } => 0.0,
        }
    }

    /// The shape whose surface is deeper inside by a length, or of a hull one within it; none if nothing is left.
    #[must_use]
    pub fn shrunk(&self, by: f64) -> Option<Self> {
        let positive = |length: f64| (length > by).then_some(length - by);
        match *self {
            Self::Hull(ref hull) => hull.shrunk(by).map(Self::Hull),
            Self::Box([x, y, z]) => Some(Self::Box([positive(x)?, positive(y)?, positive(z)?])),
            Self::Cylinder { radius, half_length } => {
                let [radius, half_length] = [positive(radius)?, positive(half_length)?];
                Some(Self::Cylinder { radius, half_length })
            }
            Self::Capsule { radius, half_length } => {
                Some(Self::Capsule { radius: positive(radius)?, half_length })
            }
        }
    }

    /// Half the edge lengths of the smallest box along the axes that contains the solid.
    #[must_use]
    pub fn half_extents(&self) -> [f64; 3] {
        match *self {
            Self::Box(half) => half,
            Self::Cylinder { radius, half_length } => [radius, radius, half_length],
            Self::Capsule { radius, half_length } => [radius, radius, radius + half_length],
            Self::Hull(ref hull) => [0, 1, 2].map(|k| {
                let along = hull.points().iter().map(|point| point[k].abs());
                hull.radius() + along.fold(0.0, f64::max)
            }),
        }
    }
}

impl PlacedSolid {
    /// A solid there.
    #[must_use]
    pub const fn new(shape: SolidShape, frame: RigidFrame) -> Self {
        Self { shape, frame }
    }

    /// The point of the core that is farthest along a direction, relative to the center.
    pub(super) fn core_support(&self, direction: [f64; 3]) -> [f64; 3] {
        let along = self.frame.axes.map(|axis| dot(axis, direction));
        let signed = |k: usize, half: f64| if along[k] < 0.0 { -half } else { half };
        let local = match self.shape {
            SolidShape::Hull(ref hull) => hull.farthest(along),
            SolidShape::Box([x, y, z]) => [signed(0, x), signed(1, y), signed(2, z)],
            SolidShape::Cylinder { radius, half_length } => {
                let across = unit([along[0], along[1], 0.0]);
                [radius * across[0], radius * across[1], signed(2, half_length)]
            }
            SolidShape::Capsule { half_length, .. } => [0.0, 0.0, signed(2, half_length)],
        };
        self.frame.direction(local)
    }

    /// The point that is farthest along a direction, in the world.
    #[must_use]
    pub fn farthest(&self, direction: [f64; 3]) -> [f64; 3] {
        let core = sum(self.frame.origin, self.core_support(direction));
        moved(core, self.shape.rounding(), unit(direction))
    }

    /// Whether it overlaps another solid also if its surface is deeper inside by a length.
    #[must_use]
    pub fn overlaps_by(&self, other: &Self, by: f64) -> bool {
        let shrunk = self.shape.shrunk(by).map(|shape| Self { shape, frame: self.frame });
        shrunk.is_some_and(|shrunk| shrunk.gap(other).most <= 0.0)
    }

    /// The eight corners of the smallest box along the axes that contains the solid, in the world.
    #[must_use]
    pub fn corners(&self) -> [[f64; 3]; 8] {
        let half = self.shape.half_extents();
        core::array::from_fn(|number| {
            let sided = |k: usize| if number & (1 << k) == 0 { -half[k] } else { half[k] };
            self.frame.point([sided(0), sided(1), sided(2)])
        })
    }

    /// The pair of two boxes; none if one is not a box.
    #[must_use]
    pub fn boxes(&self, other: &Self) -> Option<ReferencePair> {
        let (&SolidShape::Box(a), &SolidShape::Box(b)) = (&self.shape, &other.shape) else {
            return None;
        };
        let origin = self.frame.origin;
        let offset = difference(other.frame.origin, origin);
        let [a, b] = [
            Solid::of_parts([0.0; 3], self.frame.axes, a, 0.0),
            Solid::of_parts(offset, other.frame.axes, b, 0.0),
        ];
        Some(ReferencePair::new(a, b, origin))
    }
}
