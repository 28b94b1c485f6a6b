//! Pairs that go on to a next stage: where they stand in the chunk, and what is known of them.

use bytemuck::Zeroable;
use octosat_lanes::{Isa, MAX_LANES, Mask};

/// The most pairs a chunk of a staged query may hold.
pub(crate) const MAX_CHUNK: usize = 512;

/// Every pair of a chunk may be queued, and a batch is written whole behind the last.
const ROOM: usize = MAX_CHUNK + MAX_LANES;

/// Queued pairs, in the order of the chunk, with `N` numbers each, integers by their bits.
///
/// Their frames are made anew: storing all of a frame costs about what loading and making it does.
#[derive(Zeroable)]
pub(crate) struct Queue<const N: usize> {
    positions: [u32; ROOM],
    columns: [[f32; ROOM]; N],
    len: usize,
}

impl<const N: usize> Queue<N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { positions: [0; ROOM], columns: [[0.0; ROOM]; N], len: 0 }
    }

    /// Forgets all pairs.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Where the pairs that wait stand.
    pub(crate) fn all(&self) -> &[u32] {
        &self.positions[..self.len]
    }

    /// The number of pairs that wait.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Pairs to be appended one by one.
    ///
    /// Only of queues that hold no numbers.
    pub(crate) fn appending(&mut self) -> Appending<'_> {
        const { assert!(N == 0, "the pairs' numbers would be missing") };
        Appending { end: self.len, positions: &mut self.positions, len: &mut self.len }
    }

    /// Appends the chosen lanes of the batch that starts at `first`.
    #[inline(always)]
    pub(crate) fn push<I: Isa>(
        &mut self,
        isa: I,
        chosen: I::Mask,
        first: u32,
        values: [I::Real; N],
    ) {
        isa.store_positions(chosen, first, &mut self.positions[self.len..]);
        self.push_values(isa, chosen, values);
    }

    /// Appends the chosen lanes of a batch whose lanes stand at `positions`.
    #[inline(always)]
    pub(crate) fn push_at<I: Isa>(
        &mut self,
        isa: I,
        chosen: I::Mask,
        positions: &[u32],
        values: [I::Real; N],
    ) {
        isa.store_picked(chosen, positions, &mut self.positions[self.len..]);
        self.push_values(isa, chosen, values);
    }

    /// Appends the lanes of some bits, of a batch whose lanes stand at `positions`; for lanes that are
    /// rare.
    ///
    /// Only for queues that hold no numbers.
    #[inline(always)]
    pub(crate) fn push_bits(&mut self, mut bits: u32, positions: &[u32]) {
        const { assert!(N == 0, "the pairs' numbers would be missing") };
        while bits != 0 {
            self.positions[self.len] = positions[bits.trailing_zeros() as usize];
            self.len += 1;
            bits &= bits - 1;
        }
    }

    #[inline(always)]
    fn push_values<I: Isa>(&mut self, isa: I, chosen: I::Mask, values: [I::Real; N]) {
        for (column, value) in self.columns.iter_mut().zip(values) {
            isa.store_chosen(chosen, value, &mut column[self.len..]);
        }
        self.len += chosen.bits().count_ones() as usize;
    }

    /// Forgets the pairs from position `end` of the chunk on, which only fill up its last batch.
    #[inline(always)]
    pub(crate) fn forget_from(&mut self, end: usize) {
        while self.len > 0 && self.positions[self.len - 1] as usize >= end {
            self.len -= 1;
        }
    }

    /// Forgets all but the first of the last pair's copies, which a padded batch leaves behind.
    #[inline(always)]
    pub(crate) fn forget_copies(&mut self) {
        while self.len > 1 && self.positions[self.len - 1] == self.positions[self.len - 2] {
            self.len -= 1;
        }
    }

    /// Fills the last batch up with the last pair.
    #[inline(always)]
    pub(crate) fn pad<I: Isa>(&mut self) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let padding = self.len..self.len + I::LANES;
        let position = self.positions[last];
        self.positions[padding.clone()].fill(position);
        for column in &mut self.columns {
            let value = column[last];
            column[padding.clone()].fill(value);
        }
    }

    /// Where the pairs of the batch from `next` on stand.
    #[inline(always)]
    pub(crate) fn positions<I: Isa>(&self, next: usize) -> &[u32] {
        &self.positions[next..next + I::LANES]
    }

    /// The numbers of the batch from `next` on.
    #[inline(always)]
    pub(crate) fn values<I: Isa>(&self, isa: I, next: usize) -> [I::Real; N] {
        let mut values = [isa.splat(0.0); N];
        for (value, column) in values.iter_mut().zip(&self.columns) {
            *value = isa.load(&column[next..]);
        }
        values
    }
}

/// The end of a queue to which pairs are appended one by one, until it is dropped.
///
/// It keeps the end in a register. In memory, each pair waited for the one before.
pub(crate) struct Appending<'q> {
    positions: &'q mut [u32; ROOM],
    len: &'q mut usize,
    end: usize,
}

impl Appending<'_> {
    /// Appends a pair if it is chosen, without a branch.
    #[inline(always)]
    pub(crate) fn push(&mut self, position: u32, chosen: bool) {
        self.positions[self.end] = position;
        self.end += usize::from(chosen);
    }
}

impl Drop for Appending<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.len = self.end;
    }
}
