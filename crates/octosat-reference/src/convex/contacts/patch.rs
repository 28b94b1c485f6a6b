//! Face against face: the incident face clipped against the sides of the reference face.

use glam::DVec3;

use super::clip::{Corner, Cut, Name, Source, clip};
use super::types::{Feature, Touch};
use crate::convex::sat::{Pair, Side};
use crate::convex::tolerances::REACH_NOISE;

/// The contacts under a face of the shape on a side, at any depth or gap.
pub(super) fn face(pair: &Pair<'_>, side: Side, face: usize) -> Vec<Touch> {
    let reference = pair.placed(side);
    let normal = reference.normals()[face];
    let incident = incident_face(pair, side.other(), normal);
    let mut polygon = corners(pair, side.other(), incident);
    for cut in sides(pair, side, face) {
        polygon = clip(&polygon, &cut, reference.shape());
    }
    let top = reference.shape().faces()[face].offset() + normal.dot(pair.origin(side));
    let touch = |corner: &Corner| {
        let depth = top - normal.dot(corner.position);
        // The reference face is above the corner by the depth of the corner.
        let position = corner.position + normal * (0.5 * depth);
        Touch { position, depth, feature: feature(side, corner.name) }
    };
    polygon.iter().map(touch).collect()
}

/// The face of the other shape that has most of its deepest vertices; among such faces, the one that is most
/// opposed to the normal.
///
/// The usual choice is the most opposed face of all. On a slanted shape that face need not have the deepest
/// vertex, and then the contacts would miss the pair's depth. It also need not have an edge that is deepest
/// as a whole, and then one end of that edge could be a contact and the other not.
fn incident_face(pair: &Pair<'_>, side: Side, normal: DVec3) -> usize {
    let placed = pair.placed(side);
    let slack = REACH_NOISE * placed.shape().extent();
    let lowest = placed.lowest(normal) + slack;
    let [mut best, mut most] = [0; 2];
    let mut cosine = f64::INFINITY;
    for (number, face) in placed.shape().faces().iter().enumerate() {
        let opposed = placed.normals()[number].dot(normal);
        if opposed >= 0.0 {
            // In a sliver narrower than the slack, all vertices may be deep although it faces away.
            continue;
        }
        let is_deep = |&&vertex: &&usize| placed.vertices()[vertex].dot(normal) <= lowest;
        let count = face.vertices().iter().filter(is_deep).count();
        if count > most || count == most && opposed < cosine {
            (best, most, cosine) = (number, count, opposed);
        }
    }
    best
}

/// The corners of a face and its neighbors in one plane, each with the edge that follows it.
fn corners(pair: &Pair<'_>, side: Side, face: usize) -> Vec<Corner> {
    let outline = pair.placed(side).shape().outline(face);
    let corner = |(&vertex, &edge): (&usize, &usize)| Corner {
        position: pair.vertex(side, vertex),
        name: Name::Incident { vertex },
        source: Source::Incident { edge },
    };
    outline.vertices.iter().zip(&outline.edges).map(corner).collect()
}

/// The planes through the sides of a face and its neighbors in one plane along its normal, each a little outside.
fn sides(pair: &Pair<'_>, side: Side, face: usize) -> impl Iterator<Item = Cut> {
    let placed = pair.placed(side);
    let normal = placed.normals()[face];
    let slack = pair.noise();
    let outline = placed.shape().outline(face);
    let sides = outline.vertices.iter().zip(&outline.edges).zip(&outline.faces);
    sides.map(move |((&vertex, &edge), &own)| {
        // An edge runs counterclockwise around its first face and clockwise around its second.
        let is_first = placed.shape().edges()[edge].faces()[0] == own;
        let forward = placed.edges()[edge] * (if is_first { 1.0 } else { -1.0 });
        let outward = forward.cross(normal);
        Cut { edge, outward, offset: outward.dot(pair.vertex(side, vertex)) + slack }
    })
}

/// The name of a corner that does not depend on which shape was the reference.
fn feature(reference: Side, name: Name) -> Feature {
    match (reference, name) {
        (Side::A, Name::Reference { vertex }) | (Side::B, Name::Incident { vertex }) => {
            Feature::VertexOfA { vertex }
        }
        (Side::A, Name::Incident { vertex }) | (Side::B, Name::Reference { vertex }) => {
            Feature::VertexOfB { vertex }
        }
        (Side::A, Name::Crossing { reference, incident }) => {
            Feature::Edges { a: reference, b: incident }
        }
        (Side::B, Name::Crossing { reference, incident }) => {
            Feature::Edges { a: incident, b: reference }
        }
    }
}
