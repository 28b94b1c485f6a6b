//! Any number of threads gives the bits of one, for lists of every length, outside a pool and in one.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use bytemuck::NoUninit;
use octosat::{
    ClosestPoints, Engine, HalfSpace, HalfSpaceContacts, Manifolds, Penetration, Query,
    RectangleManifold, RectanglePenetration, Rounding, Segment, ShapeQuery,
};
use octosat_tests::{
    Plane, World, available_backends, engine_with, mixed_rectangles, mixed_world, with_threads,
};
use rayon::ThreadPool;

/// Around nothing, batches of 8 and 16, a word of bits and a task; and so long that calls are split.
const LENGTHS: [usize; 15] = [0, 1, 7, 8, 15, 16, 17, 63, 64, 65, 511, 512, 513, 5_000, 40_000];

/// Everything that is asked about.
struct Things {
    world: World,
    plane: Plane,
    half_spaces: [HalfSpace; 3],
    segments: Vec<Segment>,
}

impl Things {
    fn new() -> Self {
        let half_space = |offset| HalfSpace::new([0.0, 0.6, 0.8], offset).unwrap();
        let world = mixed_world(40_000, 91);
        let centers: Vec<[f32; 3]> = world.store.iter().map(|given| given.pose.center).collect();
        let segments = centers.windows(2).map(|ends| Segment::new(ends[0], ends[1]).unwrap());
        Self {
            segments: segments.collect(),
            plane: Plane::of_neighbours("mixed", &mixed_rectangles(40_000, 1.0, 92)),
            half_spaces: [half_space(-1.0), half_space(0.0), half_space(2.5)],
            world,
        }
    }

    /// The first pairs of a list, with partners below so many.
    fn pairs(&self, len: usize, partners: u32) -> Vec<[u32; 2]> {
        let boxes = u32::try_from(self.segments.len()).unwrap();
        (0..boxes).cycle().take(len).map(|index| [index, (7 * index + 3) % partners]).collect()
    }

    /// All bits of the answers about the first pairs of each list, from buffers that hold something before.
    fn ask(&self, engine: &Engine, len: usize) -> Vec<Vec<u8>> {
        let query = Query::new(&self.world.store, &self.world.pairs[..len]).margin(0.02);
        let mut overlaps: Vec<bool> = (0..len).map(|row| row % 3 == 0).collect();
        engine.overlaps(query, &mut overlaps).unwrap();
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        engine.overlaps(query, &mut words).unwrap();
        let stale = Penetration { depth: 7.0, reserved: [9; 3], ..Penetration::default() };
        let mut rows = vec![stale; len];
        engine.penetrations(query, &mut rows).unwrap();
        let mut manifolds = Manifolds::new();
        engine.manifolds(query, &mut manifolds).unwrap();
        let touching = manifolds.touching().map(|touching| {
            let index = u32::try_from(touching.index).unwrap();
            [index, touching.pair[0], touching.pair[1], touching.manifold.first]
        });
        let touching: Vec<[u32; 4]> = touching.collect();
        let of_touching: Vec<u8> =
            manifolds.touching().flat_map(|touching| bytes(touching.points)).collect();
        assert_eq!(of_touching, bytes(manifolds.points()));
        let mut answers = vec![
            bytes(&overlaps.iter().map(|&overlaps| u8::from(overlaps)).collect::<Vec<_>>()),
            bytes(&words),
            bytes(&rows),
            bytes(manifolds.manifolds()),
            bytes(manifolds.points()),
            bytes(touching.as_flattened()),
        ];
        answers.extend(self.ask_shapes(engine, len));
        answers.extend(self.ask_rectangles(engine, len));
        answers
    }

