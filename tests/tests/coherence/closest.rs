//! Closest points of boxes that hardly move are those of before, moved along, if manifolds are recycled. If they are
//! computed, they are those of the frame alone.

use crate::common::{Mode, UPRIGHT, all, follow, noise};
use octosat::tolerances::{RECYCLED_CLOSEST_MOTION, RECYCLED_MOTION};
use octosat::{
    Axis, BoxPose, Coherence, ContactKind, ContactPoint, Engine, Manifold, Manifolds, Margin,
    OrientedBox, PairMemory,
};
use octosat_reference::judge::check_recycled_manifold;
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, ContactSettings, PairReference, World, claimed_points, engines, manifold_claim, narrow,
    one_lane_engines, turn,
};

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

/// The row and the only point of boxes followed from one pose to the next.
fn after(start: BoxPose, next: BoxPose, mode: Option<Mode>) -> (Manifold, ContactPoint) {
    let found = follow(CUBES, &[start, next], mode);
    let (contacts, memory) = &found[1];
    let row = contacts.manifolds()[0];
    assert_eq!(row.kind(), ContactKind::Closest);
    assert_eq!(memory.had_contacts(), mode.is_some());
    assert_eq!(memory.axis(), mode.map(|_| row.axis));
    (row, contacts.of(0)[0])
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
            let (row, point) = after(start, next, Some(Mode::Recycle(0.01)));
            let (expected, now) = after(start, next, None);
            assert!(row.is_recycled() && !expected.is_recycled());
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
            assert_ne!(row.axis, Axis::NON_FINITE);
        }
    }
}

#[test]
fn a_larger_motion_finds_them_anew() {
    for start in starts() {
        let [x, y, z] = start.center;
        let next = BoxPose { center: [1.005 * x, 1.007 * y, 1.003 * z], ..start };
        for mode in [Mode::On, Mode::Recycle(0.01)] {
            assert_eq!(after(start, next, Some(mode)), after(start, next, None));
        }
        let away = BoxPose { center: start.center.map(|along| 2.0 * along), ..start };
        let found = follow(CUBES, &[start, start, away, start], Some(Mode::Recycle(0.01)));
        let recycled: Vec<_> =
            found.iter().map(|(contacts, _)| contacts.manifolds()[0].is_recycled()).collect();
        assert_eq!(recycled, [false, true, false, false]);
        assert!(found[2].0.of(0).is_empty() && !found[2].1.had_contacts());
    }
}

/// Of the distance, and not only of the extents: of these cubes 5 mm would do.
#[test]
fn they_are_recycled_up_to_a_tenth_of_their_distance() {
    for start in starts() {
        // Along the way from one to the other, which stays as it is.
        let (row, _) = after(start, start, None);
        let row_after = |part: f32| {
            let step = part * RECYCLED_CLOSEST_MOTION * -row.depth;
            let center = std::array::from_fn(|k| start.center[k] + step * row.normal[k]);
            let next = BoxPose { center, ..start };
            after(start, next, Some(Mode::Recycle(0.01))).0
        };
        assert!(row_after(0.98).is_recycled() && row_after(-0.85).is_recycled(), "{row:?}");
        assert!(!row_after(1.2).is_recycled() && !row_after(-0.95).is_recycled(), "{row:?}");
    }
}

/// Edge along edge, nearer than they slide: the way between them turns, and the boxes are still apart.
#[test]
fn what_slides_by_more_than_the_gap_is_found_anew() {
    let centers = [[1.0001, 1.0001, 0.3], [0.9961, 1.0001, 0.3], [0.9961, 1.0021, 0.3]];
    let poses = centers.map(|center| BoxPose { center, rotation: UPRIGHT });
    let stateless = follow(CUBES, &poses, None);
    let kinds = |found: &[(Manifolds, PairMemory)]| -> Vec<_> {
        found.iter().map(|(contacts, _)| contacts.manifolds()[0].kind()).collect()
    };
    assert_eq!(kinds(&stateless), [ContactKind::Closest, ContactKind::Face, ContactKind::Face]);
    let recycled = follow(CUBES, &poses, Some(Mode::Recycle(0.01)));
    assert_eq!(kinds(&recycled), kinds(&stateless));
    for ((found, _), (expected, _)) in recycled.iter().zip(&stateless) {
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

/// Rows and only points of frames.
fn only_points(poses: &[BoxPose], mode: Option<Mode>) -> Vec<(Manifold, ContactPoint)> {
    let found = follow(CUBES, poses, mode);
    let rows = found.iter().map(|(contacts, _)| (contacts.manifolds()[0], contacts.of(0)[0]));
    rows.inspect(|(row, _)| assert_eq!(row.kind(), ContactKind::Closest)).collect()
}

/// Along parallel edges any point is as near as any other, and noise picks one; no memory changes which.
#[test]
fn memories_that_recycle_nothing_change_no_closest_points() {
    for gap in [0.000_1, 0.001, 0.01] {
        for amplitude in [1e-7, 1e-6] {
            let poses = edge_along_edge(gap, amplitude);
            assert_eq!(only_points(&poses, Some(Mode::On)), only_points(&poses, None));
        }
    }
}

/// Boxes of many sizes near each other's corners and edges, in pairs of neighbours.
fn corner_to_corner(count: usize) -> World {
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

#[test]
fn every_backend_recycles_them_alike_and_as_the_judge_asks() {
    let margin = 0.05;
    let settings = ContactSettings { margin: Margin::Uniform(margin), ..Default::default() };
    let world = corner_to_corner(400);
    let frames = [&world, &world.jittered(17, 1e-4, 5e-5), &world.jittered(18, 5e-5, 1e-4)];
    for rounding in one_lane_engines().iter().map(Engine::rounding) {
        let mut answers = Vec::new();
        for engine in engines().iter().filter(|engine| engine.rounding() == rounding) {
            let mut memory = vec![PairMemory::default(); world.pairs.len()];
            let mut out = Manifolds::new();
            let mut found = Vec::new();
            for frame in frames {
                let asked = (&settings, Coherence::recycle(&mut memory));
                frame.coherent_contacts(engine, asked, &mut out);
                found.push((all(&out), format!("{memory:?}")));
            }
            let closest = judged(frames[2], &out, &settings, margin);
            assert!(closest > 60, "{closest} pairs of closest points were recycled");
            answers.push(found);
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{rounding}");
    }
}

/// How many recycled contacts are of closest points, none of which breaks a promise.
fn judged(frame: &World, out: &Manifolds, settings: &ContactSettings<'_>, margin: f32) -> usize {
    let mut closest = 0;
    for (number, (row, &pair)) in out.manifolds().iter().zip(&frame.pairs).enumerate() {
        if row.is_recycled() && row.kind() == ContactKind::Closest {
            let judged = PairReference::new(frame, Basis::Unit, pair).judged();
            let points = claimed_points(out.of(number));
            let claim = manifold_claim(*row, &points, settings, margin);
            let report = check_recycled_manifold(&judged, &claim, f64::from(RECYCLED_MOTION));
            assert!(report.complaints.is_empty(), "{row:?}: {:?}", report.complaints);
            closest += 1;
        }
    }
    closest
}
