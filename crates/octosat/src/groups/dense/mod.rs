//! The pairs of products: boxes of one side in lanes, which are loaded once for all boxes of the other side.
//!
//! Most pairs are left out by a bound of their row. The others wait until they fill batches, whichever groups they are of,
//! and are computed as those of a list are, so the rows have the same bits.
//!
//! `units`: which boxes are in lanes; `bounds`: which pairs are left out; `waiting`: the others.

mod bounds;
mod units;
mod waiting;

use core::ops::Range;

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

pub(super) use self::bounds::ROOT_OF_THREE;
use self::bounds::{Others, Place, Side, are_far, face_bound};
use self::units::Unit;
pub(super) use self::units::lanes_of_products;
use self::waiting::Waiting;
use super::chunk::{CHUNK, Reduce};
use super::question::Product;
use crate::call::query::Query;
use crate::tolerances::FAR_SPHERES;

/// Reduces the pairs of a range of products.
pub(super) fn reduce_products<I: Isa, R: Reduce>(
    isa: I,
    query: &Query<'_>,
    products: &[Product],
    range: Range<usize>,
    answers: &mut R,
) {
    let mut others = Others::NONE;
    isa.enter(
        #[inline(always)]
        || {
            let [a, b] = query.lists.each();
            let sides = [Side::new(a), Side::new(b)];
            let mut visits = Visits::<I, R>::new(isa, query, answers);
            let mut next = range.start;
            while next < range.end {
                let unit = Unit::next(products, next..range.end, I::LANES);
                visits.set_limits(isa, &unit);
                visits.visit(isa, &unit, sides.each_ref(), &mut others);
                next += unit.groups;
            }
            visits.waiting.settle_out_of_line::<I, R>(isa, visits.answers);
        },
    );
}

/// How many bounds of blocks are noted at a time, in 10 KiB.
const NOTED: usize = 128;

/// This number of pairs of a group takes less time than their bounds.
const FEW: usize = 8;

/// How many small groups are visited without bounds after one of which a third of the pairs is near.
const WITHOUT_BOUNDS: usize = 7;

/// Visits units, and changes the answers of their groups.
struct Visits<'v, I: Isa, R> {
    answers: &'v mut R,
    waiting: Waiting<'v>,
    /// A bit per lane whose group still changes.
    open: u32,
    /// How far a face may separate pairs that matter, and how far apart their spheres may be, in meters.
    limit: I::Real,
    distance: I::Real,
    /// The bounds of the pairs of a place and another box.
    bounds: [[f32; MAX_LANES]; NOTED],
    noted: [(Place, u32); NOTED],
    len: usize,
    /// How many pairs were pushed, and how many groups will be visited without bounds.
    pushed: usize,
    without_bounds: usize,
}

impl<'v, I: Isa, R: Reduce> Visits<'v, I, R> {
    #[inline(always)]
    fn new(isa: I, query: &'v Query<'v>, answers: &'v mut R) -> Self {
        Self {
            answers,
            waiting: Waiting::new(query),
            open: 0,
            limit: isa.splat(0.0),
            distance: isa.splat(0.0),
            bounds: [[0.0; MAX_LANES]; NOTED],
            noted: [(Place { first: 0, step: 1, lanes: 0 }, 0); NOTED],
            len: 0,
            pushed: 0,
            without_bounds: 0,
        }
    }

    /// Visits the pairs of a unit until none of them matters.
    #[inline(always)]
    fn visit(&mut self, isa: I, unit: &Unit, sides: [&Side<'_>; 2], others: &mut Others) {
        let [in_lanes, other_side] = [sides[unit.side], sides[1 - unit.side]];
        let pairs = unit.pairs();
        let has_no_bounds = pairs <= CHUNK && self.without_bounds > 0;
        if has_no_bounds || pairs <= FEW {
            self.without_bounds = self.without_bounds.saturating_sub(1);
            return self.push_all(isa, unit, in_lanes.boxes);
        }
        let pushed = self.pushed;
        'unit: for boxes in unit.others_in_parts() {
            let prepared = others.prepare(isa, (1 - unit.side, other_side), boxes.clone());
            for place in unit.places(in_lanes.boxes, I::LANES) {
                let spheres = in_lanes.spheres(isa, place);
                let (open, distance) = (place.lanes & self.open, self.distance);
                // Before the first answers all pairs are near.
                let some_are_far = distance.less(isa.splat(f32::INFINITY)).bits() != 0;
                for (other, prepared) in boxes.clone().zip(prepared) {
                    if some_are_far
                        && are_far(isa, spheres, prepared, distance).bits() & open == open
                    {
                        continue;
                    }
                    let bound = face_bound(isa, spheres, prepared);
                    if R::FIRST_PAIRS {
                        self.note(isa, unit, (place, other), bound);
                    } else {
                        self.push(isa, unit, (place, other), place.lanes & self.within(bound));
                    }
                }
                if self.open == 0 {
                    break 'unit;
                }
            }
        }
        if R::FIRST_PAIRS {
            self.push_noted(isa, unit);
        } else if self.pushed - pushed > pairs / 3 {
            self.without_bounds = WITHOUT_BOUNDS;
        }
    }

