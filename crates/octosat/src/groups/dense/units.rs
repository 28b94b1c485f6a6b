//! Which boxes of products are in lanes: those of one product, or one of each of several products.

use core::ops::Range;

use octosat_lanes::MAX_LANES;

use super::bounds::{PREPARED, Place};
use crate::groups::question::Product;

/// Groups that are visited together.
#[derive(Debug)]
pub(super) struct Unit {
    /// The first group, and their number. If there are several, each has a lane.
    pub(super) group: usize,
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

impl Unit {
    /// The groups from the first of a range on that are visited together.
    ///
    /// Several if that takes no more batches than one by one, with the longer side in lanes.
    pub(super) fn next(products: &[Product], range: Range<usize>, lanes: usize) -> Self {
        let group = range.start;
        let next = &products[group..range.end.min(group + lanes)];
        let [a, b] = sides(&next[0], 0);
        let (side, boxes, others) = if a.len() > b.len() { (0, a, b) } else { (1, b, a) };
        let one = Self { group, groups: 1, side, boxes, step: 1, others };
        let together = [0, 1].into_iter().find_map(|side| {
            let (groups, step) = equal_groups(next, side);
            let [boxes, others] = sides(&next[0], side);
            let unit = Self { group, groups, side, boxes, step, others };
            let is_less = unit.batches(lanes) <= one.batches(lanes).saturating_mul(groups);
            (groups > 1 && unit.others.len() <= PREPARED as usize && is_less).then_some(unit)
        });
        together.unwrap_or(one)
    }

    /// The positions of the boxes in lanes, given the number of boxes of the list.
    pub(super) fn places(&self, boxes: usize, lanes: usize) -> impl Iterator<Item = Place> + use<> {
        let (Range { start, end }, step, groups) = (self.boxes.clone(), self.step, self.groups);
        (start..end).step_by(if groups > 1 { 1 } else { lanes }).map(move |first| {
            if groups > 1 {
                return Place { first, step, lanes: u32::MAX >> (32 - groups) };
            }
            Place::of_range(first..end, boxes, lanes)
        })
    }

    /// The boxes of the other side, as many at a time as are prepared.
    pub(super) fn others_in_parts(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let Range { start, end } = self.others;
        (start..end)
            .step_by(PREPARED as usize)
            .map(move |first| first..end.min(first.saturating_add(PREPARED)))
    }

    /// The number of batches of pairs.
    fn batches(&self, lanes: usize) -> usize {
        let boxes = self.boxes.len();
        let blocks = if self.groups > 1 { boxes } else { boxes.div_ceil(lanes) };
        blocks.saturating_mul(self.others.len())
    }

    /// The number of pairs of all groups.
    pub(super) fn pairs(&self) -> usize {
        self.boxes.len().saturating_mul(self.others.len()).saturating_mul(self.groups)
    }

    /// The group of a lane.
    pub(super) fn group_of(&self, lane: u32) -> usize {
        if self.groups > 1 { self.group + lane as usize } else { self.group }
    }

    /// The pair of a lane of a batch and a box of the other side.
    pub(super) fn pair(&self, place: Place, lane: u32, other: u32) -> [u32; 2] {
        let in_lane = place.first + lane * place.step;
        if self.side == 0 { [in_lane, other] } else { [other, in_lane] }
    }
}

/// The ranges of a product, that of a given side first.
fn sides(Product { a, b }: &Product, first: usize) -> [Range<u32>; 2] {
    if first == 0 { [a.clone(), b.clone()] } else { [b.clone(), a.clone()] }
}

/// How many products differ from the first only by the same step of one side, and this step; at least one.
fn equal_groups(products: &[Product], side: usize) -> (usize, u32) {
    let [first, others] = sides(&products[0], side);
    let second = products.get(1).map_or(0, |second| sides(second, side)[0].start);
    let Some(step @ 1..) = second.checked_sub(first.start) else { return (1, 1) };
    let is_equal = |&(number, product): &(u32, &Product)| {
        let [start, end] =
            [first.start, first.end].map(|index| index.saturating_add(step.saturating_mul(number)));
        sides(product, side) == [start..end, others.clone()]
    };
    ((0..).zip(products).take_while(is_equal).count(), step)
}

/// How many lanes the pairs of products can fill: those of one group, unless several groups share them.
pub(in crate::groups) fn lanes_of_products(products: &[Product]) -> usize {
    let longer = |product: &Product| product.a.len().max(product.b.len());
    let shares = |range: Range<usize>| Unit::next(products, range, MAX_LANES).groups > 1;
    if !products.is_empty() && shares(0..products.len()) {
        return MAX_LANES;
    }
    products.iter().map(longer).max().unwrap_or_default()
}
