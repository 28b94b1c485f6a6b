//! Foresees which pairs rapier will recycle, by rapier's own rule.
//!
//! Rapier keeps the contacts of a pair whose boxes have barely moved relative to each other since the contacts were
//! computed, and decides that before it asks a dispatcher. What it decides by is private, so it is kept here a second
//! time. A wrong forecast costs time only: a pair that was not foreseen is left to parry.

use hashbrown::HashMap;
use rapier3d::dynamics::IntegrationParameters;
use rapier3d::geometry::{ColliderHandle, ContactPair};
use rapier3d::math::{Pose, Rotation, Vector};

use crate::boxes::BoxOfCollider;

/// When the contacts of each pair were computed, in the order of rapier's list.
#[derive(Debug, Default)]
pub struct Forecast {
    known: Vec<Known>,
    last: Vec<Known>,
    /// Where the pairs of the last list are: rapier moves pairs to the indices of removed ones.
    places: HashMap<[ColliderHandle; 2], usize>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    colliders: [ColliderHandle; 2],
    computed: Configuration,
}

/// How two boxes are placed, or were when their contacts were computed.
#[derive(Clone, Copy, Debug)]
pub struct Configuration {
    /// Box b in the frame of box a.
    pub pos12: Pose,
    /// The rotations of both in the world.
    pub rotations: [Rotation; 2],
}

impl Configuration {
    /// The configuration of two boxes.
    pub fn of([a, b]: [&Pose; 2]) -> Self {
        Self { pos12: a.inv_mul(b), rotations: [a.rotation, b.rotation] }
    }
}

/// The least cosine of a box's turn; beyond it rapier computes the contacts.
const LEAST_COSINE: f32 = 0.98;

impl Forecast {
    /// Starts the list of a step.
    pub fn start(&mut self) {
        std::mem::swap(&mut self.known, &mut self.last);
        self.known.clear();
        self.places.clear();
        self.places.extend(self.last.iter().map(|known| known.colliders).zip(0..));
    }

    /// Adds the next pair of rapier's list, and reports whether its contacts will be computed.
    pub fn add(
        &mut self,
        pair: &ContactPair,
        bodies: [&BoxOfCollider; 2],
        now: &Configuration,
        parameters: &IntegrationParameters,
    ) -> bool {
        let colliders = [pair.collider1, pair.collider2];
        // A pair that is new in the list was added in the last step, after it was listed, and computed there.
        let added = || Configuration::of(bodies.map(|body| &body.last_pose));
        let computed = self.computed(colliders).unwrap_or_else(added);
        self.known.push(Known { colliders, computed });
        let radius = bodies[0].half_extents.length().max(bodies[1].half_extents.length());
        let drift = drift(&computed, now, radius);
        // The contacts are looked at last, because they are far away in memory.
        let is_recycled = drift <= parameters.contact_recycle_distance()
            && (drift <= parameters.prediction_distance() || pair.has_any_active_contact());
        !is_recycled
    }

    /// The index of the pair that was added last.
    pub fn place(&self) -> usize {
        self.known.len() - 1
    }

    /// Notes that rapier computed the contacts of a pair.
    pub fn note(&mut self, place: usize, now: Configuration) {
        self.known[place].computed = now;
    }

    fn computed(&self, colliders: [ColliderHandle; 2]) -> Option<Configuration> {
        let is_pair =
            |place: usize| self.last.get(place).is_some_and(|known| known.colliders == colliders);
        let here = self.known.len();
        let place = if is_pair(here) { Some(here) } else { self.places.get(&colliders).copied() };
        place.map(|place| self.last[place].computed)
    }
}

/// Rapier's measure: no point of b has moved by more in a's frame, without end if a box has turned much.
fn drift(then: &Configuration, now: &Configuration, radius: f32) -> f32 {
    let way = (now.pos12.translation - then.pos12.translation).length();
    let turn = now.pos12.rotation * then.pos12.rotation.inverse();
    let chord = 2.0 * Vector::new(turn.x, turn.y, turn.z).length() * radius;
    let cosine = |side: usize| {
        let half = then.rotations[side].dot(now.rotations[side]);
        2.0 * half * half - 1.0
    };
    if cosine(0).min(cosine(1)) > LEAST_COSINE { way + chord } else { f32::INFINITY }
}
