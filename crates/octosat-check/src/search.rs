//! Looking for cases on which backends or references differ: rounds of hard cases from a seed, and failures that
//! proptest makes small.

use std::cell::{Cell, RefCell};

use octosat_scenes::{Recording, RecordingParts};
use proptest::prelude::*;
use proptest::strategy::{NewTree, ValueTree};
use proptest::test_runner::{
    Config, FileFailurePersistence, RngAlgorithm, RngSeed, TestRng, TestRunner,
};

use crate::{Basis, Checked, Failure, Plan, Report, Round, Workers, cores};

/// Once in this number of rounds several threads compute, too: lists are then repeated until there is work for them,
/// which takes as long as hundreds of other rounds. A prime, so that every kind of case has its turn.
const ROUNDS_PER_THREADED_ONE: u64 = 257;

/// Checks that shrinking takes at most; each is one of a whole round's, or less.
const MOST_CHECKS: u32 = 1_000;

/// A search of a query's rounds.
#[derive(Debug)]
pub struct Search {
    query: &'static dyn Checked,
    seed: u64,
    sequential: Plan,
    threaded: Plan,
}

/// What was found in a round.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was counted, over all bases.
    pub report: Report,
    /// The first thing that is wrong, if something is.
    pub failure: Option<Failing>,
}

/// Something wrong in a round.
#[derive(Clone, Debug)]
pub struct Failing {
    /// What is wrong.
    pub what: String,
    /// As few and as round numbers as show it.
    pub round: Round,
    /// The basis in which it shows.
    pub basis: Basis,
}

/// Makes cases from a seed: those of each number are the same, whatever cases were made before.
pub fn runner(seed: u64, number: u64) -> TestRunner {
    let words = [seed, number, 0, 0].map(u64::to_le_bytes);
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, words.as_flattened());
    let config =
        Config { failure_persistence: None, max_shrink_iters: u32::MAX, ..Config::default() };
    TestRunner::new_with_rng(config, random)
}

/// Checks a property, always of the same cases: first those of the seeds in a file, where a new failure adds its seed.
pub fn properties(cases: u32, regressions: &'static str) -> TestRunner {
    TestRunner::new(Config {
        cases,
        rng_seed: RngSeed::Fixed(1),
        max_shrink_iters: MOST_CHECKS,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions))),
        ..Config::default()
    })
}

impl Search {
    /// A search from a seed: the same seed and number give the same round.
    ///
    /// # Errors
    /// If the system starts no threads.
    pub fn new(query: &'static dyn Checked, seed: u64) -> Result<Self, Failure> {
        let plan = |threads: &[usize]| -> Result<Plan, Failure> {
            Ok(Plan { workers: Workers::all(threads)?, is_thorough: true })
        };
        let (sequential, threaded) = (plan(&[1])?, plan(&[1, cores().max(2)])?);
        Ok(Self { query, seed, sequential, threaded })
    }

    /// Makes a round and checks it in every basis.
    ///
    /// # Errors
    /// A case that the query rejects.
    pub fn round(&self, number: u64) -> Result<Found, Failure> {
        let round = self.made(number)?;
        let is_threaded = number.is_multiple_of(ROUNDS_PER_THREADED_ONE);
        let plan = if is_threaded { &self.threaded } else { &self.sequential };
        let mut found = Found { report: Report::default(), failure: None };
        for &basis in self.query.facts().bases {
            let report = self.check(&round, basis, plan)?;
            if let (Some(first), None) = (report.differences.first(), &found.failure) {
                let what = first.what.clone();
                let whole = Failing { what, round: round.clone(), basis };
                found.failure = Some(self.shrunk(number, whole));
            }
            found.report.add(report);
        }
        Ok(found)
    }

    /// The query that is searched.
    pub(crate) fn query(&self) -> &'static dyn Checked {
        self.query
    }

    /// The round of a number.
    pub(crate) fn made(&self, number: u64) -> Result<Round, Failure> {
        Ok(self.tree(number).map_err(Failure::new)?.current())
    }

    /// Checks a round on one thread.
    pub(crate) fn check_sequentially(
        &self,
        round: &Round,
        basis: Basis,
    ) -> Result<Report, Failure> {
        self.check(round, basis, &self.sequential)
    }

    /// A round and everything it shrinks to.
    fn tree(&self, number: u64) -> NewTree<BoxedStrategy<Round>> {
        self.query.rounds(number).new_tree(&mut runner(self.seed, number))
    }

    fn check(&self, round: &Round, basis: Basis, plan: &Plan) -> Result<Report, Failure> {
        let mut checker = self.query.checker(basis, plan)?;
        for case in &round.cases(basis, self.query.facts())? {
            checker.check(case)?;
        }
        Ok(std::mem::take(checker.report()))
    }

    /// The failure of a round with as few and as round numbers as show it; whole if it shows with several threads
    /// only.
    fn shrunk(&self, number: u64, whole: Failing) -> Failing {
        let basis = whole.basis;
        let (checks, smallest) = (Cell::new(0), RefCell::new(whole));
        let holds = |round: Round| {
            checks.set(checks.get() + 1);
            if checks.get() > MOST_CHECKS {
                return Ok(());
            }
            // A case that is rejected is no failure.
            let report = self.check(&round, basis, &self.sequential).unwrap_or_default();
            let Some(first) = report.differences.first() else { return Ok(()) };
            smallest.replace(Failing { what: first.what.clone(), round, basis });
            Err(TestCaseError::fail("it differs"))
        };
        if let Ok(tree) = self.tree(number) {
            // The smallest case that fails is kept above.
            _ = runner(self.seed, number).run_one(tree, holds);
        }
        let Failing { what, round, .. } = smallest.into_inner();
        Failing { what: format!("{}: {what}", round.name), round, basis }
    }
}

impl Failing {
    /// The round as a recording; of one that no recording holds, the first extents and the boxes that are there in
    /// all frames.
    ///
    /// # Errors
    /// If the frames are no recording at all.
    pub fn into_recording(self) -> Result<Recording, Failure> {
        let frames = self.round.frames;
        let boxes = frames.iter().map(|frame| frame.position.len()).min().unwrap_or(0);
        let mut parts = RecordingParts { pair_offsets: vec![0], ..RecordingParts::default() };
        for frame in frames {
            if parts.half_extents.is_empty() {
                parts.half_extents.extend_from_slice(&frame.half_extents[..boxes]);
            }
            parts.position.extend_from_slice(&frame.position[..boxes]);
            parts.rotation.extend_from_slice(&frame.rotation[..boxes]);
            let is_there = |pair: &&[u32; 2]| pair.iter().all(|&index| (index as usize) < boxes);
            let pairs = frame.pairs.iter().filter(is_there).map(|&[a, b]| [a.min(b), a.max(b)]);
            parts.pairs.extend(pairs);
            parts.pair_offsets.push(parts.pairs.len() as u64);
        }
        Ok(Recording::new(parts)?)
    }
}
