//! Boxes: what the polyhedra answer beside the box kernels, and to the float64 judge of boxes.

use octosat::{BoxStore, Engine, Penetration, Query, QueryError};
use octosat_convex::tolerances::{FACE_PREFERENCE, LARGEST_FACE_PREFERENCE};
use octosat_convex::{Axis, ContactKind, Placed, contacts};
use octosat_reference::float64::{Agreement, PenetrationAnswer, ReferencePair};

use super::asked::Asked;
use super::bodies::Body;
use super::tally::Finding;
use crate::vector::dot;

/// Metres: a margin that no gap exceeds, so that the kernels look at all axes of every pair.
const NO_DISMISSAL: f32 = 1e13;

/// How much less deep than the pair its deepest contact may be, as a part.
const SHALLOWER: f64 = 0.05;

/// How far the normals of one face axis may differ, as one minus their cosine.
const SAME_NORMAL: f64 = 1e-5;

/// Bands within which centres are level along an axis, so that rounding chooses its sense.
const LEVEL_BANDS: f64 = 4.0;

/// What the kernels say about pairs of boxes, on all axes.
pub(super) fn rows(
    engine: &Engine,
    boxes: &BoxStore,
    pairs: &[[u32; 2]],
) -> Result<Vec<Penetration>, QueryError> {
    let mut rows = vec![Penetration::default(); pairs.len()];
    engine.penetrations(Query::new(boxes, pairs).margin(NO_DISMISSAL), &mut rows)?;
    Ok(rows)
}

/// The bits of a row: normal, depth, axis.
pub(super) fn bits(row: &Penetration) -> [u32; 5] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    [x, y, z, row.depth.to_bits(), u32::from(row.axis.code())]
}

/// The number that the kernels give an axis of two boxes.
pub(super) fn code(axis: Axis, a: &Placed<'_>, b: &Placed<'_>) -> u8 {
    // A box has no flat edges, which alone have no direction.
    let direction =
        |placed: &Placed<'_>, edge: usize| placed.shape().edges()[edge].group().unwrap_or(0);
    let number = match axis {
        Axis::FaceOfA { face } => face / 2,
        Axis::FaceOfB { face } => 3 + face / 2,
        Axis::Edges { a: edge_a, b: edge_b } => 6 + 3 * direction(a, edge_a) + direction(b, edge_b),
    };
    u8::try_from(number).unwrap_or(u8::MAX)
}

/// An answer about two boxes as the judge takes it.
fn claim(found: &octosat_convex::Penetration, a: &Body<'_>, b: &Body<'_>) -> PenetrationAnswer {
    let axis = code(found.axis, &a.placed, &b.placed);
    PenetrationAnswer { normal: found.normal, depth: found.depth, axis }
}

/// What the float64 judge says of the answers about two boxes: what it allows the kernels.
pub(super) fn judged(asked: &Asked<'_>, judge: &ReferencePair) -> Finding {
    let mut finding = Finding::default();
    let verdict = judge.agreement(asked.overlaps, 0.0);
    finding.holds(verdict != Agreement::Contradicts, "the judge contradicts the boolean");
    let truth = judge.separations().separation;
    let is_clear = truth.abs() > judge.band();
    // Of boxes apart the Gauss map looks at fewer axes than the judge knows.
    let pruned = (asked.pruned.overlaps() && truth <= 0.0).then_some(&asked.pruned);
    for found in [Some(&asked.all), pruned].into_iter().flatten() {
        let complaints = judge.faults(&claim(found, asked.a, asked.b), NO_DISMISSAL);
        finding.holds(complaints.is_empty(), &format!("the judge complains: {complaints:?}"));
        let shown = judge.separation_along(found.normal.map(f64::from));
        finding.within(shown + f64::from(found.depth), judge.band(), "the depth is off");
    }
    if is_clear && truth < 0.0 {
        let manifold = contacts(&asked.a.placed, &asked.b.placed, &asked.settings);
        let regular = matches!(manifold.kind, ContactKind::Face | ContactKind::Edge);
        finding.holds(regular, "boxes that overlap have no regular contact");
        let depths = manifold.points.iter().map(|point| f64::from(point.depth));
        let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
        let least = (1.0 - SHALLOWER) * f64::from(manifold.depth);
        finding.holds(deepest >= least - judge.band(), "no contact is as deep as the boxes");
    }
    if let Some(fault) = &mut finding.fault {
        let Asked { all, pruned, overlaps, .. } = asked;
        fault.push_str(&format!("; overlap {overlaps}, {all:?}, {pruned:?}, of {judge:?}"));
    }
    finding
}

