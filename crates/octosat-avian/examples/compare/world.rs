//! A world with a scene, whose contacts are found by one of the contenders.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use avian3d::collision::CollisionDiagnostics;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use octosat::Error;
use octosat_avian::{BoxContacts, WithOctosat};

use crate::measure::{Poses, State, StepTime, deepest};
use crate::scenes::{Body, Scene};

/// Who finds the contacts of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Avian, which asks parry.
    Avian,
    /// Octosat.
    Octosat,
}

impl Contender {
    /// All contenders, the one that others are compared with first.
    pub const ALL: [Self; 2] = [Self::Avian, Self::Octosat];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Avian => "avian (parry)",
            Self::Octosat => "octosat",
        }
    }

    /// The contender that a ratio of times is about.
    pub fn compared_with(self) -> Self {
        Self::Avian
    }
}

/// Frames per second.
const RATE: u32 = 60;

/// How long the narrow phase took in a step, with octosat's part.
#[derive(Resource)]
struct NarrowPhaseTime {
    start: Instant,
    time: Duration,
    /// Pairs whose contacts were found, and pairs left to parry, summed over all steps.
    pairs: [usize; 2],
}

/// A simulation without a window.
pub struct World {
    app: App,
    bodies: Vec<Body>,
    entities: Vec<Entity>,
}

impl World {
    /// A world with this number of boxes of a scene, in which no box falls asleep.
    pub fn new(contender: Contender, scene: Scene, boxes: usize) -> Self {
        let mut app = App::new();
        // The transform plugin is what avian's benchmarks add, too.
        app.add_plugins((MinimalPlugins, TransformPlugin));
        match contender {
            Contender::Avian => app.add_plugins(PhysicsPlugins::default()),
            Contender::Octosat => app.add_plugins(PhysicsPlugins::default().with_octosat()),
        };
        // One physics step per update.
        let frame = Duration::from_secs(1) / RATE;
        app.insert_resource(Time::<Fixed>::from_duration(frame));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        if let Some(substeps) = scene.substeps() {
            app.insert_resource(SubstepCount(substeps));
        }
        measure_narrow_phase(&mut app);
        app.finish();
        app.cleanup();
        let mut world = Self { app, bodies: Vec::new(), entities: Vec::new() };
        for body in scene.bodies(boxes) {
            world.spawn(body);
        }
        world
    }

    fn spawn(&mut self, body: Body) {
        let kind = if body.is_dynamic { RigidBody::Dynamic } else { RigidBody::Static };
        let rotation = Quat::from_array(body.rotation);
        let pose = Transform::from_translation(body.position.into()).with_rotation(rotation);
        let [x, y, z] = body.half_extents.map(|half| 2.0 * half);
        let parts = (kind, pose, SleepingDisabled, Collider::cuboid(x, y, z));
        self.entities.push(self.app.world_mut().spawn(parts).id());
        self.bodies.push(body);
    }

    /// Simulates a frame.
    pub fn step(&mut self) -> StepTime {
        let start = Instant::now();
        self.app.update();
        let step = start.elapsed();
        let narrow_phase = self.app.world().resource::<CollisionDiagnostics>().narrow_phase;
        let both = self.app.world().resource::<NarrowPhaseTime>().time;
        StepTime { narrow_phase, octosat: both.saturating_sub(narrow_phase), step }
    }

    /// How many pairs octosat has answered, if it is in this world.
    pub fn answers(&self) -> Option<String> {
        self.app.world().get_resource::<BoxContacts>()?;
        let [answered, missed] = self.app.world().resource::<NarrowPhaseTime>().pairs;
        Some(format!("{answered} pairs of boxes computed, {missed} questions left to parry"))
    }

    /// Avian's contacts after the last step.
    fn graph(&self) -> &ContactGraph {
        self.app.world().resource::<ContactGraph>()
    }

    fn position(&self, body: usize) -> Vec3 {
        self.component::<Position>(body).0
    }

    fn velocity(&self, body: usize) -> Vec3 {
        self.component::<LinearVelocity>(body).0
    }

    /// What the world is like.
    ///
    /// # Errors
    /// If a body's position or rotation is not finite.
    pub fn state(&self) -> Result<State, Error> {
        let pairs = self.graph().active_pairs();
        let manifolds = || pairs.iter().flat_map(|pair| &pair.manifolds);
        Ok(State {
            pairs: pairs.len(),
            touching: pairs.iter().filter(|pair| pair.is_touching()).count(),
            points: manifolds().map(|manifold| manifold.points.len()).sum(),
            deepest: self.deepest(pairs)?,
            kinetic_energy: (0..self.bodies.len()).map(|body| self.kinetic_energy(body)).sum(),
        })
    }

    fn component<C: Component>(&self, body: usize) -> &C {
        self.app.world().get::<C>(self.entities[body]).expect("a component of every body")
    }

    fn deepest(&self, pairs: &[ContactPair]) -> Result<f32, Error> {
        let indices = 0..self.bodies.len();
        let poses = Poses {
            centers: indices.clone().map(|body| self.position(body).to_array()).collect(),
            rotations: indices.map(|body| self.component::<Rotation>(body).0.to_array()).collect(),
            half_extents: self.bodies.iter().map(|body| body.half_extents).collect(),
        };
        let numbers: HashMap<Entity, u32> = self.entities.iter().copied().zip(0..).collect();
        let pairs: Vec<_> = pairs
            .iter()
            .map(|pair| [pair.collider1, pair.collider2].map(|one| numbers[&one]))
            .collect();
        deepest(&poses, &pairs)
    }

    fn kinetic_energy(&self, body: usize) -> f32 {
        if !self.bodies[body].is_dynamic {
            return 0.0;
        }
        let mass = self.component::<ComputedMass>(body).value();
        let inertia = self.component::<ComputedAngularInertia>(body).value();
        let rotation = self.component::<Rotation>(body).0;
        // The inertia is in the body's frame.
        let spin = rotation.inverse() * self.component::<AngularVelocity>(body).0;
        0.5 * (mass * self.velocity(body).length_squared() + spin.dot(inertia * spin))
    }
}

/// Takes the time from the begin of the narrow phase to its end.
fn measure_narrow_phase(app: &mut App) {
    app.insert_resource(NarrowPhaseTime {
        start: Instant::now(),
        time: Duration::ZERO,
        pairs: [0; 2],
    });
    let start = |mut seen: ResMut<NarrowPhaseTime>| seen.start = Instant::now();
    let stop = |mut seen: ResMut<NarrowPhaseTime>, contacts: Option<Res<BoxContacts>>| {
        seen.time = seen.start.elapsed();
        if let Some(contacts) = contacts {
            seen.pairs[0] += contacts.pairs();
            seen.pairs[1] += contacts.missed();
        }
    };
    let systems = (start.in_set(NarrowPhaseSystems::First), stop.in_set(NarrowPhaseSystems::Last));
    app.add_systems(PhysicsSchedule, systems);
}
