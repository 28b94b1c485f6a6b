//! Checks that avian uses octosat's contacts, and that worlds with them behave.

use avian3d::collision::collider::contact_query::contact_manifolds;
use avian3d::prelude::*;
use bevy::prelude::*;
use octosat_avian::OctosatCollider;
use octosat_avian::scenes::{Body, Scene, UPRIGHT};
use octosat_avian::world::{Contender, World};

fn body(position: [f32; 3], half_extents: [f32; 3], is_dynamic: bool) -> Body {
    Body { position, rotation: UPRIGHT, half_extents, is_dynamic }
}

/// A floor whose top is at height zero.
fn floor() -> Body {
    body([0.0, -1.0, 0.0], [10.0, 1.0, 10.0], false)
}

fn missed(world: &World) -> u64 {
    world.contacts().expect("a world with octosat").missed()
}

fn answered(world: &World) -> u64 {
    world.contacts().expect("a world with octosat").answered_pairs()
}

#[test]
fn a_wall_stands_on_octosats_contacts_alone() {
    let bodies = Scene::Wall.bodies(80);
    for contender in Contender::ALL {
        let mut world = World::new(contender, bodies.clone());
        for _ in 0..300 {
            world.step();
        }
        // On avian's own contacts bricks creep as far.
        for (index, body) in bodies.iter().enumerate() {
            let moved = world.position(index).distance(body.position.into());
            assert!(moved < 0.02, "{contender:?}: brick {index} moved by {moved} m");
            let speed = world.velocity(index).length();
            assert!(speed < 0.03, "{contender:?}: brick {index} moves by {speed} m/s");
        }
        let Some(contacts) = world.contacts() else { continue };
        assert_eq!((contacts.missed(), contacts.rejected()), (0, None));
        // Seven rows of ten bricks on two bricks each, less one end, and ten on the ground.
        assert!(contacts.answered_pairs() > 290 * (7 * 19 + 10), "{}", contacts.answered_pairs());
    }
}

/// What a system after the narrow phase saw of avian's contacts.
#[derive(Resource, Default)]
struct Compared {
    pairs: usize,
    worst_depth: f32,
    worst_point: f32,
}

/// Compares avian's contacts with what parry finds for the same boxes, before the solver moves them.
fn compare_with_parry(
    mut compared: ResMut<Compared>,
    graph: Res<ContactGraph>,
    boxes: Query<(&OctosatCollider, &Position, &Rotation)>,
) {
    for pair in graph.active_pairs() {
        let both = boxes.get_many([pair.collider1, pair.collider2]).expect("boxes");
        let [a, b] = both.map(|(collider, position, rotation)| {
            let half = collider.half_extents().expect("a box");
            (Collider::cuboid(2.0 * half.x, 2.0 * half.y, 2.0 * half.z), position.0, *rotation)
        });
        let mut expected = Vec::new();
        contact_manifolds(&a.0, a.1, a.2, &b.0, b.1, b.2, 0.0, &mut expected);
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
        // A contact point is in both boxes, or as far from both as half the gap.
        for point in pair.manifolds.iter().flat_map(|manifold| &manifold.points) {
            for (shape, position, rotation) in [&a, &b] {
                let distance = shape.distance_to_point(*position, *rotation, point.point, true);
                let outside = distance - (-0.5 * point.penetration).max(0.0);
                compared.worst_point = compared.worst_point.max(outside);
            }
        }
    }
}

#[test]
fn contacts_are_those_that_parry_finds() {
    let mut world = World::new(Contender::Octosat, Scene::Pile.bodies(200));
    let app = world.app();
    app.init_resource::<Compared>();
    app.add_systems(PhysicsSchedule, compare_with_parry.in_set(NarrowPhaseSystems::Last));
    for _ in 0..150 {
        world.step();
    }
    assert_eq!(missed(&world), 0);
    let compared = world.app().world().resource::<Compared>();
    assert!(compared.pairs > 1000, "only {} pairs", compared.pairs);
    // Both prefer axes of faces a little, by different rules. And of nearly parallel faces, octosat's four points leave
    // out a deeper one if it is deeper by less than 0.005 of the way to it.
    assert!(compared.worst_depth < 2e-3, "depth off by {}", compared.worst_depth);
    assert!(compared.worst_point < 5e-3, "point off by {}", compared.worst_point);
}

