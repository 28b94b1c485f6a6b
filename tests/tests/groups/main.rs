//! Groups of pairs: the answer of a group is that of its pairs, however they are listed, cut and shared.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod products;

use std::ops::Range;

use glam::{DQuat, DVec3};
use octosat::{
    Backend, BoxStore, BoxView, Distance, Engine, EngineOptions, Groups, Least, Length,
    OrientedBox, Product, Query, QueryError,
};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::upright;

/// Boxes of 1 m in a cube of 7 m: one pair in some twenty overlaps.
fn boxes(count: usize, seed: u64) -> BoxStore {
    let mut random = Random::new(seed);
    let mut store = BoxStore::new();
    for _ in 0..count {
        let half_extents = random.vector(0.1, 0.9).map(narrow);
        let (center, rotation) = (random.vector(-3.5, 3.5), random.rotation());
        let given = OrientedBox::new(center.map(narrow), rotation.map(narrow), half_extents);
        store.insert(given).unwrap();
    }
    store
}

fn engines() -> Vec<Engine> {
    let backends = Backend::ALL.into_iter().filter(|backend| backend.is_available());
    let options = backends.flat_map(|backend| {
        [1, 0].map(|threads| EngineOptions::new().backend(backend).threads(threads))
    });
    options.map(|options| Engine::with(options).unwrap()).collect()
}

/// What the groups of a list should answer: whether any boolean of the list is true.
fn any(engine: &Engine, query: Query<'_>, ends: &[usize]) -> Vec<bool> {
    let mut each = vec![false; query.pairs().len()];
    engine.overlaps(query, &mut each).unwrap();
    let starts = [0].into_iter().chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| each[start..end].contains(&true)).collect()
}

fn ask(engine: &Engine, groups: Groups<'_>) -> Vec<bool> {
    let mut hits = vec![true; groups.len()];
    engine.any_overlap(groups, &mut hits).unwrap();
    let mut words = vec![u64::MAX; groups.len().div_ceil(64)];
    engine.any_overlap(groups, &mut words).unwrap();
    let bit = |group: usize| words[group / 64] >> (group % 64) & 1 == 1;
    assert!((0..hits.len()).all(|group| bit(group) == hits[group]), "bits and booleans");
    let unused = words.last().map_or(0, |last| last >> (hits.len() % 64));
    assert!(hits.len().is_multiple_of(64) || unused == 0, "unused bits are zero");
    hits
}

/// Pairs of random boxes, cut into groups of random lengths up to one.
fn cut(
    random: &mut Random,
    boxes: u32,
    groups: usize,
    longest: usize,
) -> (Vec<[u32; 2]>, Vec<usize>) {
    let (mut pairs, mut ends) = (Vec::new(), Vec::new());
    for _ in 0..groups {
        for _ in 0..random.below(longest + 1) {
            let index = |random: &mut Random| u32::try_from(random.below(boxes as usize)).unwrap();
            pairs.push([index(random), index(random)]);
        }
        ends.push(pairs.len());
    }
    (pairs, ends)
}

#[test]
fn a_group_of_a_list_overlaps_if_one_of_its_pairs_does() {
    let store = boxes(300, 5);
    let mut random = Random::new(11);
    let engines = engines();
    let mut both = [false; 2];
    for groups in (0..18).chain([63, 64, 65, 1000]) {
        for longest in [1, 3, 17, 200] {
            let (pairs, ends) = cut(&mut random, 300, groups, longest);
            let margins: Vec<f32> = pairs.iter().map(|_| narrow(random.range(0.0, 0.5))).collect();
            for margin in [Length::None, Length::Uniform(0.2), Length::PerPair(&margins)] {
                let query = Query::new(&store, &pairs).within(margin);
                let expected = any(&engines[0], query, &ends);
                for hit in &expected {
                    both[usize::from(*hit)] = true;
                }
                for engine in &engines {
                    let found = ask(engine, Groups::new(query, &ends));
                    assert_eq!(found, expected, "{groups} groups of up to {longest}, {engine:?}");
                }
            }
        }
    }
    assert!(both[0] && both[1], "groups with and without hits");
}

