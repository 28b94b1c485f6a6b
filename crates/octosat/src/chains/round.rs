//! How far solids are certainly apart of which one at least is a cylinder or a capsule.
//!
//! Any direction proves it along which the centers are farther apart than both solids reach. Those that are tried are the
//! axes of both, their cross products, and the direction between the nearest points that a few projections find. A
//! direction need not be the best one, nor of unit length, so how it is computed is no matter of the proof.

use octosat_lanes::{Exact, Isa, Lanes, folded};

use super::near::{Body, difference, squared};
use crate::axes::frame::{cross_component, dot, sum_of_magnitudes, vector};
use crate::boxes::layout::Unit;
use crate::tolerances::{BORROWED_EXTENT_ERROR, BORROWED_OFFSET_ERROR, SMALLEST_GAP_ERROR};

/// Directions that are shorter than the root of this show nothing, without unit: rounding of their length counts too much.
const SHORTEST_SQUARED: f32 = 1e-4;

/// A solid along the axes of the world.
#[derive(Clone, Copy)]
struct Placed<I: Isa> {
    center: [I::Real; 3],
    axes: [[I::Real; 3]; 3],
    core: [I::Real; 3],
    radius: I::Real,
    is_disk: bool,
}

/// How far two solids are certainly apart along the best of the directions, in meters; negative if none separates them.
#[inline(always)]
pub(super) fn separation<I: Isa>(isa: I, a: &Body<I>, b: &Body<I>) -> I::Real {
    let pair = Pair::new(isa, a, b);
    let nearest = nearest_direction(isa, &pair.a, &pair.b);
    let best = pair.better(isa, isa.splat(f32::NEG_INFINITY), nearest);
    folded::<3, _>(
        best,
        #[inline(always)]
        |mut best, i| {
            best = pair.better(isa, best, pair.a.axes[i]);
            best = pair.better(isa, best, pair.b.axes[i]);
            folded::<3, _>(
                best,
                #[inline(always)]
                |best, j| pair.better(isa, best, cross(pair.a.axes[i], pair.b.axes[j])),
            )
        },
    )
}

/// Two solids, and how far rounding can be off a gap between them, in meters.
struct Pair<I: Isa> {
    a: Placed<I>,
    b: Placed<I>,
    offset: [I::Real; 3],
    error: I::Real,
}

impl<I: Isa> Pair<I> {
    #[inline(always)]
    fn new(isa: I, a: &Body<I>, b: &Body<I>) -> Self {
        let (a, b) = (Placed::new(isa, a), Placed::new(isa, b));
        let offset = difference(b.center, a.center);
        let error = isa.splat(BORROWED_OFFSET_ERROR) * sum_of_magnitudes(offset)
            + isa.splat(BORROWED_EXTENT_ERROR) * (a.size() + b.size())
            + isa.splat(SMALLEST_GAP_ERROR);
        Self { a, b, offset, error }
    }

    /// The larger one of a separation and that along a direction of any length, less what rounding can be off it.
    #[inline(always)]
    fn better(&self, isa: I, best: I::Real, direction: [I::Real; 3]) -> I::Real {
        let length_squared = squared(direction);
        let length = length_squared.sqrt();
        let reach = self.a.reach(direction, length) + self.b.reach(direction, length);
        let gap = dot::<_, Exact>(self.offset, direction).abs() - reach;
        let separation = gap / length - self.error;
        let is_short = length_squared.less(isa.splat(SHORTEST_SQUARED));
        Lanes::select(is_short, best, separation.greater(best))
    }
}

#[inline(always)]
fn cross<F: Lanes>(a: [F; 3], b: [F; 3]) -> [F; 3] {
    let mut cross = a;
    for (k, component) in cross.iter_mut().enumerate() {
        *component = cross_component::<_, Exact>(a, b, k);
    }
    cross
}

/// The direction between points of both solids that a few projections bring near each other.
#[inline(always)]
fn nearest_direction<I: Isa>(isa: I, a: &Placed<I>, b: &Placed<I>) -> [I::Real; 3] {
    let mut on_a = a.nearest(isa, b.center);
    let mut on_b = b.nearest(isa, on_a);
    for _ in 0..PROJECTIONS {
        on_a = a.nearest(isa, on_b);
        on_b = b.nearest(isa, on_a);
    }
    let between = difference(on_b, on_a);
    let size = sum_of_magnitudes(between).greater(isa.splat(SMALLEST_GAP_ERROR));
    [between[0] / size, between[1] / size, between[2] / size]
}

/// How often a point is projected on both solids after the first time.
const PROJECTIONS: usize = 3;

impl<I: Isa> Placed<I> {
    #[inline(always)]
    fn new(isa: I, body: &Body<I>) -> Self {
        let [center, _, core] = body.core;
        let (center, core) = (vector(center), vector(core));
        let axes = Unit::axes::<I, Exact>(isa, &body.core);
        Self { center, axes, core, radius: isa.splat(body.radius), is_disk: body.is_disk }
    }

    /// The sum of its lengths.
    #[inline(always)]
    fn size(&self) -> I::Real {
        sum_of_magnitudes(self.core) + self.radius
    }

    /// How far it reaches along a direction from its center, at the length of the direction.
    ///
    /// The part of the direction across the axis of a cylinder is taken by the cross product, whose error is relative to the
    /// direction also if the part is short.
    #[inline(always)]
    fn reach(&self, direction: [I::Real; 3], length: I::Real) -> I::Real {
        let across =
            if self.is_disk { squared(cross(direction, self.axes[2])).sqrt() } else { length };
        folded::<3, _>(
            self.radius * across,
            #[inline(always)]
            |sum, k| sum + self.core[k] * dot::<_, Exact>(self.axes[k], direction).abs(),
        )
    }

    /// The point of the solid that is nearest to a point, except for rounding.
    #[inline(always)]
    fn nearest(&self, isa: I, point: [I::Real; 3]) -> [I::Real; 3] {
        let offset = difference(point, self.center);
        let (mut inside, mut rest) = (offset, offset);
        for k in 0..3 {
            let along = dot::<_, Exact>(self.axes[k], offset);
            inside[k] = along.greater(-self.core[k]).lesser(self.core[k]);
            rest[k] = along - inside[k];
        }
        if self.is_disk {
            rest[2] = isa.splat(0.0);
        }
        let far = squared(rest).sqrt().greater(isa.splat(SMALLEST_GAP_ERROR));
        let part = (self.radius / far).lesser(isa.splat(1.0));
        let mut nearest = self.center;
        for k in 0..3 {
            let along = inside[k] + rest[k] * part;
            for (i, component) in nearest.iter_mut().enumerate() {
                *component = *component + self.axes[k][i] * along;
            }
        }
        nearest
    }
}
