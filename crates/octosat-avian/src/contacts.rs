//! The contacts of all pairs of boxes: found by one call per step, and looked up by avian's narrow phase.

use std::sync::atomic::{AtomicUsize, Ordering};

use avian3d::collision::contact_types::PackedFeatureId;
use avian3d::prelude::*;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use octosat::{
    BoxPose, BoxStore, ContactKind, Engine, Feature, FeatureKind, ManifoldOptions, Manifolds,
    OrientedBox, PointOrigin, Query as ContactQuery,
};

/// The boxes of avian's pairs, and their contacts in this step.
#[derive(Resource, Debug)]
pub struct BoxContacts {
    engine: Engine,
    boxes: BoxStore,
    /// One for each box of the store.
    bodies: Vec<BoxBody>,
    /// The box of each entity, by the entity's index.
    box_of: Vec<u32>,
    /// Avian's contact tolerance in meters.
    tolerance: f32,
    pairs: Vec<[u32; 2]>,
    margins: Vec<f32>,
    /// The row of each pair of the list.
    rows: HashMap<[Entity; 2], usize>,
    manifolds: Manifolds,
    /// Avian may ask from several threads.
    missed: AtomicUsize,
}

/// What avian's narrow phase asks about a pair of colliders.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// The colliders, in the pair's order.
    pub(crate) colliders: [Entity; 2],
    /// Their centers.
    pub(crate) positions: [Vec3; 2],
    /// Their rotations.
    pub(crate) rotations: [Rotation; 2],
    /// How far apart the boxes may be and still have contacts.
    pub(crate) prediction_distance: f32,
}

/// A box as avian has it: what a question must repeat, and what the margins of its pairs are made of.
#[derive(Clone, Copy, Debug)]
struct BoxBody {
    position: Vec3,
    rotation: Quat,
    /// In meters per second, shortened as its speculative margin asks.
    velocity: Vec3,
    collision_margin: f32,
}

/// Marks an entity that is no box of a pair.
const NO_BOX: u32 = u32::MAX;

/// Marks an entity that a pair names, until its box is copied.
const NAMED: u32 = u32::MAX - 1;

impl Default for BoxContacts {
    /// Contacts found by the fastest backend of the CPU, on all threads.
    fn default() -> Self {
        Self::with(Engine::new())
    }
}

impl BoxContacts {
    /// Contacts found by this engine.
    pub fn with(engine: Engine) -> Self {
        let origin = PointOrigin::CenterOfA;
        Self {
            engine,
            boxes: BoxStore::new(),
            bodies: Vec::new(),
            box_of: Vec::new(),
            tolerance: 0.0,
            pairs: Vec::new(),
            margins: Vec::new(),
            rows: HashMap::default(),
            manifolds: Manifolds::with(ManifoldOptions { origin, ..ManifoldOptions::default() }),
            missed: AtomicUsize::new(0),
        }
    }

    /// How many pairs of boxes octosat has found the contacts of in this step.
    pub fn pairs(&self) -> usize {
        self.rows.len()
    }

    /// How many boxes these pairs have; only these are copied.
    pub fn boxes(&self) -> usize {
        self.boxes.len()
    }

    /// How many pairs were left to parry in this step: those with another shape, those of boxes that moved after octosat
    /// had found their contacts, and those with a box or a margin that octosat rejects.
    pub fn missed(&self) -> usize {
        self.missed.load(Ordering::Relaxed)
    }

