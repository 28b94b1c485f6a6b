//! Rays and segments against boxes.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{BoxView, Engine, HitFace, HitQuery, OrientedBox, Ray, RayHit, Segment, ShapeQuery};
use octosat_reference::float64::{GivenLine, LineAnswer};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Against, ShapeTest, Vector, World, along, check_backends, check_lengths, check_lonely_lanes,
    check_threads, columns, engines, extreme_world, fastest_engines, narrow, reference_box,
    standard_worlds, wide,
};

struct Rays;
struct Segments;

/// Parameters as bits, and the face.
type HitBits = ([u32; 2], HitFace);

fn bits(hit: &RayHit) -> HitBits {
    ([hit.entry, hit.exit].map(f32::to_bits), hit.face)
}

fn stale(rows: usize) -> Vec<RayHit> {
    vec![RayHit { entry: 7.0, exit: -7.0, face: HitFace::STARTS_INSIDE }; rows]
}

fn ask_hits(engine: &Engine, query: impl HitQuery, rows: usize) -> Vec<RayHit> {
    let mut out = stale(rows);
    engine.hits(query, &mut out).unwrap();
    out
}

impl ShapeTest for Rays {
    type Shape = Ray;
    type Row = HitBits;

    fn ask(&self, engine: &Engine, boxes: BoxView<'_>, against: Against<'_, Ray>) -> Vec<HitBits> {
        let query = against.query(boxes);
        ask_hits(engine, query, query.rows()).iter().map(bits).collect()
    }
}

impl ShapeTest for Segments {
    type Shape = Segment;
    type Row = HitBits;

    fn ask(
        &self,
        engine: &Engine,
        boxes: BoxView<'_>,
        against: Against<'_, Segment>,
    ) -> Vec<HitBits> {
        let query = against.query(boxes);
        ask_hits(engine, query, query.rows()).iter().map(bits).collect()
    }
}

/// Two points each, most of them at or beside boxes of the world, some along edges and faces.
fn point_pairs(world: &World, count: usize, seed: u64) -> Vec<[Vector; 2]> {
    let mut random = Random::new(seed);
    let boxes: Vec<OrientedBox> = world.store.iter().collect();
    let point = |random: &mut Random| {
        let stored = boxes[random.below(boxes.len())];
        let axes = columns(wide(stored.pose.rotation));
        let mut point = wide(stored.pose.center);
        for k in 0..3 {
            let parts = [0.0, 1.0, -1.0, random.range(-1.0, 1.0), random.range(-3.0, 3.0)];
            let part = parts[random.below(5)];
            point = along(point, part * f64::from(stored.half_extents[k]), axes[k]);
        }
        point.map(|c| c.clamp(-9e11, 9e11))
    };
    let mut pairs: Vec<_> = (0..count).map(|_| [point(&mut random), point(&mut random)]).collect();
    // Along one axis of the world, and no way at all.
    for (number, pair) in pairs.iter_mut().enumerate() {
        match number % 8 {
            5 => pair[1] = along(pair[0], 3.0, [1.0, 0.0, 0.0]),
            6 => pair[1] = along(pair[0], -2.0, [0.0, 0.0, 1.0]),
            7 => pair[1] = pair[0],
            _ => {}
        }
    }
    pairs
}

fn segments_in(world: &World, count: usize, seed: u64) -> Vec<Segment> {
    let pairs = point_pairs(world, count, seed);
    pairs.into_iter().map(|[a, b]| Segment::new(narrow(a), narrow(b)).unwrap()).collect()
}

fn rays_in(world: &World, count: usize, seed: u64) -> Vec<Ray> {
    let mut random = Random::new(seed);
    let pairs = point_pairs(world, 2 * count, seed);
    let ray = |[a, b]: [Vector; 2]| {
        let scale = 10_f64.powf(random.range(-2.0, 2.0));
        let direction = [0, 1, 2].map(|k| (b[k] - a[k]).clamp(-1e9, 1e9) * scale);
        Ray::new(narrow(a), narrow(direction)).ok()
    };
    pairs.into_iter().filter_map(ray).take(count).collect()
}

fn worlds() -> Vec<World> {
    let mut worlds = standard_worlds(1_000, 91);
    worlds.extend([extreme_world(1_001, true, 92), extreme_world(1_001, false, 93)]);
    worlds
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for world in worlds() {
        check_backends(&Rays, &world, &rays_in(&world, 8, 94));
        check_backends(&Segments, &world, &segments_in(&world, 8, 95));
    }
}

#[test]
fn any_number_of_boxes_and_of_threads() {
    let world = extreme_world(9_001, false, 96);
    let boxes: Vec<_> = world.store.iter().take(40).collect();
    let [rays, segments] = [(); 2].map(|()| 5);
    let (rays, segments) = (rays_in(&world, rays, 97), segments_in(&world, segments, 98));
    check_lengths(&Rays, &boxes, &rays);
    check_threads(&Rays, &world, &rays);
    check_lengths(&Segments, &boxes, &segments);
    check_threads(&Segments, &world, &segments);
}

