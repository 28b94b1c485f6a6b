//! Once buffers are warm, nothing allocates on one thread or inside a pool: not a query, not a new frame
//! of poses. Outside a pool a call that is split allocates a few small blocks.
//!
//! A test file of its own, with one test, because the allocator counts for the whole process.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(unsafe_code, reason = "a counting allocator has to implement an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use octosat::{
    AxisAlignedBox, Backend, BoxPose, BoxStore, CacheMode, ClosestPoints, ContactCache,
    Containment, Engine, Frustum, HalfSpace, HalfSpaceContacts, Manifolds, Margin, Penetration,
    Query, Ray, RayHit, Rectangle, RectangleManifold, RectanglePenetration, RectangleStore,
    Rounding, ScaledBoxStore, Segment, ShapeQuery, Sphere, SphereContact,
};
use octosat_resolve::{ResolveSettings, Resolver};
use octosat_scenes::generate::{self, Scene};
use octosat_tests::{engine_with, engines, with_threads};

/// The system's allocator, counting.
struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: every call is passed on to the system's allocator unchanged; counting has no effect on
// the memory handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the caller keeps this function's contract, which is the system's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory came from the system's allocator by the functions beside.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::SeqCst);
        // SAFETY: the memory came from the system's allocator by the functions beside.
        unsafe { System.realloc(memory, layout, size) }
    }
}

/// How often work is run and counted.
const ROUNDS: usize = 5;

/// Runs the work a few times, the first time to warm up, and returns how often the rest allocated.
fn allocations_of(mut work: impl FnMut()) -> usize {
    /// A pool's queues may still grow in its first rounds.
    const WARM_UP: usize = 2;
    for _ in 0..WARM_UP {
        work();
    }
    let before = ALLOCATIONS.load(Ordering::SeqCst);
    for _ in 0..ROUNDS {
        work();
    }
    ALLOCATIONS.load(Ordering::SeqCst) - before
}

/// Everything a frame needs, allocated before.
struct Frame {
    scene: Scene,
    store: BoxStore,
    scaled: ScaledBoxStore,
    /// Where the boxes are for whoever counts in `f64`, and as matrices.
    far: Vec<[f64; 3]>,
    matrices: Vec<[[f32; 3]; 4]>,
    margins: Vec<f32>,
    overlaps: Vec<bool>,
    words: Vec<u64>,
    rows: Vec<Penetration>,
    contacts: Manifolds,
    /// One per mode, and one that is asked with slots.
    caches: [ContactCache; 3],
    /// The boxes a little later, and pairs in another order.
    moved: BoxStore,
    shuffled: Vec<[u32; 2]>,
    slots: Vec<u32>,
    shapes: Shapes,
    rectangles: RectangleStore,
    /// Where the rectangles are, and how they are turned.
    plane_centers: Vec<[f32; 2]>,
    plane_rotations: Vec<[f32; 2]>,
    plane_rows: Vec<RectanglePenetration>,
    plane_manifolds: Vec<RectangleManifold>,
    resolver: Resolver,
    moves: Vec<[f32; 3]>,
}

