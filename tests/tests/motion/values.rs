//! What is rejected.

use octosat::{Cast, Casts, Engine, Motions, Query};
use octosat_check::stale;
use octosat_tests::{sentence, store_of, upright, wrong_length};

/// The error of a query, which writes nothing.
fn ask(query: Query<'_>, motions: Motions<'_>, len: usize) -> String {
    let before = stale::<Cast>(len);
    let mut rows = before.clone();
    let error = sentence(Engine::new().casts(Casts::new(query, motions), &mut rows));
    assert_eq!(bytemuck::cast_slice::<_, u8>(&rows), bytemuck::cast_slice::<_, u8>(&before));
    error
}

#[test]
fn errors_name_the_pair_or_box_and_write_nothing() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]), upright([4.0, 0.0, 0.0], [1.0; 3])]);
    let pairs = [[0, 1], [1, 0], [0, 0]];
    let query = Query::new(&boxes, &pairs);
    let fine = [[1.0, 0.0, 0.0]; 3];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.1e12] {
        let mut motions = fine;
        motions[1][2] = bad;
        let error = ask(query, Motions::per_pair(&motions), 3);
        assert!(error.starts_with("the displacement of pairs[1] is [1.0, 0.0, "), "{error}");
        let error = ask(query, Motions::per_box(&motions[..2]), 3);
        assert!(error.starts_with("the displacement of boxes[1] is [1.0, 0.0, "), "{error}");
    }
    let error = ask(query, Motions::per_pair(&fine[..2]), 3);
    assert_eq!(error, "the number of displacements is 2, but the number of pairs is 3");
    let error = ask(query, Motions::per_box(&fine), 3);
    assert_eq!(error, "the number of displacements is 3, but the number of boxes is 2");
    let error = ask(query, Motions::per_pair(&fine), 2);
    assert_eq!(error, wrong_length(3, 2));
    let error = ask(query.grown(f32::INFINITY), Motions::per_pair(&fine), 3);
    assert_eq!(error, "`grown` is inf, but must be finite");
    let error = ask(Query::new(&boxes, &[[0, 2]]), Motions::per_pair(&fine[..1]), 1);
    assert_eq!(error, "pairs[0][1] is 2, but the number of boxes is 2");
    assert_eq!(
        Engine::new().casts(Casts::new(Query::new(&boxes, &[]), Motions::per_pair(&[])), &mut []),
        Ok(())
    );
}
