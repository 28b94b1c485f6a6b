//! Which answers in float32 agree with float64 within the error bound.

use super::pair::ReferencePair;
use crate::tolerances::{LARGEST_DEPTH_RATIO, MARGIN_FACTOR, UNIT_ROUNDOFF};
use crate::vector::{dot, length, wide};
use octosat_rows::Penetration;

/// The number of face axes; those of edges follow.
const FACE_AXES: u8 = 6;

/// How a reported boolean compares with the one in float64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Both are the same.
    Agrees,
    /// They differ, and the error bound allows it.
    WithinBound,
    /// They differ by more than the error bound allows.
    Contradicts,
}

/// What is wrong with a reported row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PenetrationFault {
    /// Depth or normal is NaN or infinite.
    NotFinite,
    /// The axis number is none of the fifteen.
    NoSuchAxis,
    /// The boxes overlap and the row reports a gap, or the other way round.
    WrongSign,
    /// The depth is less than the length of the shortest translation: moving by it leaves the boxes overlapping.
    DepthTooSmall,
    /// The depth is more than the length of the shortest translation and the face preference allow.
    DepthTooLarge,
    /// The gap is larger than that of every axis, so it is no lower bound of the distance.
    GapTooLarge,
    /// The gap is smaller than that of an axis.
    GapTooSmall,
    /// The normal is not of unit length.
    NormalNotUnit,
    /// The normal points from b to a.
    NormalReversed,
    /// The normal is not the direction of the axis.
    NormalOffAxis,
    /// The boxes projected on the normal have another depth.
    DepthNotAlongNormal,
    /// Dismissed, although no face separates the boxes by more than the margin.
    DismissedWithinMargin,
    /// Dismissed, with a depth that is not that of its axis.
    DismissedDepthOffAxis,
    /// Not dismissed, although a face separates the boxes by more than the margin.
    NotDismissed,
}

impl ReferencePair {
    /// The largest separation that float32 may find, meters.
    ///
    /// For overlapping boxes no direction has a larger separation than the fifteen axes. For separated boxes a
    /// computed edge axis is a direction near the exact one, turned by the rounding over the sine of the edges'
    /// angle. No direction shows more than the distance, which is at most √3 times the separation. If edges are
    /// parallel, their computed axis may show up to the distance.
    #[must_use]
    pub fn largest_plausible(&self) -> f64 {
        let truth = self.separations().separation;
        if truth <= 0.0 {
            return truth + self.error_bound();
        }
        let mut largest = truth + self.error_bound();
        for edge in self.edge_tolerances() {
            largest = largest.max(edge.separation + edge.tolerance);
        }
        if self.has_parallel_edges() {
            largest = largest.max(self.closest_points().distance + self.error_bound());
        }
        largest.min(3.0_f64.sqrt() * truth + self.error_bound())
    }

    /// The smallest value of the largest separation that float32 may find, meters.
    ///
    /// The computed axes around an exact edge axis show at least 1/√2 of a gap, because two of them are face
    /// axes of a, so neighbors are at most a right angle apart. They show all of a depth.
    #[must_use]
    pub fn smallest_plausible(&self) -> f64 {
        let separations = self.separations();
        let inside = separations.separation - self.error_bound();
        if inside <= 0.0 {
            return inside;
        }
        let mut smallest = inside / 2.0_f64.sqrt();
        for separation in separations.axis_separations[..6].iter().flatten() {
            smallest = smallest.max(separation - self.error_bound());
        }
        for edge in self.edge_tolerances() {
            smallest = smallest.max(edge.separation - edge.tolerance);
        }
        smallest
    }

    /// Compares the reported answer to whether no axis separates the boxes by more than `margin` meters. A margin
    /// of zero is overlap.
    #[must_use]
    pub fn agreement(&self, reported: bool, within: f32) -> Agreement {
        let within = f64::from(within);
        let rounding = MARGIN_FACTOR * UNIT_ROUNDOFF * within;
        let contradicts = if reported {
            self.smallest_plausible() > within + rounding
        } else {
            self.largest_plausible() < within - rounding
        };
        if contradicts {
            Agreement::Contradicts
        } else if reported == (self.separations().separation <= within) {
            Agreement::Agrees
        } else {
            Agreement::WithinBound
        }
    }

    /// Everything that is wrong with a reported row; empty if nothing is.
    ///
    /// `margin` is the margin of the query, meters.
    #[must_use]
    pub fn faults(&self, answer: &Penetration, within: f32) -> Vec<PenetrationFault> {
        if !answer.depth.is_finite() || answer.normal.iter().any(|component| !component.is_finite())
        {
            return vec![PenetrationFault::NotFinite];
        }
        if answer.axis.code() >= 15 {
            return vec![PenetrationFault::NoSuchAxis];
        }
        if answer.normal.iter().all(|component| component.to_bits() << 1 == 0) {
            return self.complaints_of_dismissed(answer, within);
        }
        let mut faults = self.complaints_of_depth(f64::from(answer.depth));
        self.add_complaints_of_normal(answer, &mut faults);
        let best_face = self.best_face();
        if best_face - self.error_bound() > f64::from(within) {
            faults.push(PenetrationFault::NotDismissed);
        }
        faults
    }

