//! What makes a polyhedron, and what is rejected.

use octosat_convex::{DVec3, Polyhedron, PolyhedronError as Error, Pose, PoseError};
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
        let count = |shape: Result<Polyhedron, Error>| counts(&shape.expect("it is valid"));
        assert_eq!(count(Polyhedron::cuboid(half)), [8, 12, 6, 3, 3]);
        assert_eq!(count(Polyhedron::tetrahedron(half)), [4, 6, 4, 4, 6]);
        assert_eq!(count(Polyhedron::octahedron(half)), [6, 12, 8, 4, 6]);
        assert_eq!(count(Polyhedron::icosahedron(half)), [12, 30, 20, 10, 15]);
        assert_eq!(count(Polyhedron::prism(6, half)), [12, 18, 8, 4, 4]);
        assert_eq!(count(Polyhedron::prism(5, half)), [10, 15, 7, 6, 6]);
        assert_eq!(count(Polyhedron::prism(98, half)), [196, 294, 100, 50, 50]);
        assert_eq!(count(Ok(geodesic(half)))[..3], [42, 120, 80]);
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
    let new = |faces: &[Vec<usize>]| Polyhedron::new(&CORNERS, faces).map(|_| ());
    let with = |face: usize, numbers: &[usize]| {
        let mut faces: Vec<Vec<usize>> = TETRAHEDRON.iter().map(|face| face.to_vec()).collect();
        faces[face] = numbers.to_vec();
        faces
    };
    assert_eq!(new(&with(0, &[0, 2, 1])), Ok(()));
    assert_eq!(new(&with(1, &[0, 1])), Err(Error::FaceTooShort { face: 1 }));
    assert_eq!(new(&with(1, &[0, 1, 4])), Err(Error::NoSuchVertex { face: 1, vertex: 4 }));
    assert_eq!(new(&with(1, &[0, 1, 0])), Err(Error::RepeatedVertex { face: 1, vertex: 0 }));
    let reversed = new(&with(1, &[3, 1, 0]));
    assert_eq!(reversed, Err(Error::EdgeUsedTwice { face: 1, from: 1, to: 0 }));
    let two = Polyhedron::new(&CORNERS[..3], &TETRAHEDRON);
    assert_eq!(two, Err(Error::TooFewVertices { vertices: 3 }));
    let three = Polyhedron::new(&CORNERS, &TETRAHEDRON[..3]);
    assert_eq!(three, Err(Error::TooFewFaces { faces: 3 }));
    let mut five = CORNERS.to_vec();
    five.push([0.1; 3]);
    let unused = Polyhedron::new(&five, &TETRAHEDRON);
    assert_eq!(unused, Err(Error::UnusedVertex { vertex: 4 }));
    let cube = Polyhedron::cuboid([1.0; 3]).expect("it is valid");
    let open = Polyhedron::new(cube.vertices(), &cube_faces(&cube)[..5]);
    assert!(matches!(open, Err(Error::OpenEdge { .. })), "{open:?}");
}

#[test]
fn two_tetrahedra_are_not_one_shape() {
    let mut corners = CORNERS.to_vec();
    corners.extend(CORNERS.map(|corner| corner.map(|c| c + 3.0)));
    let mut faces = TETRAHEDRON.to_vec();
    faces.extend(TETRAHEDRON.map(|face| face.map(|vertex| vertex + 4)));
    let sphere = Error::NotASphere { vertices: 8, edges: 12, faces: 8 };
    assert_eq!(Polyhedron::new(&corners, &faces), Err(sphere));
}

