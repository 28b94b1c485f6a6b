//! What is rejected.

use octosat::{Engine, Query, Verdict};
use octosat_check::stale;
use octosat_tests::{store_of, upright, wrong_length};

/// The error of all three queries, which write nothing.
fn ask(query: Query<'_>, len: usize) -> String {
    let (mut verdicts, mut clearances) = (stale::<Verdict>(len), stale::<f32>(len));
    let error = Engine::new().verdicts(query, &mut verdicts).unwrap_err();
    assert_eq!(Engine::new().clearances(query, &mut clearances).unwrap_err(), error);
    let mut overlaps = vec![true; len];
    assert_eq!(Engine::new().overlaps_exact(query, &mut overlaps).unwrap_err(), error);
    assert_eq!(overlaps, vec![true; len]);
    assert_eq!(verdicts, stale::<Verdict>(len));
    let bits = |floats: &[f32]| floats.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&clearances), bits(&stale(len)));
    error.to_string()
}

#[test]
fn errors_name_the_pair_and_write_nothing() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]), upright([4.0, 0.0, 0.0], [1.0; 3])]);
    let pairs = [[0, 1], [1, 0], [0, 0]];
    let query = Query::new(&boxes, &pairs);
    assert_eq!(ask(query, 2), wrong_length(3, 2));
    assert_eq!(ask(query, 4), wrong_length(3, 4));
    let error = ask(query.grown(f32::INFINITY), 3);
    assert_eq!(error, "`grown` is inf, but must be finite");
    let error = ask(query.grown(&[0.0, 1.0]), 3);
    assert_eq!(error, "`grown` has length 2, but must have one value per pair: 3");
    let error = ask(Query::new(&boxes, &[[0, 1], [2, 0]]), 2);
    assert_eq!(error, "pairs[1][0] is 2, but the number of boxes is 2");
    assert_eq!(Engine::new().verdicts(Query::new(&boxes, &[]), &mut []), Ok(()));
    assert_eq!(Engine::new().clearances(Query::new(&boxes, &[]), &mut []), Ok(()));
    assert_eq!(Engine::new().overlaps_exact(Query::new(&boxes, &[]), &mut [false; 0]), Ok(()));
}
