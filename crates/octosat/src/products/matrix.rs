//! The IoU of every pair of a product.

use core::ops::Range;

use octosat_lanes::Isa;

use super::lists::{CHUNK, Shares};
use super::near::Product;
use crate::backend::token::Job;
use crate::call::answers::Lengths;
use crate::call::engine::Engine;
use crate::call::tasks::for_each_task;
use crate::error::Error;

/// How many nanoseconds a pair takes, about: most are far.
const NANOSECONDS: usize = 1;

/// Fills the IoU of each pair, row by row.
pub(crate) fn iou_matrix<L: Shares>(
    engine: &Engine,
    lists: &L,
    out: &mut [f32],
) -> Result<(), Error> {
    let [rows, columns] = lists.lens();
    let pairs = rows.saturating_mul(columns);
    Lengths { found: out.len(), expected: pairs }.check()?;
    let product = &Product::new(lists)?;
    if pairs > 0 {
        let load = engine.load(pairs, NANOSECONDS).in_units(columns);
        for_each_task(load, out, 1, |range, out| {
            let rows = range.start / columns..range.end / columns;
            engine.run(columns, Matrix { product, rows, columns, out });
        });
    }
    Ok(())
}

/// The job of filling some rows.
struct Matrix<'j, L> {
    product: &'j Product<'j, L>,
    rows: Range<usize>,
    columns: usize,
    out: &'j mut [f32],
}

impl<L: Shares> Job for Matrix<'_, L> {
    type Output = ();

    fn run<I: Isa>(self, isa: I) {
        let Self { product, rows, columns, out } = self;
        out.fill(0.0);
        let mut ious = [0.0; CHUNK];
        product.for_each_chunk(isa, rows.clone(), false, |pairs| {
            let ious = &mut ious[..pairs.len()];
            product.lists.ious(isa, pairs, ious);
            for (&mut iou, &[row, column]) in ious.iter_mut().zip(pairs) {
                out[(row as usize - rows.start) * columns + column as usize] = iou;
            }
        });
    }
}
