//! Checks that avian uses octosat's contacts, that they are those of parry, and that worlds with them behave.

mod apps;
mod contacts;

use std::time::Duration;

use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use octosat_avian::{BoxContacts, WithOctosat};

/// A world without a window, with a physics step per update.
fn world(plugins: impl PluginGroup) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin)).add_plugins(plugins);
    let frame = Duration::from_secs(1) / 60;
    app.insert_resource(Time::<Fixed>::from_duration(frame));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    app.finish();
    app.cleanup();
    app
}

fn octosat() -> App {
    world(PhysicsPlugins::default().with_octosat())
}

/// Adds a box with these edge lengths.
fn add(app: &mut App, kind: RigidBody, position: [f32; 3], [x, y, z]: [f32; 3]) -> Entity {
    let pose = Transform::from_translation(position.into());
    app.world_mut().spawn((kind, pose, Collider::cuboid(x, y, z), SleepingDisabled)).id()
}

/// Adds a cube with edges of a meter that flies along the first axis, in a world without gravity.
fn add_flying(app: &mut App, position: [f32; 3], speed: f32) -> Entity {
    app.insert_resource(Gravity::ZERO);
    let cube = add(app, RigidBody::Dynamic, position, [1.0; 3]);
    app.world_mut().entity_mut(cube).insert(LinearVelocity(Vec3::X * speed));
    cube
}

/// A floor whose top is at height zero.
fn add_floor(app: &mut App) -> Entity {
    add(app, RigidBody::Static, [0.0, -1.0, 0.0], [20.0, 2.0, 20.0])
}

fn steps(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

fn position(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Position>(entity).expect("a body").0
}

fn height(app: &App, entity: Entity) -> f32 {
    position(app, entity).y
}

fn velocity(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<LinearVelocity>(entity).expect("a body").0
}

fn contacts(app: &App) -> &BoxContacts {
    app.world().resource::<BoxContacts>()
}

#[track_caller]
fn assert_near(value: f32, expected: f32, tolerance: f32) {
    assert!((value - expected).abs() <= tolerance, "{value}, not {expected}");
}
