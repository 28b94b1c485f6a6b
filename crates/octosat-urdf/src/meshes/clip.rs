//! Cutting triangles by a plane.

use std::collections::HashMap;

use super::space::{Vector, dot, minus, plus};
use super::triangles::Triangles;

/// A plane: points `x` with `axis · x = place`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(crate) axis: Vector,
    pub(crate) place: f64,
}

/// A mesh that is cut.
pub(crate) struct Halves {
    pub(crate) below: Triangles,
    pub(crate) above: Triangles,
}

impl Plane {
    /// Cuts a mesh. Each point of a triangle is in one half, and those on the plane between others are in both. Triangles
    /// on the plane are below.
    pub(crate) fn cut(&self, mesh: &Triangles) -> Result<Halves, String> {
        let heights: Vec<f64> =
            mesh.points.iter().map(|&point| dot(self.axis, point) - self.place).collect();
        let mut below = Triangles { points: mesh.points.clone(), triangles: Vec::new() };
        let mut above = Vec::new();
        let mut crossings = HashMap::new();
        for triangle in &mesh.triangles {
            let mut lower = Vec::new();
            let mut upper = Vec::new();
            for k in 0..3 {
                let [from, to] = [triangle[k], triangle[(k + 1) % 3]];
                let [height, next] = [from, to].map(|index| heights[index as usize]);
                if height <= 0.0 {
                    lower.push(from);
                }
                if height >= 0.0 {
                    upper.push(from);
                }
                if height < 0.0 && next > 0.0 || height > 0.0 && next < 0.0 {
                    // Triangles with this edge get the same point.
                    let edge = [from.min(to), from.max(to)];
                    let crossing = match crossings.get(&edge) {
                        Some(&index) => index,
                        None => {
                            let ends = edge.map(|index| mesh.points[index as usize]);
                            let heights = edge.map(|index| heights[index as usize]);
                            let index = below.add_point(crossing(ends, heights))?;
                            *crossings.entry(edge).or_insert(index)
                        }
                    };
                    lower.push(crossing);
                    upper.push(crossing);
                }
            }
            // A triangle on the plane is in one half only: it would make the hull of the other one larger.
            if lower != triangle {
                above.push(upper);
            }
            below.add_polygon(&lower)?;
        }
        let mut upper = Triangles { points: below.points.clone(), triangles: Vec::new() };
        for polygon in &above {
            upper.add_polygon(polygon)?;
        }
        Ok(Halves { below: below.compact()?, above: upper.compact()? })
    }
}

/// The point of an edge at height zero.
///
/// Its distance from the edge and from the plane is some units of roundoff of the coordinates, which the radius of outer
/// hulls has room for.
pub(crate) fn crossing([from, to]: [Vector; 2], heights: [f64; 2]) -> Vector {
    plus(from, heights[0] / (heights[0] - heights[1]), minus(to, from))
}