#[test]
fn a_product_is_the_list_of_its_pairs() {
    let (links, obstacles) = (boxes(240, 7), boxes(90, 8));
    let mut random = Random::new(12);
    let engines = engines();
    for groups in (0..18).chain([65, 700]) {
        let mut range = |len: u16, longest: usize| {
            let start = random.below(usize::from(len));
            let [start, taken] = [start, random.below(longest)].map(|n| u32::try_from(n).unwrap());
            start..u32::from(len).min(start + taken)
        };
        let products: Vec<Product> =
            (0..groups).map(|_| Product::new(range(240, 7), range(90, 70))).collect();
        let (mut pairs, mut ends) = (Vec::new(), Vec::new());
        for Product { a, b } in &products {
            pairs.extend(a.clone().flat_map(|a| b.clone().map(move |b| [a, b])));
            ends.push(pairs.len());
        }
        let list = Query::new([&links, &obstacles], &pairs);
        let of_products = Groups::of_products([&links, &obstacles], &products);
        for (query, grown, products, grown_products) in [
            (list, list, of_products, of_products),
            (list.within(0.0), list.grown(0.0), of_products.within(0.0), of_products.grown(0.0)),
            (list.within(0.1), list.grown(0.05), of_products.within(0.1), of_products.grown(0.05)),
            (list, list.grown(-0.05), of_products, of_products.grown(-0.05)),
        ] {
            let of_list = Groups::new(query, &ends);
            let expected = any(&engines[0], query, &ends);
            let nearest = least(&engines[0], grown, &ends);
            for engine in &engines {
                assert_eq!(ask(engine, products), expected, "{groups} products, {engine:?}");
                let mut found = vec![Least::default(); groups];
                engine.least_clearances(grown_products, &mut found).unwrap();
                assert_eq!(found, nearest, "{groups} products, {engine:?}");
                assert_eq!(distances(engine, products), distances(engine, of_list), "{engine:?}");
            }
        }
    }
}

fn distances(engine: &Engine, groups: Groups<'_>) -> Vec<Least<Distance>> {
    let mut found = vec![Least::default(); groups.len()];
    engine.least_distances(groups, &mut found).unwrap();
    found
}

/// Boxes whose corners barely meet or miss: their bounding spheres are as near as spheres of boxes that touch can be,
/// and with a margin as far as those of boxes within it can be.
#[test]
fn corners_that_barely_meet_are_not_left_out() {
    let mut random = Random::new(15);
    let engines = engines();
    let mut both = [0; 2];
    for (size, margin) in [(1.0, 0.0), (1e-20, 0.0), (1e6, 0.0), (1.0, 0.3), (1e-3, 10.0)] {
        let [mut of_a, mut of_b] = [BoxStore::new(), BoxStore::new()];
        for case in 0..2000 {
            let is_cube = case % 2 == 0;
            let extents = |random: &mut Random| {
                let any = DVec3::from_array(random.vector(0.0, size));
                if is_cube { DVec3::splat(any.x) } else { any }
            };
            let halves = [extents(&mut random), extents(&mut random)];
            let towards = DVec3::from_array(random.direction());
            let corner = |half: DVec3, towards| DQuat::from_rotation_arc(half.normalize(), towards);
            let spin = DQuat::from_axis_angle(towards, random.range(0.0, 3.0));
            // Cubes are aligned: then an axis shows the least part of their distance.
            let a = corner(halves[0], towards);
            let b = if is_cube { a } else { spin * corner(halves[1], -towards) };
            let apart = halves[0].length() + halves[1].length() + 3.0_f64.sqrt() * margin;
            let far = random.direction().map(|along| 3.0 * size * along);
            let between = towards * apart * (1.0 + random.range(-1e-3, 1e-3));
            for (store, half, rotation, center) in [
                (&mut of_a, halves[0], a, DVec3::from_array(far)),
                (&mut of_b, halves[1], b, DVec3::from_array(far) + between),
            ] {
                let [center, half] = [center, half].map(|v| v.to_array().map(narrow));
                let rotation = rotation.normalize().to_array().map(narrow);
                store.insert(OrientedBox::new(center, rotation, half)).unwrap();
            }
        }
        let products: Vec<Product> =
            (0..2000).map(|number| Product::new(number..number + 1, number..number + 1)).collect();
        let pairs: Vec<[u32; 2]> = (0..2000).map(|number| [number; 2]).collect();
        let query = Query::new([&of_a, &of_b], &pairs).within(narrow(margin));
        let mut expected = vec![false; pairs.len()];
        engines[0].overlaps(query, &mut expected).unwrap();
        for hit in &expected {
            both[usize::from(*hit)] += 1;
        }
        for engine in &engines {
            let groups = Groups::of_products([&of_a, &of_b], &products).within(narrow(margin));
            assert_eq!(ask(engine, groups), expected, "boxes of {size} m, {margin} m, {engine:?}");
        }
    }
    assert!(both.iter().all(|&count| count > 1000), "{both:?} pairs that miss and that meet");
}

