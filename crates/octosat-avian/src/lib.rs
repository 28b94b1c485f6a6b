//! Contacts of boxes in the physics engine avian3d, found by octosat.
//!
//! One line replaces avian's plugins. Colliders stay as they are:
//!
//! ```
//! use avian3d::prelude::*;
//! use bevy::prelude::*;
//! use octosat_avian::WithOctosat;
//!
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default().with_octosat()));
//! app.world_mut().spawn((RigidBody::Dynamic, Collider::cuboid(1.0, 1.0, 1.0)));
//! app.finish();
//! app.cleanup();
//! app.update();
//! ```
//!
//! Before each narrow phase one system finds the contacts of all pairs of boxes in one call of octosat. Avian's narrow
//! phase then looks them up instead of asking parry. Pairs with other shapes are left to parry.
#![forbid(unsafe_code)]

mod collider;
mod contacts;

pub use contacts::BoxContacts;

use avian3d::PhysicsPluginsWithHooks;
use avian3d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;

use collider::BoxCollider;
use contacts::find_contacts;

/// Plugins of avian whose narrow phase can be replaced.
pub trait WithOctosat {
    /// The same plugins, but octosat finds the contacts of boxes.
    ///
    /// Add them before anything spawns a [`Collider`]. A [`BoxContacts`] resource that is there already is kept. To set or
    /// disable plugins of the group, do so afterwards: `plugins.with_octosat().disable::<SomePlugin>()`.
    fn with_octosat(self) -> PluginGroupBuilder;
}

impl WithOctosat for PhysicsPlugins {
    fn with_octosat(self) -> PluginGroupBuilder {
        replace::<()>(self.build())
    }
}

impl<H: CollisionHooks + 'static> WithOctosat for PhysicsPluginsWithHooks<H>
where
    for<'w, 's> SystemParamItem<'w, 's, H>: CollisionHooks,
{
    fn with_octosat(self) -> PluginGroupBuilder {
        replace::<H>(self.build())
    }
}

fn replace<H: CollisionHooks + 'static>(plugins: PluginGroupBuilder) -> PluginGroupBuilder
where
    for<'w, 's> SystemParamItem<'w, 's, H>: CollisionHooks,
{
    plugins
        .disable::<NarrowPhasePlugin<Collider, H>>()
        .add(NarrowPhasePlugin::<BoxCollider, H>::default())
        .add(OctosatPlugin)
}

/// Runs octosat after the broad phase has added its pairs, and before avian asks for their contacts.
struct OctosatPlugin;

impl Plugin for OctosatPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<BoxContacts>();
        app.register_required_components::<Collider, BoxCollider>();
        // After what apps do first in the narrow phase. Avian lets its own system conflict with others, too.
        let find_contacts = find_contacts
            .in_set(PhysicsStepSystems::NarrowPhase)
            .after(NarrowPhaseSystems::First)
            .before(NarrowPhaseSystems::Update)
            .ambiguous_with_all();
        app.add_systems(PhysicsSchedule, find_contacts);
    }
}
