//! The contacts of all pairs of boxes: found by one call per step, and looked up by avian's narrow phase.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use avian3d::collision::contact_types::PackedFeatureId;
use avian3d::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use octosat::{
    BoxError, BoxPose, BoxStore, Engine, EngineError, EngineOptions, Feature, FeatureKind,
    ManifoldOptions, Manifolds, OrientedBox, PointOrigin, Query as ContactQuery,
};

use crate::collider::OctosatCollider;

/// What avian's narrow phase asks about a pair of boxes.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The colliders, in the pair's order.
    pub colliders: [Entity; 2],
    /// Their centers.
    pub positions: [Vec3; 2],
    /// Their rotations.
    pub rotations: [Rotation; 2],
    /// How far apart the boxes may be and still have contacts.
    pub prediction_distance: f32,
}

/// The boxes of a world, and the contacts of their pairs in this step.
#[derive(Resource)]
pub struct BoxContacts {
    engine: Engine,
    boxes: Boxes,
    list: PairList,
    /// The row of each pair of the list.
    rows: HashMap<[u32; 2], usize>,
    manifolds: Manifolds,
    /// Questions that were left to avian since the start; avian may ask from several threads.
    missed: AtomicU64,
    answered_pairs: u64,
    time: Duration,
    rejected: Option<String>,
}

/// The boxes by number. A number stays the same until a collider is added, changed or removed.
#[derive(Default)]
struct Boxes {
    /// The number of the box of each entity, by the entity's index.
    number_of: Vec<u32>,
    entities: Vec<Entity>,
    /// As avian has them; the store normalizes rotations.
    poses: Vec<BoxPose>,
    velocities: Vec<Vec3>,
    store: BoxStore,
}

/// The pairs of a step, one row each.
#[derive(Default)]
struct PairList {
    pairs: Vec<[u32; 2]>,
    margins: Vec<f32>,
}

/// Marks an entity that is no box.
const NO_BOX: u32 = u32::MAX;

impl BoxContacts {
    /// Contacts without boxes yet.
    ///
    /// # Errors
    /// If there is no engine with these options.
    pub fn new(options: EngineOptions) -> Result<Self, EngineError> {
        Ok(Self {
            engine: Engine::with(options)?,
            boxes: Boxes::default(),
            list: PairList::default(),
            rows: HashMap::default(),
            manifolds: Manifolds::with(ManifoldOptions {
                origin: PointOrigin::CenterOfA,
                ..ManifoldOptions::default()
            }),
            missed: AtomicU64::new(0),
            answered_pairs: 0,
            time: Duration::ZERO,
            rejected: None,
        })
    }

    /// How long the system before the narrow phase took in the last step.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The pairs of boxes whose contacts were found, summed over all steps.
    pub fn answered_pairs(&self) -> u64 {
        self.answered_pairs
    }

    /// The questions about boxes that were left to avian, summed over all steps.
    pub fn missed(&self) -> u64 {
        self.missed.load(Ordering::Relaxed)
    }

    /// Why the last step's boxes or pairs were rejected; avian then found all contacts of that step.
    pub fn rejected(&self) -> Option<&str> {
        self.rejected.as_deref()
    }

    /// The manifolds of the last step.
    pub fn manifolds(&self) -> &Manifolds {
        &self.manifolds
    }

    /// Writes the contacts of a pair as avian wants them; false if there is no row for exactly this question.
    pub fn answer(&self, question: &Question, manifolds: &mut Vec<ContactManifold>) -> bool {
        let Some(row) = self.row(question) else {
            self.missed.fetch_add(1, Ordering::Relaxed);
            return false;
        };
        let contacts = self.manifolds();
        let [center_a, center_b] = question.positions;
        let points =
            contacts.of(row).iter().filter(|point| -point.depth <= question.prediction_distance);
        let points = points.map(|point| {
            let anchor = Vec3::from(point.position);
            let anchors = [anchor, anchor + (center_a - center_b)];
            let [feature_a, feature_b] = packed(point.feature);
            ContactPoint::new(anchors[0], anchors[1], center_a + anchor, point.depth)
                .with_feature_ids(feature_a, feature_b)
        });
        let normal = Vec3::from(contacts.manifolds()[row].normal);
        match manifolds.as_mut_slice() {
            // Avian sets all other fields of a manifold itself, so its memory is used again.
            [manifold] if contacts.manifolds()[row].len > 0 => {
                manifold.points.clear();
                manifold.points.extend(points);
                manifold.normal = normal;
            }
            _ => {
                manifolds.clear();
                if contacts.manifolds()[row].len > 0 {
                    manifolds.push(ContactManifold::new(points, normal));
                }
            }
        }
        true
    }

    /// The row of a question, if the boxes are as they were when the row was computed and the margin suffices.
    fn row(&self, question: &Question) -> Option<usize> {
        let boxes = &self.boxes;
        let [a, b] = question.colliders.map(|collider| boxes.number(collider));
        let pair = [a?, b?];
        let row = *self.rows.get(&pair)?;
        let is_same = |side: usize| {
            let pose = &boxes.poses[pair[side] as usize];
            *pose == pose_of(question.positions[side], question.rotations[side].0)
        };
        let is_answered =
            question.prediction_distance <= self.list.margins[row] && is_same(0) && is_same(1);
        is_answered.then_some(row)
    }

    /// Finds the contacts of the listed pairs, or none if something is rejected.
    fn find(&mut self) {
        let Self { engine, boxes, list, rows, manifolds, .. } = self;
        let query = ContactQuery::new(&boxes.store, &list.pairs).margin(&list.margins);
        match engine.manifolds(query, manifolds) {
            Ok(()) => {
                rows.clear();
                rows.extend(list.pairs.iter().copied().zip(0..));
                self.answered_pairs += list.pairs.len() as u64;
            }
            Err(error) => self.reject(error.to_string()),
        }
    }

