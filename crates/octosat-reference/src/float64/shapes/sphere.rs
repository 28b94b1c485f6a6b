//! A box and a ball: how far the ball's center is outside each pair of faces.

use super::reference_box::{ReferenceBox, contradicts, exceeds};
use crate::tolerances::{
    DEVIATION_FACTOR, POSITION_FACTOR, SPHERE_FACTOR, UNDERFLOW, UNIT_ROUNDOFF,
};
use crate::vector::{difference, dot, length, scaled, wide};

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// World coordinates, meters.
    pub center: [f32; 3],
    /// The radius, meters.
    pub radius: f32,
}

/// The reported contact of a box and a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereAnswer {
    /// Unit direction from the box to the ball, world.
    pub normal: [f32; 3],
    /// Meters that the ball must move along the normal until it no longer overlaps the box.
    pub depth: f32,
    /// The point of the box's surface nearest to the ball's center, world.
    pub point: [f32; 3],
    /// Meters from the surface to the ball's center; negative inside.
    pub distance: f32,
}

/// A way in which an answer about a box and a ball is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SphereFault {
    /// The distance of the center is off by more than the error bound.
    WrongDistance {
        /// The distance in float64, meters.
        truth: f64,
    },
    /// The depth is not the radius minus the distance.
    WrongDepth,
    /// The normal is not of unit length.
    NotUnit,
    /// The box reaches farther along the normal than its nearest point.
    WrongNormal {
        /// By so much, meters.
        by: f64,
    },
    /// The point is not at the distance along the normal from the ball's center, or not on the box.
    WrongPoint {
        /// By so much, meters.
        by: f64,
    },
}

impl ReferenceBox {
    /// Meters from the box's surface to a point; negative inside.
    #[must_use]
    pub fn distance_to(&self, point: [f32; 3]) -> f64 {
        let beyond = self.beyond_faces(difference(wide(point), self.center));
        let deepest = beyond.iter().fold(f64::NEG_INFINITY, |deepest, b| deepest.max(*b));
        if deepest <= 0.0 { deepest } else { length(beyond.map(|b| b.max(0.0))) }
    }

    /// How far a point is outside the nearer face of each pair of faces; negative between them.
    pub(super) fn beyond_faces(&self, offset: [f64; 3]) -> [f64; 3] {
        let mut beyond = self.solid.half_extents;
        for (beyond, axis) in beyond.iter_mut().zip(self.solid.axes) {
            *beyond = dot(axis, offset).abs() - *beyond;
        }
        beyond
    }

    /// Meters by which a distance or depth computed in float32 may be off.
    #[must_use]
    pub fn sphere_bound(&self, ball: &Ball) -> f64 {
        let offset = length(difference(wide(ball.center), self.center));
        let relative = SPHERE_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * self.solid.deviation;
        relative * (offset + self.solid.extent + f64::from(ball.radius)) + UNDERFLOW
    }

    /// Whether a reported boolean contradicts float64. It is whether the two overlap or are within a margin.
    #[must_use]
    pub fn contradicts_sphere(&self, ball: &Ball, within: f32, reported: bool) -> bool {
        let depth = f64::from(ball.radius) - self.distance_to(ball.center);
        contradicts(depth, self.sphere_bound(ball), within, reported)
    }

    /// What is wrong with a reported contact.
    ///
    /// The normal is checked by its plane: the box must be behind the plane through the nearest point. This
    /// check does not depend on how near the center is to the surface.
    #[must_use]
    pub fn sphere_fault(&self, ball: &Ball, answer: &SphereAnswer) -> Option<SphereFault> {
        let error_bound = self.sphere_bound(ball);
        let truth = self.distance_to(ball.center);
        let distance = f64::from(answer.distance);
        if exceeds((distance - truth).abs(), error_bound) {
            return Some(SphereFault::WrongDistance { truth });
        }
        let depth = f64::from(ball.radius) - truth;
        if exceeds((f64::from(answer.depth) - depth).abs(), 2.0 * error_bound) {
            return Some(SphereFault::WrongDepth);
        }
        let normal = wide(answer.normal);
        let relative = SPHERE_FACTOR * UNIT_ROUNDOFF + DEVIATION_FACTOR * self.solid.deviation;
        if exceeds((length(normal) - 1.0).abs(), relative) {
            return Some(SphereFault::NotUnit);
        }
        let offset = difference(wide(ball.center), self.center);
        let by = truth - (dot(normal, offset) - self.solid.interval(normal).high);
        if exceeds(by, 3.0 * error_bound) {
            return Some(SphereFault::WrongNormal { by });
        }
        self.wrong_point(ball, answer)
    }

    fn wrong_point(&self, ball: &Ball, answer: &SphereAnswer) -> Option<SphereFault> {
        let offset = difference(wide(ball.center), self.center);
        let point = difference(wide(answer.point), self.center);
        let along = scaled(wide(answer.normal), f64::from(answer.distance));
        let size = length(self.center) + self.solid.extent;
        let limit = 3.0 * self.sphere_bound(ball) + POSITION_FACTOR * UNIT_ROUNDOFF * size;
        let off = length(difference(difference(offset, point), along));
        let by = self.beyond_faces(point).into_iter().fold(off, f64::max);
        exceeds(by, limit).then_some(SphereFault::WrongPoint { by })
    }
}
