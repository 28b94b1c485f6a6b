//! A pair's answer depends on that pair alone: not on the list's length or order, on its
//! neighbours, or on the number of threads.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    Axis, BoxView, ContactKind, Engine, Layout, Manifolds, OverlapQuery, Penetration,
    PenetrationQuery, Query, ScaledBoxView,
};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Basis, Limit, PairReference, RowBits, World, all_rows, engines, mixed_world, pack, row_bits,
    with_threads,
};

/// Around nothing, around the batches of 8 and 16, around a word of bits, and around a task.
fn lengths() -> Vec<usize> {
    (0..=17).chain([31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096, 4097]).collect()
}

#[test]
fn every_length_gives_the_rows_of_single_pairs() {
    let full = mixed_world(4097, 31);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let overlaps = full.overlaps(&engine, basis, &Limit::None);
            let rows = all_rows(&full, &engine, basis, &Limit::None);
            for (place, &pair) in full.pairs.iter().enumerate().step_by(97) {
                let single = full.with_pairs(vec![pair]);
                assert_eq!(single.overlaps(&engine, basis, &Limit::None), [overlaps[place]]);
                assert_eq!(all_rows(&single, &engine, basis, &Limit::None), [rows[place]]);
            }
            for length in lengths() {
                let part = full.with_pairs(full.pairs[..length].to_vec());
                let expected = &overlaps[..length];
                assert_eq!(part.overlaps(&engine, basis, &Limit::None), expected, "{length}");
                let words = part.overlap_bits(&engine, basis, &Limit::None);
                assert_eq!(words, pack(expected), "{length}");
                assert_eq!(all_rows(&part, &engine, basis, &Limit::None), &rows[..length]);
            }
        }
    }
}

#[test]
fn per_pair_margins_stay_with_their_pairs() {
    let full = mixed_world(1000, 32);
    let margins: Vec<f32> = (0_u16..1000).map(|pair| f32::from(pair % 7) * 0.05).collect();
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for length in [1, 7, 8, 9, 15, 16, 17, 1000] {
                let part = full.with_pairs(full.pairs[..length].to_vec());
                let limit = Limit::PerPair(margins[..length].to_vec());
                let overlaps = part.overlaps(&engine, basis, &limit);
                let rows = all_rows(&part, &engine, basis, &limit);
                for place in (0..length).step_by(13) {
                    let single = full.with_pairs(vec![full.pairs[place]]);
                    let limit = Limit::Uniform(margins[place]);
                    assert_eq!(single.overlaps(&engine, basis, &limit), [overlaps[place]]);
                    assert_eq!(all_rows(&single, &engine, basis, &limit), [rows[place]]);
                }
            }
        }
    }
}

#[test]
fn permuted_and_repeated_pairs_give_the_same_rows() {
    let world = mixed_world(3000, 33);
    let mut random = Random::new(33);
    let mut places: Vec<usize> = (0..3000).chain((0..2000).map(|_| random.below(3000))).collect();
    random.shuffle(&mut places);
    let permuted = world.with_pairs(places.iter().map(|&place| world.pairs[place]).collect());
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            for limit in [Limit::None, Limit::Uniform(0.1)] {
                let overlaps = world.overlaps(&engine, basis, &limit);
                let rows = all_rows(&world, &engine, basis, &limit);
                let expected: Vec<bool> = places.iter().map(|&place| overlaps[place]).collect();
                assert_eq!(permuted.overlaps(&engine, basis, &limit), expected);
                let expected: Vec<RowBits> = places.iter().map(|&place| rows[place]).collect();
                assert_eq!(all_rows(&permuted, &engine, basis, &limit), expected);
            }
        }
    }
}

#[test]
fn a_box_with_itself_overlaps_as_deep_as_it_is_thin() {
    let world = mixed_world(200, 34);
    let count = u32::try_from(world.store.len()).unwrap();
    let own = world.with_pairs((0..count).map(|index| [index, index]).collect());
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            assert!(own.overlaps(&engine, basis, &Limit::None).iter().all(|&overlaps| overlaps));
            let rows = own.rows(&engine, basis, &Limit::None);
            for (row, &pair) in rows.iter().zip(&own.pairs) {
                let reference = PairReference::new(&own, basis, pair).reference();
                let half = own.store.get(pair[0]).unwrap().half_extents.map(f64::from);
                let thickness = 2.0 * half[0].min(half[1]).min(half[2]);
                let depth = f64::from(row.depth);
                assert!((depth - thickness).abs() <= reference.band(), "{row:?} {half:?}");
            }
        }
    }
}

/// The values that poison a box.
fn poisons() -> [f32; 3] {
    [f32::NAN, f32::INFINITY, f32::NEG_INFINITY]
}

/// Columns of a world, by field: centres, rotations, half extents, or centres and three axes.
fn columns_of(world: &World, basis: Basis) -> Vec<Vec<[f32; 4]>> {
    match basis {
        Basis::Unit => {
            let store = &world.store;
            vec![store.centers().into(), store.rotations().into(), store.half_extents().into()]
        }
        Basis::Scaled => {
            let store = world.scaled();
            let mut columns = vec![store.centers().to_vec()];
            columns.extend((0..3).map(|axis| store.axes(axis).to_vec()));
            columns
        }
    }
}

struct Answers {
    overlaps: Vec<bool>,
    within: Vec<bool>,
    rows: Vec<Penetration>,
    /// Of the unit basis.
    contacts: Option<Manifolds>,
}

