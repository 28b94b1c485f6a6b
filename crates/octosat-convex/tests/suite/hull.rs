//! Hulls of clouds of points.

use octosat_convex::{HullError, Placed, Points, Polyhedron, SatStatistics, Support};
use octosat_scenes::generate::Random;

use crate::common::{add, compare_searches, dot, half_extents, narrow, pose, pruned_share};

/// Points on an ellipsoid, which are all corners of their hull.
fn boulder(random: &mut Random, points: usize) -> Polyhedron {
    let half = half_extents(random);
    let on_ellipsoid =
        |direction: [f64; 3]| std::array::from_fn(|k| direction[k] * f64::from(half[k]));
    let cloud: Vec<[f32; 3]> =
        (0..points).map(|_| narrow(on_ellipsoid(random.direction()))).collect();
    Polyhedron::hull(&cloud).expect("points on an ellipsoid have a hull")
}

#[test]
fn hulls_support_their_cloud() {
    let mut random = Random::new(51);
    for _ in 0..50 {
        let count = 4 + random.below(200);
        let cloud: Vec<[f32; 3]> = (0..count).map(|_| narrow(random.vector(-2.0, 3.0))).collect();
        let hull = Polyhedron::hull(&cloud).expect("a random cloud has a hull");
        let [points, corners] =
            [&cloud[..], hull.vertices()].map(|points| Points::new(points).expect("not empty"));
        for _ in 0..50 {
            let direction = random.direction();
            let reached = dot(points.support(direction), direction);
            assert!((dot(corners.support(direction), direction) - reached).abs() < 1e-4);
        }
    }
}

/// Corners, points on edges and faces, and points inside: a box has six faces all the same.
#[test]
fn triangles_in_a_plane_become_a_face() {
    let mut cloud = Vec::new();
    for x in [-1.0, -0.5, 0.0, 1.0] {
        for y in [-2.0, 0.0, 2.0] {
            for z in [-0.25, 0.0, 0.25] {
                cloud.push([x, y, z]);
            }
        }
    }
    let hull = Polyhedron::hull(&cloud).expect("it is a box");
    assert_eq!(hull.faces().len(), 6);
    assert_eq!(hull.face_normals().len(), 3);
    assert_eq!(hull.edge_directions().len(), 3);
    let mut random = Random::new(52);
    for sides in 3..40 {
        let prism = Polyhedron::prism(sides, half_extents(&mut random)).expect("it is a prism");
        let again = Polyhedron::hull(prism.vertices()).expect("it is a prism");
        assert_eq!(again.faces().len(), sides + 2);
    }
}

#[test]
fn what_has_no_volume_has_no_hull() {
    let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    assert!(Polyhedron::hull(&flat).is_err());
    assert!(Polyhedron::hull(&[]).is_err());
    assert!(Polyhedron::hull(&[[1.0; 3]; 9]).is_err());
    let bad = Polyhedron::hull(&[[0.0; 3], [f32::NAN; 3]]);
    assert_eq!(bad, Err(HullError::PointNotFinite { point: 1 }));
}

/// A hundred faces each: the Gauss map saves most of the edge pairs, and leaves the answer as it is.
#[test]
fn the_gauss_map_saves_edge_pairs_of_boulders() {
    let mut random = Random::new(53);
    let mut total = SatStatistics::default();
    let [mut overlapping, mut tied, mut apart] = [0; 3];
    for _ in 0..30 {
        let [a, b] = [0; 2].map(|_| boulder(&mut random, 52));
        assert!((90..=100).contains(&a.faces().len()), "{}", a.faces().len());
        let away = random.vector(-0.8, 0.8);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let searched = compare_searches(&Placed::new(&a, &at_a), &Placed::new(&b, &at_b));
        add(&mut total, &searched.pruned);
        overlapping += searched.overlapping;
        tied += searched.tied;
        apart += searched.apart;
    }
    eprintln!("hulls of 100 faces, 30 times: {total}; {:.1} % pruned", pruned_share(&total));
    assert!(overlapping > 5 && apart > 5 && tied <= 1, "{overlapping} {apart} {tied}");
    assert!(total.crossed() * 50 < total.edge_pairs, "{total}");
}
