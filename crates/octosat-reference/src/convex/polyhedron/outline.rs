//! Joins faces that lie in one plane, such as the triangles of a list, to one polygon.

use super::parts::{Edge, Face, Outline};

/// The outline of every face: its own loop, or the loop around all faces that are joined to it in one plane.
///
/// A walk along the border continues from each side to the next side of the same face. If that side lies
/// between two faces of one plane, the walk continues on the other face, until it reaches a side of the
/// border.
pub(super) fn outlines(faces: &[Face], edges: &[Edge]) -> Vec<Outline> {
    (0..faces.len()).map(|face| outline(faces, edges, face)).collect()
}

fn outline(faces: &[Face], edges: &[Edge], face: usize) -> Outline {
    let own = &faces[face];
    let alone = || Outline {
        vertices: own.vertices.clone(),
        edges: own.edges.clone(),
        faces: vec![face; own.edges.len()],
    };
    let is_border = |edge: usize| edges[edge].group.is_some();
    if own.edges.iter().copied().all(is_border) {
        return alone();
    }
    let Some(start) = first_border_side(faces, edges, face) else { return alone() };
    let mut outline = Outline { vertices: Vec::new(), edges: Vec::new(), faces: Vec::new() };
    let mut side = start;
    // A border has at most as many sides as the faces have.
    for _ in 0..2 * edges.len() {
        let Side { face, number } = side;
        outline.vertices.push(faces[face].vertices[number]);
        outline.edges.push(faces[face].edges[number]);
        outline.faces.push(face);
        side = next(faces, side);
        for _ in 0..edges.len() {
            if is_border(faces[side.face].edges[side.number]) {
                break;
            }
            side = next(faces, behind(faces, edges, side));
        }
        if side == start {
            return outline;
        }
    }
    alone()
}

/// A side of a face: from its vertex of this number to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    face: usize,
    number: usize,
}

/// A side on the border of the plane's polygon, found from one of its faces.
fn first_border_side(faces: &[Face], edges: &[Edge], face: usize) -> Option<Side> {
    let mut seen = vec![face];
    let mut place = 0;
    while let Some(&face) = seen.get(place) {
        for (number, &edge) in faces[face].edges.iter().enumerate() {
            if edges[edge].group.is_some() {
                return Some(Side { face, number });
            }
            let other = other_face(edges, edge, face);
            if !seen.contains(&other) {
                seen.push(other);
            }
        }
        place += 1;
    }
    None
}

fn next(faces: &[Face], Side { face, number }: Side) -> Side {
    Side { face, number: (number + 1) % faces[face].edges.len() }
}

/// The same edge as a side of the face on its other side.
fn behind(faces: &[Face], edges: &[Edge], Side { face, number }: Side) -> Side {
    let edge = faces[face].edges[number];
    let face = other_face(edges, edge, face);
    let number = faces[face].edges.iter().position(|&other| other == edge).unwrap_or(0);
    Side { face, number }
}

fn other_face(edges: &[Edge], edge: usize, face: usize) -> usize {
    let [left, right] = edges[edge].faces;
    if left == face { right } else { left }
}
