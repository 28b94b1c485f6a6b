//! Checks of reported contacts of spheres and capsules with each other and with half-spaces.

use super::core::Core;
use super::pair::RoundPair;
use crate::float64::shapes::{CapsulePoint, SphereAnswer, exceeds};
use crate::tolerances::{
    MARGIN_FACTOR, ROUND_FACTOR, ROUND_POINT_BOUNDS, UNDERFLOW, UNDERFLOW_OF_SQUARES,
    UNIT_ROUNDOFF, WORLD_FACTOR,
};
use crate::vector::{difference, length, scaled, sum, wide};

/// A way in which a reported contact is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundContactFault {
    /// The distance or the depth is off by more than the error bound.
    WrongDepth {
        /// The depth in float64, meters.
        truth: f64,
    },
    /// The normal is not of unit length.
    NotUnit,
    /// Moving b along the normal by the depth does not separate them.
    WrongNormal {
        /// By so much, meters.
        by: f64,
    },
    /// The point is not where the normal leads from a's core, or not at its depth from b's.
    WrongPoint {
        /// Which one.
        contact: usize,
        /// By so much, meters.
        by: f64,
    },
    /// There are contacts beyond the margin, none within it, more than two, or two with the same feature.
    WrongCount,
}

/// How reported contacts compare with the exact ones, as shares of what is allowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundContactReport {
    /// Of the depth.
    pub depth: f64,
    /// Of the normal.
    pub normal: f64,
    /// Of the worst point.
    pub point: f64,
    /// The first thing that is wrong.
    pub fault: Option<RoundContactFault>,
}

impl RoundPair {
    /// Meters that rounding is relative to.
    fn size(&self) -> f64 {
        let cores = length(self.b.along()) + length(self.offset()) + self.radius();
        match self.a {
            Core::Segment(own) => cores + length(own.along()),
            Core::HalfSpace { .. } => cores + length(self.origin) + length(self.a.middle()),
            Core::Box(_) => cores + self.a.reach(),
        }
    }

    /// Meters by which a distance or a depth computed in float32 may be off.
    #[must_use]
    pub fn error_bound(&self) -> f64 {
        ROUND_FACTOR * UNIT_ROUNDOFF * self.size() + UNDERFLOW + UNDERFLOW_OF_SQUARES
    }

    /// Meters that b overlaps a, or minus the gap.
    #[must_use]
    pub fn depth(&self) -> f64 {
        -self.distance()
    }

    /// Whether a reported boolean contradicts float64. It is whether the two overlap or are within a margin.
    #[must_use]
    pub fn contradicts(&self, within: f32, reported: bool) -> bool {
        let over = self.depth() + f64::from(within);
        let bound = self.error_bound() + MARGIN_FACTOR * UNIT_ROUNDOFF * f64::from(within).abs();
        if reported { over < -bound } else { over > bound }
    }

    /// What is wrong with a normal and a depth.
    fn pair_report(&self, normal: [f32; 3], depth: f32) -> RoundContactReport {
        let mut report = RoundContactReport::default();
        let (bound, truth) = (self.error_bound(), self.depth());
        report.check_depth(f64::from(depth) - truth, bound, truth);
        let normal = wide(normal);
        let off_unit = (length(normal) - 1.0).abs();
        if exceeds(off_unit, ROUND_FACTOR * UNIT_ROUNDOFF) {
            report.fault.get_or_insert(RoundContactFault::NotUnit);
        }
        let by = self.nearest().distance - self.a.separation(&self.b, normal);
        report.normal = by / (ROUND_POINT_BOUNDS * bound);
        if exceeds(report.normal, 1.0) {
            report.fault.get_or_insert(RoundContactFault::WrongNormal { by });
        }
        report
    }

    /// How a reported contact of a sphere b compares with the exact one.
    #[must_use]
    pub fn sphere_report(&self, answer: &SphereAnswer) -> RoundContactReport {
        let mut report = self.pair_report(answer.normal, answer.depth);
        let [radius_a, radius_b] = self.radii;
        let truth = self.nearest().distance - radius_a;
        let bound = self.error_bound();
        report.check_depth(f64::from(answer.distance) - truth, bound, radius_b - truth);
        let point = difference(wide(answer.point), self.origin);
        let reached = sum(point, scaled(wide(answer.normal), f64::from(answer.distance)));
        let off = length(difference(reached, self.b.start));
        self.check_point(&mut report, 0, point, off);
        report
    }

    /// How reported contacts of a capsule b compare with the exact ones; a contact may be deeper or less deep by the
    /// slack, meters, in which the cores lean.
    #[must_use]
    pub fn capsule_report(
        &self,
        (normal, depth): ([f32; 3], f32),
        contacts: &[CapsulePoint],
        slack: f64,
    ) -> RoundContactReport {
        let mut report = self.pair_report(normal, depth);
        let radius_b = self.radii[1];
        for (number, contact) in contacts.iter().enumerate() {
            let point = difference(wide(contact.position), self.origin);
            let reached = sum(point, scaled(wide(normal), radius_b - f64::from(contact.depth)));
            let off = (self.b.distance(reached) - slack).max(0.0);
            self.check_point(&mut report, number, point, off);
        }
        report
    }

    /// Checks a point of a's surface, which is off from where it should be seen from b.
    fn check_point(
        &self,
        report: &mut RoundContactReport,
        contact: usize,
        point: [f64; 3],
        off: f64,
    ) {
        let by = off.max((self.a.distance_to(point) - self.radii[0]).abs());
        let world = WORLD_FACTOR * UNIT_ROUNDOFF * length(sum(point, self.origin));
        let share = by / (ROUND_POINT_BOUNDS * self.error_bound() + world);
        report.point = report.point.max(share);
        if exceeds(share, 1.0) {
            report.fault.get_or_insert(RoundContactFault::WrongPoint { contact, by });
        }
    }
}

impl RoundContactReport {
    fn check_depth(&mut self, off: f64, bound: f64, truth: f64) {
        self.depth = self.depth.max(off.abs() / bound);
        if exceeds(off.abs(), bound) {
            self.fault.get_or_insert(RoundContactFault::WrongDepth { truth });
        }
    }
}
