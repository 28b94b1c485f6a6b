//! Checks that avian uses octosat's contacts, that they are those of parry, and that worlds with them behave.

use std::time::Duration;

use avian3d::collision::collider::contact_query::contact_manifolds;
use avian3d::prelude::*;
use bevy::ecs::system::SystemParam;
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

/// A floor whose top is at height zero.
fn add_floor(app: &mut App) -> Entity {
    add(app, RigidBody::Static, [0.0, -1.0, 0.0], [20.0, 2.0, 20.0])
}

fn steps(app: &mut App, count: usize) {
    for _ in 0..count {
        app.update();
    }
}

fn height(app: &App, entity: Entity) -> f32 {
    app.world().get::<Position>(entity).expect("a body").0.y
}

fn contacts(app: &App) -> &BoxContacts {
    app.world().resource::<BoxContacts>()
}

#[track_caller]
fn assert_near(value: f32, expected: f32, tolerance: f32) {
    assert!((value - expected).abs() <= tolerance, "{value}, not {expected}");
}

#[test]
fn a_wall_stands_on_octosats_contacts_alone() {
    let walls = [world(PhysicsPlugins::default()), octosat()];
    for (mut app, has_octosat) in walls.into_iter().zip([false, true]) {
        add_floor(&mut app);
        let mut bricks = Vec::new();
        for row in 0..8 {
            for column in 0..10 {
                let x = 0.801 * column as f32 - 4.0 + if row % 2 == 0 { 0.0 } else { 0.2 };
                let position = [x, 0.15 + 0.3 * row as f32, 0.0];
                let brick = add(&mut app, RigidBody::Dynamic, position, [0.8, 0.3, 0.4]);
                bricks.push((brick, Vec3::from(position)));
            }
        }
        app.update(); // the pairs of the first step are there in the second
        for _ in 0..300 {
            app.update();
            if has_octosat {
                assert_eq!(contacts(&app).missed(), 0);
                // Seven rows of ten bricks on two bricks each, less one end, and ten on the ground.
                assert!(contacts(&app).pairs() >= 7 * 19 + 10, "{}", contacts(&app).pairs());
            }
        }
        for (brick, start) in bricks {
            // On avian's own contacts bricks creep as far.
            let moved = app.world().get::<Position>(brick).expect("a body").0.distance(start);
            assert!(moved < 0.02, "octosat {has_octosat}: a brick moved by {moved} m");
            let speed = app.world().get::<LinearVelocity>(brick).expect("a body").0.length();
            assert!(speed < 0.03, "octosat {has_octosat}: a brick moves by {speed} m/s");
        }
    }
}

/// What a system after the narrow phase saw of avian's contacts.
#[derive(Resource, Default)]
struct Compared {
    pairs: usize,
    warm_points: usize,
    points: usize,
    worst_depth: f32,
    worst_point: f32,
}