#[test]
fn a_box_or_a_line_of_nan_is_alone_and_misses() {
    let world = extreme_world(100, false, 99);
    let rows: [[f32; 4]; 2] = [[f32::NAN; 4]; 2];
    let no_ray: Ray = bytemuck::cast(rows);
    check_lonely_lanes(&Rays, &world, &rays_in(&world, 7, 100), Some(no_ray));
    let no_segment: Segment = bytemuck::cast(rows);
    check_lonely_lanes(&Segments, &world, &segments_in(&world, 7, 101), Some(no_segment));
    // One number alone that is none, wherever it stands.
    for place in 0..8 {
        if place % 4 == 3 {
            continue;
        }
        let mut numbers = [1.0_f32; 8];
        numbers[place] = f32::NAN;
        let ray: Ray = bytemuck::cast(numbers);
        for hit in ask_hits(&Engine::new(), ShapeQuery::each(&world.store, &ray), 100) {
            assert_eq!(hit, RayHit::MISS);
        }
    }
}

/// References one answer; gives whether it was a hit.
fn check(world: &World, index: u32, line: &GivenLine, hit: &RayHit) -> bool {
    let truth = reference_box(world, index).crossing(line);
    let what = || {
        let given = world.store.get(index);
        format!("{}: {hit:?} of {line:?}, {truth:?}, {given:?}", world.name)
    };
    let answer = LineAnswer { entry: hit.entry, exit: hit.exit, face: hit.face.code() };
    let report = truth.report(&answer);
    assert!(report.fault.is_none(), "{report:?}: {}", what());
    hit.hits()
}

#[test]
fn hits_are_those_of_the_reference() {
    let [mut hits, mut misses] = [0, 0];
    for world in worlds() {
        let rays = rays_in(&world, 40, 102);
        let segments = segments_in(&world, 40, 103);
        for engine in fastest_engines() {
            for (number, ray) in rays.iter().enumerate() {
                let segment = &segments[number];
                let of_rays = ask(&Rays, &engine, &world, Against::One(ray));
                let of_segments = ask(&Segments, &engine, &world, Against::One(segment));
                let ray = GivenLine {
                    start: ray.origin(),
                    direction: wide(ray.direction()),
                    last: f64::INFINITY,
                };
                let [start, end] = [wide(segment.start()), wide(segment.end())];
                let segment = GivenLine {
                    start: segment.start(),
                    direction: [0, 1, 2].map(|k| end[k] - start[k]),
                    last: 1.0,
                };
                for (line, found) in [(ray, of_rays), (segment, of_segments)] {
                    for (index, hit) in (0..).zip(&found) {
                        let hit = check(&world, index, &line, hit);
                        hits += usize::from(hit);
                        misses += usize::from(!hit);
                    }
                }
            }
        }
    }
    assert!(hits > 2_000 && misses > 2_000, "{hits} hits, {misses} misses");
}

/// The hits of a query, which compares bits.
fn ask<Q: ShapeTest<Row = HitBits>>(
    query: &Q,
    engine: &Engine,
    world: &World,
    against: Against<'_, Q::Shape>,
) -> Vec<RayHit> {
    let row = |([entry, exit], face): HitBits| RayHit {
        entry: f32::from_bits(entry),
        exit: f32::from_bits(exit),
        face,
    };
    query.ask_world(engine, world, against).into_iter().map(row).collect()
}

#[test]
fn touching_and_parallel_lines_follow_the_stated_rules() {
    let world = World::of_neighbours(
        "a cube",
        &[OrientedBox::new([5.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])],
    );
    let hit = |origin: [f32; 3], direction: [f32; 3]| {
        let ray = Ray::new(origin, direction).unwrap();
        let all: Vec<_> = engines()
            .iter()
            .map(|engine| ask_hits(engine, ShapeQuery::each(&world.store, &ray), 1)[0])
            .collect();
        assert!(all.iter().all(|found| *found == all[0]));
        all[0]
    };
    // In the plane of a face, and just beside it.
    let grazing = hit([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    assert_eq!((grazing.entry, grazing.exit), (4.0, 6.0));
    assert!(!hit([0.0, 1.000_001, 0.0], [1.0, 0.0, 0.0]).hits());
    // Through a corner alone.
    let corner = hit([3.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
    assert_eq!((corner.entry, corner.exit, corner.face.axis()), (1.0, 1.0, Some(0)));
    // Away from the box, from its surface, and from inside.
    assert!(!hit([0.0; 3], [-1.0, 0.0, 0.0]).hits());
    let leaving = hit([6.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    assert_eq!((leaving.entry, leaving.exit), (0.0, 0.0));
    assert_eq!(leaving.face, HitFace::STARTS_INSIDE);
    let entering = hit([6.0, 0.0, 0.0], [-4.0, 0.0, 0.0]);
    assert_eq!((entering.entry, entering.exit), (0.0, 0.5));
    assert_eq!(entering.face, HitFace::STARTS_INSIDE);
    let backwards = hit([9.0, 0.5, 0.0], [-1.0, 0.0, 0.0]);
    assert_eq!(backwards.face.to_string(), "face +0");
    assert!(backwards.face.is_positive() && backwards.face.code() == 1);
    // A minus zero is a zero.
    let signed = hit([0.0, -1.0, 0.0], [1.0, -0.0, -0.0]);
    assert_eq!((signed.entry, signed.exit), (4.0, 6.0));
}
