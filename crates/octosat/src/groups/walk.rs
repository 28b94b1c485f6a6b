//! The pairs of groups in chunks, and those of the groups of a list in its order.

use core::ops::Range;

use octosat_lanes::BoundedPairs;

use crate::call::batches::{Batches, Pairs};
use crate::call::length::Length;
use crate::call::query::Query;

/// The most pairs of a chunk: the bits of a word.
///
/// A group can be left after each chunk, and a chunk fills the lanes of four batches or more.
pub(super) const CHUNK: usize = 64;

/// A chunk of pairs, in which small groups share batches.
pub(super) struct Chunk<'w> {
    /// The pairs, with their lengths.
    pub(super) batches: Batches<'w, Pairs<'w, 3>>,
    /// The group of each pair.
    pub(super) owners: &'w [usize],
}

impl<'w> Chunk<'w> {
    /// A chunk of pairs of checked groups.
    pub(super) fn new(
        query: &'w Query<'_>,
        pairs: &'w [[u32; 2]],
        length: Length<'w>,
        owners: &'w [usize],
    ) -> Self {
        let [a, b] = query.boxes.each();
        let pairs = BoundedPairs::check_sides(pairs, [a.len(), b.len()])
            .expect("the indices of groups are checked before they are walked over");
        let batches = Batches::new(Pairs { columns: [&a.columns, &b.columns], pairs }, length);
        Self { batches, owners }
    }
}

/// Walks over the pairs of a range of groups of a list.
pub(super) struct Walk<'a> {
    query: &'a Query<'a>,
    bounds: &'a [usize],
    /// The pair that comes next, its group or one before it, and the pair after the last.
    next: usize,
    group: usize,
    end: usize,
    /// The group of each pair of the chunk.
    owners: [usize; CHUNK],
}

impl<'a> Walk<'a> {
    /// Begins before the first pair of the first group of a range. The groups have been checked.
    pub(super) fn new(query: &'a Query<'a>, bounds: &'a [usize], range: Range<usize>) -> Self {
        let end_before = |group: usize| group.checked_sub(1).map_or(0, |before| bounds[before]);
        let [next, end] = [range.start, range.end].map(end_before);
        Self { query, bounds, next, group: range.start, end, owners: [0; CHUNK] }
    }

    /// The next chunk; none after the last pair.
    pub(super) fn chunk(&mut self) -> Option<Chunk<'_>> {
        let taken = self.next..self.end.min(self.next + CHUNK);
        while self.next < taken.end {
            while self.bounds[self.group] <= self.next {
                self.group += 1;
            }
            let until = taken.end.min(self.bounds[self.group]);
            self.owners[self.next - taken.start..until - taken.start].fill(self.group);
            self.next = until;
        }
        let (pairs, length) = (&self.query.pairs[taken.clone()], self.query.length());
        let owners = &self.owners[..taken.len()];
        (!pairs.is_empty()).then(|| Chunk::new(self.query, pairs, length.slice(taken), owners))
    }

    /// Leaves the group of the last pair of a chunk, if there are more of its pairs.
    pub(super) fn leave_group(&mut self) {
        self.next = self.next.max(self.bounds[self.group]);
    }
}
