//! The volume of a convex hull of few points, which says where a mesh is cut.
//!
//! No result is certified with it: a wrong volume would only cut a mesh at a worse place.

use super::space::{Vector, cross, dot, length, minus};

/// How far a point must be outside of a face to change the hull, as a part of the size of the hull. Less would add slivers.
const OUTSIDE: f64 = 1e-7;

/// A triangle of the hull, counterclockwise from outside, and its plane: points `x` with `normal · x = offset`.
#[derive(Clone, Copy)]
struct Face {
    corners: [usize; 3],
    normal: Vector,
    offset: f64,
}

impl Face {
    fn new(points: &[Vector], corners: [usize; 3]) -> Self {
        let [a, b, c] = corners.map(|corner| points[corner]);
        let normal = cross(minus(b, a), minus(c, a));
        let size = length(normal);
        // A face without an area is seen from nowhere.
        let normal = if size > 0.0 { normal.map(|k| k / size) } else { [0.0; 3] };
        Self { corners, normal, offset: dot(normal, a) }
    }

    fn height(&self, point: Vector) -> f64 {
        dot(self.normal, point) - self.offset
    }

    fn edges(&self) -> [[usize; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }
}

/// The volume of the convex hull of points. Points are added one by one, as in O'Rourke, "Computational Geometry in C",
/// section 4.3: faces that see the point are replaced by faces between the point and their outline.
pub(crate) fn of_hull(points: &[Vector]) -> f64 {
    let Some(Start { mut faces, size }) = Start::of(points) else { return 0.0 };
    let count = points.len();
    let mut is_edge = vec![false; count * count];
    let mut edges = Vec::new();
    for (at, &point) in points.iter().enumerate() {
        edges.clear();
        faces.retain(|face| {
            let is_seen = face.height(point) > OUTSIDE * size;
            if is_seen {
                edges.extend(face.edges());
            }
            !is_seen
        });
        for &[from, to] in &edges {
            is_edge[from * count + to] = true;
        }
        let outline = edges.iter().filter(|[from, to]| !is_edge[to * count + from]);
        faces.extend(outline.map(|&[from, to]| Face::new(points, [from, to, at])));
        for &[from, to] in &edges {
            is_edge[from * count + to] = false;
        }
    }
    let from = points[0];
    let tetrahedron = |face: &Face| {
        let [a, b, c] = face.corners.map(|corner| minus(points[corner], from));
        dot(a, cross(b, c)) / 6.0
    };
    faces.iter().map(tetrahedron).sum()
}

/// A tetrahedron between points.
struct Start {
    faces: Vec<Face>,
    size: f64,
}

impl Start {
    /// A large tetrahedron; none if the points are in one plane.
    fn of(points: &[Vector]) -> Option<Self> {
        let farthest = |distance: &dyn Fn(Vector) -> f64| {
            (0..points.len()).max_by(|&a, &b| distance(points[a]).total_cmp(&distance(points[b])))
        };
        let first = *points.first()?;
        let second = farthest(&|point| length(minus(point, first)))?;
        let along = minus(points[second], first);
        let third = farthest(&|point| length(cross(along, minus(point, first))))?;
        let base = Face::new(points, [0, second, third]);
        let fourth = farthest(&|point| base.height(point).abs())?;
        let size = length(along);
        let height = base.height(points[fourth]);
        if height.abs() <= OUTSIDE * size {
            return None;
        }
        let [b, c] = if height > 0.0 { [third, second] } else { [second, third] };
        let corners = [[0, b, c], [0, fourth, b], [b, fourth, c], [c, fourth, 0]];
        Some(Self { faces: corners.map(|face| Face::new(points, face)).to_vec(), size })
    }
}
