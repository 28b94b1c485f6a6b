//! The separating-axis test: true by other means, and the same by either search.

use octosat_reference::convex::{
    Axis, DVec3, EdgeSearch, LastAxis, Placed, Polyhedron, Pose, SatStatistics, overlap,
    overlap_cached, overlap_with, penetration, penetration_with,
};
use octosat_scenes::generate::Random;

use crate::{
    CLOSE, Searched, UPRIGHT, add, common_point, compare_searches, gap, geodesic, half_extents,
    narrow, pose, pruned_share, shapes, wide,
};

/// Both searches on random poses of two shapes, in contact more often than not.
fn compare(random: &mut Random, [a, b]: [&Polyhedron; 2]) -> Searched {
    let away = DVec3::from(random.direction());
    let distance = random.range(0.0, 1.3);
    let [at_a, at_b] = [pose(random, [0.0; 3]), pose(random, away * distance)];
    compare_searches(&Placed::new(a, &at_a), &Placed::new(b, &at_b))
}

#[test]
fn the_gauss_map_changes_no_answer() {
    let mut random = Random::new(31);
    let [mut overlapping, mut tied, mut apart] = [0; 3];
    for _ in 0..6 {
        let shapes = shapes(&mut random);
        for a in &shapes[..7] {
            for b in &shapes[..7] {
                for _ in 0..4 {
                    let searched = compare(&mut random, [a, b]);
                    overlapping += searched.overlapping;
                    tied += searched.tied;
                    apart += searched.apart;
                }
            }
        }
    }
    eprintln!("{overlapping} overlapping, of them {tied} with two axes as good; {apart} apart");
    assert!(overlapping > 300 && apart > 300 && 20 * tied < overlapping, "{tied}");
}

#[test]
fn the_gauss_map_saves_edge_pairs() {
    let mut random = Random::new(32);
    let shape = |shape: Option<Polyhedron>| -> Polyhedron { shape.expect("it is valid") };
    let pairs = [
        ("boxes", shape(Polyhedron::cuboid([0.5; 3])), shape(Polyhedron::cuboid([0.6; 3])), 200),
        (
            "tetrahedron and icosahedron",
            shape(Polyhedron::tetrahedron([0.5; 3])),
            shape(Polyhedron::icosahedron([0.6; 3])),
            200,
        ),
        (
            "prisms of 100 faces",
            shape(Polyhedron::prism(98, [0.5, 0.3, 0.6])),
            shape(Polyhedron::prism(98, [0.4, 0.6, 0.4])),
            20,
        ),
        ("geodesics of 80 faces", geodesic([0.5, 0.6, 0.4]), geodesic([0.6; 3]), 20),
    ];
    for (name, a, b, times) in &pairs {
        let mut total = SatStatistics::default();
        for _ in 0..*times {
            add(&mut total, &compare(&mut random, [a, b]).pruned);
        }
        eprintln!("{name}, {times} times: {total:?}; {:.1} % pruned", pruned_share(&total));
        assert!(total.crossed() * 5 < total.edge_pairs, "{name}: {total:?}");
        assert!(total.projected * 10 < total.crossed() + 50 * times, "{name}: {total:?}");
    }
}

/// Both ways of proof: a point inside both shapes, or a direction along which all vertices are
/// apart.
#[test]
fn answers_are_proved() {
    let mut random = Random::new(33);
    let [mut deep, mut apart] = [0; 2];
    for _ in 0..60 {
        let shapes = shapes(&mut random);
        let [a, b] = [0; 2].map(|_| &shapes[random.below(9)]);
        let away = random.vector(-0.8, 0.8);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let found = penetration(&a, &b);
        if found.depth < 0.0 {
            apart += 1;
            assert!(gap(&a, &b, wide(found.normal)) > -1e-7, "{found:?}");
        } else if found.depth > 0.01 {
            deep += 1;
            assert!(common_point(&a, &b, 1e-4).is_some(), "{found:?}");
        }
    }
    assert!(deep > 10 && apart > 10, "{deep} {apart}");
}