impl Frame {
    fn new() -> Self {
        // More than one task of pairs, and more boxes than are checked on one thread.
        let scene = generate::cloud(10_000, 15_000, 71);
        let store =
            BoxStore::from_slices(&scene.position, &scene.rotation, &scene.half_extents).unwrap();
        let pairs = scene.pairs.len();
        assert!(pairs > 9_000);
        let position: Vec<_> = scene.position.iter().map(|&[x, y, z]| [x, y, z + 1e-4]).collect();
        let moved = BoxStore::from_slices(&position, &scene.rotation, &scene.half_extents).unwrap();
        let mut shuffled = scene.pairs.clone();
        generate::Random::new(3).shuffle(&mut shuffled);
        Self {
            scaled: ScaledBoxStore::from_boxes(&store).unwrap(),
            store,
            far: scene.position.iter().map(|center| center.map(|c| 1e6 + f64::from(c))).collect(),
            matrices: scene.position.iter().map(|&center| upright(center)).collect(),
            margins: vec![0.01; pairs],
            overlaps: vec![false; pairs],
            words: vec![0; pairs.div_ceil(64)],
            rows: vec![Penetration::default(); pairs],
            contacts: Manifolds::new(),
            caches: [CacheMode::Steady, CacheMode::REUSE, CacheMode::REUSE].map(ContactCache::new),
            moved,
            shuffled,
            slots: (0..).take(pairs).collect(),
            shapes: Shapes::new(10_000),
            rectangles: rectangles_of(&scene),
            plane_centers: scene.position.iter().map(|&[x, y, _]| [x, y]).collect(),
            plane_rotations: vec![[0.0, 1.0]; scene.position.len()],
            plane_rows: vec![RectanglePenetration::default(); pairs],
            plane_manifolds: vec![RectangleManifold::default(); pairs],
            resolver: Resolver::new(),
            moves: vec![[0.0; 3]; scene.position.len()],
            scene,
        }
    }

    fn query(&mut self, engine: &Engine) {
        let pairs = &self.scene.pairs;
        for margin in [Margin::None, Margin::Uniform(0.01), Margin::PerPair(&self.margins)] {
            let scaled = Query::new(&self.scaled, pairs).margin(margin);
            engine.overlaps(scaled, &mut self.overlaps).unwrap();
            engine.overlaps(scaled, &mut self.words).unwrap();
            engine.penetrations(scaled, &mut self.rows).unwrap();
            let query = Query::new(&self.store, pairs).margin(margin);
            engine.overlaps(query, &mut self.overlaps).unwrap();
            engine.overlaps(query, &mut self.words).unwrap();
            engine.penetrations(query, &mut self.rows).unwrap();
            engine.manifolds(query, &mut self.contacts).unwrap();
            engine.manifolds(query.surfaces(), &mut self.contacts).unwrap();
        }
        self.query_with_caches(engine);
    }

    /// Frames at rest and of boxes that have moved, and with pairs in another order.
    fn query_with_caches(&mut self, engine: &Engine) {
        let pairs = &self.scene.pairs;
        let at_rest = Query::new(&self.store, pairs).margin(0.01);
        let moved = Query::new(&self.moved, pairs).margin(&self.margins);
        let shuffled = Query::new(&self.moved, &self.shuffled).margin(&self.margins);
        for (number, cache) in self.caches.iter_mut().enumerate() {
            for query in [at_rest, moved, shuffled, shuffled] {
                let query = if number == 2 { query.slots(&self.slots).surfaces() } else { query };
                engine.manifolds_cached(query, cache).unwrap();
                assert!(cache.began().count() < pairs.len());
            }
        }
    }

    /// The most that one of some calls allocates, each of which is split.
    fn most_of_split_calls(&mut self, engine: &Engine) -> usize {
        let query = Query::new(&self.store, &self.scene.pairs).margin(0.01);
        let counts = [
            allocations_of(|| engine.overlaps(query, &mut self.overlaps).unwrap()),
            allocations_of(|| engine.overlaps(query, &mut self.words).unwrap()),
            allocations_of(|| engine.penetrations(query, &mut self.rows).unwrap()),
            allocations_of(|| engine.manifolds(query, &mut self.contacts).unwrap()),
            allocations_of(|| {
                engine.manifolds_cached(query, &mut self.caches[1]).unwrap();
            }),
        ];
        eprintln!("{ROUNDS} calls outside a pool allocate {counts:?} times");
        counts.into_iter().max().unwrap().div_ceil(ROUNDS)
    }

    fn query_shapes(&mut self, engine: &Engine) {
        self.shapes.query(engine, &self.store);
    }

