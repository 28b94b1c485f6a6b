//! The algorithms of the slides in space: spheres, the naive test, parallel edges, collision points, sections.

use crate::common::{Draw, UPRIGHT, cross, distance, dot, narrow, normalized, oriented};
use octosat_reference::OrientedBox;
use octosat_reference::float64::{Ball, ReferencePair, largest_area};
use octosat_reference::plain::{self, PlainManifold, PlainSettings};
use octosat_reference::slides::{
    SpaceCollision, axis_between_parallel_edges, collide_in_space, collision_points_in_space,
    naive_overlap, one_per_section, some_edge_crosses, some_vertex_is_inside, sphere_contact,
    sphere_separation_along, spheres_overlap,
};
use octosat_reference::textbook::{MatrixBox, overlap_early_exit};
use octosat_scenes::generate::Random;

fn apart(a: [f32; 3], b: [f32; 3]) -> f64 {
    distance(a.map(f64::from), b.map(f64::from))
}

/// Two boxes of uniform rotations that often overlap.
fn random_boxes(random: &mut Random) -> [OrientedBox; 2] {
    let halves = [0; 2].map(|_| random.magnitudes(0.2, 1.0));
    halves.map(|half| oriented(random.within(0.6), random.rotation(), half))
}

/// By hand: the centers are 3, 4 and 12 apart along the axes, so 13 in all.
#[test]
fn spheres_touch_at_the_sum_of_their_radii() {
    let a = Ball { center: [1.0, 2.0, 3.0], radius: 8.0 };
    for (radius, overlaps) in [(4.5, false), (5.0, true), (7.0, true), (60.0, true)] {
        let b = Ball { center: [4.0, -2.0, 15.0], radius };
        assert_eq!([spheres_overlap(&a, &b), spheres_overlap(&b, &a)], [overlaps; 2]);
        let contact = sphere_contact(&a, &b);
        assert!((contact.depth - (radius - 5.0)).abs() < 1e-6, "{contact:?}");
        let expected = [3.0 / 13.0, -4.0 / 13.0, 12.0 / 13.0];
        assert!((0..3).all(|k| (contact.normal[k] - expected[k]).abs() < 1e-6), "{contact:?}");
    }
    let same = sphere_contact(&a, &a);
    assert!((same.depth - 16.0).abs() < 1e-6 && apart(same.normal, [1.0, 0.0, 0.0]) < 1e-6);
}

/// No axis shows a larger gap than the one between the centers, moving by the depth along it makes the spheres
/// touch, and an axis may point either way.
#[test]
fn the_axis_between_the_centers_decides_for_spheres() {
    let mut random = Random::new(31);
    let mut overlapping = 0;
    for _ in 0..5_000 {
        let mut sphere = || {
            let center = narrow(random.within(1.0));
            Ball { center, radius: narrow([random.magnitude(0.05, 1.0)])[0] }
        };
        let [a, b] = [sphere(), sphere()];
        let contact = sphere_contact(&a, &b);
        let gap = apart(a.center, b.center) - f64::from(a.radius) - f64::from(b.radius);
        assert!((gap + f64::from(contact.depth)).abs() < 1e-6, "{contact:?}, {gap}");
        if gap.abs() > 1e-6 {
            assert_eq!(spheres_overlap(&a, &b), gap < 0.0);
        }
        overlapping += u32::from(gap < 0.0);
        let moved = std::array::from_fn(|k| b.center[k] + contact.depth * contact.normal[k]);
        let touching = apart(a.center, moved) - f64::from(a.radius) - f64::from(b.radius);
        assert!(touching.abs() < 1e-5, "{touching}");
        for axis in [contact.normal, contact.normal.map(|component| -component)] {
            assert!((sphere_separation_along(&a, &b, axis) + contact.depth).abs() < 1e-5);
        }
        let other = random.within(1.0);
        let length = dot(other, other).sqrt();
        let other = narrow(other.map(|component| component / length));
        assert!(sphere_separation_along(&a, &b, other) <= 1e-6 - contact.depth);
    }
    assert!(overlapping > 500, "{overlapping}");
}