/// No direction at all shows less overlap, beyond the price of the face preference.
#[test]
fn no_direction_is_better() {
    let mut random = Random::new(34);
    for _ in 0..100 {
        let shapes = shapes(&mut random);
        let [a, b] = [0; 2].map(|_| &shapes[random.below(8)]);
        let away = random.vector(-0.5, 0.5);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let found = penetration(&a, &b);
        if !found.overlaps() {
            continue;
        }
        let least = 0.95 * f64::from(found.depth) - 1e-6;
        // Directions near the one found, and all over the sphere.
        for trial in 0..200 {
            let spread = if trial % 2 == 0 { 0.1 } else { 10.0 };
            let direction = wide(found.normal) + DVec3::from(random.direction()) * spread;
            let unit = direction.normalize();
            assert!(-gap(&a, &b, unit) > least, "{found:?}");
        }
    }
}

#[test]
fn the_normal_is_that_of_the_axis() {
    let mut random = Random::new(35);
    let mut edges = 0;
    for _ in 0..40 {
        let shapes = shapes(&mut random);
        let [a, b] = [0; 2].map(|_| &shapes[random.below(8)]);
        let away = random.vector(-0.6, 0.6);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        for search in [EdgeSearch::Directions, EdgeSearch::GaussMap] {
            let found = penetration_with(&a, &b, search, &mut SatStatistics::default());
            let normal = wide(found.normal);
            let expected = match found.axis {
                Axis::FaceOfA { face } => a.normals()[face],
                Axis::FaceOfB { face } => b.normals()[face].map(|c| -c),
                Axis::Edges { a: edge_a, b: edge_b } => {
                    edges += 1;
                    let product = a.edges()[edge_a].cross(b.edges()[edge_b]);
                    let sign = product.dot(normal).signum() / product.length();
                    product.map(|c| sign * c)
                }
            };
            assert!((normal - expected).length() < CLOSE, "{found:?} {expected:?}");
        }
    }
    assert!(edges > 5, "{edges}");
}

/// Two prisms lying on parallel edges: only the fallback axis shows how far apart they are.
#[test]
fn parallel_edges_fall_back() {
    let wedge = Polyhedron::prism(4, [1.0, 2.0, 1.0]).expect("it is valid");
    let a = Placed::new(&wedge, &Pose::IDENTITY);
    for height in [-0.5_f32, -1e-3, 1e-3, 0.5] {
        // The edge at +x of one against the edge at −x of the other.
        let b = Placed::new(&wedge, &Pose::new([2.0 + height, 0.3, 0.0], UPRIGHT).expect("valid"));
        let mut statistics = SatStatistics::default();
        let found = penetration_with(&a, &b, EdgeSearch::GaussMap, &mut statistics);
        assert_eq!(found.overlaps(), height < 0.0);
        if height > 0.0 {
            assert!((found.depth + height).abs() < 1e-6, "{found:?}");
            assert!((found.normal[0] - 1.0).abs() < 1e-6 && found.axis.is_edges(), "{found:?}");
        } else {
            // The slanted faces are nearer than the edges.
            assert!((f64::from(found.depth) + f64::from(height) / 2_f64.sqrt()).abs() < 1e-6);
            assert!(!found.axis.is_edges());
        }
        // Faces alone show only a part of the gap.
        let faces = penetration_with(&a, &b, EdgeSearch::Directions, &mut statistics);
        assert_eq!(faces.overlaps(), height < 0.0);
        assert!(faces.depth.abs() <= height.abs());
    }
}

