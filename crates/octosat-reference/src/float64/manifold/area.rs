//! The largest area that four contacts can span, found by trying every choice.

use crate::vector::{cross, difference, dot};

/// The number of points of a reduced manifold.
const CHOSEN: usize = 4;

/// The largest number of points that are tried.
const MOST_POINTS: usize = 12;

/// The largest area in square meters of four of the points (at most twelve), seen along a unit
/// normal. If an index is given, this point is one of the four.
#[must_use]
pub fn largest_area(points: &[[f64; 3]], normal: [f64; 3], required: Option<usize>) -> f64 {
    let points = &points[..points.len().min(MOST_POINTS)];
    // More points never make a hull smaller, so no smaller choice is better.
    let size = points.len().min(CHOSEN);
    let must_have = required.map_or(0, |index| 1_u32 << index);
    let mut largest: f64 = 0.0;
    for choice in 0..1_u32 << points.len() {
        if choice.count_ones() as usize == size && choice & must_have == must_have {
            let mut chosen = [[0.0; 3]; CHOSEN];
            let members = points.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
            for (place, (_, &point)) in chosen.iter_mut().zip(members) {
                *place = point;
            }
            largest = largest.max(hull_area(&chosen[..size], normal));
        }
    }
    largest
}

/// The area of the convex hull of up to four points.
///
/// If the fourth point is inside the largest triangle, it is the area of this triangle. Otherwise it is that of
/// the quadrilateral in its cyclic order. Other orders cross themselves and give a smaller area.
fn hull_area(points: &[[f64; 3]], normal: [f64; 3]) -> f64 {
    let mut largest: f64 = 0.0;
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            for k in j + 1..points.len() {
                let sides = [difference(points[j], points[i]), difference(points[k], points[i])];
                largest = largest.max(half_product(sides, normal));
            }
        }
    }
    if let &[p, q, r, s] = points {
        for [first, second, third, fourth] in [[p, q, r, s], [p, r, q, s], [p, q, s, r]] {
            let diagonals = [difference(third, first), difference(fourth, second)];
            largest = largest.max(half_product(diagonals, normal));
        }
    }
    largest
}

/// Half the length of a cross product along the normal.
fn half_product([first, second]: [[f64; 3]; 2], normal: [f64; 3]) -> f64 {
    0.5 * dot(cross(first, second), normal).abs()
}
