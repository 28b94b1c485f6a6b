//! Reduces the rows of each group to one answer, whether its pairs are listed or are those of a product.

use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa};

use super::dense::reduce_products;
use super::walk::{Chunk, Walk};
use super::{Groups, Members};

/// The answers of groups, which rows change.
pub(super) trait Reduce {
    /// Whether the pairs of products that are likely to be answers should come first, because they decide which others matter.
    const FIRST_PAIRS: bool;

    /// How far a face may separate pairs of a group that still matter, in meters; none if no pair does.
    ///
    /// Minus infinity if only rows that are NaN matter, of which the first one counts.
    fn limit(&self, group: usize) -> Option<f32>;

    /// Whether no pair matters, either, whose distance is more than √3 times the limit.
    fn is_limit_of_distance(&self) -> bool;

    /// Computes the rows of a chunk, and changes the answers of its groups.
    fn settle<I: Isa, A: Arithmetic>(&mut self, isa: I, chunk: &Chunk<'_>);
}

/// Reduces the pairs of a range of groups, which have been checked.
pub(super) fn reduce<I: Isa, A: Arithmetic, R: Reduce>(
    isa: I,
    groups: &Groups<'_>,
    range: Range<usize>,
    answers: &mut R,
) {
    let query = &groups.query;
    match groups.members {
        Members::Products(products) => {
            reduce_products::<I, A, R>(isa, query, products, range, answers);
        }
        Members::Bounds(bounds) => {
            let mut walk = Walk::new(query, bounds, range);
            while let Some(chunk) = walk.chunk() {
                answers.settle::<I, A>(isa, &chunk);
                let last = chunk.owners[chunk.owners.len() - 1];
                // Of a list, the first row that is NaN came first.
                if answers.limit(last).is_none_or(|limit| limit == f32::NEG_INFINITY) {
                    walk.leave_group();
                }
            }
        }
    }
}
