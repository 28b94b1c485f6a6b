//! All possible contacts of two faces: one face, clipped in space by the prism over the other.

use super::super::outline::clipped;
use super::super::pair::ReferencePair;
use super::facing::FacePair;
use crate::tolerances::REFERENCE_SAME_POINT;
use crate::vector::{difference, dot, length, scaled, sum};

/// A possible contact of two faces.
#[derive(Clone, Copy, Debug)]
pub struct ContactCandidate {
    /// The point half-way between the faces, meters relative to a's center.
    pub position: [f64; 3],
    /// Meters along the normal from a's face to b's: negative for overlap.
    pub separation: f64,
}

impl ReferencePair {
    /// The vertices of the overlap of two faces, seen along a direction from a to b: the face of a that is most
    /// aligned with it, and the face of b that is most opposed to it. At most eight, in cyclic order.
    #[must_use]
    pub fn contact_candidates(&self, direction: [f64; 3]) -> Vec<ContactCandidate> {
        let normal = scaled(direction, 1.0 / length(direction));
        FacePair::choices(self, normal)
            .first()
            .map_or_else(Vec::new, |faces| candidates(faces, self.same_point()))
    }

    /// Two float64 points of this pair count as the same if they are nearer than this, meters.
    pub(super) fn same_point(&self) -> f64 {
        REFERENCE_SAME_POINT * self.scale()
    }
}

/// The corners of the clipped face of b, each moved half-way to a's plane.
pub(super) fn candidates(faces: &FacePair, slack: f64) -> Vec<ContactCandidate> {
    let mut polygon = faces.b.corners().to_vec();
    for plane in faces.a.side_planes(faces.normal) {
        polygon = clipped(&polygon, slack, |point| dot(plane.outward, point) - plane.offset);
    }
    without_repetition(&polygon, slack)
        .into_iter()
        .map(|on_b| {
            let to_a = faces.a.height(on_b, faces.normal);
            let position = sum(on_b, scaled(faces.normal, 0.5 * to_a));
            ContactCandidate { position, separation: -to_a }
        })
        .collect()
}

/// The polygon without repeated points, up to float64 rounding.
fn without_repetition(polygon: &[[f64; 3]], slack: f64) -> Vec<[f64; 3]> {
    let mut distinct: Vec<[f64; 3]> = Vec::with_capacity(polygon.len());
    for &point in polygon {
        // Crossings of nearly parallel sides are off by more than the slack of a plane.
        let repeats = |&other: &[f64; 3]| length(difference(point, other)) <= 4.0 * slack;
        if !distinct.iter().any(repeats) {
            distinct.push(point);
        }
    }
    distinct
}