/// A group of many chunks, whose only hit is its last pair; and one whose neighbors are hits.
#[test]
fn the_last_pair_of_a_long_group_counts_and_stays_in_its_group() {
    let mut far = BoxStore::new();
    for number in 0..1000_u16 {
        let center = [10.0 * f32::from(number), 0.0, 0.0];
        far.insert(upright(center, [1.0; 3])).unwrap();
    }
    let mut pairs: Vec<[u32; 2]> = (0..999).map(|box_a| [box_a, box_a + 1]).collect();
    pairs.push([7, 7]);
    for engine in engines() {
        assert_eq!(ask(&engine, Groups::new(Query::new(&far, &pairs), &[1000])), [true]);
        let ends = [999, 999, 1000];
        let found = ask(&engine, Groups::new(Query::new(&far, &pairs), &ends));
        assert_eq!(found, [false, false, true]);
        let halves = [Product::new(0..400, 500..1000), Product::new(0..1, 0..1000)];
        assert_eq!(ask(&engine, Groups::of_products(&far, &halves)), [false, true]);
    }
}

/// The least of the clearances of a group's pairs, the first of equals.
fn least(engine: &Engine, query: Query<'_>, ends: &[usize]) -> Vec<Least<f32>> {
    let mut each = vec![0.0; query.pairs().len()];
    engine.clearances(query, &mut each).unwrap();
    let starts = [0].into_iter().chain(ends.iter().copied());
    let groups = starts.zip(ends).map(|(start, &end)| start..end);
    let of_group = |group: Range<usize>| {
        let pair = group.min_by(|&a, &b| each[a].total_cmp(&each[b]));
        pair.map_or(Least::default(), |pair| Least { pair: query.pairs()[pair], row: each[pair] })
    };
    groups.map(of_group).collect()
}

#[test]
fn the_least_clearance_is_that_of_the_nearest_pair() {
    let store = boxes(300, 9);
    let mut random = Random::new(13);
    let engines = engines();
    for groups in (0..18).chain([65, 600]) {
        for longest in [1, 20, 150] {
            let (pairs, ends) = cut(&mut random, 300, groups, longest);
            let own: Vec<f32> = pairs.iter().map(|_| narrow(random.range(-0.1, 0.05))).collect();
            for grown in [Length::None, Length::PerPair(&own)] {
                let query = Query::new(&store, &pairs).grown(grown);
                let expected = least(&engines[0], query, &ends);
                for engine in &engines {
                    let mut found = vec![Least { pair: [7; 2], row: 7.0 }; groups];
                    engine.least_clearances(Groups::new(query, &ends), &mut found).unwrap();
                    assert_eq!(found, expected, "{groups} groups of up to {longest}, {engine:?}");
                }
            }
        }
    }
}

#[test]
fn the_least_distance_is_that_of_the_nearest_pair() {
    let store = boxes(200, 10);
    let (pairs, ends) = cut(&mut Random::new(14), 200, 90, 80);
    for margin in [Length::None, Length::Uniform(0.5)] {
        let query = Query::new(&store, &pairs).within(margin);
        for engine in engines() {
            let mut each = vec![Distance::default(); pairs.len()];
            engine.distances(query, &mut each).unwrap();
            let mut found = vec![Least::<Distance>::default(); ends.len()];
            engine.least_distances(Groups::new(query, &ends), &mut found).unwrap();
            let mut start = 0;
            for (found, &end) in found.iter().zip(&ends) {
                let before = |a: &usize, b: &usize| each[*a].distance.total_cmp(&each[*b].distance);
                let expected = (start..end)
                    .min_by(before)
                    .map_or(Least::default(), |pair| Least { pair: pairs[pair], row: each[pair] });
                assert_eq!(*found, expected, "{engine:?}");
                start = end;
            }
        }
    }
}

/// A pair with a number that is not finite hides nothing: its group is not certainly free, and others are what they
/// were.
#[test]
fn a_group_with_a_pair_that_is_not_finite_is_nan() {
    let centers = [[0.0, 0.0, 0.0], [5.0, 0.0, 0.0], [f32::NAN, 0.0, 0.0]];
    let (rotations, half_extents) = ([[0.0, 0.0, 0.0, 1.0]; 3], [[1.0_f32; 3]; 3]);
    let view = BoxView::unchecked(&centers[..], &rotations[..], &half_extents[..]).unwrap();
    let pairs = [[0, 1], [0, 2], [1, 0], [0, 1]];
    for engine in engines() {
        let mut found = [Least::default(); 2];
        let groups = Groups::new(Query::new(view, &pairs), &[3, 4]);
        engine.least_clearances(groups, &mut found).unwrap();
        assert!(found[0].row.is_nan() && found[0].pair == [0, 2]);
        assert!(found[1].row > 2.9 && found[1].row <= 3.0);
        let mut hits = [true; 2];
        engine.any_overlap(groups, &mut hits).unwrap();
        assert_eq!(hits, [false; 2]);
    }
}