    fn complaints_of_dismissed(&self, answer: &Penetration, within: f32) -> Vec<PenetrationFault> {
        let mut faults = Vec::new();
        let (gap, within) = (-f64::from(answer.depth), f64::from(within));
        if gap <= within || self.best_face() + self.error_bound() <= within {
            faults.push(PenetrationFault::DismissedWithinMargin);
        }
        let of_axis = self.separations().axis_separations[usize::from(answer.axis.code())];
        let holds =
            of_axis.is_some_and(|separation| (separation - gap).abs() <= self.error_bound());
        if answer.axis.code() >= 6 || !holds || gap < self.best_face() - self.error_bound() {
            faults.push(PenetrationFault::DismissedDepthOffAxis);
        }
        faults
    }

    fn complaints_of_depth(&self, depth: f64) -> Vec<PenetrationFault> {
        let mut faults = Vec::new();
        let truth = self.separations().separation;
        if (truth > self.error_bound() && depth >= 0.0)
            || (truth < -self.error_bound() && depth < 0.0)
        {
            faults.push(PenetrationFault::WrongSign);
        }
        let (smallest, largest) = (self.smallest_plausible(), self.largest_plausible());
        if -depth > largest {
            let too_much = if truth > 0.0 {
                PenetrationFault::GapTooLarge
            } else {
                PenetrationFault::DepthTooSmall
            };
            faults.push(too_much);
        }
        if smallest > 0.0 && -depth < smallest {
            faults.push(PenetrationFault::GapTooSmall);
        }
        let deepest = LARGEST_DEPTH_RATIO * ((-truth).max(0.0) + self.error_bound());
        if smallest <= 0.0 && depth > deepest {
            faults.push(PenetrationFault::DepthTooLarge);
        }
        faults
    }

    fn add_complaints_of_normal(&self, answer: &Penetration, faults: &mut Vec<PenetrationFault>) {
        let normal = wide(answer.normal);
        let size = length(normal);
        let tolerance = self.relative_bound();
        if (size - 1.0).abs() > tolerance {
            faults.push(PenetrationFault::NormalNotUnit);
        }
        if dot(normal, self.offset) < -self.error_bound() {
            faults.push(PenetrationFault::NormalReversed);
        }
        if (self.separation_along(normal) + f64::from(answer.depth)).abs() > self.error_bound() {
            faults.push(PenetrationFault::DepthNotAlongNormal);
        }
        if self.off_axis(normal, answer.axis.code()) > tolerance * size {
            faults.push(PenetrationFault::NormalOffAxis);
        }
    }

    /// The sine of the angle between a vector and an axis. For an edge axis, it is the larger cosine of the vector
    /// with the two edges, which is well defined for nearly parallel edges too.
    pub(super) fn off_axis(&self, normal: [f64; 3], axis: u8) -> f64 {
        let index = usize::from(axis);
        if index >= 6 {
            let (edge_a, edge_b) = (self.a.axes[(index - 6) / 3], self.b.axes[(index - 6) % 3]);
            return dot(normal, edge_a).abs().max(dot(normal, edge_b).abs());
        }
        let solid = if index < 3 { &self.a } else { &self.b };
        let others = [solid.axes[(index + 1) % 3], solid.axes[(index + 2) % 3]];
        dot(normal, others[0]).hypot(dot(normal, others[1]))
    }

    fn best_face(&self) -> f64 {
        let faces = self.separations().axis_separations[..6].iter().flatten();
        faces.fold(f64::NEG_INFINITY, |best, &separation| best.max(separation))
    }

    /// Whether float32 may take either of two axes for the better one: they are equal within the error bound, or one
    /// is of edges and at a limit of the preference for the best face, parts of the depth.
    #[must_use]
    pub fn is_tie(&self, axes: [u8; 2], face_preferences: [f64; 2]) -> bool {
        let known = self.separations();
        let mut tolerance = 2.0 * self.error_bound();
        for axis in axes.into_iter().filter(|&axis| axis >= FACE_AXES) {
            tolerance += self.error_bound() / known.edge_sines[usize::from(axis - FACE_AXES)];
        }
        let separations = axes.map(|axis| known.axis_separations[usize::from(axis)]);
        let [Some(first), Some(second)] = separations else { return false };
        let is_near = |difference: f64| difference.abs() <= tolerance;
        let worse = first.min(second);
        let limits = face_preferences.map(|part| part * (-worse).max(0.0));
        let of_two_kinds = (axes[0] < FACE_AXES) != (axes[1] < FACE_AXES);
        let is_at_limit = |limit: &f64| is_near(first.max(second) - worse - limit);
        is_near(first - second) || of_two_kinds && limits.iter().any(is_at_limit)
    }

    /// Whether the second axis is a pair of edges that are parallel in float64 and, turned by its rounding, not in
    /// float32, and the boxes are at least as far apart along the normal that float32 gave them as along the first
    /// axis.
    ///
    /// That normal is any direction across the edges. Boxes are as far apart as any direction shows; separated ones can
    /// be farther apart along this one than along each of the axes, and then it is right to take it.
    #[must_use]
    pub fn is_tie_of_parallels(&self, axes: [u8; 2], normal: [f32; 3]) -> bool {
        let known = self.separations();
        let [Some(own), None] = axes.map(|axis| known.axis_separations[usize::from(axis)]) else {
            return false;
        };
        let shown = self.separation_along(normal.map(f64::from));
        shown >= own - 2.0 * self.error_bound()
    }
}
