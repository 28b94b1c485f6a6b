//! Shapes and poses for the tests, and answers by other means than the crate's.

use octosat_convex::{Placed, Polyhedron, Pose, Vector};
use octosat_scenes::generate::Random;

pub(crate) const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn along(start: Vector, distance: f64, direction: Vector) -> Vector {
    std::array::from_fn(|k| start[k] + distance * direction[k])
}

pub(crate) fn difference(a: Vector, b: Vector) -> Vector {
    along(a, -1.0, b)
}

pub(crate) fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

pub(crate) fn wide(values: [f32; 3]) -> Vector {
    values.map(f64::from)
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
pub(crate) fn narrow<const N: usize>(values: [f64; N]) -> [f32; N] {
    values.map(|value| value as f32)
}

/// A pose at a place, turned by a random rotation.
pub(crate) fn pose(random: &mut Random, center: Vector) -> Pose {
    Pose::new(narrow(center), narrow(random.rotation())).expect("it is a rotation")
}

/// Half extents of every proportion.
pub(crate) fn half_extents(random: &mut Random) -> [f32; 3] {
    narrow([0; 3].map(|_| random.range(0.1, 1.0)))
}

/// One of each kind, then two with about a hundred faces.
pub(crate) fn shapes(random: &mut Random) -> Vec<Polyhedron> {
    let sides = 3 + random.below(9);
    let [slope, near] = [random.range(0.2, 1.0), random.range(0.1, 0.4)];
    let [slope, near] = narrow([slope, near]);
    [
        Polyhedron::cuboid(half_extents(random)),
        Polyhedron::cuboid([0.5; 3]),
        Polyhedron::tetrahedron(half_extents(random)),
        Polyhedron::octahedron(half_extents(random)),
        Polyhedron::icosahedron(half_extents(random)),
        Polyhedron::prism(sides, half_extents(random)),
        Polyhedron::frustum([slope, 0.5 * slope], near, near + 1.0),
        Polyhedron::prism(98, half_extents(random)),
    ]
    .into_iter()
    .chain([Ok(geodesic(half_extents(random)))])
    .map(|shape| shape.expect("it is a polyhedron"))
    .collect()
}

/// An icosahedron with each face cut in four and the new corners pushed out to the ellipsoid: 80
/// triangles, no two of them parallel neighbours.
pub(crate) fn geodesic(half_extents: [f32; 3]) -> Polyhedron {
    let coarse = Polyhedron::icosahedron([1.0; 3]).expect("it is regular");
    let mut corners: Vec<Vector> = coarse.vertices().iter().map(|&corner| wide(corner)).collect();
    for edge in coarse.edges() {
        let [from, to] = edge.vertices().map(|vertex| corners[vertex]);
        corners.push(along(from, 1.0, to));
    }
    let scale = |corner: &Vector| {
        let radius = length(*corner);
        narrow(std::array::from_fn(|k| corner[k] / radius * f64::from(half_extents[k])))
    };
    let mut faces = Vec::new();
    for face in coarse.faces() {
        let middles: Vec<usize> =
            face.edges().iter().map(|edge| coarse.vertices().len() + edge).collect();
        for k in 0..3 {
            faces.push([face.vertices()[k], middles[k], middles[(k + 2) % 3]]);
        }
        faces.push([middles[0], middles[1], middles[2]]);
    }
    let corners: Vec<[f32; 3]> = corners.iter().map(scale).collect();
    Polyhedron::new(&corners, &faces).expect("corners on an ellipsoid are convex")
}

/// How far b lies beyond a along a unit direction, by all vertices in the world.
pub(crate) fn gap(a: &Placed<'_>, b: &Placed<'_>, normal: Vector) -> f64 {
    let heights = |placed: &Placed<'_>| -> Vec<f64> {
        let world = |&vertex: &Vector| dot(along(placed.center(), 1.0, vertex), normal);
        placed.vertices().iter().map(world).collect()
    };
    let high = heights(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    heights(b).into_iter().fold(f64::INFINITY, f64::min) - high
}

/// How far a point lies outside a polyhedron's faces; negative inside.
pub(crate) fn outside(placed: &Placed<'_>, point: Vector) -> f64 {
    let local = difference(point, placed.center());
    let faces = placed.shape().faces().iter().zip(placed.normals());
    faces
        .map(|(face, &normal)| dot(normal, local) - face.offset())
        .fold(f64::NEG_INFINITY, f64::max)
}

/// A point that is inside both shapes within a slack, if stepping onto the most violated face time
/// after time finds one (T. S. Motzkin, I. J. Schoenberg, "The relaxation method for linear
/// inequalities", 1954). It knows no separating axes.
pub(crate) fn common_point(a: &Placed<'_>, b: &Placed<'_>, slack: f64) -> Option<Vector> {
    let mut point = along(a.center(), 0.5, difference(b.center(), a.center()));
    for _ in 0..20_000 {
        let mut worst = slack;
        let mut normal = None;
        for placed in [a, b] {
            let local = difference(point, placed.center());
            for (face, &outward) in placed.shape().faces().iter().zip(placed.normals()) {
                let beyond = dot(outward, local) - face.offset();
                if beyond > worst {
                    (worst, normal) = (beyond, Some(outward));
                }
            }
        }
        let Some(normal) = normal else { return Some(point) };
        point = along(point, -1.2 * worst, normal);
    }
    None
}
