//! The point of a simplex that is nearest to the origin.

use crate::vector::{difference, dot, moved};

/// Up to four points.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplex {
    pub(super) points: Vec<[f64; 3]>,
}

/// Part of the product of the squared lengths of edges below which their determinant shows nothing (dimensionless).
const FLAT: f64 = 1e-28;

impl Simplex {
    /// The nearest point to the origin, keeping only the points that it is between.
    ///
    /// It is inside of some face, and the nearest point of that face's plane, line or point, too: all faces are tried.
    pub(super) fn reduce(&mut self) -> [f64; 3] {
        let mut best = (f64::INFINITY, Vec::new(), [0.0; 3]);
        for subset in 1..1_usize << self.points.len() {
            let chosen: Vec<[f64; 3]> = (0..self.points.len())
                .filter(|point| subset & (1 << point) != 0)
                .map(|point| self.points[point])
                .collect();
            if let Some(nearest) = nearest_inside(&chosen)
                && dot(nearest, nearest) < best.0
            {
                best = (dot(nearest, nearest), chosen, nearest);
            }
        }
        self.points = best.1;
        best.2
    }
}

/// The point of the affine hull that is nearest to the origin, if it is inside.
fn nearest_inside(points: &[[f64; 3]]) -> Option<[f64; 3]> {
    let first = points[0];
    let edges: Vec<[f64; 3]> = points[1..].iter().map(|&point| difference(point, first)).collect();
    let weights = weights(&edges, first)?;
    let is_inside =
        weights.iter().all(|&weight| weight >= 0.0) && weights.iter().sum::<f64>() <= 1.0;
    let nearest = edges
        .iter()
        .zip(&weights)
        .fold(first, |point, (&edge, &weight)| moved(point, weight, edge));
    is_inside.then_some(nearest)
}

/// How much of each edge leads from the first point to the nearest one of the hull; none for edges in a plane or line.
fn weights(edges: &[[f64; 3]], first: [f64; 3]) -> Option<Vec<f64>> {
    let size = edges.len();
    // Normal equations, by Gauss and Jordan with the largest pivot.
    let mut rows: Vec<Vec<f64>> = edges
        .iter()
        .map(|&edge| {
            let mut row: Vec<f64> = edges.iter().map(|&other| dot(edge, other)).collect();
            row.push(-dot(edge, first));
            row
        })
        .collect();
    let largest = rows.iter().flatten().fold(0.0_f64, |most, value| most.max(value.abs()));
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() <= FLAT * largest {
            return None;
        }
        for other in (0..size).filter(|&other| other != column) {
            let factor = rows[other][column] / rows[column][column];
            for k in column..=size {
                rows[other][k] -= factor * rows[column][k];
            }
        }
    }
    Some((0..size).map(|k| rows[k][size] / rows[k][k]).collect())
}
