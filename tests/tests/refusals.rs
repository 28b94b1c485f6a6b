//! What a query refuses leaves the output untouched.
#![forbid(unsafe_code)]

use octosat::{
    Engine, Layout, Manifolds, Margin, OrientedBox, OverlapQuery, Penetration, PenetrationQuery,
    Query, QueryError, Rectangle, RectangleManifold, RectanglePenetration, RectangleStore,
};
use octosat_tests::{
    Basis, ContactSettings, Limit, World, all_rows, engines, mixed_world, with_threads,
};

/// Asks what both bases answer with buffers of the right lengths; nothing may be written on refusal.
fn refused_by_both<'q, L: Layout>(query: Query<'q, L>, engine: &Engine) -> [QueryError; 3]
where
    Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
{
    let pairs = query.pairs().len();
    let mut bools = vec![true; pairs];
    let mut words = vec![u64::MAX; pairs.div_ceil(64)];
    let stale = Penetration { normal: [3.0; 3], depth: 4.0, ..Penetration::default() };
    let mut rows = vec![stale; pairs];
    let errors = [
        engine.overlaps(query, &mut bools),
        engine.overlaps(query, &mut words),
        engine.penetrations(query, &mut rows),
    ]
    .map(Result::unwrap_err);
    assert!(bools.iter().all(|&written| written) && words.iter().all(|&word| word == u64::MAX));
    assert!(rows.iter().all(|row| *row == stale), "something was written");
    errors
}

/// Asks for manifolds, in buffers that hold some; they may not change on refusal.
fn refused_manifolds(query: Query<'_>, engine: &Engine) -> QueryError {
    let mut contacts = Manifolds::new();
    let cube = OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
    let other = World::of_neighbours("stale", &[cube, cube]);
    other.contacts(engine, &ContactSettings::default(), &mut contacts);
    let before = format!("{contacts:?}");
    let error = engine.manifolds(query, &mut contacts).expect_err("it is refused");
    assert_eq!(format!("{contacts:?}"), before, "something was written");
    error
}

/// Asks all queries, which must be refused for the same reason.
fn refused(world: &World, engine: &Engine, basis: Basis, margin: Margin<'_>) -> QueryError {
    let query = Query::new(&world.store, &world.pairs).margin(margin);
    let of_manifolds = refused_manifolds(query, engine);
    let errors = match basis {
        Basis::Unit => refused_by_both(query, engine),
        Basis::Scaled => {
            refused_by_both(Query::new(world.scaled(), &world.pairs).margin(margin), engine)
        }
    };
    let words = errors.map(|error| format!("{error:?}"));
    let expected = format!("{of_manifolds:?}");
    assert!(words.iter().all(|error| *error == expected), "{words:?} {expected}");
    of_manifolds
}

#[test]
fn an_index_out_of_range_names_the_pair_and_the_side() {
    let world = mixed_world(5000, 37);
    let rows = world.store.len();
    let first_bad = u32::try_from(rows).unwrap();
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for engine in [engine, with_threads(&engine, 1)] {
                for pair in [0, 7, 8, 4095, 4096, 4999] {
                    for side in [0, 1] {
                        for index in [first_bad, u32::MAX] {
                            let mut pairs = world.pairs.clone();
                            pairs[pair][side] = index;
                            // The first bad pair is named, whatever comes after it.
                            for later in &mut pairs[pair + 1..] {
                                *later = [index, index];
                            }
                            let error =
                                refused(&world.with_pairs(pairs), &engine, basis, Margin::None);
                            let (list, len) = ("boxes", rows);
                            let expected =
                                QueryError::IndexOutOfRange { pair, side, index, list, len };
                            assert_eq!(error, expected);
                            let text = format!(
                                "pairs[{pair}][{side}] is {index}, but there are {rows} boxes"
                            );
                            assert_eq!(error.to_string(), text);
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
        ([[5, 0]], "pairs[0][0] is 5, but there are 1 rectangles"),
        ([[0, 5]], "pairs[0][1] is 5, but there are 1 rectangles"),
    ] {
        let mut rows = [RectanglePenetration::default()];
        let mut manifolds = [RectangleManifold::default()];
        let query = Query::new(&rectangles, &pairs);
        let errors = [
            engine.overlaps(query, &mut [true]),
            engine.overlaps(query, &mut [1_u64]),
            engine.penetrations(query, &mut rows),
            engine.manifolds(query, &mut manifolds[..]),
        ];
        for error in errors {
            let error = error.unwrap_err();
            let list = "rectangles";
            assert!(
                matches!(error, QueryError::IndexOutOfRange { list: found, .. } if found == list),
                "{error:?}"
            );
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
            assert!(error.to_string().contains("margins[41]"));
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
        let query = Query::new(&world.store, &world.pairs);
        let error = engine.overlaps(query, &mut bools).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 100, found: length });
        let mut rows = vec![Penetration::default(); length];
        let query = Query::new(world.scaled(), &world.pairs);
        let error = engine.penetrations(query, &mut rows).unwrap_err();
        assert_eq!(error, QueryError::OutputLength { expected: 100, found: length });
        assert!(bools.iter().all(|&untouched| untouched));
    }
    for length in [0, 1, 3] {
        let mut words = vec![u64::MAX; length];
        let query = Query::new(&world.store, &world.pairs);
        let error = engine.overlaps(query, &mut words).unwrap_err();
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
            let list = "boxes";
            let expected = QueryError::IndexOutOfRange { pair: 0, side: 0, index: 0, list, len: 0 };
            assert_eq!(error, expected);
        }
    }
}
