//! What stands where at the start of a run.

mod cards;
mod drum;
mod heap;
mod stacks;

use clap::ValueEnum;

use crate::body::{Body, Pose};
use crate::solver::SolverSettings;
use crate::tolerances::{FAR, PLACE_STEPS, SUBSTEPS};
use crate::{DVec3, Vec3};

/// What a scene is expected to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It stands where it was built.
    Stands,
    /// It falls and comes to rest.
    Rests,
    /// It keeps moving, and stays together.
    Tumbles,
}

/// A scene of bodies, and what is expected of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// All bodies; first those that are fixed and carry the others.
    pub bodies: Vec<Body>,
    /// Friction of all bodies, as a part of the normal force.
    pub friction: f32,
    /// Substeps of a frame that it needs.
    pub substeps: u16,
    /// What it should do.
    pub expected: Expected,
}

/// The scenes there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SceneChoice {
    /// A wall of ten rows of ten staggered bricks.
    Wall,
    /// A pyramid of twenty rows.
    Pyramid,
    /// A house of cards a meter tall: leaning plates of 4 mm in pairs, with plates across them.
    Cards,
    /// The same house with edges and corners exactly on one another: ties that rounding decides.
    CardsPlain,
    /// A tower of eighteen layers of three wooden blocks, crossed.
    Jenga,
    /// Boxes on a slope of 20 degrees.
    Slope,
    /// A light box under a stack of boxes fifty times as heavy.
    MassRatio,
    /// Boxes of many sizes, dropped on a heap.
    Pile,
    /// Boxes in a drum that turns.
    Drum,
}

impl SceneChoice {
    /// The name the command line uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Pyramid => "pyramid",
            Self::Cards => "cards",
            Self::CardsPlain => "cards-plain",
            Self::Jenga => "jenga",
            Self::Slope => "slope",
            Self::MassRatio => "mass-ratio",
            Self::Pile => "pile",
            Self::Drum => "drum",
        }
    }

    /// Builds the scene; the number of boxes counts for a pile only.
    #[must_use]
    pub fn build(self, boxes: usize) -> Scene {
        match self {
            Self::Wall => stacks::wall(),
            Self::Pyramid => stacks::pyramid(20),
            Self::Cards => cards::house(),
            Self::CardsPlain => cards::plain_house(),
            Self::Jenga => stacks::jenga(),
            Self::Slope => stacks::slope(20.0, 0.6),
            Self::MassRatio => stacks::mass_ratio(50.0),
            Self::Pile => heap::pile(boxes, 1, heap::LOOSE),
            Self::Drum => drum::drum(),
        }
    }
}

impl Scene {
    /// A scene that must stand, on level ground.
    fn on_ground(friction: f32) -> Self {
        let ground = Body::fixed(Vec3::new(50.0, 1.0, 50.0), Pose::at(0.0, -1.0, 0.0));
        Self { bodies: vec![ground], friction, substeps: SUBSTEPS, expected: Expected::Stands }
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

/// One box on a slope of this many degrees with this friction, for tests.
#[must_use]
pub fn slope(degrees: f32, friction: f32) -> Scene {
    stacks::slope(degrees, friction)
}

/// Boxes of many sizes that begin deep inside each other, with many pairs a box, for tests.
#[must_use]
pub fn crowd(boxes: usize) -> Scene {
    heap::pile(boxes, 1, heap::DENSE)
}

/// A cube of one meter on level ground, for tests.
#[must_use]
pub fn single_cube() -> Scene {
    stacks::single_cube()
}