    fn ask_shapes(&self, engine: &Engine, len: usize) -> [Vec<u8>; 2] {
        let pairs = self.pairs(len, 3);
        let query = ShapeQuery::new(&self.world.store, &self.half_spaces, &pairs).margin(0.1);
        let mut contacts = vec![HalfSpaceContacts::default(); len];
        engine.manifolds(query, &mut contacts[..]).unwrap();
        let pairs = self.pairs(len, u32::try_from(self.segments.len()).unwrap());
        let mut closest = vec![ClosestPoints::default(); len];
        engine.closest_points(&self.segments, &self.segments, &pairs, &mut closest).unwrap();
        let closest: Vec<[f32; 9]> = closest
            .iter()
            .map(|row| {
                let [[ax, ay, az], [bx, by, bz]] = [row.on_a, row.on_b];
                [ax, ay, az, row.at_a, bx, by, bz, row.at_b, row.distance]
            })
            .collect();
        [bytes(&contacts), bytes(closest.as_flattened())]
    }

    fn ask_rectangles(&self, engine: &Engine, len: usize) -> [Vec<u8>; 3] {
        let query = Query::new(&self.plane.store, &self.plane.pairs[..len]).margin(0.02);
        let mut words = vec![u64::MAX; len.div_ceil(64)];
        engine.overlaps(query, &mut words).unwrap();
        let mut rows = vec![RectanglePenetration::default(); len];
        engine.penetrations(query, &mut rows).unwrap();
        let mut manifolds = vec![RectangleManifold::default(); len];
        engine.manifolds(query, &mut manifolds[..]).unwrap();
        [bytes(&words), bytes(&rows), bytes(&manifolds)]
    }
}

fn bytes<T: NoUninit>(rows: &[T]) -> Vec<u8> {
    bytemuck::cast_slice(rows).to_vec()
}

fn assert_same(found: &[Vec<u8>], expected: &[Vec<u8>], what: &str) {
    for (number, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(found == expected, "answer {number} differs: {what}");
    }
}

#[test]
fn any_number_of_threads_gives_the_bits_of_one() {
    let things = Things::new();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let pools: [ThreadPool; 3] = [1, 2, 5].map(pool);
    for backend in available_backends() {
        let engine = engine_with(backend, Rounding::Exact);
        for len in LENGTHS {
            let expected = things.ask(&with_threads(&engine, 1), len);
            for threads in [0, 1, 2, 3, 16] {
                let engine = with_threads(&engine, threads);
                let what = format!("{len} rows, {engine:?}");
                assert_same(&things.ask(&engine, len), &expected, &what);
                for pool in &pools {
                    let found = pool.install(|| things.ask(&engine, len));
                    let what = format!("{what}, pool of {}", pool.current_num_threads());
                    assert_same(&found, &expected, &what);
                }
            }
        }
    }
}

/// An engine is a plain value: threads of a caller's own, each with a range of the pairs and buffers of its
/// own, get the rows of the whole list.
#[test]
fn jobs_of_the_caller_get_the_rows_of_the_whole_list() {
    let things = Things::new();
    let engine = with_threads(&Engine::new(), 1);
    let pairs = &things.world.pairs[..10_000];
    let mut whole = Manifolds::new();
    engine.manifolds(Query::new(&things.world.store, pairs), &mut whole).unwrap();
    let parts: Vec<Manifolds> = std::thread::scope(|scope| {
        let jobs = pairs.chunks(3_000).map(|pairs| {
            let query = Query::new(&things.world.store, pairs);
            scope.spawn(move || {
                let mut part = Manifolds::new();
                engine.manifolds(query, &mut part).unwrap();
                part
            })
        });
        let jobs: Vec<_> = jobs.collect();
        jobs.into_iter().map(|job| job.join().unwrap()).collect()
    });
    let points: Vec<u8> = parts.iter().flat_map(|part| bytes(part.points())).collect();
    assert_eq!(points, bytes(whole.points()));
    let found = parts.iter().flat_map(Manifolds::touching);
    for (found, expected) in found.zip(whole.touching()) {
        assert_eq!((found.pair, found.points), (expected.pair, expected.points));
    }
}
