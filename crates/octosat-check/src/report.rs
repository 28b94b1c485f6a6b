//! What checks found, added up.

use octosat::Backend;

use crate::{Basis, Finding};

/// One way to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The query.
    pub query: &'static str,
    /// The backend.
    pub backend: Backend,
    /// The boxes' basis.
    pub basis: Basis,
    /// The number of threads.
    pub threads: usize,
}

impl std::fmt::Display for Combination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { query, backend, basis, threads } = self;
        write!(f, "{query}, {backend}, {}, {threads} threads", basis.name())
    }
}

/// The counts of one combination.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// The way to compute.
    pub combination: Combination,
    /// Rows of other bits than those of the scalar backend on one thread.
    pub bit_mismatches: usize,
    /// Rows that the references do not allow.
    pub outside_tolerance: usize,
    /// The worst error of the other rows, as a share of the error bound.
    pub worst_error: f64,
}

/// One thing that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The box and the other shape.
    pub row: [u32; 2],
    /// Its index among the rows of the frame.
    pub place: usize,
    /// What differs.
    pub what: String,
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Rows that were checked, each in every combination of its basis.
    pub rows: usize,
    /// The combinations.
    pub tallies: Vec<Tally>,
    /// Rows of other bits than those of the plain reference.
    pub plain_mismatches: usize,
    /// The first differences.
    pub differences: Vec<Difference>,
}

/// Differences that are kept in words; the counts go on.
const MOST_DIFFERENCES: usize = 100;

impl Report {
    /// Nothing was found yet in these combinations.
    pub fn new(combinations: Vec<Combination>) -> Self {
        let tally = |combination| Tally {
            combination,
            bit_mismatches: 0,
            outside_tolerance: 0,
            worst_error: 0.0,
        };
        Self { tallies: combinations.into_iter().map(tally).collect(), ..Self::default() }
    }

    /// Adds what was found elsewhere.
    pub fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.plain_mismatches += other.plain_mismatches;
        for tally in other.tallies {
            let same = |own: &&mut Tally| own.combination == tally.combination;
            match self.tallies.iter_mut().find(same) {
                Some(own) => {
                    own.bit_mismatches += tally.bit_mismatches;
                    own.outside_tolerance += tally.outside_tolerance;
                    own.worst_error = own.worst_error.max(tally.worst_error);
                }
                None => self.tallies.push(tally),
            }
        }
        other.differences.into_iter().for_each(|difference| self.note(difference));
    }

    /// Keeps a difference, if there is room.
    pub(crate) fn note(&mut self, difference: Difference) {
        if self.differences.len() < MOST_DIFFERENCES {
            self.differences.push(difference);
        }
    }

    /// Counts the findings about the rows of a frame for one combination: all that agree with the scalar backend
    /// share them.
    pub(crate) fn count(&mut self, number: usize, findings: &[Finding]) {
        let tally = &mut self.tallies[number];
        for finding in findings {
            match finding.fault {
                Some(_) => tally.outside_tolerance += 1,
                None => tally.worst_error = tally.worst_error.max(finding.error),
            }
        }
    }

    /// Rows of other bits than expected, over all combinations and the plain reference.
    pub fn bit_mismatches(&self) -> usize {
        let sum: usize = self.tallies.iter().map(|tally| tally.bit_mismatches).sum();
        sum + self.plain_mismatches
    }

    /// Rows that the references do not allow, over all combinations.
    pub fn outside_tolerance(&self) -> usize {
        self.tallies.iter().map(|tally| tally.outside_tolerance).sum()
    }

    /// Everything that is wrong, counted.
    pub fn faults(&self) -> usize {
        self.bit_mismatches() + self.outside_tolerance()
    }

    /// The largest error over all combinations, as a share of the error bound.
    pub fn worst_error(&self) -> f64 {
        self.tallies.iter().map(|tally| tally.worst_error).fold(0.0, f64::max)
    }
}
