//! Queries about groups of pairs.

use super::Engine;
use crate::bools::Answers;
use crate::dispatch::BitKernel;
use crate::error::{Lengths, QueryError};
use crate::groups::any::AnyOverlap;
use crate::groups::{Groups, Members};
use crate::layout::Unit;
use crate::overlap::Overlaps;
use crate::pairs::check_pairs;
use crate::tasks::for_each_task;

impl Engine {
    /// Reports for each group whether any of its pairs overlaps, as [`Self::overlaps`] does.
    ///
    /// A group is left soon after its first hit. Small groups share batches. Threads share the groups, but not the pairs
    /// of one: cut a group of millions of pairs in pieces.
    ///
    /// # Errors
    /// If an index or a range is out of range, the groups do not hold the pairs of their list, a margin is negative or
    /// not finite, or the output does not have one place per group; the output is then untouched.
    pub fn any_overlap<'a>(
        &self,
        groups: Groups<'_>,
        out: impl Into<Answers<'a>>,
    ) -> Result<(), QueryError> {
        any_overlap(self, &groups, out.into())
    }
}

// A separate function, so that kernels are compiled with this crate, whatever the output is.
fn any_overlap(
    engine: &Engine,
    groups: &Groups<'_>,
    mut out: Answers<'_>,
) -> Result<(), QueryError> {
    check(engine, groups, out.lengths(groups.len()))?;
    out.clear();
    let nanoseconds = <Overlaps<Unit> as BitKernel<_>>::NANOSECONDS;
    let pairs = groups.pairs();
    let per_group = (pairs / groups.len().max(1)).saturating_mul(nanoseconds);
    let load = engine.load(groups.len(), per_group);
    match out {
        Answers::Each(out) => for_each_task(load.in_units(1), out, 1, |range, out| {
            engine.run(pairs, AnyOverlap { groups, range, answers: Answers::Each(out) });
        }),
        Answers::Bits(out) => for_each_task(load.in_units(64), out, 64, |range, out| {
            engine.run(pairs, AnyOverlap { groups, range, answers: Answers::Bits(out) });
        }),
    }
    Ok(())
}

/// Rejects groups and outputs that do not fit.
fn check(engine: &Engine, groups: &Groups<'_>, out: Lengths) -> Result<(), QueryError> {
    out.check()?;
    groups.check()?;
    let Groups { query, members } = groups;
    if let Members::Ends(_) = members {
        query.margin.check(query.pairs.len())?;
        check_pairs(engine, query.pairs, query.sides().map(|side| side.len()))
            .map_err(|error| QueryError::of_pair(error, ["boxes"; 2]))?;
    }
    Ok(())
}