    /// Writes the contacts of a pair as avian wants them; false if there is no row for exactly this question.
    pub(crate) fn answer(&self, question: &Question, manifolds: &mut Vec<ContactManifold>) -> bool {
        let Some(row) = self.row(question) else {
            self.missed.fetch_add(1, Ordering::Relaxed);
            return false;
        };
        let found = &self.manifolds.manifolds()[row];
        // Boxes that only pass each other have a contact between their closest points, too. Avian's solver would take it
        // for a wall in their way; parry has none there.
        let passes = found.kind() == ContactKind::Closest && found.depth < -self.tolerance;
        if found.len == 0 || passes {
            manifolds.clear();
            return true;
        }
        let [center_a, center_b] = question.positions;
        let points = self.manifolds.of(row).iter();
        let points = points.filter(|point| -point.depth <= question.prediction_distance);
        let points = points.map(|point| {
            let anchor = Vec3::from(point.position);
            let [feature_a, feature_b] = packed(point.feature);
            ContactPoint::new(
                anchor,
                anchor + (center_a - center_b),
                center_a + anchor,
                point.depth,
            )
            .with_feature_ids(feature_a, feature_b)
        });
        let normal = Vec3::from(found.normal);
        if let [manifold] = manifolds.as_mut_slice() {
            // Avian sets all other fields of a manifold itself, so its memory is used again.
            manifold.points.clear();
            manifold.points.extend(points);
            manifold.normal = normal;
        } else {
            manifolds.clear();
            manifolds.push(ContactManifold::new(points, normal));
        }
        true
    }

    /// The row of a question, if the boxes are as they were when the row was computed and the margin suffices.
    fn row(&self, question: &Question) -> Option<usize> {
        let row = *self.rows.get(&question.colliders)?;
        let is_same = |side: usize| {
            let body = &self.bodies[self.pairs[row][side] as usize];
            body.position == question.positions[side] && body.rotation == question.rotations[side].0
        };
        let is_answered =
            question.prediction_distance <= self.margins[row] && is_same(0) && is_same(1);
        is_answered.then_some(row)
    }

    /// Copies the boxes that avian's pairs name. Boxes that octosat rejects are left out, and so left to parry.
    fn list_boxes(
        &mut self,
        pairs: &[ContactPair],
        colliders: &Query<ColliderData>,
        settings: &Settings,
    ) {
        self.boxes.clear();
        self.bodies.clear();
        self.box_of.clear();
        for entity in pairs.iter().flat_map(|pair| [pair.collider1, pair.collider2]) {
            let index = entity.index_u32() as usize;
            if self.box_of.len() <= index {
                self.box_of.resize(index + 1, NO_BOX);
            }
            self.box_of[index] = NAMED;
        }
        // One by one in the order of memory: to look up each of them takes three times as long.
        for collider in colliders {
            let index = collider.entity.index_u32() as usize;
            if self.box_of.get(index) == Some(&NAMED) {
                self.box_of[index] = self.copy(&collider, settings).unwrap_or(NO_BOX);
            }
        }
    }

    /// Lists avian's pairs of boxes, each with the distance at which avian will ask for its contacts. Margins that octosat
    /// rejects are left to parry.
    fn list_pairs(&mut self, pairs: &[ContactPair], settings: &Settings) {
        self.pairs.clear();
        self.margins.clear();
        self.rows.clear();
        self.tolerance = settings.scaled.tolerance;
        for pair in pairs {
            let both = [pair.collider1, pair.collider2];
            let numbers = both.map(|entity| self.box_of[entity.index_u32() as usize]);
            let [Some(a), Some(b)] = numbers.map(|number| self.bodies.get(number as usize)) else {
                continue;
            };
            let margin = settings.margin(a, b);
            if (0.0..f32::INFINITY).contains(&margin) {
                self.rows.insert(both, self.pairs.len());
                self.pairs.push(numbers);
                self.margins.push(margin);
            }
        }
    }

    /// Copies a collider, if it is a box that octosat takes.
    fn copy(&mut self, collider: &ColliderDataItem<'_, '_>, settings: &Settings) -> Option<u32> {
        let shape = collider.collider.shape_scaled().as_cuboid()?;
        let body = settings.body(collider);
        let pose = BoxPose::new(body.position.to_array(), body.rotation.to_array());
        let half_extents = shape.half_extents.to_array();
        let number = self.boxes.insert(OrientedBox { pose, half_extents }).ok()?;
        self.bodies.push(body);
        Some(number)
    }

