//! Every query holds on hard scenes, and what is broken is found.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]

use octosat_check::queries::ALL;
use octosat_check::{Checked, Plan, Report, Workers};
use octosat_scenes::generate::Random;

/// Checks some rounds of a query in all of its bases.
fn check(query: &dyn Checked, rounds: std::ops::Range<u64>, threads: &[usize]) -> Report {
    let plan = Plan { workers: Workers::all(threads).unwrap(), is_thorough: true };
    let mut report = Report::default();
    for number in rounds {
        let round = query.round(number, &mut Random::of_round(5, number));
        for &basis in query.facts().bases {
            let mut checker = query.checker(basis, &plan).unwrap();
            for case in round.cases(basis, query.facts()).unwrap() {
                checker.check(&case).unwrap();
            }
            report.add(std::mem::take(checker.report()));
        }
    }
    report
}

#[test]
fn every_query_holds_on_hard_scenes() {
    for &query in ALL {
        let report = check(query, 0..30, &[1]);
        let name = query.facts().name;
        assert_eq!(report.faults(), 0, "{name}: {:#?}", report.differences);
        assert!(report.rows > 100, "{name}: {} rows", report.rows);
        // Displacements are rounded once: they are right or wrong.
        assert_eq!(report.worst_error() > 0.0, name != "resolve", "{name}");
    }
}

#[test]
fn every_query_holds_on_several_threads() {
    for &query in ALL {
        let report = check(query, 8..9, &[1, 2, 3]);
        assert_eq!(report.faults(), 0, "{}: {:#?}", query.facts().name, report.differences);
    }
}
