//! A row depends on its pair alone: not on the rest of the list, the number of threads, or the contents of a buffer.

use octosat::{
    Backend, BoxStore, Cast, Casts, Distance, Engine, EngineOptions, ErrorKind, Impact,
    ImpactState, Impacts, Manifolds, Motions, OrientedBox, Penetration, Query as PairQuery,
};
use octosat_check::queries::distances::Distances;
use octosat_check::queries::half_space::HalfSpaces;
use octosat_check::queries::lines::LinesOfSight;
use octosat_check::queries::pairs::Pairs;
use octosat_check::{Asked, Basis, Case, Frame, Query, Setting, engines};
use octosat_scenes::generate;

use crate::common::{answers, boxes_of, cases, cloud, manifolds, standard_frames};

/// Around words of bits and tasks of the engine; the runner asks for the shortest lists.
const LENGTHS: [usize; 13] = [31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097];

fn with_margin(frame: &Frame, margin: f32) -> Frame {
    Frame { setting: Setting { margin, ..frame.setting }, ..frame.clone() }
}

/// The bits of a query's answers about some rows.
fn bits<Q: Query>(query: Q, engine: &Engine, asked: (&Case, &Q::World, &[[u32; 2]])) -> Vec<u8> {
    let (case, world, rows) = asked;
    let asked = Asked::list(engine, case, world, rows);
    let found = query.ask(&asked, &mut query.memory(0)).unwrap();
    bytemuck::cast_slice(&found).to_vec()
}

#[test]
fn every_length_gives_the_rows_of_the_whole_list() {
    for case in cases(&with_margin(&cloud(4097, 31), 0.05)) {
        for engine in engines() {
            let whole = bits(Pairs, &engine, (&case, &(), &case.pairs));
            for length in LENGTHS {
                let found = bits(Pairs, &engine, (&case, &(), &case.pairs[..length]));
                assert!(whole.starts_with(&found), "{length} pairs, {engine:?}");
            }
        }
    }
}

/// After a chunk of which no face dismisses a pair, edges are searched at once with the faces.
#[test]
fn a_pair_gets_the_same_behind_a_chunk_of_touching_pairs() {
    let (_, frame) = &standard_frames(1_500, 29)[0];
    let case = Case::new(Basis::Unit, &with_margin(frame, 0.05)).unwrap();
    for engine in engines() {
        let whole = answers(&engine, &case);
        let all = 0..whole.len();
        let touches = |&pair: &usize| manifolds(&whole[pair])[0].row.len > 0;
        let touching: Vec<usize> = all.clone().filter(touches).collect();
        assert!(touching.len() > 100, "{} touching pairs", touching.len());
        let chosen: Vec<usize> = touching.iter().copied().cycle().take(700).chain(all).collect();
        let pairs: Vec<_> = chosen.iter().map(|&pair| case.pairs[pair]).collect();
        let expected: Vec<_> = chosen.iter().map(|&pair| whole[pair]).collect();
        let found = bits(Pairs, &engine, (&case, &(), &pairs));
        assert!(found == bytemuck::cast_slice::<_, u8>(&expected), "{engine:?}");
    }
}

