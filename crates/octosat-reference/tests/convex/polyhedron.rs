//! What makes a polyhedron, and what is rejected.

use octosat_reference::convex::{DVec3, Polyhedron, Pose};
use octosat_scenes::generate::Random;

use crate::{geodesic, half_extents};

const TETRAHEDRON: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Vertices, edges, faces, unique normals and unique edge directions.
fn counts(shape: &Polyhedron) -> [usize; 5] {
    [
        shape.vertices().len(),
        shape.edges().len(),
        shape.faces().len(),
        shape.face_normals().len(),
        shape.edge_directions().len(),
    ]
}

fn cube_faces(shape: &Polyhedron) -> Vec<Vec<usize>> {
    shape.faces().iter().map(|face| face.vertices().to_vec()).collect()
}

#[test]
fn shapes_have_the_features_of_their_kind() {
    let mut random = Random::new(1);
    for _ in 0..20 {
        let half = half_extents(&mut random);
        let count = |shape: Option<Polyhedron>| counts(&shape.expect("it is valid"));
        assert_eq!(count(Polyhedron::cuboid(half)), [8, 12, 6, 3, 3]);
        assert_eq!(count(Polyhedron::tetrahedron(half)), [4, 6, 4, 4, 6]);
        assert_eq!(count(Polyhedron::octahedron(half)), [6, 12, 8, 4, 6]);
        assert_eq!(count(Polyhedron::icosahedron(half)), [12, 30, 20, 10, 15]);
        assert_eq!(count(Polyhedron::prism(6, half)), [12, 18, 8, 4, 4]);
        assert_eq!(count(Polyhedron::prism(5, half)), [10, 15, 7, 6, 6]);
        assert_eq!(count(Polyhedron::prism(98, half)), [196, 294, 100, 50, 50]);
        assert_eq!(count(Some(geodesic(half)))[..3], [42, 120, 80]);
    }
    let frustum = Polyhedron::frustum([0.5, 0.25], 0.1, 5.0).expect("it is valid");
    assert_eq!(counts(&frustum), [8, 12, 6, 5, 6]);
}

#[test]
fn edges_lie_between_their_faces() {
    let mut random = Random::new(2);
    let shape = geodesic(half_extents(&mut random));
    for (number, edge) in shape.edges().iter().enumerate() {
        let [left, right] = edge.faces().map(|face| &shape.faces()[face]);
        for face in [left, right] {
            assert!(face.edges().contains(&number));
            assert!(face.normal().dot(edge.direction()).abs() < 1e-6);
        }
        // Turning from left to right about the edge is turning outwards.
        let [from, to] = edge.vertices();
        let corners = left.vertices();
        let at = corners.iter().position(|&vertex| vertex == from).expect("it is an end");
        assert_eq!(corners[(at + 1) % corners.len()], to);
    }
}

#[test]
fn a_box_has_its_axes_in_order() {
    let shape = Polyhedron::cuboid([0.25, 3.0, 1.0]).expect("it is valid");
    let axes = DVec3::AXES;
    assert_eq!(shape.face_normals(), axes);
    assert_eq!(shape.edge_directions(), axes);
    assert!((shape.extent() - 4.25).abs() < 1e-12);
    for (number, face) in shape.faces().iter().enumerate() {
        let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
        assert!((face.normal().dot(axes[number / 2]) - sign).abs() < 1e-12);
        assert!((face.offset() - [0.25, 3.0, 1.0][number / 2]).abs() < 1e-12);
    }
}

