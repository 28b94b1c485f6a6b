//! How long manifolds take: every backend, stateless and with a contact cache, and parry3d next to them in the same
//! run, on one thread.

mod peer;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use octosat::{ContactCache, Engine, Manifolds, NEW_POINT, Query, Rounding};
use octosat_benches::{Bench, Order, SEED, check, cloud, engines, is_measuring, name, settings};
use octosat_check::queries::{cached::Cached, pairs::Pairs};
use octosat_check::{Basis, Case, Frame, SPECULATIVE_MARGIN, Setting};
use octosat_scenes::generate::{self, Random, Scene, narrow};

use peer::{Peer, verify_peer};

/// Boxes of the heap and bricks of the wall, which have about as many pairs.
const BOXES: usize = 10_000;

/// Meters along each axis: what noise of a solver moves bodies at rest by in a frame, and well within what parry takes
/// for no motion (1 mm).
const JITTER: f64 = 1e-4;

/// Radians about each axis; as [`JITTER`] at the corners of boxes of a meter.
const JITTER_TURN: f64 = 1e-4;

/// Frames that are followed before anything is timed: the first, and one of each that repeat.
const CHECKED_FRAMES: usize = 3;

/// Two frames of boxes that barely move between them; the pairs are the same.
struct RestingScene {
    name: &'static str,
    frames: [Case; 2],
}

/// What is asked about each frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// The manifolds, without a cache.
    Stateless,
    /// The manifolds, with a cache of which nothing else is asked.
    Cached,
    /// The predecessors of all points.
    Predecessors,
}

const WAYS: [(&str, Way); 3] =
    [("stateless", Way::Stateless), ("cached", Way::Cached), ("predecessors", Way::Predecessors)];

impl RestingScene {
    fn new(name: &'static str, scene: &Scene) -> Self {
        Self::of_frame(name, Frame::of_scene(scene, Setting::new(0.0, SEED)))
    }

    fn of_frame(name: &'static str, mut still: Frame) -> Self {
        still.setting.margin = SPECULATIVE_MARGIN;
        let case = |frame| Case::new(Basis::Unit, frame).expect("generated boxes are valid");
        Self { name, frames: [case(&still), case(&jittered(still.clone()))] }
    }

    /// The frame of this number: both in turn.
    fn frame(&self, number: usize) -> &Case {
        &self.frames[number % 2]
    }

    fn manifolds(&self) -> Manifolds {
        let mut manifolds = Manifolds::new();
        Engine::new().manifolds(query(&self.frames[0]), &mut manifolds).expect("a valid query");
        manifolds
    }
}

/// The same boxes and pairs, every box moved as little as a solver moves bodies at rest.
fn jittered(mut frame: Frame) -> Frame {
    let mut random = Random::new(SEED);
    for (center, rotation) in frame.position.iter_mut().zip(&mut frame.rotation) {
        let shift = random.vector(-JITTER, JITTER).map(narrow);
        // Half the turn about an axis is what that component changes by.
        let turn = random.vector(-0.5 * JITTER_TURN, 0.5 * JITTER_TURN).map(narrow);
        (0..3).for_each(|axis| center[axis] += shift[axis]);
        (0..3).for_each(|axis| rotation[axis] += turn[axis]);
        let length = rotation.iter().map(|part| part * part).sum::<f32>().sqrt();
        *rotation = rotation.map(|part| part / length);
    }
    frame
}

/// At most four points per pair in the world, with the speculative margin.
fn query(case: &Case) -> Query<'_> {
    Query::new(case.boxes.unit(), &case.pairs).margin(SPECULATIVE_MARGIN)
}

/// An engine on its way through the frames of a scene.
struct Run<'a> {
    engine: Engine,
    scene: &'a RestingScene,
    way: Way,
    number: usize,
    cache: ContactCache,
    stateless: Manifolds,
    places: Vec<u32>,
}

impl<'a> Run<'a> {
    fn new(engine: Engine, scene: &'a RestingScene, way: Way) -> Self {
        let (cache, stateless) = (ContactCache::new(), Manifolds::new());
        Self { engine, scene, way, number: 0, cache, stateless, places: Vec::new() }
    }

    /// Asks about the next frame.
    fn next(&mut self) {
        let query = query(self.scene.frame(self.number));
        self.number += 1;
        if self.way == Way::Stateless {
            return self.engine.manifolds(query, &mut self.stateless).expect("a valid query");
        }
        self.cache.next_frame();
        self.engine.manifolds_cached(query, &mut self.cache).expect("a valid query");
        if self.way == Way::Predecessors {
            let links = self.cache.links();
            self.places.resize(links.manifolds().points().len(), NEW_POINT);
            links.fill_predecessors(&mut self.places);
        }
    }
}

/// Checks the frames as a way goes through them.
fn check_way(scene: &RestingScene, way: Way) {
    let frames: Vec<Case> = (0..CHECKED_FRAMES).map(|number| scene.frame(number).clone()).collect();
    if way == Way::Stateless {
        check(&Pairs, &frames[..1], &[1]);
    } else {
        check(&Cached, &frames, &[1]);
    }
}

fn measure(criterion: &mut Criterion, scene: &RestingScene) {
    let (group, rows) = (format!("contacts/{}", scene.name), scene.frames[0].pairs.len());
    for (way_name, way) in WAYS {
        let mut bench = Bench::new(criterion, &group, || check_way(scene, way));
        for engine in engines().into_iter().filter(|one| one.rounding() == Rounding::Exact) {
            let mut run = Run::new(engine, scene, way);
            let name = name(&run.engine, Basis::Unit);
            run.next();
            bench.work(&name, way_name, rows, || {
                run.next();
                black_box(&mut run);
            });
        }
    }
    let mut bench = Bench::new(criterion, &group, || verify_peer(scene));
    let mut peer = Peer::new(scene);
    bench.work("parry3d", "recomputed", rows, || peer.recompute());
    for (case, jitters) in [("warm-still", false), ("warm-jittered", true)] {
        let mut peer = Peer::new(scene);
        peer.update(0);
        let mut number = 0;
        bench.work("parry3d", case, rows, || {
            number += usize::from(jitters);
            peer.update(number);
        });
    }
}

fn contacts(criterion: &mut Criterion) {
    let boxes = if is_measuring() { BOXES } else { BOXES / 20 };
    let wall = RestingScene::new("wall", &generate::wall(boxes, SEED));
    let all = wall.manifolds().touching().count();
    assert_eq!(all, wall.frames[0].pairs.len(), "every pair of the wall is within the margin");
    measure(criterion, &wall);
    measure(criterion, &RestingScene::new("pile", &generate::pile(boxes, SEED)));
    let cloud = cloud(10 * boxes, Order::Random);
    measure(criterion, &RestingScene::of_frame("cloud", cloud));
}

criterion_group! {
    name = benches;
    config = settings();
    targets = contacts
}
criterion_main!(benches);
