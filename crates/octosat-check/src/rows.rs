//! The rows of a check in the orders and numbers in which engines are asked.

use octosat_scenes::generate::Random;

use crate::case::{Case, short};
use crate::query::Query;

/// The rows of a frame: first a list as from a broad phase, then all boxes with one shape after the other.
#[derive(Clone, Debug)]
pub(crate) struct FrameRows {
    pub(crate) rows: Vec<[u32; 2]>,
    /// How many of them are the list.
    pub(crate) listed: usize,
    /// The shapes that all boxes are asked against.
    pub(crate) alone: Vec<u32>,
}

/// Rows to ask for, made of those of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    pub(crate) rows: Vec<[u32; 2]>,
    /// For each row its place among those of the frame.
    pub(crate) places: Vec<usize>,
}

/// At most so many rows of a list are asked twice, besides.
const MOST_REPEATED: usize = 20;

impl FrameRows {
    pub(crate) fn new<Q: Query>(query: Q, case: &Case, world: &Q::World) -> Self {
        let mut rows = query.rows(case, world);
        let (listed, alone) = (rows.len(), query.alone(world));
        for &shape in &alone {
            rows.extend((0..short(case.boxes.len())).map(|index| [index, shape]));
        }
        Self { rows, listed, alone }
    }

    /// The list for one thread: in another order and some of them twice, if the order is free. Who remembers frames
    /// also gets lists in their own order, which are then found faster.
    pub(crate) fn shuffled(&self, case: &Case, remembers: bool) -> Listing {
        let mut places: Vec<usize> = (0..self.listed).collect();
        let mut random = Random::new(case.setting.shape_seed ^ self.listed as u64);
        if self.listed > 0 && !remembers {
            let again = random.below(MOST_REPEATED);
            places.extend((0..again).map(|_| random.below(self.listed)));
        }
        if !remembers || (case.is_orderly && random.one_in(2)) {
            random.shuffle(&mut places);
        }
        Listing { rows: places.iter().map(|&place| self.rows[place]).collect(), places }
    }

    /// The list for several threads: again and again, so that a row meets other neighbors and other lanes.
    pub(crate) fn repeated(&self, copies: usize) -> Listing {
        let places: Vec<usize> = (0..copies).flat_map(|_| 0..self.listed).collect();
        Listing { rows: places.iter().map(|&place| self.rows[place]).collect(), places }
    }

    /// The list for several threads about boxes that are repeated as often.
    pub(crate) fn repeated_boxes(&self, copies: usize, boxes: usize, of_pairs: bool) -> Listing {
        let mut listing = self.repeated(copies);
        for (number, [index, other]) in listing.rows.iter_mut().enumerate() {
            let shift = short(number / self.listed * boxes);
            *index += shift;
            *other += if of_pairs { shift } else { 0 };
        }
        listing
    }

    /// All boxes, repeated or not, against the shape of this number among those alone.
    pub(crate) fn against(&self, number: usize, copies: usize) -> Listing {
        let boxes = (self.rows.len() - self.listed) / self.alone.len();
        let first = self.listed + number * boxes;
        let shape = self.alone[number];
        let places: Vec<usize> = (0..copies).flat_map(|_| first..first + boxes).collect();
        let rows = (0..short(places.len())).map(|index| [index, shape]).collect();
        Listing { rows, places }
    }
}
