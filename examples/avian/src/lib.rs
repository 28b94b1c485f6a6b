//! Box contacts of the physics engine avian3d found by octosat, through avian's public interface.
//!
//! Add [`OctosatPhysics`] instead of avian's `PhysicsPlugins`, and use [`OctosatCollider`] instead of `Collider`.
//! Before each narrow phase one system finds the contacts of all pairs of boxes in one call. The collider type
//! answers avian's questions from these contacts, and leaves all other shapes to avian.
#![forbid(unsafe_code)]

pub mod collider;
pub mod contacts;
pub mod measure;
pub mod narrow_phase;
pub mod report;
pub mod scenes;
pub mod world;

pub use collider::OctosatCollider;
pub use contacts::BoxContacts;

use avian3d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

use contacts::find_contacts;

/// Avian's `PhysicsPlugins` for worlds whose colliders are [`OctosatCollider`]s.
///
/// The world also needs a [`BoxContacts`] resource.
#[derive(Default)]
pub struct OctosatPhysics;

impl PluginGroup for OctosatPhysics {
    fn build(self) -> PluginGroupBuilder {
        PhysicsPlugins::default()
            .build()
            .disable::<ColliderBackendPlugin<Collider>>()
            .disable::<ColliderTreePlugin<Collider>>()
            .disable::<NarrowPhasePlugin<Collider>>()
            .add(ColliderBackendPlugin::<OctosatCollider>::default())
            .add(ColliderTreePlugin::<OctosatCollider>::default())
            .add(NarrowPhasePlugin::<OctosatCollider>::default())
            .add(BetweenPhases)
    }
}

/// Runs octosat after the broad phase has added its pairs, and before avian asks for their contacts.
struct BetweenPhases;

impl Plugin for BetweenPhases {
    fn build(&self, app: &mut App) {
        app.add_systems(PhysicsSchedule, find_contacts.in_set(NarrowPhaseSystems::First));
    }
}