#[test]
fn the_last_axis_rejects_at_once() {
    let mut random = Random::new(36);
    let shapes = shapes(&mut random);
    let mut by_edges = 0;
    for _ in 0..500 {
        let [a, b] = [0; 2].map(|_| &shapes[random.below(7)]);
        let away = random.vector(-1.2, 1.2);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, mut b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let mut last = LastAxis::new();
        if overlap_cached(&a, &b, &mut last) {
            assert_eq!(last.axis(), None);
            continue;
        }
        let axis = last.axis().expect("an axis separated them");
        by_edges += usize::from(axis.is_edges());
        let found = penetration(&a, &b);
        if found.depth > -0.01 {
            continue;
        }
        // A little farther along the way they are apart.
        let moved = b.center() + wide(found.normal) * 0.01;
        b.move_to(&Pose::new(narrow(moved), UPRIGHT).expect("valid"));
        b.move_to(&at_b);
        let mut statistics = SatStatistics::default();
        assert!(!overlap_with(&a, &b, &mut last, &mut statistics));
        assert_eq!(statistics.faces + statistics.edge_pairs, 1, "{statistics:?} {axis:?}");
        assert_eq!(last.axis(), Some(axis));
    }
    assert!(by_edges > 0);
}

#[test]
fn a_foreign_cache_changes_nothing() {
    let mut random = Random::new(37);
    let shapes = shapes(&mut random);
    let mut last = LastAxis::new();
    let mut apart = 0;
    for _ in 0..1000 {
        let [a, b] = [0; 2].map(|_| &shapes[random.below(9)]);
        let away = random.vector(-1.0, 1.0);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let truth = overlap(&a, &b);
        assert_eq!(overlap_cached(&a, &b, &mut last), truth);
        apart += usize::from(!truth);
    }
    assert!((200..800).contains(&apart), "{apart}");
}

/// Closed sets: boxes that touch overlap, and the smallest float32 step further they do not.
#[test]
fn touching_is_overlapping() {
    let cube = Polyhedron::cuboid([0.5; 3]).expect("it is valid");
    let a = Placed::new(&cube, &Pose::IDENTITY);
    for k in 0..3 {
        let mut center = [0.0_f32; 3];
        center[k] = 1.0;
        let mut b = Placed::new(&cube, &Pose::new(center, UPRIGHT).expect("valid"));
        assert!(overlap(&a, &b));
        assert!(penetration(&a, &b).depth.abs() < f32::MIN_POSITIVE);
        center[k] = 1.0_f32.next_up();
        b.move_to(&Pose::new(center, UPRIGHT).expect("valid"));
        assert!(!overlap(&a, &b));
        assert!(penetration(&a, &b).depth < 0.0);
    }
}

#[test]
fn swapping_shapes_turns_the_normal() {
    let mut random = Random::new(38);
    for _ in 0..100 {
        let [a, b] = [0; 2]
            .map(|_| Polyhedron::tetrahedron(half_extents(&mut random)).expect("it is valid"));
        let away = random.vector(-0.4, 0.4);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(&a, &at_a), Placed::new(&b, &at_b)];
        let [forth, back] = [penetration(&a, &b), penetration(&b, &a)];
        assert!((forth.depth - back.depth).abs() < 1e-6, "{forth:?} {back:?}");
        assert_eq!(forth.overlaps(), back.overlaps());
        for k in 0..3 {
            assert!((forth.normal[k] + back.normal[k]).abs() < 1e-5, "{forth:?} {back:?}");
        }
    }
}

/// A million meters from the origin answers are what they are near it.
#[test]
fn distance_from_the_origin_does_not_matter() {
    let mut random = Random::new(39);
    for _ in 0..100 {
        let shape = Polyhedron::icosahedron(half_extents(&mut random)).expect("it is valid");
        let rotations: [[f32; 4]; 2] = [0; 2].map(|_| narrow(random.rotation()));
        // Whole sixteenths are exact there.
        let away = [0; 3].map(|_| [-0.5, -0.25, 0.0, 0.25, 0.5][random.below(5)]);
        let answers = [0.0_f32, 524_288.0].map(|far| {
            let at = |center: [f32; 3], turn: usize| {
                let pose = Pose::new(center.map(|c| c + far), rotations[turn]).expect("valid");
                Placed::new(&shape, &pose)
            };
            penetration(&at([0.0; 3], 0), &at(away, 1))
        });
        assert_eq!(answers[0], answers[1]);
    }
}
