//! The largest area that few contacts can span, by trying every choice.

use super::super::vector::{cross, difference, dot};

/// Points that a reduced manifold has.
const CHOSEN: usize = 4;

/// Most points that are looked at.
const MOST_POINTS: usize = 12;

/// The largest area in square meters of four of the points (at most twelve), seen along a unit
/// normal; if an index is given, that point is one of the four.
#[must_use]
pub fn largest_area(points: &[[f64; 3]], normal: [f64; 3], required: Option<usize>) -> f64 {
    let points = &points[..points.len().min(MOST_POINTS)];
    // Points left out never add to a hull, so no smaller choice is better.
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
/// It is that of the largest triangle if the fourth point is inside, and else that of the
/// quadrilateral in its proper order; every other order crosses itself and shows less.
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
