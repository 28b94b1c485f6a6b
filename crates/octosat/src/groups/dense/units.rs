//! Which boxes of products are in lanes: those of one product, or one of each of several products.

use core::ops::Range;

use octosat_lanes::MAX_LANES;

use super::bounds::PREPARED;
use crate::groups::Product;

/// So many pairs of a group are computed without bounds.
const FEW_PAIRS: usize = 8;

/// Groups that are visited together.
#[derive(Debug)]
pub(super) struct Unit {
    /// The first group.
    pub(super) group: usize,
    /// The number of groups. If there are several, each has a lane.
    pub(super) groups: usize,
    /// The side of the boxes in lanes: zero for a, one for b.
    pub(super) side: usize,
    /// The boxes in lanes, of the first group.
    pub(super) boxes: Range<u32>,
    /// How far the boxes of neighboring lanes are apart in their list.
    pub(super) step: u32,
    /// The boxes of the other side, which all groups share.
    pub(super) others: Range<u32>,
}

/// A place in a list of boxes: `taken` boxes from `first` on, at a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) first: u32,
    pub(super) step: u32,
    pub(super) taken: usize,
    /// Whether the boxes may begin in any lane.
    pub(super) is_movable: bool,
}

impl Place {
    /// The first boxes of a range, as many as there are lanes.
    pub(super) fn of_range(range: Range<u32>, lanes: usize) -> Self {
        let taken = lanes.min((range.end - range.start) as usize);
        Self { first: range.start, step: 1, taken, is_movable: true }
    }
}

impl Unit {
    /// The groups from the first of a range on that are visited together.
    ///
    /// Several if their lanes hold at least as many boxes as those of the groups one by one, of which the longer side is in
    /// lanes.
    pub(super) fn next(products: &[Product], range: Range<usize>, lanes: usize) -> Self {
        let Product { a, b } = products[range.start].clone();
        let (group, is_a_longer) = (range.start, a.len() > b.len());
        let [shorter, longer] = if is_a_longer { [b.len(), a.len()] } else { [a.len(), b.len()] };
        let batches = shorter.saturating_mul(longer.div_ceil(lanes));
        let next = &products[range.start..range.end.min(range.start + lanes)];
        for (side, boxes, others) in [(0, &a, &b), (1, &b, &a)] {
            let (groups, step) = equal_groups(next, side);
            let batches_together = boxes.len().saturating_mul(others.len());
            if groups > 1 && others.len() <= PREPARED && batches_together <= groups * batches {
                return Self {
                    group,
                    groups,
                    side,
                    boxes: boxes.clone(),
                    step,
                    others: others.clone(),
                };
            }
        }
        let (side, boxes, others) = if is_a_longer { (0, a, b) } else { (1, b, a) };
        Self { group, groups: 1, side, boxes, step: 1, others }
    }

    /// Whether bounds would take longer than the pairs themselves.
    pub(super) fn has_few_pairs(&self) -> bool {
        self.groups == 1 && self.boxes.len().saturating_mul(self.others.len()) <= FEW_PAIRS
    }

    /// The number of batches of pairs.
    pub(super) fn batches(&self, lanes: usize) -> usize {
        let boxes = self.boxes.len();
        let places = if self.groups > 1 { boxes } else { boxes.div_ceil(lanes) };
        places.saturating_mul(self.others.len())
    }

    /// The boxes of the other side, as many at a time as are prepared.
    pub(super) fn others_in_parts(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let Range { start, end } = self.others;
        let part = PREPARED as u32;
        (start..end).step_by(PREPARED).map(move |first| first..end.min(first.saturating_add(part)))
    }

    /// The places of all boxes in lanes.
    pub(super) fn places(&self, lanes: usize) -> impl Iterator<Item = Place> + use<> {
        let (groups, step, Range { start, end }) = (self.groups, self.step, self.boxes.clone());
        let step_of_places = if groups > 1 { 1 } else { lanes };
        (start..end).step_by(step_of_places).map(move |first| {
            if groups > 1 {
                return Place { first, step, taken: groups, is_movable: false };
            }
            Place::of_range(first..end, lanes)
        })
    }

    /// The group of a lane.
    pub(super) fn group_of(&self, lane: usize) -> usize {
        if self.groups > 1 { self.group + lane } else { self.group }
    }

    /// The pair of a box in lanes and one of the other side.
    pub(super) fn pair(&self, in_lanes: u32, other: u32) -> [u32; 2] {
        if self.side == 0 { [in_lanes, other] } else { [other, in_lanes] }
    }
}

/// How many products differ from the first only by the same step of one side, and this step; at least one.
fn equal_groups(products: &[Product], side: usize) -> (usize, u32) {
    let sides = |product: &'_ Product| {
        let [a, b] = [product.a.clone(), product.b.clone()];
        if side == 0 { (a, b) } else { (b, a) }
    };
    let (first, others) = sides(&products[0]);
    let Some(second) = products.get(1) else { return (1, 0) };
    let Some(step @ 1..) = sides(second).0.start.checked_sub(first.start) else { return (1, 0) };
    let is_equal = |(number, product): &(u32, &Product)| {
        let by = number.saturating_mul(step);
        let moved = first.start.saturating_add(by)..first.end.saturating_add(by);
        sides(product) == (moved, others.clone())
    };
    ((0..).zip(products).take_while(is_equal).count(), step)
}

/// How many lanes the pairs of products can fill: those of one group, unless several groups share them.
pub(in crate::groups) fn lanes_of_products(products: &[Product]) -> usize {
    let longer = |product: &Product| product.a.len().max(product.b.len());
    let shares =
        !products.is_empty() && Unit::next(products, 0..products.len(), MAX_LANES).groups > 1;
    if shares { MAX_LANES } else { products.iter().map(longer).max().unwrap_or_default() }
}
