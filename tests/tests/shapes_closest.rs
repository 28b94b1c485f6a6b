//! The closest points of two segments: the same bits everywhere, and as near as any two points are.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{ClosestPoints, Engine, QueryError, Segment};
use octosat_reference::float64::{ClosestAnswer, ReferenceSegments};
use octosat_scenes::generate::Random;
use octosat_tests::{along, engines, fastest_engines, narrow, one_lane_engines, with_threads};

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
    for one_lane in one_lane_engines() {
        let alone = with_threads(&one_lane, 1);
        let expected: Vec<_> = closest(&alone, &a, &b, &pairs).iter().map(closest_bits).collect();
        let same = |engine: &Engine| engine.rounding() == one_lane.rounding();
        for engine in engines().into_iter().filter(same) {
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
            let given = ReferenceSegments {
                a: [a[place].start(), a[place].end()],
                b: [b[place].start(), b[place].end()],
            };
            let answer = ClosestAnswer {
                at: [row.at_a, row.at_b],
                on: [row.on_a, row.on_b],
                distance: row.distance,
            };
            let report = given.report(&answer);
            assert!(report.fault.is_none(), "{report:?} of {answer:?}, {given:?}");
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
        a[5] = bytemuck::cast([[f32::NAN; 4]; 2]);
        let found = closest(&engine, &a, &b, &pairs);
        a[5] = good;
        for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert!(place == 5 || closest_bits(found) == closest_bits(expected), "{engine:?}");
        }
        assert!(found[5].distance.is_nan());
        let mut out = vec![ClosestPoints::default(); 100];
        let error = engine.closest_points(&a[..99], &b, &pairs, &mut out).unwrap_err();
        let list = "segments of a";
        let expected = QueryError::IndexOutOfRange { pair: 99, side: 0, index: 99, list, len: 99 };
        assert_eq!(error, expected);
        assert_eq!(error.to_string(), "pairs[99][0] is 99, but there are 99 segments of a");
        let error = engine.closest_points(&a, &b, &pairs[..9], &mut out).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 9, found: 100 });
        assert!(out.iter().all(|row| *row == ClosestPoints::default()));
    }
}
