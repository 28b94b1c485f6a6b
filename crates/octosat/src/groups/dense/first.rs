//! A pair of each group that is likely to be its answer: the one with the lowest bound.

use octosat_lanes::{IntegerLanes, Isa, Lanes, MAX_LANES};

use super::bounds::ROOT_OF_THREE;
use super::units::Unit;
use super::{Seen, Visitor, Waiting};

/// Adds the pair with the lowest bound of each group to those that wait.
pub(super) struct Lowest<'n, 'a, I: Isa> {
    waiting: &'n mut Waiting<'a>,
    bound: I::Real,
    /// The box in lanes, by that of the first lane, and the box of the other side.
    in_first_lane: I::Integer,
    other: I::Integer,
}

impl<'n, 'a, I: Isa> Lowest<'n, 'a, I> {
    pub(super) fn new(isa: I, waiting: &'n mut Waiting<'a>) -> Self {
        let zero = isa.splat_integer(0);
        Self { waiting, bound: isa.splat(f32::INFINITY), in_first_lane: zero, other: zero }
    }
}

impl<I: Isa> Visitor<I> for Lowest<'_, '_, I> {
    const IS_FIRST: bool = true;

    #[inline(always)]
    fn begin(&mut self, isa: I, _: &Unit) {
        self.bound = isa.splat(f32::INFINITY);
    }

    /// A pair whose spheres are so far apart seldom has the lowest bound. Which pair is found changes no answer.
    #[inline(always)]
    fn matters(&self, isa: I) -> (u32, I::Real) {
        (u32::MAX, isa.splat(ROOT_OF_THREE) * self.bound.greater(isa.splat(0.0)))
    }

    #[inline(always)]
    fn see(&mut self, isa: I, seen: &Seen<'_>, bound: I::Real) -> bool {
        let lower = bound.less(self.bound);
        let [in_lanes, other] = [seen.box_of_first_lane(), seen.other].map(u32::cast_signed);
        self.bound = Lanes::select(lower, bound, self.bound);
        self.in_first_lane =
            IntegerLanes::select(lower, isa.splat_integer(in_lanes), self.in_first_lane);
        self.other = IntegerLanes::select(lower, isa.splat_integer(other), self.other);
        true
    }

    #[inline(always)]
    fn end(&mut self, isa: I, unit: &Unit) {
        let mut bounds = [f32::INFINITY; MAX_LANES];
        let mut boxes = [[0; MAX_LANES]; 2];
        isa.store(self.bound, &mut bounds);
        isa.store_integers(self.in_first_lane, &mut boxes[0]);
        isa.store_integers(self.other, &mut boxes[1]);
        let mut add = |lane: usize| {
            if bounds[lane] < f32::INFINITY {
                let [in_first_lane, other] = boxes.map(|boxes| boxes[lane].cast_unsigned());
                let in_lane = in_first_lane.wrapping_add(lane as u32 * unit.step);
                self.waiting.push(unit.pair(in_lane, other), unit.group_of(lane));
            }
        };
        if unit.groups > 1 {
            (0..unit.groups).for_each(add);
        } else {
            add((1..I::LANES)
                .fold(0, |least, lane| if bounds[lane] < bounds[least] { lane } else { least }));
        }
    }
}
