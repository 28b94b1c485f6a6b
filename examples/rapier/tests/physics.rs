//! Checks that rapier uses octosat's contacts, and that worlds with them behave.

use std::sync::Arc;

use octosat::EngineOptions;
use octosat_rapier::batch::Batch;
use octosat_rapier::dispatcher::BoxDispatcher;
use octosat_rapier::scenes::{Body, Scene, UPRIGHT};
use octosat_rapier::world::{Contender, World};
use rapier3d::geometry::{ContactData, ContactManifoldData};
use rapier3d::math::{Pose, Vector};
use rapier3d::parry::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, PointQuery,
};
use rapier3d::parry::shape::Cuboid;
use rapier3d::prelude::SharedShape;

type RapierManifold = ContactManifold<ContactManifoldData, ContactData>;
type RapierDispatcher = dyn PersistentQueryDispatcher<ContactManifoldData, ContactData>;

fn body(position: [f32; 3], half_extents: [f32; 3], is_dynamic: bool) -> Body {
    Body { position, rotation: UPRIGHT, half_extents, is_dynamic }
}

fn floor() -> Body {
    body([0.0, -1.0, 0.0], [10.0, 1.0, 10.0], false)
}

fn run(contender: Contender, bodies: Vec<Body>, steps: usize) -> World {
    let mut world = World::with(contender, bodies);
    for _ in 0..steps {
        world.step();
    }
    world
}

#[test]
fn a_wall_stands() {
    let bodies = Scene::Wall.bodies(80);
    for contender in Contender::ALL {
        let world = run(contender, bodies.clone(), 300);
        for (index, body) in bodies.iter().enumerate() {
            let moved = (world.body(index).translation() - Vector::from(body.position)).length();
            assert!(moved < 0.02, "{contender:?}: brick {index} moved by {moved} m");
            let speed = world.body(index).linvel().length();
            assert!(speed < 0.03, "{contender:?}: brick {index} moves by {speed} m/s");
        }
    }
}

#[test]
fn every_question_but_those_of_new_pairs_is_answered() {
    let world = run(Contender::OctosatWithoutReuse, Scene::Wall.bodies(80), 100);
    let counts = world.counts().expect("a world with octosat");
    // Ten bricks on the ground, seven rows on two bricks each, less one end, and nine neighbors in each of eight rows.
    let pairs = 10 + 7 * 19 + 8 * 9;
    assert_eq!(counts.missed, pairs, "the first step's");
    assert_eq!((counts.computed, counts.asked), (99 * pairs, 99 * pairs));
}

#[test]
fn rapier_is_foreseen() {
    let all = run(Contender::Octosat, Scene::Pile.bodies(200), 200);
    let foreseen = run(Contender::OctosatForecast, Scene::Pile.bodies(200), 200);
    let [all, foreseen] =
        [all, foreseen].map(|world| world.counts().expect("a world with octosat"));
    assert!(foreseen.computed * 10 < foreseen.asked * 11, "{foreseen:?}");
    assert!(foreseen.missed * 10 < foreseen.asked, "{foreseen:?}");
    assert!(foreseen.computed < all.computed, "{foreseen:?} {all:?}");
}

#[test]
fn other_shapes_are_left_to_parry() {
    let mut world = World::with(
        Contender::OctosatWithoutReuse,
        vec![floor(), body([0.0, 0.5, 0.0], [0.5; 3], true)],
    );
    world.insert(body([0.0, 1.4, 0.0], [0.3; 3], true), SharedShape::ball(0.3));
    for _ in 0..120 {
        world.step();
    }
    let height = world.body(2).translation().y;
    assert!((height - 1.3).abs() < 0.02, "the ball is at {height}");
    let counts = world.counts().expect("a world with octosat");
    assert_eq!((counts.missed, counts.asked), (1, 119), "the box on the floor");
}

