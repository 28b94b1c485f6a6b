//! Verdicts on claims: what a float32 answer may be without contradicting the truth.

use super::pair::JudgedPair;
use super::vector::{dot, length, wide};
use crate::tolerances::{LARGEST_DEPTH_RATIO, MARGIN_FACTOR, UNIT_ROUNDOFF};

/// How a claimed boolean compares with the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is what float64 says.
    Agrees,
    /// The claim is the other one, but the truth lies within the band.
    InsideBand,
    /// The claim is wrong by more than the band.
    Contradicts,
}

/// A row that claims a depth, its direction and its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenetrationClaim {
    /// Unit, world, from a to b; zero if the pair was dismissed.
    pub normal: [f32; 3],
    /// Metres, positive overlapping.
    pub depth: f32,
    /// Axis number, 0..15.
    pub axis: u8,
}

/// What is wrong with a claimed row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// Depth or normal is NaN or infinite.
    NotFinite,
    /// The axis number is none of the fifteen.
    NoSuchAxis,
    /// The boxes overlap and the row says apart, or the other way round.
    WrongSign,
    /// Less depth than the shortest translation has: moving by it leaves the boxes overlapping.
    DepthTooSmall,
    /// More depth than the shortest translation and the face preference explain.
    DepthTooLarge,
    /// The gap is more than any axis has, so it bounds nothing from below.
    GapTooLarge,
    /// All axes were tested, and one of them has a larger gap.
    GapTooSmall,
    /// The normal is not of unit length.
    NormalNotUnit,
    /// The normal points from b to a.
    NormalReversed,
    /// The normal is not the direction of the axis.
    NormalOffAxis,
    /// The boxes projected on the normal do not show this depth.
    DepthNotAlongNormal,
    /// Dismissed though no face separates by more than the margin.
    DismissedWithinMargin,
    /// Dismissed, and the depth is not that of its axis.
    DismissedDepthOffAxis,
    /// A face separates by more than the margin, but the row was not dismissed.
    NotDismissed,
}

impl JudgedPair {
    /// The largest separation that float32 may find, metres.
    ///
    /// Overlapping, no direction beats the fifteen axes. Apart, a computed edge axis is some
    /// direction near the true one, off by the rounding over the sine of the edges' angle. Any
    /// direction shows at most the distance, which is at most √3 times the separation. Where edges
    /// are parallel, rounding may show as much as the distance.
    #[must_use]
    pub fn largest_plausible(&self) -> f64 {
        let truth = self.judgement().separation;
        if truth <= 0.0 {
            return truth + self.band();
        }
        let mut largest = truth + self.band();
        for edge in self.edge_tolerances() {
            largest = largest.max(edge.separation + edge.tolerance);
        }
        if self.has_parallel_edges() {
            largest = largest.max(self.closest_points().distance + self.band());
        }
        largest.min(3.0_f64.sqrt() * truth + self.band())
    }

    /// The smallest that the largest separation found in float32 may be, metres.
    ///
    /// The computed axes around a true edge axis keep at least 1/√2 of a gap (they include two of
    /// a's faces, so they are at most a right angle apart), and all of a depth.
    #[must_use]
    pub fn smallest_plausible(&self) -> f64 {
        let judgement = self.judgement();
        let inside = judgement.separation - self.band();
        if inside <= 0.0 {
            return inside;
        }
        let mut smallest = inside / 2.0_f64.sqrt();
        for separation in judgement.axis_separations[..6].iter().flatten() {
            smallest = smallest.max(separation - self.band());
        }
        for edge in self.edge_tolerances() {
            smallest = smallest.max(edge.separation - edge.tolerance);
        }
        smallest
    }

