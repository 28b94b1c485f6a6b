//! What apps do: other shapes, margins, boxes that come and go, hooks, systems of their own, settings that change.

use avian3d::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use octosat_avian::WithOctosat;

use super::{add, add_floor, assert_near, contacts, height, octosat, steps, world};

#[test]
fn other_shapes_are_left_to_parry() {
    let mut app = octosat();
    add_floor(&mut app);
    add(&mut app, RigidBody::Dynamic, [0.0, 0.5, 0.0], [1.0; 3]);
    let ball = (
        RigidBody::Dynamic,
        Transform::from_xyz(0.0, 1.4, 0.0),
        Collider::sphere(0.3),
        SleepingDisabled,
    );
    let ball = app.world_mut().spawn(ball).id();
    steps(&mut app, 120);
    assert_near(height(&app, ball), 1.3, 0.01);
    assert_eq!((contacts(&app).pairs(), contacts(&app).missed()), (1, 1));
}

#[test]
fn margins_of_colliders_bodies_and_settings_are_avians() {
    let mut app = octosat();
    app.insert_resource(NarrowPhaseConfig { default_speculative_margin: 0.1, ..default() });
    add_floor(&mut app);
    let skinned = add(&mut app, RigidBody::Dynamic, [0.0, 0.6, 0.0], [1.0; 3]);
    app.world_mut().entity_mut(skinned).insert(CollisionMargin(0.1));
    let parent = (RigidBody::Dynamic, Transform::from_xyz(3.0, 0.6, 0.0), CollisionMargin(0.1));
    let child = (Collider::cuboid(1.0, 1.0, 1.0), SpeculativeMargin(0.2));
    let parent = app.world_mut().spawn((parent, SleepingDisabled)).with_child(child).id();
    let fast = add(&mut app, RigidBody::Dynamic, [-3.0, 5.0, 0.0], [1.0; 3]);
    app.world_mut().entity_mut(fast).insert(LinearVelocity(Vec3::NEG_Y * 20.0));
    for _ in 0..180 {
        app.update();
        assert_eq!(contacts(&app).missed(), 0, "avian asked for more than was computed");
    }
    assert_near(height(&app, skinned), 0.6, 0.01);
    assert_near(height(&app, parent), 0.6, 0.01);
    assert_near(height(&app, fast), 0.5, 0.01);
    assert_eq!(contacts(&app).pairs(), 3);
}

#[test]
fn boxes_may_come_go_and_change() {
    let mut app = octosat();
    add_floor(&mut app);
    add(&mut app, RigidBody::Dynamic, [0.0, 0.5, 0.0], [1.0; 3]);
    let second = add(&mut app, RigidBody::Dynamic, [0.0, 1.5, 0.0], [1.0; 3]);
    let aside = add(&mut app, RigidBody::Dynamic, [3.0, 0.5, 0.0], [1.0; 3]);
    steps(&mut app, 60);
    app.world_mut().despawn(aside);
    app.update();
    let third = add(&mut app, RigidBody::Dynamic, [0.2, 2.6, 0.0], [1.0; 3]);
    steps(&mut app, 120);
    assert_near(height(&app, third), 2.5, 0.01);
    // Another size, by scale and by a new collider.
    app.world_mut().get_mut::<Transform>(second).expect("a pose").scale = Vec3::new(1.0, 0.5, 1.0);
    app.world_mut().entity_mut(third).insert(Collider::cuboid(1.0, 0.2, 1.0));
    for _ in 0..120 {
        app.update();
        assert_eq!(contacts(&app).missed(), 0);
    }
    assert_near(height(&app, third), 1.6, 0.01);
    // A ball in place of a box, and no collider at all.
    app.world_mut().entity_mut(third).insert(Collider::sphere(0.3));
    steps(&mut app, 120);
    assert_near(height(&app, third), 1.8, 0.01);
    app.world_mut().entity_mut(second).remove::<Collider>();
    steps(&mut app, 5);
    assert_eq!(contacts(&app).pairs(), 1);
}

/// Lets boxes above a height of two pass each other.
#[derive(SystemParam)]
struct PassAbove<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
}

impl CollisionHooks for PassAbove<'_, '_> {
    fn modify_contacts(&self, contacts: &mut ContactPair, _: &mut Commands) -> bool {
        let heights = [contacts.collider1, contacts.collider2]
            .map(|collider| self.positions.get(collider).expect("a collider").0.y);
        heights.iter().all(|height| *height < 2.0)
    }
}