fn contacts(
    dispatcher: &RapierDispatcher,
    pos12: &Pose,
    [a, b]: [&Cuboid; 2],
    margin: f32,
) -> RapierManifold {
    let mut manifolds = Vec::new();
    let answer = dispatcher.contact_manifolds(pos12, a, b, margin, &mut manifolds, &mut None);
    answer.expect("boxes are supported");
    assert_eq!(manifolds.len(), 1);
    manifolds.remove(0)
}

fn deepest(manifold: &RapierManifold) -> f32 {
    manifold.points.iter().fold(0.0, |deepest, point| deepest.max(-point.dist))
}

/// A batch of a pile that has fallen for a while.
fn batch_of_pile(world: &mut World) -> Arc<Batch> {
    let mut batch = Batch::new(EngineOptions::default(), None).expect("the CPU's own backend");
    batch.find(world.rapier()).expect("finite boxes");
    Arc::new(batch)
}

#[test]
fn contacts_are_those_that_parry_finds() {
    let mut world = run(Contender::Rapier, Scene::Pile.bodies(300), 150);
    let batch = batch_of_pile(&mut world);
    let dispatcher = BoxDispatcher(Arc::clone(&batch));
    let (mut compared, mut worst) = (0, 0.0_f32);
    let rapier = world.rapier();
    for pair in rapier.narrow_phase.contact_pairs() {
        let [a, b] = [pair.collider1, pair.collider2].map(|handle| &rapier.colliders[handle]);
        let pos12 = a.position().inv_mul(b.position());
        let shapes = [a, b].map(|collider| collider.shape().as_cuboid().expect("a box"));
        let expected = contacts(&DefaultQueryDispatcher, &pos12, shapes, 0.02);
        let found = contacts(&dispatcher, &pos12, shapes, 0.02);
        let depth = deepest(&expected);
        if depth > 0.001 {
            compared += 1;
            let difference = (deepest(&found) - depth).abs();
            assert!(difference < 0.03 * depth, "depth {} instead of {depth}", deepest(&found));
        }
        for point in &found.points {
            // On the surfaces of both boxes, with `dist` between them along the normal.
            for (shape, local) in shapes.into_iter().zip([point.local_p1, point.local_p2]) {
                let distance = shape.project_local_point(local, false).point - local;
                worst = worst.max(distance.length());
            }
            let along = (pos12 * point.local_p2 - point.local_p1).dot(found.local_n1);
            assert!((along - point.dist).abs() < 2e-5, "{along} instead of {}", point.dist);
        }
        assert!(
            found.points.is_empty()
                || (pos12.rotation * found.local_n2 + found.local_n1).length() < 1e-5
        );
    }
    assert!(worst < 2e-3, "{worst} m off a surface");
    assert!(compared > 100, "only {compared} pairs");
    assert_eq!(batch.counts().missed, 0);
}

#[test]
fn only_exactly_the_same_question_is_answered() {
    let mut world = run(Contender::Rapier, Scene::Pile.bodies(50), 100);
    let batch = batch_of_pile(&mut world);
    let rapier = world.rapier();
    let pair = rapier.narrow_phase.contact_pairs().next().expect("a pair");
    let [a, b] = [pair.collider1, pair.collider2].map(|handle| &rapier.colliders[handle]);
    let pos12 = a.position().inv_mul(b.position());
    let [a, b] = [a, b].map(|collider| *collider.shape().as_cuboid().expect("a box"));
    let mut moved = pos12;
    moved.translation.x = moved.translation.x.next_up();
    let other = Cuboid::new(b.half_extents + Vector::new(0.0, 0.0, 1e-6));
    assert!(batch.row(&pos12, [&a, &b], 0.02).is_some());
    assert!(batch.row(&moved, [&a, &b], 0.02).is_none(), "another pose");
    assert!(batch.row(&pos12, [&a, &other], 0.02).is_none(), "another shape");
    assert!(batch.row(&pos12, [&a, &b], 0.03).is_none(), "a larger margin");
    assert_eq!(batch.counts().missed, 3);
}
