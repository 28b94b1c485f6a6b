//! Contacts of boxes with covered faces: which axes they may have, and what is wrong with a reported contact.
//!
//! Every axis is a direction in space, and a face is left if the cosine with its outward normal is above a limit. A
//! direction within its error bound of the limit may be either; so some axes are certainly allowed, some certainly
//! excluded, and any other may be chosen or not.

use super::manifold::{ManifoldAnswer, ManifoldReport, check_along_axis};
use super::pair::ReferencePair;
use super::solid::Solid;
use crate::tolerances::{
    COVERED_PREFERENCE, FACE_PREFERENCE, LARGEST_PREFERENCE, LEANING_COSINE, LEAVING_COSINE,
    REACH_NOISE, UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length, scaled, sum, unit_cross_product, wide};

/// A rectangle that covers a face in part; in the coordinates along the two axes after the face's own, from the center
/// of the box, meters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoveredPart {
    /// The face: 2k on the negative side of axis k, 2k + 1 on the positive side.
    pub face: u8,
    /// The center.
    pub center: [f64; 2],
    /// The unit direction of the first sides.
    pub direction: [f64; 2],
    /// Half the sides along the direction and across it.
    pub half_extents: [f64; 2],
}

/// The covered faces of a box.
#[derive(Clone, Copy, Debug)]
pub struct CoveredBox<'a> {
    /// The faces that are covered wholly: one bit each, by their numbers.
    pub mask: u8,
    /// The covered parts of others.
    pub parts: &'a [CoveredPart],
}

/// What a query with covered faces reports of a pair; positions are relative to the center of a.
#[derive(Clone, Copy, Debug)]
pub struct CoveredAnswer<'a> {
    /// The manifold.
    pub manifold: ManifoldAnswer<'a>,
    /// Whether the row says that the boxes overlap but every contact would leave a covered face.
    pub is_covered: bool,
}

/// What is wrong with a reported contact of boxes with covered faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoveredFault {
    /// The normal leaves a covered face.
    LeavesCovered,
    /// The normal leaves a face that is covered in part, and all points lie there.
    LeavesCoveredPart,
    /// An allowed axis is better by more than the error bound, meters.
    NotBest(f64),
    /// The face of a box with covered faces is nearly as good, and is not preferred.
    NotOwnFace,
    /// The axis is not the usual one, and the center of the smaller box is inside of the other box along it, by this many
    /// meters more than the error bound.
    Inside(f64),
    /// An axis separates the boxes by more than the margin, and there is a contact.
    ContactBeyondMargin,
    /// The best axis of overlapping boxes leaves no covered face, and there is no contact.
    ContactMissing,
    /// The closest points of boxes that are apart are within the margin, their direction leaves no covered face, and there
    /// is no contact.
    ClosestMissing,
    /// The kind says that the boxes overlap, and they do not, or the other way round.
    WrongKind,
    /// A pair without contact has a normal, or a gap that is not there.
    WrongEmptyRow,
}

/// Whether an axis leaves a covered face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    Nothing,
    Covered,
    /// Rounding or points decide.
    Perhaps,
}

/// A pair of boxes with covered faces.
#[derive(Clone, Copy, Debug)]
pub struct CoveredPair<'a> {
    pair: &'a ReferencePair,
    boxes: [CoveredBox<'a>; 2],
}

