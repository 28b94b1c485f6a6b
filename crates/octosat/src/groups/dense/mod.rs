//! The pairs of products: boxes of one side in lanes, which are loaded once for all boxes of the other side.
//!
//! Most pairs are left out by a bound of their row. The others wait until they fill batches, whichever groups they are of,
//! and are computed as those of a list are, so the rows have the same bits.
//!
//! `units`: which boxes are in lanes; `bounds`: which pairs are left out; `first`: a pair of each group that is likely to be
//! its answer; `near`: the pairs that may change an answer.

mod bounds;
mod first;
mod near;
mod units;

use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa, Mask};

pub(super) use self::bounds::ROOT_OF_THREE;
use self::bounds::{Others, Pairs, Side, Span};
use self::first::Lowest;
use self::near::Near;
pub(super) use self::units::lanes_of_products;
use self::units::{Place, Unit};
use super::Product;
use super::reduce::Reduce;
use super::walk::{CHUNK, Chunk};
use crate::query::Query;

/// Reduces the pairs of a range of products.
pub(super) fn reduce_products<I: Isa, A: Arithmetic, R: Reduce>(
    isa: I,
    query: &Query<'_>,
    products: &[Product],
    range: Range<usize>,
    answers: &mut R,
) {
    let mut memory;
    // To clear the memory takes longer than to compute the bounds of few groups twice.
    let bounds: &mut [f32] = if R::FIRST_PAIRS && range.len() >= 8 {
        memory = [0.0; STORED];
        &mut memory
    } else {
        &mut []
    };
    let mut units = Units { query, products, others: Others::NONE, bounds };
    units.reduce::<I, A, R>(isa, range, answers);
}

/// How many bounds are stored at a time, in 16 KiB.
const STORED: usize = 4096;

/// The pairs that wait for the fifteen axes, and the group of each.
struct Waiting<'a> {
    query: &'a Query<'a>,
    pairs: [[u32; 2]; CHUNK],
    owners: [usize; CHUNK],
    len: usize,
}

impl<'a> Waiting<'a> {
    fn new(query: &'a Query<'a>) -> Self {
        Self { query, pairs: [[0; 2]; CHUNK], owners: [0; CHUNK], len: 0 }
    }

    /// Adds a pair; there must be room for it.
    #[inline(always)]
    fn push(&mut self, pair: [u32; 2], owner: usize) {
        self.pairs[self.len] = pair;
        self.owners[self.len] = owner;
        self.len += 1;
    }

    fn is_full(&self) -> bool {
        self.len == CHUNK
    }

    /// Changes the answers by the rows of all pairs that wait.
    #[inline(never)]
    fn settle<I: Isa, A: Arithmetic, R: Reduce>(&mut self, isa: I, answers: &mut R) {
        if self.len > 0 {
            let (pairs, owners) = (&self.pairs[..self.len], &self.owners[..self.len]);
            answers.settle::<I, A>(isa, &Chunk::new(self.query, pairs, self.query.margin, owners));
            self.len = 0;
        }
    }
}

/// What is done with the pairs of a unit.
trait Visitor<I: Isa> {
    /// Whether it visits units first, so that bounds are stored for the next one.
    const IS_FIRST: bool;

    /// Begins with a unit.
    fn begin(&mut self, isa: I, unit: &Unit);

    /// The lanes whose pairs still matter, and how far apart their spheres may be, in meters.
    fn matters(&self, isa: I) -> (u32, I::Real);

    /// Sees the bounds of the pairs of a block and another box; whether any pair still matters.
    fn see(&mut self, isa: I, seen: &Seen<'_>, bound: I::Real) -> bool;

    /// Ends with the unit.
    fn end(&mut self, isa: I, unit: &Unit);
}

/// Boxes in lanes, and a box of the other side.
struct Seen<'s> {
    unit: &'s Unit,
    place: Place,
    lanes: Span,
    other: u32,
}

impl Seen<'_> {
    /// The box of the first lane, which is a box of the groups or before them.
    #[inline(always)]
    fn box_of_first_lane(&self) -> u32 {
        self.place.first - self.lanes.first_lane as u32
    }

    /// The pair of a lane.
    #[inline(always)]
    fn pair(&self, lane: usize) -> [u32; 2] {
        self.unit.pair(self.box_of_first_lane() + lane as u32 * self.unit.step, self.other)
    }
}

/// The units of products, and what is known of them.
struct Units<'u> {
    query: &'u Query<'u>,
    products: &'u [Product],
    others: Others,
    /// The bounds of units, in the order in which their pairs are visited.
    bounds: &'u mut [f32],
}

