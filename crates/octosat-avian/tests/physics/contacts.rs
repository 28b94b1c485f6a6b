//! What the contacts are: those of parry for boxes that touch, and none for boxes that only pass each other.

use avian3d::collision::collider::contact_query::contact_manifolds;
use avian3d::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::{add, add_floor, add_flying, contacts, octosat, position, steps, velocity, world};

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
            let moved = position(&app, brick).distance(start);
            assert!(moved < 0.02, "octosat {has_octosat}: a brick moved by {moved} m");
            let speed = velocity(&app, brick).length();
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

/// Lets 24 cubes fly past others, from different starts, and counts those that were deflected.
fn deflected(mut app: App, clearance: f32, speed: f32) -> usize {
    let mut cubes = Vec::new();
    for start in (0..24_u8).map(f32::from) {
        let y = 50.0 * start;
        add(&mut app, RigidBody::Static, [0.0, y, 0.0], [1.0; 3]);
        let position = [-10.0 - 0.037 * start, y + 1.0 + clearance, 0.0];
        cubes.push(add_flying(&mut app, position, speed));
    }
    steps(&mut app, (60.0 * 22.0 / speed) as usize);
    let change = |cube| velocity(&app, cube).distance(Vec3::X * speed);
    cubes.into_iter().filter(|&cube| change(cube) > 1e-3 * speed).count()
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
        add(&mut app, RigidBody::Static, [0.0; 3], [1.0; 3]);
        let cube = add_flying(&mut app, [-7.3, offset, offset], 60.0);
        steps(&mut app, 60);
        let position = position(&app, cube);
        let passed = position.x > 0.0 && position.y.max(position.z) < 1.0;
        assert!(!passed, "from {offset}: the cube is at {position}");
    }
}
