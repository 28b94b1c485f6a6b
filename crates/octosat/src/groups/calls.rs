//! Queries about groups of pairs.

use crate::boxes::layout::Unit;
use crate::call::answers::Answers;
#[cfg(feature = "certain")]
use crate::call::batches::Pairs;
use crate::call::dispatch::BitKernel;
#[cfg(feature = "certain")]
use crate::call::dispatch::RowKernel;
use crate::call::engine::Engine;
use crate::call::error::{Lengths, QueryError};
#[cfg(feature = "certain")]
use crate::call::formula::Each;
use crate::call::length::{Takes, WITHIN};
#[cfg(feature = "certain")]
use crate::call::query::Query;
use crate::call::tasks::{Load, for_each_task};
#[cfg(feature = "certain")]
use crate::certain::{
    Distance,
    bound::GapError,
    clearances::Clearances,
    distances::{Distances, cut_off},
};
use crate::groups::Groups;
use crate::groups::any::AnyOverlap;
#[cfg(feature = "certain")]
use crate::groups::least::{Least, LeastRows, Ranked};
use crate::pairs::overlap::Overlaps;

impl Engine {
    /// Reports for each group whether any of its pairs overlaps, as [`Self::overlaps`] does.
    ///
    /// A group is left soon after its first hit. Small groups share batches. Threads share the groups, but not the pairs
    /// of one: cut a group of millions of pairs in pieces.
    ///
    /// # Errors
    /// If an index or a range is out of range, the groups do not hold the pairs of their list, a length is negative or
    /// not finite, or the output does not have one element per group; the output is then untouched.
    pub fn any_overlap<'a>(
        &self,
        groups: Groups<'_>,
        out: impl Into<Answers<'a>>,
    ) -> Result<(), QueryError> {
        any_overlap(self, &groups, out.into())
    }
}

#[cfg(feature = "certain")]
impl Engine {
    /// Reports for each group its least clearance, and the pair that it is of; see [`Self::clearances`].
    ///
    /// If the boxes are those of stores or of checked views, a group whose least clearance is positive is certainly free:
    /// none of its boxes touch.
    ///
    /// # Errors
    /// As for [`Self::any_overlap`].
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Engine, Groups, Least, OrientedBox, Product};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 5.0, 2.5] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let products = [Product::new(0..1, 1..3), Product::new(0..1, 0..0)];
    /// let mut least = [Least::default(); 2];
    /// Engine::new().least_clearances(Groups::of_products(&boxes, &products), &mut least)?;
    /// assert_eq!(least[0].pair, [0, 2]);
    /// assert!(least[0].row <= 0.5 && least[0].row > 0.4999);
    /// assert_eq!(least[1].pair, Least::<f32>::NO_PAIR);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn least_clearances(
        &self,
        groups: Groups<'_>,
        out: &mut [Least<f32>],
    ) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: groups.len() };
        check(
            self,
            &groups,
            Takes { query: "least_clearances", word: Some(crate::call::length::GROWN) },
            lengths,
        )?;
        let error = GapError::of(&groups.query);
        fill_least(self, Each(Clearances { error }), &groups, out);
        Ok(())
    }

    /// Reports for each group its least distance, and the pair that it is of; see [`Self::distances`].
    ///
    /// # Errors
    /// As for [`Self::any_overlap`].
    ///
    /// # Example
    /// ```
    /// use octosat::{BoxStore, Distance, Engine, Groups, Least, OrientedBox, Product};
    /// let upright = [0.0, 0.0, 0.0, 1.0];
    /// let mut boxes = BoxStore::new();
    /// for x in [0.0, 5.0, 2.5] {
    ///     boxes.insert(OrientedBox::new([x, 0.0, 0.0], upright, [1.0; 3]))?;
    /// }
    /// let mut least = [Least::<Distance>::default()];
    /// let products = [Product::new(0..1, 1..3)];
    /// Engine::new().least_distances(Groups::of_products(&boxes, &products), &mut least)?;
    /// assert_eq!((least[0].pair, least[0].row.distance), ([0, 2], 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn least_distances(
        &self,
        groups: Groups<'_>,
        out: &mut [Least<Distance>],
    ) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: groups.len() };
        check(self, &groups, Takes { query: "least_distances", word: Some(WITHIN) }, lengths)?;
        let query = Query { within: cut_off(groups.query.within), ..groups.query };
        fill_least(self, Distances, &Groups { query, ..groups }, out);
        Ok(())
    }
}

/// Fills the least row of each group, which have been checked.
#[cfg(feature = "certain")]
fn fill_least<K, R>(engine: &Engine, kernel: K, groups: &Groups<'_>, out: &mut [Least<R>])
where
    K: for<'p> RowKernel<Pairs<'p, 3>, Row = R>,
    R: Ranked,
{
    let pairs = groups.pairs();
    let load = load(engine, groups.len(), pairs, K::NANOSECONDS);
    let lanes = groups.lanes();
    for_each_task(load.in_units(1), out, 1, |range, out| {
        engine.run(lanes, LeastRows { kernel, groups, range, out });
    });
}

/// The work of groups whose pairs take this many nanoseconds each.
fn load(engine: &Engine, groups: usize, pairs: usize, nanoseconds: usize) -> Load {
    engine.load(groups, (pairs / groups.max(1)).saturating_mul(nanoseconds))
}

// A separate function, so that kernels are compiled with this crate, whatever the output is.
fn any_overlap(
    engine: &Engine,
    groups: &Groups<'_>,
    mut out: Answers<'_>,
) -> Result<(), QueryError> {
    check(
        engine,
        groups,
        Takes { query: "any_overlap", word: Some(WITHIN) },
        out.lengths(groups.len()),
    )?;
    out.clear();
    let pairs = groups.pairs();
    let load = load(engine, groups.len(), pairs, <Overlaps<Unit> as BitKernel<_>>::NANOSECONDS);
    let lanes = groups.lanes();
    match out {
        Answers::Each(out) => for_each_task(load.in_units(1), out, 1, |range, out| {
            engine.run(lanes, AnyOverlap { groups, range, answers: Answers::Each(out) });
        }),
        Answers::Bits(out) => for_each_task(load.in_units(64), out, 64, |range, out| {
            engine.run(lanes, AnyOverlap { groups, range, answers: Answers::Bits(out) });
        }),
    }
    Ok(())
}

/// Rejects groups and outputs that do not fit.
fn check(
    engine: &Engine,
    groups: &Groups<'_>,
    takes: Takes,
    out: Lengths,
) -> Result<(), QueryError> {
    out.check()?;
    groups.check(engine, takes)
}
