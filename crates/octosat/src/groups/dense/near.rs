//! The pairs of products that may change an answer: those with no bound beyond the limit of their group.

use core::marker::PhantomData;

use octosat_lanes::{Arithmetic, Isa, Lanes, MAX_LANES, Mask};

use super::bounds::ROOT_OF_THREE;
use super::units::Unit;
use super::{Seen, Visitor, Waiting};
use crate::groups::reduce::Reduce;
use crate::tolerances::FAR_SPHERES;

/// Adds pairs that may change an answer to those that wait, and settles them when there are enough.
pub(super) struct Near<'n, 'a, I: Isa, A, R> {
    waiting: &'n mut Waiting<'a>,
    answers: &'n mut R,
    limits: Limits<I>,
    arithmetic: PhantomData<A>,
}

/// What is known of the groups of a unit, in their lanes.
struct Limits<I: Isa> {
    /// A bit per lane whose group still changes.
    open: u32,
    /// How far a face may separate pairs, and how far apart their spheres may be, in meters.
    face: I::Real,
    spheres: I::Real,
}

impl<I: Isa> Limits<I> {
    #[inline(always)]
    fn new<R: Reduce>(isa: I, unit: &Unit, answers: &R) -> Self {
        let mut open = 0;
        let mut face = [0.0; MAX_LANES];
        for lane in 0..unit.groups {
            if let Some(limit) = answers.limit(unit.group + lane) {
                open |= 1 << lane;
                face[lane] = limit;
            }
        }
        if unit.groups == 1 {
            open = if open == 0 { 0 } else { u32::MAX };
            face = [face[0]; MAX_LANES];
        }
        let face = isa.load(&face);
        let spheres = face.greater(isa.splat(0.0)) * isa.splat(ROOT_OF_THREE * FAR_SPHERES);
        let is_distance = answers.is_limit_of_distance();
        let spheres = if is_distance { spheres } else { isa.splat(f32::INFINITY) };
        Self { open, face, spheres }
    }
}

impl<'n, 'a, I: Isa, A: Arithmetic, R: Reduce> Near<'n, 'a, I, A, R> {
    pub(super) fn new(isa: I, waiting: &'n mut Waiting<'a>, answers: &'n mut R) -> Self {
        let zero = isa.splat(0.0);
        let limits = Limits { open: 0, face: zero, spheres: zero };
        Self { waiting, answers, limits, arithmetic: PhantomData }
    }
}

impl<I: Isa, A: Arithmetic, R: Reduce> Visitor<I> for Near<'_, '_, I, A, R> {
    const IS_FIRST: bool = false;

    #[inline(always)]
    fn begin(&mut self, isa: I, unit: &Unit) {
        self.limits = Limits::new(isa, unit, self.answers);
    }

    #[inline(always)]
    fn matters(&self, _: I) -> (u32, I::Real) {
        (self.limits.open, self.limits.spheres)
    }

    #[inline(always)]
    fn see(&mut self, isa: I, seen: &Seen<'_>, bound: I::Real) -> bool {
        let far = self.limits.face.less(bound);
        let mut near = (!far).bits() & seen.lanes.bits & self.limits.open;
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            self.waiting.push(seen.pair(lane), seen.unit.group_of(lane));
            near &= near - 1;
            if self.waiting.is_full() {
                self.waiting.settle::<I, A, R>(isa, self.answers);
                self.limits = Limits::new(isa, seen.unit, self.answers);
                near &= self.limits.open;
                if self.limits.open == 0 {
                    return false;
                }
            }
        }
        true
    }

    #[inline(always)]
    fn end(&mut self, _: I, _: &Unit) {}
}
