//! Queries about pairs of boxes: how they are checked, and the kernels that answer them.

use octosat_lanes::{BoundedPairs, Isa, PairOutOfBounds};
use octosat_rows::Penetration;

use crate::call::answers::Answers;
use crate::call::batches::{Batches, Pairs};
use crate::call::dispatch::{BitKernel, Job, RowKernel, run};
use crate::call::engine::{Engine, OverlapQuery, PenetrationQuery};
use crate::call::error::{Lengths, QueryError};
use crate::call::length::{Takes, WITHIN};
use crate::call::query::Query;
#[cfg(feature = "motion")]
use crate::motion::at_times::AtTimes;
use crate::pairs::overlap::Overlaps;
use crate::pairs::penetration::Penetrations;

impl OverlapQuery for Query<'_> {
    fn overlaps(self, engine: &Engine, out: Answers<'_>) -> Result<(), QueryError> {
        let batches = accept(
            engine,
            &self,
            Takes { query: "overlaps", word: Some(WITHIN) },
            out.lengths(self.pairs.len()),
        )?;
        engine.fill_bools_of_pairs(Overlaps, &self, &batches, out)
    }
}

impl PenetrationQuery for Query<'_> {
    type Row = Penetration;

    fn penetrations(self, engine: &Engine, out: &mut [Penetration]) -> Result<(), QueryError> {
        let lengths = Lengths { found: out.len(), expected: self.pairs.len() };
        engine.fill_rows_of_pairs(
            Penetrations,
            &self,
            &accept(engine, &self, Takes { query: "penetrations", word: Some(WITHIN) }, lengths)?,
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
    ) -> Result<(), QueryError>
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
    ) -> Result<(), QueryError>
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

/// Checks a query about pairs of a list of boxes against the length of its output.
///
/// Inlined, so that batches are not copied out of a `Result`: a store followed by a wider load would cost
/// short lists a tenth of their time.
#[inline(always)]
pub(crate) fn accept<'a>(
    engine: &Engine,
    query: &'a Query<'_>,
    takes: Takes,
    out: Lengths,
) -> Result<Batches<'a, Pairs<'a>>, QueryError> {
    out.check()?;
    takes.check(query.within, query.grown, query.pairs.len())?;
    let [a, b] = query.boxes.each();
    let pairs = check_pairs(engine, query.pairs, [a.len(), b.len()])
        .map_err(|error| QueryError::of_pair(error, ["boxes"; 2]))?;
    Ok(Batches::new(Pairs { columns: [&a.columns, &b.columns], pairs }, query.length()))
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
