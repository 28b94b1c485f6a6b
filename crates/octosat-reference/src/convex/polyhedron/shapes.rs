//! Makes polyhedra from half extents: each fills a box around the origin. Half extents that are not positive and finite,
//! or so small compared with another that there is almost no volume, make none.

use super::solid::Polyhedron;
use crate::convex::pose::round;

impl Polyhedron {
    /// Makes a box from its half extents in meters.
    ///
    /// Faces come in the order +x, −x, +y, −y, +z, −z.
    #[must_use]
    pub fn cuboid(half_extents: [f32; 3]) -> Option<Self> {
        // Bit k of a corner's number is set on the positive side of axis k.
        let corner = |number: usize| {
            let sign = |k: usize| if number >> k & 1 == 1 { 1.0 } else { -1.0 };
            [0, 1, 2].map(|k| sign(k) * half_extents[k])
        };
        let corners: [[f32; 3]; 8] = std::array::from_fn(corner);
        Self::new(&corners, &CUBOID_FACES)
    }

    /// Makes the tetrahedron on four corners of the box with these half extents, meters.
    #[must_use]
    pub fn tetrahedron(half_extents: [f32; 3]) -> Option<Self> {
        let [x, y, z] = half_extents;
        let corners = [[x, y, z], [x, -y, -z], [-x, y, -z], [-x, -y, z]];
        Self::new(&corners, &[[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])
    }

    /// Makes the octahedron on the middles of the faces of the box with these half extents, meters.
    #[must_use]
    pub fn octahedron(half_extents: [f32; 3]) -> Option<Self> {
        let [x, y, z] = half_extents;
        let corners = [
            [x, 0.0, 0.0],
            [-x, 0.0, 0.0],
            [0.0, y, 0.0],
            [0.0, -y, 0.0],
            [0.0, 0.0, z],
            [0.0, 0.0, -z],
        ];
        let faces = [
            [0, 2, 4],
            [2, 1, 4],
            [1, 3, 4],
            [3, 0, 4],
            [2, 0, 5],
            [1, 2, 5],
            [3, 1, 5],
            [0, 3, 5],
        ];
        Self::new(&corners, &faces)
    }

    /// Makes the icosahedron in the box with these half extents, meters; it is regular in a cube.
    #[must_use]
    pub fn icosahedron(half_extents: [f32; 3]) -> Option<Self> {
        let [x, y, z] = half_extents;
        // The corners of three golden rectangles at right angles.
        let [u, v, w] =
            half_extents.map(|half| round(f64::from(half) * (5_f64.sqrt() - 1.0) / 2.0));
        let corners = [
            [-u, y, 0.0],
            [u, y, 0.0],
            [-u, -y, 0.0],
            [u, -y, 0.0],
            [0.0, -v, z],
            [0.0, v, z],
            [0.0, -v, -z],
            [0.0, v, -z],
            [x, 0.0, -w],
            [x, 0.0, w],
            [-x, 0.0, -w],
            [-x, 0.0, w],
        ];
        Self::new(&corners, &ICOSAHEDRON_FACES)
    }

    /// Makes the prism over a regular polygon, stretched to fill half extents in meters; its axis is y.
    ///
    /// The top is face 0 and the bottom face 1.
    #[must_use]
    pub fn prism(sides: usize, half_extents: [f32; 3]) -> Option<Self> {
        let [x, y, z] = half_extents;
        #[expect(clippy::cast_precision_loss, reason = "no shape has 2^53 sides")]
        let ring = |height: f32| {
            (0..sides).map(move |k| {
                let angle = core::f64::consts::TAU * k as f64 / sides as f64;
                let [along_x, along_z] = [angle.cos(), angle.sin()];
                [round(along_x * f64::from(x)), height, round(along_z * f64::from(z))]
            })
        };
        let corners: Vec<[f32; 3]> = ring(y).chain(ring(-y)).collect();
        // Seen from above, z points down the page: counterclockwise is against the angle.
        let mut faces: Vec<Vec<usize>> =
            vec![(0..sides).rev().collect(), (sides..2 * sides).collect()];
        faces.extend((0..sides).map(|k| {
            let next = (k + 1) % sides;
            vec![k, next, sides + next, sides + k]
        }));
        Self::new(&corners, &faces)
    }

    /// Makes the frustum of a pyramid along −z, like the view of a camera. The near rectangle is at z = `-near`, and
    /// the far one at z = `-far`. The half sides of a rectangle are its distance times the slopes.
    #[must_use]
    pub fn frustum(slopes: [f32; 2], near: f32, far: f32) -> Option<Self> {
        let corner = |number: usize| {
            let distance = if number >> 2 & 1 == 1 { near } else { far };
            let side = |k: usize| {
                let half = slopes[k] * distance;
                if number >> k & 1 == 1 { half } else { -half }
            };
            [side(0), side(1), -distance]
        };
        let corners: [[f32; 3]; 8] = std::array::from_fn(corner);
        Self::new(&corners, &CUBOID_FACES)
    }
}

/// The faces of a cuboid; bit k of a corner's number is set on the positive side of axis k.
const CUBOID_FACES: [[usize; 4]; 6] =
    [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];

/// The twenty faces of an icosahedron: five around corner 0, five next to them, five around corner
/// 3, five next to those.
const ICOSAHEDRON_FACES: [[usize; 3]; 20] = [
    [0, 11, 5],
    [0, 5, 1],
    [0, 1, 7],
    [0, 7, 10],
    [0, 10, 11],
    [1, 5, 9],
    [5, 11, 4],
    [11, 10, 2],
    [10, 7, 6],
    [7, 1, 8],
    [3, 9, 4],
    [3, 4, 2],
    [3, 2, 6],
    [3, 6, 8],
    [3, 8, 9],
    [4, 9, 5],
    [2, 4, 11],
    [6, 2, 10],
    [8, 6, 7],
    [9, 8, 1],
];
