//! The closest points of two separated boxes, exactly: for the few pairs within the margin whose
//! faces do not look at each other, such as boxes corner to corner.
//!
//! Some corner of one box and the other box, or some edge of each, hold the closest points. All
//! 8 + 8 corners and 12 · 12 edge pairs are tried; the pairs are rare, so nothing is spared.
//! Ericson, "Real-Time Collision Detection", 2005, sections 5.1.4 and 5.1.9.

use octosat_lanes::{Arithmetic, Isa, Lanes};

use super::faces::columns;
use super::features::{CLOSEST, CORNERS_OF_A, CROSSINGS, EDGES};
use super::plane::clamped;
use crate::frame::{Following, dot, following};
use crate::kernels::choice::MetricFrame;
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;

/// A point of each box, in the frame of box a, relative to a's centre.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPoints<F> {
    pub(super) on_a: [F; 3],
    pub(super) on_b: [F; 3],
    pub(super) distance_squared: F,
    pub(super) feature: F,
}

/// Box b seen from box a, and the best points so far.
struct Search<'a, I: Isa> {
    isa: I,
    frame: &'a MetricFrame<I::Real>,
    /// The axes of b along those of a.
    axes: [[I::Real; 3]; 3],
    best: ClosestPoints<I::Real>,
}

/// The closest points of boxes that do not overlap.
#[inline(always)]
pub(super) fn closest_points<I: Isa, A: Arithmetic>(
    isa: I,
    frame: &MetricFrame<I::Real>,
) -> ClosestPoints<I::Real> {
    let zero = isa.splat(0.0);
    let best = ClosestPoints {
        on_a: [zero; 3],
        on_b: frame.offset_a,
        distance_squared: isa.splat(f32::INFINITY),
        feature: isa.splat(CLOSEST),
    };
    let mut search = Search { isa, frame, axes: columns(frame), best };
    for corner in 0..8 {
        search.corner_of_b::<A>(corner);
        search.corner_of_a::<A>(corner);
    }
    for i in 0..3 {
        for j in 0..3 {
            for sides in 0..16 {
                search.edges::<A>(i, j, sides);
            }
        }
    }
    search.best
}

/// A whole number of the search as a float.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "features are below 2^24")]
fn number(value: usize) -> f32 {
    value as f32
}

impl<I: Isa> Search<'_, I> {
    /// A half extent, or its negation where the bit is not set.
    #[inline(always)]
    fn signed(&self, extent: I::Real, sides: usize, bit: usize) -> I::Real {
        if sides >> bit & 1 == 1 { extent } else { self.isa.splat(0.0) - extent }
    }

    /// Keeps the closer of the best points and these.
    #[inline(always)]
    fn offer<A: Arithmetic>(&mut self, on_a: [I::Real; 3], on_b: [I::Real; 3], feature: f32) {
        let between = [on_b[0] - on_a[0], on_b[1] - on_a[1], on_b[2] - on_a[2]];
        let distance_squared = dot::<_, A>(between, between);
        let best = &mut self.best;
        let closer = distance_squared.less(best.distance_squared);
        for k in 0..3 {
            best.on_a[k] = Lanes::select(closer, on_a[k], best.on_a[k]);
            best.on_b[k] = Lanes::select(closer, on_b[k], best.on_b[k]);
        }
        best.distance_squared = Lanes::select(closer, distance_squared, best.distance_squared);
        best.feature = Lanes::select(closer, self.isa.splat(feature), best.feature);
    }

    /// `from + along · axis j of b`.
    #[inline(always)]
    fn moved<A: Arithmetic>(&self, from: [I::Real; 3], j: usize, along: I::Real) -> [I::Real; 3] {
        let mut to = from;
        for (component, axis) in to.iter_mut().zip(self.axes[j]) {
            *component = A::multiply_add(along, axis, *component);
        }
        to
    }

    /// A corner of b, and the point of a nearest to it.
    #[inline(always)]
    fn corner_of_b<A: Arithmetic>(&mut self, corner: usize) {
        let mut on_b = self.frame.offset_a;
        for j in 0..3 {
            on_b = self.moved::<A>(on_b, j, self.signed(self.frame.own_b[j], corner, j));
        }
        let mut on_a = on_b;
        for (component, limit) in on_a.iter_mut().zip(self.frame.own_a) {
            *component = clamped(*component, limit);
        }
        self.offer::<A>(on_a, on_b, CLOSEST + number(corner));
    }

    /// A corner of a, and the point of b nearest to it.
    #[inline(always)]
    fn corner_of_a<A: Arithmetic>(&mut self, corner: usize) {
        let mut on_a = self.frame.own_a;
        for (i, component) in on_a.iter_mut().enumerate() {
            *component = self.signed(*component, corner, i);
        }
        let mut on_b = self.frame.offset_a;
        for j in 0..3 {
            let along = dot::<_, A>(self.axes[j], on_a) - self.frame.offset_b[j];
            on_b = self.moved::<A>(on_b, j, clamped(along, self.frame.own_b[j]));
        }
        self.offer::<A>(on_a, on_b, CLOSEST + CORNERS_OF_A + number(corner));
    }

    /// Edge `i` of a and `j` of b, on the sides that four bits say: two for a, two for b.
    #[inline(always)]
    fn edges<A: Arithmetic>(&mut self, i: usize, j: usize, sides: usize) {
        let [zero, one] = [self.isa.splat(0.0), self.isa.splat(1.0)];
        let Following { first: l, second: m } = following(i);
        let Following { first: p, second: q } = following(j);
        let mut middle_a = [zero; 3];
        middle_a[l] = self.signed(self.frame.own_a[l], sides, 0);
        middle_a[m] = self.signed(self.frame.own_a[m], sides, 1);
        let middle_b = self.frame.offset_a;
        let middle_b = self.moved::<A>(middle_b, p, self.signed(self.frame.own_b[p], sides, 2));
        let middle_b = self.moved::<A>(middle_b, q, self.signed(self.frame.own_b[q], sides, 3));
        let mut between = middle_b;
        for (component, from) in between.iter_mut().zip(middle_a) {
            *component = *component - from;
        }
        let direction = self.axes[j];
        let cosine = direction[i];
        let sine_squared = A::multiply_add(direction[l], direction[l], direction[m] * direction[m]);
        let parallel = sine_squared.less(self.isa.splat(PARALLEL_EDGES_SINE_SQUARED));
        let [along_a, along_b] = [between[i], dot::<_, A>(between, direction)];
        let meeting = A::subtract_product(cosine, along_b, along_a)
            / Lanes::select(parallel, one, sine_squared);
        let s = clamped(meeting.keep(!parallel), self.frame.own_a[i]);
        let t = clamped(A::multiply_subtract(s, cosine, along_b), self.frame.own_b[j]);
        let s = clamped(A::multiply_add(t, cosine, along_a), self.frame.own_a[i]);
        let mut on_a = middle_a;
        on_a[i] = s;
        let on_b = self.moved::<A>(middle_b, j, t);
        let [edge_a, edge_b] = [4 * i + (sides & 3), 4 * j + (sides >> 2)];
        let feature = CLOSEST + CROSSINGS + EDGES * number(edge_a) + number(edge_b);
        self.offer::<A>(on_a, on_b, feature);
    }
}