    /// Judges whether a claim that no axis separates the pair by more than `margin` metres holds;
    /// zero margin is overlap.
    #[must_use]
    pub fn verdict(&self, claimed: bool, margin: f32) -> Verdict {
        let margin = f64::from(margin);
        let rounding = MARGIN_FACTOR * UNIT_ROUNDOFF * margin;
        let contradicts = if claimed {
            self.smallest_plausible() > margin + rounding
        } else {
            self.largest_plausible() < margin - rounding
        };
        if contradicts {
            Verdict::Contradicts
        } else if claimed == (self.judgement().separation <= margin) {
            Verdict::Agrees
        } else {
            Verdict::InsideBand
        }
    }

    /// Everything that is wrong with a claimed row; empty if it holds.
    ///
    /// `margin` is the one the row was made with, metres.
    #[must_use]
    pub fn complaints(&self, claim: &PenetrationClaim, margin: f32) -> Vec<Complaint> {
        if !claim.depth.is_finite() || claim.normal.iter().any(|component| !component.is_finite()) {
            return vec![Complaint::NotFinite];
        }
        if claim.axis >= 15 {
            return vec![Complaint::NoSuchAxis];
        }
        if claim.normal.iter().all(|component| component.to_bits() << 1 == 0) {
            return self.complaints_of_dismissed(claim, margin);
        }
        let mut complaints = self.complaints_of_depth(f64::from(claim.depth));
        self.add_complaints_of_normal(claim, &mut complaints);
        let best_face = self.best_face();
        if best_face - self.band() > f64::from(margin) {
            complaints.push(Complaint::NotDismissed);
        }
        complaints
    }

    fn complaints_of_dismissed(&self, claim: &PenetrationClaim, margin: f32) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        let (gap, margin) = (-f64::from(claim.depth), f64::from(margin));
        if gap <= margin || self.best_face() + self.band() <= margin {
            complaints.push(Complaint::DismissedWithinMargin);
        }
        let of_axis = self.judgement().axis_separations[usize::from(claim.axis)];
        let holds = of_axis.is_some_and(|separation| (separation - gap).abs() <= self.band());
        if claim.axis >= 6 || !holds || gap < self.best_face() - self.band() {
            complaints.push(Complaint::DismissedDepthOffAxis);
        }
        complaints
    }

    fn complaints_of_depth(&self, depth: f64) -> Vec<Complaint> {
        let mut complaints = Vec::new();
        let truth = self.judgement().separation;
        if (truth > self.band() && depth >= 0.0) || (truth < -self.band() && depth < 0.0) {
            complaints.push(Complaint::WrongSign);
        }
        let (smallest, largest) = (self.smallest_plausible(), self.largest_plausible());
        if -depth > largest {
            let too_much =
                if truth > 0.0 { Complaint::GapTooLarge } else { Complaint::DepthTooSmall };
            complaints.push(too_much);
        }
        if smallest > 0.0 && -depth < smallest {
            complaints.push(Complaint::GapTooSmall);
        }
        let deepest = LARGEST_DEPTH_RATIO * ((-truth).max(0.0) + self.band());
        if smallest <= 0.0 && depth > deepest {
            complaints.push(Complaint::DepthTooLarge);
        }
        complaints
    }

    fn add_complaints_of_normal(&self, claim: &PenetrationClaim, complaints: &mut Vec<Complaint>) {
        let normal = wide(claim.normal);
        let size = length(normal);
        let tolerance = self.relative_band();
        if (size - 1.0).abs() > tolerance {
            complaints.push(Complaint::NormalNotUnit);
        }
        if dot(normal, self.offset) < -self.band() {
            complaints.push(Complaint::NormalReversed);
        }
        if (self.separation_along(normal) + f64::from(claim.depth)).abs() > self.band() {
            complaints.push(Complaint::DepthNotAlongNormal);
        }
        if self.off_axis(normal, claim.axis) > tolerance * size {
            complaints.push(Complaint::NormalOffAxis);
        }
    }

    /// Sine of the angle between a vector and an axis; for an edge axis the larger cosine with
    /// its two edges, which stays well defined for edges that are nearly parallel.
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
        let faces = self.judgement().axis_separations[..6].iter().flatten();
        faces.fold(f64::NEG_INFINITY, |best, &separation| best.max(separation))
    }
}
