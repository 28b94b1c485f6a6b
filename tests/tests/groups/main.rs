//! Groups of pairs that are hard in a way of their own, and what is rejected; the checker compares others with their
//! pairs.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

mod products;

use glam::{DQuat, DVec3};
use octosat::{
    Backend, BoxPose, BoxStore, BoxView, Distance, Engine, EngineOptions, Groups, Least,
    OrientedBox, Product, Query,
};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{UPRIGHT, sentence, upright};

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

/// Boxes of a product with each box of side a: one may touch it.
const B_PER_A: u32 = 10;

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
            // Bounds are computed of products of more than a few pairs, and as long as most of these are far.
            let nowhere = BoxPose::new([narrow(1e3 * (size + margin)); 3], UPRIGHT);
            for _ in 1..B_PER_A {
                of_b.insert(OrientedBox { pose: nowhere, half_extents: [0.0; 3] }).unwrap();
            }
        }
        let b = |number: u32| B_PER_A * number;
        let products: Vec<Product> = (0..2000)
            .map(|number| Product::new(number..number + 1, b(number)..b(number + 1)))
            .collect();
        let pairs: Vec<[u32; 2]> = (0..2000).map(|number| [number, b(number)]).collect();
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
                let mut least = [Least::<Distance>::default()];
                engine.least_distances(groups, &mut least).unwrap();
                assert!(least[0].row.distance.is_nan(), "{engine:?}");
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
    let found = Engine::new().any_overlap(Groups::new(query, &[9]), &mut [false][..]);
    assert_eq!(sentence(found), "bounds[0] is 9, but must be from 0 to 3");
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
