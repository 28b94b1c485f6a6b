//! Boxes against capsules: the nearest points of a box and a segment, or the shortest translation out.
//!
//! In the frame of the box, the squared distance of a point that moves along the segment is convex and made
//! of parabolas, which join where the point enters or leaves a slab of the box. The signs of the slopes at
//! these six places show which parabola has the minimum, and one step of Newton's method finds it. The
//! shortest translation of a segment out of a box is along one of six axes: three faces, and the cross products of
//! the box's axes and the segment.

use octosat_lanes::{Isa, Lanes, Mask, repeated};

use super::capsule_core::Core;
use super::capsule_points::{Contacts, Within};
use super::compared::{Compared, LoadedPairs, TestFormula};
use super::sphere::{clamped, measured};
use crate::boxes::store::OrientedBox;
use crate::call::formula::RowFormula;
use crate::shapes::capsule::Capsule;
use crate::shapes::capsule_contacts::CapsuleContacts;
use crate::shapes::lanes::{or_constant, sum_of_row};
use crate::tolerances::PARALLEL_EDGES_SINE_SQUARED;
use crate::vector::{Following, dot, following, is_finite, squared};

/// The query; see [`crate::Engine::overlaps`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleOverlap;

/// The query; see [`crate::Engine::manifolds`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleManifolds;

/// The direction of the separation of box and segment, and the separation: negative if they meet.
#[derive(Clone, Copy)]
struct Apart<F> {
    normal: [F; 3],
    distance: F,
}

impl<F: Lanes> Apart<F> {
    #[inline(always)]
    fn select(mask: F::Mask, yes: &Self, no: &Self) -> Self {
        let mut normal = yes.normal;
        for (component, no) in normal.iter_mut().zip(no.normal) {
            *component = F::select(mask, *component, no);
        }
        Self { normal, distance: F::select(mask, yes.distance, no.distance) }
    }
}

impl<I: Isa> Core<I> {
    /// The direction and the distance from the box to the segment, or of the shortest translation out; the distance
    /// is NaN for input that is not finite.
    #[inline(always)]
    fn apart(&self, isa: I) -> Apart<I::Real> {
        let Crossings { least, meets } = self.crossings(isa);
        let gap = measured(isa, self.least_gap(isa, least).gap);
        // A gap that may be rounding has no direction. A direction along which box and segment are not as far apart
        // as that is wrong: if a segment begins or ends next to two slab borders at once, rounding hides in which
        // slabs it is.
        let outside = self.noise.less(gap.distance) & !meets;
        let mut apart = Apart { normal: gap.unit(), distance: gap.distance };
        let shown = self.separation_along(apart.normal);
        let accepted = outside & (gap.distance - self.turning).at_most(shown);
        // Few boxes contain the core of a capsule.
        if (!accepted).bits() != 0 {
            let way_out = self.shortest_way_out(isa);
            let kept = accepted | (outside & way_out.distance.at_most(shown));
            apart = Apart::select(kept, &apart, &way_out);
            apart.distance = Lanes::select(outside, gap.distance, way_out.distance);
        }
        let finite = self.turning.less(isa.splat(f32::INFINITY));
        Apart { distance: Lanes::select(finite, apart.distance, isa.splat(f32::NAN)), ..apart }
    }

    /// The two places between which the distance from the box is least, and whether the segment meets the
    /// box.
    #[inline(always)]
    pub(crate) fn crossings(&self, isa: I) -> Crossings<I> {
        let zero = isa.splat(0.0);
        let [mut entry, mut exit] = [-self.reach, self.reach];
        let [mut low, mut high] = [entry, exit];
        for k in 0..3 {
            let inverse = isa.splat(1.0) / self.direction[k];
            // Not a number if the segment runs in a face's plane, and infinite if it is parallel to the face:
            // then either nothing is compared, or the whole segment is outside.
            let enters = (-self.extents[k] - self.middle[k]) * inverse;
            let leaves = (self.extents[k] - self.middle[k]) * inverse;
            entry = enters.greater(entry);
            exit = leaves.lesser(exit);
            // Of the places without slope, between an entry and an exit, the middle is taken.
            let slope = self.slope_next_to(k, enters);
            let within = (-self.reach).less(enters) & enters.less(self.reach);
            low = Lanes::select(within & slope.at_most(zero), enters.greater(low), low);
            high = Lanes::select(within & zero.less(slope), enters.lesser(high), high);
            let slope = self.slope_next_to(k, leaves);
            let within = (-self.reach).less(leaves) & leaves.less(self.reach);
            low = Lanes::select(within & slope.less(zero), leaves.greater(low), low);
            high = Lanes::select(within & zero.at_most(slope), leaves.lesser(high), high);
        }
        Crossings { least: [low, high], meets: entry.at_most(exit) }
    }

