//! A rejected query leaves its output unchanged.

use bytemuck::Pod;
use octosat::sealed::verbs;
use octosat::{
    Casts, Engine, Error, Groups, HalfSpace, Impacts, Length, Manifolds, Motions, Penetration,
    Query, Question, Ray, RectangleManifold, Sphere,
};
use octosat_check::{Workers, engines, stale};
use octosat_tests::{sentence, wrong_length};

use crate::common::World;

/// Asks what boxes of all layouts answer with buffers of the right lengths; nothing may be written on rejection.
fn rejected_by_all<R: Pod>(
    query: impl for<'o> Question<verbs::Overlaps, Out<'o> = octosat::Answers<'o>>
    + for<'o> Question<verbs::Penetrations, Out<'o> = &'o mut [R]>
    + Copy,
    pairs: usize,
    engine: &Engine,
) -> [Error; 3] {
    let mut bools = vec![true; pairs];
    let mut words = vec![u64::MAX; pairs.div_ceil(64)];
    let mut rows = stale::<R>(pairs);
    let errors = [
        engine.overlaps(query, &mut bools),
        engine.overlaps(query, &mut words),
        engine.penetrations(query, &mut rows),
    ]
    .map(Result::unwrap_err);
    assert!(bools.iter().all(|&written| written) && words.iter().all(|&word| word == u64::MAX));
    let bytes = |rows: &[R]| bytemuck::cast_slice::<_, u8>(rows).to_vec();
    assert!(bytes(&rows) == bytes(&stale(pairs)), "something was written");
    errors
}

/// Asks all queries in all layouts, which must be rejected for the same reason; manifolds in buffers that hold some.
fn rejected(world: &World, engine: &Engine, pairs: &[[u32; 2]], margin: Length<'_>) -> Error {
    let query = Query::new(&world.store, pairs).within(margin);
    let other = World::new(10, 36);
    let mut manifolds = Manifolds::new();
    engine.manifolds(Query::new(&other.store, &other.pairs), &mut manifolds).unwrap();
    let before = format!("{manifolds:?}");
    let error = engine.manifolds(query, &mut manifolds).unwrap_err();
    assert_eq!(format!("{manifolds:?}"), before, "something was written");
    let flat = Query::new(&world.rectangles, pairs).within(margin);
    let mut of_rectangles = stale::<RectangleManifold>(pairs.len());
    let of_manifolds = engine.manifolds(flat, &mut of_rectangles[..]).unwrap_err();
    assert!(of_rectangles == stale(pairs.len()), "something was written");
    let scaled = Query::new(&world.scaled, pairs).within(margin);
    let others = [
        rejected_by_all(query, pairs.len(), engine),
        rejected_by_all(scaled, pairs.len(), engine),
        rejected_by_all(flat, pairs.len(), engine),
    ];
    for other in others.as_flattened().iter().chain([&of_manifolds]) {
        // As text, because an error that holds a NaN equals nothing.
        let other = format!("{other:?}").replace("rectangles", "boxes");
        assert_eq!(other, format!("{error:?}"));
    }
    error
}

/// The engines on one thread, and each on all.
fn all_engines() -> Vec<Engine> {
    let workers = Workers::new(2).unwrap();
    let parallel = |engine: &Engine| workers.engine(engine.backend()).unwrap();
    let alone = engines();
    alone.iter().map(parallel).chain(alone.clone()).collect()
}

