//! A convex polygon seen along a normal, and distances of points from its sides and vertices.

use super::super::outline::Segment;
use crate::vector::{cross, difference, dot, length, scaled, sum};

/// A convex polygon in a plane perpendicular to a normal, counter-clockwise about the normal. It may have no area.
pub(super) struct Polygon {
    pub(super) vertices: Vec<[f64; 3]>,
    normal: [f64; 3],
}

impl Polygon {
    /// The polygon of points in cyclic order, projected along a unit normal.
    pub(super) fn flattened(points: &[[f64; 3]], normal: [f64; 3]) -> Self {
        let mut vertices: Vec<_> = points.iter().map(|&point| flat(point, normal)).collect();
        let turned: f64 = (2..vertices.len())
            .map(|k| {
                let [first, second, third] = [vertices[0], vertices[k - 1], vertices[k]];
                dot(cross(difference(second, first), difference(third, first)), normal)
            })
            .sum();
        if turned < 0.0 {
            vertices.reverse();
        }
        Self { vertices, normal }
    }

    /// Meters from a projected point to the nearest side.
    pub(super) fn side_distance(&self, point: [f64; 3]) -> f64 {
        self.sides().map(|side| side.distance(point)).fold(f64::INFINITY, f64::min)
    }

    /// Meters from a projected point to the nearest vertex.
    pub(super) fn vertex_distance(&self, point: [f64; 3]) -> f64 {
        let distances = self.vertices.iter().map(|&vertex| length(difference(point, vertex)));
        distances.fold(f64::INFINITY, f64::min)
    }

    /// Meters by which a projected point is inside; negative outside. No point is inside a polygon without area.
    pub(super) fn depth_inside(&self, point: [f64; 3]) -> f64 {
        let inside = self
            .sides()
            .all(|side| dot(cross(side.along(), difference(point, side.start)), self.normal) > 0.0);
        let distance = self.side_distance(point);
        if inside { distance } else { -distance }
    }

    /// The mean of the vertices.
    pub(super) fn center(&self) -> [f64; 3] {
        let mut share = 1.0;
        let mut center = [0.0; 3];
        for &vertex in &self.vertices {
            center = sum(center, scaled(difference(vertex, center), 1.0 / share));
            share += 1.0;
        }
        center
    }

    /// The sum of the sides' lengths, meters.
    pub(super) fn perimeter(&self) -> f64 {
        self.sides().map(|side| length(side.along())).sum()
    }

    /// The cosine of half the angle between the two sides at a vertex.
    pub(super) fn half_angle_cosine(&self, index: usize) -> f64 {
        let count = self.vertices.len();
        let vertex = self.vertices[index];
        let neighbors = [(index + 1) % count, (index + count - 1) % count];
        let [first, second] = neighbors.map(|neighbor| {
            let side = difference(self.vertices[neighbor], vertex);
            scaled(side, 1.0 / length(side))
        });
        0.5 * length(sum(first, second))
    }

    /// The sides in order; the last one ends at the first vertex.
    fn sides(&self) -> impl Iterator<Item = Segment<3>> {
        let count = self.vertices.len();
        (0..count).map(move |index| Segment {
            start: self.vertices[index],
            end: self.vertices[(index + 1) % count],
        })
    }
}

/// A point, projected along a unit normal: without its component along it.
pub(super) fn flat(point: [f64; 3], normal: [f64; 3]) -> [f64; 3] {
    difference(point, scaled(normal, dot(point, normal)))
}