    /// Finds the contacts of the listed pairs.
    fn find(&mut self) {
        let query = ContactQuery::new(&self.boxes, &self.pairs).within(&self.margins);
        if let Err(error) = self.engine.manifolds(query, &mut self.manifolds) {
            error_once!("octosat leaves the contacts of boxes to parry: {error}");
            self.rows.clear();
        }
    }
}

/// What the system reads of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderData {
    entity: Entity,
    collider: &'static Collider,
    position: &'static Position,
    rotation: &'static Rotation,
    body: Option<&'static ColliderOf>,
    margins: OwnMargins,
}

/// Margins that a collider or a body may have of its own.
#[derive(QueryData)]
pub(crate) struct OwnMargins {
    collision: Option<&'static CollisionMargin>,
    speculative: Option<&'static SpeculativeMargin>,
}

/// What margins depend on, other than the colliders. All in the same operations as in avian, so that the bits are the same.
#[derive(SystemParam)]
pub(crate) struct Settings<'w, 's> {
    time: Res<'w, Time>,
    config: Res<'w, NarrowPhaseConfig>,
    unit: Res<'w, PhysicsLengthUnit>,
    scaled: Local<'s, ScaledConfig>,
    bodies: Query<'w, 's, (&'static LinearVelocity, OwnMargins), Without<RigidBodyDisabled>>,
}

/// Avian's settings in meters.
#[derive(Default)]
pub(crate) struct ScaledConfig {
    speculative_margin: f32,
    tolerance: f32,
}

impl Settings<'_, '_> {
    /// Scales the settings when they change, as avian does.
    fn update(&mut self) {
        if self.config.is_changed() {
            *self.scaled = ScaledConfig {
                speculative_margin: self.unit.0 * self.config.default_speculative_margin,
                tolerance: self.unit.0 * self.config.contact_tolerance,
            };
        }
    }

    /// A collider's margins come from itself, else from its body, else from the settings.
    fn body(&self, collider: &ColliderDataItem<'_, '_>) -> BoxBody {
        let body = collider.body.and_then(|of| self.bodies.get(of.body).ok());
        let (velocity, of_body) = body.map_or((Vec3::ZERO, None), |(v, own)| (v.0, Some(own)));
        let own = &collider.margins;
        let collision = own.collision.or(of_body.as_ref().and_then(|own| own.collision));
        let speculative = own.speculative.or(of_body.as_ref().and_then(|own| own.speculative));
        let speculative = match speculative {
            Some(margin) => margin.0,
            None => self.scaled.speculative_margin,
        };
        let fastest = speculative * self.time.delta_secs().recip();
        BoxBody {
            position: collider.position.0,
            rotation: collider.rotation.0,
            velocity: if speculative < f32::MAX {
                velocity.clamp_length_max(fastest)
            } else {
                velocity
            },
            collision_margin: collision.map_or(0.0, |margin| margin.0),
        }
    }

    /// The distance up to which avian asks for contacts.
    fn margin(&self, a: &BoxBody, b: &BoxBody) -> f32 {
        let way = self.time.delta_secs() * (b.velocity - a.velocity).length();
        way.max(self.scaled.tolerance) + (a.collision_margin + b.collision_margin)
    }
}

/// The system before avian's narrow phase.
pub(crate) fn find_contacts(
    mut contacts: ResMut<BoxContacts>,
    graph: Res<ContactGraph>,
    colliders: Query<ColliderData>,
    mut settings: Settings,
) {
    settings.update();
    *contacts.missed.get_mut() = 0;
    contacts.list_boxes(graph.active_pairs(), &colliders, &settings);
    contacts.list_pairs(graph.active_pairs(), &settings);
    contacts.find();
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
