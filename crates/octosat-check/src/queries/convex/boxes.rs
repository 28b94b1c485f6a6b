//! Boxes as polyhedra against the float64 reference of boxes, and against the engine's answers about them.

use octosat_convex::tolerances::{FACE_PREFERENCE, LARGEST_FACE_PREFERENCE};
use octosat_convex::{Axis, ContactKind, Penetration};
use octosat_reference::float64::{Agreement, ReferencePair};

use super::checks::named;
use super::contacts::SHALLOWER;
use super::pair::{Pair, deepest, wide};
use crate::Finding;
use crate::case::LARGEST_MARGIN;

/// What the shapes are called in faults.
pub(super) const BOXES: &str = "boxes";

/// How far the normals of one face axis may differ, as one minus their cosine.
const SAME_NORMAL: f64 = 1e-5;

/// Error bounds within which centers are level along an axis, so that rounding chooses its sense.
const LEVEL_BOUNDS: f64 = 4.0;

/// The number of face axes; those of edges follow.
const FACE_AXES: u8 = 6;

/// What the float64 reference finds in the answers on two boxes; it allows what it allows the engine.
pub fn check_boxes(pair: &Pair<'_>, reference: &ReferencePair) -> Finding {
    let mut finding = Finding::default();
    let agrees = reference.agreement(pair.overlaps, 0.0) != Agreement::Contradicts;
    finding.holds(agrees, "the boolean is wrong");
    let separation = reference.separations().separation;
    // Of separated boxes the Gauss map looks at fewer axes than the reference knows.
    let pruned = (pair.pruned.overlaps() && separation <= 0.0).then_some(&pair.pruned);
    for found in [Some(&pair.all), pruned].into_iter().flatten() {
        let faults = reference.faults(&answer(pair, found), LARGEST_MARGIN);
        finding.holds(faults.is_empty(), &format!("{faults:?}"));
        let shown = reference.separation_along(found.normal.map(f64::from));
        finding.within(shown + f64::from(found.depth), reference.error_bound(), "the depth is off");
    }
    if separation < -reference.error_bound() {
        let regular = matches!(pair.four.kind, ContactKind::Face | ContactKind::Edge);
        finding.holds(regular, "boxes that overlap have no regular contact");
        let least = (1.0 - SHALLOWER) * f64::from(pair.every.depth) - reference.error_bound();
        finding.holds(deepest(&pair.every) >= least, "no contact is as deep as the boxes");
    }
    let finding = finding.about(|| format!("; {pair:?} of {reference:?}"));
    named(finding, "reference", BOXES)
}

/// What differs between the answers about two boxes and the engine's.
pub fn compare(pair: &Pair<'_>, reference: &ReferencePair, row: &octosat::Penetration) -> Finding {
    let mut finding = Finding::default();
    let bound = reference.error_bound();
    if reference.separations().separation.abs() > bound {
        let answers = [pair.overlaps, pair.all.overlaps(), pair.pruned.overlaps()];
        let same = answers.iter().all(|&overlaps| overlaps == row.overlaps());
        finding.holds(same, "the engine's boolean differs");
    }
    let (own, axis) = (answer(pair, &pair.all), row.axis.code());
    let own_axis = own.axis.code();
    if own_axis != axis {
        let axes = [own_axis, axis];
        let tie = reference.is_tie(axes, [FACE_PREFERENCE, LARGEST_FACE_PREFERENCE])
            || reference.is_tie_of_parallels(axes, row.normal);
        finding.holds(tie, "the engine's axis differs");
    } else if axis < FACE_AXES {
        let difference = f64::from(own.depth) - f64::from(row.depth);
        finding.within(difference, bound, "the engine's depth differs");
        let normal = wide(own.normal);
        let [a, b] = [&pair.a, &pair.b].map(|body| body.placed.center());
        let ahead = normal.dot(b - a);
        let same = 1.0 - normal.dot(wide(row.normal)) < SAME_NORMAL;
        let is_level = ahead.abs() <= LEVEL_BOUNDS * bound;
        finding.holds(same || is_level, "the engine's normal differs");
    }
    let Pair { overlaps, all, pruned, .. } = pair;
    let finding =
        finding.about(|| format!("; overlap {overlaps}, {all:?}, {pruned:?}, not {row:?}"));
    named(finding, "engine", BOXES)
}

/// An answer about two boxes as the reference takes it.
fn answer(pair: &Pair<'_>, found: &Penetration) -> octosat::Penetration {
    // A box has no edges between faces of one plane, which alone have no direction.
    let direction = |number: Option<usize>| number.unwrap_or_default();
    let [a, b] = [&pair.a, &pair.b].map(|body| body.solid.shape.edges());
    let number = match found.axis {
        Axis::FaceOfA { face } => face / 2,
        Axis::FaceOfB { face } => 3 + face / 2,
        Axis::Edges { a: of_a, b: of_b } => {
            6 + 3 * direction(a[of_a].group()) + direction(b[of_b].group())
        }
    };
    let axis = u8::try_from(number).unwrap_or(u8::MAX);
    let axis = octosat::Axis::from_code(axis);
    octosat::Penetration { normal: found.normal, depth: found.depth, axis, reserved: [0; 3] }
}
