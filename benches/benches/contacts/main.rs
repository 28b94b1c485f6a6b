//! How long manifolds take: every backend, stateless and with a contact cache, and parry3d next to them in
//! the same run, on one thread.

mod parry;

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::Manifolds;
use octosat_benches::{
    Case, Measurements, Order, RestingScene, Run, World, ask_manifolds, missing_backends, settings,
    unit_contenders, verify_contacts,
};

use parry::{Peer, verify_peer};

/// Pairs of the cloud, the usual one.
const CLOUD_PAIRS: usize = 100_000;

/// Boxes of the heap; about as many pairs as the wall has.
const PILE_BOXES: usize = 10_000;

/// Bricks of the wall.
const WALL_BRICKS: usize = 10_000;

fn contacts(criterion: &mut Criterion) {
    for backend in missing_backends() {
        eprintln!("skipped: this machine does not have {backend}");
    }
    let wall = RestingScene::new("wall", World::wall(WALL_BRICKS));
    let all = wall.still.pairs.len();
    assert_eq!(pairs_in_contact(&wall), all, "every pair of the wall is within the margin");
    measure_scene(criterion, &wall);
    measure_scene(criterion, &RestingScene::new("pile", World::pile(PILE_BOXES)));
    let cloud = World::cloud(CLOUD_PAIRS, Order::Random);
    measure_scene(criterion, &RestingScene::new("cloud", cloud));
}

fn measure_scene(criterion: &mut Criterion, scene: &RestingScene) {
    let mut measurements = Measurements::new(criterion, &format!("contacts/{}", scene.name));
    measurements.set_pairs(scene.still.pairs.len(), &scene.still);
    for case in Case::ALL {
        measure_engine(&mut measurements, scene, case);
    }
    verify_peer(scene);
    measure_peer(&mut measurements, scene);
    measurements.finish();
}

fn measure_engine(measurements: &mut Measurements<'_>, scene: &RestingScene, case: Case) {
    let contenders = unit_contenders();
    let reused = verify_contacts(&contenders, scene, case);
    assert!(reused > 0 || !case.reuses(), "{reused} reused");
    if case.reuses() {
        let (pairs, touching) = (scene.still.pairs.len(), pairs_in_contact(scene));
        let (scene, case) = (scene.name, case.name());
        eprintln!("{scene}, {case}: {reused} reused, {touching} of {pairs} in contact");
    }
    for contender in contenders {
        let mut run = Run::new(contender, scene, case);
        run.next_frame();
        measurements.measure_case(&contender.name(), case.name(), &mut run, |run| {
            run.next_frame();
        });
    }
}

fn measure_peer(measurements: &mut Measurements<'_>, scene: &RestingScene) {
    let mut peer = Peer::new(scene);
    measurements.measure_case("parry3d", "recomputed", &mut peer, |peer| {
        peer.recompute();
    });
    for (case, jitters) in [("warm-still", false), ("warm-jittered", true)] {
        let mut peer = Peer::new(scene);
        peer.update(0);
        let mut number = 0;
        measurements.measure_case("parry3d", case, &mut peer, |peer| {
            number += usize::from(jitters);
            peer.update(number);
        });
    }
}

/// The number of pairs that have a contact.
fn pairs_in_contact(scene: &RestingScene) -> usize {
    stateless(scene).manifolds().iter().filter(|row| row.len > 0).count()
}

/// The scalar backend's manifolds of the boxes as they lie.
fn stateless(scene: &RestingScene) -> Manifolds {
    let engine = unit_contenders()[0].scalar().engine();
    let mut manifolds = Manifolds::new();
    ask_manifolds(&engine, &scene.still, &mut manifolds);
    manifolds
}

criterion_group! {
    name = benches;
    config = settings();
    targets = contacts
}
criterion_main!(benches);
