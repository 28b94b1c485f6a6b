//! A run of pairs through the queries, timed, in memory that is used again.

use std::time::{Duration, Instant};

use octosat::{Coherence, Manifolds, PointLimit};

use super::computer::{Computer, Rows};
use crate::failure::Failure;
use crate::stores::Query;

/// Pairs of a chunk for each thread: many tasks of the engine, and little memory beside results.
const PAIRS_A_THREAD: usize = 1 << 16;

/// Most pairs of a chunk.
const MOST_PAIRS: usize = 1 << 19;

/// Which results are wanted; at least one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) overlap: bool,
    pub(super) penetration: bool,
    /// Contacts, at most so many a pair.
    pub(super) contacts: Option<PointLimit>,
}

/// Answers about a run of pairs.
#[derive(Debug)]
pub(super) struct Chunk {
    wanted: Wanted,
    overlaps: Vec<bool>,
    rows: Rows,
    contacts: Manifolds,
}

/// The time inside the queries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    pub(super) overlap: Duration,
    pub(super) penetration: Duration,
    pub(super) contacts: Duration,
}

impl Times {
    /// All queries together.
    pub(super) fn sum(self) -> Duration {
        self.overlap + self.penetration + self.contacts
    }
}

/// How many pairs go through the queries at a time.
pub(super) fn chunk_length(threads: usize, pairs: usize) -> usize {
    PAIRS_A_THREAD.saturating_mul(threads).min(MOST_PAIRS).min(pairs).max(1)
}

impl Chunk {
    /// Room for this many pairs.
    pub(super) fn new(computer: &Computer, wanted: Wanted, pairs: usize) -> Self {
        Self {
            wanted,
            overlaps: vec![false; if wanted.penetration { 0 } else { pairs }],
            rows: computer.rows(if wanted.penetration { pairs } else { 0 }),
            contacts: Manifolds::new(),
        }
    }

    /// Asks for rows, or for booleans where no rows are wanted: rows hold the booleans too, and two
    /// queries could differ about boxes that touch within rounding.
    ///
    /// Whether boxes share a point does not depend on a margin. Only contacts remember anything.
    pub(super) fn ask(
        &mut self,
        computer: &Computer,
        query: &Query<'_>,
        coherence: Coherence<'_>,
        times: &mut Times,
    ) -> Result<(), Failure> {
        if !self.wanted.penetration {
            let out = &mut self.overlaps[..query.pairs.len()];
            let begin = Instant::now();
            computer.overlap(&Query { margin: 0.0, ..*query }, out)?;
            times.overlap += begin.elapsed();
        }
        if self.wanted.penetration {
            let begin = Instant::now();
            computer.penetration(query, &mut self.rows)?;
            times.penetration += begin.elapsed();
        }
        if let Some(limit) = self.wanted.contacts {
            // Moving the boxes to their frame, which converting them is a part of, is not in the times.
            query.store.unit();
            let begin = Instant::now();
            computer.contacts(query, limit, coherence, &mut self.contacts)?;
            times.contacts += begin.elapsed();
        }
        Ok(())
    }

    /// Whether the boxes of a pair share a point.
    pub(super) fn overlaps(&self, pair: usize) -> bool {
        if self.wanted.penetration { self.rows.get(pair).depth >= 0.0 } else { self.overlaps[pair] }
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The manifolds of the pairs asked about last; none where contacts are not wanted.
    pub(super) fn contacts(&self) -> &Manifolds {
        &self.contacts
    }
}
