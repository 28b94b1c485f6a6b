//! What products are of: two lists, whose near pairs are answered as those of a list of pairs.

use bytemuck::Pod;
use octosat_lanes::{BoundedPairs, Isa};
use octosat_rows::Intersection;

use super::balls::Ball;
use crate::boxes::view::BoxView;
use crate::call::batches::{Batches, PairsOf, Source};
use crate::call::dispatch::{BitKernel, RowKernel};
use crate::call::length::Length;
use crate::call::lists::Lent;
use crate::call::sides::Sides;
use crate::error::{Error, ErrorKind};
use crate::intersections::kernel::Intersections;
use crate::pairs::overlap::Overlaps;

/// The most near pairs that are answered together. Their rows are on the stack.
pub(crate) const CHUNK: usize = 256;

/// Two lists whose near pairs can be asked whether they overlap.
pub(crate) trait Crossed: Sync {
    /// Whether all is in the plane.
    const IS_FLAT: bool = false;

    /// How many each list holds.
    fn lens(&self) -> [usize; 2];

    /// Whether both are one list.
    fn is_one(&self) -> bool;

    /// The bounding sphere of one of a side.
    fn ball(&self, side: usize, index: usize) -> Ball;

    /// Whether pairs overlap: one bit per pair, in words that are zero.
    fn overlaps<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], words: &mut [u64]);
}

/// The same of lists whose pairs have an IoU.
pub(crate) trait Shares: Crossed {
    /// The IoU of each pair.
    fn ious<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], ious: &mut [f32]);
}

impl Crossed for Sides<BoxView<'_>> {
    fn lens(&self) -> [usize; 2] {
        self.each().map(BoxView::len)
    }

    fn is_one(&self) -> bool {
        matches!(self, Self::One(_))
    }

    fn ball(&self, side: usize, index: usize) -> Ball {
        let row = |column| self.each()[side].columns.row(column, index).unwrap_or_default().0;
        let [[x, y, z, _], rotation, [a, b, c, _]] = [row(0), row(1), row(2)];
        Ball::around([x, y, z], &rotation, [a, b, c])
    }

    fn overlaps<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], words: &mut [u64]) {
        Overlaps.bits(isa, &batches(self, pairs), words);
    }
}

impl Shares for Sides<BoxView<'_>> {
    fn ious<I: Isa>(&self, isa: I, pairs: &[[u32; 2]], ious: &mut [f32]) {
        fill::<Intersection, _, _, _>(isa, Intersections, &batches(self, pairs), ious);
    }
}

/// Pairs of two lists of one kind.
pub(crate) fn batches<'p, V: Lent<COLUMNS>, const COLUMNS: usize>(
    sides: &'p Sides<V>,
    pairs: &'p [[u32; 2]],
) -> Batches<'p, PairsOf<'p, V::Kind, COLUMNS>> {
    let columns = sides.each().map(V::columns);
    let pairs = BoundedPairs::check_sides(pairs, columns.map(|list| list.rows()))
        .expect("pairs of a product are of its lists");
    Batches::new(PairsOf::new(columns, pairs), Length::None)
}

/// Fills the IoU of each row of batches. A row of the kernel is a size and an IoU.
pub(crate) fn fill<R, I, S, K>(isa: I, kernel: K, batches: &Batches<'_, S>, ious: &mut [f32])
where
    R: Pod,
    I: Isa,
    S: Source,
    K: RowKernel<S, Row = R>,
{
    let mut rows = [R::zeroed(); CHUNK];
    let rows = &mut rows[..ious.len()];
    kernel.rows(isa, batches, rows);
    let rows: &[[f32; 2]] = bytemuck::cast_slice(rows);
    for (iou, &[_, of_row]) in ious.iter_mut().zip(rows) {
        *iou = of_row;
    }
}

/// Rejects a number that is not from 0 to 1.
pub(crate) fn check_share(name: &'static str, share: f32) -> Result<(), Error> {
    if (0.0..=1.0).contains(&share) {
        return Ok(());
    }
    let why = format_args!("`{name}` is {share}, but must be from 0 to 1");
    Err(Error::new(ErrorKind::Setting, why).of_field(name).of_value(share))
}

/// The lengths as indices count, which reject longer lists.
pub(crate) fn check_lens([a, b]: [usize; 2]) -> Result<[u32; 2], Error> {
    if let (Ok(a), Ok(b)) = (u32::try_from(a), u32::try_from(b)) {
        return Ok([a, b]);
    }
    let why = format_args!("lists of {a} and {b} are longer than indices can count");
    Err(Error::new(ErrorKind::Length, why))
}
