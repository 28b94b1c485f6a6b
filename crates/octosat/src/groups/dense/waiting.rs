//! The pairs that wait for the fifteen axes until they fill batches.

use octosat_lanes::Isa;

use crate::call::query::Query;
use crate::groups::chunk::{CHUNK, Chunk, Reduce};

/// Pairs, and the group of each.
pub(super) struct Waiting<'a> {
    query: &'a Query<'a>,
    pairs: [[u32; 2]; CHUNK],
    owners: [usize; CHUNK],
    len: usize,
}

impl<'a> Waiting<'a> {
    pub(super) fn new(query: &'a Query<'a>) -> Self {
        Self { query, pairs: [[0; 2]; CHUNK], owners: [0; CHUNK], len: 0 }
    }

    /// Adds a pair; there must be room for it.
    #[inline(always)]
    pub(super) fn push(&mut self, pair: [u32; 2], owner: usize) {
        self.pairs[self.len] = pair;
        self.owners[self.len] = owner;
        self.len += 1;
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == CHUNK
    }

    /// Changes the answers by the rows of all pairs that wait.
    #[inline(never)]
    pub(super) fn settle_out_of_line<I: Isa, R: Reduce>(&mut self, isa: I, answers: &mut R) {
        if self.len > 0 {
            let (pairs, owners) = (&self.pairs[..self.len], &self.owners[..self.len]);
            answers.settle(isa, &Chunk::new(self.query, pairs, self.query.length(), owners));
            self.len = 0;
        }
    }
}
