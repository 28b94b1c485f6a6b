//! The near pairs of a product, in order.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Isa;

use super::balls::Balls;
use super::lists::{CHUNK, Crossed, check_lens};
use crate::error::Error;

/// The bounding spheres of a product.
pub(super) struct Product<'l, L> {
    pub(super) lists: &'l L,
    balls: [Balls; 2],
}

impl<'l, L: Crossed> Product<'l, L> {
    /// Prepares the product of two lists.
    pub(super) fn new(lists: &'l L) -> Result<Self, Error> {
        let [a, b] = lists.lens();
        check_lens([a, b])?;
        Ok(Self { lists, balls: [balls(lists, 0, 0..a), balls(lists, 1, 0..b)] })
    }

    /// Runs `work` on the near pairs of some rows, in order, as many at a time as fit a chunk. With `once`, a pair of one list
    /// comes once, the lower index first, and no box with itself.
    pub(super) fn for_each_chunk<I: Isa>(
        &self,
        isa: I,
        rows: Range<usize>,
        once: bool,
        mut work: impl FnMut(&[[u32; 2]]),
    ) {
        let [a, b] = &self.balls;
        let (mut room, mut pairs) = (b.room(), Vec::with_capacity(CHUNK));
        for row in rows {
            let first = if once && self.lists.is_one() { row + 1 } else { 0 };
            #[expect(clippy::cast_possible_truncation, reason = "the lengths were compared")]
            let index = row as u32;
            for &other in b.near(isa, a.get(row), first..b.len(), &mut room) {
                pairs.push([index, other]);
                if pairs.len() == CHUNK {
                    work(&pairs);
                    pairs.clear();
                }
            }
        }
        if !pairs.is_empty() {
            work(&pairs);
        }
    }
}

/// The spheres of some of a side.
pub(super) fn balls<L: Crossed>(
    lists: &L,
    side: usize,
    indices: impl ExactSizeIterator<Item = usize>,
) -> Balls {
    Balls::new(indices.map(|index| lists.ball(side, index)), L::IS_FLAT)
}
