//! The least row of each group: its smallest clearance, or its smallest distance.

use core::ops::Range;

use octosat_lanes::Isa;
use octosat_rows::{Distance, DistanceState};

use super::chunk::{CHUNK, Chunk, Reduce};
use super::dense::ROOT_OF_THREE;
use super::question::{Groups, Members};
use super::reduce::reduce;
use crate::backend::token::Job;
use crate::call::batches::Pairs;
use crate::call::dispatch::RowKernel;
use crate::call::length::Length;
use crate::tolerances::MAX_LENGTH;

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

    /// Pairs that a face separates by more than this, in meters, have a larger row than this one; minus infinity for
    /// NaN, if boxes that a checked view accepts have no such row.
    fn separation(&self, length: Length<'_>) -> f32;

    /// Whether pairs whose distance is more than √3 times the separation have one, too.
    fn is_distance(length: Length<'_>) -> bool;
}

impl Ranked for f32 {
    const FARTHEST: Self = Self::INFINITY;

    fn distance(&self) -> f32 {
        *self
    }

    /// Two boxes that are grown are nearer by at most √3 times the growth of both along any axis. Smaller ones are no
    /// nearer.
    fn separation(&self, grown: Length<'_>) -> f32 {
        let both = 2.0 * grown.uniform().max(0.0);
        let nothing = if both <= MAX_LENGTH { Self::NEG_INFINITY } else { Self::INFINITY };
        if self.is_nan() { nothing } else { self + ROOT_OF_THREE * both }
    }

    fn is_distance(_: Length<'_>) -> bool {
        true
    }
}

impl Ranked for Distance {
    const FARTHEST: Self = Self {
        on_a: [0.0; 3],
        distance: f32::INFINITY,
        normal: [0.0; 3],
        state: DistanceState::BEYOND,
        reserved: [0; 3],
    };

    fn distance(&self) -> f32 {
        self.distance
    }

    fn separation(&self, _: Length<'_>) -> f32 {
        if self.distance.is_nan() { f32::NEG_INFINITY } else { self.distance }
    }

    /// Beyond a cut-off, rows are the gap along a face, which may be less than that along a pair of edges.
    fn is_distance(within: Length<'_>) -> bool {
        within.uniform() == f32::INFINITY
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
    K: for<'p> RowKernel<Pairs<'p>, Row = R>,
    R: Ranked,
{
    type Output = ();

    fn run<I: Isa>(mut self, isa: I) {
        self.out.fill(of_no_pair());
        let (groups, range) = (self.groups, self.range.clone());
        reduce::<I, _>(isa, groups, range, &mut self);
    }
}

impl<K, R> Reduce for LeastRows<'_, '_, K, R>
where
    K: for<'p> RowKernel<Pairs<'p>, Row = R>,
    R: Ranked,
{
    const FIRST_PAIRS: bool = true;

    /// After a row that is NaN, only other such rows matter, of which the first one counts.
    fn limit(&self, group: usize) -> Option<f32> {
        Some(self.out[group - self.range.start].row.separation(self.groups.query.length()))
    }

    fn is_limit_of_distance(&self) -> bool {
        R::is_distance(self.groups.query.length())
    }

    fn settle<I: Isa>(&mut self, isa: I, chunk: &Chunk<'_>) {
        let mut rows = [R::FARTHEST; CHUNK];
        let rows = &mut rows[..chunk.owners.len()];
        chunk.rows::<I, _, _>(isa, self.kernel, rows);
        let pairs = chunk.pairs();
        // The pairs of a list come in its order, and those of a product in any.
        let is_in_order = matches!(self.groups.members, Members::Bounds(_));
        for ((&row, &owner), &pair) in rows.iter().zip(chunk.owners).zip(pairs) {
            let least = &mut self.out[owner - self.range.start];
            let is_first = !is_in_order && pair < least.pair;
            if is_before(row.distance(), least.row.distance(), is_first) {
                *least = Least { pair, row };
            }
        }
    }
}

/// Whether a row replaces the least one so far: NaN comes before all numbers, and the first pair of equals counts.
fn is_before(found: f32, least: f32, is_first: bool) -> bool {
    if found.is_nan() || least.is_nan() {
        return found.is_nan() && (is_first || !least.is_nan());
    }
    found < least || (found <= least && is_first)
}
