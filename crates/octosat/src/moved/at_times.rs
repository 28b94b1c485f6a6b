//! Kernels at the times of their pairs: boxes are moved once, into rows from which a kernel loads as from a store.
//!
//! So every query about pairs of boxes answers about moved boxes, with the kernel that it has for others.

use core::marker::PhantomData;

use octosat_lanes::{BoundedPairs, Columns, Isa, Row};

use super::pairs::{MovedPairs, MovedSides};
use crate::call::batches::{Batches, PairLanes, Pairs};
use crate::call::dispatch::{BitKernel, RowKernel};
use crate::call::queue::MAX_CHUNK;

/// About the time in which a pair is moved with AVX2, in nanoseconds.
pub(crate) const MOVE_NANOSECONDS: usize = 10;

/// How many pairs are moved at a time for rows of results, two batches of the widest backend: rows of pairs are on the
/// stack.
const PART: usize = 32;

/// The same for bits, which fill a word.
const WORD: usize = 64;

/// Each pair is a box of one side and the box of the other that was moved with it.
static EACH: [[u32; 2]; MAX_CHUNK] = {
    let mut pairs = [[0; 2]; MAX_CHUNK];
    let mut place = 0_u32;
    while (place as usize) < MAX_CHUNK {
        pairs[place as usize] = [place; 2];
        place += 1;
    }
    pairs
};

/// The rows of a moved pair: three of box a, the first of which is always zero, three of box b, and a's center in the
/// world.
const ROWS: usize = 7;

/// The rows of moved pairs.
#[derive(bytemuck::Zeroable, Debug)]
pub(crate) struct MovedRows<const PAIRS: usize>([[Row; ROWS]; PAIRS]);

impl<const PAIRS: usize> MovedRows<PAIRS> {
    /// Runs `work` on at most as many pairs as there is room for, moved.
    #[inline(always)]
    pub(crate) fn with<I: Isa, R>(
        &mut self,
        isa: I,
        pairs: &Batches<'_, MovedPairs<'_>>,
        work: impl FnOnce(&Batches<'_, Pairs<'_>>) -> R,
    ) -> R {
        fill(isa, pairs, &mut self.0);
        let len = pairs.len();
        let columns = [[0, 1, 2], [3, 4, 5]].map(|places| {
            Columns::interleaved(&self.0[..len], places).expect("a record has these rows")
        });
        let each = BoundedPairs::check(&EACH[..len], len).expect("each index is below the length");
        let [a, b] = columns.each_ref();
        work(&Batches::new(Pairs::new([a, b], each), pairs.length))
    }

    /// Where the center of box a of a pair is in the world.
    #[inline(always)]
    pub(crate) fn center_of_a(&self, pair: usize) -> [f32; 3] {
        let Row([x, y, z, _]) = self.0[pair][ROWS - 1];
        [x, y, z]
    }
}

/// Moves pairs into rows; one function for room of every size.
#[inline(never)]
fn fill<I: Isa>(isa: I, pairs: &Batches<'_, MovedPairs<'_>>, moved: &mut [[Row; ROWS]]) {
    isa.enter(
        #[inline(always)]
        || {
            pairs.for_each(
                isa,
                #[inline(always)]
                |first, &MovedSides { sides, center_of_a }, _| {
                    let row = |[x, y, z]: [I::Real; 3]| [x, y, z, x];
                    let PairLanes { a, b } = sides;
                    let rows = [
                        a.rotation,
                        row(a.half_extents),
                        row(b.center),
                        b.rotation,
                        row(b.half_extents),
                        row(center_of_a),
                    ];
                    let moved = bytemuck::cast_slice_mut(&mut moved[first..]);
                    for (place, row) in (1..ROWS).zip(rows) {
                        isa.store_column::<ROWS>(row, moved, place);
                    }
                },
            );
        },
    );
}

/// A kernel of pairs of boxes, at the times of the pairs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtTimes<K, R = ()> {
    kernel: K,
    row: PhantomData<fn() -> R>,
}

impl<K, R> AtTimes<K, R> {
    pub(crate) fn new(kernel: K) -> Self {
        Self { kernel, row: PhantomData }
    }
}

impl<K, R: Send + Copy> RowKernel<MovedPairs<'_>> for AtTimes<K, R>
where
    K: for<'p> RowKernel<Pairs<'p>, Row = R>,
{
    type Row = R;

    const NANOSECONDS: usize = <K as RowKernel<Pairs<'static>>>::NANOSECONDS + MOVE_NANOSECONDS;

    fn rows<I: Isa>(self, isa: I, batches: &Batches<'_, MovedPairs<'_>>, rows: &mut [R]) {
        let mut moved = const { MovedRows([[Row([0.0; 4]); ROWS]; PART]) };
        let mut first = 0;
        for rows in rows.chunks_mut(PART) {
            let part = batches.slice(first..first + rows.len());
            moved.with(isa, &part, |moved| self.kernel.rows(isa, moved, rows));
            for (place, row) in rows.iter_mut().enumerate() {
                K::place(row, || moved.center_of_a(place));
            }
            first += rows.len();
        }
    }
}

impl<K> BitKernel<MovedPairs<'_>> for AtTimes<K>
where
    K: for<'p> BitKernel<Pairs<'p>>,
{
    const NANOSECONDS: usize = <K as BitKernel<Pairs<'static>>>::NANOSECONDS + MOVE_NANOSECONDS;

    fn bits<I: Isa>(self, isa: I, batches: &Batches<'_, MovedPairs<'_>>, words: &mut [u64]) {
        let mut moved = const { MovedRows([[Row([0.0; 4]); ROWS]; WORD]) };
        for (place, first) in (0..batches.len()).step_by(WORD).enumerate() {
            let part = batches.slice(first..batches.len().min(first + WORD));
            let word = &mut words[place..=place];
            moved.with(isa, &part, |moved| self.kernel.bits(isa, moved, word));
        }
    }
}