#[test]
fn an_index_out_of_range_names_the_pair_and_the_side() {
    let world = World::new(5000, 37);
    let len = world.store.len();
    for engine in all_engines() {
        for pair in [0, 7, 8, 4095, 4096, 4999] {
            for (side, index) in [0, 1]
                .into_iter()
                .flat_map(|side| [u32::try_from(len).unwrap(), u32::MAX].map(|index| (side, index)))
            {
                let mut pairs = world.pairs.clone();
                pairs[pair][side] = index;
                // The first bad pair is named, whatever comes after it.
                pairs[pair + 1..].fill([index; 2]);
                let error = rejected(&world, &engine, &pairs, Length::None);
                let text =
                    format!("pairs[{pair}][{side}] is {index}, but the number of boxes is {len}");
                assert_eq!(error.to_string(), text);
            }
        }
    }
    let error = Engine::new().overlaps(Query::new(&world.rectangles, &[[0, 5000]]), &mut [true]);
    let text = format!("pairs[0][1] is 5000, but the number of rectangles is {len}");
    assert_eq!(error.unwrap_err().to_string(), text);
}

#[test]
fn bad_lengths_are_rejected() {
    let world = World::new(100, 38);
    let engine = Engine::new();
    let rejected = |margin: Length<'_>| rejected(&world, &engine, &world.pairs, margin);
    for bad in [-1e-30, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        let rule = "but must be finite and at least zero";
        let error = rejected(Length::Uniform(bad));
        assert_eq!(error.to_string(), format!("`within` is {bad}, {rule}"));
        assert_eq!(error.value().map(f32::to_bits), Some(bad.to_bits()));
        let mut margins = vec![0.5; 100];
        margins[41..=42].fill(bad);
        let error = rejected(Length::PerPair(&margins));
        assert_eq!(error.to_string(), format!("within[41] is {bad}, {rule}"));
    }
    for found in [0, 99, 101] {
        let error = rejected(Length::PerPair(&vec![0.0; found]));
        let text = format!("`within` has length {found}, but must have one value per pair: 100");
        assert_eq!(error.to_string(), text);
    }
    // A negative zero is zero.
    let [negative, positive] = [-0.0, 0.0].map(|margin| {
        let mut rows = vec![Penetration::default(); 100];
        let query = Query::new(&world.store, &world.pairs).within(margin);
        engine.penetrations(query, &mut rows).unwrap();
        rows
    });
    assert_eq!(bytemuck::cast_slice::<_, u8>(&negative), bytemuck::cast_slice::<_, u8>(&positive));
}

