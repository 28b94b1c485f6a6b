//! Cutting a polygon by one plane after the other, keeping track of what each corner is.
//!
//! I. E. Sutherland, G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17(1),
//! 1974.

use crate::polyhedron::Polyhedron;
use crate::vector::{Vector, along, difference, dot};

/// What a corner of the clipped polygon is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A vertex of the incident face.
    Incident { vertex: usize },
    /// A vertex of the reference face, projected on the incident one.
    Reference { vertex: usize },
    /// Where an edge of the incident face crosses a side of the reference face.
    Crossing { reference: usize, incident: usize },
}

/// What a side of the clipped polygon runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An edge of the incident face.
    Incident { edge: usize },
    /// The plane through an edge of the reference face.
    Reference { edge: usize },
}

/// A corner of the clipped polygon, and what leads on from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub(super) position: Vector,
    pub(super) name: Name,
    pub(super) source: Source,
}

/// A plane to cut with: what lies beyond `offset` along `outward` goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// The edge of the reference face that it runs through.
    pub(super) edge: usize,
    pub(super) outward: Vector,
    pub(super) offset: f64,
}

/// What is left of a polygon on the inner side of a plane, the plane included.
pub(super) fn clip(polygon: &[Corner], cut: &Cut, reference: &Polyhedron) -> Vec<Corner> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (k, corner) in polygon.iter().enumerate() {
        let next = polygon[(k + 1) % polygon.len()].position;
        let beyond = dot(cut.outward, corner.position) - cut.offset;
        let next_beyond = dot(cut.outward, next) - cut.offset;
        let [inside, next_inside] = [beyond <= 0.0, next_beyond <= 0.0];
        if inside {
            kept.push(*corner);
        }
        if inside == next_inside {
            continue;
        }
        let part = beyond / (beyond - next_beyond);
        let position = along(corner.position, part, difference(next, corner.position));
        // On the way out the polygon goes on along the plane, on the way in along its own side.
        let source = if inside { Source::Reference { edge: cut.edge } } else { corner.source };
        kept.push(Corner { position, name: name(corner.source, cut, reference), source });
    }
    kept
}

/// What the crossing of a side with a plane is.
fn name(source: Source, cut: &Cut, reference: &Polyhedron) -> Name {
    match source {
        Source::Incident { edge } => Name::Crossing { reference: cut.edge, incident: edge },
        Source::Reference { edge } => {
            let [known, cutting] = [edge, cut.edge].map(|edge| reference.edges()[edge].vertices());
            // Planes of sides that are not neighbors meet outside the face, and a later cut
            // removes what they make, so any vertex will do as its name.
            let shared = cutting.iter().find(|vertex| known.contains(vertex));
            Name::Reference { vertex: *shared.unwrap_or(&cutting[0]) }
        }
    }
}
