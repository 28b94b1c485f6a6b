//! Once buffers are warm, nothing allocates on one thread or inside a pool: not a query, not a new frame of poses.
//! Outside a pool a call that is split allocates a few small blocks.
//!
//! A test file of its own, with one test, because the allocator counts for the whole process.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(unsafe_code, reason = "a counting allocator has to implement an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use octosat::sealed::verbs;
use octosat::{
    AxisAlignedBox, Backend, BoxPose, BoxStore, Capsule, ContactCache, Contacts, Containment,
    Engine, Frustum, HalfSpace, HalfSpaceContacts, Length, Manifolds, Penetration, Query, Question,
    Ray, RayHit, Rectangle, RectangleManifold, RectanglePenetration, RectangleStore,
    ScaledBoxStore, Side, Sphere, SphereContact,
};
use octosat_check::queries::ALL;
use octosat_check::{Basis, Case, Count, Setting, Workers, engines};
use octosat_scenes::generate::{self, Random};

/// The system's allocator, counting.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);
static BYTES: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is passed on to the system's allocator unchanged; counting has no effect on the memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        BYTES.fetch_add(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps this function's contract, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from the system's allocator by the functions above and below.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        BYTES.fetch_add(size, Ordering::SeqCst);
        // SAFETY: the memory came from the system's allocator by the functions above and below.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// How often work is run and counted.
const ROUNDS: usize = 3;

/// A pool's queues may still grow in its first rounds.
const WARM_UP: usize = 2;

/// Meters.
const MARGIN: f32 = 0.01;

/// Runs the work a few times to warm up, and returns how often the rest allocated.
fn allocations_of(mut work: impl FnMut()) -> usize {
    (0..WARM_UP).for_each(|_| work());
    let before = ALLOCATIONS.load(Ordering::SeqCst);
    (0..ROUNDS).for_each(|_| work());
    ALLOCATIONS.load(Ordering::SeqCst) - before
}

/// Everything a frame needs, allocated before.
struct Frame {
    case: Case,
    store: BoxStore,
    scaled: ScaledBoxStore,
    /// Where the boxes are: for who counts in `f64`, and as matrices.
    far: Vec<[f64; 3]>,
    matrices: Vec<[[f32; 3]; 4]>,
    margins: Vec<f32>,
    bools: Vec<bool>,
    words: Vec<u64>,
    rows: Vec<Penetration>,
    /// Without points on the surfaces and with them.
    contacts: [Manifolds; 2],
    caches: [ContactCache; 2],
    predecessors: Vec<u32>,
    /// The boxes a little later, and pairs in another order.
    moved: BoxStore,
    shuffled: Vec<[u32; 2]>,
    shapes: Shapes,
    rectangles: RectangleStore,
    centers: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
    plane_centers: Vec<[f32; 2]>,
    plane_rows: Vec<RectanglePenetration>,
    plane_manifolds: Vec<RectangleManifold>,
    moves: Vec<[f32; 3]>,
}

