//! Reduces the pairs of each group to one answer, whether they are listed or are those of a product.

use core::ops::Range;

use octosat_lanes::Isa;

use super::chunk::{CHUNK, Chunk, Reduce};
use super::dense::reduce_products;
use super::question::{Groups, Members};
#[cfg(feature = "motion")]
use crate::call::moved::Moved;
use crate::call::query::Query;
#[cfg(feature = "motion")]
use crate::moved::pairs::Path;

/// Reduces the pairs of a range of groups, which have been checked.
pub(super) fn reduce<I: Isa, R: Reduce>(
    isa: I,
    groups: &Groups<'_>,
    range: Range<usize>,
    answers: &mut R,
) {
    let query = &groups.query;
    match groups.members {
        Members::Products(products) => {
            reduce_products::<I, R>(isa, query, products, range, answers);
        }
        Members::Bounds(bounds) => {
            let mut walk = Walk::new(query, bounds, range);
            while let Some(chunk) = walk.chunk() {
                answers.settle(isa, &chunk);
                let last = chunk.owners[chunk.owners.len() - 1];
                // Of a list, the first row that is NaN came first.
                if answers.limit(last).is_none_or(|limit| limit == f32::NEG_INFINITY) {
                    walk.leave_group();
                }
            }
        }
    }
}

/// Walks over the pairs of a range of groups of a list.
struct Walk<'a> {
    query: &'a Query<'a>,
    /// How its boxes have moved, if they have.
    #[cfg(feature = "motion")]
    path: Option<Path<'a>>,
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
    fn new(query: &'a Query<'a>, bounds: &'a [usize], range: Range<usize>) -> Self {
        let end_before = |group: usize| group.checked_sub(1).map_or(0, |before| bounds[before]);
        let [next, end] = [range.start, range.end].map(end_before);
        Self {
            query,
            #[cfg(feature = "motion")]
            path: query.moved.as_ref().map(Moved::path),
            bounds,
            next,
            group: range.start,
            end,
            owners: [0; CHUNK],
        }
    }

    /// The next chunk; none after the last pair.
    fn chunk(&mut self) -> Option<Chunk<'_>> {
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
        if pairs.is_empty() {
            return None;
        }
        let chunk = Chunk::new(self.query, pairs, length.slice(taken.clone()), owners);
        #[cfg(feature = "motion")]
        let chunk = chunk.moved(self.path.as_ref(), taken);
        Some(chunk)
    }

    /// Leaves the group of the last pair of a chunk, if there are more of its pairs.
    fn leave_group(&mut self) {
        self.next = self.next.max(self.bounds[self.group]);
    }
}