/// A query takes `within` or `grown`, or neither, and names what it takes.
#[test]
fn a_length_that_a_query_does_not_take_is_rejected_by_name() {
    let (world, engine) = (World::new(3, 38), Engine::new());
    let (store, pairs) = (&world.store, &world.pairs[..]);
    let query = Query::new(store, pairs);
    // Zero is a length, too; of both, one is never taken.
    let (within, grown, both) = (query.within(0.0), query.grown(0.0), query.within(0.0).grown(0.0));
    let (mut bools, mut floats) = (vec![false; pairs.len()], vec![0.0; pairs.len()]);
    let motions = vec![[0.0; 3]; pairs.len()];
    let casts = Casts::new(within, Motions::per_pair(&motions));
    let bounds = [pairs.len()];
    let errors = [
        engine.overlaps(grown, &mut bools),
        engine.overlaps(both, &mut bools),
        engine.penetrations(grown, &mut stale::<Penetration>(pairs.len())),
        engine.manifolds(grown, &mut Manifolds::new()),
        engine.distances(grown, &mut stale(pairs.len())),
        engine.any_overlap(Groups::new(grown, &bounds), &mut [false]),
        engine.least_distances(Groups::new(grown, &bounds), &mut [Default::default()]),
        engine.verdicts(within, &mut stale(pairs.len())),
        engine.verdicts(both, &mut stale(pairs.len())),
        engine.overlaps_exact(within, &mut bools),
        engine.clearances(within, &mut floats),
        engine.casts(casts, &mut stale(pairs.len())),
        engine.impacts(Impacts::new(within, store), &mut stale(pairs.len())),
        engine.least_clearances(Groups::new(within, &bounds), &mut [Default::default()]),
    ];
    let of_within = ["overlaps", "overlaps", "penetrations", "manifolds", "distances"];
    let of_within = of_within.into_iter().chain(["any_overlap", "least_distances"]);
    let of_grown = ["verdicts", "verdicts", "overlaps_exact", "clearances", "casts"];
    let of_grown = of_grown.into_iter().chain(["impacts", "least_clearances"]);
    let expected = of_within.map(|name| format!("{name} takes no `grown`; it takes `within`"));
    let expected =
        expected.chain(of_grown.map(|name| format!("{name} takes no `within`; it takes `grown`")));
    for (error, expected) in errors.into_iter().zip(expected) {
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

#[test]
fn queries_about_shapes_reject_a_length_by_name() {
    let (world, engine) = (World::new(3, 38), Engine::new());
    let store = &world.store;
    let plane = HalfSpace::new([0.0, 0.0, 1.0], 0.0).unwrap();
    let ball = Sphere::new([0.0; 3], 1.0).unwrap();
    let ray = Ray::new([0.0; 3], [0.0, 0.0, 1.0]).unwrap();
    let count = store.len();
    let depths = Query::each(store, &plane);
    let contacts = Query::each(store, &ball);
    let hits = Query::each(store, &ray);
    for (error, expected) in [
        (
            engine.penetrations(depths.within(0.0), &mut stale(count)),
            "penetrations of half-spaces takes no `within`",
        ),
        (
            engine.manifolds(contacts.within(0.0), &mut stale(count)[..]),
            "manifolds of spheres takes no `within`",
        ),
        (engine.hits(hits.within(0.0), &mut stale(count)), "hits takes no `within`"),
        (engine.hits(hits.grown(0.0), &mut stale(count)), "hits takes no `grown`"),
        (
            engine.overlaps(contacts.grown(0.0), &mut vec![false; count]),
            "overlaps takes no `grown`; it takes `within`",
        ),
        (
            engine.overlaps(Query::new((store, &[ball]), &[[0, 0]]).grown(0.0), &mut [false]),
            "overlaps takes no `grown`; it takes `within`",
        ),
    ] {
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

#[test]
fn outputs_of_the_wrong_length_are_rejected() {
    let world = World::new(100, 39);
    let engine = Engine::new();
    let query = Query::new(&world.store, &world.pairs);
    for found in [0, 99, 101, 200] {
        let mut bools = vec![true; found];
        let mut rows = vec![Penetration::default(); found];
        let scaled = Query::new(&world.scaled, &world.pairs);
        let expected = wrong_length(100, found);
        assert_eq!(sentence(engine.overlaps(query, &mut bools)), expected);
        assert_eq!(sentence(engine.penetrations(scaled, &mut rows)), expected);
        assert!(bools.iter().all(|&untouched| untouched));
    }
    for found in [0, 1, 3] {
        let mut words = vec![u64::MAX; found];
        assert_eq!(sentence(engine.overlaps(query, &mut words)), wrong_length(2, found));
        assert!(words.iter().all(|&word| word == u64::MAX));
    }
}

#[test]
fn no_pairs_and_no_boxes_are_fine() {
    let (store, scaled, rectangles) = Default::default();
    let empty = World { store, scaled, rectangles, pairs: Vec::new() };
    for engine in all_engines() {
        let query = Query::new(&empty.store, &[]).within(Length::PerPair(&[]));
        assert_eq!(engine.overlaps(query, &mut [false; 0]), Ok(()));
        assert_eq!(engine.penetrations(query, &mut []), Ok(()));
        let query = Query::new(&empty.scaled, &[]).within(Length::PerPair(&[]));
        assert_eq!(engine.overlaps(query, &mut [false; 0]), Ok(()));
        assert_eq!(engine.penetrations(query, &mut []), Ok(()));
        let error = rejected(&empty, &engine, &[[0, 0]], Length::None);
        assert_eq!(error.to_string(), "pairs[0][0] is 0, but the number of boxes is 0");
    }
}
