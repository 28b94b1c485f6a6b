//! Every backend against the scalar mirror, the plain reference and the float64 judge.
//!
//! A pair is judged once a basis and arithmetic, on the mirror's answers; whoever has the same bits
//! shares the verdict. To the verdict belongs that the pair swapped, and the pair moved, have the
//! same manifold.

mod answers;
mod cached;
mod judgement;
mod listing;
mod motion;
mod symmetry;
mod tally;

pub(crate) use answers::usual_setting;
pub(crate) use cached::{CachedFrame, CachedFrames, Change, has_repeated};
pub(crate) use listing::{Listing, Listings};
pub(crate) use tally::{Combination, Counted, Difference, Report, Tally};

use std::collections::BTreeMap;

use octosat::{Backend, Rounding};
use rayon::prelude::*;

use crate::choices::Basis;
use crate::engines::{Workers, available_backends, mirrored_roundings, roundings};
use crate::failure::Failure;
use crate::stores::{Query, Store};
use answers::{Answer, Answers};
use judgement::{Deviation, Judged, Truth, judge, objections};
use symmetry::{Asymmetry, Images};

/// Checks lists of pairs and adds up what it finds.
#[derive(Debug)]
pub(crate) struct Checker {
    workers: Vec<Workers>,
    report: Report,
    scratch: Answers,
    /// One for each of the mirror's roundings.
    mirrors: Vec<Answers>,
}

/// The judge's and the plain reference's word on the mirror's answers about one pair.
struct Verdicts {
    /// One for each of the mirror's roundings.
    judged: Vec<Judged>,
    plain: Option<String>,
}

/// The mirror's answers about a list, and the verdicts on them.
struct Judgements<'a> {
    query: Query<'a>,
    images: Images,
    verdicts: Vec<Verdicts>,
}

impl Judgements<'_> {
    /// The boxes of a row's pair.
    fn truth(&self, row: usize) -> Truth {
        truth_of(&self.query, self.query.pairs[row])
    }
}

/// The boxes of a pair.
fn truth_of(query: &Query<'_>, pair: [u32; 2]) -> Truth {
    let store = query.store;
    let converted = store.basis() == Basis::Prescaled;
    Truth { pair: store.judged(pair), converted: converted.then(|| store.judged_contacts(pair)) }
}

impl Checker {
    /// A checker of these bases and numbers of threads.
    pub(crate) fn new(bases: &[Basis], threads: &[usize]) -> Result<Self, Failure> {
        let workers =
            threads.iter().map(|&count| Workers::new(count)).collect::<Result<Vec<_>, _>>()?;
        let mut combinations = Vec::new();
        for backend in available_backends() {
            for &basis in bases {
                for arithmetic in roundings(backend) {
                    let new = |workers: &Workers| {
                        let threads = workers.count;
                        Combination { backend, basis, arithmetic, threads }
                    };
                    combinations.extend(workers.iter().map(new));
                }
            }
        }
        let mirrors = vec![Answers::default(); mirrored_roundings().len()];
        let scratch = Answers::default();
        Ok(Self { workers, report: Report::new(combinations), scratch, mirrors })
    }

    /// The threads of a combination.
    fn workers_of(&self, threads: usize) -> Option<&Workers> {
        self.workers.iter().find(|workers| workers.count == threads)
    }

    /// The first differences in words since they were last taken.
    pub(crate) fn take_differences(&mut self) -> Vec<Difference> {
        self.report.take_differences()
    }

    /// Ends the checks.
    pub(crate) fn into_report(self) -> Report {
        self.report
    }

    /// Checks the pairs of a query in every combination of its basis. The lists name the pairs in
    /// other orders, for one thread and for several.
    pub(crate) fn check(&mut self, query: Query<'_>, listings: &Listings) -> Result<(), Failure> {
        for (mirror, arithmetic) in self.mirrors.iter_mut().zip(mirrored_roundings()) {
            let engine = Workers::new(1)?.engine(Backend::Scalar, arithmetic)?;
            mirror.ask(&query, &engine)?;
        }
        let images = Images::ask(&query)?;
        let verdicts = verdicts(&query, &self.mirrors, &images);
        self.report.add_plain(query.store.basis(), verdicts.iter().map(|v| v.plain.as_ref()));
        let truth = Judgements { query, images, verdicts };
        for number in 0..self.report.combinations.len() {
            let combination = self.report.combinations[number].combination;
            if combination.basis == query.store.basis() {
                let listing = listings.of_threads(combination.threads);
                self.check_combination(number, &truth, listing)?;
            }
        }
        Ok(())
    }

