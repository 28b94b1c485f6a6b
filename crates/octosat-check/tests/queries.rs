//! Every query holds on hard scenes, and what is broken is found.

use octosat_check::queries::ALL;
use octosat_check::{Case, Checked, Plan, Report, Workers};
use octosat_scenes::generate::Random;

/// Checks some rounds of a query in all of its bases.
fn check(query: &dyn Checked, rounds: std::ops::Range<u64>, threads: &[usize]) -> Report {
    let plan = Plan { workers: Workers::all(threads).unwrap(), is_thorough: true };
    let mut report = Report::default();
    for number in rounds {
        let round = query.round(number, &mut Random::of_round(5, number));
        for &basis in query.facts().bases {
            let mut checker = query.checker(basis, &plan).unwrap();
            for frame in &round.frames {
                checker.check(&Case::new(basis, frame).unwrap()).unwrap();
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
        assert!(report.rows > 100 && report.worst_error() > 0.0, "{name}: {} rows", report.rows);
    }
}

#[test]
fn every_query_holds_on_several_threads() {
    for &query in ALL {
        let report = check(query, 8..9, &[1, 2, 3]);
        assert_eq!(report.faults(), 0, "{}: {:#?}", query.facts().name, report.differences);
    }
}