#[test]
fn vertices_that_make_no_convex_shape_are_rejected() {
    let cube = Polyhedron::cuboid([1.0; 3]).expect("it is valid");
    let faces = cube_faces(&cube);
    let moved = |vertex: usize, to: [f32; 3]| {
        let mut corners = cube.vertices().to_vec();
        corners[vertex] = to;
        Polyhedron::new(&corners, &faces).map(|_| ())
    };
    assert_eq!(moved(7, [1.0; 3]), Ok(()));
    assert_eq!(moved(7, [1.0, f32::NAN, 1.0]), Err(Error::VertexNotFinite { vertex: 7 }));
    let one_place = moved(7, [1.0, 1.0, -1.0]);
    assert!(matches!(one_place, Err(Error::EdgeWithoutLength { .. })), "{one_place:?}");
    let bent = moved(7, [1.0, 1.0, 1.001]);
    assert!(matches!(bent, Err(Error::FaceNotPlanar { .. })), "{bent:?}");
    let rounded = moved(7, [1.0, 1.0, 1.000_001]);
    assert_eq!(rounded, Ok(()));
    let tetrahedron = |corners: [[f32; 3]; 4]| Polyhedron::new(&corners, &TETRAHEDRON).map(|_| ());
    let [o, x, y, _] = CORNERS;
    assert_eq!(tetrahedron([o, x, y, [0.0, 0.0, -1.0]]), Err(Error::FaceInward { face: 0 }));
    let flat = tetrahedron([o, x, y, [0.3, 0.3, 1e-7]]);
    assert_eq!(flat, Err(Error::NoVolume { face: 0 }));
    let line = tetrahedron([o, x, [2.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    assert_eq!(line, Err(Error::FaceWithoutArea { face: 0 }));
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
        Polyhedron::new(&corners, &faces).map(|_| ())
    };
    assert_eq!(shape(-0.5), Ok(()));
    // Flat is convex: the faces in one plane are neighbors.
    assert_eq!(shape(0.0), Ok(()));
    assert_eq!(shape(0.5), Err(Error::FaceNotConvex { face: 0, vertex: 3 }));
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
        Polyhedron::new(&corners, &faces).map(|_| ())
    };
    assert_eq!(shape(1.0), Ok(()));
    assert_eq!(shape(0.6), Err(Error::NotConvex { face: 0, vertex: 9 }));
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
    let cuboid = |half: [f32; 3]| Polyhedron::cuboid(half).map(|_| ());
    assert_eq!(cuboid([1.0, 0.0, 1.0]), Err(Error::HalfExtent { axis: 1 }));
    assert_eq!(cuboid([1.0, 1.0, f32::INFINITY]), Err(Error::HalfExtent { axis: 2 }));
    assert_eq!(cuboid([-1.0, 1.0, 1.0]), Err(Error::HalfExtent { axis: 0 }));
    assert!(matches!(cuboid([1.0, 1.0, 5e-6]), Err(Error::NoVolume { .. })));
    assert_eq!(Polyhedron::prism(2, [1.0; 3]).map(|_| ()), Err(Error::TooFewSides { sides: 2 }));
    assert!(matches!(cuboid([1.0, 1.0, 1e-7]), Err(Error::FaceWithoutArea { .. })));
    // Sizes from microscopic to astronomic are all the same.
    for size in [1e-30, 1e-6, 1e6, 1e30] {
        assert_eq!(cuboid([size, 0.5 * size, 2.0 * size]), Ok(()), "{size}");
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
        Polyhedron::new(&corners, &cube_faces(&cube)).map(|_| ())
    };
    assert!(matches!(shifted(0.0), Err(Error::FaceNotPlanar { .. })));
    assert_eq!(shifted(1000.0), Ok(()));
    assert!(matches!(shifted(1e5), Err(Error::NoVolume { .. })));
}

#[test]
fn poses_are_checked() {
    let turned = [0.0, 0.0, 0.6, 0.8];
    assert!(Pose::new([1.0, 2.0, 3.0], turned).is_ok());
    assert_eq!(Pose::new([f32::NAN, 0.0, 0.0], turned), Err(PoseError::CenterNotFinite));
    let infinite = Pose::new([0.0; 3], [0.0, 0.0, f32::INFINITY, 0.0]);
    assert_eq!(infinite, Err(PoseError::RotationNotFinite));
    let long = Pose::new([0.0; 3], [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(long, Err(PoseError::RotationNotUnit { length_squared: 2.0 }));
    let pose = Pose::new([1.0, 2.0, 3.0], turned).expect("it is valid");
    let seen = pose.to_world(DVec3::X);
    assert!((seen - DVec3::new(0.28, 0.96, 0.0)).length() < 1e-6, "{seen:?}");
    let back = pose.to_shape(seen);
    assert!((back - DVec3::X).length() < 1e-12);
}
