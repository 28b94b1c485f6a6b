//! Rays and segments against boxes, and segments against each other.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    Against, Arithmetic, Backend, Boxes, ClosestPoints, Engine, HitFace, OrientedBox, QueryError,
    Ray, RayHit, Row, Segment,
};
use octosat_reference::judge::{GivenLine, JudgedSegments, closest_between_segments};
use octosat_scenes::generate::Random;
use octosat_tests::{
    ShapeQuery, Vector, World, along, check_backends, check_lengths, check_lonely_lanes,
    check_threads, columns, engines, extreme_world, fastest_engines, judged_box, narrow,
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

fn ask_rays(
    engine: &Engine,
    boxes: impl Boxes,
    against: Against<'_, Ray>,
    rows: usize,
) -> Vec<RayHit> {
    let mut out = stale(rows);
    engine.ray_hits(boxes, against, &mut out).unwrap();
    out
}

fn ask_segments(
    engine: &Engine,
    boxes: impl Boxes,
    against: Against<'_, Segment>,
    rows: usize,
) -> Vec<RayHit> {
    let mut out = stale(rows);
    engine.segment_hits(boxes, against, &mut out).unwrap();
    out
}

impl ShapeQuery for Rays {
    type Shape = Ray;
    type Row = HitBits;

    fn ask(
        &self,
        engine: &Engine,
        boxes: impl Boxes,
        against: Against<'_, Ray>,
        rows: usize,
    ) -> Vec<HitBits> {
        ask_rays(engine, boxes, against, rows).iter().map(bits).collect()
    }
}

impl ShapeQuery for Segments {
    type Shape = Segment;
    type Row = HitBits;

    fn ask(
        &self,
        engine: &Engine,
        boxes: impl Boxes,
        against: Against<'_, Segment>,
        rows: usize,
    ) -> Vec<HitBits> {
        ask_segments(engine, boxes, against, rows).iter().map(bits).collect()
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
    let rows: [Row; 2] = [Row([f32::NAN; 4]); 2];
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
        for hit in ask_rays(&Engine::new(), &world.store, Against::One(&ray), 100) {
            assert_eq!(hit, RayHit::MISS);
        }
    }
}

/// Judges one answer; gives whether it was a hit.
fn judge(
    world: &World,
    place: (octosat_tests::Basis, u32),
    line: &GivenLine,
    hit: &RayHit,
) -> bool {
    let (basis, index) = place;
    let truth = judged_box(world, basis, index).crossing(line);
    let what = || {
        let given = world.store.get(index);
        format!("{}, {basis:?}: {hit:?} of {line:?}, {truth:?}, {given:?}", world.name)
    };
    if !hit.hits() {
        assert_eq!(*hit, RayHit::MISS, "{}", what());
        assert!(truth.shrunk.is_none(), "a hit is missed: {}", what());
        return false;
    }
    let grown = truth.grown.unwrap_or_else(|| panic!("hits where there is no box: {}", what()));
    let [entry, exit] = [hit.entry, hit.exit].map(f64::from);
    // Parameters themselves are rounded, and where directions are tiny they underflow.
    let slack = |at: f64| 1e-6 * at.abs() + 1e-37;
    assert!(entry >= grown.entry - slack(entry), "enters too early: {}", what());
    assert!(exit <= grown.exit + slack(exit), "leaves too late: {}", what());
    if let Some(shrunk) = truth.shrunk {
        assert!(entry <= shrunk.entry + slack(entry), "enters too late: {}", what());
        assert!(exit >= shrunk.exit - slack(exit), "leaves too early: {}", what());
    }
    if hit.face == HitFace::STARTS_INSIDE {
        assert_eq!(hit.entry.to_bits(), 0, "{}", what());
    } else {
        let distance = truth.distance_from_face(usize::from(hit.face.code()), entry);
        let size = line.direction.iter().map(|c| c.abs()).sum::<f64>();
        let allowed = truth.band + slack(entry) * size;
        assert!(distance.abs() <= allowed, "{distance} from its face: {}", what());
    }
    true
}

#[test]
fn hits_are_those_of_the_judge() {
    let [mut hits, mut misses] = [0, 0];
    for world in worlds() {
        let rays = rays_in(&world, 40, 102);
        let segments = segments_in(&world, 40, 103);
        for &basis in world.bases() {
            for engine in fastest_engines() {
                for (number, ray) in rays.iter().enumerate() {
                    let segment = &segments[number];
                    let of_rays = ask(&Rays, &engine, (&world, basis), Against::One(ray));
                    let of_segments =
                        ask(&Segments, &engine, (&world, basis), Against::One(segment));
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
                            let hit = judge(&world, (basis, index), &line, hit);
                            hits += usize::from(hit);
                            misses += usize::from(!hit);
                        }
                    }
                }
            }
        }
    }
    assert!(hits > 2_000 && misses > 2_000, "{hits} hits, {misses} misses");
}

