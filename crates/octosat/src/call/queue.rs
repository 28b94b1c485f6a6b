//! Pairs of a chunk that continue to the next stage of a kernel wait in queues, and continue in full batches.

use bytemuck::Zeroable;
use octosat_lanes::{Isa, MAX_LANES, Mask, repeated};

/// The most pairs a chunk of a staged query may hold.
pub(crate) const MAX_CHUNK: usize = 512;

/// Every pair of a chunk can be queued, and a whole batch is written after the last one.
const ROOM: usize = MAX_CHUNK + MAX_LANES;

/// Queued pairs, in the order of the chunk, with `NUMBERS` numbers each; integers are stored as their bits.
///
/// The frames of queued pairs are computed again, because storing a frame costs about as much as loading and
/// computing it.
#[derive(Zeroable)]
pub(crate) struct Queue<const NUMBERS: usize, const SIZE: usize = ROOM> {
    positions: [u32; SIZE],
    columns: [[f32; SIZE]; NUMBERS],
    len: usize,
}

impl<const NUMBERS: usize, const SIZE: usize> Queue<NUMBERS, SIZE> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { positions: [0; SIZE], columns: [[0.0; SIZE]; NUMBERS], len: 0 }
    }

    /// Removes all pairs.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The positions of the queued pairs.
    pub(crate) fn all(&self) -> &[u32] {
        &self.positions[..self.len]
    }

    /// The number of queued pairs.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends the chosen lanes of the batch that starts at `first` of the chunk.
    #[inline(always)]
    pub(crate) fn push<I: Isa>(
        &mut self,
        isa: I,
        chosen: I::Mask,
        first: usize,
        values: [I::Real; NUMBERS],
    ) {
        #[expect(clippy::cast_possible_truncation, reason = "a place in a chunk or a task")]
        let first = first as u32;
        isa.store_positions(chosen, first, &mut self.positions[self.len..]);
        self.push_values(isa, chosen, values);
    }

    /// Appends the chosen lanes of a batch whose pairs are at `positions`.
    #[inline(always)]
    pub(crate) fn push_at<I: Isa>(
        &mut self,
        isa: I,
        chosen: I::Mask,
        positions: &[u32],
        values: [I::Real; NUMBERS],
    ) {
        isa.store_picked(chosen, positions, &mut self.positions[self.len..]);
        self.push_values(isa, chosen, values);
    }

    #[inline(always)]
    fn push_values<I: Isa>(&mut self, isa: I, chosen: I::Mask, values: [I::Real; NUMBERS]) {
        for (column, value) in self.columns.iter_mut().zip(values) {
            isa.store_chosen(chosen, value, &mut column[self.len..]);
        }
        self.len += chosen.bits().count_ones() as usize;
    }

    /// Appends one pair.
    #[cfg(feature = "covered")]
    pub(crate) fn push_one(&mut self, position: u32, values: [f32; NUMBERS]) {
        self.positions[self.len] = position;
        for (column, value) in self.columns.iter_mut().zip(values) {
            column[self.len] = value;
        }
        self.len += 1;
    }

    /// Replaces the numbers of each batch, and keeps the chosen lanes.
    #[cfg(feature = "covered")]
    #[inline(always)]
    pub(crate) fn replace<I: Isa>(
        &mut self,
        isa: I,
        mut new: impl FnMut(&[u32], [I::Real; NUMBERS]) -> (I::Mask, [I::Real; NUMBERS]),
    ) {
        // Copies of the last pair fill its batch, and are dropped.
        self.pad::<I>();
        let len = core::mem::take(&mut self.len);
        let mut next = 0;
        while next < len {
            let positions = self.copy_of_positions::<I>(next);
            let (kept, values) = new(&positions[..I::LANES], self.values(isa, next));
            // A batch is written over pairs that have been read.
            self.push_at(isa, kept, &positions, values);
            next += I::LANES;
        }
        self.forget_copies();
    }

    /// Removes the pairs from position `end` of the chunk on, which only pad its last batch.
    #[inline(always)]
    pub(crate) fn forget_from(&mut self, end: usize) {
        while self.len > 0 && self.positions[self.len - 1] as usize >= end {
            self.len -= 1;
        }
    }

    /// Removes all but the first copy of the last pair, which a padded batch leaves behind.
    #[inline(always)]
    pub(crate) fn forget_copies(&mut self) {
        while self.len > 1 && self.positions[self.len - 1] == self.positions[self.len - 2] {
            self.len -= 1;
        }
    }

    /// Pads the last batch with the last pair.
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

    /// Takes the last pairs off the queue, as many as there are lanes; fewer are padded with the last of them.
    ///
    /// Returns where the batch is. The next push overwrites it.
    #[cfg(feature = "motion")]
    #[inline(always)]
    pub(crate) fn take_batch<I: Isa>(&mut self) -> usize {
        let first = self.len.saturating_sub(I::LANES);
        if self.len < I::LANES {
            self.pad::<I>();
        }
        self.len = first;
        first
    }

    /// The positions of the pairs of the batch from `next` on.
    #[inline(always)]
    pub(crate) fn positions<I: Isa>(&self, next: usize) -> &[u32] {
        &self.positions[next..next + I::LANES]
    }

    /// The same, in memory of their own.
    #[inline(always)]
    pub(crate) fn copy_of_positions<I: Isa>(&self, next: usize) -> [u32; MAX_LANES] {
        let mut copy = [0; MAX_LANES];
        copy[..I::LANES].copy_from_slice(self.positions::<I>(next));
        copy
    }

    /// The numbers of the batch from `next` on.
    #[inline(always)]
    pub(crate) fn values<I: Isa>(&self, isa: I, next: usize) -> [I::Real; NUMBERS] {
        let mut values = repeated(isa.splat(0.0));
        for (value, column) in values.iter_mut().zip(&self.columns) {
            *value = isa.load(&column[next..]);
        }
        values
    }
}