/// What differs between the answers about two boxes and a row of the kernels about them.
pub(super) fn compared(asked: &Asked<'_>, judge: &ReferencePair, row: &Penetration) -> Finding {
    let mut finding = Finding::default();
    if judge.separations().separation.abs() > judge.band() {
        let answers = [asked.overlaps, asked.all.overlaps(), asked.pruned.overlaps()];
        let same = answers.iter().all(|&overlaps| overlaps == row.overlaps());
        finding.holds(same, "the kernels' boolean differs");
    }
    let ours = claim(&asked.all, asked.a, asked.b);
    let theirs = row.axis.code();
    if ours.axis != theirs {
        let axes = [ours.axis, theirs];
        let tie = is_tie(judge, axes) || is_tie_of_parallels(judge, axes, row);
        finding.holds(tie, "the kernels' axis differs");
    } else if ours.axis < 6 {
        let depth = f64::from(ours.depth);
        let difference = depth - f64::from(row.depth);
        finding.within(difference, judge.band(), "the kernels' depth differs");
        let [normal, other] = [ours.normal, row.normal].map(|normal| normal.map(f64::from));
        let is_level = (depth - reach(asked, normal)).abs() <= LEVEL_BANDS * judge.band();
        let same = 1.0 - dot(normal, other) < SAME_NORMAL;
        finding.holds(is_level || same, "the kernels' normal differs");
    }
    if let Some(fault) = &mut finding.fault {
        let Asked { all, pruned, overlaps, .. } = asked;
        fault.push_str(&format!("; overlap {overlaps}, {all:?}, {pruned:?}, not {row:?}"));
    }
    finding
}

/// Whether float32 may take either of two axes for the better one: they are equal within the band, or
/// one is a pair of edges at the limit that the best face's preference sets.
fn is_tie(judge: &ReferencePair, axes: [u8; 2]) -> bool {
    let judgement = judge.separations();
    let mut tolerance = 2.0 * judge.band();
    for axis in axes.into_iter().filter(|&axis| axis >= 6) {
        tolerance += judge.band() / judgement.edge_sines[usize::from(axis) - 6];
    }
    let separations = axes.map(|axis| judgement.axis_separations[usize::from(axis)]);
    let [Some(first), Some(second)] = separations else { return false };
    let is_near = |difference: f64| difference.abs() <= tolerance;
    let worse = first.min(second);
    let depth = (-worse).max(0.0);
    let limits = [FACE_PREFERENCE * depth, LARGEST_FACE_PREFERENCE * depth];
    let of_two_kinds = (axes[0] < 6) != (axes[1] < 6);
    is_near(first - second)
        || of_two_kinds && limits.iter().any(|&limit| is_near(first.max(second) - worse - limit))
}

/// Whether the kernels' axis is a pair of edges that float64 takes for parallel and float32, turned by its rounding,
/// does not, and along the normal that it gave them the boxes are as far apart.
fn is_tie_of_parallels(judge: &ReferencePair, [ours, theirs]: [u8; 2], row: &Penetration) -> bool {
    let judgement = judge.separations();
    let [ours, theirs] = [ours, theirs].map(|axis| judgement.axis_separations[usize::from(axis)]);
    let (Some(ours), None) = (ours, theirs) else { return false };
    let shown = judge.separation_along(row.normal.map(f64::from));
    (shown - ours).abs() <= 2.0 * judge.band()
}

/// The overlap along a normal if the centres were level along it, metres.
fn reach(asked: &Asked<'_>, normal: [f64; 3]) -> f64 {
    let highest = |body: &Body<'_>| {
        let heights = body.placed.vertices().iter().map(|&vertex| dot(vertex, normal));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    highest(asked.a) + highest(asked.b)
}
