//! A world with a scene, whose contacts are found by one of the contenders.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use avian3d::collision::CollisionDiagnostics;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use octosat::BoxError;
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

/// How long octosat took in a step.
#[derive(Resource)]
struct OctosatTime {
    start: Instant,
    time: Duration,
    /// Pairs whose contacts were found, and pairs left to parry, summed over all steps.
    pairs: [usize; 2],
}

/// Systems around octosat's.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Start;

/// A simulation without a window.
pub struct World {
    app: App,
    bodies: Vec<Body>,
    entities: Vec<Entity>,
}

impl World {
    /// A world with so many boxes of a scene, in which no box falls asleep.
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
        measure_octosat(&mut app);
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
        let octosat = self.app.world().resource::<OctosatTime>().time;
        StepTime { narrow_phase, octosat, step }
    }

    /// How many pairs octosat has answered, if it is in this world.
    pub fn answers(&self) -> Option<String> {
        self.app.world().get_resource::<BoxContacts>()?;
        let [answered, missed] = self.app.world().resource::<OctosatTime>().pairs;
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
    pub fn state(&self) -> Result<State, BoxError> {
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

    fn deepest(&self, pairs: &[ContactPair]) -> Result<f32, BoxError> {
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

/// Takes the time of what octosat adds to a step, in the world without octosat, too: there it is that of an empty set.
fn measure_octosat(app: &mut App) {
    app.insert_resource(OctosatTime { start: Instant::now(), time: Duration::ZERO, pairs: [0; 2] });
    app.configure_sets(
        PhysicsSchedule,
        Start.after(PhysicsStepSystems::BroadPhase).before(NarrowPhaseSystems::First),
    );
    let start = |mut time: ResMut<OctosatTime>| time.start = Instant::now();
    let stop = |mut time: ResMut<OctosatTime>| time.time = time.start.elapsed();
    let count = |mut time: ResMut<OctosatTime>, contacts: Option<Res<BoxContacts>>| {
        if let Some(contacts) = contacts {
            time.pairs[0] += contacts.pairs();
            time.pairs[1] += contacts.missed();
        }
    };
    app.add_systems(
        PhysicsSchedule,
        (
            start.in_set(Start),
            stop.after(NarrowPhaseSystems::First).before(NarrowPhaseSystems::Update),
            count.in_set(NarrowPhaseSystems::Last),
        ),
    );
}
