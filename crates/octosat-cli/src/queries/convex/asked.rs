//! Two solids, what is answered about them, and whether that is one answer and true.

use octosat_convex::tolerances::LARGEST_FACE_PREFERENCE;
use octosat_convex::{
    Axis, ContactSettings, EdgeSearch, LastAxis, Penetration, Pose, SatStatistics, overlap,
    overlap_cached, penetration_with,
};

use super::bodies::Body;
use super::tally::{Check, Finding};
use super::truth::Truth;
use crate::vector::{along, cross, dot, narrow};

/// The sine of the angle of two edges up to which an axis may lie between parallel ones, where they have
/// no product to compare with, without unit.
const NEARLY_PARALLEL: f64 = 1e-3;

/// How far the normals of one axis may differ, without unit: float32, and the rounding of the product of
/// nearly parallel edges.
const SAME_NORMAL: f64 = 1e-5;

/// How far apart solids were when they had an axis to remember, in parts of their size.
const ON_THE_WAY: f64 = 0.01;

/// A pair, and all answers about it.
#[derive(Clone, Debug)]
pub(super) struct Asked<'p> {
    pub(super) a: &'p Body<'p>,
    pub(super) b: &'p Body<'p>,
    pub(super) truth: Truth,
    pub(super) overlaps: bool,
    /// By all pairs of edge directions.
    pub(super) all: Penetration,
    /// By the Gauss map.
    pub(super) pruned: Penetration,
    /// What contacts are asked for.
    pub(super) settings: ContactSettings,
}

/// The answer of a search.
pub(super) fn searched(a: &Body<'_>, b: &Body<'_>, search: EdgeSearch) -> Penetration {
    penetration_with(&a.placed, &b.placed, search, &mut SatStatistics::default())
}

/// The axis of the pair the other way round.
pub(super) fn mirrored(axis: Axis) -> Axis {
    match axis {
        Axis::FaceOfA { face } => Axis::FaceOfB { face },
        Axis::FaceOfB { face } => Axis::FaceOfA { face },
        Axis::Edges { a, b } => Axis::Edges { a: b, b: a },
    }
}

impl<'p> Asked<'p> {
    pub(super) fn new(a: &'p Body<'p>, b: &'p Body<'p>, settings: ContactSettings) -> Self {
        Self {
            a,
            b,
            truth: Truth::new(a, b),
            overlaps: overlap(&a.placed, &b.placed),
            all: searched(a, b, EdgeSearch::Directions),
            pruned: searched(a, b, EdgeSearch::GaussMap),
            settings,
        }
    }

    /// The finding of a check that needs no other reference; the last axis is the pair's, from before.
    pub(super) fn finding(&self, check: Check, last: &mut LastAxis) -> Finding {
        let mut finding = Finding::default();
        match check {
            Check::Pruning => self.pruning(&mut finding),
            Check::Projection => self.projection(&mut finding),
            Check::Swapping => self.swapping(&mut finding),
            Check::LastAxis => self.last_axis(last, &mut finding),
            Check::Contacts => self.contacts(&mut finding),
            // Boxes only, and beside the kernels.
            Check::Judge => {}
        }
        if let Some(fault) = &mut finding.fault {
            let Self { truth, all, pruned, .. } = self;
            fault.push_str(&format!(
                "; overlap {}, {all:?} by all directions, {pruned:?} by the Gauss map, separation {:e} \
                 m, band {:e} m",
                self.overlaps, truth.separation, truth.band
            ));
        }
        finding
    }

    /// Both searches say the same: the boolean, the depth, and of solids apart no more than all
    /// directions show.
    fn pruning(&self, finding: &mut Finding) {
        let Self { truth, all, pruned, .. } = self;
        let one = all.overlaps() == pruned.overlaps() && pruned.overlaps() == self.overlaps;
        finding.holds(one || !truth.is_clear(), "the searches differ about the boolean");
        let difference = f64::from(all.depth) - f64::from(pruned.depth);
        if all.overlaps() && pruned.overlaps() {
            let allowed = truth.band + preference(all, pruned);
            finding.within(difference, allowed, "the searches differ in depth");
        } else if !all.overlaps() && !pruned.overlaps() && !self.is_between_parallels(pruned.axis) {
            // The gaps are minus the depths.
            finding.not_over(difference, truth.band, "the Gauss map shows a larger gap");
        }
    }

    /// Whether an axis is that of two edges without a product worth comparing.
    pub(super) fn is_between_parallels(&self, axis: Axis) -> bool {
        let Axis::Edges { a, b } = axis else { return false };
        let product = cross(self.a.placed.edges()[a], self.b.placed.edges()[b]);
        dot(product, product).sqrt() < NEARLY_PARALLEL
    }

    /// All points projected on all axes show what the answers say.
    fn projection(&self, finding: &mut Finding) {
        let truth = &self.truth;
        let same = self.overlaps == truth.overlaps();
        finding.holds(same || !truth.is_clear(), "the boolean is wrong");
        finding.holds(truth.is_bounded, "more axes are required than there can be");
        let required = truth.assured - truth.required;
        finding.not_over(required, truth.band, "the required axes show less");
        finding.not_over(truth.required - truth.separation, truth.band, "they show more");
        for (found, assured) in [(&self.all, truth.assured), (&self.pruned, truth.assured_of_faces)]
        {
            self.shown(found, assured, finding);
        }
    }