/// Two beams that cross: they overlap, and no vertex of one is in the other. Their edges show the overlap.
#[test]
fn vertices_alone_miss_edges_that_cross() {
    let eighth = std::f64::consts::FRAC_PI_8;
    let roll = [eighth.sin(), 0.0, 0.0, eighth.cos()];
    let quarter_turn = [0.5_f64.sqrt() * eighth.cos(), 0.5_f64.sqrt() * eighth.sin()];
    let across = [quarter_turn[1], quarter_turn[1], quarter_turn[0], quarter_turn[0]];
    let half = [2.0, 0.1, 0.1];
    for (height, overlaps) in [(0.25, true), (0.30, false)] {
        // Both stand on an edge, and reach 0.1 · √2 = 0.1414 m up and down.
        let a = oriented([0.0; 3], normalized(roll), half);
        let b = oriented([0.0, 0.0, height], normalized(across), half);
        let pair = ReferencePair::oriented(&a, &b);
        let separation = pair.separations().separation;
        assert!((separation - (height - 0.2 * std::f64::consts::SQRT_2)).abs() < 1e-6);
        let [a, b] = [&a, &b].map(MatrixBox::from);
        assert!(!some_vertex_is_inside(&a, &b));
        assert_eq!([some_edge_crosses(&a, &b), naive_overlap(&a, &b)], [overlaps; 2]);
    }
    let [large, small] = [1.0, 0.5].map(|half| oriented([0.0; 3], UPRIGHT, [half; 3]));
    let [large, small] = [&large, &small].map(MatrixBox::from);
    assert!(some_vertex_is_inside(&large, &small) && some_vertex_is_inside(&small, &large));
}

#[test]
fn the_textbook_and_the_naive_test_agree_away_from_touching() {
    let mut random = Random::new(32);
    let (mut overlapping, mut missed) = (0, 0);
    for _ in 0..20_000 {
        let [a, b] = random_boxes(&mut random);
        let separation = ReferencePair::oriented(&a, &b).separations().separation;
        if separation.abs() < 1e-4 {
            continue;
        }
        let [a, b] = [&a, &b].map(MatrixBox::from);
        let reported = [naive_overlap(&a, &b), overlap_early_exit(&a, &b)];
        assert_eq!(reported, [separation < 0.0; 2], "{separation}");
        overlapping += u32::from(separation < 0.0);
        missed += u32::from(separation < 0.0 && !some_vertex_is_inside(&a, &b));
    }
    assert!(overlapping > 5_000 && missed > 50, "{overlapping} {missed}");
}

/// The formula of the slides takes the other edge for a side of the triangle, and gives zero.
#[test]
fn parallel_edges_need_a_side_of_the_triangle() {
    let ab = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]];
    let cd = [[3.0, 4.0, 7.0], [3.0, 4.0, 5.0]];
    let axis = axis_between_parallel_edges(ab, cd).expect("they are on two lines");
    let length = apart([0.0; 3], axis);
    let expected = [0.6, 0.8, 0.0];
    assert!((0..3).all(|k| (f64::from(axis[k]) / length - expected[k]).abs() < 1e-6), "{axis:?}");
    let on_one_line = [[0.0, 0.0, 5.0], [0.0, 0.0, 9.0]];
    assert_eq!(axis_between_parallel_edges(ab, on_one_line), None);
    let edge = [0.0, 0.0, 2.0];
    let written = cross(edge, cross(edge, [0.0, 0.0, 2.0]));
    assert!(dot(written, written) <= 0.0, "c - d is parallel to b - a");
}

fn manifold(a: &OrientedBox, b: &OrientedBox, limit: usize) -> PlainManifold {
    plain::contacts(a, b, PlainSettings { within: 0.0, limit, relative: false })
}

