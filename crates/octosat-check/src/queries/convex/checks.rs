//! Whether the answers about a pair agree with each other and with the projections.

use octosat_convex::tolerances::LARGEST_FACE_PREFERENCE;
use octosat_convex::{
    Axis, EdgeSearch, LastAxis, Penetration, Pose, axis_bound, overlap, overlap_cached,
    required_axes,
};
use octosat_reference::float64::ReferencePolyhedra;
use octosat_scenes::generate::narrow;

use super::contacts::swapped;
use super::pair::{Checks, Pair, deepest_axis, searched, wide};
use crate::Finding;

/// How far the normals of one axis may differ, without unit: float32, and the rounding of the product of nearly
/// parallel edges.
const SAME_NORMAL: f64 = 1e-5;

/// How far apart solids were when they had an axis to remember, in parts of their size.
const ON_THE_WAY: f64 = 0.01;

/// One check of a pair.
type Check<'p> = fn(&Checks<'p>, &mut Finding);

/// All checks of a pair that need no other answers than its own.
pub fn check<'p>(pair: &'p Pair<'p>, shapes: &str) -> Finding {
    let checks =
        Checks { pair, reference: ReferencePolyhedra::new(&pair.a.given(), &pair.b.given()) };
    let all: [(&str, Check<'p>); 5] = [
        ("pruning", Checks::pruning),
        ("projection", Checks::projection),
        ("swapping", Checks::swapping),
        ("last-axis", Checks::last_axis),
        ("contacts", Checks::contacts),
    ];
    let finding = all.into_iter().fold(Finding::default(), |sum, (name, check)| {
        let mut finding = Finding::default();
        check(&checks, &mut finding);
        sum.and(named(finding, name, shapes))
    });
    finding.about(|| {
        let Pair { overlaps, all, pruned, .. } = pair;
        let ReferencePolyhedra { separation, error_bound, .. } = checks.reference;
        format!(
            "; overlap {overlaps}, {all:?} by all directions, {pruned:?} by the Gauss map, separation \
             {separation:e} m, error bound {error_bound:e} m"
        )
    })
}

/// A finding whose fault begins with the name of the check and of the shapes.
pub(super) fn named(finding: Finding, check: &str, shapes: &str) -> Finding {
    let fault = finding.fault.map(|fault| format!("{check}, {shapes}: {fault}"));
    Finding { fault, ..finding }
}

