//! A call on one thread needs less than 32 KiB of stack, one about products less than 64 KiB.
//!
//! A call that needs more ends the process, with the name of the thread that overflowed its stack: the backend and
//! the query.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    ContactCache, Contacts, Containment, Engine, Length, Manifolds, PointLimit, Query,
    RectangleManifold, RectangleStore,
};
use octosat_check::queries::{ALL, frustum::Views};
use octosat_check::{Basis, Case, Count, Frame, Query as _, Setting, engines};
use octosat_scenes::generate::{self, Scene};
use octosat_tests::{frame_of, octagon_boxes};

/// What a thread is given; a system may round it up to what its threads need at least.
const STACK: usize = 32 * 1024;

/// The same for products, whose bounds and pairs that wait are on the stack, too. Optimized builds need less than 50 KiB.
const STACK_OF_PRODUCTS: usize = 64 * 1024;

/// Meters.
const MARGIN: f32 = 0.02;

/// Runs a call on a thread of a small stack.
fn on_small_stack(engine: &Engine, query: &str, call: impl FnOnce() + Send) {
    let name = format!("{} {query}", engine.backend());
    std::thread::scope(|scope| {
        let stack = if query.starts_with("product-") { STACK_OF_PRODUCTS } else { STACK };
        let builder = std::thread::Builder::new().name(name).stack_size(stack);
        builder.spawn_scoped(scope, call).unwrap().join().unwrap();
    });
}

/// The boxes of a scene in each basis, queried with up to four and up to eight points.
fn cases(scene: &Scene) -> Vec<Case> {
    let case = |basis, limit| {
        let setting = Setting { limit, ..Setting::new(MARGIN, 7) };
        Case::new(basis, &Frame::of_scene(scene, setting)).unwrap()
    };
    let of_basis = |basis| [PointLimit::Four, PointLimit::Eight].map(|limit| case(basis, limit));
    Basis::ALL.into_iter().flat_map(of_basis).collect()
}

#[test]
fn every_call_works_on_a_small_stack() {
    for case in cases(&generate::cloud(1_000, 3_000, 93)) {
        for query in ALL {
            let asked = query.with_calls(&case, &mut |calls| {
                for engine in engines() {
                    for call in &mut *calls {
                        let run = || {
                            (call.run)(&engine, Count::Nothing).unwrap();
                        };
                        on_small_stack(&engine, call.name, run);
                    }
                }
                Ok(())
            });
            asked.unwrap();
        }
    }
}

/// Overlap as bits, and boxes against several views.
#[test]
fn bits_and_several_views_work_on_a_small_stack() {
    for case in cases(&generate::cloud(500, 3_000, 94)) {
        let views = Views.world(&case).unwrap();
        let mut words = vec![0_u64; case.pairs.len().div_ceil(64)];
        let mut seen = vec![Containment::default(); case.boxes.len() * views.len()];
        let (boxes, margin) = (case.boxes.unit(), Length::Uniform(MARGIN));
        for engine in engines() {
            on_small_stack(&engine, "overlaps as bits", || {
                engine.overlaps(case.boxes.pairs(&case.pairs, margin), &mut words).unwrap();
            });
            on_small_stack(&engine, "cull", || engine.cull(boxes, &views, &mut seen).unwrap());
            on_small_stack(&engine, "views", || engine.classify(boxes, &views, &mut seen).unwrap());
        }
    }
}

/// Frames with a cache: the first, one of boxes that have moved a little, and other pairs; and the links of each.
#[test]
fn caches_work_on_a_small_stack() {
    let mut scene = generate::cloud(1_000, 3_000, 93);
    let still = cases(&scene);
    scene.position.iter_mut().for_each(|[x, ..]| *x += 1e-4);
    for (still, moved) in still.iter().zip(cases(&scene)) {
        let mut fewer = moved.clone();
        fewer.pairs.reverse();
        fewer.pairs.truncate(moved.pairs.len() - 7);
        for engine in engines() {
            let (mut cache, options) = (ContactCache::new(), still.setting.options());
            for (frame, case) in [still, &moved, &fewer].into_iter().enumerate() {
                let asked = Query::new(case.boxes.unit(), &case.pairs).within(MARGIN);
                let asked = options.of(asked);
                on_small_stack(&engine, &format!("cache, frame {frame}"), || {
                    cache.next_frame();
                    engine.manifolds_cached(asked, &mut cache).unwrap();
                    cache.links();
                });
            }
            assert!(cache.links().contacts().any(|link| link.last.is_some()));
        }
    }
}

#[test]
fn rectangles_work_on_a_small_stack() {
    let rotations = [[1.0, 0.0]; 2];
    let boxes = RectangleStore::from_slices(&[[0.0; 2], [0.5; 2]], &rotations, &[[1.0; 2]; 2]);
    let (boxes, mut manifolds) = (boxes.unwrap(), [RectangleManifold::default(); 40]);
    for engine in engines() {
        on_small_stack(&engine, "rectangles", || {
            engine.manifolds(Query::new(&boxes, &[[0, 1]; 40]), &mut manifolds[..]).unwrap();
        });
    }
}

/// Eight points per pair, with corners at about the slack of clipping.
#[test]
fn octagons_work_on_a_small_stack() {
    let case = Case::new(Basis::Unit, &frame_of(&octagon_boxes(), MARGIN)).unwrap();
    let query = Query::new(case.boxes.unit(), &case.pairs);
    let contacts = Contacts::new(query).limit(PointLimit::Eight);
    for engine in engines() {
        let mut out = Manifolds::new();
        on_small_stack(&engine, "octagons", || engine.manifolds(contacts, &mut out).unwrap());
    }
}
