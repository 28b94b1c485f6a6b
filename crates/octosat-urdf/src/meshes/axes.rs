//! Directions: along which meshes are cut, and in which extreme points are looked for.

use super::space::{Vector, minus, plus};

/// The most sweeps over a matrix. The entries off the diagonal shrink quadratically, and six make them zero.
const MOST_SWEEPS: usize = 12;

/// The axes of the link.
pub(crate) const LINK: [Vector; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The directions along which points scatter most and least: the eigenvectors of their covariance.
///
/// They are found by Jacobi's rotations: Golub and Van Loan, "Matrix Computations", section 8.5.
pub(crate) fn principal(points: &[Vector]) -> [Vector; 3] {
    let part = 1.0 / points.len().max(1) as f64;
    let mean = points.iter().fold([0.0; 3], |mean, &point| plus(mean, part, point));
    let mut matrix = [[0.0; 3]; 3];
    for &point in points {
        let away = minus(point, mean);
        for (row, factor) in matrix.iter_mut().zip(away) {
            *row = plus(*row, factor, away);
        }
    }
    let mut vectors = LINK;
    for sweep in 0..3 * MOST_SWEEPS {
        let [p, q] = [[0, 1], [1, 2], [0, 2]][sweep % 3];
        if matrix[p][q] == 0.0 {
            continue;
        }
        let Rotation { cosine, sine } = Rotation::against(matrix[p][p], matrix[p][q], matrix[q][q]);
        let turn = |rows: &mut [Vector; 3]| {
            let (one, other) = (rows[p], rows[q]);
            for k in 0..3 {
                rows[p][k] = cosine * one[k] - sine * other[k];
                rows[q][k] = sine * one[k] + cosine * other[k];
            }
        };
        turn(&mut matrix);
        // The same from the right.
        let mut columns = [0, 1, 2].map(|k| matrix.map(|row| row[k]));
        turn(&mut columns);
        matrix = [0, 1, 2].map(|k| columns.map(|column| column[k]));
        turn(&mut vectors);
    }
    vectors
}

/// A rotation of two axes.
struct Rotation {
    cosine: f64,
    sine: f64,
}

impl Rotation {
    /// The smaller rotation that makes the symmetric matrix of `pp`, `pq`, `qq` diagonal.
    fn against(pp: f64, pq: f64, qq: f64) -> Self {
        let ratio = (qq - pp) / (2.0 * pq);
        let tangent = ratio.signum() / (ratio.abs() + libm::sqrt(1.0 + ratio * ratio));
        let cosine = 1.0 / libm::sqrt(1.0 + tangent * tangent);
        Self { cosine, sine: tangent * cosine }
    }
}

/// Directions on all sides: the points with whole coordinates on the surface of a cube with half edges of 2.
pub(crate) fn on_all_sides() -> Vec<Vector> {
    const ALL: [f64; 5] = [-2.0, -1.0, 0.0, 1.0, 2.0];
    let line = |x: f64, y: f64| ALL.map(|z| [x, y, z]);
    let cube = ALL.iter().flat_map(|&x| ALL.iter().flat_map(move |&y| line(x, y)));
    cube.filter(|point| point.iter().any(|k| k.abs() > 1.5)).collect()
}