#[test]
fn collision_hooks_see_octosats_contacts() {
    let plugins = PhysicsPlugins::default().with_collision_hooks::<PassAbove>().with_octosat();
    let mut app = world(plugins);
    add_floor(&mut app);
    let blocks = [0.0, 5.0].map(|x| {
        add(&mut app, RigidBody::Static, [x, 3.0, 0.0], [1.0; 3]);
        let block = (
            RigidBody::Dynamic,
            Transform::from_xyz(x, 4.0, 0.0),
            Collider::cuboid(1.0, 1.0, 1.0),
            SleepingDisabled,
        );
        let hooks = if x > 0.0 { ActiveCollisionHooks::MODIFY_CONTACTS } else { default() };
        app.world_mut().spawn((block, hooks)).id()
    });
    for _ in 0..180 {
        app.update();
        assert_eq!(contacts(&app).missed(), 0);
    }
    assert_near(height(&app, blocks[0]), 4.0, 0.01);
    assert_near(height(&app, blocks[1]), 0.5, 0.01);
}

#[test]
fn a_box_that_octosat_rejects_is_left_to_parry_and_harms_no_other() {
    let mut app = octosat();
    add_floor(&mut app);
    let block = add(&mut app, RigidBody::Dynamic, [0.0, 0.5, 0.0], [1.0; 3]);
    let lost = add(&mut app, RigidBody::Dynamic, [3.0, 0.5, 0.0], [1.0; 3]);
    steps(&mut app, 10);
    assert_eq!(contacts(&app).pairs(), 2);
    app.world_mut().get_mut::<Rotation>(lost).expect("a body").0 = Quat::from_array([f32::NAN; 4]);
    steps(&mut app, 60);
    assert_eq!(contacts(&app).pairs(), 1);
    assert_near(height(&app, block), 0.5, 0.01);
}

#[test]
fn a_margin_that_octosat_rejects_is_left_to_parry_and_harms_no_other() {
    let mut app = octosat();
    add_floor(&mut app);
    let block = add(&mut app, RigidBody::Dynamic, [0.0, 0.5, 0.0], [1.0; 3]);
    let sunk = add(&mut app, RigidBody::Dynamic, [3.0, 0.45, 0.0], [1.0; 3]);
    app.world_mut().entity_mut(sunk).insert(CollisionMargin(-0.05));
    steps(&mut app, 60);
    assert_eq!((contacts(&app).pairs(), contacts(&app).missed()), (1, 1));
    assert_near(height(&app, block), 0.5, 0.01);
    assert_near(height(&app, sunk), 0.45, 0.01);
}

#[test]
fn only_boxes_of_active_pairs_are_copied() {
    let mut app = octosat();
    for x in 0..100_u8 {
        add(&mut app, RigidBody::Static, [3.0 * f32::from(x), 0.0, 0.0], [1.0; 3]);
    }
    let block = add(&mut app, RigidBody::Dynamic, [0.0, 1.0, 0.0], [1.0; 3]);
    steps(&mut app, 5);
    assert_eq!((contacts(&app).boxes(), contacts(&app).pairs()), (2, 1));
    app.world_mut().entity_mut(block).remove::<SleepingDisabled>();
    steps(&mut app, 120);
    assert_eq!((contacts(&app).boxes(), contacts(&app).pairs()), (0, 0), "the block sleeps");
    assert_near(height(&app, block), 1.0, 0.01);
}

#[test]
fn systems_of_the_app_may_change_bodies_first_in_the_narrow_phase() {
    let mut app = octosat();
    let slow = |mut velocities: Query<&mut LinearVelocity>| {
        velocities.iter_mut().for_each(|mut velocity| velocity.0 *= 0.5);
    };
    app.add_systems(PhysicsSchedule, slow.in_set(NarrowPhaseSystems::First));
    add_floor(&mut app);
    let block = add(&mut app, RigidBody::Dynamic, [0.0, 0.6, 0.0], [1.0; 3]);
    for _ in 0..120 {
        app.update();
        assert_eq!(contacts(&app).missed(), 0);
    }
    assert_near(height(&app, block), 0.5, 0.01);
}

#[test]
fn the_length_unit_may_change() {
    let mut app = octosat();
    add_floor(&mut app);
    add(&mut app, RigidBody::Dynamic, [0.0, 0.5, 0.0], [1.0; 3]);
    steps(&mut app, 30);
    app.insert_resource(PhysicsLengthUnit(0.1));
    for _ in 0..30 {
        app.update();
        assert_eq!((contacts(&app).pairs(), contacts(&app).missed()), (1, 0));
    }
}

#[test]
fn bodies_weigh_what_they_weigh_in_avian() {
    let properties = |mut app: App| {
        let entity = add(&mut app, RigidBody::Dynamic, [0.0, 5.0, 0.0], [0.2, 0.4, 0.6]);
        app.update();
        let mass = app.world().get::<ComputedMass>(entity).expect("a mass").value();
        let inertia = app.world().get::<ComputedAngularInertia>(entity).expect("an inertia");
        (mass, inertia.value())
    };
    assert_eq!(properties(octosat()), properties(world(PhysicsPlugins::default())));
}
