//! The closest points of two segments: the documented rules for ties, and rejections.
//!
//! `octosat-check` checks in its query of segments that distances are right and that all backends have the same bits.

use octosat::{ClosestPoints, Engine, Query, Segment};
use octosat_check::{engines, stale};
use octosat_tests::{sentence, wrong_length};

fn closest(
    engine: &Engine,
    a: &[Segment],
    b: &[Segment],
    pairs: &[[u32; 2]],
) -> Vec<ClosestPoints> {
    let mut out = stale::<ClosestPoints>(pairs.len());
    engine.closest_points(Query::new((a, b), pairs), &mut out).unwrap();
    out
}

#[test]
fn parallel_segments_and_points_follow_the_stated_rules() {
    let segment = |start, end| Segment::new(start, end).unwrap();
    let rod = segment([0.0; 3], [4.0, 0.0, 0.0]);
    let cases = [
        // Next to the start: the start and the point next to it.
        (segment([-1.0, 3.0, 0.0], [9.0, 3.0, 0.0]), [0.0, 0.1, 3.0]),
        // Next to a part: the end of the other that is nearer to the start.
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
fn errors_of_segments_leave_everything() {
    let segments = [Segment::new([0.0; 3], [1.0; 3]).unwrap(); 100];
    let pairs: Vec<[u32; 2]> = (0..100).map(|place| [place; 2]).collect();
    let mut out = vec![ClosestPoints::default(); 100];
    for engine in engines() {
        let error =
            engine.closest_points(Query::new((&segments[..99], &segments), &pairs), &mut out);
        assert_eq!(sentence(error), "pairs[99][0] is 99, but the number of segments is 99");
        let error = engine.closest_points(Query::new(&segments, &pairs[..9]), &mut out);
        assert_eq!(sentence(error), wrong_length(9, 100));
        assert!(out.iter().all(|row| *row == ClosestPoints::default()));
    }
}
