//! A solid as the engine and as the reference take it.

use octosat::{BoxPose, Solid};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{HullShape, PlacedSolid, RigidFrame, SolidShape};
use octosat_scenes::generate::{Random, narrow};

/// Capsules whose half length is less than this part of the radius are balls.
const BALL: f64 = 0.25;

/// A solid: its shape, whose lengths are numbers of float32, and where it is.
#[derive(Clone, Debug, PartialEq)]
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

    /// A box or, of eight, one cylinder, one capsule and two hulls of its lengths; a ball instead of a short capsule.
    pub fn drawn(random: &mut Random, given: &OrientedBox) -> Self {
        let [radius, _, half_length] = given.half_extents.map(f64::from);
        let solid = Self::of_box(given);
        match random.below(8) {
            2 | 3 => Self { shape: hull(random, given.half_extents), ..solid },
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
            SolidShape::Hull(ref hull) => {
                let points: Vec<_> = hull.points().iter().map(|point| point.map(narrow)).collect();
                Solid::hull(pose, &points, narrow(hull.radius()))
            }
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
        PlacedSolid::new(self.shape.clone(), self.frame())
    }
}

/// The hull of some points that have a box around them, so that its center stays and nothing rounds; sometimes of the center
/// alone. Of three, one has a radius.
fn hull(random: &mut Random, half_extents: [f32; 3]) -> SolidShape {
    let half = half_extents.map(f64::from);
    let count = 6 + random.below(MOST_INSIDE);
    let mut any = || half.map(|half| f64::from(narrow(random.range(-1.0, 1.0) * half)));
    let mut points: Vec<[f64; 3]> = (0..count).map(|_| any()).collect();
    for (side, point) in points.iter_mut().take(6).enumerate() {
        let k = side / 2;
        point[k] = if side % 2 == 0 { half[k] } else { -half[k] };
    }
    if random.one_in(8) {
        points = vec![[0.0; 3]];
    }
    let radius = if random.one_in(3) { f64::from(narrow(0.25 * half[0])) } else { 0.0 };
    SolidShape::Hull(HullShape::new(&points, radius))
}

/// Points of a hull that are no matter for its box, at most.
const MOST_INSIDE: usize = 8;