#[test]
fn numbers_that_close_no_surface_are_rejected() {
    let with = |face: usize, numbers: &[usize]| {
        let mut faces: Vec<Vec<usize>> = TETRAHEDRON.iter().map(|face| face.to_vec()).collect();
        faces[face] = numbers.to_vec();
        Polyhedron::new(&CORNERS, &faces).is_some()
    };
    assert!(with(0, &[0, 2, 1]));
    assert!(!with(1, &[0, 1]), "a face of two vertices");
    assert!(!with(1, &[0, 1, 4]), "a vertex that is not there");
    assert!(!with(1, &[0, 1, 0]), "a vertex twice");
    assert!(!with(1, &[3, 1, 0]), "an edge twice in one direction");
    assert_eq!(Polyhedron::new(&CORNERS[..3], &TETRAHEDRON), None);
    assert_eq!(Polyhedron::new(&CORNERS, &TETRAHEDRON[..3]), None);
    let mut five = CORNERS.to_vec();
    five.push([0.1; 3]);
    assert_eq!(Polyhedron::new(&five, &TETRAHEDRON), None, "a vertex without a face");
    let cube = Polyhedron::cuboid([1.0; 3]).expect("it is valid");
    assert_eq!(Polyhedron::new(cube.vertices(), &cube_faces(&cube)[..5]), None, "a hole");
}

#[test]
fn two_tetrahedra_are_not_one_shape() {
    let mut corners = CORNERS.to_vec();
    corners.extend(CORNERS.map(|corner| corner.map(|c| c + 3.0)));
    let mut faces = TETRAHEDRON.to_vec();
    faces.extend(TETRAHEDRON.map(|face| face.map(|vertex| vertex + 4)));
    assert_eq!(Polyhedron::new(&corners, &faces), None);
}

#[test]
fn vertices_that_make_no_convex_shape_are_rejected() {
    let cube = Polyhedron::cuboid([1.0; 3]).expect("it is valid");
    let faces = cube_faces(&cube);
    let moved = |vertex: usize, to: [f32; 3]| {
        let mut corners = cube.vertices().to_vec();
        corners[vertex] = to;
        Polyhedron::new(&corners, &faces).is_some()
    };
    assert!(moved(7, [1.0; 3]));
    assert!(moved(7, [1.0, 1.0, 1.000_001]), "rounded");
    assert!(!moved(7, [1.0, 1.0, 1.001]), "bent");
    assert!(!moved(7, [1.0, f32::NAN, 1.0]) && !moved(7, [1.0, f32::INFINITY, 1.0]));
    assert!(!moved(7, [1.0, 1.0, -1.0]), "an edge without length");
    let tetrahedron = |corners: [[f32; 3]; 4]| Polyhedron::new(&corners, &TETRAHEDRON).is_some();
    let [o, x, y, z] = CORNERS;
    assert!(tetrahedron([o, x, y, z]));
    assert!(!tetrahedron([o, x, y, [0.0, 0.0, -1.0]]), "faces that look inwards");
    assert!(!tetrahedron([o, x, y, [0.3, 0.3, 1e-7]]), "no volume");
    assert!(!tetrahedron([o, x, [2.0, 0.0, 0.0], z]), "a face without area");
}

#[test]
fn dents_are_rejected() {
    // A box with a wedge cut into its top: two faces slope down to an edge in the middle.
    let shape = |depth: f32| {
        let mut corners = Vec::new();
        for z in [-1.0, 1.0] {
            corners.extend([[-1.0, -1.0, z], [1.0, -1.0, z], [1.0, 1.0, z]]);
            corners.extend([[0.0, 1.0 - depth, z], [-1.0, 1.0, z]]);
        }
        let faces: [&[usize]; 7] = [
            &[4, 3, 2, 1, 0],
            &[5, 6, 7, 8, 9],
            &[0, 1, 6, 5],
            &[1, 2, 7, 6],
            &[2, 3, 8, 7],
            &[3, 4, 9, 8],
            &[4, 0, 5, 9],
        ];
        Polyhedron::new(&corners, &faces).is_some()
    };
    assert!(shape(-0.5));
    // Flat is convex: the faces in one plane are neighbors.
    assert!(shape(0.0));
    assert!(!shape(0.5));
}

