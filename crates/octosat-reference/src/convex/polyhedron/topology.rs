//! Faces as loops of numbers: whether they close a surface, and the edges that they share.

use std::collections::BTreeMap;

/// An edge as numbers only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SharedEdge {
    /// The ends, in the direction in which its first face uses it.
    pub(super) vertices: [usize; 2],
    /// The face that uses the edge in this direction, and the face that uses it in the other.
    pub(super) faces: [usize; 2],
}

/// A closed surface as numbers only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Surface {
    pub(super) edges: Vec<SharedEdge>,
    /// For each face, the edges that follow its vertices.
    pub(super) edges_of_faces: Vec<Vec<usize>>,
}

/// Whether there are loops enough, none too short or with a vertex twice, and none of the vertices is left out.
pub(super) fn are_numbers(vertices: usize, loops: &[&[usize]]) -> bool {
    let mut used_by = vec![None; vertices];
    let are_loops = loops.iter().enumerate().all(|(face, numbers)| {
        let is_new = |&vertex: &usize| {
            used_by.get_mut(vertex).is_some_and(|last| last.replace(face) != Some(face))
        };
        numbers.len() >= 3 && numbers.iter().all(is_new)
    });
    vertices >= 4 && loops.len() >= 4 && are_loops && used_by.iter().all(Option::is_some)
}

/// Joins the sides of faces to edges; none unless they close a sphere.
///
/// Each side must be used once in each direction, which means that the surface is closed and wound
/// consistently. Euler's formula then rules out handles and a second piece.
pub(super) fn surface(vertices: usize, loops: &[&[usize]]) -> Option<Surface> {
    let mut face_along = BTreeMap::new();
    for (face, numbers) in loops.iter().enumerate() {
        for k in 0..numbers.len() {
            if face_along.insert(side(numbers, k), face).is_some() {
                return None;
            }
        }
    }
    let mut edges = Vec::new();
    let mut numbers_of_sides = BTreeMap::new();
    let mut edges_of_faces = Vec::with_capacity(loops.len());
    for (face, numbers) in loops.iter().enumerate() {
        let mut of_face = Vec::with_capacity(numbers.len());
        for k in 0..numbers.len() {
            let [from, to] = side(numbers, k);
            let back = *face_along.get(&[to, from])?;
            let number =
                *numbers_of_sides.entry([from.min(to), from.max(to)]).or_insert_with(|| {
                    edges.push(SharedEdge { vertices: [from, to], faces: [face, back] });
                    edges.len() - 1
                });
            of_face.push(number);
        }
        edges_of_faces.push(of_face);
    }
    (vertices + loops.len() == edges.len() + 2).then_some(Surface { edges, edges_of_faces })
}

/// The vertices at both ends of side k of a loop.
fn side(numbers: &[usize], k: usize) -> [usize; 2] {
    [numbers[k], numbers[(k + 1) % numbers.len()]]
}