    fn check_combination(
        &mut self,
        number: usize,
        truth: &Judgements<'_>,
        listing: &Listing,
    ) -> Result<(), Failure> {
        let combination = self.report.combinations[number].combination;
        let query = Query { pairs: &listing.pairs, ..truth.query };
        let Some(workers) = self.workers.iter().find(|w| w.count == combination.threads) else {
            return Ok(());
        };
        let engine = workers.engine(combination.backend, combination.arithmetic)?;
        let scratch = &mut self.scratch;
        workers.run(|| scratch.ask(&query, &engine))?;
        let arithmetic = index_of(combination.arithmetic);
        let mirror = &self.mirrors[arithmetic];
        // Each pair once, although the list may hold it several times.
        let mut different = BTreeMap::new();
        for (place, &row) in listing.rows.iter().enumerate() {
            let answer = self.scratch.get(place);
            if let Some(what) = answer.difference(&mirror.get(row)) {
                different.entry(row).or_insert(Odd { answer, what });
            }
        }
        if !self.scratch.spare_bits_are_zero() {
            let answer = mirror.get(0);
            different.entry(0).or_insert(Odd { answer, what: "spare bits are set".to_owned() });
        }
        if !self.scratch.points_are_numbered() {
            let answer = mirror.get(0);
            let what = "points do not follow those of the pair before".to_owned();
            different.entry(0).or_insert(Odd { answer, what });
        }
        let result = tally(truth, arithmetic, &different);
        self.report.add(number, result, different.into_iter().map(|(row, odd)| (row, odd.what)));
        // The verdict is on the mirror's answers: told once, although all who agree share it.
        if combination.backend == Backend::Scalar && combination.threads == 1 {
            self.report.add_objections(number, objections_of(truth, arithmetic, mirror));
        }
        Ok(())
    }
}

/// An answer whose bits are not the mirror's.
struct Odd<'a> {
    answer: Answer<'a>,
    what: String,
}

/// Where a rounding stands among the mirror's, which begin as the list of all.
fn index_of(arithmetic: Rounding) -> usize {
    Rounding::ALL.iter().position(|&other| other == arithmetic).unwrap_or(0)
}

fn verdicts(query: &Query<'_>, mirrors: &[Answers], images: &Images) -> Vec<Verdicts> {
    let store: &Store = query.store;
    let verdict = |(row, &pair): (usize, &[u32; 2])| {
        let truth = truth_of(query, pair);
        let exact = mirrors[index_of(Rounding::Exact)].get(row);
        let plain = exact.difference_from_plain(
            store.plain_overlap(pair, query.margin),
            &store.plain_penetration(pair, query.margin),
        );
        let judged = mirrors.iter().enumerate().map(|(k, mirror)| {
            let judged = judge(&truth, &mirror.get(row), query.margin);
            judged.with_images(images.asymmetry(row, k, truth.of_contacts()))
        });
        Verdicts { judged: judged.collect(), plain }
    };
    // A list that is one of many in a pool leaves the other threads to the others.
    if rayon::current_thread_index().is_some() {
        query.pairs.iter().enumerate().map(verdict).collect()
    } else {
        query.pairs.par_iter().enumerate().map(verdict).collect()
    }
}

/// Adds up one combination: the mirror's verdicts, and new ones where the bits are others.
fn tally(truth: &Judgements<'_>, arithmetic: usize, different: &BTreeMap<usize, Odd<'_>>) -> Tally {
    let mut tally = Tally { bit_mismatches: different.len(), ..Tally::default() };
    for (row, verdicts) in truth.verdicts.iter().enumerate() {
        let judged = match different.get(&row) {
            None => verdicts.judged[arithmetic],
            Some(odd) => judge(&truth.truth(row), &odd.answer, truth.query.margin),
        };
        tally.outside_tolerance += usize::from(judged.outside);
        tally.worst = Deviation::worst(tally.worst, judged.error);
        tally.manifolds += judged.manifolds;
        tally.worst_manifold = tally.worst_manifold.max(judged.manifold_error);
    }
    tally
}

/// The judge's words on the mirror's answers outside the band.
fn objections_of<'a>(
    truth: &'a Judgements<'_>,
    arithmetic: usize,
    mirror: &'a Answers,
) -> impl Iterator<Item = (usize, String)> + 'a {
    let outside =
        truth.verdicts.iter().enumerate().filter(move |(_, v)| v.judged[arithmetic].outside);
    outside.map(move |(row, _)| {
        let boxes = truth.truth(row);
        let mut words = objections(&boxes, &mirror.get(row), truth.query.margin);
        let asymmetry = truth.images.asymmetry(row, arithmetic, boxes.of_contacts());
        if let Some(asymmetry) = asymmetry.filter(Asymmetry::is_any) {
            words.push_str("; ");
            words.push_str(&asymmetry.words());
            words.push_str(&truth.images.describe(row, arithmetic));
        }
        (row, words)
    })
}