impl Frame {
    fn new([boxes, pairs]: [usize; 2]) -> Self {
        let scene = generate::cloud(boxes, pairs, 71);
        let frame = octosat_check::Frame::of_scene(&scene, Setting::new(MARGIN, 71));
        let store = |position: &[[f32; 3]]| {
            BoxStore::from_slices(position, &scene.rotation, &scene.half_extents).unwrap()
        };
        let (boxes, pairs) = (scene.position.len(), scene.pairs.len());
        let mut shuffled = scene.pairs.clone();
        Random::new(3).shuffle(&mut shuffled);
        let later: Vec<_> = scene.position.iter().map(|&[x, y, z]| [x, y, z + 1e-4]).collect();
        let mut rectangles = RectangleStore::new();
        for ([x, y, _], [width, height, _]) in scene.position.iter().zip(&scene.half_extents) {
            rectangles.insert(Rectangle::new([*x, *y], [1.0, 0.0], [*width, *height])).unwrap();
        }
        let upright = |&c: &_| [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], c];
        Self {
            case: Case::new(Basis::Unit, &frame).unwrap(),
            scaled: ScaledBoxStore::from_boxes(&store(&scene.position)).unwrap(),
            store: store(&scene.position),
            far: scene.position.iter().map(|center| center.map(|c| 1e6 + f64::from(c))).collect(),
            matrices: scene.position.iter().map(upright).collect(),
            margins: vec![MARGIN; pairs],
            bools: vec![false; pairs],
            words: vec![0; pairs.div_ceil(64)],
            rows: vec![Penetration::default(); pairs],
            contacts: Default::default(),
            caches: Default::default(),
            predecessors: vec![0; 4 * pairs],
            moved: store(&later),
            shuffled,
            shapes: Shapes::new(boxes),
            rectangles,
            plane_centers: scene.position.iter().map(|&[x, y, _]| [x, y]).collect(),
            plane_rows: vec![RectanglePenetration::default(); pairs],
            plane_manifolds: vec![RectangleManifold::default(); pairs],
            moves: vec![[0.0; 3]; boxes],
            centers: scene.position,
            rotations: scene.rotation,
        }
    }

    fn query(&mut self, engine: &Engine) {
        let pairs = &self.case.pairs;
        for margin in [Length::None, Length::Uniform(MARGIN), Length::PerPair(&self.margins)] {
            let scaled = Query::new(&self.scaled, pairs).within(margin);
            both_overlaps(engine, scaled, &mut self.bools, &mut self.words);
            engine.penetrations(scaled, &mut self.rows).unwrap();
            let query = Query::new(&self.store, pairs).within(margin);
            both_overlaps(engine, query, &mut self.bools, &mut self.words);
            engine.penetrations(query, &mut self.rows).unwrap();
            for (contacts, surfaces) in self.contacts.iter_mut().zip([false, true]) {
                let asked = Contacts::new(query).surfaces(surfaces);
                engine.manifolds(asked, contacts).unwrap();
            }
        }
        // Frames of boxes that have moved, and with pairs in another order.
        let at_rest = Query::new(&self.store, pairs).within(MARGIN);
        let moved = Query::new(&self.moved, pairs).within(&self.margins);
        let shuffled = Query::new(&self.moved, &self.shuffled).within(&self.margins);
        for (cache, surfaces) in self.caches.iter_mut().zip([false, true]) {
            for query in [at_rest, moved, shuffled, shuffled] {
                cache.next_frame();
                let contacts = Contacts::new(query).surfaces(surfaces);
                engine.manifolds_cached(contacts, cache).unwrap();
                let links = cache.links();
                links.fill_predecessors(&mut self.predecessors);
                assert!(links.began().count() + links.ended().count() < 2 * pairs.len());
            }
        }
    }

    /// The most that one of some calls allocates, each of which is split.
    fn most_of_split_calls(&mut self, engine: &Engine) -> usize {
        let query = Query::new(&self.store, &self.case.pairs).within(MARGIN);
        let counts = [
            allocations_of(|| engine.overlaps(query, &mut self.bools).unwrap()),
            allocations_of(|| engine.overlaps(query, &mut self.words).unwrap()),
            allocations_of(|| engine.penetrations(query, &mut self.rows).unwrap()),
            allocations_of(|| engine.manifolds(query, &mut self.contacts[0]).unwrap()),
            allocations_of(|| {
                self.caches[1].next_frame();
                let contacts = Contacts::new(query).surfaces(true);
                engine.manifolds_cached(contacts, &mut self.caches[1]).unwrap();
            }),
            allocations_of(|| {
                self.caches[0].next_frame();
                engine.manifolds_cached(query, &mut self.caches[0]).unwrap();
                self.caches[0].links();
            }),
        ];
        eprintln!("{ROUNDS} calls outside a pool allocate {counts:?} times");
        counts.into_iter().max().unwrap().div_ceil(ROUNDS)
    }

    fn query_rectangles(&mut self, engine: &Engine) {
        let query = Query::new(&self.rectangles, &self.case.pairs).within(&self.margins);
        both_overlaps(engine, query, &mut self.bools, &mut self.words);
        engine.penetrations(query, &mut self.plane_rows).unwrap();
        engine.manifolds(query, &mut self.plane_manifolds[..]).unwrap();
    }

    fn translate(&mut self) {
        self.store.translate(&self.moves).unwrap();
    }

    fn move_boxes(&mut self, upright: &[[f32; 2]]) {
        self.store.set_poses(&self.centers, &self.rotations).unwrap();
        self.scaled.copy_from_boxes(&self.store).unwrap();
        let poses = self.centers.iter().zip(&self.rotations);
        let poses = poses.map(|(center, rotation)| BoxPose::new(*center, *rotation));
        self.store.set_poses_from_iter(poses.clone()).unwrap();
        self.store.set_poses_of(&[9, 7], poses.take(2)).unwrap();
        self.store.set_poses_from_origin([1e6; 3], &self.far, &self.rotations).unwrap();
        self.store.set_poses_from_column_major(&self.matrices).unwrap();
        self.rectangles.set_poses(&self.plane_centers, upright).unwrap();
    }

    /// Nothing of a frame's queries allocates.
    fn check_queries(&mut self, engine: &Engine, threads: usize) {
        let counts = [
            allocations_of(|| self.query(engine)),
            allocations_of(|| self.query_rectangles(engine)),
            allocations_of(|| self.shapes.query(engine, &self.store)),
        ];
        assert_eq!(counts, [0; 3], "boxes, rectangles, shapes, {threads} threads, {engine:?}");
    }
}

