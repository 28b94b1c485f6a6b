//! Chunks of pairs of several groups, and what a chunk does to the answers of its groups.

#[cfg(feature = "motion")]
use core::ops::Range;

use octosat_lanes::{BoundedPairs, Isa};

use crate::call::batches::{Batches, Pairs};
use crate::call::dispatch::BitKernel;
#[cfg(feature = "certain")]
use crate::call::dispatch::RowKernel;
use crate::call::length::Length;
use crate::call::query::Query;
#[cfg(feature = "motion")]
use crate::moved::{
    at_times::AtTimes,
    pairs::{MovedPairs, Path},
};

/// The most pairs of a chunk: the bits of a word.
///
/// A group can be left after each chunk, and a chunk fills the lanes of four batches or more.
pub(super) const CHUNK: usize = 64;

/// A chunk of pairs, in which small groups share batches.
pub(super) struct Chunk<'w> {
    /// The pairs, with their lengths.
    batches: Batches<'w, Pairs<'w>>,
    /// The same where the boxes are, if they have moved.
    #[cfg(feature = "motion")]
    moved: Option<MovedPairs<'w>>,
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
        let [a, b] = query.lists.each();
        let pairs = BoundedPairs::check_sides(pairs, [a.len(), b.len()])
            .expect("the indices of groups are checked before they are walked over");
        let batches = Batches::new(Pairs::new([&a.columns, &b.columns], pairs), length);
        Self {
            batches,
            #[cfg(feature = "motion")]
            moved: None,
            owners,
        }
    }

    /// The same chunk of boxes that have moved, given which rows of the query its pairs are.
    #[cfg(feature = "motion")]
    pub(super) fn moved(self, path: Option<&'w Path<'_>>, rows: Range<usize>) -> Self {
        let source = self.batches.source;
        Self { moved: path.map(|path| path.pairs(source, rows)), ..self }
    }

    /// The pairs.
    #[cfg(feature = "certain")]
    pub(super) fn pairs(&self) -> &'w [[u32; 2]] {
        self.batches.source.pairs.pairs()
    }

    /// The rows of the pairs.
    #[cfg(feature = "certain")]
    pub(super) fn rows<I: Isa, K, R: Copy + Send>(&self, isa: I, kernel: K, rows: &mut [R])
    where
        K: for<'p> RowKernel<Pairs<'p>, Row = R>,
    {
        #[cfg(feature = "motion")]
        if let Some(moved) = self.moved {
            let moved = Batches::new(moved, self.batches.length);
            return AtTimes::new(kernel).rows(isa, &moved, rows);
        }
        kernel.rows(isa, &self.batches, rows);
    }

    /// The bits of the pairs, in a word that is zero.
    pub(super) fn bits<I: Isa, K>(&self, isa: I, kernel: K, word: &mut [u64; 1])
    where
        K: for<'p> BitKernel<Pairs<'p>>,
    {
        #[cfg(feature = "motion")]
        if let Some(moved) = self.moved {
            let moved = Batches::new(moved, self.batches.length);
            return AtTimes::<K>::new(kernel).bits(isa, &moved, word);
        }
        kernel.bits(isa, &self.batches, word);
    }
}

/// The answers of groups, which rows change.
pub(super) trait Reduce {
    /// Whether the pairs of products that are likely to be answers should come first, because they decide which others
    /// matter.
    const FIRST_PAIRS: bool;

    /// How far a face may separate pairs of a group that still matter, in meters; none if no pair does.
    ///
    /// Minus infinity if only rows that are NaN matter, of which the first one counts.
    fn limit(&self, group: usize) -> Option<f32>;

    /// Whether no pair matters, either, whose distance is more than √3 times the limit.
    fn is_limit_of_distance(&self) -> bool;

    /// Computes the rows of a chunk, and changes the answers of its groups.
    fn settle<I: Isa>(&mut self, isa: I, chunk: &Chunk<'_>);
}
