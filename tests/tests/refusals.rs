//! What a query refuses leaves the output untouched.
#![forbid(unsafe_code)]

use octosat::{
    ContactSettings, Contacts, Engine, Margin, OrientedBox, PairOutOfBounds, PairSide, Penetration,
    QueryError, Rectangle, RectangleManifold, RectanglePenetration, RectangleStore,
};
use octosat_tests::{Basis, Limit, World, all_rows, engines, mixed_world};

/// Asks all queries with buffers of given lengths; nothing may be written on refusal.
fn refused(world: &World, engine: &Engine, basis: Basis, margin: Margin<'_>) -> QueryError {
    let pairs = &world.pairs;
    let mut bools = vec![true; pairs.len()];
    let mut words = vec![u64::MAX; pairs.len().div_ceil(64)];
    let stale = Penetration { normal: [3.0; 3], depth: 4.0, ..Penetration::default() };
    let mut rows = vec![stale; pairs.len()];
    let settings = ContactSettings { margin, ..ContactSettings::default() };
    let mut contacts = Contacts::new();
    let cube = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
    let other = World::of_neighbours("stale", &[cube, cube]);
    other.contacts(engine, basis, &ContactSettings::default(), &mut contacts);
    let before = format!("{contacts:?}");
    let errors = match basis {
        Basis::Unit => [
            engine.overlap(&world.store, pairs, margin, &mut bools),
            engine.overlap_bits(&world.store, pairs, margin, &mut words),
            engine.penetration(&world.store, pairs, margin, &mut rows),
            engine.contacts(&world.store, pairs, &settings, &mut contacts),
        ],
        Basis::Scaled => [
            engine.overlap(world.scaled(), pairs, margin, &mut bools),
            engine.overlap_bits(world.scaled(), pairs, margin, &mut words),
            engine.penetration(world.scaled(), pairs, margin, &mut rows),
            engine.contacts(world.scaled(), pairs, &settings, &mut contacts),
        ],
    }
    .map(Result::unwrap_err);
    assert!(bools.iter().all(|&written| written) && words.iter().all(|&word| word == u64::MAX));
    assert!(rows.iter().all(|row| *row == stale), "something was written");
    assert_eq!(format!("{contacts:?}"), before, "something was written");
    let words = errors.map(|error| format!("{error:?}"));
    assert!(words.iter().all(|error| *error == words[0]), "{words:?}");
    errors[0]
}

#[test]
fn an_index_out_of_range_names_the_pair_and_the_side() {
    let world = mixed_world(5000, 37);
    let rows = world.store.len();
    let first_bad = u32::try_from(rows).unwrap();
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for engine in [engine.clone(), engine.clone().sequential()] {
                for pair in [0, 7, 8, 4095, 4096, 4999] {
                    for (place, side) in [PairSide::A, PairSide::B].into_iter().enumerate() {
                        for index in [first_bad, u32::MAX] {
                            let mut pairs = world.pairs.clone();
                            pairs[pair][place] = index;
                            // The first bad pair is named, whatever comes after it.
                            for later in &mut pairs[pair + 1..] {
                                *later = [index, index];
                            }
                            let error =
                                refused(&world.with_pairs(pairs), &engine, basis, Margin::None);
                            let expected = PairOutOfBounds { pair, side, index, rows };
                            assert_eq!(error, QueryError::PairOutOfBounds(expected));
                            let text = error.to_string();
                            assert!(text.contains(&format!("pair {pair}")), "{text}");
                            assert!(text.contains(["box a", "box b"][place]), "{text}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn an_index_out_of_range_in_the_plane_is_a_rectangles() {
    let mut rectangles = RectangleStore::new();
    rectangles.insert(Rectangle::new([0.0; 2], [1.0, 0.0], [1.0; 2])).unwrap();
    let engine = Engine::new();
    for (pairs, words) in [
        ([[5, 0]], "pair 0: index 5 of rectangle a is not below 1, the number of rectangles"),
        ([[0, 5]], "pair 0: index 5 of rectangle b is not below 1, the number of rectangles"),
    ] {
        let mut rows = [RectanglePenetration::default()];
        let mut manifolds = [RectangleManifold::default()];
        let errors = [
            engine.rectangle_overlap(&rectangles, &pairs, Margin::None, &mut [true]),
            engine.rectangle_overlap_bits(&rectangles, &pairs, Margin::None, &mut [1]),
            engine.rectangle_penetration(&rectangles, &pairs, Margin::None, &mut rows),
            engine.rectangle_contacts(&rectangles, &pairs, Margin::None, &mut manifolds),
        ];
        for error in errors {
            let error = error.unwrap_err();
            assert!(matches!(error, QueryError::RectanglePairOutOfBounds(_)), "{error:?}");
            assert_eq!(error.to_string(), words);
        }
    }
}

#[test]
fn bad_margins_are_refused() {
    let world = mixed_world(100, 38);
    let engine = Engine::new();
    for basis in [Basis::Unit, Basis::Scaled] {
        for bad in [-1e-30, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            let QueryError::Margin { pair: None, margin } =
                refused(&world, &engine, basis, Margin::Uniform(bad))
            else {
                panic!("another error than that of the margin");
            };
            assert_eq!(margin.to_bits(), bad.to_bits());
            let mut margins = vec![0.5; 100];
            margins[41] = bad;
            margins[42] = bad;
            let error = refused(&world, &engine, basis, Margin::PerPair(&margins));
            assert!(matches!(error, QueryError::Margin { pair: Some(41), .. }), "{error:?}");
            assert!(error.to_string().contains("pair 41"));
        }
        for length in [0, 99, 101] {
            let error = refused(&world, &engine, basis, Margin::PerPair(&vec![0.0; length]));
            assert_eq!(error, QueryError::MarginLength { expected: 100, found: length });
        }
    }
    // A negative zero is a margin of zero.
    let limits = [Limit::Uniform(-0.0), Limit::Uniform(0.0)];
    let [negative, positive] = limits.map(|limit| all_rows(&world, &engine, Basis::Unit, &limit));
    assert_eq!(negative, positive);
}

#[test]
fn outputs_of_the_wrong_length_are_refused() {
    let world = mixed_world(100, 39);
    let engine = Engine::new();
    for length in [0, 99, 101, 200] {
        let mut bools = vec![true; length];
        let error =
            engine.overlap(&world.store, &world.pairs, Margin::None, &mut bools).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 100, found: length });
        let mut rows = vec![Penetration::default(); length];
        let error =
            engine.penetration(world.scaled(), &world.pairs, Margin::None, &mut rows).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 100, found: length });
        assert!(bools.iter().all(|&untouched| untouched));
    }
    for length in [0, 1, 3] {
        let mut words = vec![u64::MAX; length];
        let error =
            engine.overlap_bits(&world.store, &world.pairs, Margin::None, &mut words).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 2, found: length });
        assert!(words.iter().all(|&word| word == u64::MAX));
    }
}

#[test]
fn no_pairs_and_no_boxes_are_fine() {
    let empty = World::of_neighbours("empty", &[]);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            assert!(empty.overlaps(&engine, basis, &Limit::PerPair(Vec::new())).is_empty());
            assert!(empty.rows(&engine, basis, &Limit::None).is_empty());
            let error = refused(&empty.with_pairs(vec![[0, 0]]), &engine, basis, Margin::None);
            let expected = PairOutOfBounds { pair: 0, side: PairSide::A, index: 0, rows: 0 };
            assert_eq!(error, QueryError::PairOutOfBounds(expected));
        }
    }
}
