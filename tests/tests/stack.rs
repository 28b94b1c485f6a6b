//! A call on one thread needs less than 32 KiB of stack.
//!
//! A call that needs more ends the process, with the name of the thread that overflowed its stack: the
//! backend and the query.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    AxisAlignedBox, CacheMode, ClosestPoints, ContactCache, Containment, Engine, HalfSpace,
    HalfSpaceContacts, Manifolds, Penetration, PointLimit, Query, Ray, RayHit, RectangleManifold,
    RectangleStore, ScaledBoxStore, Segment, ShapeQuery, Sphere, SphereContact,
};
use octosat_scenes::generate::Random;
use octosat_tests::{World, engines, mixed_world, random_frusta, with_threads};

/// What a thread is given; a system may round it up to what its threads need at least.
const STACK: usize = 32 * 1024;

/// Runs a call on a thread of a small stack.
fn on_small_stack(engine: &Engine, query: &str, call: impl FnOnce() + Send) {
    let name = format!("{} {} {query}", engine.backend(), engine.rounding());
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name(name).stack_size(STACK);
        builder.spawn_scoped(scope, call).unwrap().join().unwrap();
    });
}

/// Frames with a cache: the first, one of boxes that have moved a little, and the same again with other pairs.
fn ask_with_caches(engine: &Engine, moved: &World, (query, limit): (Query<'_>, PointLimit)) {
    let mut fewer = moved.pairs.clone();
    fewer.reverse();
    fewer.truncate(moved.pairs.len() - 7);
    for mode in [CacheMode::Steady, CacheMode::REUSE] {
        let mut cache = ContactCache::new(mode);
        let next = |pairs| Query::new(&moved.store, pairs).margin(0.02).limit(limit);
        let frames = [query, next(&moved.pairs), next(&moved.pairs), next(&fewer)];
        for (frame, query) in frames.into_iter().enumerate() {
            let name = format!("{mode:?} manifolds of {}, frame {frame}", limit.points());
            on_small_stack(engine, &name, || {
                engine.manifolds_cached(query, &mut cache).unwrap();
            });
        }
        assert!(cache.manifolds().touching().any(|one| one.manifold.is_reused()));
    }
}

/// Every query of pairs of boxes, each on a thread of its own.
fn ask(engine: &Engine, world: &World, scaled: &ScaledBoxStore) {
    let pairs = &world.pairs;
    let query = Query::new(&world.store, pairs).margin(0.02);
    let moved = world.jittered(7, 1e-4, 1e-4);
    let mut overlaps = vec![false; pairs.len()];
    let mut words = vec![0_u64; pairs.len().div_ceil(64)];
    let mut rows = vec![Penetration::default(); pairs.len()];
    on_small_stack(engine, "overlaps", || engine.overlaps(query, &mut overlaps).unwrap());
    on_small_stack(engine, "overlaps as bits", || engine.overlaps(query, &mut words).unwrap());
    on_small_stack(engine, "penetrations", || engine.penetrations(query, &mut rows).unwrap());
    for limit in [PointLimit::Four, PointLimit::Eight] {
        let query = query.limit(limit);
        let mut out = Manifolds::new();
        let name = format!("manifolds of {}", limit.points());
        on_small_stack(engine, &name, || engine.manifolds(query, &mut out).unwrap());
        assert!(out.touching().count() > 100);
        ask_with_caches(engine, &moved, (query, limit));
    }
    let query = Query::new(scaled, pairs).margin(0.02);
    on_small_stack(engine, "pre-scaled overlaps", || {
        engine.overlaps(query, &mut overlaps).unwrap();
    });
    on_small_stack(engine, "pre-scaled penetrations", || {
        engine.penetrations(query, &mut rows).unwrap();
    });
}

#[test]
fn every_query_of_pairs_works_on_a_small_stack() {
    let world = mixed_world(3_000, 93);
    for engine in engines() {
        ask(&with_threads(&engine, 1), &world, world.scaled());
    }
}

/// Boxes against other shapes, and rectangles.
fn ask_shapes(engine: &Engine, world: &World) {
    let boxes = &world.store;
    let count = boxes.len();
    let mut bounds = vec![AxisAlignedBox::default(); count];
    on_small_stack(engine, "bounds", || engine.aabbs(boxes, &mut bounds).unwrap());
    let sphere = Sphere::new([0.0; 3], 5.0).unwrap();
    let mut rows = vec![SphereContact::default(); count];
    let mut hits = vec![false; count];
    on_small_stack(engine, "spheres", || {
        let query = ShapeQuery::each(boxes, &sphere).margin(0.1);
        engine.overlaps(query, &mut hits).unwrap();
        engine.manifolds(query, &mut rows[..]).unwrap();
    });
    let ground = HalfSpace::new([0.0, 1.0, 0.0], 0.0).unwrap();
    let mut manifolds = vec![HalfSpaceContacts::default(); count];
    on_small_stack(engine, "half-spaces", || {
        engine.manifolds(ShapeQuery::each(boxes, &ground), &mut manifolds[..]).unwrap();
    });
    let frusta = random_frusta(&mut Random::new(7), [0.0; 3], 10.0, 3);
    let mut seen = vec![Containment::default(); count * frusta.len()];
    on_small_stack(engine, "culling", || engine.cull(boxes, &frusta, &mut seen).unwrap());
    on_small_stack(engine, "frusta", || engine.classify(boxes, &frusta, &mut seen).unwrap());
    let ray = Ray::new([-50.0, 0.1, 0.2], [1.0, 0.0, 0.0]).unwrap();
    let mut entries = vec![RayHit::MISS; count];
    on_small_stack(engine, "rays", || {
        engine.hits(ShapeQuery::each(boxes, &ray), &mut entries).unwrap();
    });
    let segments = [
        Segment::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]).unwrap(),
        Segment::new([0.5, -3.0, 2.0], [0.5, 1.0, 2.0]).unwrap(),
    ];
    let mut points = [ClosestPoints::default(); 40];
    on_small_stack(engine, "segments", || {
        engine.closest_points(&segments, &segments, &[[0, 1]; 40], &mut points).unwrap();
    });
    let rectangles =
        RectangleStore::from_slices(&[[0.0; 2], [0.5; 2]], &[[1.0, 0.0]; 2], &[[1.0; 2]; 2])
            .unwrap();
    let mut manifolds = [RectangleManifold::default(); 40];
    on_small_stack(engine, "rectangles", || {
        engine.manifolds(Query::new(&rectangles, &[[0, 1]; 40]), &mut manifolds[..]).unwrap();
    });
}

#[test]
fn every_query_of_shapes_works_on_a_small_stack() {
    let world = mixed_world(3_000, 94);
    for engine in engines() {
        ask_shapes(&with_threads(&engine, 1), &world);
    }
}

/// Faces whose edges pass corners at about the slack, with eight points per pair.
#[test]
fn octagons_work_on_a_small_stack() {
    let world = octosat_tests::octagons_at_the_tolerance();
    for engine in engines() {
        let engine = with_threads(&engine, 1);
        let query = Query::new(&world.store, &world.pairs).limit(PointLimit::Eight);
        let mut out = Manifolds::new();
        on_small_stack(&engine, "manifolds of octagons", || {
            engine.manifolds(query, &mut out).unwrap();
        });
    }
}