/// The normal, the depth and the point of the slides are those of the deepest contact of the manifold, and of the
/// deepest corner of the clipped faces in float64.
#[test]
fn a_collision_point_is_the_deepest_contact_of_the_manifold() {
    let mut random = Random::new(33);
    let (mut faces, mut edges, mut preferred) = (0, 0, 0);
    for _ in 0..20_000 {
        let [a, b] = random_boxes(&mut random);
        let pair = ReferencePair::oriented(&a, &b);
        let [matrix_a, matrix_b] = [&a, &b].map(MatrixBox::from);
        let Some(collision) = collide_in_space(&matrix_a, &matrix_b) else {
            assert!(pair.separations().separation > -1e-5);
            continue;
        };
        assert!((f64::from(collision.depth) + pair.separations().separation).abs() < 1e-5);
        let along_axis = pair.separations().axis_separations[usize::from(collision.axis)];
        assert!(along_axis.is_some_and(|gap| (f64::from(collision.depth) + gap).abs() < 1e-5));
        let points = collision_points_in_space(&matrix_a, &matrix_b, &collision);
        expect_on_surfaces(&pair, &a, [points.on_a, points.on_b], &collision);
        let found = manifold(&a, &b, 8);
        if found.axis != collision.axis {
            // A face is preferred to edges that are barely less deep, or two axes tie.
            preferred += 1;
            continue;
        }
        let sine = match usize::from(collision.axis) {
            code @ 6.. => pair.separations().edge_sines[code - 6],
            _ => 1.0,
        };
        let allowed = 2e-5 / sine;
        let deepest = found.points.iter().max_by(|p, q| p.depth.total_cmp(&q.depth));
        let deepest = deepest.expect("they overlap");
        assert!(f64::from((deepest.depth - collision.depth).abs()) < allowed);
        let is_there = |position: [f32; 3]| apart(position, points.middle()) < allowed;
        let as_deep = |depth: f32| f64::from(collision.depth - depth) < allowed;
        let as_deep = found.points.iter().filter(|point| as_deep(point.depth));
        assert!(as_deep.map(|point| point.position).any(is_there), "{collision:?} {found:?}");
        let candidates = pair.contact_candidates(collision.normal.map(f64::from));
        let world = |k: usize, position: [f64; 3]| position[k] + f64::from(a.center[k]);
        let in_float64 = candidates.iter().any(|candidate| {
            let position = narrow(std::array::from_fn(|k| world(k, candidate.position)));
            let deeper = candidate.separation + f64::from(collision.depth);
            deeper.abs() < allowed && is_there(position)
        });
        assert!(in_float64, "{collision:?} {candidates:?}");
        *(if collision.axis < 6 { &mut faces } else { &mut edges }) += 1;
    }
    assert!(faces > 2_000 && edges > 200, "{faces} faces, {edges} edges, {preferred} preferred");
}

/// The two points are on the surfaces of their boxes, and apart by the depth against the normal.
fn expect_on_surfaces(
    pair: &ReferencePair,
    a: &OrientedBox,
    points: [[f32; 3]; 2],
    collision: &SpaceCollision,
) {
    let sine = match usize::from(collision.axis) {
        code @ 6.. => pair.separations().edge_sines[code - 6],
        _ => 1.0,
    };
    let [on_a, on_b] = points;
    for k in 0..3 {
        let difference = f64::from(on_a[k]) - f64::from(on_b[k]);
        let expected = f64::from(collision.depth) * f64::from(collision.normal[k]);
        assert!((difference - expected).abs() < 2e-5 / sine, "{points:?} {collision:?}");
    }
    // The shortest way out of an overlap ends within both features, so the point is inside a's other faces too.
    let given = MatrixBox::from(a);
    let overhang = |k: usize| {
        let along = (0..3).map(|i| (on_a[i] - given.center[i]) * given.axes[k][i]).sum::<f32>();
        f64::from(along.abs() - given.half_extents[k])
    };
    let beyond = (0..3).map(overhang).fold(f64::NEG_INFINITY, f64::max);
    assert!(beyond.abs() < 2e-5 / sine, "{beyond:e} off a's surface: {collision:?}");
}

/// A cube that lies flat on another has four contacts; the slides have one vertex, on which it would tip.
#[test]
fn a_face_on_a_face_has_one_collision_point() {
    let below = oriented([0.0; 3], UPRIGHT, [2.0; 3]);
    let above = oriented([0.25, 0.5, 2.75], UPRIGHT, [1.0; 3]);
    let found = manifold(&below, &above, 4);
    assert_eq!(found.points.len(), 4);
    let [a, b] = [&below, &above].map(MatrixBox::from);
    let collision = collide_in_space(&a, &b).expect("they overlap");
    assert_eq!((collision.axis, collision.depth.to_bits()), (2, 0.25_f32.to_bits()));
    let middle = collision_points_in_space(&a, &b, &collision).middle();
    assert!(found.points.iter().any(|point| apart(point.position, middle) < 1e-6));
}

