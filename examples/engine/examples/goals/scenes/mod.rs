//! The scenes: bodies at the start of a run, and what they should do.

mod cards;
mod moving;
mod stacks;

pub(crate) use moving::{between, pile};

use glam::{DVec3, Quat, Vec3};
use octosat_engine::{Body, World, solver::Substeps};

use crate::Outcome;

/// Kilograms per cubic meter where a scene does not say otherwise: light wood.
pub(crate) const DENSITY: f32 = 500.0;

/// By which part of a meter each place is moved on along each axis; whole meters are dropped. Irrational, so that centers
/// get other last digits in each place.
const PLACE_STEPS: DVec3 =
    DVec3::new(0.618_033_988_749_895, 0.414_213_562_373_095, 0.732_050_807_568_877);

/// What a scene should do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// It stands where it was built.
    Stands,
    /// It falls and comes to rest.
    Rests,
    /// It keeps moving, and stays together.
    Tumbles,
    /// It tips about the x axis, and comes to rest.
    Tips,
}

/// A scene.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) name: &'static str,
    pub(crate) bodies: Vec<Body>,
    pub(crate) friction: f32,
    pub(crate) substeps: u16,
    pub(crate) expected: Expected,
    /// The farthest that a body may get from where it was built, in meters, if walls keep it.
    pub(crate) reach: Option<f32>,
    /// The speed at which bodies without mass go round the z axis, in radians per second.
    pub(crate) turning: f32,
}

impl Scene {
    /// All scenes.
    pub(crate) fn all() -> Vec<Self> {
        vec![
            stacks::wall(),
            stacks::pyramid(20),
            cards::house("cards", cards::APART),
            cards::house("cards-plain", cards::EXACT),
            stacks::jenga(),
            stacks::slope(20.0, 0.6),
            stacks::mass_ratio(50.0),
            stacks::tower("tower", false),
            stacks::tower("tower-on-tiles", true),
            stacks::tipping(),
            pile(500),
            moving::drum(),
            moving::plates(),
        ]
    }

    /// The scene of a name.
    pub(crate) fn named(name: &str) -> Outcome<Self> {
        let found = Self::all().into_iter().find(|scene| scene.name == name);
        found.ok_or_else(|| format!("there is no scene {name:?}").into())
    }

    /// A scene without bodies.
    fn new(name: &'static str, expected: Expected) -> Self {
        let bodies = Vec::new();
        Self { name, bodies, friction: 0.6, substeps: 8, expected, reach: None, turning: 0.0 }
    }

    /// A scene on level ground.
    fn on_ground(name: &'static str, expected: Expected) -> Self {
        let mut scene = Self::new(name, expected);
        scene.add(0.0, Vec3::new(50.0, 1.0, 50.0), -Vec3::Y, Quat::IDENTITY);
        scene
    }

    /// Adds a box, which nothing moves if its density is zero.
    fn add(&mut self, density: f32, half: Vec3, center: Vec3, rotation: Quat) -> &mut Body {
        let mut body = Body::cuboid(center, half, density);
        body.rotation = rotation;
        self.bodies.push(body);
        self.bodies.last_mut().expect("it was added")
    }

    /// The world at one of many places less than a meter apart, of which place 0 is where it was built. No body sleeps, so
    /// that they are still by their contacts alone.
    pub(crate) fn world(&self, place: u32) -> Outcome<World> {
        let shift = (f64::from(place) * PLACE_STEPS).fract();
        let mut world = World::default();
        world.substeps = Substeps(self.substeps);
        for mut body in self.bodies.iter().cloned() {
            body.center = (body.center.as_dvec3() + shift).as_vec3();
            (body.friction, body.is_restless) = (self.friction, true);
            world.add(body)?;
        }
        Ok(world)
    }

    /// Lets the bodies that go round do so in the next frame, along chords, so that they stay on their circles.
    pub(crate) fn turn(&self, world: &mut World, frame: u16, place: u32) -> Outcome {
        if self.turning == 0.0 {
            return Ok(());
        }
        let shift = (f64::from(place) * PLACE_STEPS).fract();
        let at = |body: &Body, frame: u16| {
            let angle = f64::from(self.turning * octosat_engine::FRAME) * f64::from(frame);
            let center = body.center.as_dvec3();
            (glam::DQuat::from_rotation_z(angle) * center + shift).as_vec3()
        };
        for (id, body) in (0..).zip(&self.bodies).filter(|(_, body)| !body.is_movable()) {
            let (from, to) = (at(body, frame), at(body, frame + 1));
            let moved = world.body_mut(id).ok_or("it was added")?;
            moved.velocity = (to - from) / octosat_engine::FRAME;
            moved.spin = self.turning * Vec3::Z;
        }
        Ok(())
    }
}