    fn query_rectangles(&mut self, engine: &Engine) {
        let query = Query::new(&self.rectangles, &self.scene.pairs).margin(&self.margins);
        engine.overlaps(query, &mut self.overlaps).unwrap();
        engine.overlaps(query, &mut self.words).unwrap();
        engine.penetrations(query, &mut self.plane_rows).unwrap();
        engine.manifolds(query, &mut self.plane_manifolds[..]).unwrap();
    }

    fn part_boxes(&mut self) {
        self.resolver.set_pairs(self.store.len(), &self.scene.pairs).unwrap();
        let settings = ResolveSettings { relaxation: 0.01, ..ResolveSettings::default() };
        self.resolver.displacements(&self.rows, &settings, &mut self.moves).unwrap();
        self.store.translate(&self.moves).unwrap();
        self.scaled.translate(&self.moves).unwrap();
        self.rectangles.translate(&self.plane_centers).unwrap();
    }

    fn move_boxes(&mut self) {
        self.store.set_poses(&self.scene.position, &self.scene.rotation).unwrap();
        self.scaled.set_poses(&self.scene.position, &self.scene.rotation).unwrap();
        self.scaled.copy_from_boxes(&self.store).unwrap();
        let poses = self.scene.position.iter().zip(&self.scene.rotation);
        let poses = poses.map(|(center, rotation)| BoxPose::new(*center, *rotation));
        self.store.set_poses_from_iter(poses.clone()).unwrap();
        self.scaled.set_poses_of(&[9, 7], poses.take(2)).unwrap();
        self.store.set_poses_from_origin([1e6; 3], &self.far, &self.scene.rotation).unwrap();
        self.scaled.set_poses_from_column_major(&self.matrices).unwrap();
        self.rectangles.set_poses(&self.plane_centers, &self.plane_rotations).unwrap();
    }
}

/// Shapes, pairs of each box with one of them, and what the queries about them write.
struct Shapes {
    planes: Vec<HalfSpace>,
    balls: Vec<Sphere>,
    pairs: Vec<[u32; 2]>,
    overlaps: Vec<bool>,
    words: Vec<u64>,
    depths: Vec<f32>,
    corners: Vec<HalfSpaceContacts>,
    contacts: Vec<SphereContact>,
    bounds: Vec<AxisAlignedBox>,
    views: [Frustum; 2],
    seen: Vec<Containment>,
    rays: Vec<Ray>,
    segments: Vec<Segment>,
    hits: Vec<RayHit>,
    closest: Vec<ClosestPoints>,
}

/// A cube of so many metres around the origin.
fn cube(size: f32) -> Frustum {
    let mut planes = [[0.0, 0.0, 0.0, 0.5 * size]; 6];
    for (number, plane) in planes.iter_mut().enumerate() {
        plane[number / 2] = if number % 2 == 0 { -1.0 } else { 1.0 };
    }
    Frustum::from_planes(planes).unwrap()
}

impl Shapes {
    fn new(boxes: u32) -> Self {
        let len = boxes as usize;
        Self {
            planes: vec![HalfSpace::new([0.0, 0.0, 1.0], 1.0).unwrap(); 3],
            balls: vec![Sphere::new([1.0; 3], 2.0).unwrap(); 3],
            pairs: (0..boxes).map(|index| [index, index % 3]).collect(),
            overlaps: vec![false; len],
            words: vec![0; len.div_ceil(64)],
            depths: vec![0.0; len],
            corners: vec![HalfSpaceContacts::default(); len],
            contacts: vec![SphereContact::default(); len],
            bounds: vec![AxisAlignedBox::default(); len],
            views: [cube(3.0), cube(8.0)],
            seen: vec![Containment::default(); 2 * len],
            rays: vec![Ray::new([-9.0, 0.5, 0.5], [1.0, 0.1, 0.2]).unwrap(); 3],
            segments: vec![Segment::new([-1.0; 3], [2.0, 1.0, 3.0]).unwrap(); len],
            hits: vec![RayHit::MISS; len],
            closest: vec![ClosestPoints::default(); len],
        }
    }

