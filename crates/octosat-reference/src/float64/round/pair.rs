//! A shape and a sphere or capsule, in float64.

use super::core::{Core, Nearest};
use crate::OrientedBox;
use crate::float64::outline::Segment;
use crate::float64::shapes::{Ball, CapsuleSolid, Plane};
use crate::float64::solid::Solid;
use crate::vector::{difference, dot, length, scaled, sum, wide};

/// How far two unit vectors may differ that are the same but for float32 (dimensionless).
pub(super) const SAME_DIRECTION: f64 = 1e-6;

/// A shape as it is stored. A sphere is a capsule whose core is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenShape {
    /// A box.
    Box(OrientedBox),
    /// A capsule or a sphere.
    Capsule(CapsuleSolid),
    /// A half-space.
    HalfSpace(Plane),
}

/// Two shapes, the second of which is a sphere or a capsule, relative to a point near both.
#[derive(Clone, Copy, Debug)]
pub struct RoundPair {
    pub(super) a: Core,
    pub(super) b: Segment<3>,
    /// Meters.
    pub(super) radii: [f64; 2],
    /// The point that places are relative to, in the world, meters.
    pub(super) origin: [f64; 3],
    /// By how much the squared length of the box's quaternion is off one.
    pub(super) deviation: f64,
}

impl From<Ball> for CapsuleSolid {
    fn from(ball: Ball) -> Self {
        Self { start: ball.center, end: ball.center, radius: ball.radius }
    }
}

impl From<Ball> for GivenShape {
    fn from(ball: Ball) -> Self {
        Self::Capsule(ball.into())
    }
}

impl RoundPair {
    /// The pair. Quaternions and normals stand for the rotations and directions that they are proportional to.
    #[must_use]
    pub fn new(a: &GivenShape, b: &CapsuleSolid) -> Self {
        let (origin, radius, mut deviation) = match a {
            GivenShape::Box(of) => (of.center, 0.0, 0.0),
            GivenShape::Capsule(of) => (of.start, f64::from(of.radius), 0.0),
            GivenShape::HalfSpace(_) => (b.start, 0.0, 0.0),
        };
        let seen = |[start, end]: [[f32; 3]; 2]| {
            let [start, end] = [start, end].map(|end| difference(wide(end), wide(origin)));
            Segment { start, end }
        };
        let core = match a {
            GivenShape::Box(of) => {
                deviation =
                    (of.rotation.map(f64::from).map(|c| c * c).iter().sum::<f64>() - 1.0).abs();
                Core::Box((&Solid::of_oriented(of, origin)).into())
            }
            GivenShape::Capsule(of) => Core::Segment(seen([of.start, of.end])),
            GivenShape::HalfSpace(of) => {
                let normal = wide(of.normal);
                let size = length(normal);
                let offset = f64::from(of.offset) - dot(normal, wide(origin));
                Core::HalfSpace { normal: scaled(normal, 1.0 / size), offset: offset / size }
            }
        };
        let radii = [radius, f64::from(b.radius)];
        Self { a: core, b: seen([b.start, b.end]), radii, origin: wide(origin), deviation }
    }

    /// Meters between both surfaces; at most minus both radii for cores that touch.
    #[must_use]
    pub fn distance(&self) -> f64 {
        self.nearest().distance - self.radius()
    }

    /// Meters that the cores are apart along the direction of their closest points; zero if there is none.
    #[must_use]
    pub fn separation(&self) -> f64 {
        self.direction().map_or(0.0, |direction| self.a.separation(&self.b, direction))
    }

    /// Meters, both radii together.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }

    /// The closest points of the cores.
    pub(super) fn nearest(&self) -> Nearest {
        self.a.nearest(&self.b)
    }

    /// The vector from the nearest point of a's core to that of b's, of unit length; none for cores that touch.
    pub(super) fn direction(&self) -> Option<[f64; 3]> {
        let Nearest { on_a, on_b, distance } = self.nearest();
        match self.a {
            Core::HalfSpace { normal, .. } => Some(normal),
            _ if distance > 0.0 => Some(scaled(difference(on_b, on_a), 1.0 / distance)),
            _ => None,
        }
    }

    /// The core of b after it has moved, meters.
    pub(super) fn moved(&self, by: [f64; 3]) -> Segment<3> {
        Segment { start: sum(self.b.start, by), end: sum(self.b.end, by) }
    }

    /// The offset of the middle of b's core from that of a's, meters.
    pub(super) fn offset(&self) -> [f64; 3] {
        difference(scaled(sum(self.b.start, self.b.end), 0.5), self.a.middle())
    }
}