    /// The depth of an answer is that along its normal, and as little as the axes allow.
    fn shown(&self, found: &Penetration, assured: f64, finding: &mut Finding) {
        let truth = &self.truth;
        let depth = f64::from(found.depth);
        let right = found.overlaps() == truth.overlaps();
        finding.holds(right || !truth.is_clear(), "the sign of the depth is wrong");
        finding.within(truth.gap(found.normal) + depth, truth.band, "the depth is off its normal");
        finding.holds(self.is_along(found), "the normal is not that of its axis");
        if found.overlaps() {
            finding.not_over(-truth.separation - depth, truth.band, "an axis shows more depth");
            // Edges are preferred only where they are less deep by a part.
            let deepest = (-assured).max(0.0) / (1.0 - LARGEST_FACE_PREFERENCE);
            finding.not_over(depth - deepest, truth.band, "an axis shows less depth");
        } else {
            finding.not_over(assured + depth, truth.band, "an axis shows a larger gap");
        }
    }

    /// Whether a normal is that of the face, or at right angles to the edges, that it is said to be of.
    fn is_along(&self, found: &Penetration) -> bool {
        let normal = found.normal.map(f64::from);
        let [a, b] = [self.a, self.b].map(|body| &body.placed);
        let off = match found.axis {
            Axis::FaceOfA { face } => 1.0 - dot(normal, a.normals()[face]),
            Axis::FaceOfB { face } => 1.0 + dot(normal, b.normals()[face]),
            Axis::Edges { a: edge_a, b: edge_b } => {
                dot(normal, a.edges()[edge_a]).abs().max(dot(normal, b.edges()[edge_b]).abs())
            }
        };
        off < SAME_NORMAL
    }

    /// The pair the other way round has the answer the other way round.
    fn swapping(&self, finding: &mut Finding) {
        let Self { truth, pruned, .. } = self;
        let back = searched(self.b, self.a, EdgeSearch::GaussMap);
        let overlaps = overlap(&self.b.placed, &self.a.placed);
        let one = overlaps == self.overlaps && back.overlaps() == pruned.overlaps();
        finding.holds(one || !truth.is_clear(), "swapped, the boolean differs");
        let reversed = back.normal.map(|part| -part);
        let shown = truth.gap(reversed) + f64::from(back.depth);
        finding.within(shown, truth.band, "swapped, the depth is off its normal");
        if back.overlaps() == pruned.overlaps() {
            let difference = f64::from(back.depth) - f64::from(pruned.depth);
            // Either may be off by a band, and only faces of overlapping solids are preferred.
            let preferred = if pruned.overlaps() { preference(&back, pruned) } else { 0.0 };
            let allowed = 2.0 * truth.band + preferred;
            finding.within(difference, allowed, "swapped, the depth differs");
        }
        // Between parallel edges lie many axes, and rounding chooses.
        if back.axis == mirrored(pruned.axis) && !self.is_between_parallels(pruned.axis) {
            let pairs = reversed.into_iter().zip(pruned.normal);
            let turned = pairs.map(|(p, q)| f64::from((p - q).abs())).fold(0.0, f64::max);
            finding.holds(turned < SAME_NORMAL, "swapped, the normal is no mirror image");
        }
        self.swapped_contacts(finding);
    }

    /// An axis remembered changes no answer, whosever it was.
    fn last_axis(&self, last: &mut LastAxis, finding: &mut Finding) {
        let [a, b] = [self.a, self.b].map(|body| &body.placed);
        let mut foreign = LastAxis::new();
        // Its numbers are those of the other solid's faces and edges.
        let _ = overlap_cached(b, a, &mut foreign);
        for (remembered, whose) in [
            (last, "its own"),
            (&mut LastAxis::new(), "no"),
            (&mut self.axis_before(), "its earlier"),
            (&mut foreign, "another pair's"),
        ] {
            let found = overlap_cached(a, b, remembered);
            let same = found == self.overlaps;
            let what = format!("the boolean differs with {whose} axis remembered");
            finding.holds(same || !self.truth.is_clear(), &what);
            finding.holds(found || remembered.axis().is_some(), "an axis that parts was forgotten");
            let again = overlap_cached(a, b, remembered);
            finding.holds(again == found, "the same question has another answer");
        }
    }

    /// The axis that kept the solids apart when b was still on its way here along the normal.
    fn axis_before(&self) -> LastAxis {
        let mut last = LastAxis::new();
        let away = f64::from(self.pruned.depth).max(0.0) + ON_THE_WAY * self.truth.size;
        let center = along(self.b.placed.center(), away, self.pruned.normal.map(f64::from));
        if let Ok(pose) = Pose::new(center.map(narrow), self.b.rotation) {
            let mut before = self.b.placed.clone();
            before.move_to(&pose);
            let _ = overlap_cached(&self.a.placed, &before, &mut last);
        }
        last
    }
}

/// How much deeper one answer may be where one took a face and the other edges, metres.
fn preference(one: &Penetration, other: &Penetration) -> f64 {
    if one.axis.is_edges() == other.axis.is_edges() {
        return 0.0;
    }
    LARGEST_FACE_PREFERENCE * f64::from(one.depth.max(other.depth)).max(0.0)
}
