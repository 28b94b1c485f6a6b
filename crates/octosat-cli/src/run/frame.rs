//! A frame's pairs through the queries, timed, in memory that is used again.

use std::time::{Duration, Instant};

use octosat::{ContactCache, Manifolds, PointOrigin};

use super::computer::{Computer, Rows};
use super::job::Wanted;
use crate::failure::Failure;
use crate::manifolds::ManifoldSetting;
use crate::stores::Query;

/// Answers about the pairs of one frame.
#[derive(Debug)]
pub(super) struct FrameAnswers {
    wanted: Wanted,
    overlaps: Vec<bool>,
    rows: Rows,
    contacts: Contacts,
}

/// Where contacts are kept.
#[derive(Debug)]
enum Contacts {
    Stateless(Manifolds),
    Cached(Box<ContactCache>),
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

impl FrameAnswers {
    /// Room for nothing yet; the cache, if there is one, knows of no frame.
    pub(super) fn new(computer: &Computer, wanted: Wanted, cache: Option<ContactCache>) -> Self {
        let contacts = match cache {
            None => Contacts::Stateless(Manifolds::new()),
            Some(cache) => Contacts::Cached(Box::new(cache)),
        };
        Self { wanted, overlaps: Vec::new(), rows: computer.rows(), contacts }
    }

    /// Asks for rows, or for booleans where no rows are wanted: rows hold the booleans too, and two
    /// queries could differ about boxes that touch within rounding.
    ///
    /// Whether boxes share a point does not depend on a margin. Only contacts know of the frame before.
    pub(super) fn ask(
        &mut self,
        computer: &Computer,
        query: &Query<'_>,
        times: &mut Times,
    ) -> Result<(), Failure> {
        let pairs = query.pairs.len();
        if self.wanted.penetration {
            self.rows.resize(pairs);
            let begin = Instant::now();
            computer.penetration(query, &mut self.rows)?;
            times.penetration += begin.elapsed();
        } else {
            self.overlaps.resize(pairs, false);
            let begin = Instant::now();
            computer.overlap(&Query { margin: 0.0, ..*query }, &mut self.overlaps)?;
            times.overlap += begin.elapsed();
        }
        if let Some(limit) = self.wanted.contacts {
            // Moving the boxes to their frame, which converting them is a part of, is not in the times.
            query.store.unit();
            let origin = PointOrigin::World;
            let setting = ManifoldSetting { margin: query.margin, limit, origin };
            let engine = computer.contact_engine()?;
            let begin = Instant::now();
            match &mut self.contacts {
                Contacts::Stateless(out) => query.manifolds_as(engine, setting, out)?,
                Contacts::Cached(cache) => {
                    query.manifolds_cached(engine, setting, cache)?;
                }
            }
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
        match &self.contacts {
            Contacts::Stateless(contacts) => contacts,
            Contacts::Cached(cache) => cache.manifolds(),
        }
    }
}
