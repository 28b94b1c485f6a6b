//! The judge's word on two rectangles.

use octosat::{ContactKind, Rectangle, RectanglePose, RectangleStore};
use octosat_reference::float64::{
    RectangleAnswer, RectangleContactAnswer, RectangleKind, RectanglePointAnswer,
    ReferenceRectangles,
};

use super::answers::{RECTANGLE_MANIFOLD_WORDS, RECTANGLE_ROW_WORDS, kind_word};
use super::judge::{Judged, boolean, float, one_answer, overlaps, part, small};

/// What is to be said of the row of two rectangles that was asked for with a margin in metres.
pub(super) fn rectangles(
    plane: &RectangleStore,
    pair: [u32; 2],
    margin: f32,
    words: &[u32],
) -> Judged {
    let [Some(a), Some(b)] = pair.map(|index| given(plane, index)) else {
        return Judged::fault(format!("no rectangles {pair:?}"));
    };
    let judged = ReferenceRectangles::new(&a, &b);
    if let Some(differ) = one_answer(words[0]) {
        return differ;
    }
    let of_pair = |what: String| Judged::fault(format!("{what}, of {a:?} and {b:?}, {judged:?}"));
    if !judged.allows_overlap(overlaps(words[0]), margin) {
        return of_pair(format!("overlap {}", overlaps(words[0])));
    }
    let row = claim(&words[1..]);
    let complaints = judged.faults(&row, margin);
    if !complaints.is_empty() {
        return of_pair(format!("{complaints:?} in {row:?}"));
    }
    let manifold = &words[RECTANGLE_ROW_WORDS..];
    let Some(kind) = kind_of(manifold[4]) else {
        return of_pair(format!("a contact of kind {}", manifold[4]));
    };
    let points: Vec<RectanglePointAnswer> =
        manifold[RECTANGLE_MANIFOLD_WORDS..].chunks_exact(4).map(point).collect();
    let contact = RectangleContactAnswer { row: claim(manifold), kind, points: &points };
    let complaints = judged.contact_faults(&contact, margin);
    if !complaints.is_empty() {
        return of_pair(format!("{complaints:?} in {contact:?}"));
    }
    // Depth, normal and axis of a contact along an axis are those of the row.
    if kind == RectangleKind::Face && words[1..5] != manifold[..4] {
        return of_pair(format!("{contact:?} beside {row:?}"));
    }
    let gap = f64::from(contact.row.depth) + judged.gap();
    let errors = [
        boolean(words[0], f64::from(margin) - judged.separation, judged.band),
        part(f64::from(row.depth) + judged.separation, judged.band),
        if points.is_empty() { 0.0 } else { part(gap, judged.point_band()) },
    ];
    Judged { fault: None, error: errors.into_iter().fold(0.0, f64::max) }
}

/// A stored rectangle as the references take it.
fn given(plane: &RectangleStore, index: u32) -> Option<octosat_reference::Rectangle> {
    let Rectangle { pose: RectanglePose { center, rotation }, half_extents } = plane.get(index)?;
    Some(octosat_reference::Rectangle { center, rotation, half_extents })
}

fn claim(words: &[u32]) -> RectangleAnswer {
    let normal = [float(words[1]), float(words[2])];
    RectangleAnswer { normal, depth: float(words[0]), axis: small(words[3]) }
}

fn point(words: &[u32]) -> RectanglePointAnswer {
    let position = [float(words[0]), float(words[1])];
    RectanglePointAnswer { position, depth: float(words[2]), feature: words[3] }
}

/// The kind that a word stands for, of those that rectangles have.
fn kind_of(word: u32) -> Option<RectangleKind> {
    let kinds = [
        (ContactKind::Separated, RectangleKind::Separated),
        (ContactKind::Face, RectangleKind::Face),
        (ContactKind::Closest, RectangleKind::Closest),
        (ContactKind::Fallback, RectangleKind::Fallback),
    ];
    kinds.into_iter().find_map(|(kind, claimed)| (kind_word(kind) == word).then_some(claimed))
}