    /// The slope of the squared distance where the segment enters or leaves slab `axis`, from the other two
    /// slabs.
    ///
    /// The gap to the slab itself is zero there, but rounding would make it nonzero.
    #[inline(always)]
    fn slope_next_to(&self, axis: usize, along: I::Real) -> I::Real {
        let Following { first, second } = following(axis);
        let slope = self.gap_of(first, along) * self.direction[first];
        self.gap_of(second, along) * self.direction[second] + slope
    }

    /// The distance of a point of the segment outside slab `axis`.
    #[inline(always)]
    fn gap_of(&self, axis: usize, along: I::Real) -> I::Real {
        let place = self.direction[axis] * along + self.middle[axis];
        place - clamped(place, self.extents[axis])
    }

    #[inline(always)]
    fn gap_at(&self, along: I::Real) -> [I::Real; 3] {
        [self.gap_of(0, along), self.gap_of(1, along), self.gap_of(2, along)]
    }

    /// The vector from the box to the segment's nearest point. That point is between two places between which
    /// the segment enters and leaves no slab, so it is outside the same slabs as the middle between them.
    ///
    /// The gap at a place is exact only to roundings of the whole. The second step moves the gap alone and
    /// makes it as perpendicular to the segment as small numbers allow; otherwise the direction of a small
    /// gap would not separate. The step passes the two places by no more than their own rounding.
    #[inline(always)]
    pub(crate) fn least_gap(&self, isa: I, [low, high]: [I::Real; 2]) -> LeastGap<I::Real> {
        let zero = isa.splat(0.0);
        let center = (low + high) * isa.splat(0.5);
        let between = self.gap_at(center);
        let mut moving = self.direction;
        for k in 0..3 {
            moving[k] = moving[k].keep(!between[k].equals(zero));
        }
        let speed = squared(moving);
        let stands = speed.equals(zero);
        let speed = Lanes::select(stands, isa.splat(1.0), speed);
        let step = dot(moving, between).keep(!stands) / speed;
        let along = high.lesser(low.greater(center - step));
        let mut gap = self.gap_at(along);
        let step = dot(moving, gap).keep(!stands) / speed;
        let back = (-self.reach).greater(low - self.noise) - along;
        let on = self.reach.lesser(high + self.noise) - along;
        let step = on.lesser(back.greater(-step));
        for k in 0..3 {
            let moved = moving[k] * step + gap[k];
            let above = zero.greater(moved).keep(zero.less(between[k]));
            gap[k] = Lanes::select(between[k].less(zero), zero.lesser(moved), above);
        }
        LeastGap { along: along + step, gap }
    }

    /// The separation of box and segment along a direction.
    #[inline(always)]
    fn separation_along(&self, normal: [I::Real; 3]) -> I::Real {
        let reach = dot(normal, self.direction).abs() * self.reach;
        let mut separation = dot(normal, self.middle) - reach;
        for (component, extent) in normal.iter().zip(self.extents) {
            separation = separation - component.abs() * extent;
        }
        separation
    }

    /// The axis of the greatest separation, the first of equals: faces, then edges.
    #[inline(always)]
    fn shortest_way_out(&self, isa: I) -> Apart<I::Real> {
        let mut best = self.face(isa, 0);
        for k in 1..3 {
            let face = self.face(isa, k);
            best = Apart::select(best.distance.less(face.distance), &face, &best);
        }
        for k in 0..3 {
            let Edge { exists, mut normal, offset, radius, length } = self.edge(isa, k);
            let distance = (offset.abs() - radius) / length;
            let negative = offset.less(isa.splat(0.0));
            let Following { first: i, second: j } = following(k);
            for across in [i, j] {
                normal[across] = Lanes::select(negative, -normal[across], normal[across]);
            }
            let better = exists & best.distance.less(distance);
            best = Apart::select(better, &Apart { normal, distance }, &best);
        }
        best
    }

