//! The response of the routine, and the motion of the boxes.

use crate::textbook::MatrixBox;

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

/// The displacement of each box of a pair, meters, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// The displacement of a's center.
    pub a: [f32; 3],
    /// The displacement of b's center, the opposite of a's.
    pub b: [f32; 3],
}

impl NoteResponse {
    /// The row in the note's table of cases: the case, counted from one.
    #[must_use]
    pub fn row(&self) -> u8 {
        self.case + 1
    }

    /// Half of the response times the depth, for each box.
    ///
    /// For an edge case of [`super::as_written`] this is only s² of the way that separates the boxes, where s
    /// is the sine of the angle between the edges.
    #[must_use]
    pub fn correction(&self) -> Correction {
        let b = self.response.map(|component| component * (self.depth * 0.5));
        Correction { a: b.map(|component| -component), b }
    }

    /// Moves the boxes apart by the response times the depth, each by half.
    pub fn part(&self, a: &mut MatrixBox, b: &mut MatrixBox) {
        let correction = self.correction();
        for k in 0..3 {
            a.center[k] += correction.a[k];
            b.center[k] += correction.b[k];
        }
    }
}
