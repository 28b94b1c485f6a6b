//! The boxes of an earlier time, in blocks that are loaded into lanes.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::{Isa, Lanes, MAX_LANES};

/// How many numbers a box has: center, rotation and half extents.
const NUMBERS: usize = 10;

/// A box in lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneBox<F> {
    pub(super) center: [F; 3],
    pub(super) rotation: [F; 4],
    pub(super) half_extents: [F; 3],
}

impl<F: Copy> LaneBox<F> {
    #[inline(always)]
    fn numbers(&self) -> [F; NUMBERS] {
        let ([x, y, z], [i, j, k, w]) = (self.center, self.rotation);
        let [a, b, c] = self.half_extents;
        [x, y, z, i, j, k, w, a, b, c]
    }
}

/// As many boxes as the widest backend has lanes, a row for each of their numbers.
///
/// A column per number over all boxes would be twenty columns, each with its own bounds check.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Block([[f32; MAX_LANES]; NUMBERS]);

impl Block {
    /// NaN stands for no box: the motion from there is NaN.
    const NONE: Self = Self([[f32::NAN; MAX_LANES]; NUMBERS]);
}

/// Boxes in blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxBlocks(Vec<Block>);

impl BoxBlocks {
    /// The boxes of saved blocks.
    pub(super) fn from_blocks(blocks: Vec<Block>) -> Self {
        Self(blocks)
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.0
    }

    /// How many blocks this many boxes need.
    pub(super) fn needed(boxes: usize) -> usize {
        boxes.div_ceil(MAX_LANES)
    }

    /// Makes room for `len` boxes, of which the first `known` stay; the others do not exist yet.
    pub(super) fn resize(&mut self, known: usize, len: usize) {
        self.0.truncate(Self::needed(known));
        if let Some(last) = self.0.last_mut() {
            // Values behind the last box only pad its block.
            for row in &mut last.0 {
                row[(known - 1) % MAX_LANES + 1..].fill(f32::NAN);
            }
        }
        self.0.resize(Self::needed(len), Block::NONE);
    }

    /// Removes one box.
    pub(super) fn forget(&mut self, index: usize) {
        self.0[index / MAX_LANES].0[0][index % MAX_LANES] = f32::NAN;
    }

    /// Copies one box from other blocks.
    pub(super) fn copy(&mut self, to: usize, other: &Self, from: usize) {
        let source = &other.0[from / MAX_LANES];
        let target = &mut self.0[to / MAX_LANES];
        for (row, was) in target.0.iter_mut().zip(&source.0) {
            row[to % MAX_LANES] = was[from % MAX_LANES];
        }
    }

    /// The boxes of a batch.
    #[inline(always)]
    pub(super) fn load<I: Isa>(&self, isa: I, first: usize) -> LaneBox<I::Real> {
        let (block, lane) = (&self.0[first / MAX_LANES].0, first % MAX_LANES);
        let mut numbers = [isa.splat(0.0); NUMBERS];
        for (number, row) in numbers.iter_mut().zip(block) {
            *number = isa.load(&row[lane..]);
        }
        let [x, y, z, i, j, k, w, a, b, c] = numbers;
        LaneBox { center: [x, y, z], rotation: [i, j, k, w], half_extents: [a, b, c] }
    }

    /// Stores the boxes of a batch.
    #[inline(always)]
    pub(super) fn keep<I: Isa>(&mut self, isa: I, boxes: &LaneBox<I::Real>, first: usize) {
        let (block, lane) = (&mut self.0[first / MAX_LANES].0, first % MAX_LANES);
        for (row, number) in block.iter_mut().zip(boxes.numbers()) {
            isa.store(number, &mut row[lane..]);
        }
    }

    /// Stores the boxes of some lanes of a batch.
    #[inline(always)]
    pub(super) fn keep_where<I: Isa>(
        &mut self,
        isa: I,
        lanes: I::Mask,
        boxes: &LaneBox<I::Real>,
        first: usize,
    ) {
        let (block, lane) = (&mut self.0[first / MAX_LANES].0, first % MAX_LANES);
        for (row, number) in block.iter_mut().zip(boxes.numbers()) {
            let row = &mut row[lane..];
            isa.store(Lanes::select(lanes, number, isa.load(row)), row);
        }
    }
}
