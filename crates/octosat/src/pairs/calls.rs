//! Overlaps and penetrations of a query, and how any kernel of pairs fills the rows of one, also of boxes that have moved.

use octosat_rows::Penetration;

use super::overlap::Overlaps;
use super::penetration::Penetrations;
use crate::call::answers::Answers;
use crate::call::answers::Lengths;
use crate::call::batches::{Batches, Pairs};
use crate::call::checks::accept;
use crate::call::dispatch::{BitKernel, RowKernel};
use crate::call::engine::Engine;
use crate::call::length::Takes;
use crate::call::query::Query;
use crate::call::question::{Question, verbs};
use crate::error::Error;
#[cfg(feature = "motion")]
use crate::moved::at_times::AtTimes;

impl Question<verbs::Overlaps> for Query<'_> {
    type Out<'o> = Answers<'o>;

    fn answer(self, engine: &Engine, out: Answers<'_>) -> Result<(), Error> {
        let batches =
            accept(engine, &self, Takes::within("overlaps"), out.lengths(self.pairs.len()))?;
        engine.fill_bools_of_pairs(Overlaps, &self, &batches, out)
    }
}

impl Question<verbs::Penetrations> for Query<'_> {
    type Out<'o> = &'o mut [Penetration];

    fn answer(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), Error> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        engine.fill_rows_of_pairs(
            Penetrations,
            &self,
            &accept(engine, &self, Takes::within("penetrations"), lengths)?,
            out,
        )
    }
}

impl Engine {
    /// Fills one row of output per pair of a query that was accepted, where the boxes are.
    #[inline(always)]
    #[cfg_attr(
        not(feature = "motion"),
        expect(clippy::unnecessary_wraps, reason = "moved boxes are checked")
    )]
    pub(crate) fn fill_rows_of_pairs<K, R: Copy + Send>(
        &self,
        kernel: K,
        query: &Query<'_>,
        batches: &Batches<'_, Pairs<'_>>,
        out: &mut [R],
    ) -> Result<(), Error>
    where
        K: for<'p> RowKernel<Pairs<'p>, Row = R>,
    {
        #[cfg(feature = "motion")]
        if let Some(moved) = &query.moved {
            let path = moved.checked(self, query, batches.source)?;
            let moved = Batches::new(path.pairs(batches.source, 0..batches.len()), batches.length);
            self.fill_rows(AtTimes::new(kernel), &moved, out);
            return Ok(());
        }
        #[cfg(not(feature = "motion"))]
        let _ = query;
        self.fill_rows(kernel, batches, out);
        Ok(())
    }

    /// The same for one boolean or bit per pair.
    #[inline(always)]
    #[cfg_attr(
        not(feature = "motion"),
        expect(clippy::unnecessary_wraps, reason = "moved boxes are checked")
    )]
    pub(crate) fn fill_bools_of_pairs<K>(
        &self,
        kernel: K,
        query: &Query<'_>,
        batches: &Batches<'_, Pairs<'_>>,
        out: Answers<'_>,
    ) -> Result<(), Error>
    where
        K: for<'p> BitKernel<Pairs<'p>>,
    {
        #[cfg(feature = "motion")]
        if let Some(moved) = &query.moved {
            let path = moved.checked(self, query, batches.source)?;
            let moved = Batches::new(path.pairs(batches.source, 0..batches.len()), batches.length);
            self.fill_bools(AtTimes::<K>::new(kernel), &moved, out);
            return Ok(());
        }
        #[cfg(not(feature = "motion"))]
        let _ = query;
        self.fill_bools(kernel, batches, out);
        Ok(())
    }
}