/// The same in products, wherever the bad box is: spheres leave out none whose numbers are not finite.
#[test]
fn a_product_with_a_box_that_is_not_finite_is_nan() {
    const COUNT: u16 = 200;
    let half_extents = [[1.0_f32; 3]; COUNT as usize];
    let (origin, upright) = ([[0.0_f32; 3]], [[0.0_f32, 0.0, 0.0, 1.0]]);
    let link = BoxView::unchecked(&origin[..], &upright[..], &half_extents[..1]).unwrap();
    let products = [Product::new(0..1, 0..u32::from(COUNT))];
    for place in [0, 1, 63, 64, 190, 199] {
        for (bad, turned) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (900.0, f32::NAN)] {
            let mut centers: Vec<[f32; 3]> =
                (1..=COUNT).map(|number| [4.0 * f32::from(number), 0.0, 0.0]).collect();
            let mut rotations = vec![upright[0]; centers.len()];
            centers[place][1] = bad;
            rotations[place][3] = turned;
            let obstacles =
                BoxView::unchecked(&centers[..], &rotations[..], &half_extents[..]).unwrap();
            let pair = [0, u32::try_from(place).unwrap()];
            for engine in engines() {
                let groups = Groups::of_products([link, obstacles], &products);
                let mut least = [Least::default()];
                engine.least_clearances(groups, &mut least).unwrap();
                assert!(least[0].row.is_nan(), "{bad} at {place}, {engine:?}");
                assert_eq!(least[0].pair, pair, "{engine:?}");
                assert!(distances(&engine, groups)[0].row.distance.is_nan(), "{engine:?}");
            }
        }
    }
}

/// The message of a call that is rejected, and writes nothing.
fn message(groups: Groups<'_>, places: usize) -> String {
    let mut hits = vec![true; places];
    let error = Engine::new().any_overlap(groups, &mut hits).unwrap_err();
    assert!(hits.iter().all(|&hit| hit), "the output is untouched");
    error.to_string()
}

#[test]
fn groups_of_a_list_that_do_not_fit_are_named_and_nothing_is_written() {
    let store = boxes(4, 1);
    let pairs = [[0, 1], [2, 3], [1, 2]];
    let query = Query::new(&store, &pairs);
    let of = |ends: &[usize], places| message(Groups::new(query, ends), places);
    assert_eq!(of(&[1, 0, 3], 3), "bounds[1] is 0, but must be from 1 to 3");
    assert_eq!(of(&[1, 4], 2), "bounds[1] is 4, but must be from 1 to 3");
    assert_eq!(of(&[1, 2], 2), "the groups end at pair 2, but the number of pairs is 3");
    assert_eq!(of(&[], 0), "the groups end at pair 0, but the number of pairs is 3");
    assert_eq!(of(&[3], 2), "the length of the output is 2, but must be 1");
    let bad = Query::new(&store, &[[0, 1], [2, 9]]);
    let found = message(Groups::new(bad, &[2]), 1);
    assert_eq!(found, "pairs[1][1] is 9, but the number of boxes is 4");
    let found = message(Groups::new(query.within(-1.0), &[3]), 1);
    assert_eq!(found, "`within` is -1, but must be finite and at least zero");
    assert!(matches!(
        Engine::new().any_overlap(Groups::new(query, &[9]), &mut [false][..]),
        Err(QueryError::GroupBound { group: 0, bound: 9, start: 0, pairs: 3 })
    ));
}

#[test]
fn products_that_do_not_fit_are_named_and_nothing_is_written() {
    let store = boxes(4, 1);
    let of = |products: &[Product]| message(Groups::of_products(&store, products), products.len());
    let past = [Product::new(0..1, 0..4), Product::new(1..2, 2..5)];
    assert_eq!(of(&past), "products[1].b is 2..5, but must ascend and end at 4 at most");
    #[expect(clippy::reversed_empty_ranges, reason = "it must be rejected")]
    let reversed = [Product::new(3..2, 0..4)];
    assert_eq!(of(&reversed), "products[0].a is 3..2, but must ascend and end at 4 at most");
    let products = [Product::new(0..1, 0..4)];
    let groups = Groups::of_products(&store, &products).within(f32::NAN);
    assert_eq!(message(groups, 1), "`within` is NaN, but must be finite and at least zero");
}
