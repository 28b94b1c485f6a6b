//! Every query passes its checks on hard scenes.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use octosat::ContactKind;
use octosat_check::queries::pairs::{Pairs, difference_from_plain};
use octosat_check::queries::{ALL, cached::Cached};
use octosat_check::{
    Asked, Basis, Boxes, Case, Checked, Failing, Found, Frame, Plan, Query, Report, Round, Search,
    Setting, Workers, engines, properties, runner, short,
};
use octosat_scenes::generate::{self, Random, narrow};
use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};

/// Rounds that follow each other until every kind of case was there.
const KINDS: u64 = 60;

/// Checks a round of a query in all of its bases.
fn check(query: &dyn Checked, round: &Round, threads: &[usize]) -> Report {
    let plan = Plan { workers: Workers::all(threads).unwrap(), is_thorough: true };
    let mut report = Report::default();
    for &basis in query.facts().bases {
        let mut checker = query.checker(basis, &plan).unwrap();
        for case in round.cases(basis, query.facts()).unwrap() {
            checker.check(&case).unwrap();
        }
        report.add(std::mem::take(checker.report()));
    }
    report
}

#[test]
fn every_query_holds_on_hard_cases() {
    for &query in ALL {
        let (search, name) = (Search::new(query, 5).unwrap(), query.facts().name);
        let mut report = Report::default();
        for number in 1..31 {
            let Found { report: found, failure } = search.round(number).unwrap();
            if let Some(Failing { what, round, .. }) = failure {
                panic!("{name}, round {number}: {what}{}", round.words());
            }
            report.add(found);
        }
        assert!(report.rows > 100, "{name}: {} rows", report.rows);
        assert!(report.worst_error() > 0.0, "{name}");
    }
}

#[test]
fn every_query_holds_on_several_threads() {
    for &query in ALL {
        let round = query.rounds(8).new_tree(&mut runner(5, 8)).unwrap().current();
        let report = check(query, &round, &[1, 2, 3]);
        assert_eq!(report.faults(), 0, "{}: {:#?}", query.facts().name, report.differences);
    }
}

/// Cases of pairs and of caches that were wrong once, by seeds, and then some others.
#[test]
fn cases_that_were_wrong_once_hold() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/proptest-regressions/queries.txt");
    let queries: [&dyn Checked; 2] = [&Pairs, &Cached];
    for query in queries {
        let cases = Union::new((0..KINDS).map(|number| query.rounds(number)));
        let holds = |round: Round| {
            let report = check(query, &round, &[1]);
            prop_assert_eq!(report.faults(), 0, "{:#?}", report.differences.first());
            Ok(())
        };
        let found = properties(8, file).run(&cases, holds);
        found.unwrap_or_else(|error| panic!("{query:?}: {error}"));
    }
}

/// No pair of valid boxes is known that has a fallback contact. Quaternions that are not of unit length, which only an
/// unchecked view has, make some; they must be those of the plain reference.
#[test]
fn fallback_contacts_are_those_of_the_plain_reference() {
    let mut random = Random::new(3);
    let row = |[x, y, z]: [f64; 3]| [narrow(x), narrow(y), narrow(z), 0.0];
    let (mut centers, mut rotations, mut half_extents) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..4_000 {
        centers.push(row(random.vector(-0.8, 0.8)));
        half_extents.push(row(random.vector(0.1, 1.0)));
        let length = random.range(0.3, 3.0);
        rotations.push(random.rotation().map(|part| narrow(length * part)));
    }
    let pairs = (0..short(centers.len())).step_by(2).map(|a| [a, a + 1]).collect();
    let other = Frame::of_scene(&generate::cloud(2, 1, 1), Setting::new(0.0, 1));
    let boxes = Boxes { centers, rotations, half_extents, axes: None };
    let case = Case { boxes, pairs, ..Case::new(Basis::Unit, &other).unwrap() };
    for engine in engines() {
        let asked = Asked::list(&engine, &case, &(), &case.pairs);
        let rows = Pairs.ask(&asked, &mut Pairs.memory(0)).unwrap();
        let mut fallbacks = 0;
        for (answer, &pair) in rows.iter().zip(&case.pairs) {
            assert_eq!(difference_from_plain(&case, pair, answer), None);
            let kind = answer.manifolds[0].row.kind();
            fallbacks += usize::from(kind == ContactKind::Fallback);
        }
        assert!(fallbacks > 50, "{fallbacks}, {engine:?}");
    }
}
