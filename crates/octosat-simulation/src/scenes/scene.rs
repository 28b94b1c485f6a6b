//! A scene: its bodies and their expected behavior.

use crate::body::{Body, Pose};
use crate::fast::Fast;
use crate::solver::SolverSettings;
use crate::tolerances::{FAR, PLACE_STEPS, SUBSTEPS};
use crate::{DVec3, Vec3};

/// The expected behavior of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It stands where it was built.
    Stands,
    /// It falls and comes to rest.
    Rests,
    /// It keeps moving, and stays together.
    Tumbles,
    /// It tips about the x axis, and comes to rest.
    Tips,
}

/// A scene: bodies, their friction and their expected behavior.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// All bodies; first those that are fixed and carry the others.
    pub bodies: Vec<Body>,
    /// Friction of all bodies, as a part of the normal force.
    pub friction: f32,
    /// Substeps of a frame that it needs.
    pub substeps: u16,
    /// The expected behavior.
    pub expected: Expected,
    /// The farthest that a body may get from where it was built, in meters, if walls keep it.
    pub reach: Option<f32>,
    /// How fast bodies are treated.
    pub fast: Fast,
}

impl Scene {
    /// A scene that must stand, on level ground.
    pub(super) fn on_ground(friction: f32) -> Self {
        let ground = Body::fixed(Vec3::new(50.0, 1.0, 50.0), Pose::at(0.0, -1.0, 0.0));
        Self { bodies: vec![ground], friction, ..Self::empty(Expected::Stands) }
    }

    /// A scene without bodies.
    pub(super) fn empty(expected: Expected) -> Self {
        Self {
            bodies: Vec::new(),
            friction: 0.6,
            substeps: SUBSTEPS,
            expected,
            reach: None,
            fast: Fast::Ignored,
        }
    }

    /// How its bodies are moved.
    #[must_use]
    pub fn settings(&self) -> SolverSettings {
        SolverSettings {
            friction: self.friction,
            substeps: self.substeps,
            ..SolverSettings::default()
        }
    }

    /// Moves everything far from the origin, where `f32` has steps of a millimeter.
    pub fn move_far(&mut self) {
        for body in &mut self.bodies {
            body.center += DVec3::new(FAR, 0.0, FAR);
        }
    }

    /// Moves everything by less than a meter along each axis to one of many places, of which place 0 is
    /// where it was built.
    pub fn move_to(&mut self, place: u32) {
        let shift = DVec3::from_array(PLACE_STEPS.map(|step| (step * f64::from(place)).fract()));
        for body in &mut self.bodies {
            body.center += shift;
        }
    }
}