impl Checks<'_> {
    /// Both searches agree about the boolean, the depth, and of separated solids no more than all directions show.
    fn pruning(&self, finding: &mut Finding) {
        let Self { pair: pair @ Pair { all, pruned, .. }, reference } = self;
        let one = all.overlaps() == pruned.overlaps() && pruned.overlaps() == pair.overlaps;
        finding.holds(one || !reference.is_clear(), "the searches differ about the boolean");
        let bound = reference.error_bound;
        let difference = f64::from(all.depth) - f64::from(pruned.depth);
        if all.overlaps() && pruned.overlaps() {
            let allowed = bound + preference(all, pruned);
            finding.within(difference, allowed, "the searches differ in depth");
        } else if !all.overlaps() && !pruned.overlaps() && !self.is_between_parallels(pruned.axis) {
            // The separations are minus the depths.
            finding.not_over(difference, bound, "the Gauss map shows more separation");
        }
    }

    /// The answers agree with all points projected on all axes.
    fn projection(&self, finding: &mut Finding) {
        let Self { pair: Pair { a, b, overlaps, all, pruned, .. }, reference } = self;
        let same = *overlaps == reference.overlaps();
        finding.holds(same || !reference.is_clear(), "the boolean is wrong");
        let axes = required_axes(&a.placed, &b.placed);
        let is_bounded = axes.len() <= axis_bound(&a.solid.shape, &b.solid.shape);
        finding.holds(is_bounded, "more axes are required than there can be");
        let both_ways = axes.iter().flat_map(|&axis| [axis, -axis]);
        let required = both_ways
            .map(|axis| reference.along(axis.to_array()))
            .fold(f64::NEG_INFINITY, f64::max);
        let ReferencePolyhedra { separation, assured, assured_of_faces, .. } = *reference;
        let bound = reference.error_bound;
        finding.not_over(assured - required, bound, "the required axes show less separation");
        finding.not_over(required - separation, bound, "the required axes show more separation");
        self.penetration(all, assured, finding);
        self.penetration(pruned, assured_of_faces, finding);
    }

    /// The depth of an answer is that along its normal, and as little as the axes allow.
    fn penetration(&self, found: &Penetration, assured: f64, finding: &mut Finding) {
        let reference = &self.reference;
        let (depth, bound) = (f64::from(found.depth), reference.error_bound);
        let right = found.overlaps() == reference.overlaps();
        finding.holds(right || !reference.is_clear(), "the sign of the depth is wrong");
        let off = reference.along_normal(found.normal) + depth;
        finding.within(off, bound, "the depth is off its normal");
        finding.holds(self.is_along(found), "the normal is not that of its axis");
        if found.overlaps() {
            finding.not_over(-reference.separation - depth, bound, "an axis shows more depth");
            let over = depth - deepest_axis(assured);
            finding.not_over(over, bound, "an axis shows less depth");
        } else {
            finding.not_over(assured + depth, bound, "an axis shows more separation");
        }
    }

    /// Whether a normal is that of the face of its axis, or perpendicular to the edges of its axis.
    fn is_along(&self, found: &Penetration) -> bool {
        let (reference, normal) = (&self.reference, found.normal.map(f64::from));
        let off = match found.axis {
            Axis::FaceOfA { face } => 1.0 - reference.face_cosine(0, face, normal),
            Axis::FaceOfB { face } => 1.0 + reference.face_cosine(1, face, normal),
            Axis::Edges { a, b } => {
                let cosines =
                    [(0, a), (1, b)].map(|(side, k)| reference.edge_cosine(side, k, normal));
                cosines[0].abs().max(cosines[1].abs())
            }
        };
        off < SAME_NORMAL
    }

    /// The swapped pair has the swapped answers.
    fn swapping(&self, finding: &mut Finding) {
        let Self { pair: pair @ Pair { a, b, pruned, .. }, reference } = self;
        let back = searched(&b.placed, &a.placed, EdgeSearch::GaussMap);
        let same = overlap(&b.placed, &a.placed) == pair.overlaps;
        let one = same && back.overlaps() == pruned.overlaps();
        finding.holds(one || !reference.is_clear(), "swapped, the boolean differs");
        let reversed = back.normal.map(|part| -part);
        let shown = reference.along_normal(reversed) + f64::from(back.depth);
        finding.within(shown, reference.error_bound, "swapped, the depth is off its normal");
        if back.overlaps() == pruned.overlaps() {
            let difference = f64::from(back.depth) - f64::from(pruned.depth);
            // Either may be off by the bound, and only faces of overlapping solids are preferred.
            let preferred = if pruned.overlaps() { preference(&back, pruned) } else { 0.0 };
            let allowed = 2.0 * reference.error_bound + preferred;
            finding.within(difference, allowed, "swapped, the depth differs");
        }
        // Between parallel edges lie many axes, and rounding chooses.
        if back.axis == swapped(pruned.axis) && !self.is_between_parallels(pruned.axis) {
            let turned = (wide(reversed) - wide(pruned.normal)).abs().max_element();
            finding.holds(turned < SAME_NORMAL, "swapped, the normal is not the opposite one");
        }
        self.swapped_contacts(finding);
    }

    /// A remembered axis changes no answer, whichever pair it is of.
    fn last_axis(&self, finding: &mut Finding) {
        let [a, b] = [&self.pair.a.placed, &self.pair.b.placed];
        let mut foreign = LastAxis::new();
        // Its numbers are those of the other solid's faces and edges.
        let _ = overlap_cached(b, a, &mut foreign);
        for (mut last, whose) in [
            (LastAxis::new(), "no"),
            (self.axis_before(), "its earlier"),
            (foreign, "another pair's"),
        ] {
            let found = overlap_cached(a, b, &mut last);
            let same = found == self.pair.overlaps || !self.reference.is_clear();
            finding.holds(same, &format!("the boolean differs with {whose} axis remembered"));
            finding.holds(found || last.axis().is_some(), "an axis that separates was forgotten");
            let again = overlap_cached(a, b, &mut last);
            finding.holds(again == found, "the same question has another answer");
        }
    }

    /// The axis that separated the solids when b was still farther away along the normal.
    fn axis_before(&self) -> LastAxis {
        let Pair { a, b, pruned, .. } = self.pair;
        let away = f64::from(pruned.depth).max(0.0) + ON_THE_WAY * self.reference.size;
        let center = b.placed.center() + away * wide(pruned.normal);
        let mut last = LastAxis::new();
        if let Ok(pose) = Pose::new(center.to_array().map(narrow), b.solid.rotation) {
            let mut before = b.placed.clone();
            before.move_to(&pose);
            let _ = overlap_cached(&a.placed, &before, &mut last);
        }
        last
    }
}

/// Meters: how much deeper one answer may be if one took a face and the other two edges.
fn preference(one: &Penetration, other: &Penetration) -> f64 {
    if one.axis.is_edges() == other.axis.is_edges() {
        return 0.0;
    }
    LARGEST_FACE_PREFERENCE * f64::from(one.depth.max(other.depth)).max(0.0)
}
