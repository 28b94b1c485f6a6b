//! Bytes choose a query and a kind of cases, and are the random numbers from which the strategies make a case: every
//! backend must have the scalar backend's bits, these those of the plain reference, and the float64 references must
//! agree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use octosat_check::queries::ALL;
use octosat_check::{Checked, Plan, Round, Workers};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The case that bytes mean, unless they are too few.
fn case(bytes: &[u8]) -> Option<(&'static dyn Checked, Round)> {
    let (&[query, number], rest) = bytes.split_first_chunk()?;
    let query = ALL[usize::from(query) % ALL.len()];
    let random = TestRng::from_seed(RngAlgorithm::PassThrough, rest);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    Some((query, query.rounds(number.into()).new_tree(&mut runner).ok()?.current()))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((query, round)) = case(bytes) else { return };
    let workers = Workers::all(&[1]).expect("no thread is started");
    let plan = Plan { workers, is_thorough: true };
    for &basis in query.facts().bases {
        let mut checker = query.checker(basis, &plan).expect("engines of this machine");
        for case in round.cases(basis, query.facts()).expect("boxes that every basis takes") {
            checker.check(&case).expect("a case that the query takes");
        }
        let report = checker.report();
        assert_eq!(report.faults(), 0, "{:#?}{}", report.differences, round.words());
    }
});
