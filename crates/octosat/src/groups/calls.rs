//! Queries about groups of pairs.

use crate::call::answers::{Answers, Lengths};
#[cfg(feature = "certain")]
use crate::call::batches::Pairs;
use crate::call::dispatch::BitKernel;
#[cfg(feature = "certain")]
use crate::call::dispatch::RowKernel;
use crate::call::engine::Engine;
#[cfg(feature = "certain")]
use crate::call::formula::Each;
use crate::call::length::Takes;
#[cfg(feature = "certain")]
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
#[cfg(feature = "certain")]
use crate::call::tasks::for_each_task;
use crate::call::tasks::{Load, for_each_task_of_answers};
#[cfg(feature = "certain")]
use crate::certain::{
    Distance,
    bound::GapError,
    clearances::Clearances,
    distances::{Distances, cut_off},
};
use crate::error::Error;
use crate::groups::any::AnyOverlap;
use crate::groups::dense;
#[cfg(feature = "certain")]
use crate::groups::least::{Least, LeastRows, Ranked};
use crate::groups::question::{Groups, Members};
use crate::pairs::overlap::Overlaps;

impl Question<verbs::AnyOverlap> for Groups<'_> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, mut out: Answers<'_>) -> Result<(), Error> {
        let takes = Takes::within("any_overlap");
        check(engine, &self, takes, out.lengths(self.len()))?;
        out.clear();
        let nanoseconds = <Overlaps as BitKernel<_>>::NANOSECONDS;
        let load = load(engine, self.len(), self.pairs(), nanoseconds);
        let (groups, lanes) = (&self, self.lanes());
        for_each_task_of_answers(load.in_units(1), out, |range, answers| {
            engine.run(lanes, AnyOverlap { groups, range, answers });
        });
        Ok(())
    }
}

#[cfg(feature = "certain")]
impl Question<verbs::LeastClearances> for Groups<'_> {
    type Out<'o> = &'o mut [Least<f32>];

    fn answer(self, engine: &Engine, out: &mut [Least<f32>]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.len() };
        check(engine, &self, Takes::grown("least_clearances"), lengths)?;
        let error = GapError::of(&self.query);
        fill_least(engine, Each(Clearances { error }), &self, out);
        Ok(())
    }
}

#[cfg(feature = "certain")]
impl Engine {
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
    ) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: groups.len() };
        check(self, &groups, Takes::within("least_distances"), lengths)?;
        let query = Query { within: cut_off(groups.query.within), ..groups.query };
        fill_least(self, Distances, &Groups { query, ..groups }, out);
        Ok(())
    }
}

/// Fills the least row of each group, which have been checked.
#[cfg(feature = "certain")]
fn fill_least<K, R>(engine: &Engine, kernel: K, groups: &Groups<'_>, out: &mut [Least<R>])
where
    K: for<'p> RowKernel<Pairs<'p>, Row = R>,
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

/// Rejects groups and outputs that do not fit.
fn check(engine: &Engine, groups: &Groups<'_>, takes: Takes, out: Lengths) -> Result<(), Error> {
    out.check()?;
    groups.check(engine, takes)
}

impl Groups<'_> {
    /// How many lanes the pairs can fill.
    fn lanes(&self) -> usize {
        match self.members {
            Members::Bounds(_) => self.query.pairs.len(),
            Members::Products(products) => dense::lanes_of_products(products),
        }
    }
}
