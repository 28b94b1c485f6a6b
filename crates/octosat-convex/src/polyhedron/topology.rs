//! Checks of faces as loops of numbers: they must close a surface; finds the edges that they share.

use std::collections::BTreeMap;

use crate::error::PolyhedronError;

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

/// Rejects loops that are too short, that name a vertex twice, or that leave one out.
pub(super) fn check_numbers(vertices: usize, loops: &[&[usize]]) -> Result<(), PolyhedronError> {
    if vertices < 4 {
        return Err(PolyhedronError::TooFewVertices { vertices });
    }
    if loops.len() < 4 {
        return Err(PolyhedronError::TooFewFaces { faces: loops.len() });
    }
    let mut used_by = vec![None; vertices];
    for (face, numbers) in loops.iter().enumerate() {
        if numbers.len() < 3 {
            return Err(PolyhedronError::FaceTooShort { face });
        }
        for &vertex in *numbers {
            let Some(last) = used_by.get_mut(vertex) else {
                return Err(PolyhedronError::NoSuchVertex { face, vertex });
            };
            if *last == Some(face) {
                return Err(PolyhedronError::RepeatedVertex { face, vertex });
            }
            *last = Some(face);
        }
    }
    match used_by.iter().position(Option::is_none) {
        Some(vertex) => Err(PolyhedronError::UnusedVertex { vertex }),
        None => Ok(()),
    }
}

/// Joins the sides of faces to edges, and makes sure that they close a sphere.
///
/// Each side must be used once in each direction, which means that the surface is closed and wound
/// consistently. Euler's formula then rules out handles and a second piece.
pub(super) fn surface(vertices: usize, loops: &[&[usize]]) -> Result<Surface, PolyhedronError> {
    let mut face_along = BTreeMap::new();
    for (face, numbers) in loops.iter().enumerate() {
        for k in 0..numbers.len() {
            let [from, to] = side(numbers, k);
            if face_along.insert([from, to], face).is_some() {
                return Err(PolyhedronError::EdgeUsedTwice { face, from, to });
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
            let Some(&back) = face_along.get(&[to, from]) else {
                return Err(PolyhedronError::OpenEdge { face, from, to });
            };
            let number =
                *numbers_of_sides.entry([from.min(to), from.max(to)]).or_insert_with(|| {
                    edges.push(SharedEdge { vertices: [from, to], faces: [face, back] });
                    edges.len() - 1
                });
            of_face.push(number);
        }
        edges_of_faces.push(of_face);
    }
    if vertices + loops.len() != edges.len() + 2 {
        let [edges, faces] = [edges.len(), loops.len()];
        return Err(PolyhedronError::NotASphere { vertices, edges, faces });
    }
    Ok(Surface { edges, edges_of_faces })
}

/// The vertices at both ends of side k of a loop.
fn side(numbers: &[usize], k: usize) -> [usize; 2] {
    [numbers[k], numbers[(k + 1) % numbers.len()]]
}
