//! The two rules: the note's own, and the one that it should be.

use super::response::NoteResponse;
use super::table::{CASES, Cases, FIRST_EDGE, Row};
use crate::textbook::MatrixBox;

/// Which case of those that overlap is the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The note's: smallest depth relative to the reach, moved along the unnormalized axis.
    ///
    /// Kept because it is widespread, and flawed: see [`as_written`].
    RelativeDepth,
    /// The shortest translation that parts the boxes, along a unit axis: see [`corrected`].
    MinimumTranslation,
}

impl Policy {
    /// Both, the note's first.
    pub const ALL: [Self; 2] = [Self::RelativeDepth, Self::MinimumTranslation];

    /// The case, sign, depth and direction for two boxes, or none where they do not collide.
    #[must_use]
    pub fn respond(self, a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
        match self {
            Self::RelativeDepth => as_written(a, b),
            Self::MinimumTranslation => corrected(a, b),
        }
    }

    /// The whole routine: where the boxes collide, moves each by half of the correction.
    pub fn part(self, a: &mut MatrixBox, b: &mut MatrixBox) -> Option<NoteResponse> {
        let response = self.respond(a, b)?;
        response.part(a, b);
        Some(response)
    }
}

/// The note's own rule: smallest relative depth, unnormalized edge axes, touching is no collision.
///
/// Flawed, and kept as it is on purpose: an edge case moves the boxes by the square of the sine of
/// the edges' angle too little, the smallest relative depth is not the shortest way out, and boxes
/// that touch are apart.
#[must_use]
pub fn as_written(a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
    let mut cases = Cases::of(a, b);
    let mut best: Option<Candidate> = None;
    for case in 0..CASES {
        let row = cases.row(case);
        if row.reach <= row.projection.abs() {
            if case >= FIRST_EDGE && is_zero(row.reach) {
                continue;
            }
            return None;
        }
        let relative_depth = row.depth() / row.reach;
        if best.is_none_or(|best| relative_depth < best.measure) {
            best = Some(Candidate { measure: relative_depth, row });
        }
    }
    best.map(|Candidate { row, .. }| response(&row, cases.axis(row.case)))
}

/// The routine put right: smallest depth along unit axes, touching is a collision.
///
/// Edge pairs whose angle has a sine below 1e-7 are no case; the face axes cover them.
#[must_use]
pub fn corrected(a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
    let mut cases = Cases::of(a, b);
    let mut best: Option<Candidate> = None;
    for case in 0..CASES {
        let Some(row) = cases.unit_row(case) else { continue };
        if row.reach < row.projection.abs() {
            return None;
        }
        let depth = row.depth();
        if best.is_none_or(|best| depth < best.measure) {
            best = Some(Candidate { measure: depth, row });
        }
    }
    best.map(|Candidate { row, .. }| response(&row, cases.unit_axis(row.case)))
}

/// The best case so far, and what it was best by.
#[derive(Clone, Copy)]
struct Candidate {
    measure: f32,
    row: Row,
}

fn response(row: &Row, axis: [f32; 3]) -> NoteResponse {
    let negative = row.projection < 0.0;
    let depth = row.depth();
    NoteResponse {
        case: row.case,
        negative,
        depth,
        relative_depth: depth / row.reach,
        response: if negative { axis.map(|component| -component) } else { axis },
    }
}

/// The note skips an edge case whose reach is exactly zero.
fn is_zero(reach: f32) -> bool {
    reach == 0.0
}
