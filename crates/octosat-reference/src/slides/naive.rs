//! The naive test of two boxes: vertices and edges of each box against the other box.
//!
//! Vertices alone miss boxes whose edges cross. The slides then test the triangles of one shape against those of
//! the other. Two convex shapes overlap exactly if one contains a vertex of the other, or if an edge of one
//! crosses a face of the other. So here the edges are tested instead of the triangles.

use crate::textbook::MatrixBox;
use crate::vector::{difference, dot, moved, scaled};

/// Whether some vertex of one box is in the other. Touching counts.
///
/// Flawed on purpose: if edges cross, the boxes overlap, and no vertex need be inside.
#[must_use]
pub fn some_vertex_is_inside(a: &MatrixBox, b: &MatrixBox) -> bool {
    vertices(a).iter().any(|&vertex| contains(b, vertex))
        || vertices(b).iter().any(|&vertex| contains(a, vertex))
}

/// Whether some edge of one box shares a point with the other box. Touching counts.
#[must_use]
pub fn some_edge_crosses(a: &MatrixBox, b: &MatrixBox) -> bool {
    let crosses = |one: &MatrixBox, other: &MatrixBox| {
        edges(one).any(|[start, along]| meets(other, start, along))
    };
    crosses(a, b) || crosses(b, a)
}

/// Whether two boxes overlap: by their vertices, and by their edges if no vertex is inside.
#[must_use]
pub fn naive_overlap(a: &MatrixBox, b: &MatrixBox) -> bool {
    some_vertex_is_inside(a, b) || some_edge_crosses(a, b)
}

fn contains(given: &MatrixBox, point: [f32; 3]) -> bool {
    let offset = difference(point, given.center);
    given.axes.iter().zip(given.half_extents).all(|(&axis, half)| dot(offset, axis).abs() <= half)
}

/// The vertices. Bit k of a number is set on the positive side of axis k.
fn vertices(given: &MatrixBox) -> [[f32; 3]; 8] {
    std::array::from_fn(|number| {
        (0..3).fold(given.center, |vertex, k| {
            let half = given.half_extents[k];
            moved(vertex, if number >> k & 1 == 1 { half } else { -half }, given.axes[k])
        })
    })
}

/// The twelve edges, each as its start and the vector to its end.
fn edges(given: &MatrixBox) -> impl Iterator<Item = [[f32; 3]; 2]> {
    let vertices = vertices(given);
    (0..3).flat_map(move |k| {
        let along = scaled(given.axes[k], 2.0 * given.half_extents[k]);
        let starts = (0..8).filter(move |number| number >> k & 1 == 0);
        starts.map(move |number: usize| [vertices[number], along])
    })
}

/// Whether a segment, given by its start and the vector to its end, shares a point with a box.
///
/// It is clipped by one slab after the other along the box's axes (C. Ericson, *Real-Time Collision Detection*, 2005,
/// section 5.3.3).
fn meets(given: &MatrixBox, start: [f32; 3], along: [f32; 3]) -> bool {
    let offset = difference(start, given.center);
    let [mut entry, mut exit] = [0.0, 1.0];
    for (axis, half_extent) in given.axes.iter().zip(given.half_extents) {
        let (start, speed) = (dot(offset, *axis), dot(along, *axis));
        if speed == 0.0 {
            if start.abs() > half_extent {
                return false;
            }
            continue;
        }
        let inverse = 1.0 / speed;
        let (one, other) = ((-half_extent - start) * inverse, (half_extent - start) * inverse);
        entry = one.min(other).max(entry);
        exit = one.max(other).min(exit);
    }
    entry <= exit
}
