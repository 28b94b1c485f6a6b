//! A solid as the engine and as the reference take it.

use octosat::{BoxPose, OrientedBox, Solid};
use octosat_reference::float64::{PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::{Random, narrow as rounded};

use crate::geometry::{Quaternion, cube_rotations, narrow, wide};

/// A solid: its shape, whose lengths are numbers of float32, and where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenSolid {
    /// The shape, in meters.
    pub shape: SolidShape,
    /// The center, in meters.
    pub center: [f32; 3],
    /// The rotation.
    pub rotation: [f32; 4],
}

impl GivenSolid {
    /// A solid of rounded numbers.
    #[must_use]
    pub fn new(shape: SolidShape, center: [f64; 3], rotation: Quaternion) -> Self {
        let round = |length: f64| f64::from(rounded(length));
        let shape = match shape {
            SolidShape::Box(half) => SolidShape::Box(half.map(round)),
            SolidShape::Cylinder { radius, half_length } => {
                SolidShape::Cylinder { radius: round(radius), half_length: round(half_length) }
            }
            SolidShape::Capsule { radius, half_length } => {
                SolidShape::Capsule { radius: round(radius), half_length: round(half_length) }
            }
        };
        Self { shape, center: narrow(center), rotation: narrow(rotation) }
    }

    /// The engine's solid.
    #[must_use]
    pub fn solid(&self) -> Solid {
        let pose = BoxPose::new(self.center, self.rotation);
        match self.shape {
            SolidShape::Box(half) => OrientedBox { pose, half_extents: narrow(half) }.into(),
            SolidShape::Cylinder { radius, half_length } => {
                Solid::cylinder(pose, rounded(radius), rounded(half_length))
            }
            SolidShape::Capsule { radius, half_length } => {
                Solid::capsule(pose, rounded(radius), rounded(half_length))
            }
        }
    }

    /// Its frame.
    #[must_use]
    pub fn frame(&self) -> RigidFrame {
        RigidFrame::new(wide(self.center), wide(self.rotation))
    }

    /// The reference's solid.
    #[must_use]
    pub fn placed(&self) -> PlacedSolid {
        PlacedSolid::new(self.shape, self.frame())
    }
}

/// No rotation, one of a cube onto itself, or any.
#[must_use]
pub fn any_rotation(random: &mut Random) -> Quaternion {
    match random.below(4) {
        0 => crate::NO_TURN,
        1 => random.choose(&cube_rotations()),
        _ => random.rotation(),
    }
}

/// Which shapes a random chain or world has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shapes {
    /// Boxes alone.
    Boxes,
    /// Boxes, and a third cylinders and capsules.
    All,
}

/// A solid of about a size, whose center is in a cube; one of twelve is flat, thin or a point.
#[must_use]
pub fn random_solid(random: &mut Random, shapes: Shapes, size: f64, cube: f64) -> GivenSolid {
    let mut lengths = [(); 3].map(|()| size * random.decades(2));
    if random.one_in(12) {
        lengths[random.below(3)] = 0.0;
    }
    let [radius, half_length, _] = lengths;
    let shape = match random.below(6) {
        0 if shapes == Shapes::All => SolidShape::Cylinder { radius, half_length },
        1 if shapes == Shapes::All => SolidShape::Capsule { radius, half_length },
        _ => SolidShape::Box(lengths),
    };
    let center = random.vector(-cube, cube);
    GivenSolid::new(shape, center, any_rotation(random))
}