/// By hand: of a regular octagon with a corner near the middle of each quadrant, these four corners are kept.
#[test]
fn sections_keep_one_corner_each() {
    let octagon = |turn: f32| -> Vec<[f32; 2]> {
        let angle = |k: u8| (f32::from(k) + turn) * std::f32::consts::FRAC_PI_4;
        (0..8).map(|k| [3.0 + angle(k).cos(), angle(k).sin() - 1.0]).collect()
    };
    // Corner 1 is at 45 degrees, and turned by less than an eighth of a turn it stays the nearest.
    for turn in [-0.4, 0.0, 0.4] {
        let kept = one_per_section(&octagon(turn), 4);
        assert_eq!(kept, [Some(1), Some(3), Some(5), Some(7)], "{turn}");
    }
    assert_eq!(one_per_section(&octagon(0.5), 8), (0..8).map(Some).collect::<Vec<_>>());
}

/// A patch whose corners are all in two quadrants around their mean: two of four sections are empty.
#[test]
fn sections_may_be_empty() {
    let strip = [[-5.0, -4.9], [-4.9, -5.0], [-4.0, -4.1], [5.0, 4.9], [4.9, 5.1], [4.0, 4.1]];
    assert_eq!(one_per_section(&strip, 4), [Some(4), None, Some(0), None]);
}

/// Over planks on planks with more than four contacts, sections keep less area than the engine's rule, lose the
/// deepest contact now and then, and some are empty. The rule may lose half a percent of the way to the deepest.
#[test]
fn sections_of_planks_keep_less_than_the_rule() {
    let mut random = Random::new(34);
    let (mut pairs, mut empty, mut lost) = (0, 0, 0);
    let mut kept = [0.0, 0.0];
    while pairs < 500 {
        let tilt = random.within(1e-3);
        let turn = random.range(-1.0, 1.0);
        let a = oriented([0.0; 3], UPRIGHT, [2.0, 0.5, 0.5]);
        let center = [random.range(-0.2, 0.2), random.range(-0.2, 0.2), 0.99];
        let q = normalized([tilt[0], tilt[1], turn, 1.0]);
        let b = oriented(center, q, [2.0, 0.5, 0.5]);
        let all = manifold(&a, &b, 8).points;
        if all.len() <= 4 {
            continue;
        }
        pairs += 1;
        let positions: Vec<_> = all.iter().map(|p| p.position.map(f64::from)).collect();
        let up = [0.0, 0.0, 1.0];
        let best = largest_area(&positions, up, None);
        let flat: Vec<_> = all.iter().map(|p| [p.position[0], p.position[1]]).collect();
        let sections = one_per_section(&flat, 4);
        empty += u32::from(sections.contains(&None));
        let chosen: Vec<usize> = sections.into_iter().flatten().collect();
        let deepest = all.iter().map(|p| p.depth).fold(f32::NEG_INFINITY, f32::max);
        lost += u32::from(chosen.iter().all(|&point| all[point].depth < deepest));
        let by_sections: Vec<_> = chosen.iter().map(|&point| positions[point]).collect();
        let rule = manifold(&a, &b, 4).points;
        let shown = rule.iter().map(|point| point.depth).fold(f32::NEG_INFINITY, f32::max);
        let way = 0.005 * 2.0 * 2.0_f32.hypot(0.5);
        assert!(deepest - shown <= way, "the rule shows about the deepest: {deepest} {shown}");
        let by_rule: Vec<_> = rule.iter().map(|p| p.position.map(f64::from)).collect();
        for (sum, points) in kept.iter_mut().zip([by_sections, by_rule]) {
            *sum += largest_area(&points, up, None) / best;
        }
    }
    let [sections, rule] = kept.map(|sum| sum / 500.0);
    assert!(0.5 < sections && sections < rule && rule <= 1.0 + 1e-9, "{sections} {rule}");
    assert!(empty > 5 && lost > 5, "{empty} {lost}");
}
