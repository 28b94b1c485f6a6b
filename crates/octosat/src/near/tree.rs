//! Bounds in blocks of sixteen, of which the lanes are: a tree that one box at a time walks through, nearest bounds first.

use alloc::vec::Vec;

use octosat_lanes::{Isa, Lanes, MAX_LANES, Mask};

use super::bounds::{Bounds, Contents, Limits};
use super::probe::Probe;

/// How many bounds are in a block: a multiple of the lanes of every backend.
pub(crate) const WIDE: usize = 16;

const _: () = assert!(WIDE.is_multiple_of(MAX_LANES), "blocks are whole lanes");

/// The most levels: sixteen to this power is more than 32 bits number.
const MOST_LEVELS: usize = 8;

/// More than any gap, in meters. It is the limit of visitors that have none.
pub(crate) const NO_LIMIT: f32 = 1e29;

/// Where bounds are that are missing in a block, in meters: beyond every limit.
pub(crate) const MISSING: f32 = 10.0 * NO_LIMIT;

/// Sixteen bounds along the world's axes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Block {
    pub(crate) centers: [[f32; WIDE]; 3],
    pub(crate) half_extents: [[f32; WIDE]; 3],
}

impl Block {
    /// A block of up to sixteen bounds.
    pub(crate) fn new(bounds: &[Bounds]) -> Self {
        let (centers, half_extents) = ([[MISSING; WIDE]; 3], [[0.0; WIDE]; 3]);
        let mut block = Self { centers, half_extents };
        for (at, bounds) in bounds.iter().enumerate() {
            for k in 0..3 {
                block.centers[k][at] = bounds.center[k];
                block.half_extents[k][at] = bounds.half_extents[k];
            }
        }
        block
    }

    /// The centers and the half extents of one lane of bounds after the other, from one on.
    #[inline(always)]
    pub(crate) fn load<I: Isa>(&self, isa: I, from: usize) -> [[I::Real; 3]; 2] {
        [load(isa, &self.centers, from), load(isa, &self.half_extents, from)]
    }
}

/// Three rows of lanes.
#[inline(always)]
pub(crate) fn load<I: Isa>(isa: I, rows: &[[f32; WIDE]; 3], from: usize) -> [I::Real; 3] {
    [isa.load(&rows[0][from..]), isa.load(&rows[1][from..]), isa.load(&rows[2][from..])]
}

/// Bounds of bundles of sixteen things, of sixteen bundles, and so on.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    /// The last one has one block, if there is any bundle.
    levels: Vec<Vec<Block>>,
    /// The lowest level of few bounds, counted from below, and its bounds.
    start: usize,
    pub(crate) starts: Vec<Limits>,
    pub(crate) contents: Contents,
}

/// What walks through a tree ask of its bundles.
pub(crate) trait Visitor<I: Isa> {
    /// Bundles of which the gap to the box is larger do not matter any more, in meters.
    fn limit(&self) -> f32;

    /// Gaps beyond the limit, in lanes, of bounds that are left out, or numbers below them.
    #[inline(always)]
    fn leave_out(&mut self, _gaps: I::Real) {}

    /// Looks at a bundle.
    fn visit(&mut self, bundle: usize);
}

/// The block at which a walk starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    level: usize,
    block: usize,
}

/// Where a walk is in each level. One is enough for many walks.
#[derive(Debug)]
pub(crate) struct Path([Step; MOST_LEVELS]);

impl Path {
    pub(crate) const NEW: Self = Self([Step { block: 0, open: 0, gaps: [0.0; WIDE] }; MOST_LEVELS]);
}

/// Where a walk is in one level.
#[derive(Clone, Copy, Debug)]
struct Step {
    block: usize,
    /// A bit per bounds that were not visited.
    open: u32,
    gaps: [f32; WIDE],
}

/// The most bounds that are looked at before a walk, with boxes in lanes, so that few of them walk: bits of a number.
const MOST_STARTS: usize = 80;

