//! Closest points of boxes that barely move are those of before, moved along, if manifolds are reused. If they are
//! computed, they are those of the frame alone.

use octosat::tolerances::REUSED_CLOSEST_MOTION;
use octosat::{BoxPose, CacheMode, ContactKind, ContactPoint, Manifold, Manifolds, OrientedBox};
use octosat_scenes::generate::Random;
use octosat_tests::{World, narrow, turn};

use crate::common::{MODES, UPRIGHT, follow, noise};

const CUBES: [[f32; 3]; 2] = [[0.5; 3]; 2];

/// Cubes corner to corner, and edge along edge, of all sides.
fn starts() -> Vec<BoxPose> {
    let mut starts = Vec::new();
    for side in [-1.0, 1.0] {
        let near = side * 1.006;
        starts.push(BoxPose { center: [near, near, -near], rotation: UPRIGHT });
        for axis in 0..3 {
            let mut center = [near; 3];
            center[axis] = 0.3 * side;
            starts.push(BoxPose { center, rotation: UPRIGHT });
        }
    }
    starts
}

/// The row without flags and the only point of boxes followed from one pose to the next.
fn after(start: BoxPose, next: BoxPose, mode: Option<CacheMode>) -> (Manifold, ContactPoint) {
    let found = follow(CUBES, &[start, next], mode);
    let row = found[1].manifolds()[0];
    assert_eq!(row.kind(), ContactKind::Closest);
    (row, found[1].of(0)[0])
}

/// What is the same in a row of a cache and in a stateless one.
fn numbers((row, point): (Manifold, ContactPoint)) -> ([f32; 4], u8, ContactPoint) {
    let [x, y, z] = row.normal;
    ([x, y, z, row.depth], row.axis.code(), point)
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f32>().sqrt()
}

#[test]
fn they_follow_a_small_motion() {
    for start in starts() {
        for step in [0.0, 1e-6, 1e-4, 5e-4] {
            let [x, y, z] = start.center;
            let next = BoxPose { center: [x + step, y - 0.5 * step, z + 0.3 * step], ..start };
            let (row, point) = after(start, next, Some(CacheMode::REUSE));
            let (expected, now) = after(start, next, None);
            assert!(row.is_reused() && !expected.is_reused());
            // Of the second order in the motion: the direction is that of before.
            let off = 1e-6 + step * step / now.depth.abs();
            assert!((point.depth - now.depth).abs() <= off, "{point:?} {now:?}");
            assert!((row.depth - now.depth).abs() <= off, "{row:?} {now:?}");
            let turned = distance(row.normal, expected.normal);
            assert!(turned <= 1e-4 + 1.2 * step / now.depth.abs(), "{row:?} {expected:?}");
            assert!(turned <= 0.11, "{row:?} {expected:?}");
            let moved = distance(point.position, now.position);
            assert!(moved <= 1e-6 + step, "{point:?} {now:?}");
            assert_eq!(point.feature, now.feature);
            assert!(row.axis.code() < 15);
        }
    }
}

#[test]
fn a_larger_motion_finds_them_from_scratch() {
    for start in starts() {
        let [x, y, z] = start.center;
        let next = BoxPose { center: [1.005 * x, 1.007 * y, 1.003 * z], ..start };
        for mode in MODES {
            let found = after(start, next, Some(mode));
            assert!(!found.0.is_reused());
            assert_eq!(numbers(found), numbers(after(start, next, None)));
        }
        let away = BoxPose { center: start.center.map(|along| 2.0 * along), ..start };
        let found = follow(CUBES, &[start, start, away, start], Some(CacheMode::REUSE));
        let reused: Vec<_> =
            found.iter().map(|contacts| contacts.manifolds()[0].is_reused()).collect();
        assert_eq!(reused, [false, true, false, false]);
        assert!(found[2].of(0).is_empty());
    }
}

