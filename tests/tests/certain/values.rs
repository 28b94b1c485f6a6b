//! What is rejected, and numbers that are not finite.

use octosat::{BoxView, Engine, Query, QueryError, Verdict};
use octosat_check::{engines, stale};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, store_of, upright};

/// The error of all three queries, which write nothing.
fn ask(query: Query<'_>, len: usize) -> QueryError {
    let (mut verdicts, mut clearances) = (stale::<Verdict>(len), stale::<f32>(len));
    let error = Engine::new().verdicts(query, &mut verdicts).unwrap_err();
    assert_eq!(Engine::new().clearances(query, &mut clearances).unwrap_err(), error);
    let mut overlaps = vec![true; len];
    assert_eq!(Engine::new().overlaps_exact(query, &mut overlaps).unwrap_err(), error);
    assert_eq!(overlaps, vec![true; len]);
    assert_eq!(verdicts, stale::<Verdict>(len));
    let bits = |floats: &[f32]| floats.iter().map(|one| one.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&clearances), bits(&stale(len)));
    error
}

#[test]
fn errors_name_the_pair_and_write_nothing() {
    let boxes = store_of([upright([0.0; 3], [1.0; 3]), upright([4.0, 0.0, 0.0], [1.0; 3])]);
    let pairs = [[0, 1], [1, 0], [0, 0]];
    let query = Query::new(&boxes, &pairs);
    assert_eq!(ask(query, 2), QueryError::OutputLength { expected: 3, found: 2 });
    assert_eq!(ask(query, 4), QueryError::OutputLength { expected: 3, found: 4 });
    let error = ask(query.grown(-1.0), 3);
    assert_eq!(error, QueryError::Length { word: "grown", pair: None, length: -1.0 });
    let error = ask(query.grown(&[0.0, 1.0]), 3);
    assert_eq!(error, QueryError::LengthCount { word: "grown", expected: 3, found: 2 });
    let error = ask(Query::new(&boxes, &[[0, 1], [2, 0]]), 2);
    assert!(matches!(error, QueryError::IndexOutOfRange { pair: 1, side: 0, index: 2, .. }));
    assert_eq!(Engine::new().verdicts(Query::new(&boxes, &[]), &mut []), Ok(()));
    assert_eq!(Engine::new().clearances(Query::new(&boxes, &[]), &mut []), Ok(()));
    assert_eq!(Engine::new().overlaps_exact(Query::new(&boxes, &[]), &mut [false; 0]), Ok(()));
}

/// A number that is not finite, which only an unchecked view holds, leaves its pair undecided, and no other.
#[test]
fn what_is_not_finite_is_undecided() {
    let mut random = Random::new(3);
    let count = 40;
    let mut vectors = |low, high| -> Vec<[f32; 4]> {
        let row = |[x, y, z]: [f32; 3]| [x, y, z, 0.0];
        (0..count).map(|_| row(random.vector(low, high).map(narrow))).collect()
    };
    let (centers, half_extents) = (vectors(-2.0, 2.0), vectors(0.1, 1.0));
    let turned = |_| Random::new(5).rotation().map(narrow);
    let pairs = neighbors(40);
    for (engine, rotations) in engines().into_iter().flat_map(|engine| {
        [(engine, vec![UPRIGHT; count]), (engine, (0..count).map(turned).collect())]
    }) {
        let ask = |columns: &[Vec<[f32; 4]>; 3], growth: f32| {
            let [centers, rotations, half_extents] = columns;
            let view = BoxView::unchecked(centers, rotations, half_extents).unwrap();
            let query = Query::new(view, &pairs).grown(growth);
            let (mut verdicts, mut clearances) = (stale::<Verdict>(20), stale::<f32>(20));
            engine.verdicts(query, &mut verdicts).unwrap();
            engine.clearances(query, &mut clearances).unwrap();
            let mut overlaps = [true; 20];
            engine.overlaps_exact(query, &mut overlaps).unwrap();
            let row = |row: usize| (verdicts[row], clearances[row].to_bits(), overlaps[row]);
            (0..20).map(row).collect::<Vec<_>>()
        };
        let columns = [centers.clone(), rotations, half_extents.clone()];
        let good = [0.0, 0.05].map(|growth| ask(&columns, growth));
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let places = (0..3).flat_map(|field| (0..4).map(move |k| (field, k)));
            for (field, component) in places.filter(|&(field, k)| field == 1 || k < 3) {
                for index in [6, 7, 30] {
                    let mut columns = columns.clone();
                    columns[field][index][component] = bad;
                    for (growth, good) in [0.0, 0.05].into_iter().zip(&good) {
                        let mut expected = good.clone();
                        expected[index / 2] = (Verdict::UNDECIDED, f32::NAN.to_bits(), false);
                        let found = ask(&columns, growth);
                        assert_eq!(found, expected, "{engine:?}: {bad} at {field}, {component}");
                    }
                }
            }
        }
    }
}