/// The hits of a query, which compares bits.
fn ask<Q: ShapeQuery<Row = HitBits>>(
    query: &Q,
    engine: &Engine,
    world: (&World, octosat_tests::Basis),
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
            .map(|engine| ask_rays(engine, &world.store, Against::One(&ray), 1)[0])
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
    let backwards = hit([9.0, 0.5, 0.0], [-1.0, 0.0, 0.0]);
    assert_eq!(backwards.face.to_string(), "face +0");
    assert!(backwards.face.is_positive() && backwards.face.code() == 1);
    // A minus zero is a zero.
    let signed = hit([0.0, -1.0, 0.0], [1.0, -0.0, -0.0]);
    assert_eq!((signed.entry, signed.exit), (4.0, 6.0));
}

// ---- segments against segments

fn closest(
    engine: &Engine,
    a: &[Segment],
    b: &[Segment],
    pairs: &[[u32; 2]],
) -> Vec<ClosestPoints> {
    let stale =
        ClosestPoints { on_a: [7.0; 3], at_a: 7.0, on_b: [7.0; 3], at_b: 7.0, distance: -7.0 };
    let mut out = vec![stale; pairs.len()];
    engine.closest_points(a, b, pairs, &mut out).unwrap();
    out
}

fn closest_bits(row: &ClosestPoints) -> [u32; 9] {
    let [ax, ay, az] = row.on_a;
    let [bx, by, bz] = row.on_b;
    [ax, ay, az, row.at_a, bx, by, bz, row.at_b, row.distance].map(f32::to_bits)
}

/// Segments of every relation: skew, crossing, nearly parallel, parallel, in one line, points, tiny,
/// long, and far from the origin. Pair p is of the p-th of each list.
fn segment_lists(count: usize, seed: u64) -> [Vec<Segment>; 2] {
    let mut random = Random::new(seed);
    let mut lists = [Vec::new(), Vec::new()];
    for number in 0..count {
        let size = [1.0, 1.0, 100.0, 1e-3, 1e-12, 1e6, 1e11][random.below(7)];
        let far = [0.0, 0.0, f64::min(1e3 * size, 5e11)][random.below(3)];
        let start = random.vector(-far, far);
        let along_a = random.direction().map(|c| c * size * random.range(0.1, 1.0));
        let end = along(start, 1.0, along_a);
        let meet = along(start, random.range(-0.2, 1.2), along_a);
        let side = random.direction();
        let lean = [0.0, 1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.1][random.below(8)];
        let along_b = match number % 4 {
            0 => random.direction().map(|c| c * size),
            1 => along(along_a, lean * size, side),
            2 => along(along_a.map(|c| -0.3 * c), lean * size, side),
            _ => [0.0; 3],
        };
        let gap = size * [0.0, 0.0, 1e-6, 1e-3, 1.0][random.below(5)];
        let middle = along(meet, gap, random.direction());
        let from = random.range(-1.2, 0.2);
        let other = [along(middle, from, along_b), along(middle, from + 1.0, along_b)];
        let point = random.below(16) == 0;
        let [a, b] = [[start, if point { start } else { end }], other];
        for (list, [start, end]) in lists.iter_mut().zip([a, b]) {
            list.push(Segment::new(narrow(start), narrow(end)).unwrap());
        }
    }
    lists
}

fn same_places(count: usize) -> Vec<[u32; 2]> {
    (0..u32::try_from(count).unwrap()).map(|place| [place; 2]).collect()
}

#[test]
fn closest_points_have_the_bits_of_one_lane() {
    let [a, b] = segment_lists(9_001, 110);
    let pairs = same_places(9_001);
    for arithmetic in Arithmetic::ALL {
        let one_lane = Engine::with_backend(Backend::Scalar).unwrap().arithmetic(arithmetic);
        let expected: Vec<_> =
            closest(&one_lane.sequential(), &a, &b, &pairs).iter().map(closest_bits).collect();
        for engine in engines().into_iter().filter(|engine| engine.rounding() == arithmetic) {
            let found: Vec<_> = closest(&engine, &a, &b, &pairs).iter().map(closest_bits).collect();
            assert!(found == expected, "{engine:?}");
            for len in 0..=17 {
                let found = closest(&engine, &a, &b, &pairs[40..40 + len]);
                let found: Vec<_> = found.iter().map(closest_bits).collect();
                assert_eq!(found, expected[40..40 + len], "{len} of {engine:?}");
            }
            let backwards: Vec<_> = pairs.iter().rev().copied().collect();
            let mut found = closest(&engine, &a, &b, &backwards);
            found.reverse();
            let found: Vec<_> = found.iter().map(closest_bits).collect();
            assert!(found == expected, "in another order, {engine:?}");
        }
    }
}

