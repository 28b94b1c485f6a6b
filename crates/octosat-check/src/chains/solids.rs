//! A solid as the engine and as the reference take it.

use octosat::{BoxPose, Solid};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::{Random, narrow};

/// Capsules whose half length is less than this part of the radius are balls.
const BALL: f64 = 0.25;

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
    /// A box.
    pub fn of_box(given: &OrientedBox) -> Self {
        let OrientedBox { center, rotation, half_extents } = *given;
        Self { shape: SolidShape::Box(half_extents.map(f64::from)), center, rotation }
    }

    /// An upright cube around a point, rounded to float32, with half its edge in meters.
    pub fn cube(half: f64, center: [f64; 3]) -> Self {
        let half = f64::from(narrow(half));
        let rotation = [0.0, 0.0, 0.0, 1.0];
        Self { shape: SolidShape::Box([half; 3]), center: center.map(narrow), rotation }
    }

    /// A box or, of three, one cylinder or capsule of its lengths; a ball instead of a short capsule.
    pub fn drawn(random: &mut Random, given: &OrientedBox) -> Self {
        let [radius, _, half_length] = given.half_extents.map(f64::from);
        let solid = Self::of_box(given);
        match random.below(6) {
            0 => Self { shape: SolidShape::Cylinder { radius, half_length }, ..solid },
            1 if half_length < BALL * radius => {
                Self { shape: SolidShape::Capsule { radius, half_length: 0.0 }, ..solid }
            }
            1 => Self { shape: SolidShape::Capsule { radius, half_length }, ..solid },
            _ => solid,
        }
    }

    /// The same with its center at a point, rounded to float32.
    pub fn at(self, center: [f64; 3]) -> Self {
        Self { center: center.map(narrow), ..self }
    }

    /// The engine's solid.
    pub fn solid(&self) -> Solid {
        let pose = BoxPose::new(self.center, self.rotation);
        match self.shape {
            SolidShape::Box(half) => {
                octosat::OrientedBox { pose, half_extents: half.map(narrow) }.into()
            }
            SolidShape::Cylinder { radius, half_length } => {
                Solid::cylinder(pose, narrow(radius), narrow(half_length))
            }
            SolidShape::Capsule { radius, half_length } => {
                Solid::capsule(pose, narrow(radius), narrow(half_length))
            }
        }
    }

    /// Its frame.
    pub fn frame(&self) -> RigidFrame {
        RigidFrame::new(self.center.map(f64::from), self.rotation.map(f64::from))
    }

    /// The reference's solid.
    pub fn placed(&self) -> PlacedSolid {
        PlacedSolid::new(self.shape, self.frame())
    }
}
