//! Checks of reported contacts of spheres and capsules with each other and with half-spaces.

use super::core::{Core, is_point};
use super::pair::RoundPair;
use crate::float64::shapes::{CapsuleAnswer, CapsulePoint, SphereAnswer, exceeds};
use crate::tolerances::{
    ALONG_LOSS, ALONG_SINES, CROSS_ROUNDINGS, CROSSED_SINE, MARGIN_FACTOR, ROUND_FACTOR,
    ROUND_POINT_BOUNDS, UNDERFLOW, UNDERFLOW_OF_SQUARES, UNIT_ROUNDOFF, WORLD_FACTOR,
};
use crate::vector::{cross, difference, length, scaled, sum, wide};

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
    /// The contact is not at its feature.
    WrongFeature {
        /// Which one.
        contact: usize,
    },
    /// There are contacts beyond the margin, none within it, more than two, two of cores that cross, or one of cores
    /// that are side by side.
    WrongCount,
    /// A contact is deeper than the pair, or none is about as deep.
    WrongDeepest,
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
        let off = off.max((self.a.distance_to(point) - radius_a).abs());
        report.check_point(0, off, self.point_bound(point));
        report
    }

    /// How reported contacts of a capsule b compare with the exact ones.
    #[must_use]
    pub fn capsule_report(&self, answer: &CapsuleAnswer<'_>) -> RoundContactReport {
        let mut report = self.pair_report(answer.normal, answer.depth);
        let deepest = answer.contacts.iter().fold(f32::NEG_INFINITY, |most, c| most.max(c.depth));
        let beyond = |c: &CapsulePoint| c.depth < -answer.within || c.depth > answer.depth;
        let loss = ALONG_LOSS[1] * self.radius() + self.point_bound([0.0; 3]);
        let loss = if self.has_core() { loss } else { 0.0 };
        let has_deepest = f64::from(deepest) >= f64::from(answer.depth) - loss;
        if answer.contacts.iter().any(beyond) || !(answer.contacts.is_empty() || has_deepest) {
            report.fault.get_or_insert(RoundContactFault::WrongDeepest);
        }
        if !self.is_count(answer) {
            report.fault.get_or_insert(RoundContactFault::WrongCount);
        }
        for (number, contact) in answer.contacts.iter().enumerate() {
            self.check_contact(&mut report, number, contact, answer);
        }
        report
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
        let distance = self.nearest().distance;
        let by = distance - self.a.separation(&self.b, normal);
        // Of nearly parallel cores that meet, the normal is perpendicular to the longer one only; of others it is their
        // cross product, which rounding turns.
        let (one, other) = (length(self.b.along()), 2.0 * self.a.reach());
        let turned = if self.sine() <= CROSSED_SINE {
            CROSSED_SINE * one.min(other)
        } else {
            CROSS_ROUNDINGS * UNIT_ROUNDOFF / self.sine() * one.max(other)
        };
        report.normal = by / (ROUND_POINT_BOUNDS * bound + turned);
        if exceeds(report.normal, 1.0) {
            report.fault.get_or_insert(RoundContactFault::WrongNormal { by });
        }
        report
    }

    /// The sine of the angle between the cores; zero if one is a point or a is a half-space.
    fn sine(&self) -> f64 {
        let Core::Segment(own) = &self.a else { return 0.0 };
        let area = length(cross(own.along(), self.b.along()));
        let size = length(own.along()) * length(self.b.along());
        if size > 0.0 { area / size } else { 0.0 }
    }

    /// Meters by which a point may be off.
    fn point_bound(&self, point: [f64; 3]) -> f64 {
        let world = WORLD_FACTOR * UNIT_ROUNDOFF * length(sum(point, self.origin));
        ROUND_POINT_BOUNDS * self.error_bound() + world
    }

    /// Whether a is a capsule, not a sphere.
    fn has_core(&self) -> bool {
        matches!(&self.a, Core::Segment(own) if !is_point(own))
    }

    /// Checks that a contact is on a's surface, at its depth from b's, and at its feature.
    fn check_contact(
        &self,
        report: &mut RoundContactReport,
        number: usize,
        contact: &CapsulePoint,
        answer: &CapsuleAnswer<'_>,
    ) {
        let [radius_a, radius_b] = self.radii;
        let (normal, depth) = (wide(answer.normal), f64::from(contact.depth));
        let point = difference(wide(contact.position), self.origin);
        let bound = self.point_bound(point);
        let near = |place: [f64; 3], other: [f64; 3]| length(difference(place, other)) <= bound;
        let place = difference(point, scaled(normal, radius_a));
        let (off, is_there) = match &self.a {
            Core::Segment(own) => {
                let truth = self.radius() - self.b.distance(place);
                let listed = truth.max(-f64::from(answer.within)).min(f64::from(answer.depth));
                let off = own.distance(place).max((depth - listed).abs());
                let over = |end| {
                    let faces = near(own.nearest(end), place) && self.has_core();
                    faces || near(self.b.nearest(place), end)
                };
                let is_there = match contact.feature {
                    0 => over(self.b.start),
                    1 => over(self.b.end),
                    2 => near(place, own.start),
                    3 => near(place, own.end) && self.has_core(),
                    4 => self.has_core(),
                    _ => false,
                };
                (off, is_there)
            }
            Core::HalfSpace { .. } | Core::Box(_) => {
                let ends = [self.b.start, self.b.end];
                let reached = sum(point, scaled(normal, radius_b - depth));
                let end = ends.get(usize::from(contact.feature));
                let off = end.map_or(f64::INFINITY, |&end| length(difference(reached, end)));
                (off.max(self.a.distance_to(point).abs()), end.is_some())
            }
        };
        report.check_point(number, off, bound);
        if !is_there {
            report.fault.get_or_insert(RoundContactFault::WrongFeature { contact: number });
        }
    }

    /// Whether there may be as many contacts as are reported.
    fn is_count(&self, answer: &CapsuleAnswer<'_>) -> bool {
        let count = answer.contacts.len();
        if answer.depth < -answer.within {
            return count == 0;
        }
        let bound = self.point_bound([0.0; 3]);
        let lowest = -f64::from(answer.within);
        let Core::Segment(own) = &self.a else {
            let heights = [self.b.start, self.b.end].map(|end| self.a.distance_to(end));
            let least = heights.map(|height| self.radii[1] - height);
            let both = least[0].min(least[1]);
            return match count {
                1 => is_point(&self.b) || both <= lowest + bound,
                2 => !is_point(&self.b) && both >= lowest - bound,
                _ => false,
            };
        };
        if is_point(own) || is_point(&self.b) {
            return count == 1;
        }
        let places = [self.b.start, self.b.end].map(|end| own.nearest(end));
        let depths = places.map(|place| self.radius() - self.b.distance(place));
        let part = length(difference(places[1], places[0]));
        let sine = self.sine();
        let lost = self.depth() - depths[0].max(depths[1]);
        let [least, most] = ALONG_LOSS.map(|loss| loss * self.radius());
        let [clear, none] = ALONG_SINES;
        let both = depths[0].min(depths[1]);
        match count {
            1 => {
                let runs_along = sine < clear && part > most + bound && lost < least - bound;
                !runs_along || both <= lowest + bound
            }
            2 => {
                let runs_along = sine < none && part > least - bound && lost < most + bound;
                runs_along && both >= lowest - bound
            }
            _ => false,
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

    /// Checks how far a point is off.
    fn check_point(&mut self, contact: usize, by: f64, bound: f64) {
        self.point = self.point.max(by / bound);
        if exceeds(by, bound) {
            self.fault.get_or_insert(RoundContactFault::WrongPoint { contact, by });
        }
    }
}