/// Two pyramids base to base, one corner of the base pulled in: each face is a triangle that looks
/// outwards, and still the whole is not convex.
#[test]
fn faces_may_all_be_well_and_the_shape_not_convex() {
    let shape = |first: f32| {
        let mut corners = vec![[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
        let mut faces = Vec::new();
        for k in 0..8_u8 {
            let angle = core::f32::consts::FRAC_PI_4 * f32::from(k);
            let radius = if k == 0 { first } else { 1.0 };
            corners.push([radius * angle.cos(), 0.0, radius * angle.sin()]);
            let [this, next] = [k, (k + 1) % 8].map(|corner| usize::from(corner) + 2);
            faces.extend([[0, next, this], [1, this, next]]);
        }
        Polyhedron::new(&corners, &faces).is_some()
    };
    assert!(shape(1.0));
    assert!(!shape(0.6));
}

#[test]
fn edges_inside_a_plane_are_no_directions() {
    let cube = Polyhedron::cuboid([1.0; 3]).expect("it is valid");
    let triangles: Vec<[usize; 3]> = cube_faces(&cube)
        .iter()
        .flat_map(|face| [[face[0], face[1], face[2]], [face[0], face[2], face[3]]])
        .collect();
    let shape = Polyhedron::new(cube.vertices(), &triangles).expect("triangles may be coplanar");
    assert_eq!(counts(&shape), [8, 18, 12, 3, 3]);
    let diagonals = shape.edges().iter().filter(|edge| edge.group().is_none()).count();
    assert_eq!(diagonals, 6);
}

#[test]
fn half_extents_and_sides_are_checked() {
    let cuboid = |half: [f32; 3]| Polyhedron::cuboid(half).is_some();
    assert!(!cuboid([1.0, 0.0, 1.0]));
    assert!(!cuboid([1.0, 1.0, f32::INFINITY]));
    assert!(!cuboid([-1.0, 1.0, 1.0]));
    assert!(!cuboid([1.0, 1.0, 5e-6]));
    assert_eq!(Polyhedron::prism(2, [1.0; 3]), None);
    assert!(!cuboid([1.0, 1.0, 1e-7]));
    // Sizes from microscopic to astronomic are all the same.
    for size in [1e-30, 1e-6, 1e6, 1e30] {
        assert!(cuboid([size, 0.5 * size, 2.0 * size]), "{size}");
    }
}

/// The tolerance is a part of the distance from the shape's origin, so far away it is too coarse.
#[test]
fn shapes_belong_near_their_own_origin() {
    let cube = Polyhedron::cuboid([0.5; 3]).expect("it is valid");
    // One corner lies 4 mm further down than it should.
    let shifted = |away: f32| {
        let mut corners = cube.vertices().to_vec();
        corners[0][1] -= 0.004;
        corners.iter_mut().for_each(|corner| corner[0] += away);
        Polyhedron::new(&corners, &cube_faces(&cube)).is_some()
    };
    assert!(!shifted(0.0));
    assert!(shifted(1000.0));
    assert!(!shifted(1e5));
}

#[test]
fn poses_are_checked() {
    let turned = [0.0, 0.0, 0.6, 0.8];
    assert_eq!(Pose::new([f32::NAN, 0.0, 0.0], turned), None);
    assert_eq!(Pose::new([0.0; 3], [0.0, 0.0, f32::INFINITY, 0.0]), None);
    assert_eq!(Pose::new([0.0; 3], [0.0, 0.0, 1.0, 1.0]), None, "not of unit length");
    let pose = Pose::new([1.0, 2.0, 3.0], turned).expect("it is valid");
    let seen = pose.to_world(DVec3::X);
    assert!((seen - DVec3::new(0.28, 0.96, 0.0)).length() < 1e-6, "{seen:?}");
    let back = pose.to_shape(seen);
    assert!((back - DVec3::X).length() < 1e-12);
}
