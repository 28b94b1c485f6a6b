//! Contacts: the same bits however they are computed, and rows that fit together.
#![forbid(unsafe_code)]

use octosat::{ContactKind, ContactPoint, Engine, Manifold, Manifolds, PointLimit, PointOrigin};
use octosat_tests::{
    Basis, ContactSettings, Limit, World, engines, one_lane_engines, standard_worlds, with_threads,
};

/// Pairs a world: more than one task of the engine, and odd.
const PAIRS: usize = 6_007;

/// The bits of a row: what a comparison of floats would hide is compared too.
fn row_bits(row: &Manifold) -> [u32; 8] {
    let [x, y, z] = row.normal.map(f32::to_bits);
    let kind = u32::from(row.is_degenerate()) << 8 | row.kind() as u32;
    let axis = u32::from(row.axis.code());
    [x, y, z, row.depth.to_bits(), row.first, u32::from(row.len), axis, kind]
}

fn point_bits(point: &ContactPoint) -> [u32; 5] {
    let [x, y, z] = point.position.map(f32::to_bits);
    [x, y, z, point.depth.to_bits(), point.feature.0]
}

fn contacts(world: &World, engine: &Engine, settings: &ContactSettings<'_>) -> Manifolds {
    let mut out = Manifolds::new();
    world.contacts(engine, settings, &mut out);
    out
}

fn assert_same(found: &Manifolds, expected: &Manifolds, what: &str) {
    assert_eq!(found.manifolds().len(), expected.manifolds().len(), "{what}");
    for (pair, (found, expected)) in found.manifolds().iter().zip(expected.manifolds()).enumerate()
    {
        assert_eq!(row_bits(found), row_bits(expected), "{what}: pair {pair}, {expected:?}");
    }
    assert_eq!(found.points().len(), expected.points().len(), "{what}");
    for (place, (found, expected)) in found.points().iter().zip(expected.points()).enumerate() {
        assert_eq!(point_bits(found), point_bits(expected), "{what}: point {place}");
    }
}

/// Settings that differ in all that a kernel sees.
fn settings(limit: &Limit) -> [ContactSettings<'_>; 2] {
    let margin = limit.margin();
    let world = ContactSettings { margin, ..ContactSettings::default() };
    [world, ContactSettings { margin, limit: PointLimit::Eight, origin: PointOrigin::CenterOfA }]
}

fn limits(pairs: usize) -> [Limit; 3] {
    let steps = [0.0, 1e-7, 0.02, 0.0, 0.5, 3.0];
    let per_pair = (0..pairs).map(|pair| steps[pair % steps.len()]).collect();
    [Limit::None, Limit::Uniform(0.03), Limit::PerPair(per_pair)]
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    let engines = engines();
    for world in standard_worlds(PAIRS, 21) {
        for limit in limits(world.pairs.len()) {
            for settings in settings(&limit) {
                for scalar in one_lane_engines() {
                    let rounding = scalar.rounding();
                    let expected = contacts(&world, &scalar, &settings);
                    for engine in engines.iter().filter(|e| e.rounding() == rounding) {
                        let found = contacts(&world, engine, &settings);
                        let what = format!("{}, {} {rounding}", world.name, engine.backend());
                        assert_same(&found, &expected, &what);
                    }
                }
            }
        }
    }
}

#[test]
fn rows_number_their_points_one_pair_behind_the_other() {
    for world in standard_worlds(PAIRS, 22) {
        let limit = Limit::Uniform(0.02);
        for (settings, most) in settings(&limit).iter().zip([4, 8]) {
            let found = contacts(&world, &Engine::new(), settings);
            let mut next = 0;
            for (pair, row) in found.manifolds().iter().enumerate() {
                let first = if row.len == 0 { 0 } else { next };
                assert_eq!(row.first, first, "{}: pair {pair}", world.name);
                next += u32::from(row.len);
                assert!(row.len <= most);
                let touches =
                    !matches!(row.kind(), ContactKind::Separated | ContactKind::NonFinite);
                assert_eq!(touches, row.len > 0, "{}: pair {pair}: {row:?}", world.name);
                let length: f32 = row.normal.iter().map(|c| c * c).sum();
                assert!(if touches { (length - 1.0).abs() < 1e-5 } else { length.abs() < 1e-30 });
                let mut features: Vec<_> = found.of(pair).iter().map(|p| p.feature).collect();
                features.sort_unstable();
                features.dedup();
                assert_eq!(features.len(), usize::from(row.len), "features of {row:?}");
            }
            assert_eq!(next as usize, found.points().len());
            assert_touching(&world, &found);
        }
    }
}

/// `touching` gives the pairs that have contacts and no others, in order, each with its own row and points.
fn assert_touching(world: &World, found: &Manifolds) {
    let rows = found.manifolds().iter().enumerate();
    let expected: Vec<_> = rows.filter(|(_, row)| row.len > 0).collect();
    assert_eq!(found.touching().count(), expected.len(), "{}", world.name);
    for (touching, (index, row)) in found.touching().zip(expected) {
        assert_eq!((touching.index, touching.pair), (index, world.pairs[index]));
        assert!(std::ptr::eq(touching.manifold, row));
        assert_eq!(touching.points.as_ptr_range(), found.of(index).as_ptr_range());
    }
}

