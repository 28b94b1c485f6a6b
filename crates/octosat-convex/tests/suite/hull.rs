//! Hulls of clouds of points.

use octosat_convex::tolerances::LOST_POINT_TOLERANCE;
use octosat_convex::{
    DVec3, HullError, Placed, Points, Polyhedron, PolyhedronError, SatStatistics, Support,
};
use octosat_scenes::generate::Random;

use crate::{add, compare_searches, half_extents, narrow, pose, pruned_share, wide};

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
            let direction = random.direction().into();
            let reached = points.support(direction).dot(direction);
            assert!((corners.support(direction).dot(direction) - reached).abs() < 1e-4);
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

/// The points turned at random and then rounded.
fn turned(random: &mut Random, points: &[DVec3]) -> Vec<[f32; 3]> {
    let turn = pose(random, [0.0; 3]);
    points.iter().map(|&point| narrow(turn.to_world(point))).collect()
}

/// The hull of a cloud; fails unless every point lies in it and its vertices are among the points.
fn checked_hull(cloud: &[[f32; 3]]) -> Polyhedron {
    let hull = Polyhedron::hull(cloud).unwrap_or_else(|error| panic!("{error}: {cloud:?}"));
    let reach = cloud.iter().map(|&point| wide(point).length()).fold(0.0, f64::max);
    for &point in cloud {
        for face in hull.faces() {
            let outside = face.normal().dot(wide(point)) - face.offset();
            assert!(outside <= LOST_POINT_TOLERANCE * reach, "{outside:e}: {cloud:?}");
        }
    }
    assert!(hull.vertices().iter().all(|vertex| cloud.contains(vertex)), "{cloud:?}");
    hull
}

/// Half extents of a plate and of a rod; the thickness is a part of the length.
fn plate_and_rod(thickness: f64) -> [DVec3; 2] {
    [DVec3::new(0.5, 0.4, 0.5 * thickness), DVec3::new(0.5 * thickness, 0.5, 0.4 * thickness)]
}

const THICKNESSES: [f64; 4] = [1.0, 1e-2, 1e-3, 1e-4];

#[test]
fn thin_boxes_keep_their_corners() {
    let mut random = Random::new(54);
    for half in THICKNESSES.into_iter().flat_map(plate_and_rod) {
        let block = Polyhedron::cuboid(narrow(half)).expect("it is thick enough");
        let corners: Vec<DVec3> = block.vertices().iter().copied().map(wide).collect();
        for _ in 0..100 {
            let hull = checked_hull(&turned(&mut random, &corners));
            assert_eq!([hull.vertices().len(), hull.faces().len()], [8, 6], "{half:?}");
        }
    }
}

#[test]
fn thin_prisms_keep_their_corners() {
    let mut random = Random::new(55);
    for DVec3 { x, y: z, z: y } in THICKNESSES.map(|thickness| plate_and_rod(thickness)[0]) {
        for sides in 3..40 {
            let prism = Polyhedron::prism(sides, narrow([x, y, z])).expect("it is thick enough");
            let corners: Vec<DVec3> = prism.vertices().iter().copied().map(wide).collect();
            let hull = checked_hull(&turned(&mut random, &corners));
            let counts = [hull.vertices().len(), hull.faces().len()];
            assert_eq!(counts, [2 * sides, sides + 2], "{y}");
        }
    }
}

/// Points inside and points on an ellipsoid; the latter's faces differ by less than may be merged.
#[test]
fn thin_clouds_lie_in_their_hulls() {
    let mut random = Random::new(56);
    for case in 0..600 {
        let thickness = 10_f64.powf(random.range(-4.0, 0.0));
        let half = plate_and_rod(thickness)[case % 2];
        let count = 12 + random.below(100);
        let points: Vec<DVec3> = (0..count)
            .map(|_| if case % 3 == 0 { random.direction() } else { random.vector(-1.0, 1.0) })
            .map(|point| DVec3::from(point) * half)
            .collect();
        checked_hull(&turned(&mut random, &points));
    }
}

/// Turned, their many points in a plane are so except for rounding.
#[test]
fn thin_grids_lie_in_their_hulls() {
    let mut random = Random::new(57);
    for half in [1.0, 1e-2, 1e-3].into_iter().flat_map(plate_and_rod) {
        let mut points = Vec::new();
        for number in 0..5 * 5 * 5_u8 {
            let steps = [number % 5, number / 5 % 5, number / 25].map(|step| f64::from(step) - 2.0);
            points.push(0.5 * DVec3::from(steps) * half);
        }
        for _ in 0..20 {
            checked_hull(&turned(&mut random, &points));
        }
    }
}

#[test]
fn hulls_are_of_any_size() {
    let mut random = Random::new(58);
    for exponent in -37..=37 {
        let size = 10_f64.powi(exponent);
        let half = [size, 0.7 * size, 0.01 * size];
        let block = Polyhedron::cuboid(narrow(half)).expect("a box may have any size");
        let corners: Vec<DVec3> = block.vertices().iter().copied().map(wide).collect();
        let hull = checked_hull(&turned(&mut random, &corners));
        assert_eq!([hull.vertices().len(), hull.faces().len()], [8, 6], "{size:e}");
    }
}

#[test]
fn what_has_no_volume_has_no_hull() {
    let rejected = |cloud: &[[f32; 3]]| match Polyhedron::hull(cloud) {
        Err(HullError::NoVolume { thickness }) => thickness,
        other => panic!("{other:?}"),
    };
    assert!(rejected(&[]) <= 0.0);
    assert!(rejected(&[[1.0; 3]; 9]) <= 0.0);
    assert!(rejected(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]) <= 0.0);
    assert!(rejected(&[[0.0; 3], [1.0; 3], [2.0; 3], [3.0; 3]]) <= 1e-15);
    let mut random = Random::new(59);
    for thickness in [0.0, 1e-6, 1e-5] {
        for half in plate_and_rod(thickness) {
            for count in [4, 8, 100] {
                let points: Vec<DVec3> = (0..count)
                    .map(|_| random.vector(-1.0, 1.0))
                    .map(|point| DVec3::from(point) * half)
                    .collect();
                let found = rejected(&turned(&mut random, &points));
                assert!(found <= thickness + 1e-6, "{found} {thickness}");
            }
        }
    }
    let bad = Polyhedron::hull(&[[0.0; 3], [f32::NAN; 3]]);
    assert_eq!(bad, Err(HullError::PointNotFinite { point: 1 }));
}

/// A point that is lost is found out by its number.
#[test]
fn errors_name_what_is_wrong() {
    let lost = HullError::PointLost { point: 5, outside: 0.000_34 };
    assert_eq!(lost.to_string(), "the hull leaves point 5 outside by 3.4e-4 m");
    let open = HullError::NotAPolyhedron(PolyhedronError::UnusedVertex { vertex: 3 });
    assert_eq!(open.to_string(), "the hull is no polyhedron: no face uses vertex 3");
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
