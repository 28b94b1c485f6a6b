//! The closest points of two segments: as near as any two points are, by the stated rules where several are.

use glam::DVec3;
use octosat::{ClosestPoints, Engine, QueryError, Segment};
use octosat_check::{engines, short, stale};
use octosat_reference::float64::{ClosestAnswer, ReferenceSegments};
use octosat_scenes::generate::Random;

fn closest(
    engine: &Engine,
    a: &[Segment],
    b: &[Segment],
    pairs: &[[u32; 2]],
) -> Vec<ClosestPoints> {
    let mut out = stale::<ClosestPoints>(pairs.len());
    engine.closest_points(a, b, pairs, &mut out).unwrap();
    out
}

fn bytes(rows: &[ClosestPoints]) -> &[u8] {
    bytemuck::cast_slice(rows)
}

fn segment([start, end]: [DVec3; 2]) -> Segment {
    Segment::new(start.as_vec3().into(), end.as_vec3().into()).unwrap()
}

/// Segments of every relation: skew, crossing, nearly parallel, parallel, in one line, points, tiny, long, and far from
/// the origin. Pair p is of the p-th of each list.
fn segment_lists(count: usize, seed: u64) -> [Vec<Segment>; 2] {
    let mut random = Random::new(seed);
    let direction = |random: &mut Random| DVec3::from(random.direction());
    let mut lists = [Vec::new(), Vec::new()];
    for number in 0..count {
        let size = random.choose(&[1.0, 1.0, 100.0, 1e-3, 1e-12, 1e6, 1e11]);
        let far = random.choose(&[0.0, 0.0, f64::min(1e3 * size, 5e11)]);
        let start = DVec3::from(random.vector(-far, far));
        let way = size * random.range(0.1, 1.0) * direction(&mut random);
        let meet = start + random.range(-0.2, 1.2) * way;
        let lean = random.choose(&[0.0, 1e-7, 3e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.1]);
        let side = lean * size * direction(&mut random);
        let other_way = match number % 4 {
            0 => size * direction(&mut random),
            1 => way + side,
            2 => -0.3 * way + side,
            _ => DVec3::ZERO,
        };
        let gap = size * random.choose(&[0.0, 0.0, 1e-6, 1e-3, 1.0]);
        let middle = meet + gap * direction(&mut random);
        let from = random.range(-1.2, 0.2);
        let end = if random.one_in(16) { start } else { start + way };
        lists[0].push(segment([start, end]));
        lists[1].push(segment([middle + from * other_way, middle + (from + 1.0) * other_way]));
    }
    lists
}

#[test]
fn distances_are_those_of_all_candidates_and_bits_the_same_everywhere() {
    let [a, b] = segment_lists(30_000, 111);
    let pairs: Vec<[u32; 2]> = (0..short(a.len())).map(|place| [place; 2]).collect();
    let backward: Vec<[u32; 2]> = pairs.iter().rev().copied().collect();
    for one_lane in engines().iter().filter(|engine| engine.backend() == octosat::Backend::Scalar) {
        let expected = closest(one_lane, &a, &b, &pairs);
        for (place, row) in expected.iter().enumerate() {
            let [own, other] = [&a, &b].map(|list| [list[place].start(), list[place].end()]);
            let given = ReferenceSegments { a: own, b: other };
            let &ClosestPoints { on_a, at_a, on_b, at_b, distance } = row;
            let answer = ClosestAnswer { at: [at_a, at_b], on: [on_a, on_b], distance };
            let report = given.report(&answer);
            assert!(report.fault.is_none(), "{report:?} of {answer:?}, {given:?}");
        }
        for engine in engines().iter().filter(|other| other.rounding() == one_lane.rounding()) {
            let mut found = closest(engine, &a, &b, &backward);
            found.reverse();
            assert!(bytes(&found) == bytes(&expected), "{engine:?}");
            for len in 0..=17 {
                let found = closest(engine, &a, &b, &pairs[40..40 + len]);
                assert!(bytes(&found) == bytes(&expected[40..40 + len]), "{len} of {engine:?}");
            }
        }
    }
}

#[test]
fn parallel_segments_and_points_follow_the_stated_rules() {
    let segment = |start, end| Segment::new(start, end).unwrap();
    let rod = segment([0.0; 3], [4.0, 0.0, 0.0]);
    let cases = [
        // Beside the start: the start and the point beside it.
        (segment([-1.0, 3.0, 0.0], [9.0, 3.0, 0.0]), [0.0, 0.1, 3.0]),
        // Beside a part: the end of the other that is nearer to the start.
        (segment([1.0, 3.0, 0.0], [2.0, 3.0, 0.0]), [0.25, 0.0, 3.0]),
        (segment([2.0, 3.0, 0.0], [1.0, 3.0, 0.0]), [0.25, 1.0, 3.0]),
        // Behind its end, in one line.
        (segment([7.0, 0.0, 0.0], [9.0, 0.0, 0.0]), [1.0, 0.0, 3.0]),
        // A point.
        (segment([3.0, 5.0, 0.0], [3.0, 5.0, 0.0]), [0.75, 0.0, 5.0]),
        // Clamping both lines' closest points would end at the wrong place: the slides' example.
        (segment([6.0, 1.0, 0.0], [5.0, 2.0, 0.0]), [1.0, 0.5, 4.5_f32.sqrt()]),
    ];
    let others = cases.map(|(other, _)| other);
    let pairs: Vec<[u32; 2]> = (0..6).map(|place| [0, place]).collect();
    for engine in engines() {
        for (row, (_, expected)) in closest(&engine, &[rod], &others, &pairs).iter().zip(cases) {
            let found = [row.at_a, row.at_b, row.distance];
            let close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 3e-7 * b.max(1.0));
            assert!(close, "{found:?}, not {expected:?}");
        }
        // The first one a point, then both.
        let points = closest(&engine, &others[4..5], &[rod, others[4]], &[[0, 0], [0, 1]]);
        let found = [points[0].at_a, points[0].at_b, points[0].distance];
        assert_eq!(found.map(f32::to_bits), [0.0_f32, 0.75, 5.0].map(f32::to_bits));
        assert_eq!(points[1].distance.to_bits(), 0);
    }
}

#[test]
fn what_is_no_segment_is_alone_and_errors_leave_everything() {
    let [a, b] = segment_lists(100, 112);
    let mut spoilt = a.clone();
    spoilt[5] = bytemuck::cast([[f32::NAN; 4]; 2]);
    let pairs: Vec<[u32; 2]> = (0..100).map(|place| [place; 2]).collect();
    for engine in engines() {
        let expected = closest(&engine, &a, &b, &pairs);
        let found = closest(&engine, &spoilt, &b, &pairs);
        assert!(
            bytes(&found[..5]) == bytes(&expected[..5])
                && bytes(&found[6..]) == bytes(&expected[6..])
        );
        assert!(found[5].distance.is_nan());
        let mut out = vec![ClosestPoints::default(); 100];
        let error = engine.closest_points(&a[..99], &b, &pairs, &mut out).unwrap_err();
        assert_eq!(error.to_string(), "pairs[99][0] is 99, but there are 99 segments of a");
        let error = engine.closest_points(&a, &b, &pairs[..9], &mut out).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 9, found: 100 });
        assert!(out.iter().all(|row| *row == ClosestPoints::default()));
    }
}
