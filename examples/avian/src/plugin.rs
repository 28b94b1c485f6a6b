//! Avian's plugins, with octosat's contacts between broad and narrow phase.

use avian3d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

use crate::collider::OctosatCollider;
use crate::contacts::find_contacts;

/// Avian's `PhysicsPlugins` for worlds whose colliders are [`OctosatCollider`]s.
///
/// The world also needs a [`BoxContacts`](crate::BoxContacts) resource.
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