#[derive(SystemParam)]
struct Boxes<'w, 's> {
    graph: Res<'w, ContactGraph>,
    boxes: Query<'w, 's, (&'static Collider, &'static Position, &'static Rotation)>,
}

/// Compares avian's contacts with what parry finds for the same boxes, before the solver moves them.
fn compare_with_parry(mut compared: ResMut<Compared>, world: Boxes) {
    for pair in world.graph.active_pairs() {
        let both = world.boxes.get_many([pair.collider1, pair.collider2]).expect("boxes");
        let [a, b] = both.map(|(shape, position, rotation)| (shape, position.0, *rotation));
        let mut expected = Vec::new();
        contact_manifolds(a.0, a.1, a.2, b.0, b.1, b.2, 0.0, &mut expected);
        let deepest = |manifolds: &[ContactManifold]| {
            let points = manifolds.iter().flat_map(|manifold| &manifold.points);
            points.map(|point| point.penetration).fold(0.0, f32::max)
        };
        let depth = deepest(&expected);
        if depth < 0.002 {
            continue;
        }
        compared.pairs += 1;
        let difference = (deepest(&pair.manifolds) - depth).abs() - 0.03 * depth;
        compared.worst_depth = compared.worst_depth.max(difference);
        for point in pair.manifolds.iter().flat_map(|manifold| &manifold.points) {
            compared.points += 1;
            compared.warm_points += usize::from(point.warm_start_normal_impulse > 0.0);
            // A contact point is in both boxes, or as far from both as half the gap.
            for (shape, position, rotation) in [&a, &b] {
                let distance = shape.distance_to_point(*position, *rotation, point.point, true);
                let outside = distance - (-0.5 * point.penetration).max(0.0);
                compared.worst_point = compared.worst_point.max(outside);
            }
        }
    }
}

/// Adds a heap of 200 turned boxes of different sizes, and a floor under it.
fn add_heap(app: &mut App) {
    add_floor(app);
    for index in 0..200_u32 {
        let part = |factor: f32| (index as f32 * factor).fract();
        let [layer, x, z] = [index / 16, index % 4, index / 4 % 4].map(|place| place as f32);
        let position = [1.3 * x - 2.0, 1.3 * layer + 0.7, 1.3 * z - 2.0];
        let edges = [0.618, 0.414, 0.732].map(|factor| 0.4 + 0.4 * part(factor));
        let entity = add(app, RigidBody::Dynamic, position, edges);
        let turn =
            Quat::from_euler(EulerRot::XYZ, 6.0 * part(0.31), 6.0 * part(0.47), 6.0 * part(0.59));
        app.world_mut().get_mut::<Transform>(entity).expect("a pose").rotation = turn;
    }
}

/// Drops a heap, and compares the contacts of each step.
fn heap(mut app: App) -> App {
    add_heap(&mut app);
    app.init_resource::<Compared>();
    app.add_systems(PhysicsSchedule, compare_with_parry.in_set(NarrowPhaseSystems::Last));
    steps(&mut app, 150);
    app
}

#[test]
fn contacts_are_those_that_parry_finds_and_are_warm_started() {
    let apps = [world(PhysicsPlugins::default()), octosat()].map(heap);
    assert_eq!(contacts(&apps[1]).missed(), 0);
    let [parry, octosat] = apps.each_ref().map(|app| app.world().resource::<Compared>());
    assert!(octosat.pairs > 1000, "only {} pairs", octosat.pairs);
    // Both prefer axes of faces a little, by different rules. And of nearly parallel faces, octosat's four points leave
    // out a deeper one if it is deeper by less than 0.005 of the way to it.
    assert!(octosat.worst_depth < 2e-3, "depth off by {}", octosat.worst_depth);
    assert!(octosat.worst_point < 5e-3, "point off by {}", octosat.worst_point);
    let shares = [parry, octosat].map(|seen| seen.warm_points as f32 / seen.points as f32);
    assert!(
        shares[1] > shares[0] - 0.02,
        "{shares:?} of the points have an impulse of the last step"
    );
}

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

/// Lets a fast cube pass another one in each of several offsets, and counts the cubes that were deflected.
fn deflected(mut app: App, clearance: f32, speed: f32) -> usize {
    app.insert_resource(Gravity::ZERO);
    let cubes: Vec<Entity> = (0..24_u8)
        .map(|start| {
            let y = 50.0 * f32::from(start);
            add(&mut app, RigidBody::Static, [0.0, y, 0.0], [1.0; 3]);
            let position = [-10.0 - 0.037 * f32::from(start), y + 1.0 + clearance, 0.0];
            let cube = add(&mut app, RigidBody::Dynamic, position, [1.0; 3]);
            app.world_mut().entity_mut(cube).insert(LinearVelocity(Vec3::X * speed));
            cube
        })
        .collect();
    steps(&mut app, (60.0 * 22.0 / speed) as usize);
    let velocity = |cube| app.world().get::<LinearVelocity>(cube).expect("a body").0;
    cubes.iter().filter(|cube| velocity(**cube).distance(Vec3::X * speed) > 1e-3 * speed).count()
}

#[test]
fn boxes_that_pass_each_other_are_not_deflected() {
    for (clearance, speed) in [(0.006, 5.0), (0.02, 20.0), (0.1, 20.0), (0.1, 50.0)] {
        let [own, octosats] = [world(PhysicsPlugins::default()), octosat()]
            .map(|app| deflected(app, clearance, speed));
        assert_eq!((own, octosats), (0, 0), "{clearance} m, {speed} m/s");
    }
}

#[test]
fn fast_boxes_that_hit_each_other_do_not_pass() {
    for offset in [0.0, 0.5, 0.9, 0.98] {
        let mut app = octosat();
        app.insert_resource(Gravity::ZERO);
        add(&mut app, RigidBody::Static, [0.0; 3], [1.0; 3]);
        let cube = add(&mut app, RigidBody::Dynamic, [-7.3, offset, offset], [1.0; 3]);
        app.world_mut().entity_mut(cube).insert(LinearVelocity(Vec3::X * 60.0));
        steps(&mut app, 60);
        let position = app.world().get::<Position>(cube).expect("a body").0;
        let passed = position.x > 0.0 && position.y.max(position.z) < 1.0;
        assert!(!passed, "from {offset}: the cube is at {position}");
    }
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
