//! The least row of each group: its smallest clearance, or its smallest distance.

use core::ops::Range;

use octosat_lanes::{Arithmetic, Isa};

use super::Groups;
use super::near::{ROOT_OF_THREE, near};
use super::walk::{CHUNK, Walk};
use crate::batches::Pairs;
use crate::certain::{Distance, DistanceState};
use crate::dispatch::{Job, RowKernel};
use crate::query::Margin;

/// The least row of a group, and the pair that it is of.
///
/// Of equal rows, that of the first pair. A group without pairs has the row of an infinite distance and the pair
/// [`Self::NO_PAIR`]. A pair with a number that is not finite makes its group NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Least<R> {
    /// The indices of both boxes.
    pub pair: [u32; 2],
    /// The row of this pair.
    pub row: R,
}

impl<R> Least<R> {
    /// The pair of a group without pairs.
    pub const NO_PAIR: [u32; 2] = [u32::MAX; 2];
}

impl Default for Least<f32> {
    fn default() -> Self {
        of_no_pair()
    }
}

impl Default for Least<Distance> {
    fn default() -> Self {
        of_no_pair()
    }
}

fn of_no_pair<R: Ranked>() -> Least<R> {
    Least { pair: Least::<R>::NO_PAIR, row: R::FARTHEST }
}

/// A row that can be compared with others by its distance.
pub(crate) trait Ranked: Copy + Send {
    /// The row of boxes that are infinitely far apart.
    const FARTHEST: Self;

    /// What rows are compared by, in meters.
    fn distance(&self) -> f32;

    /// Pairs that an axis separates by more than this, in meters, have a larger row than this one.
    fn separation(&self, margin: Margin<'_>) -> f32;
}

impl Ranked for f32 {
    const FARTHEST: Self = Self::INFINITY;

    fn distance(&self) -> f32 {
        *self
    }

    /// Boxes that are longer by half the margin on each side are nearer by at most √3 margins along any axis.
    fn separation(&self, margin: Margin<'_>) -> f32 {
        self + ROOT_OF_THREE * margin.uniform()
    }
}

impl Ranked for Distance {
    const FARTHEST: Self = Self {
        on_a: [0.0; 3],
        distance: f32::INFINITY,
        direction: [0.0; 3],
        state: DistanceState::BEYOND,
        reserved: [0; 3],
    };

    fn distance(&self) -> f32 {
        self.distance
    }

    /// Beyond a cut-off, rows are the gap along a face, which may be less than that along a pair of edges.
    fn separation(&self, margin: Margin<'_>) -> f32 {
        if margin.uniform() == f32::INFINITY { self.distance } else { f32::INFINITY }
    }
}

/// The job of filling the least rows of a range of groups.
pub(crate) struct LeastRows<'j, 'a, K, R> {
    pub(crate) kernel: K,
    pub(crate) groups: &'a Groups<'a>,
    pub(crate) range: Range<usize>,
    pub(crate) out: &'j mut [Least<R>],
}

impl<K, R> Job for LeastRows<'_, '_, K, R>
where
    K: for<'p> RowKernel<Pairs<'p, 3>, Row = R>,
    R: Ranked,
{
    type Output = ();

    fn run<I: Isa, A: Arithmetic>(self, isa: I) {
        let Self { kernel, groups, range, out } = self;
        let start = range.start;
        out.fill(of_no_pair());
        let mut rows = [R::FARTHEST; CHUNK];
        let mut walk = Walk::new(groups, range);
        let query = &groups.query;
        while let Some(chunk) = walk.chunk(|group, a, b| {
            near(isa, query, a, b, out[group - start].row.separation(query.margin))
        }) {
            let rows = &mut rows[..chunk.owners.len()];
            kernel.rows::<I, A>(isa, &chunk.batches, rows);
            let pairs = chunk.batches.source.pairs.pairs();
            for ((&row, &owner), &pair) in rows.iter().zip(chunk.owners).zip(pairs) {
                let least = &mut out[owner - start];
                let (found, best) = (row.distance(), least.row.distance());
                if found < best || (found.is_nan() && !best.is_nan()) {
                    *least = Least { pair, row };
                }
            }
        }
    }
}