    fn query(&mut self, engine: &Engine, boxes: &BoxStore) {
        engine.aabbs(boxes, &mut self.bounds).unwrap();
        let region = ShapeQuery::each(boxes, &self.bounds[7]);
        engine.overlaps(region.margin(0.01), &mut self.overlaps).unwrap();
        engine.overlaps(region, &mut self.words).unwrap();
        let planes = ShapeQuery::new(boxes, &self.planes, &self.pairs).margin(0.01);
        engine.overlaps(planes, &mut self.overlaps).unwrap();
        engine.overlaps(planes, &mut self.words).unwrap();
        engine.penetrations(planes, &mut self.depths).unwrap();
        engine.manifolds(planes, &mut self.corners[..]).unwrap();
        let balls = ShapeQuery::new(boxes, &self.balls, &self.pairs).margin(0.01);
        engine.overlaps(balls, &mut self.words).unwrap();
        engine.overlaps(balls, &mut self.overlaps).unwrap();
        engine.manifolds(balls, &mut self.contacts[..]).unwrap();
        self.query_views_and_lines(engine, boxes);
    }

    fn query_views_and_lines(&mut self, engine: &Engine, boxes: &BoxStore) {
        engine.cull(boxes, self.views, &mut self.seen).unwrap();
        engine.classify(boxes, self.views, &mut self.seen).unwrap();
        let some = self.seen.contains(&Containment::Intersecting);
        assert!(some, "the slower part of the exact test runs too");
        engine.hits(ShapeQuery::new(boxes, &self.rays, &self.pairs), &mut self.hits).unwrap();
        let segments = ShapeQuery::new(boxes, &self.segments, &self.pairs);
        engine.hits(segments, &mut self.hits).unwrap();
        let segments = &self.segments;
        engine.closest_points(segments, segments, &self.pairs, &mut self.closest).unwrap();
    }
}

/// The matrix of a box that is not turned.
fn upright(center: [f32; 3]) -> [[f32; 3]; 4] {
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], center]
}

/// A shadow of each box on the ground, upright.
fn rectangles_of(scene: &Scene) -> RectangleStore {
    let mut store = RectangleStore::new();
    for (center, half) in scene.position.iter().zip(&scene.half_extents) {
        let rectangle = Rectangle::new([center[0], center[1]], [1.0, 0.0], [half[0], half[1]]);
        store.insert(rectangle).unwrap();
    }
    store
}

#[test]
fn a_warm_frame_allocates_nothing() {
    assert!(allocations_of(|| drop(std::hint::black_box(Box::new(1)))) > 0, "the counter counts");
    let mut frame = Frame::new();
    for engine in engines() {
        let alone = with_threads(&engine, 1);
        assert_eq!(allocations_of(|| frame.query(&alone)), 0, "{alone:?}");
        assert_eq!(allocations_of(|| frame.query_shapes(&alone)), 0, "shapes, {alone:?}");
        assert_eq!(allocations_of(|| frame.query_rectangles(&alone)), 0, "rectangles, {alone:?}");
    }
    // The slowest backend splits every call.
    for engine in [engine_with(Backend::Scalar, Rounding::Exact), Engine::new()] {
        for threads in 1..=4 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let what = format!("{threads} threads, {engine:?}");
                assert_eq!(allocations_of(|| frame.query(&engine)), 0, "{what}");
                assert_eq!(allocations_of(|| frame.query_shapes(&engine)), 0, "shapes, {what}");
                let count = allocations_of(|| frame.query_rectangles(&engine));
                assert_eq!(count, 0, "rectangles, {what}");
                assert_eq!(allocations_of(|| frame.part_boxes()), 0, "parting, {what}");
                assert_eq!(allocations_of(|| frame.move_boxes()), 0, "poses, {what}");
            });
        }
        let most = frame.most_of_split_calls(&engine);
        assert!(most < 32, "{most} allocations in a call outside a pool, {engine:?}");
    }
}