/// Engines of any number of threads, outside a pool and in one.
fn any_number_of_threads_gives_the_bits_of_one<Q: Query>(query: Q, frame: &Frame) {
    let case = &Case::new(Basis::Unit, frame).unwrap();
    let world = query.world(case).unwrap();
    let rows = query.rows(case, &world);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let pools = [1, 3].map(pool);
    for backend in [Backend::Scalar, Backend::fastest()] {
        let engine = |threads| {
            let options = EngineOptions::new().backend(backend).threads(threads);
            Engine::with(options).unwrap()
        };
        for len in [1, 513, 40_000] {
            let rows: Vec<_> = rows.iter().copied().cycle().take(len).collect();
            let expected = bits(query, &engine(1), (case, &world, &rows));
            for engine in [0, 2, 16].map(engine) {
                let ask = || bits(query, &engine, (case, &world, &rows)) == expected;
                assert!(ask(), "{len} rows, {engine:?}");
                for pool in &pools {
                    assert!(pool.install(ask), "{len} rows, {engine:?}, {pool:?}");
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_bits_of_one_thread() {
    any_number_of_threads_gives_the_bits_of_one(Pairs, &with_margin(&cloud(10_000, 91), 0.02));
    any_number_of_threads_gives_the_bits_of_one(Distances, &with_margin(&cloud(2_000, 93), 0.5));
    let boxes = with_margin(&cloud(500, 92), 0.1);
    any_number_of_threads_gives_the_bits_of_one(HalfSpaces, &boxes);
    any_number_of_threads_gives_the_bits_of_one(LinesOfSight, &boxes);
}

fn same(found: &Manifolds, expected: &Manifolds) -> bool {
    let points =
        |of: &Manifolds| of.touching().flat_map(|one| one.points.to_vec()).collect::<Vec<_>>();
    found.manifolds() == expected.manifolds() && points(found) == points(expected)
}

/// More than one wave of tasks, and then fewer, into the same room.
#[test]
fn threads_and_reused_buffers_change_nothing() {
    let scene = generate::cloud(60_000, 300_001, 24);
    assert!(scene.pairs.len() > 64 * 4096, "{}", scene.pairs.len());
    let case = Case::new(Basis::Unit, &Frame::of_scene(&scene, Setting::new(0.01, 1))).unwrap();
    let ask = |engine: &Engine, pairs: &[[u32; 2]], out: &mut Manifolds| {
        engine.manifolds(PairQuery::new(case.boxes.unit(), pairs).within(0.01), out).unwrap();
    };
    let options = EngineOptions::new();
    let [mut alone, mut reused] = [Manifolds::new(), Manifolds::new()];
    ask(&Engine::with(options.threads(1)).unwrap(), &case.pairs, &mut alone);
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            ask(&Engine::new(), &case.pairs, &mut reused);
            assert!(same(&reused, &alone), "{threads} threads");
            ask(&Engine::new(), &case.pairs[..5_000], &mut reused);
            assert_eq!(reused.manifolds(), &alone.manifolds()[..5_000]);
        });
    }
}

/// `touching` gives the pairs that have contacts and no others, in order, each with its own row and points.
#[test]
fn touching_pairs_are_those_with_points() {
    for (name, frame) in standard_frames(2_003, 22) {
        let case = Case::new(Basis::Unit, &frame).unwrap();
        let mut found = Manifolds::new();
        Engine::new()
            .manifolds(PairQuery::new(case.boxes.unit(), &case.pairs), &mut found)
            .unwrap();
        let rows = found.manifolds().iter().enumerate().filter(|(_, row)| row.len > 0);
        let expected: Vec<_> = rows.collect();
        assert_eq!(found.touching().count(), expected.len(), "{name}");
        for (touching, (index, row)) in found.touching().zip(expected) {
            assert_eq!((touching.index, touching.pair), (index, case.pairs[index]));
            assert!(std::ptr::eq(touching.manifold, row));
            assert_eq!(touching.points.as_ptr_range(), found.of(index).as_ptr_range());
        }
    }
}

/// Boxes of two lists, of different lengths and in different places, give the rows of one list.
#[test]
fn boxes_of_two_lists_give_the_rows_of_one() {
    let (_, frame) = &standard_frames(1_500, 30)[0];
    let case = Case::new(Basis::Unit, frame).unwrap();
    let one = case.boxes.unit();
    // Side a: the boxes backwards. Side b: those that some pair has, in the order of the pairs.
    let all = boxes_of(frame);
    let mut backwards = BoxStore::new();
    all.iter().rev().for_each(|given| backwards.insert(*given).map(drop).unwrap());
    let mut of_b = BoxStore::new();
    let mut pairs = Vec::new();
    for &[a, b] in &case.pairs {
        let a = u32::try_from(all.len()).unwrap() - 1 - a;
        pairs.push([a, of_b.insert(all[b as usize]).unwrap()]);
    }
    let (mut expected, mut found) = (Manifolds::new(), Manifolds::new());
    let [mut depths, mut depths_of_two] =
        [(); 2].map(|()| vec![Penetration::default(); pairs.len()]);
    let [mut distances, mut distances_of_two] =
        [(); 2].map(|()| vec![Distance::default(); pairs.len()]);
    let [mut hits, mut hits_of_two] = [(); 2].map(|()| vec![false; pairs.len()]);
    for engine in engines() {
        for margin in [0.0, 0.05] {
            for len in (0..=17).chain([pairs.len()]) {
                let of_one = PairQuery::new(one, &case.pairs[..len]).within(margin);
                let of_two = PairQuery::new([&backwards, &of_b], &pairs[..len]).within(margin);
                engine.overlaps(of_one, &mut hits[..len]).unwrap();
                engine.overlaps(of_two, &mut hits_of_two[..len]).unwrap();
                assert_eq!(hits, hits_of_two, "{len} pairs, {engine:?}");
                engine.penetrations(of_one, &mut depths[..len]).unwrap();
                engine.penetrations(of_two, &mut depths_of_two[..len]).unwrap();
                assert_eq!(depths, depths_of_two, "{len} pairs, {engine:?}");
                engine.distances(of_one, &mut distances[..len]).unwrap();
                engine.distances(of_two, &mut distances_of_two[..len]).unwrap();
                assert_eq!(distances, distances_of_two, "{len} pairs, {engine:?}");
                engine.manifolds(of_one, &mut expected).unwrap();
                engine.manifolds(of_two, &mut found).unwrap();
                assert!(same(&found, &expected), "{len} pairs, {engine:?}");
            }
        }
    }
    boxes_that_move(&all, &case.pairs, &pairs);
    // Each side has its own length.
    let wrong = PairQuery::new([&of_b, &backwards], &pairs);
    let error = Engine::new().overlaps(wrong, &mut hits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfRange);
    assert!(error.to_string().contains("][1] is "), "{error}");
}

/// Casts and impacts of boxes of two lists: those of a list backwards, and a box per pair.
fn boxes_that_move(all: &[OrientedBox], pairs: &[[u32; 2]], pairs_of_two: &[[u32; 2]]) {
    let motion = |index: usize| [[0.3, -0.2, 0.1], [-0.4, 0.5, 0.0], [0.0; 3]][index % 3];
    let moved = |index: usize| {
        let given = all[index];
        let center = [0, 1, 2].map(|k| given.pose.center[k] + motion(index)[k]);
        OrientedBox::new(center, all[(index + 1) % all.len()].pose.rotation, given.half_extents)
    };
    let store = |boxes: &mut dyn Iterator<Item = OrientedBox>| {
        let mut store = BoxStore::new();
        boxes.for_each(|given| store.insert(given).map(drop).unwrap());
        store
    };
    let backwards = || (0..all.len()).rev();
    let of_b = || pairs.iter().map(|pair| pair[1] as usize);
    let given = |index: usize| all[index];
    let starts = store(&mut (0..all.len()).map(given));
    let ends = store(&mut (0..all.len()).map(moved));
    let starts_of_two = [store(&mut backwards().map(given)), store(&mut of_b().map(given))];
    let ends_of_two = [store(&mut backwards().map(moved)), store(&mut of_b().map(moved))];
    let motions: Vec<_> = (0..all.len()).map(motion).collect();
    let motions_of_a: Vec<_> = backwards().map(motion).collect();
    let motions_of_b: Vec<_> = of_b().map(motion).collect();
    let of_one_list = Motions::per_box(&motions);
    let of_two_lists = Motions::per_box([&motions_of_a, &motions_of_b]);
    let [mut casts, mut casts_of_two] = [(); 2].map(|()| vec![Cast::default(); pairs.len()]);
    let [mut impacts, mut impacts_of_two] = [(); 2].map(|()| vec![Impact::default(); pairs.len()]);
    let of_one = PairQuery::new(&starts, pairs);
    let of_two = PairQuery::new(starts_of_two.each_ref(), pairs_of_two);
    for engine in engines() {
        engine.casts(Casts::new(of_one, of_one_list), &mut casts).unwrap();
        engine.casts(Casts::new(of_two, of_two_lists), &mut casts_of_two).unwrap();
        assert_eq!(casts, casts_of_two, "{engine:?}");
        engine.impacts(Impacts::new(of_one, &ends), &mut impacts).unwrap();
        let views = ends_of_two.each_ref().map(BoxStore::view);
        engine.impacts(Impacts::new(of_two, views), &mut impacts_of_two).unwrap();
        assert_eq!(impacts, impacts_of_two, "{engine:?}");
    }
    let hits = impacts.iter().filter(|row| row.state == ImpactState::HIT).count();
    assert!(hits > 10, "{hits} hits");
    // Ends of one list are no ends of two, nor are displacements.
    let sides = |name, [lists, query]: [&str; 2]| {
        format!("the {name} are for {lists}, but the query has {query}")
    };
    let (one, two) = (["one list", "two"], ["two lists", "one"]);
    let engine = Engine::new();
    let error = engine.impacts(Impacts::new(of_two, &ends), &mut impacts).unwrap_err();
    assert_eq!(error.to_string(), sides("ends", one));
    let error =
        engine.impacts(Impacts::new(of_one, ends_of_two.each_ref()), &mut impacts).unwrap_err();
    assert_eq!(error.to_string(), sides("ends", two));
    let error = engine.casts(Casts::new(of_two, of_one_list), &mut casts).unwrap_err();
    assert_eq!(error.to_string(), sides("displacements", one));
    let error = engine.casts(Casts::new(of_one, of_two_lists), &mut casts).unwrap_err();
    assert_eq!(error.to_string(), sides("displacements", two));
    let wrong = Motions::per_box([&motions_of_a[..], &motions_of_b[1..]]);
    let error = engine.casts(Casts::new(of_two, wrong), &mut casts).unwrap_err();
    let (expected, found) = (pairs.len(), pairs.len() - 1);
    assert_eq!(
        error.to_string(),
        format!("the number of displacements is {found}, but the number of boxes b is {expected}")
    );
}