    /// Adds the pairs of a unit to those that wait, without bounds.
    #[inline(always)]
    fn push_all(&mut self, isa: I, unit: &Unit, boxes: usize) {
        for place in unit.places(boxes, I::LANES) {
            for other in unit.others.clone() {
                self.push(isa, unit, (place, other), place.lanes & self.open);
            }
        }
    }

    /// Notes the bounds of a place and another box.
    #[inline(always)]
    fn note(&mut self, isa: I, unit: &Unit, pairs: (Place, u32), bound: I::Real) {
        isa.store(bound, &mut self.bounds[self.len]);
        self.noted[self.len] = pairs;
        self.len += 1;
        if self.len == NOTED {
            self.push_noted(isa, unit);
        }
    }

    /// Adds the noted pairs that matter to those that wait: at first those with the lowest bound of each lane, which are
    /// likely to be the answers of their groups.
    #[inline(always)]
    fn push_noted(&mut self, isa: I, unit: &Unit) {
        let mut lowest = isa.splat(f32::INFINITY);
        for bound in &self.bounds[..self.len] {
            lowest = isa.load(bound).lesser(lowest);
        }
        for at in 0..self.len {
            let (bound, noted) = (isa.load(&self.bounds[at]), self.noted[at]);
            let is_lowest = bound.at_most(lowest);
            let rest = Lanes::select(is_lowest, isa.splat(f32::INFINITY), bound);
            isa.store(rest, &mut self.bounds[at]);
            self.push(isa, unit, noted, noted.0.lanes & is_lowest.bits() & self.within(bound));
        }
        self.waiting.settle_out_of_line::<I, R>(isa, self.answers);
        self.set_limits(isa, unit);
        for at in 0..self.len {
            let (bound, noted) = (isa.load(&self.bounds[at]), self.noted[at]);
            self.push(isa, unit, noted, noted.0.lanes & self.within(bound));
        }
        self.len = 0;
    }

    /// The lanes of groups whose answer may change by pairs of this bound.
    #[inline(always)]
    fn within(&self, bound: I::Real) -> u32 {
        (!self.limit.less(bound)).bits() & self.open
    }

    /// Adds the pairs of some lanes to those that wait.
    #[inline(always)]
    fn push(&mut self, isa: I, unit: &Unit, (place, other): (Place, u32), mut lanes: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.waiting.push(unit.pair(place, lane, other), unit.group_of(lane));
            self.pushed += 1;
            if self.waiting.is_full() {
                self.waiting.settle_out_of_line::<I, R>(isa, self.answers);
                self.set_limits(isa, unit);
                lanes &= self.open;
            }
        }
    }

    /// Sets what matters to the groups of a unit.
    #[inline(always)]
    fn set_limits(&mut self, isa: I, unit: &Unit) {
        let mut limits = [f32::NEG_INFINITY; MAX_LANES];
        self.open = 0;
        for lane in 0..unit.groups {
            if let Some(limit) = self.answers.limit(unit.group + lane) {
                self.open |= 1 << lane;
                limits[lane] = limit;
            }
        }
        if unit.groups == 1 {
            (self.open, limits) = (u32::MAX * self.open, [limits[0]; MAX_LANES]);
        }
        self.limit = isa.load(&limits);
        let distance = self.limit.greater(isa.splat(0.0)) * isa.splat(ROOT_OF_THREE * FAR_SPHERES);
        let is_distance = self.answers.is_limit_of_distance();
        self.distance = if is_distance { distance } else { isa.splat(f32::INFINITY) };
    }
}