    /// Leaves the step to avian.
    fn reject(&mut self, reason: String) {
        self.list = PairList::default();
        self.rows.clear();
        self.rejected = Some(reason);
    }
}

impl Boxes {
    /// The number of an entity's box, if it has one.
    fn number(&self, entity: Entity) -> Option<u32> {
        let number = *self.number_of.get(entity.index_u32() as usize)?;
        (number != NO_BOX && self.entities[number as usize] == entity).then_some(number)
    }

    /// Numbers all colliders that are boxes from scratch.
    fn renumber<'a>(
        &mut self,
        colliders: impl Iterator<Item = (Entity, &'a OctosatCollider)>,
    ) -> Result<(), BoxError> {
        *self = Self::default();
        for (entity, collider) in colliders {
            let Some(half_extents) = collider.half_extents() else { continue };
            let item =
                OrientedBox { pose: BoxPose::IDENTITY, half_extents: half_extents.to_array() };
            let number = self.store.insert(item)?;
            let index = entity.index_u32() as usize;
            if self.number_of.len() <= index {
                self.number_of.resize(index + 1, NO_BOX);
            }
            self.number_of[index] = number;
            self.entities.push(entity);
            self.poses.push(BoxPose::IDENTITY);
            self.velocities.push(Vec3::ZERO);
        }
        Ok(())
    }
}

impl PairList {
    /// Lists avian's pairs of boxes, each with the distance at which avian will ask for its contacts.
    fn fill(&mut self, pairs: &[ContactPair], boxes: &Boxes, margins: &Margins) {
        self.pairs.clear();
        self.margins.clear();
        for pair in pairs {
            let numbers = [boxes.number(pair.collider1), boxes.number(pair.collider2)];
            let [Some(a), Some(b)] = numbers else { continue };
            let way = boxes.velocities[b as usize] - boxes.velocities[a as usize];
            self.pairs.push([a, b]);
            self.margins.push((margins.seconds * way.length()).max(margins.least));
        }
    }
}

/// What the margin of a pair is made of, in the same operations as in avian, so that the bits are the same.
///
/// Collision margins are not added: pairs with one are left to avian, because it asks for a larger distance.
struct Margins {
    seconds: f32,
    least: f32,
}

/// What the system reads of the boxes.
#[derive(SystemParam)]
pub struct Colliders<'w, 's> {
    boxes: Query<'w, 's, ColliderData, With<OctosatCollider>>,
    changed: Query<'w, 's, (), Changed<OctosatCollider>>,
    removed: RemovedComponents<'w, 's, OctosatCollider>,
    bodies: Query<'w, 's, &'static LinearVelocity>,
}

/// The components of a collider that the system reads.
type ColliderData = (
    Entity,
    &'static OctosatCollider,
    &'static Position,
    &'static Rotation,
    Option<&'static ColliderOf>,
);

/// What the margins depend on.
#[derive(SystemParam)]
pub struct MarginSettings<'w> {
    time: Res<'w, Time>,
    config: Res<'w, NarrowPhaseConfig>,
    unit: Res<'w, PhysicsLengthUnit>,
}

/// The system between broad and narrow phase.
pub fn find_contacts(
    mut contacts: ResMut<BoxContacts>,
    graph: Res<ContactGraph>,
    mut colliders: Colliders,
    settings: MarginSettings,
) {
    let start = Instant::now();
    let contacts = &mut *contacts;
    contacts.rejected = None;
    let mut result = Ok(());
    if !colliders.changed.is_empty() || colliders.removed.read().count() > 0 {
        let listed = colliders.boxes.iter().map(|(entity, collider, ..)| (entity, collider));
        result = contacts.boxes.renumber(listed);
    }
    let boxes = &mut contacts.boxes;
    for (entity, _, position, rotation, of) in &colliders.boxes {
        let Some(number) = boxes.number(entity) else { continue };
        boxes.poses[number as usize] = pose_of(position.0, rotation.0);
        let velocity = of.and_then(|of| colliders.bodies.get(of.body).ok());
        boxes.velocities[number as usize] = velocity.map_or(Vec3::ZERO, |velocity| velocity.0);
    }
    match result.and_then(|()| boxes.store.set_poses_from_iter(boxes.poses.iter().copied())) {
        Ok(()) => {
            let MarginSettings { time, config, unit } = settings;
            let margins =
                Margins { seconds: time.delta_secs(), least: unit.0 * config.contact_tolerance };
            contacts.list.fill(graph.active_pairs(), boxes, &margins);
            contacts.find();
        }
        Err(error) => contacts.reject(error.to_string()),
    }
    contacts.time = start.elapsed();
}

fn pose_of(position: Vec3, rotation: Quat) -> BoxPose {
    BoxPose::new(position.to_array(), rotation.to_array())
}

/// The features of both boxes in avian's numbers.
///
/// Avian also matches points whose two features are exchanged, so features of b are numbered behind those of a: else
/// a vertex of a would take over the impulse of b's. A face is always number 0.
fn packed(feature: Feature) -> [PackedFeatureId; 2] {
    let face = PackedFeatureId::face(0);
    match feature.kind().expect("a number that octosat returned") {
        FeatureKind::VertexOfA { vertex } => [PackedFeatureId::vertex(vertex.into()), face],
        FeatureKind::VertexOfB { vertex } => [face, PackedFeatureId::vertex(8 + u32::from(vertex))],
        FeatureKind::Edges { a, b } => {
            [PackedFeatureId::edge(a.into()), PackedFeatureId::edge(12 + u32::from(b))]
        }
    }
}
