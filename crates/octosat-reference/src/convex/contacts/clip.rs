//! Clips a polygon by one plane after the other, and records the origin of each corner.
//!
//! I. E. Sutherland, G. W. Hodgman, "Reentrant Polygon Clipping", Communications of the ACM 17(1),
//! 1974.

use glam::DVec3;

use crate::convex::polyhedron::Polyhedron;

/// The origin of a corner of the clipped polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// A vertex of the incident face.
    Incident { vertex: usize },
    /// A vertex of the reference face, projected on the incident one.
    Reference { vertex: usize },
    /// The crossing of an edge of the incident face with a side of the reference face.
    Crossing { reference: usize, incident: usize },
}

/// The origin of a side of the clipped polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An edge of the incident face.
    Incident { edge: usize },
    /// The plane through an edge of the reference face.
    Reference { edge: usize },
}

/// A corner of the clipped polygon, and the origin of the side that follows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub(super) position: DVec3,
    pub(super) name: Name,
    pub(super) source: Source,
}

/// A plane to clip with: points beyond `offset` along `outward` are removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// The edge of the reference face that it runs through.
    pub(super) edge: usize,
    pub(super) outward: DVec3,
    pub(super) offset: f64,
}

/// The part of a polygon on the inner side of a plane, including the plane.
pub(super) fn clip(polygon: &[Corner], cut: &Cut, reference: &Polyhedron) -> Vec<Corner> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (k, corner) in polygon.iter().enumerate() {
        let next = polygon[(k + 1) % polygon.len()].position;
        let beyond = cut.outward.dot(corner.position) - cut.offset;
        let next_beyond = cut.outward.dot(next) - cut.offset;
        let [inside, next_inside] = [beyond <= 0.0, next_beyond <= 0.0];
        if inside {
            kept.push(*corner);
        }
        if inside == next_inside {
            continue;
        }
        let part = beyond / (beyond - next_beyond);
        let position = corner.position + (next - corner.position) * part;
        // Where the polygon leaves, it continues along the plane; where it comes back, along its own side.
        let source = if inside { Source::Reference { edge: cut.edge } } else { corner.source };
        kept.push(Corner { position, name: name(corner.source, cut, reference), source });
    }
    kept
}

/// The origin of the crossing of a side with a plane.
fn name(source: Source, cut: &Cut, reference: &Polyhedron) -> Name {
    match source {
        Source::Incident { edge } => Name::Crossing { reference: cut.edge, incident: edge },
        Source::Reference { edge } => {
            let [known, cutting] = [edge, cut.edge].map(|edge| reference.edges()[edge].vertices());
            // The planes of sides that are not neighbors meet outside the face, and a later clip removes
            // their corner, so any vertex is a valid name for it.
            let shared = cutting.iter().find(|vertex| known.contains(vertex));
            Name::Reference { vertex: *shared.unwrap_or(&cutting[0]) }
        }
    }
}