#[test]
fn distances_are_those_of_all_candidates() {
    let [a, b] = segment_lists(60_000, 111);
    let pairs = same_places(60_000);
    for engine in fastest_engines() {
        for (place, row) in closest(&engine, &a, &b, &pairs).iter().enumerate() {
            let given = JudgedSegments {
                a: [a[place].start(), a[place].end()],
                b: [b[place].start(), b[place].end()],
            };
            let truth = closest_between_segments(&given);
            let what = || format!("{row:?} of {given:?}, {truth:?}");
            let error = (f64::from(row.distance) - truth.distance).abs();
            assert!(error <= truth.band, "{error}: {}", what());
            for at in [row.at_a, row.at_b] {
                assert!((0.0..=1.0).contains(&at), "{}", what());
            }
            let shown = given.distance_at(f64::from(row.at_a), f64::from(row.at_b));
            assert!((shown - truth.distance).abs() <= 2.0 * truth.band, "{shown}: {}", what());
            for (ends, at, on) in [(given.a, row.at_a, row.on_a), (given.b, row.at_b, row.on_b)] {
                let [start, end] = ends.map(wide);
                for k in 0..3 {
                    let expected = start[k] + f64::from(at) * (end[k] - start[k]);
                    let size = start[k].abs() + end[k].abs() + truth.band / 64.0 * 1.6e7;
                    let off = (f64::from(on[k]) - expected).abs();
                    assert!(off <= 4e-7 * size, "{off}: {}", what());
                }
            }
        }
    }
}

#[test]
fn parallel_segments_and_points_follow_the_stated_rules() {
    let segment = |start, end| Segment::new(start, end).unwrap();
    let rod = segment([0.0; 3], [4.0, 0.0, 0.0]);
    let others = [
        // Beside the start: the start and the point beside it.
        segment([-1.0, 3.0, 0.0], [9.0, 3.0, 0.0]),
        // Beside a part: the end of the other that is nearer to the start.
        segment([1.0, 3.0, 0.0], [2.0, 3.0, 0.0]),
        segment([2.0, 3.0, 0.0], [1.0, 3.0, 0.0]),
        // Behind its end, in one line.
        segment([7.0, 0.0, 0.0], [9.0, 0.0, 0.0]),
        // A point.
        segment([3.0, 5.0, 0.0], [3.0, 5.0, 0.0]),
        // Clamping both lines' closest points would end at the wrong place: the slides' example.
        segment([6.0, 1.0, 0.0], [5.0, 2.0, 0.0]),
    ];
    let expected = [
        [0.0, 0.1, 3.0],
        [0.25, 0.0, 3.0],
        [0.25, 1.0, 3.0],
        [1.0, 0.0, 3.0],
        [0.75, 0.0, 5.0],
        [1.0, 0.5, 4.5_f32.sqrt()],
    ];
    let pairs: Vec<[u32; 2]> = (0..6).map(|place| [0, place]).collect();
    for engine in engines() {
        for (row, expected) in closest(&engine, &[rod], &others, &pairs).iter().zip(expected) {
            let found = [row.at_a, row.at_b, row.distance];
            let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 3e-7 * b.max(1.0));
            assert!(close, "{found:?}, not {expected:?}");
        }
        // The first one a point, then both.
        let points = closest(&engine, &others[4..5], &[rod, others[4]], &[[0, 0], [0, 1]]);
        let found = [points[0].at_a, points[0].at_b, points[0].distance].map(f32::to_bits);
        assert_eq!(found, [0.0_f32, 0.75, 5.0].map(f32::to_bits));
        assert_eq!(points[1].distance.to_bits(), 0);
    }
}

#[test]
fn what_is_no_segment_is_alone_and_refusals_leave_everything() {
    let [mut a, b] = segment_lists(100, 112);
    let pairs = same_places(100);
    for engine in engines() {
        let expected = closest(&engine, &a, &b, &pairs);
        let good = a[5];
        a[5] = bytemuck::cast([Row([f32::NAN; 4]); 2]);
        let found = closest(&engine, &a, &b, &pairs);
        a[5] = good;
        for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(place == 5 || closest_bits(found) == closest_bits(expected), "{engine:?}");
        }
        assert!(found[5].distance.is_nan());
        let mut out = vec![ClosestPoints::default(); 100];
        let error = engine.closest_points(&a[..99], &b, &pairs, &mut out).unwrap_err();
        assert!(matches!(error, QueryError::SegmentPairOutOfBounds(_)));
        let words = "pair 99: segment 99 is not below 99, the first list's";
        assert_eq!(error.to_string(), words);
        let error = engine.closest_points(&a, &b, &pairs[..9], &mut out).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 9, found: 100 });
        assert!(out.iter().all(|row| *row == ClosestPoints::default()));
    }
}