/// Of the distance, and not only of the extents: of these cubes 5 mm would do.
#[test]
fn they_are_reused_up_to_a_tenth_of_their_distance() {
    for start in starts() {
        // Along the way from one to the other, which stays as it is.
        let (row, _) = after(start, start, None);
        let row_after = |part: f32| {
            let step = part * REUSED_CLOSEST_MOTION * -row.depth;
            let center = std::array::from_fn(|k| start.center[k] + step * row.normal[k]);
            after(start, BoxPose { center, ..start }, Some(CacheMode::REUSE)).0
        };
        for part in [0.98, -0.98] {
            assert!(row_after(part).is_reused(), "{row:?}");
        }
        for part in [1.02, -1.02] {
            assert!(!row_after(part).is_reused(), "{row:?}");
        }
    }
}

/// Edge along edge, nearer than they slide: the way between them turns, and the boxes are still apart.
#[test]
fn boxes_that_slide_by_more_than_the_gap_are_computed() {
    let centers = [[1.0001, 1.0001, 0.3], [0.9961, 1.0001, 0.3], [0.9961, 1.0021, 0.3]];
    let poses = centers.map(|center| BoxPose { center, rotation: UPRIGHT });
    let stateless = follow(CUBES, &poses, None);
    let kinds = |found: &[Manifolds]| -> Vec<_> {
        found.iter().map(|contacts| contacts.manifolds()[0].kind()).collect()
    };
    assert_eq!(kinds(&stateless), [ContactKind::Closest, ContactKind::Face, ContactKind::Face]);
    let reused = follow(CUBES, &poses, Some(CacheMode::REUSE));
    assert_eq!(kinds(&reused), kinds(&stateless));
    for (found, expected) in reused.iter().zip(&stateless) {
        let [found, expected] = [found, expected].map(|contacts| contacts.manifolds()[0]);
        assert!((found.depth - expected.depth).abs() < 1e-6, "{found:?} {expected:?}");
        assert!(distance(found.normal, expected.normal) < 1e-3, "{found:?} {expected:?}");
    }
}

/// Cubes edge along edge, apart by `gap` along two axes, moved and turned by noise.
fn edge_along_edge(gap: f32, amplitude: f64) -> Vec<BoxPose> {
    let at = 1.0 + gap;
    let pose = |[x, y, z]: [f32; 3]| BoxPose {
        center: [at + x, at + y, 0.3 + z],
        rotation: narrow(turn([f64::from(y), f64::from(z), f64::from(x)], amplitude)),
    };
    noise(amplitude).chain(noise(amplitude).skip(7)).map(pose).collect()
}

/// Along parallel edges any point is as near as any other, and noise picks one; no cache changes which.
#[test]
fn steady_changes_no_closest_points() {
    for gap in [0.000_1, 0.001, 0.01] {
        for amplitude in [1e-7, 1e-6] {
            let poses = edge_along_edge(gap, amplitude);
            let found = follow(CUBES, &poses, Some(CacheMode::Steady));
            for (found, expected) in found.iter().zip(&follow(CUBES, &poses, None)) {
                assert_eq!(found.manifolds()[0].kind(), ContactKind::Closest);
                let [found, expected] =
                    [found, expected].map(|contacts| (contacts.manifolds()[0], contacts.of(0)[0]));
                assert_eq!(numbers(found), numbers(expected));
            }
        }
    }
}

/// Boxes of many sizes near each other's corners and edges, in pairs of neighbors.
pub(crate) fn corner_to_corner(count: usize) -> World {
    let mut random = Random::new(51);
    let mut boxes = Vec::new();
    for number in 0..count {
        let [a, b]: [[f32; 3]; 2] = std::array::from_fn(|_| narrow(random.vector(0.2, 0.6)));
        let place = [4.0 * number as f32, 0.0, 0.0];
        let tilt = turn(random.vector(-1.0, 1.0), 0.1);
        let mut center = place;
        for (k, component) in center.iter_mut().enumerate() {
            // Along every fifth axis the boxes overlap.
            let gap = if (number + k).is_multiple_of(5) { -0.3 * a[k].min(b[k]) } else { 0.004 };
            let side = if number >> k & 1 == 1 { 1.0 } else { -1.0 };
            *component += side * (a[k] + b[k] + gap);
        }
        let rotation = if number.is_multiple_of(2) { UPRIGHT } else { narrow(tilt) };
        boxes.push(OrientedBox::new(place, UPRIGHT, a));
        boxes.push(OrientedBox::new(center, rotation, b));
    }
    World::of_neighbours("corner to corner", &boxes)
}
