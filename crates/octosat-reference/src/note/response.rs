//! What the routine answers, and how boxes move by it.

use crate::textbook::MatrixBox;

/// What the routine finds for two boxes that collide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NoteResponse {
    /// The case, 0..15: faces of a, faces of b, then 6 + 3·i + j for edges i of a and j of b.
    pub case: u8,
    /// Whether b's center lies on the negative side of the case's axis: the note's sign.
    pub negative: bool,
    /// Depth along the axis as the routine measures it; meters only if the axis is a unit vector.
    pub depth: f32,
    /// Depth over the reach of both boxes along the axis, dimensionless; NaN for two points in one
    /// place, which have no reach.
    pub relative_depth: f32,
    /// The case's axis in the world, turned towards b: [`super::as_written`] leaves the cross
    /// product of two edges unnormalized, [`super::corrected`] gives a unit vector.
    pub response: [f32; 3],
}

/// How far each box of a pair is to move, meters, world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// What is added to the center of a.
    pub a: [f32; 3],
    /// What is added to the center of b: the opposite.
    pub b: [f32; 3],
}

impl NoteResponse {
    /// The row of the table of cases, 1..=15: the case counted from one.
    #[must_use]
    pub fn row(&self) -> u8 {
        self.case + 1
    }

    /// Half of the response times the depth for each box.
    ///
    /// For an edge case of [`super::as_written`] this is short of touching by the square of the
    /// sine of the edges' angle.
    #[must_use]
    pub fn correction(&self) -> Correction {
        let b = self.response.map(|component| component * (self.depth * 0.5));
        Correction { a: b.map(|component| -component), b }
    }

    /// Moves the boxes apart by the response times the depth, half of it each.
    pub fn part(&self, a: &mut MatrixBox, b: &mut MatrixBox) {
        let correction = self.correction();
        for k in 0..3 {
            a.center[k] += correction.a[k];
            b.center[k] += correction.b[k];
        }
    }
}