/// Overlap in both of its forms.
fn both_overlaps<
    'q,
    Q: for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>> + Copy + 'q,
>(
    engine: &Engine,
    query: Q,
    bools: &mut Vec<bool>,
    words: &mut Vec<u64>,
) {
    engine.overlaps(query, bools).unwrap();
    engine.overlaps(query, words).unwrap();
}

/// Pairs of each box with one of some shapes, and what the queries about them write.
struct Shapes {
    planes: [HalfSpace; 3],
    balls: [Sphere; 3],
    /// As many as boxes, in their place.
    capsules: Vec<Capsule>,
    rays: [Ray; 3],
    views: [Frustum; 2],
    pairs: Vec<[u32; 2]>,
    bools: Vec<bool>,
    words: Vec<u64>,
    depths: Vec<f32>,
    corners: Vec<HalfSpaceContacts>,
    contacts: Vec<SphereContact>,
    seen: Vec<Containment>,
    hits: Vec<RayHit>,
}

/// A cube of this size in meters around the origin.
fn cube(size: f32) -> Frustum {
    let mut planes = [[0.0, 0.0, 0.0, 0.5 * size]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    Frustum::from_planes(planes).unwrap()
}

impl Shapes {
    fn new(len: usize) -> Self {
        Self {
            planes: [HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap(); 3],
            balls: [Sphere::new([1.0; 3], 2.0).unwrap(); 3],
            capsules: vec![Capsule::new([0.0; 3], [1.0, 0.0, 2.0], 0.5).unwrap(); len],
            rays: [Ray::new([-9.0, 0.5, 0.5], [1.0, 0.1, 0.2]).unwrap(); 3],
            views: [cube(3.0), cube(8.0)],
            pairs: (0..).map(|index| [index, index % 3]).take(len).collect(),
            bools: vec![false; len],
            words: vec![0; len.div_ceil(64)],
            depths: vec![0.0; len],
            corners: vec![HalfSpaceContacts::default(); len],
            contacts: vec![SphereContact::default(); len],
            seen: vec![Containment::default(); 2 * len],
            hits: vec![RayHit::MISS; len],
        }
    }

    /// Lists of boxes and shapes, and overlap as bits; one shape for all boxes is in the calls of all queries.
    fn query(&mut self, engine: &Engine, boxes: &BoxStore) {
        let Self { pairs, bools, words, .. } = self;
        let region = AxisAlignedBox::new([-3.0; 3], [1.0; 3]).unwrap();
        both_overlaps(engine, Query::each(boxes, &region).within(MARGIN), bools, words);
        let planes = Query::new((boxes, &self.planes), pairs).within(MARGIN);
        both_overlaps(engine, planes, bools, words);
        engine.penetrations(planes.within(Length::None), &mut self.depths).unwrap();
        engine.manifolds(planes, &mut self.corners[..]).unwrap();
        let balls = Query::new((boxes, &self.balls), pairs).within(MARGIN);
        both_overlaps(engine, balls, bools, words);
        engine.manifolds(balls.within(Length::None), &mut self.contacts[..]).unwrap();
        engine.hits(Query::new((boxes, &self.rays), pairs), &mut self.hits).unwrap();
        let round = Query::new((&self.capsules, &self.balls), pairs);
        both_overlaps(engine, round.within(MARGIN), bools, words);
        engine.manifolds(round, &mut self.contacts[..]).unwrap();
        engine.hits(Query::new((&self.capsules, &self.rays), pairs), &mut self.hits).unwrap();
        engine.cull(boxes, self.views, &mut self.seen).unwrap();
        engine.classify(boxes, self.views, &mut self.seen).unwrap();
        let some = self.seen.contains(&Containment::Intersecting);
        assert!(some, "the slower part of the exact test runs too");
    }
}

/// A cache takes as much memory for some pairs in a large world as in a small one.
fn check_memory(frame: &Frame) {
    let bytes = [frame.store.len(), 100].map(|boxes| {
        let (centers, rotations) = (&frame.centers[..boxes], &frame.rotations[..boxes]);
        let half_extents = vec![[0.5; 3]; boxes];
        let store = BoxStore::from_slices(centers, rotations, &half_extents).unwrap();
        let pairs: Vec<_> = (0..99).map(|index| [index, index + 1]).collect();
        let before = BYTES.load(Ordering::SeqCst);
        let mut cache = ContactCache::new();
        for _ in 0..3 {
            cache.next_frame();
            let query = Query::new(&store, &pairs).within(1e3);
            Engine::new().manifolds_cached(query, &mut cache).unwrap();
            cache.forget_box(Side::Both, 7).unwrap();
            assert_eq!(cache.links().contacts().len(), 99);
        }
        BYTES.load(Ordering::SeqCst) - before
    });
    assert_eq!(bytes[0], bytes[1], "bytes of a large world and a small one");
}

/// Queries that allocate: about chains, which keep the poses of a few configurations per task, and about all pairs of two
/// lists, which keep the spheres around all boxes.
const ALLOCATING: [&str; 5] =
    ["all-pairs", "configurations", "joint-motions", "link-pairs", "own-points"];

/// The calls of all other queries.
fn check_calls(case: &Case, engine: &Engine) {
    for query in ALL.iter().filter(|query| !ALLOCATING.contains(&query.facts().name)) {
        let checked = query.with_calls(case, &mut |calls| {
            for call in calls {
                let run = || {
                    (call.run)(engine, Count::Nothing).unwrap();
                };
                assert_eq!(allocations_of(run), 0, "{}, {engine:?}", call.name);
            }
            Ok(())
        });
        checked.unwrap();
    }
}

#[test]
fn a_warm_frame_allocates_nothing() {
    assert!(allocations_of(|| drop(std::hint::black_box(Box::new(1)))) > 0, "the counter counts");
    // Several chunks of pairs, which one thread takes one after the other.
    let mut frame = Frame::new([2_000, 3_000]);
    for engine in engines() {
        frame.check_queries(&engine, 1);
        check_calls(&frame.case, &engine);
    }
    // More than one task of pairs, and more boxes than are checked on one thread.
    let mut frame = Frame::new([10_000, 15_000]);
    assert!(frame.case.pairs.len() > 9_000);
    check_memory(&frame);
    let upright = vec![[0.0, 1.0]; frame.centers.len()];
    // The slowest backend splits every call.
    for backend in [Backend::Scalar, Backend::fastest()] {
        let engine = Workers::new(2).unwrap().engine(backend).unwrap();
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                frame.check_queries(&engine, threads);
                check_calls(&frame.case, &engine);
                assert_eq!(
                    allocations_of(|| frame.translate()),
                    0,
                    "position correction, {threads} threads"
                );
                assert_eq!(allocations_of(|| frame.move_boxes(&upright)), 0, "{threads} threads");
            });
        }
        let most = frame.most_of_split_calls(&engine);
        assert!(most < 32, "{most} allocations in a call outside a pool, {engine:?}");
    }
}
