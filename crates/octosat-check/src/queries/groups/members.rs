//! Which pairs are in the group of a row. They depend on the row, the boxes and the seed alone, so that a group has the
//! same pairs in every list.

use std::ops::Range;

use octosat::Product;
use octosat_scenes::generate::Random;

use crate::{Case, short};

/// The least and the most pairs of a group of a list: none, one, few, whole batches, and more than two chunks of 64.
const LISTED: [[usize; 2]; 9] =
    [[0, 0], [1, 1], [1, 3], [1, 3], [2, 4], [2, 4], [5, 9], [7, 17], [1, 18]];

/// One of this number of groups is long, and one of as many products has more boxes than are prepared at a time.
const GROUPS_PER_LONG: usize = 40;

/// The least and the most pairs of a long group of a list.
const LONG: [usize; 2] = [60, 140];

/// The most boxes of both sides of a product.
const SIDES: [[usize; 2]; 8] = [[2, 2], [2, 3], [3, 2], [4, 4], [1, 9], [9, 1], [3, 18], [18, 3]];

/// The same of a long product.
const LONG_SIDES: [[usize; 2]; 3] = [[17, 17], [1, 130], [130, 1]];

/// The most boxes that the products of a case have in common, and the most of their other side. In few cases more than
/// are prepared or noted at a time.
const COMMON: [usize; 2] = [10, 5];
const COMMON_AND_LONG: [usize; 2] = [130, 2];

/// One of this number of products is another one, where the others have one side in common.
const PRODUCTS_PER_OTHER: usize = 12;

/// The most boxes by which the list of side b begins later than that of side a.
const MOST_LATER: usize = 2;

/// The numbers of a row.
fn of_row(case: &Case, [a, b]: [u32; 2]) -> Random {
    Random::of_round(case.setting.shape_seed, u64::from(a) << 32 | u64::from(b))
}

/// The pairs of a group of a list: pairs of the case, some of them twice or turned, and some of any boxes.
pub(super) fn listed(case: &Case, row: [u32; 2]) -> Vec<[u32; 2]> {
    let mut random = of_row(case, row);
    let is_long = random.one_in(GROUPS_PER_LONG);
    let [least, most] = if is_long { LONG } else { random.choose(&LISTED) };
    let len = least + random.below(most - least + 1);
    let pair = |_| {
        let any = |random: &mut Random| short(random.below(case.boxes.len()));
        match random.below(8) {
            0 => row,
            1 => [row[1], row[0]],
            2 => [any(&mut random), any(&mut random)],
            _ => random.choose(&case.pairs),
        }
    };
    (0..len).map(pair).collect()
}

/// Both sides of the products of a case: all boxes, and the same or all but the first of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The number of boxes of side a that side b does not have; if there is none, both are one list.
    pub(super) later: u32,
    /// What the products have in common: then the engine visits several at a time.
    common: Option<Common>,
}

/// Products of as many boxes each, with the same boxes of the other side, as configurations of a robot have.
#[derive(Clone, Debug)]
struct Common {
    /// The side that is the same.
    side: usize,
    boxes: Range<u32>,
    /// The number of boxes of the other side, and how many rows have the same first one.
    others: usize,
    step: u32,
}

impl Plan {
    pub(super) fn of(case: &Case) -> Self {
        let mut random = Random::new(case.setting.shape_seed);
        let later = random.below(MOST_LATER + 1).min(case.boxes.len().saturating_sub(1));
        let lens = [case.boxes.len(), case.boxes.len() - later];
        let common = random.one_in(2).then(|| {
            let side = random.below(2);
            let start = random.below(lens[side].max(1));
            let most = if random.one_in(GROUPS_PER_LONG) { COMMON_AND_LONG } else { COMMON };
            let boxes = range(start, 1 + random.below(most[0]), lens[side]);
            let (others, step) = (1 + random.below(most[1]), random.choose(&[1, 2]));
            Common { side, boxes, others, step }
        });
        Self { later: short(later), common }
    }

    /// The product of a row, with some empty sides.
    pub(super) fn product(&self, case: &Case, row: [u32; 2]) -> Product {
        let (mut random, len) = (of_row(case, row), case.boxes.len());
        let (lens, [a, b]) = ([len, len - self.later as usize], row);
        let starts = [a, b.saturating_sub(self.later)];
        if let Some(Common { side, boxes, others, step }) = &self.common
            && !random.one_in(PRODUCTS_PER_OTHER)
        {
            let other = 1 - side;
            let own = range((starts[other] / step) as usize, *others, lens[other]);
            let (boxes, is_a) = (boxes.clone(), *side == 0);
            return if is_a { Product::new(boxes, own) } else { Product::new(own, boxes) };
        }
        let is_long = random.one_in(GROUPS_PER_LONG);
        let most = if is_long { random.choose(&LONG_SIDES) } else { random.choose(&SIDES) };
        let [a, b] = [0, 1].map(|side: usize| {
            let start = (starts[side] as usize).saturating_sub(random.below(3));
            let least = usize::from(!random.one_in(8));
            let taken = least + random.below(most[side] + 1 - least);
            range(start, if is_long { most[side] } else { taken }, lens[side])
        });
        Product::new(a, b)
    }

    /// The pairs of a product in the order of a list, by their indices in the lists of their sides.
    pub(super) fn pairs(product: &Product) -> Vec<[u32; 2]> {
        let with_b = |a| product.b.clone().map(move |b| [a, b]);
        product.a.clone().flat_map(with_b).collect()
    }
}

/// This number of boxes from a start on, or as many as there are, of a list.
fn range(start: usize, taken: usize, len: usize) -> Range<u32> {
    let taken = taken.min(len);
    let start = start.min(len - taken);
    short(start)..short(start + taken)
}
