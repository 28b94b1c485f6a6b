//! The pairs of a product that share enough, or overlap.

use alloc::vec::Vec;
use core::ops::Range;

use octosat_lanes::Isa;
use octosat_rows::IouPair;

use super::lists::{CHUNK, Crossed, Shares};
use super::near::Product;
use crate::backend::token::Job;
use crate::call::engine::Engine;
use crate::call::tasks::for_each_task;
use crate::error::Error;

/// How many nanoseconds a pair takes, about: most are far.
const NANOSECONDS: usize = 1;

/// Which pairs are kept, and as what.
pub(crate) trait Keep<L>: Copy + Sync {
    /// What is kept of a pair.
    type Row: Send;

    /// Adds what is kept of pairs, in order.
    fn keep<I: Isa>(self, isa: I, lists: &L, pairs: &[[u32; 2]], rows: &mut Vec<Self::Row>);
}

/// Pairs whose IoU is positive and at least this.
#[derive(Clone, Copy)]
pub(crate) struct Above(pub(crate) f32);

impl<L: Shares> Keep<L> for Above {
    type Row = IouPair;

    fn keep<I: Isa>(self, isa: I, lists: &L, pairs: &[[u32; 2]], rows: &mut Vec<IouPair>) {
        let mut ious = [0.0; CHUNK];
        let ious = &mut ious[..pairs.len()];
        lists.ious(isa, pairs, ious);
        for (&mut iou, &[a, b]) in ious.iter_mut().zip(pairs) {
            if iou > 0.0 && iou >= self.0 {
                rows.push(IouPair { a, b, iou });
            }
        }
    }
}

/// Pairs that overlap.
#[derive(Clone, Copy)]
pub(crate) struct Overlapping;

impl<L: Crossed> Keep<L> for Overlapping {
    type Row = [u32; 2];

    fn keep<I: Isa>(self, isa: I, lists: &L, pairs: &[[u32; 2]], rows: &mut Vec<[u32; 2]>) {
        let mut words = [0; CHUNK / 64];
        let words = &mut words[..pairs.len().div_ceil(64)];
        lists.overlaps(isa, pairs, words);
        for (pair, place) in pairs.iter().zip(0..) {
            if words[place / 64] >> (place % 64) & 1 == 1 {
                rows.push(*pair);
            }
        }
    }
}

/// Lists what is kept of all pairs, in order. Tasks have lists of their own, which are joined.
pub(crate) fn list<L: Crossed, K: Keep<L>>(
    engine: &Engine,
    lists: &L,
    keep: K,
    out: &mut Vec<K::Row>,
) -> Result<(), Error> {
    let product = &Product::new(lists)?;
    out.clear();
    let [rows, columns] = lists.lens();
    if rows == 0 {
        return Ok(());
    }
    let load = engine.load(rows, NANOSECONDS.saturating_mul(columns)).in_units(1);
    if load.workers() == 1 {
        engine.run(columns, Listed { product, rows: 0..rows, keep, out });
        return Ok(());
    }
    let rows_of_task = load.task_rows();
    let mut parts = Vec::new();
    parts.resize_with(rows.div_ceil(rows_of_task), Vec::new);
    for_each_task(load, &mut parts, rows_of_task, |range, parts| {
        engine.run(columns, Listed { product, rows: range, keep, out: &mut parts[0] });
    });
    out.extend(parts.into_iter().flatten());
    Ok(())
}

/// The job of listing what is kept of some rows.
struct Listed<'j, L, K: Keep<L>> {
    product: &'j Product<'j, L>,
    rows: Range<usize>,
    keep: K,
    out: &'j mut Vec<K::Row>,
}

impl<L: Crossed, K: Keep<L>> Job for Listed<'_, L, K> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { product, rows, keep, out } = self;
        product.for_each_chunk(isa, rows, true, |pairs| keep.keep(isa, product.lists, pairs, out));
    }
}
