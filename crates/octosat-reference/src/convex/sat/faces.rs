//! Face normals as axes.

use super::pair::{Candidate, Pair, Side};
use crate::convex::results::{Axis, SatStatistics};

impl Pair<'_> {
    /// The separation of the shapes along the normal of a face.
    ///
    /// The shape that has the face ends at its plane, so only the other shape is projected.
    pub(super) fn face(&self, side: Side, face: usize) -> Candidate {
        let outward = self.placed(side).normals()[face];
        let own = self.placed(side).shape().faces()[face].offset();
        match side {
            Side::A => Candidate {
                separation: self.b.lowest(outward) + outward.dot(self.offset) - own,
                normal: outward,
                axis: Axis::FaceOfA { face },
            },
            Side::B => Candidate {
                separation: self.a.lowest(outward) - outward.dot(self.offset) - own,
                normal: -outward,
                axis: Axis::FaceOfB { face },
            },
        }
    }

    /// The face along whose normal the shapes are farthest apart; of equals the first, a's first.
    pub(super) fn best_face(&self, statistics: &mut SatStatistics) -> Candidate {
        let mut best = self.face(Side::A, 0);
        for side in [Side::A, Side::B] {
            for face in 0..self.placed(side).normals().len() {
                let candidate = self.face(side, face);
                if candidate.separation > best.separation {
                    best = candidate;
                }
                statistics.faces += 1;
            }
        }
        best
    }

    /// The first face that separates the shapes.
    pub(super) fn separating_face(&self, statistics: &mut SatStatistics) -> Option<Candidate> {
        for side in [Side::A, Side::B] {
            for face in 0..self.placed(side).normals().len() {
                statistics.faces += 1;
                let candidate = self.face(side, face);
                if candidate.separation > 0.0 {
                    return Some(candidate);
                }
            }
        }
        None
    }
}
