//! Two placed polyhedra, relative to the center of the first.

use glam::DVec3;

use crate::convex::placed::Placed;
use crate::convex::pose::{narrow, round};
use crate::convex::results::{Axis, Penetration};
use crate::convex::tolerances::{REACH_NOISE, SMALLEST_GAP};

/// One of the two shapes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    A,
    B,
}

impl Side {
    /// The other shape.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// Two shapes, and the vector from the center of a to the center of b.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'p> {
    pub(crate) a: &'p Placed<'p>,
    pub(crate) b: &'p Placed<'p>,
    pub(crate) offset: DVec3,
}

/// A direction from a to b, and the separation of the shapes along it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// Meters, negative if they overlap along it.
    pub(crate) separation: f64,
    /// Unit, world.
    pub(crate) normal: DVec3,
    pub(crate) axis: Axis,
}

impl From<Candidate> for Penetration {
    fn from(candidate: Candidate) -> Self {
        Self {
            normal: narrow(candidate.normal),
            depth: round(-candidate.separation),
            axis: candidate.axis,
        }
    }
}

impl<'p> Pair<'p> {
    pub(crate) fn new(a: &'p Placed<'p>, b: &'p Placed<'p>) -> Self {
        Self { a, b, offset: b.center() - a.center() }
    }

    /// The distance in meters within which float64 decides whether shapes that just touch are separated or overlap.
    pub(crate) fn rounding(&self) -> f64 {
        SMALLEST_GAP * (self.a.shape().extent() + self.b.shape().extent())
    }

    /// How far rounding moves a place where the shapes touch, in meters, by the rule of the engine.
    pub(crate) fn noise(&self) -> f64 {
        let [a, b] = [self.a, self.b].map(|placed| placed.shape().extent());
        REACH_NOISE * (self.offset.length() + a.min(b))
    }

    /// The shape on a side.
    pub(crate) fn placed(&self, side: Side) -> &'p Placed<'p> {
        match side {
            Side::A => self.a,
            Side::B => self.b,
        }
    }

    /// The center of a shape relative to the center of a.
    pub(crate) fn origin(&self, side: Side) -> DVec3 {
        match side {
            Side::A => DVec3::ZERO,
            Side::B => self.offset,
        }
    }

    /// A vertex relative to the center of a.
    pub(crate) fn vertex(&self, side: Side, vertex: usize) -> DVec3 {
        self.placed(side).vertices()[vertex] + self.origin(side)
    }

    /// The ends of an edge relative to the center of a.
    pub(crate) fn edge(&self, side: Side, edge: usize) -> [DVec3; 2] {
        let [from, to] = self.placed(side).shape().edges()[edge].vertices();
        [self.vertex(side, from), self.vertex(side, to)]
    }

    /// The gap along a unit direction from the far side of a to the near side of b, meters.
    ///
    /// Whatever the direction, the shapes are at least this far apart if the gap is positive. Both are
    /// projected on the direction as it is, so its rounding cannot create a gap.
    pub(crate) fn gap(&self, normal: DVec3) -> f64 {
        self.b.lowest(normal) + normal.dot(self.offset) - self.a.highest(normal)
    }
}