impl Tree {
    /// A tree over the bounds of bundles.
    pub(crate) fn new(mut bounds: Vec<Bounds>, contents: Contents) -> Self {
        let (mut levels, mut start, mut starts) = (Vec::new(), 0, Vec::new());
        loop {
            if bounds.len() <= MOST_STARTS && starts.is_empty() {
                (start, starts) = (levels.len(), bounds.iter().map(Bounds::limits).collect());
            }
            levels.push(bounds.chunks(WIDE).map(Block::new).collect());
            if bounds.len() <= WIDE {
                break;
            }
            let around = |part: &[Bounds]| Bounds::around(part.iter().copied());
            bounds = bounds.chunks(WIDE).map(around).collect();
        }
        Self { levels, start, starts, contents }
    }

    /// Visits what is below some of the first bounds, a bit each.
    #[inline(always)]
    pub(crate) fn walk_from<I: Isa, V: Visitor<I>>(
        &self,
        isa: I,
        (probe, path): (&Probe<I>, &mut Path),
        mut starts: u128,
        visitor: &mut V,
    ) {
        while starts != 0 {
            let block = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            match self.start.checked_sub(1) {
                Some(level) => self.walk(isa, (probe, path), Start { level, block }, visitor),
                None => visitor.visit(block),
            }
            if visitor.limit() == f32::NEG_INFINITY {
                return;
            }
        }
    }

    /// The block that all others are below.
    pub(crate) fn root(&self) -> Start {
        Start { level: self.levels.len() - 1, block: 0 }
    }

    /// Visits the bundles below a block that a box may be near, those with the least gap first, until the visitor's limit
    /// leaves none.
    #[inline(always)]
    pub(crate) fn walk<I: Isa, V: Visitor<I>>(
        &self,
        isa: I,
        (probe, Path(levels)): (&Probe<I>, &mut Path),
        Start { level: top, block }: Start,
        visitor: &mut V,
    ) {
        let mut number = top;
        let mut next = Some(block);
        loop {
            if let Some(block) = next {
                let at = Start { level: number, block };
                self.look(isa, (probe, at), &mut levels[number], visitor);
            }
            let (gap, at) = levels[number].nearest();
            let Some(at) = at.filter(|_| gap <= visitor.limit()) else {
                // The limit may be less than it was when these gaps were within it.
                visitor.leave_out(isa.splat(gap));
                if number == top {
                    return;
                }
                (number, next) = (number + 1, None);
                continue;
            };
            levels[number].open &= !(1 << at);
            let entry = levels[number].block * WIDE + at;
            if number == 0 {
                visitor.visit(entry);
                next = None;
            } else {
                (number, next) = (number - 1, Some(entry));
            }
        }
    }

    /// Computes the gaps of a block.
    #[inline(always)]
    fn look<I: Isa, V: Visitor<I>>(
        &self,
        isa: I,
        (probe, at): (&Probe<I>, Start),
        step: &mut Step,
        visitor: &mut V,
    ) {
        let block = &self.levels[at.level][at.block];
        let limit = visitor.limit();
        (step.block, step.open) = (at.block, 0);
        for from in (0..WIDE).step_by(I::LANES) {
            let gaps = probe.gaps(isa, block.load(isa, from), limit);
            let open = gaps.at_most(isa.splat(limit));
            visitor.leave_out(Lanes::select(open, isa.splat(f32::INFINITY), gaps));
            step.open |= open.bits() << from;
            isa.store(gaps, &mut step.gaps[from..]);
        }
    }
}

impl Step {
    /// The least gap of the bounds that are left, and which they are.
    #[inline(always)]
    fn nearest(&self) -> (f32, Option<usize>) {
        let (mut least, mut nearest) = (f32::INFINITY, None);
        let mut open = self.open;
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            if self.gaps[at] < least {
                (least, nearest) = (self.gaps[at], Some(at));
            }
        }
        (least, nearest)
    }
}
