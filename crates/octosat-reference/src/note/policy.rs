//! The two rules: that of the note, and the corrected one.

use super::response::NoteResponse;
use super::table::{CASES, Cases, FIRST_EDGE, Row};
use crate::textbook::MatrixBox;

/// The rule that chooses the case of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The rule of the note: smallest depth relative to the reach, moved along the unnormalized axis.
    ///
    /// It is here because it is widespread. It has flaws: see [`as_written`].
    RelativeDepth,
    /// The shortest translation that separates the boxes, along a unit axis: see [`corrected`].
    MinimumTranslation,
}

impl Policy {
    /// Both rules, that of the note first.
    pub const ALL: [Self; 2] = [Self::RelativeDepth, Self::MinimumTranslation];

    /// The case, sign, depth and direction for two boxes; none if they do not collide.
    #[must_use]
    pub fn respond(self, a: &MatrixBox, b: &MatrixBox) -> Option<NoteResponse> {
        match self {
            Self::RelativeDepth => as_written(a, b),
            Self::MinimumTranslation => corrected(a, b),
        }
    }
}

/// The rule of the note: smallest relative depth, unnormalized edge axes, and touching is no collision.
///
/// Its flaws are kept on purpose. An edge case moves the boxes by only s² of the needed distance, where s is the
/// sine of the angle between the edges. The smallest relative depth is not the shortest translation. Boxes that
/// touch do not collide.
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

/// The corrected rule: smallest depth along unit axes, and touching is a collision.
///
/// Edges whose angle has a sine below 1e-7 are no case. What their axis could separate, the remaining axes
/// separate, up to rounding.
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

/// The best case so far, and its measure.
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
