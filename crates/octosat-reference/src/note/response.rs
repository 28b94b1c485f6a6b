//! The response of the routine, and the motion of the boxes.

use crate::textbook::MatrixBox;
use crate::vector::{difference, sum};

/// The response for two boxes that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteResponse {
    /// The case: 0 to 2 are faces of a, 3 to 5 faces of b, and 6 + 3·i + j is edge i of a with edge j of b.
    pub case: u8,
    /// Whether b's center is on the negative side of the case's axis, which is the sign in the note.
    pub negative: bool,
    /// The depth along the axis, in meters only if the axis is a unit vector.
    pub depth: f32,
    /// The depth over the reach of both boxes along the axis, dimensionless; NaN for two points at the same
    /// place, which have no reach.
    pub relative_depth: f32,
    /// The case's axis in the world, pointing towards b. For two edges it is not normalized in
    /// [`super::as_written`], and a unit vector in [`super::corrected`].
    pub response: [f32; 3],
}

impl NoteResponse {
    /// The displacement of b's center, meters, world space: half of the response times the depth. That of a's center is
    /// the opposite.
    ///
    /// For an edge case of [`super::as_written`] this is only s² of the distance that separates the boxes, where s
    /// is the sine of the angle between the edges.
    #[must_use]
    pub fn correction(&self) -> [f32; 3] {
        self.response.map(|component| component * (self.depth * 0.5))
    }

    /// Moves the boxes apart by the response times the depth, each by half.
    pub fn part(&self, a: &mut MatrixBox, b: &mut MatrixBox) {
        let correction = self.correction();
        a.center = difference(a.center, correction);
        b.center = sum(b.center, correction);
    }
}
