//! What is rejected, and numbers that are not finite.

use octosat::{BoxView, Cast, CastState, Casts, Engine, Motions, Query, QueryError};
use octosat_check::{engines, stale};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, neighbors, store_of, upright};

/// The error of a query, which writes nothing.
fn ask(query: Query<'_>, motions: Motions<'_>, len: usize) -> QueryError {
    let before = stale::<Cast>(len);
    let mut rows = before.clone();
    let error = Engine::new().casts(Casts::new(query, motions), &mut rows).unwrap_err();
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
        assert!(matches!(error, QueryError::Motion { list: "pairs", index: 1, .. }), "{error}");
        assert!(error.to_string().starts_with("the displacement of pairs[1] is [1.0, 0.0, "));
        let error = ask(query, Motions::per_box(&motions[..2]), 3);
        assert!(matches!(error, QueryError::Motion { list: "boxes", index: 1, .. }), "{error}");
    }
    let error = ask(query, Motions::per_pair(&fine[..2]), 3);
    assert_eq!(error, QueryError::MotionLength { list: "pairs", expected: 3, found: 2 });
    let error = ask(query, Motions::per_box(&fine), 3);
    assert_eq!(error, QueryError::MotionLength { list: "boxes", expected: 2, found: 3 });
    assert_eq!(error.to_string(), "there are 3 displacements for 2 boxes");
    let error = ask(query, Motions::per_pair(&fine), 2);
    assert_eq!(error, QueryError::OutputLength { expected: 3, found: 2 });
    let error = ask(query.grown(-1.0), Motions::per_pair(&fine), 3);
    assert_eq!(error, QueryError::Length { word: "grown", pair: None, length: -1.0 });
    let error = ask(Query::new(&boxes, &[[0, 2]]), Motions::per_pair(&fine[..1]), 1);
    assert!(matches!(error, QueryError::IndexOutOfRange { pair: 0, side: 1, index: 2, .. }));
    assert_eq!(
        Engine::new().casts(Casts::new(Query::new(&boxes, &[]), Motions::per_pair(&[])), &mut []),
        Ok(())
    );
}

/// A number that is not finite, which only an unchecked view holds, is reported by its pair alone.
#[test]
fn what_is_not_finite_stays_in_its_row() {
    let mut random = Random::new(3);
    let count = 40;
    let mut vectors = |low, high| -> Vec<[f32; 3]> {
        (0..count).map(|_| random.vector(low, high).map(narrow)).collect()
    };
    let (centers, half_extents) = (vectors(-2.0, 2.0), vectors(0.1, 1.0));
    let motions = vectors(-3.0, 3.0);
    let rotations = vec![UPRIGHT; count];
    let pairs = neighbors(40);
    for engine in engines() {
        let ask = |centers: &[[f32; 3]], rotations: &[[f32; 4]], half_extents: &[[f32; 3]]| {
            let view = BoxView::unchecked(centers, rotations, half_extents).unwrap();
            let mut rows = stale::<Cast>(pairs.len());
            let of_pairs = Motions::per_pair(&motions[..pairs.len()]);
            engine.casts(Casts::new(Query::new(view, &pairs), of_pairs), &mut rows).unwrap();
            rows
        };
        let good = ask(&centers, &rotations, &half_extents);
        for bad in [f32::NAN, -f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for (field, component) in (0..3).flat_map(|field| (0..3).map(move |k| (field, k))) {
                for index in [6, 7, 30] {
                    let (mut c, mut r, mut h) =
                        (centers.clone(), rotations.clone(), half_extents.clone());
                    match field {
                        0 => c[index][component] = bad,
                        1 => r[index][component] = bad,
                        _ => h[index][component] = bad,
                    }
                    let rows = ask(&c, &r, &h);
                    for (pair, (row, good)) in rows.iter().zip(&good).enumerate() {
                        let expected = if pair == index / 2 {
                            assert_eq!(row.state, CastState::NON_FINITE, "{row:?}");
                            assert!(!row.touches() && row.axis.code() == 255);
                            [f32::NAN; 2]
                        } else {
                            assert_eq!((row.axis, row.state), (good.axis, good.state));
                            [good.time, good.leave]
                        };
                        let bits = [row.time, row.leave].map(f32::to_bits);
                        assert_eq!(bits, expected.map(f32::to_bits), "{field} {bad} {row:?}");
                    }
                }
            }
        }
    }
}