/// A pair's contacts, without where they stand in the list.
fn of_pair(contacts: &Manifolds, pair: usize) -> (Manifold, Vec<[u32; 5]>) {
    let mut row = contacts.manifolds()[pair];
    row.first = 0;
    (row, contacts.of(pair).iter().map(point_bits).collect())
}

#[test]
fn a_pair_gets_the_same_in_any_company() {
    let world = &standard_worlds(1_500, 23)[0];
    let margins: Vec<f32> = [0.0, 0.3, 0.02].into_iter().cycle().take(world.pairs.len()).collect();
    let limit = Limit::PerPair(margins.clone());
    let [settings, _] = settings(&limit);
    for engine in engines() {
        let whole = contacts(world, &engine, &settings);
        let lengths = (0..=17).chain([31, 513, 1000]);
        for (round, length) in lengths.enumerate() {
            // Every 7th pair from a start that changes, so that each list mixes other pairs.
            let chosen: Vec<usize> =
                (0..length).map(|k| (round * 131 + 7 * k) % world.pairs.len()).collect();
            let part = world.with_pairs(chosen.iter().map(|&pair| world.pairs[pair]).collect());
            let limit = Limit::PerPair(chosen.iter().map(|&pair| margins[pair]).collect());
            let settings = ContactSettings { margin: limit.margin(), ..settings };
            let found = contacts(&part, &engine, &settings);
            for (place, &pair) in chosen.iter().enumerate() {
                let backend = engine.backend();
                assert_eq!(of_pair(&found, place), of_pair(&whole, pair), "{backend} {length}");
            }
        }
    }
}

/// After a chunk of which no face dismisses a pair, edges are searched at once with the faces.
#[test]
fn a_pair_gets_the_same_behind_a_chunk_of_touching_pairs() {
    let world = &standard_worlds(1_500, 29)[0];
    let limit = Limit::Uniform(0.05);
    for settings in settings(&limit) {
        for engine in engines() {
            let whole = contacts(world, &engine, &settings);
            let all = 0..world.pairs.len();
            let touching: Vec<usize> =
                all.clone().filter(|&pair| whole.manifolds()[pair].len > 0).collect();
            assert!(touching.len() > 100, "{} touching pairs", touching.len());
            let chosen: Vec<usize> =
                touching.iter().copied().cycle().take(700).chain(all).collect();
            let list = world.with_pairs(chosen.iter().map(|&pair| world.pairs[pair]).collect());
            let found = contacts(&list, &engine, &settings);
            for (place, &pair) in chosen.iter().enumerate() {
                let backend = engine.backend();
                assert_eq!(of_pair(&found, place), of_pair(&whole, pair), "{backend} {place}");
            }
        }
    }
}

#[test]
fn threads_and_reused_buffers_change_nothing() {
    // More than one wave of tasks.
    let world = World::of_scene(octosat_scenes::generate::cloud(60_000, 300_001, 24));
    assert!(world.pairs.len() > 64 * 4096, "{}", world.pairs.len());
    let limit = Limit::Uniform(0.01);
    let [settings, _] = settings(&limit);
    let engine = Engine::new();
    let alone = contacts(&world, &with_threads(&engine, 1), &settings);
    let small = world.with_pairs(world.pairs[..5_000].to_vec());
    let mut reused = Manifolds::new();
    for threads in [1, 2, 3, 4, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            world.contacts(&engine, &settings, &mut reused);
            assert_same(&reused, &alone, &format!("{threads} threads"));
            small.contacts(&engine, &settings, &mut reused);
            assert_eq!(reused.manifolds().len(), 5_000);
            assert_eq!(reused.manifolds(), &alone.manifolds()[..5_000]);
        });
    }
}

#[test]
fn contacts_exist_where_boxes_overlap_and_show_their_depth() {
    for world in standard_worlds(PAIRS, 25) {
        let engine = Engine::new();
        let rows = world.rows(&engine, Basis::Unit, &Limit::None);
        let found = contacts(&world, &engine, &ContactSettings::default());
        for (pair, (row, manifold)) in rows.iter().zip(found.manifolds()).enumerate() {
            assert_eq!(row.overlaps(), manifold.len > 0, "{}: {manifold:?}", world.name);
            if !row.overlaps() {
                continue;
            }
            let deepest = found.of(pair).iter().fold(f32::MIN, |most, p| most.max(p.depth));
            let size = world.store.get(world.pairs[pair][0]).unwrap().half_extents;
            let other = world.store.get(world.pairs[pair][1]).unwrap().half_extents;
            let scale: f32 = size.iter().chain(&other).sum();
            // Where a face was preferred to slightly shallower edges, the deepest corner may lie
            // beside it.
            let least = manifold.depth * 0.95 - 4e-6 * scale;
            let within = least <= deepest && deepest <= manifold.depth + 4e-6 * scale;
            assert!(within, "{} pair {pair}: {deepest} {manifold:?}", world.name);
            assert!(manifold.depth <= row.depth * 1.05 + 1e-5 * scale);
        }
    }
}