fn ask(engine: &Engine, columns: &[Vec<[f32; 4]>], pairs: &[[u32; 2]]) -> Answers {
    let mut answers = Answers {
        overlaps: vec![true; pairs.len()],
        within: vec![true; pairs.len()],
        rows: vec![Penetration::default(); pairs.len()],
        contacts: None,
    };
    match columns {
        [centers, rotations, half_extents] => {
            let view = BoxView::unchecked(centers, rotations, half_extents).unwrap();
            let query = Query::new(view, pairs);
            answers.ask(engine, query);
            let contacts = answers.contacts.insert(Manifolds::new());
            engine.manifolds(query.margin(0.05), contacts).unwrap();
        }
        [centers, first, second, third] => {
            let view = ScaledBoxView::unchecked(centers, [first, second, third]).unwrap();
            answers.ask(engine, Query::new(view, pairs));
        }
        _ => panic!("no such basis"),
    }
    answers
}

impl Answers {
    /// Asks what either basis answers.
    fn ask<'q, L: Layout>(&mut self, engine: &Engine, query: Query<'q, L>)
    where
        Query<'q, L>: OverlapQuery + PenetrationQuery<Row = Penetration>,
    {
        engine.overlaps(query, &mut self.overlaps).unwrap();
        engine.overlaps(query.margin(0.05), &mut self.within).unwrap();
        engine.penetrations(query.margin(0.05), &mut self.rows).unwrap();
    }
}

/// A pair that overlaps while it is healthy, so that only the poison can say otherwise.
fn deep_pair(world: &World) -> [u32; 2] {
    let rows = world.rows(&Engine::new(), Basis::Unit, &Limit::None);
    let deepest = (0..rows.len()).max_by(|&a, &b| rows[a].depth.total_cmp(&rows[b].depth));
    world.pairs[deepest.unwrap()]
}

/// One poisoned box stands at each lane position in turn, as a and as b, for every component of
/// every field: its row says so, and no other pair changes a bit.
#[test]
fn a_poisoned_pair_is_reported_and_its_neighbours_keep_their_bits() {
    let world = mixed_world(41, 35);
    let sick = u32::try_from(world.store.len()).unwrap();
    let [model, partner] = deep_pair(&world);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let mut columns = columns_of(&world, basis);
            let healthy = ask(&engine, &columns, &world.pairs);
            for column in &mut columns {
                column.push(column[model as usize]);
            }
            for place in 0..world.pairs.len() {
                let (field, component) = (place % columns.len(), place / columns.len() % 4);
                let unused = field == 0 || (field == 2 && basis == Basis::Unit);
                if component == 3 && unused {
                    continue;
                }
                for poison in poisons() {
                    let mut columns = columns.clone();
                    columns[field][sick as usize][component] = poison;
                    for side in 0..2 {
                        let mut pairs = world.pairs.clone();
                        pairs[place] = [partner, partner];
                        pairs[place][side] = sick;
                        let found = ask(&engine, &columns, &pairs);
                        let what = format!(
                            "{} {} {basis:?} field {field} component {component} {poison} {side}",
                            engine.backend(),
                            engine.rounding()
                        );
                        compare_all_but(&healthy, &found, place, &what);
                        // An infinite half extent reaches everything, so only the row tells.
                        if poison.is_nan() || field == 0 {
                            let answers = [found.overlaps[place], found.within[place]];
                            assert_eq!(answers, [false; 2], "{what}: said to overlap");
                        }
                    }
                }
            }
        }
    }
}

fn compare_all_but(healthy: &Answers, found: &Answers, sick: usize, what: &str) {
    for place in 0..healthy.rows.len() {
        let row = &found.rows[place];
        if place != sick {
            assert_eq!(found.overlaps[place], healthy.overlaps[place], "{what} {place}");
            assert_eq!(found.within[place], healthy.within[place], "{what} {place}");
            assert_eq!(row_bits(row), row_bits(&healthy.rows[place]), "{what} {place}");
            // Points of later pairs may stand elsewhere in the list, but are the same.
            let [now, before] = [found, healthy].map(|answers| {
                let contacts = answers.contacts.as_ref()?;
                let manifold = contacts.manifolds()[place];
                let mut manifold = manifold;
                manifold.first = 0;
                Some((manifold, contacts.of(place)))
            });
            assert_eq!(now, before, "{what} {place}");
            continue;
        }
        if let Some(contacts) = &found.contacts {
            let manifold = contacts.manifolds()[place];
            assert_eq!(manifold.kind(), ContactKind::NonFinite, "{what}");
            assert!(manifold.depth.is_nan() && manifold.axis == Axis::NON_FINITE, "{what}");
            assert_eq!((manifold.normal, manifold.len), ([0.0; 3], 0), "{what}");
        }
        assert_eq!(row.axis, Axis::NON_FINITE, "{what}");
        assert!(row.depth.is_nan() && !row.overlaps(), "{what} {row:?}");
        assert_eq!(row.normal.map(f32::to_bits), [0; 3], "{what}");
    }
}

#[test]
fn every_number_of_threads_gives_the_same_bits() {
    let world = mixed_world(50_001, 36);
    for engine in engines() {
        for basis in [Basis::Unit, Basis::Scaled] {
            let alone = with_threads(&engine, 1);
            let overlaps = world.overlaps(&alone, basis, &Limit::None);
            let rows = all_rows(&world, &alone, basis, &Limit::None);
            assert_eq!(world.overlaps(&engine, basis, &Limit::None), overlaps);
            assert_eq!(all_rows(&world, &engine, basis, &Limit::None), rows);
            for threads in 1..=8 {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| {
                    assert_eq!(world.overlaps(&engine, basis, &Limit::None), overlaps);
                    let words = world.overlap_bits(&engine, basis, &Limit::None);
                    assert_eq!(words, pack(&overlaps));
                    assert_eq!(all_rows(&world, &engine, basis, &Limit::None), rows, "{threads}");
                });
            }
        }
    }
}