    /// The direction across edges along `axis` and the segment.
    #[inline(always)]
    pub(crate) fn edge(&self, isa: I, axis: usize) -> Edge<I> {
        let Following { first: i, second: j } = following(axis);
        let (v, m, h) = (self.direction, self.middle, self.extents);
        let squared = v[i] * v[i] + v[j] * v[j];
        let exists = isa.splat(PARALLEL_EDGES_SINE_SQUARED).at_most(squared);
        let length = Lanes::select(exists, squared, isa.splat(1.0)).sqrt();
        let offset = v[i] * m[j] - v[j] * m[i];
        let radius = h[i] * v[j] + h[j] * v[i];
        let mut normal = repeated::<3, _>(isa.splat(0.0));
        normal[i] = -(v[j] / length);
        normal[j] = v[i] / length;
        Edge { exists, normal, offset, radius, length }
    }

    /// The normal of face `axis`, along which the segment leaves.
    #[inline(always)]
    fn face(&self, isa: I, axis: usize) -> Apart<I::Real> {
        let one = isa.splat(1.0);
        let reach = self.direction[axis] * self.reach + self.extents[axis];
        let mut normal = repeated::<3, _>(isa.splat(0.0));
        normal[axis] = Lanes::select(self.middle[axis].less(isa.splat(0.0)), -one, one);
        Apart { normal, distance: self.middle[axis].abs() - reach }
    }
}

/// The direction across edges of the box and the segment, and both along it, times a length.
pub(crate) struct Edge<I: Isa> {
    /// Unless the segment is along the edges.
    pub(crate) exists: I::Mask,
    /// The unit vector.
    pub(crate) normal: [I::Real; 3],
    /// Where the segment is, seen from the box's center, and how far the box reaches.
    pub(crate) offset: I::Real,
    pub(crate) radius: I::Real,
    pub(crate) length: I::Real,
}

/// The nearest point of a segment.
#[derive(Clone, Copy)]
pub(crate) struct LeastGap<F> {
    /// Where it is, as a multiple of the direction from the middle; it may pass an end by rounding.
    #[cfg_attr(not(feature = "motion"), expect(dead_code, reason = "only casts need it"))]
    pub(crate) along: F,
    /// The vector from the box to it.
    pub(crate) gap: [F; 3],
}

/// How a segment passes the slabs of a box.
#[derive(Clone, Copy)]
pub(crate) struct Crossings<I: Isa> {
    /// The places around the nearest point, as multiples of the direction from the middle.
    pub(crate) least: [I::Real; 2],
    /// Whether they meet; rounding can cause it, too.
    meets: I::Mask,
}

impl TestFormula<Compared<'_, OrientedBox, Capsule>> for CapsuleOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Capsule>,
        farthest: I::Real,
    ) -> I::Mask {
        let apart = Core::seen(isa, batch).apart(isa);
        (-farthest).at_most(batch.b.radius - apart.distance)
    }
}

impl RowFormula<Compared<'_, OrientedBox, Capsule>> for CapsuleManifolds {
    type Row = CapsuleContacts;

    const NANOSECONDS: usize = 15;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, OrientedBox, Capsule>,
        farthest: I::Real,
        rows: &mut [CapsuleContacts],
    ) {
        let zero = isa.splat(0.0);
        let core = Core::seen(isa, batch);
        let apart = core.apart(isa);
        let depth = batch.b.radius - apart.distance;
        let near = (-farthest).at_most(depth);
        let mut normal = [depth; 4];
        normal[..3].copy_from_slice(&core.world(apart.normal));
        let mut points = repeated([zero, zero, zero, zero]);
        // Most pairs of a broad phase are separated.
        if near.bits() != 0 {
            let within = Within { radius: batch.b.radius, depth, least: zero - farthest };
            points =
                Contacts::new(isa, &core, apart.normal, within).rows(isa, &core, batch.a.center);
        }
        store(isa, normal, points, near, rows);
    }
}

/// Writes one row per lane: the normal with the depth, two contacts, and the numbers of contacts, features and face;
/// the last three only in lanes that are `near`.
#[inline(always)]
pub(super) fn store<I: Isa>(
    isa: I,
    normal: [I::Real; 4],
    [first, second, head]: [[I::Real; 4]; 3],
    near: I::Mask,
    rows: &mut [CapsuleContacts],
) {
    let zero = isa.splat(0.0);
    let (first, second) = (or_constant(first, near, zero), or_constant(second, near, zero));
    let known = is_finite(isa, (sum_of_row(&normal) + sum_of_row(&first)) + sum_of_row(&second));
    let normal = or_constant(normal, known, isa.splat(f32::NAN));
    let first = or_constant(first, known, zero);
    let second = or_constant(second, known, zero);
    let head = or_constant(head, near & known, zero);
    isa.store_records([normal, first, second, head], rows);
}
