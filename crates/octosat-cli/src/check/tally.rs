//! What checks found, added up.

use octosat::{Backend, Rounding};

use super::judgement::Deviation;
use crate::choices::Basis;

/// One way to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Combination {
    pub(crate) backend: Backend,
    pub(crate) basis: Basis,
    pub(crate) arithmetic: Rounding,
    pub(crate) threads: usize,
}

impl std::fmt::Display for Combination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { backend, basis, arithmetic, threads } = self;
        write!(f, "{backend}, {}, {arithmetic}, {threads} threads", basis.name())
    }
}

/// The counts of one combination.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Pairs with an answer whose bits are not the mirror's.
    pub(crate) bit_mismatches: usize,
    /// Pairs with an answer outside the band around the float64 answer.
    pub(crate) outside_tolerance: usize,
    /// Of depths and booleans.
    pub(crate) worst: Deviation,
    /// Manifolds with contacts, over all ways to ask for them.
    pub(crate) manifolds: usize,
    /// The worst error of a manifold, in parts of what is allowed.
    pub(crate) worst_manifold: f64,
}

impl Tally {
    /// The worst error of any answer, in parts of what is allowed.
    pub(crate) fn worst_error(&self) -> f64 {
        self.worst.of_band.max(self.worst_manifold)
    }
}

/// A combination and its counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub(crate) combination: Combination,
    pub(crate) tally: Tally,
}

/// One thing that was found.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// The row of the pair in its frame.
    pub(crate) pair: usize,
    pub(crate) what: String,
}

/// Everything that was found.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) combinations: Vec<Counted>,
    /// Pairs on which the scalar mirror and the plain reference have other bits.
    pub(crate) plain_mismatches: usize,
    /// The first differences since they were last taken.
    differences: Vec<Difference>,
}

/// Differences kept in words; the counts go on.
const MOST_DIFFERENCES: usize = 100;

impl Report {
    pub(super) fn new(combinations: Vec<Combination>) -> Self {
        let counted = |combination| Counted { combination, tally: Tally::default() };
        Self {
            combinations: combinations.into_iter().map(counted).collect(),
            plain_mismatches: 0,
            differences: Vec::new(),
        }
    }

    /// Adds the counts of one combination over one list, and where its bits differ.
    pub(super) fn add(
        &mut self,
        number: usize,
        tally: Tally,
        odd: impl Iterator<Item = (usize, String)>,
    ) {
        let Counted { combination, tally: sum } = &mut self.combinations[number];
        sum.bit_mismatches += tally.bit_mismatches;
        sum.outside_tolerance += tally.outside_tolerance;
        sum.worst = sum.worst.worst(tally.worst);
        sum.manifolds += tally.manifolds;
        sum.worst_manifold = sum.worst_manifold.max(tally.worst_manifold);
        let combination = *combination;
        for (pair, what) in odd.take(self.room()) {
            let what = format!("{combination}: {what} (the scalar mirror's)");
            self.differences.push(Difference { pair, what });
        }
    }

    /// Adds what the judge has against the mirror's answers, in the words of one combination.
    pub(super) fn add_objections(
        &mut self,
        number: usize,
        objections: impl Iterator<Item = (usize, String)>,
    ) {
        let combination = self.combinations[number].combination;
        for (pair, what) in objections.take(self.room()) {
            let what = format!("{combination}: outside tolerance: {what}");
            self.differences.push(Difference { pair, what });
        }
    }

    /// Adds where the plain reference differs from the mirror, given for every pair.
    pub(super) fn add_plain<'a>(
        &mut self,
        basis: Basis,
        found: impl Iterator<Item = Option<&'a String>>,
    ) {
        for (pair, what) in found.enumerate() {
            let Some(what) = what else { continue };
            self.plain_mismatches += 1;
            if self.room() > 0 {
                let basis = basis.name();
                let what = format!("scalar mirror, {basis}, exact: {what} (the plain reference's)");
                self.differences.push(Difference { pair, what });
            }
        }
    }

    /// Adds the manifolds judged and their worst error, of the mirrors' answers alone: all others
    /// share them.
    pub(crate) fn mirrored_manifolds(&self) -> Tally {
        let mirrors = self.combinations.iter().filter(|counted| {
            counted.combination.backend == Backend::Scalar && counted.combination.threads == 1
        });
        mirrors.fold(Tally::default(), |sum, counted| Tally {
            manifolds: sum.manifolds + counted.tally.manifolds,
            worst_manifold: sum.worst_manifold.max(counted.tally.worst_manifold),
            worst: sum.worst.worst(counted.tally.worst),
            ..sum
        })
    }

    fn room(&self) -> usize {
        MOST_DIFFERENCES - self.differences.len().min(MOST_DIFFERENCES)
    }

    /// Gives the differences in words away.
    pub(super) fn take_differences(&mut self) -> Vec<Difference> {
        std::mem::take(&mut self.differences)
    }

    pub(crate) fn bit_mismatches(&self) -> usize {
        let sum: usize = self.combinations.iter().map(|c| c.tally.bit_mismatches).sum();
        sum + self.plain_mismatches
    }

    pub(crate) fn outside_tolerance(&self) -> usize {
        self.combinations.iter().map(|c| c.tally.outside_tolerance).sum()
    }
}
