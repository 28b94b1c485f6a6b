//! How queries about pairs of boxes are checked.

use octosat_lanes::{BoundedPairs, Isa, PairOutOfBounds};

use crate::backend::token::{Job, run};
use crate::call::answers::Lengths;
use crate::call::batches::{Batches, PairsOf};
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::lists::Lent;
use crate::call::query::Query;
use crate::call::sides::Sides;
use crate::error::Error;

/// Checks a query about pairs of one kind, boxes or another, against the length of its output.
///
/// Inlined, so that batches are not copied out of a `Result`: a store followed by a wider load would cost
/// short lists a tenth of their time.
#[inline(always)]
pub(crate) fn accept<'a, V: Lent<COLUMNS>, const COLUMNS: usize>(
    engine: &Engine,
    query: &'a Query<'_, Sides<V>>,
    takes: Takes,
    out: Lengths,
) -> Result<Batches<'a, PairsOf<'a, V::Kind, COLUMNS>>, Error> {
    let columns = query.lists.each().map(V::columns);
    let lists = columns.map(|list| NamedList { name: V::NAMES, len: list.rows() });
    let pairs = query.accept_pairs(engine, takes, out, lists)?;
    Ok(Batches::new(PairsOf::new(columns, pairs), query.length()))
}

/// A list of a query: how messages call it, and how long it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedList {
    pub(crate) name: &'static str,
    pub(crate) len: usize,
}

impl<'a, L> Query<'a, L> {
    /// Checks a query about pairs against the length of its output and its lists.
    #[inline(always)]
    pub(crate) fn accept_pairs(
        &self,
        engine: &Engine,
        takes: Takes,
        out: Lengths,
        [a, b]: [NamedList; 2],
    ) -> Result<BoundedPairs<'a>, Error> {
        out.check()?;
        takes.check(self.within, self.grown, self.pairs.len())?;
        check_pairs(engine, self.pairs, [a.len, b.len])
            .map_err(|error| Error::of_pair(error, [a.name, b.name]))
    }
}

/// Proves that every index of a list of pairs is below the number of rows of its side.
#[inline(never)]
pub(crate) fn check_pairs<'a>(
    engine: &Engine,
    pairs: &'a [[u32; 2]],
    counts: [usize; 2],
) -> Result<BoundedPairs<'a>, PairOutOfBounds> {
    if pairs.len() <= FEW_PAIRS {
        return BoundedPairs::check_sides(pairs, counts);
    }
    run(engine.token, CheckPairs { pairs, counts })
}

/// Lists up to this length are checked inline; for longer lists it pays to enter an instruction set.
const FEW_PAIRS: usize = 64;

/// Checks the indices of a list of pairs, in the widest registers of the CPU.
struct CheckPairs<'a> {
    pairs: &'a [[u32; 2]],
    counts: [usize; 2],
}

impl<'a> Job for CheckPairs<'a> {
    type Output = Result<BoundedPairs<'a>, PairOutOfBounds>;

    fn run<I: Isa>(self, isa: I) -> Self::Output {
        isa.enter_rarely(
            #[inline(always)]
            || BoundedPairs::check_sides(self.pairs, self.counts),
        )
    }
}
