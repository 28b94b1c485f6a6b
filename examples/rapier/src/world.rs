//! A world with a scene, whose contacts are found by one of the contenders.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use octosat::{EngineOptions, Error};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::prelude::{
    ColliderBuilder, ColliderHandle, PhysicsWorld, RigidBody, RigidBodyBuilder, RigidBodyHandle,
    SharedShape,
};

use crate::batch::{Batch, Counts};
use crate::dispatcher::BoxDispatcher;
use crate::forecast::Forecast;
use crate::measure::{Poses, State, StepTime, deepest};
use crate::scenes::{Body, Scene};

/// Who finds the contacts of boxes, and whether rapier recycles those of pairs that barely move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// Rapier as it is by default, which asks parry.
    Rapier,
    /// Octosat computes all pairs, though rapier recycles some.
    Octosat,
    /// Octosat computes the pairs that rapier is expected not to recycle.
    OctosatForecast,
    /// Rapier without recycling.
    RapierWithoutRecycling,
    /// Octosat computes all pairs, and rapier asks for all.
    OctosatWithoutReuse,
}

impl Contender {
    /// All contenders.
    pub const ALL: [Self; 5] = [
        Self::Rapier,
        Self::Octosat,
        Self::OctosatForecast,
        Self::RapierWithoutRecycling,
        Self::OctosatWithoutReuse,
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rapier => "rapier (parry)",
            Self::Octosat => "octosat, all pairs",
            Self::OctosatForecast => "octosat, pairs foreseen",
            Self::RapierWithoutRecycling => "rapier, no recycling",
            Self::OctosatWithoutReuse => "octosat, no recycling",
        }
    }

    /// The contender that a ratio of times is about.
    pub fn compared_with(self) -> Self {
        if self.recycles() { Self::Rapier } else { Self::RapierWithoutRecycling }
    }

    fn recycles(self) -> bool {
        !matches!(self, Self::RapierWithoutRecycling | Self::OctosatWithoutReuse)
    }

    fn batch(self) -> Option<Arc<Batch>> {
        let forecast = match self {
            Self::Rapier | Self::RapierWithoutRecycling => return None,
            Self::Octosat | Self::OctosatWithoutReuse => None,
            Self::OctosatForecast => Some(Forecast::default()),
        };
        // Rapier is built for one thread here, so octosat uses one, too.
        let options = EngineOptions::new().threads(1);
        Some(Arc::new(Batch::new(options, forecast).expect("the CPU's own backend")))
    }
}

/// A simulation without a window.
pub struct World {
    world: PhysicsWorld,
    batch: Option<Arc<Batch>>,
    bodies: Vec<(RigidBodyHandle, ColliderHandle)>,
    half_extents: Vec<[f32; 3]>,
}

impl World {
    /// A world with this number of boxes of a scene, in which no box falls asleep.
    pub fn new(contender: Contender, scene: Scene, boxes: usize) -> Self {
        let mut world = Self::with(contender, scene.bodies(boxes));
        if let Some(substeps) = scene.substeps() {
            world.world.integration_parameters.num_solver_iterations = substeps as usize;
        }
        world
    }

    /// A world with these bodies, in which no box falls asleep.
    pub fn with(contender: Contender, bodies: Vec<Body>) -> Self {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.contact_recycling = contender.recycles();
        world.physics_pipeline.counters.enable();
        let batch = contender.batch();
        let mut world = Self { world, batch, bodies: Vec::new(), half_extents: Vec::new() };
        for body in bodies {
            let [x, y, z] = body.half_extents;
            world.insert(body, SharedShape::cuboid(x, y, z));
        }
        world
    }

    /// Adds a body of any shape; if it is no box, its half extents are not used.
    pub fn insert(&mut self, body: Body, shape: SharedShape) {
        let builder =
            if body.is_dynamic { RigidBodyBuilder::dynamic() } else { RigidBodyBuilder::fixed() };
        let rotation = Rotation::from_array(body.rotation);
        let pose = Pose::from_parts(Vector::from(body.position), rotation);
        let builder = builder.pose(pose).can_sleep(false);
        self.bodies.push(self.world.insert(builder, ColliderBuilder::new(shape)));
        self.half_extents.push(body.half_extents);
    }

    /// Simulates a frame.
    ///
    /// # Panics
    /// If a body's position is not finite.
    pub fn step(&mut self) -> StepTime {
        let start = Instant::now();
        let mut octosat = Duration::ZERO;
        if let Some(shared) = &mut self.batch {
            let batch = Arc::get_mut(shared).expect("no dispatcher between steps");
            batch.find(&self.world).expect("finite boxes");
            self.world.narrow_phase.set_query_dispatcher(BoxDispatcher(Arc::clone(shared)));
            octosat = start.elapsed();
        }
        self.world.step();
        if self.batch.is_some() {
            self.world.narrow_phase.set_query_dispatcher(DefaultQueryDispatcher);
        }
        let step = start.elapsed();
        let narrow_phase = self.world.physics_pipeline.counters.cd.narrow_phase_time.time();
        StepTime { narrow_phase, octosat, step }
    }

    /// What octosat did, if it is in this world.
    pub fn counts(&self) -> Option<Counts> {
        self.batch.as_ref().map(|batch| batch.counts())
    }

    /// How many pairs octosat has answered, if it is in this world.
    pub fn answers(&self) -> Option<String> {
        let Counts { computed, asked, missed } = self.counts()?;
        Some(format!(
            "{computed} pairs of boxes computed, {asked} of them asked for, {missed} left to parry"
        ))
    }

    /// A body, in the order in which they were added.
    pub fn body(&self, body: usize) -> &RigidBody {
        &self.world.bodies[self.bodies[body].0]
    }

    /// The engine's world.
    pub fn rapier(&mut self) -> &mut PhysicsWorld {
        &mut self.world
    }

    /// What the world is like.
    ///
    /// # Errors
    /// If a body's position or rotation is not finite.
    pub fn state(&self) -> Result<State, Error> {
        let pairs: Vec<_> = self.world.narrow_phase.contact_pairs().collect();
        let numbers: HashMap<_, u32> =
            self.bodies.iter().map(|(_, collider)| *collider).zip(0..).collect();
        let listed: Vec<_> =
            pairs.iter().map(|pair| [numbers[&pair.collider1], numbers[&pair.collider2]]).collect();
        let bodies = || (0..self.bodies.len()).map(|body| self.body(body));
        let poses = Poses {
            centers: bodies().map(|body| body.position().translation.to_array()).collect(),
            rotations: bodies().map(|body| body.position().rotation.to_array()).collect(),
            half_extents: self.half_extents.clone(),
        };
        let points = pairs.iter().flat_map(|pair| pair.manifolds());
        Ok(State {
            pairs: pairs.len(),
            touching: pairs.iter().filter(|pair| pair.has_any_active_contact()).count(),
            points: points.map(|manifold| manifold.data.solver_contacts.len()).sum(),
            deepest: deepest(&poses, &listed)?,
            kinetic_energy: bodies().map(RigidBody::kinetic_energy).sum(),
        })
    }
}
