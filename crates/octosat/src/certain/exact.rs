//! Exact overlap: verdicts, and integers for pairs that these leave undecided.

use octosat_exact::{Pair, StoredBox};
use octosat_lanes::{Columns, Isa};
use octosat_rows::Verdict;

use super::verdicts::Verdicts;
use crate::axes::boxes::BoxLanes;
use crate::call::batches::{Batches, Pairs};
use crate::call::dispatch::{BitKernel, RowKernel};
use crate::call::queue::MAX_CHUNK;

/// The query about pairs of boxes; see [`crate::Engine::overlaps_exact`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactOverlaps(pub(crate) Verdicts);

impl BitKernel<Pairs<'_>> for ExactOverlaps {
    // Pairs that touch exactly take about a hundred times as long; the README of octosat-exact has their times.
    const NANOSECONDS: usize = 30;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, Pairs<'_>>, words: &mut [u64]) {
        let mut buffer = [Verdict::UNDECIDED; MAX_CHUNK];
        let mut first = 0;
        while first < batches.len() {
            let part = batches.slice(first..batches.len().min(first + MAX_CHUNK));
            let verdicts = &mut buffer[..part.len()];
            self.0.rows(isa, &part, verdicts);
            for (place, verdicts) in verdicts.chunks(64).enumerate() {
                let Decided { mut overlapping, mut undecided } = Decided::of(verdicts);
                while undecided != 0 {
                    let bit = undecided.trailing_zeros();
                    let overlaps = exact_overlap(&part, 64 * place + bit as usize);
                    overlapping |= u64::from(overlaps) << bit;
                    undecided &= undecided - 1;
                }
                words[first / 64 + place] = overlapping;
            }
            first += part.len();
        }
    }
}

/// A bit per verdict.
struct Decided {
    overlapping: u64,
    undecided: u64,
}

impl Decided {
    /// The bits of at most 64 verdicts.
    fn of(verdicts: &[Verdict]) -> Self {
        let bits = |sought: Verdict| {
            let bits = verdicts.iter().rev();
            bits.fold(0, |word: u64, &verdict| word << 1 | u64::from(verdict == sought))
        };
        Self { overlapping: bits(Verdict::OVERLAPPING), undecided: bits(Verdict::UNDECIDED) }
    }
}

/// Whether the boxes of a row share a point; false if a number of theirs is not finite.
#[cold]
#[inline(never)]
fn exact_overlap(batches: &Batches<'_, Pairs<'_>>, row: usize) -> bool {
    let growth = batches.length_of(row);
    let [a, b] = batches.source.pairs.pairs()[row];
    let [of_a, of_b] = batches.source.columns;
    match (stored(of_a, a, growth), stored(of_b, b, growth)) {
        (Some(a), Some(b)) => Pair::new(&a, &b).overlap(),
        _ => false,
    }
}

/// A box that is grown as the kernel of verdicts grows it; none if it is no box.
fn stored(columns: &Columns<'_, 3>, index: u32, growth: f32) -> Option<StoredBox> {
    let row = |column: usize| Some(columns.row(column, index as usize)?.0);
    let boxes = BoxLanes::of_rows([row(0)?, row(1)?, row(2)?]).grown(growth);
    StoredBox::new(boxes.center, boxes.rotation, boxes.half_extents).ok()
}