#[test]
fn other_shapes_are_left_to_avian() {
    let mut world =
        World::new(Contender::Octosat, vec![floor(), body([0.0, 0.5, 0.0], [0.5; 3], true)]);
    world.spawn(Contender::Octosat, body([0.0, 1.4, 0.0], [0.3; 3], true), Collider::sphere(0.3));
    for _ in 0..120 {
        world.step();
    }
    let height = world.position(2).y;
    assert!((height - 1.3).abs() < 0.01, "the ball is at {height}");
    assert_eq!(missed(&world), 0);
    assert!(answered(&world) >= 118, "the box on the floor: {}", answered(&world));
}

#[test]
fn a_question_beyond_the_margin_is_left_to_avian() {
    let mut world = World::new(Contender::Octosat, vec![floor()]);
    let skinned = world.spawn(
        Contender::Octosat,
        body([0.0, 0.6, 0.0], [0.5; 3], true),
        Collider::cuboid(1.0, 1.0, 1.0),
    );
    world.app().world_mut().entity_mut(skinned).insert(CollisionMargin(0.1));
    for _ in 0..120 {
        world.step();
    }
    let height = world.position(1).y;
    assert!((height - 0.6).abs() < 0.01, "the box should stand on its margin, at {height}");
    assert!(missed(&world) > 100, "{}", missed(&world));
}

#[test]
fn boxes_may_come_and_go() {
    let bodies =
        vec![floor(), body([0.0, 0.5, 0.0], [0.5; 3], true), body([0.0, 1.5, 0.0], [0.5; 3], true)];
    let mut world = World::new(Contender::Octosat, bodies);
    let lowest = world.spawn(
        Contender::Octosat,
        body([3.0, 0.5, 0.0], [0.5; 3], true),
        Collider::cuboid(1.0, 1.0, 1.0),
    );
    for _ in 0..60 {
        world.step();
    }
    world.app().world_mut().despawn(lowest);
    world.step();
    world.spawn(
        Contender::Octosat,
        body([0.2, 2.6, 0.0], [0.5; 3], true),
        Collider::cuboid(1.0, 1.0, 1.0),
    );
    for _ in 0..120 {
        world.step();
    }
    let height = world.position(4).y;
    assert!((height - 2.5).abs() < 0.01, "the third box is at {height}");
    assert_eq!(
        (missed(&world), world.contacts().and_then(|contacts| contacts.rejected())),
        (0, None)
    );
}

#[test]
fn bodies_weigh_what_they_weigh_in_avian() {
    let properties = |contender| {
        let mut world = World::new(contender, vec![floor()]);
        let entity = world.spawn(
            contender,
            body([0.0, 5.0, 0.0], [0.1, 0.2, 0.3], true),
            Collider::cuboid(0.2, 0.4, 0.6),
        );
        world.step();
        let world = world.app().world();
        let mass = world.get::<ComputedMass>(entity).expect("a mass").value();
        (mass, world.get::<ComputedAngularInertia>(entity).expect("an inertia").value())
    };
    assert_eq!(properties(Contender::Octosat), properties(Contender::Avian));
    // 0.048 kg with edges of 0.2, 0.4 and 0.6 m, by the textbook's formula; avian's density is 1.
    let (mass, inertia) = properties(Contender::Octosat);
    assert!((mass - 0.048).abs() < 1e-6);
    let expected = 0.048 / 12.0 * (0.4_f32.powi(2) + 0.6_f32.powi(2));
    assert!((inertia.m00 - expected).abs() < 1e-7, "{inertia:?}");
}