impl<'a> CoveredPair<'a> {
    /// The pair with the covered faces of a and of b.
    #[must_use]
    pub fn new(pair: &'a ReferencePair, boxes: [CoveredBox<'a>; 2]) -> Self {
        Self { pair, boxes }
    }

    /// The geometric faults of the manifold of a contact along an axis; nothing for other rows.
    #[must_use]
    pub fn manifold_report(&self, answer: &CoveredAnswer<'_>) -> ManifoldReport {
        let manifold = &answer.manifold;
        if manifold.points.is_empty() || manifold.closest || manifold.fallback {
            return ManifoldReport::default();
        }
        check_along_axis(self.pair, manifold)
    }

    /// Everything that is wrong with the choice of a contact; empty if nothing is.
    #[must_use]
    pub fn faults(&self, answer: &CoveredAnswer<'_>) -> Vec<CoveredFault> {
        if answer.manifold.points.is_empty() {
            return self.faults_without_contact(answer);
        }
        let mut faults = Vec::new();
        let manifold = &answer.manifold;
        let normal = wide(manifold.normal);
        // The direction is the reported one, so only rounding it to float32 counts.
        if self.leaves(normal, 8.0 * UNIT_ROUNDOFF + self.frame_error(), false) == Leaves::Covered {
            faults.push(CoveredFault::LeavesCovered);
        }
        if self.lies_on_parts(answer) {
            faults.push(CoveredFault::LeavesCoveredPart);
        }
        if self.pair.smallest_plausible() > f64::from(manifold.within) * (1.0 + 4.0 * UNIT_ROUNDOFF)
        {
            faults.push(CoveredFault::ContactBeyondMargin);
        }
        if !manifold.closest && !manifold.fallback {
            self.add_faults_of_axis(manifold, &mut faults);
            faults.extend(self.excess_inside(manifold).map(CoveredFault::Inside));
        }
        faults
    }

    fn faults_without_contact(&self, answer: &CoveredAnswer<'_>) -> Vec<CoveredFault> {
        let mut faults = Vec::new();
        let (pair, depth) = (self.pair, f64::from(answer.manifold.depth));
        let (truth, bound) = (pair.separations().separation, pair.error_bound());
        let has_normal = length(wide(answer.manifold.normal)) > 0.0;
        if has_normal || -depth > pair.largest_plausible() {
            faults.push(CoveredFault::WrongEmptyRow);
        }
        let overlaps = answer.is_covered;
        if overlaps != (depth >= 0.0)
            || (overlaps && truth > bound)
            || (!overlaps && truth < -bound)
        {
            faults.push(CoveredFault::WrongKind);
        }
        // The usual axis keeps its contact if it is certainly the least overlap and certainly allowed.
        let axes = self.axes();
        let is_best = |axis: &&Axis| axis.code == pair.separations().axis;
        if let Some(best) = axes.iter().find(is_best) {
            let mut others = axes.iter().filter(|axis| axis.code != best.code);
            let is_clear = others.all(|other| {
                let costs = COVERED_PREFERENCE * other.separation.abs();
                best.separation - best.tolerance > other.separation + other.tolerance + costs
            });
            if truth < -bound && is_clear && best.leaves == Leaves::Nothing {
                faults.push(CoveredFault::ContactMissing);
            }
        }
        if truth > bound && self.has_closest(f64::from(answer.manifold.within)) {
            faults.push(CoveredFault::ClosestMissing);
        }
        faults
    }

    /// Whether the closest points of boxes that are apart are certainly within the margin, and their direction certainly
    /// leaves no covered face.
    ///
    /// The differences of two convex solids' points are convex. So a difference whose length is above the distance `d` by
    /// `e` is at most √(2 d e + e²) from the one of the closest points, however many of these there are.
    fn has_closest(&self, within: f64) -> bool {
        let (closest, bound) = (self.pair.closest_points(), self.pair.distance_bound());
        let direction = scaled(difference(closest.on_b, closest.on_a), 1.0 / closest.distance);
        let excess = bound / closest.distance;
        let error = (excess * (2.0 + excess)).sqrt() + self.frame_error();
        closest.distance + bound < within && self.leaves(direction, error, true) == Leaves::Nothing
    }

    /// The reported axis is among those that rounding may take for the best allowed one.
    fn add_faults_of_axis(&self, manifold: &ManifoldAnswer<'_>, faults: &mut Vec<CoveredFault>) {
        let (depth, code) = (f64::from(manifold.depth), manifold.axis);
        let bound = self.pair.error_bound();
        let allowed = self.axes().into_iter().filter(|axis| axis.leaves == Leaves::Nothing);
        for axis in allowed {
            let costs = COVERED_PREFERENCE * (depth.abs() + bound) + self.leaning();
            let noise = 4.0 * f64::from(REACH_NOISE) * self.pair.reach();
            let excess = axis.separation + depth - (axis.tolerance + bound + costs + noise);
            if excess > 0.0 {
                faults.push(CoveredFault::NotBest(excess));
            }
            let is_own = |code: u8| code < 6 && self.has_covered(usize::from(code / 3));
            let own_depth = -axis.separation;
            let preference = (f64::from(FACE_PREFERENCE) * own_depth)
                .min(f64::from(LARGEST_PREFERENCE) * own_depth);
            let tolerance = axis.tolerance + bound;
            if is_own(axis.code) && !is_own(code) && own_depth - preference + tolerance < depth {
                faults.push(CoveredFault::NotOwnFace);
            }
        }
    }

    /// How much farther than rounding explains the center of the smaller box is inside of the other one along the normal
    /// of a contact, meters; none if the axis may be the usual one.
    fn excess_inside(&self, manifold: &ManifoldAnswer<'_>) -> Option<f64> {
        let (depth, bound) = (f64::from(manifold.depth), self.pair.error_bound());
        let costs =
            COVERED_PREFERENCE * depth.abs() + self.leaning() + self.pair.contact_bound(depth);
        if self.pair.separations().separation - bound <= costs - depth {
            return None;
        }
        let solids = [&self.pair.a, &self.pair.b];
        let least = solids[0].extent.min(solids[1].extent) * (1.0 + 4.0 * UNIT_ROUNDOFF);
        let radius = |solid: &&Solid| {
            let along = |k: usize| dot(solid.axes[k], wide(manifold.normal)).abs();
            (0..3).map(|k| solid.half_extents[k] * along(k)).sum::<f64>()
        };
        let smaller = solids.iter().filter(|solid| solid.extent <= least);
        let radius = smaller.map(radius).fold(0.0, f64::max);
        let excess = depth - radius - self.pair.contact_bound(depth);
        (excess > 0.0).then_some(excess)
    }

    /// Whether all points lie on the covered parts of a face that the normal leaves, farther from their border than
    /// rounding may move them.
    fn lies_on_parts(&self, answer: &CoveredAnswer<'_>) -> bool {
        let manifold = &answer.manifold;
        let normal = wide(manifold.normal);
        let deepest = manifold.points.iter().map(|point| f64::from(point.depth).abs());
        let deepest = deepest.fold(f64::from(manifold.depth).abs(), f64::max);
        let slack = 2.0 * self.pair.contact_bound(deepest);
        // At the limit of points, some are left out, and one of them may lie elsewhere.
        if manifold.points.len() >= manifold.limit {
            return false;
        }
        for (side, solid) in [&self.pair.a, &self.pair.b].into_iter().enumerate() {
            let out = if side == 0 { normal } else { scaled(normal, -1.0) };
            for face in 0..6_u8 {
                let axis = usize::from(face / 2);
                let least = f64::from(LEAVING_COSINE) + self.frame_error();
                if cosine_with(solid, face, out) <= least {
                    continue;
                }
                let own_parts = || self.boxes[side].parts.iter().filter(|part| part.face == face);
                let holds = |point: [f64; 3]| {
                    let from_center = difference(point, solid.center);
                    let along = |step| dot(solid.axes[(axis + step) % 3], from_center);
                    own_parts().any(|part| part.holds([along(1), along(2)], slack))
                };
                let on_surface = manifold.points.iter().map(|point| {
                    let half = 0.5 * f64::from(point.depth);
                    sum(wide(point.position), scaled(out, half))
                });
                let is_open = self.boxes[side].mask >> face & 1 == 0;
                if is_open && own_parts().next().is_some() && { on_surface }.all(holds) {
                    return true;
                }
            }
        }
        false
    }

    fn has_covered(&self, side: usize) -> bool {
        self.boxes[side].mask != 0 || !self.boxes[side].parts.is_empty()
    }

    /// How much deeper the face of a box with covered faces may be for a box that leans by a hair, meters.
    fn leaning(&self) -> f64 {
        f64::from(LEANING_COSINE) * self.pair.a.extent.min(self.pair.b.extent)
    }

    /// How far a stored frame may turn a direction.
    fn frame_error(&self) -> f64 {
        self.pair.relative_bound()
    }

    /// Whether a unit direction from a to b leaves a covered face, if it is off by at most `error`.
    fn leaves(&self, direction: [f64; 3], error: f64, with_parts: bool) -> Leaves {
        let mut result = Leaves::Nothing;
        for (side, solid) in [&self.pair.a, &self.pair.b].into_iter().enumerate() {
            let out = if side == 0 { direction } else { scaled(direction, -1.0) };
            let CoveredBox { mask, parts } = self.boxes[side];
            for face in 0..6_u8 {
                let is_covered = mask >> face & 1 == 1;
                let has_part = with_parts && parts.iter().any(|part| part.face == face);
                if !(is_covered || has_part) {
                    continue;
                }
                let cosine = cosine_with(solid, face, out) - f64::from(LEAVING_COSINE);
                if cosine > error && is_covered {
                    return Leaves::Covered;
                }
                if cosine > -error {
                    result = Leaves::Perhaps;
                }
            }
        }
        result
    }

    /// The axes of the pair that float32 can find.
    fn axes(&self) -> Vec<Axis> {
        let known = self.pair.separations();
        let axes = [self.pair.a.axes, self.pair.b.axes];
        let bound = self.pair.error_bound();
        let mut found = Vec::new();
        for code in 0..15_u8 {
            let index = usize::from(code);
            let Some(separation) = known.axis_separations[index] else { continue };
            let (direction, sine) = if index < 6 {
                (axes[index / 3][index % 3], 1.0)
            } else {
                let edges = [axes[0][(index - 6) / 3], axes[1][(index - 6) % 3]];
                let product = unit_cross_product(edges[0], edges[1]);
                (scaled(product, 1.0 / length(product)), length(product))
            };
            let along = dot(direction, self.pair.offset);
            let error = self.frame_error() / sine;
            let towards_b = if along < 0.0 { scaled(direction, -1.0) } else { direction };
            let mut leaves = self.leaves(towards_b, error, true);
            // Rounding may turn the direction around.
            let is_level = along.abs() <= bound / sine;
            if is_level && self.leaves(scaled(towards_b, -1.0), error, true) != leaves {
                leaves = Leaves::Perhaps;
            }
            let tolerance = if index < 6 { bound } else { bound + bound / sine };
            found.push(Axis { code, separation, tolerance, leaves });
        }
        found
    }
}

/// An axis of a pair.
#[derive(Clone, Copy, Debug)]
struct Axis {
    code: u8,
    separation: f64,
    tolerance: f64,
    leaves: Leaves,
}

/// The cosine of a direction with the outward normal of a face.
fn cosine_with(solid: &Solid, face: u8, direction: [f64; 3]) -> f64 {
    let sign = if face.is_multiple_of(2) { -1.0 } else { 1.0 };
    sign * dot(solid.axes[usize::from(face / 2)], direction)
}

impl CoveredPart {
    /// Whether a point lies on the rectangle, at least `slack` from its border.
    fn holds(&self, point: [f64; 2], slack: f64) -> bool {
        let [u, v] = [point[0] - self.center[0], point[1] - self.center[1]];
        let [x, y] = self.direction;
        (u * x + v * y).abs() <= self.half_extents[0] - slack
            && (v * x - u * y).abs() <= self.half_extents[1] - slack
    }
}
