//! The pairs of groups in chunks, so that small groups share batches and large ones can be left early.

use core::ops::Range;

use octosat_lanes::BoundedPairs;

use super::{Groups, Members, Product};
use crate::batches::{Batches, Pairs};

/// The most pairs of a chunk: the bits of a word.
///
/// A group can be left after each chunk, and a chunk fills the lanes of four batches or more.
pub(crate) const CHUNK: usize = 64;

/// Walks over the pairs of a range of groups.
pub(crate) struct Walk<'a> {
    groups: &'a Groups<'a>,
    /// The group whose pairs come next, and the group after the last.
    group: usize,
    end: usize,
    /// The pair of a list that comes next.
    next_pair: usize,
    /// The boxes of a product that come next, by their places in both ranges: a box of side a, and a block of side b.
    next_boxes: [u32; 2],
    block: Block,
    pairs: [[u32; 2]; CHUNK],
    /// The group of each pair of the chunk.
    owners: [usize; CHUNK],
    len: usize,
    /// The number of the chunk's first pair in the list.
    first: usize,
}

/// A box of side a and up to 64 boxes of side b, which may be near it.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    a: u32,
    first_b: u32,
    /// A bit per box of side b that is not yet taken.
    left: u64,
}

/// A chunk of pairs.
pub(crate) struct Chunk<'w> {
    /// The pairs, with their margins.
    pub(crate) batches: Batches<'w, Pairs<'w, 3>>,
    /// The group of each pair; ascends.
    pub(crate) owners: &'w [usize],
}

impl Block {
    /// The boxes that are asked for, of a box of side a and the next boxes of side b.
    fn new(
        [a, first_b]: [u32; 2],
        boxes_of_b: u32,
        asked: impl FnOnce(usize, Range<usize>) -> u64,
    ) -> Self {
        let len = boxes_of_b.min(u64::BITS);
        let bits = asked(a as usize, first_b as usize..(first_b + len) as usize);
        Self { a, first_b, left: bits & (u64::MAX >> (u64::BITS - len)) }
    }
}

impl<'a> Walk<'a> {
    /// Begins before the first pair of the first group of a range. The groups have been checked.
    pub(crate) fn new(groups: &'a Groups<'a>, range: Range<usize>) -> Self {
        let next_pair = match (groups.members, range.start.checked_sub(1)) {
            (Members::Ends(ends), Some(before)) => ends[before],
            _ => 0,
        };
        Self {
            groups,
            group: range.start,
            end: range.end,
            next_pair,
            next_boxes: [0; 2],
            block: Block::default(),
            pairs: [[0; 2]; CHUNK],
            owners: [0; CHUNK],
            len: 0,
            first: 0,
        }
    }

    /// The next chunk; none after the last pair.
    ///
    /// Of products, it has the pairs that are asked for: for a group, a box of side a and up to 64 boxes of side b, `asked`
    /// returns a bit per box of side b.
    pub(crate) fn chunk(
        &mut self,
        mut asked: impl FnMut(usize, usize, Range<usize>) -> u64,
    ) -> Option<Chunk<'_>> {
        self.len = 0;
        self.first = self.next_pair;
        while self.len < CHUNK && self.group < self.end {
            let is_done = match self.groups.members {
                Members::Ends(ends) => self.take_pairs(ends[self.group]),
                Members::Products(products) => self.take_boxes(&products[self.group], &mut asked),
            };
            if is_done {
                self.leave_group();
            }
        }
        if self.len == 0 {
            return None;
        }
        let [a, b] = self.groups.query.sides();
        let pairs = BoundedPairs::check_sides(&self.pairs[..self.len], [a.len(), b.len()])
            .expect("the indices of groups are checked before they are walked over");
        let margin = self.groups.query.margin.slice(self.first..self.first + self.len);
        let batches = Batches::new(Pairs { columns: [&a.columns, &b.columns], pairs }, margin);
        Some(Chunk { batches, owners: &self.owners[..self.len] })
    }

    /// Takes pairs of the list up to the end of a group; whether all are taken.
    fn take_pairs(&mut self, end: usize) -> bool {
        let pair = self.next_pair;
        let taken = (end - pair).min(CHUNK - self.len);
        let room = self.len..self.len + taken;
        self.pairs[room.clone()].copy_from_slice(&self.groups.query.pairs[pair..pair + taken]);
        self.own(room);
        self.next_pair = pair + taken;
        self.next_pair == end
    }

    /// Takes pairs of a product, box by box of side a; whether all are taken.
    fn take_boxes(
        &mut self,
        product: &Product,
        mut asked: impl FnMut(usize, usize, Range<usize>) -> u64,
    ) -> bool {
        let start = self.len;
        let [len_a, len_b] = [&product.a, &product.b].map(|range| range.end - range.start);
        loop {
            let Block { a, first_b, left } = &mut self.block;
            while *left != 0 && self.len < CHUNK {
                self.pairs[self.len] = [*a, *first_b + left.trailing_zeros()];
                *left &= *left - 1;
                self.len += 1;
            }
            let [a, b] = self.next_boxes;
            let is_done = len_b == 0 || a == len_a;
            if is_done || self.len == CHUNK {
                self.own(start..self.len);
                return is_done && self.block.left == 0;
            }
            let (boxes, group) = ([product.a.start + a, product.b.start + b], self.group);
            self.block = Block::new(boxes, len_b - b, |a, b| asked(group, a, b));
            let next = b.saturating_add(u64::BITS);
            self.next_boxes = if next < len_b { [a, next] } else { [a + 1, 0] };
        }
    }

    /// Notes that the pairs of these places are of the group.
    fn own(&mut self, places: Range<usize>) {
        self.owners[places.clone()].fill(self.group);
        self.len = places.end;
    }

    /// Leaves the group of the chunk's last pair, if there are more of its pairs.
    pub(crate) fn skip(&mut self, owner: usize) {
        if self.group == owner {
            self.leave_group();
        }
    }

    fn leave_group(&mut self) {
        match self.groups.members {
            Members::Ends(ends) => self.next_pair = ends[self.group],
            Members::Products(_) => {
                self.next_boxes = [0; 2];
                self.block.left = 0;
            }
        }
        self.group += 1;
    }
}