impl Units<'_> {
    /// Reduces the pairs of a range of products: first, where an answer depends on it, those most likely to be answers.
    #[inline(never)]
    fn reduce<I: Isa, A: Arithmetic, R: Reduce>(
        &mut self,
        isa: I,
        range: Range<usize>,
        answers: &mut R,
    ) {
        let mut waiting = Waiting::new(self.query);
        let mut start = range.start;
        while start < range.end {
            let mut groups = start..range.end.min(start + CHUNK);
            if R::FIRST_PAIRS {
                waiting.settle::<I, A, R>(isa, answers);
                let mut lowest = Lowest::new(isa, &mut waiting);
                groups.end = self.visit::<I, A, _>(isa, groups.clone(), &mut lowest);
                waiting.settle::<I, A, R>(isa, answers);
            }
            let mut near = Near::<I, A, R>::new(isa, &mut waiting, answers);
            start = self.visit::<I, A, _>(isa, groups, &mut near);
        }
        waiting.settle::<I, A, R>(isa, answers);
    }

    /// Visits the pairs of a range of products, until no more bounds can be stored; the group that comes next.
    fn visit<I: Isa, A: Arithmetic, V: Visitor<I>>(
        &mut self,
        isa: I,
        range: Range<usize>,
        visitor: &mut V,
    ) -> usize {
        isa.enter(
            #[inline(always)]
            || {
                let (mut next, mut stored) = (range.start, 0);
                while next < range.end {
                    let unit = Unit::next(self.products, next..range.end, I::LANES);
                    let bounds = unit.batches(I::LANES).saturating_mul(I::LANES);
                    let is_stored = bounds <= self.bounds.len() && !unit.has_few_pairs();
                    let place = if is_stored { stored..stored + bounds } else { 0..0 };
                    if place.end > self.bounds.len() {
                        break;
                    }
                    next += unit.groups;
                    stored = stored.max(place.end);
                    if unit.has_few_pairs() && V::IS_FIRST {
                        continue;
                    }
                    visitor.begin(isa, &unit);
                    match (is_stored, V::IS_FIRST) {
                        _ if unit.has_few_pairs() => see_all(isa, &unit, visitor),
                        (true, false) => self.see_stored(isa, &unit, place, visitor),
                        (true, true) => self.see_near::<I, A, V, true>(isa, &unit, place, visitor),
                        (false, _) => self.see_near::<I, A, V, false>(isa, &unit, place, visitor),
                    }
                    visitor.end(isa, &unit);
                }
                next
            },
        )
    }

    /// Sees the pairs of a unit whose spheres are not far apart. If bounds are to be stored, all of them.
    #[inline(always)]
    fn see_near<I: Isa, A: Arithmetic, V: Visitor<I>, const STORES: bool>(
        &mut self,
        isa: I,
        unit: &Unit,
        place: Range<usize>,
        visitor: &mut V,
    ) {
        let sides = self.query.sides();
        let (in_lanes, other_side) = (Side::new(sides[unit.side]), sides[1 - unit.side]);
        let mut stored = self.bounds[place].chunks_exact_mut(I::LANES);
        for boxes in unit.others_in_parts() {
            let prepared =
                self.others.prepare::<I, A>(isa, (1 - unit.side, other_side), boxes.clone());
            for place in unit.places(I::LANES) {
                let block = &in_lanes.block(isa, place);
                let (open, distance) = visitor.matters(isa);
                let open = block.lanes.bits & open;
                for (other, prepared) in boxes.clone().zip(prepared) {
                    let pairs = Pairs::new(isa, block, prepared);
                    if !STORES && pairs.are_far(isa, distance).bits() & open == open {
                        continue;
                    }
                    let bound = pairs.bound(isa);
                    if STORES && let Some(stored) = stored.next() {
                        isa.store(bound, stored);
                    }
                    let seen = Seen { unit, place, lanes: block.lanes, other };
                    if !visitor.see(isa, &seen, bound) {
                        return;
                    }
                }
            }
        }
    }

    /// Sees the pairs of a unit by their stored bounds.
    #[inline(always)]
    fn see_stored<I: Isa, V: Visitor<I>>(
        &self,
        isa: I,
        unit: &Unit,
        place: Range<usize>,
        visitor: &mut V,
    ) {
        let boxes = self.query.sides()[unit.side].len();
        let mut stored = self.bounds[place].chunks_exact(I::LANES);
        for others in unit.others_in_parts() {
            for place in unit.places(I::LANES) {
                let lanes = Span::of(place, boxes, I::LANES);
                for (other, bound) in others.clone().zip(&mut stored) {
                    let seen = Seen { unit, place, lanes, other };
                    if !visitor.see(isa, &seen, isa.load(bound)) {
                        return;
                    }
                }
            }
        }
    }
}

/// Sees the few pairs of a unit without bounds.
#[inline(always)]
fn see_all<I: Isa, V: Visitor<I>>(isa: I, unit: &Unit, visitor: &mut V) {
    let bound = isa.splat(f32::NEG_INFINITY);
    for place in unit.places(I::LANES) {
        let lanes = Span { bits: u32::MAX >> (32 - place.taken), first_lane: 0 };
        for other in unit.others.clone() {
            if !visitor.see(isa, &Seen { unit, place, lanes, other }, bound) {
                return;
            }
        }
    }
}
