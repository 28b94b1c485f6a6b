//! Capsules against spheres, capsules and half-spaces: the depth, and up to two contacts.
//!
//! One file per kind of a would repeat the choice of contacts, so this file has it, and [`CapsuleSide`] is what the
//! kinds differ in.

use octosat_lanes::{Isa, Lanes, Mask, repeated};

use super::capsule::{CapsuleManifolds, CapsuleOverlap, store};
use super::compared::TestFormula;
use super::compared::{Compared, LoadedPairs};
use crate::call::formula::RowFormula;
use crate::shapes::capsule::Capsule;
use crate::shapes::capsule_contacts::CapsuleContacts;
use crate::shapes::lanes::{InLanes, or_constant};
use octosat_rows::Face;

/// A shape that capsules are compared with.
pub(crate) trait CapsuleSide: InLanes {
    /// Pairs with capsules, seen so that depth and contacts follow.
    type Seen<I: Isa>: Copy;

    /// A batch of pairs.
    fn seen<I: Isa>(isa: I, batch: &LoadedPairs<I, Self, Capsule>) -> Self::Seen<I>;

    /// The normal and the depth.
    fn depth<I: Isa>(isa: I, seen: &Self::Seen<I>) -> [I::Real; 4];

    /// The places where there can be contacts.
    fn places<I: Isa>(isa: I, seen: &Self::Seen<I>) -> Places<I>;
}

/// A place where a capsule can touch.
#[derive(Clone, Copy)]
pub(crate) struct Place<I: Isa> {
    /// On the surface of a, world coordinates.
    pub(super) point: [I::Real; 3],
    pub(super) depth: I::Real,
    /// The number of the feature, as a whole float.
    pub(super) feature: I::Real,
}

/// Two places in their order along the capsule.
#[derive(Clone, Copy)]
pub(crate) struct Places<I: Isa> {
    pub(super) both: [Place<I>; 2],
    /// The lanes in which there are two.
    pub(super) two: I::Mask,
    /// How far rounding moves a depth.
    pub(super) noise: I::Real,
}

impl<I: Isa> Place<I> {
    #[inline(always)]
    pub(super) fn select(mask: I::Mask, yes: &Self, no: &Self) -> Self {
        let mut point = yes.point;
        for k in 0..3 {
            point[k] = Lanes::select(mask, yes.point[k], no.point[k]);
        }
        Self {
            point,
            depth: Lanes::select(mask, yes.depth, no.depth),
            feature: Lanes::select(mask, yes.feature, no.feature),
        }
    }

    /// The same place with a depth from `least` to `most`.
    #[inline(always)]
    fn limited(&self, least: I::Real, most: I::Real) -> Self {
        Self { depth: most.lesser(least.greater(self.depth)), ..*self }
    }

    #[inline(always)]
    fn row(&self) -> [I::Real; 4] {
        let [x, y, z] = self.point;
        [x, y, z, self.depth]
    }
}

impl<I: Isa> Places<I> {
    /// One place.
    #[inline(always)]
    pub(super) fn one(isa: I, place: Place<I>) -> Self {
        let zero = isa.splat(0.0);
        Self { both: [place; 2], two: zero.less(zero), noise: zero }
    }

    /// The rows of the contacts, and the row of counts and numbers: the deeper place, and the other if its depth is at
    /// least `least`, except for rounding.
    #[inline(always)]
    fn rows(&self, isa: I, depth: I::Real, least: I::Real) -> [[I::Real; 4]; 3] {
        let [start, end] = &self.both;
        let start_is_deeper = !self.two | end.depth.at_most(start.depth);
        let lowest = least - self.noise;
        let first = start_is_deeper | lowest.at_most(start.depth);
        let second = self.two & (!start_is_deeper | lowest.at_most(end.depth));
        let one = isa.splat(1.0);
        let count = one.keep(first) + one.keep(second);
        // A place that misses `within` by rounding is at `within`, and none is deeper than the pair.
        let [start, end] = [start.limited(least, depth), end.limited(least, depth)];
        let one_of_both = Place::select(first, &start, &end);
        let is_there = first & second;
        let zero = isa.splat(0.0);
        [
            one_of_both.row(),
            or_constant(end.row(), is_there, zero),
            [
                count,
                one_of_both.feature,
                end.feature.keep(is_there),
                isa.splat(f32::from(Face::MISS.code())),
            ],
        ]
    }
}

impl<S: CapsuleSide> TestFormula<Compared<'_, S, Capsule>> for CapsuleOverlap {
    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Capsule>,
        farthest: I::Real,
    ) -> I::Mask {
        let [_, _, _, depth] = S::depth(isa, &S::seen(isa, batch));
        (-farthest).at_most(depth)
    }
}

impl<S: CapsuleSide> RowFormula<Compared<'_, S, Capsule>> for CapsuleManifolds {
    type Row = CapsuleContacts;

    const NANOSECONDS: usize = 10;

    #[inline(always)]
    fn batch<I: Isa>(
        self,
        isa: I,
        batch: &LoadedPairs<I, S, Capsule>,
        farthest: I::Real,
        rows: &mut [CapsuleContacts],
    ) {
        let zero = isa.splat(0.0);
        let seen = S::seen(isa, batch);
        let normal = S::depth(isa, &seen);
        let depth = normal[3];
        let near = (-farthest).at_most(depth);
        let mut points = repeated([zero, zero, zero, zero]);
        // Most pairs of a broad phase are separated.
        if near.bits() != 0 {
            points = S::places(isa, &seen).rows(isa, depth, zero - farthest);
        }
        store(isa, normal, points, near, rows);
    }
}
