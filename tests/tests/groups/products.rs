//! A product has the rows of the list of its pairs, bit for bit, whichever boxes are in lanes and whatever they hold.

use std::ops::Range;

use octosat::{BoxView, Distance, Engine, Groups, Least, Length, Product, Query};
use octosat_scenes::generate::{Random, narrow};

use super::engines;

/// Boxes as three columns, which may hold anything.
#[derive(Default)]
struct Boxes {
    centers: Vec<[f32; 3]>,
    rotations: Vec<[f32; 4]>,
    half_extents: Vec<[f32; 3]>,
}

impl Boxes {
    fn push(&mut self, center: [f32; 3], rotation: [f32; 4], half_extents: [f32; 3]) {
        self.centers.push(center);
        self.rotations.push(rotation);
        self.half_extents.push(half_extents);
    }

    fn view(&self) -> BoxView<'_> {
        BoxView::unchecked(&self.centers, &self.rotations, &self.half_extents).unwrap()
    }

    fn random(random: &mut Random, count: usize, mut of: impl FnMut(&mut Random) -> Box10) -> Self {
        let mut boxes = Self::default();
        for _ in 0..count {
            let Box10 { center, rotation, half_extents } = of(random);
            boxes.push(center.map(narrow), rotation.map(narrow), half_extents.map(narrow));
        }
        boxes
    }
}

/// A box in `f64`.
struct Box10 {
    center: [f64; 3],
    rotation: [f64; 4],
    half_extents: [f64; 3],
}

/// The bits of what a group answers: a boolean, its least clearance and its least distance.
#[derive(Debug, PartialEq)]
struct Answer {
    hit: bool,
    clearance: ([u32; 2], u32),
    distance: ([u32; 2], [u8; 32]),
}

/// What rows are compared by: the first row that is NaN, else the first of the least ones.
fn first_least(rows: impl Iterator<Item = f32>) -> Option<usize> {
    rows.enumerate()
        .reduce(|least, found| {
            let is_better = found.1 < least.1 || (found.1.is_nan() && !least.1.is_nan());
            if is_better { found } else { least }
        })
        .map(|(at, _)| at)
}

/// The answers by the rows of every pair, one after the other.
fn expected(
    engine: &Engine,
    sides: [BoxView<'_>; 2],
    products: &[Product],
    length: Length<'_>,
) -> Vec<Answer> {
    let of_product = |product: &Product| {
        let pairs: Vec<[u32; 2]> =
            product.a.clone().flat_map(|a| product.b.clone().map(move |b| [a, b])).collect();
        let query = Query::new(sides, &pairs).within(as_within(length));
        let mut hits = vec![false; pairs.len()];
        engine.overlaps(query, &mut hits).unwrap();
        let mut clearances = vec![0.0; pairs.len()];
        let grown = Query::new(sides, &pairs).grown(length);
        engine.clearances(grown, &mut clearances).unwrap();
        let mut distances = vec![Distance::default(); pairs.len()];
        engine.distances(query, &mut distances).unwrap();
        let clearance = first_least(clearances.iter().copied());
        let distance = first_least(distances.iter().map(|row| row.distance));
        answer(
            hits.contains(&true),
            clearance.map_or(Least::default(), |at| Least { pair: pairs[at], row: clearances[at] }),
            distance.map_or(Least::default(), |at| Least { pair: pairs[at], row: distances[at] }),
        )
    };
    products.iter().map(of_product).collect()
}

/// A length for queries that take `within`, which is not negative.
fn as_within(length: Length<'_>) -> Length<'_> {
    if matches!(length, Length::Uniform(..0.0)) { Length::None } else { length }
}

fn answer(hit: bool, clearance: Least<f32>, distance: Least<Distance>) -> Answer {
    let row = bytemuck::cast(distance.row);
    Answer {
        hit,
        clearance: (clearance.pair, clearance.row.to_bits()),
        distance: (distance.pair, row),
    }
}

fn found(engine: &Engine, [groups, grown]: [Groups<'_>; 2]) -> Vec<Answer> {
    let mut hits = vec![true; groups.len()];
    engine.any_overlap(groups, &mut hits).unwrap();
    let mut clearances = vec![Least { pair: [7; 2], row: 7.0 }; groups.len()];
    engine.least_clearances(grown, &mut clearances).unwrap();
    let mut distances = vec![Least::default(); groups.len()];
    engine.least_distances(groups, &mut distances).unwrap();
    let rows = hits.into_iter().zip(clearances).zip(distances);
    rows.map(|((hit, clearance), distance)| answer(hit, clearance, distance)).collect()
}

/// Compares products with their pairs on every backend, with the sides as they are and exchanged; returns how many
/// groups are hit, and how many are not.
fn compare(
    a: &Boxes,
    b: &Boxes,
    products: &[Product],
    length: Length<'_>,
    case: &str,
) -> [usize; 2] {
    let engines = engines();
    let exchanged: Vec<Product> =
        products.iter().map(|Product { a, b }| Product::new(b.clone(), a.clone())).collect();
    let mut counts = [0; 2];
    for (sides, products) in [([a, b], products), ([b, a], &exchanged[..])] {
        let views = sides.map(Boxes::view);
        let expected = expected(&engines[0], views, products, length);
        for answer in &expected {
            counts[usize::from(answer.hit)] += 1;
        }
        for engine in &engines {
            let groups = Groups::of_products(views, products);
            let both = match length {
                Length::Uniform(length @ ..0.0) => [groups, groups.grown(length)],
                Length::Uniform(length) => [groups.within(length), groups.grown(length)],
                _ => [groups; 2],
            };
            for ((found, expected), product) in
                found(engine, both).iter().zip(&expected).zip(products)
            {
                assert_eq!(found, expected, "{product:?}, {length:?}, {case}, {engine:?}");
            }
        }
    }
    counts
}

fn range(start: usize, len: usize) -> Range<u32> {
    u32::try_from(start).unwrap()..u32::try_from(start + len).unwrap()
}

/// Products of every length up to 17 on either side, at the end of a list or before it.
fn of_all_lengths(random: &mut Random, [len_a, len_b]: [usize; 2]) -> Vec<Product> {
    let mut products = Vec::new();
    for a in 0..=17 {
        for b in 0..=17 {
            let mut place = |len: usize, taken: usize| {
                if random.one_in(3) { len - taken } else { random.below(len - taken + 1) }
            };
            products.push(Product::new(range(place(len_a, a), a), range(place(len_b, b), b)));
        }
    }
    products
}

/// The kinds of scenes, at a size in meters.
fn scene(random: &mut Random, kind: usize, size: f64, count: usize) -> Boxes {
    let far = random.direction().map(|along| 1e4 * size * along);
    Boxes::random(random, count, |random| {
        let mut center = random.vector(-3.0, 3.0);
        let (mut rotation, mut half_extents) = (random.rotation(), random.vector(0.05, 0.9));
        match kind {
            // Planes that many boxes share, and equal rows.
            1 => {
                center = center.map(f64::round);
                (rotation, half_extents) = ([0.0, 0.0, 0.0, 1.0], [0.5; 3]);
            }
            // Plates, rods and points.
            2 => half_extents = half_extents.map(|half| if half < 0.4 { 0.0 } else { 3.0 * half }),
            // A few large boxes among small ones.
            3 if random.one_in(8) => half_extents = half_extents.map(|half| 100.0 * half),
            3 => half_extents = half_extents.map(|half| 0.01 * half),
            4 => center = [0, 1, 2].map(|k: usize| center[k] + far[k] / size),
            _ => {}
        }
        let [center, half_extents] = [center, half_extents].map(|v| v.map(|length| size * length));
        Box10 { center, rotation, half_extents }
    })
}

#[test]
fn products_of_all_lengths_have_the_bits_of_their_lists() {
    let mut random = Random::new(21);
    let mut counts = [0; 2];
    for kind in 0..5 {
        for (number, size) in [1.0, 1e-12, 4e7].into_iter().enumerate() {
            let [a, b] = [40, 19].map(|count| scene(&mut random, kind, size, count));
            let products = of_all_lengths(&mut random, [40, 19]);
            let part = if (kind + number) % 2 == 0 { 0.2 } else { -0.2 };
            let length = Length::Uniform(narrow(part * size));
            for length in [Length::None, Length::Uniform(0.0), length] {
                let found = compare(&a, &b, &products, length, &format!("kind {kind}, {size} m"));
                counts = [counts[0] + found[0], counts[1] + found[1]];
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?} groups without and with hits");
}

/// Configurations of as many links share lanes; every other number of them, and those at the end of a list, too.
#[test]
fn runs_of_equal_products_have_the_bits_of_their_lists() {
    let mut random = Random::new(22);
    for (links, step, obstacles) in
        [(1, 1, 9), (6, 6, 60), (11, 12, 8), (3, 2, 96), (2, 5, 97), (5, 5, 130)]
    {
        let configurations = 37;
        let a = scene(&mut random, 0, 1.0, (configurations - 1) * step + links);
        let b = scene(&mut random, 0, 1.0, obstacles);
        let run: Vec<Product> = (0..configurations)
            .map(|number| Product::new(range(number * step, links), range(0, obstacles)))
            .collect();
        for start in [0, 5, 20, 21, 29, 36] {
            compare(&a, &b, &run[start..], Length::None, &format!("{links} links from {start}"));
        }
        // Some of them are shorter, some are empty, and some are checked against other obstacles.
        let mixed: Vec<Product> = run
            .iter()
            .map(|product| match random.below(12) {
                0 => Product::new(product.a.clone(), range(0, obstacles / 2)),
                1 => Product::new(range(0, 0), product.b.clone()),
                2 => Product::new(range(product.a.start as usize, links - 1), product.b.clone()),
                _ => product.clone(),
            })
            .collect();
        compare(&a, &b, &mixed, Length::Uniform(0.05), "mixed");
    }
}

#[test]
fn both_sides_may_be_one_list_and_longer_than_what_is_prepared() {
    let mut random = Random::new(23);
    let boxes = scene(&mut random, 2, 1.0, 300);
    let products = [
        Product::new(range(0, 300), range(0, 300)),
        Product::new(range(7, 120), range(127, 173)),
        Product::new(range(299, 1), range(0, 299)),
    ];
    compare(&boxes, &boxes, &products, Length::None, "one list");
}

/// Of equal rows, that of the first pair counts, in the order of a list: side a first.
#[test]
fn the_first_of_tied_rows_is_named() {
    for copies in [1, 2, 9, 20, 40] {
        let (mut a, mut b) = (Boxes::default(), Boxes::default());
        let upright = [0.0, 0.0, 0.0, 1.0];
        a.push([9.0, 0.0, 0.0], upright, [0.5; 3]);
        b.push([-9.0, 0.0, 0.0], upright, [0.5; 3]);
        for _ in 0..copies {
            a.push([0.0; 3], upright, [0.5; 3]);
            b.push([2.0, 0.0, 0.0], upright, [0.5; 3]);
        }
        let all = range(0, copies + 1);
        let products =
            [Product::new(all.clone(), all.clone()), Product::new(range(1, copies), all)];
        for engine in engines() {
            let groups = Groups::of_products([a.view(), b.view()], &products);
            let mut least = [Least::default(); 2];
            engine.least_clearances(groups, &mut least).unwrap();
            assert_eq!(least.map(|least| least.pair), [[1, 1]; 2], "{copies} copies, {engine:?}");
            let mut least = [Least::default(); 2];
            engine.least_distances(groups, &mut least).unwrap();
            assert_eq!(least.map(|least| least.pair), [[1, 1]; 2], "{copies} copies, {engine:?}");
        }
        compare(&a, &b, &products, Length::None, "ties");
    }
}

/// A rotation whose squares leave the range of `f32`, of a box whose sphere is far from the other: the row of the pair
/// is NaN, and so is that of its group.
#[test]
fn a_product_with_a_finite_rotation_that_overflows_is_nan() {
    let rotation = [-0.163_182_62, 107_778.71, 0.167_631_46, 0.031_110_814];
    let (mut a, mut b) = (Boxes::default(), Boxes::default());
    a.push([0.0; 3], rotation, [0.5; 3]);
    b.push([1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]);
    for number in 1..20_u16 {
        b.push([4.0 * f32::from(number), 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.5; 3]);
    }
    let products: Vec<Product> =
        (1..=20).map(|len| Product::new(range(0, 1), range(0, len))).collect();
    for length in [Length::None, Length::Uniform(0.1)] {
        compare(&a, &b, &products, length, "a rotation that overflows");
    }
}

/// Numbers that no checked view accepts, or at the ends of what it accepts.
const ODD: [f32; 14] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    1e19,
    -1e13,
    107_778.71,
    -300.0,
    -1.0,
    1.1,
    -0.0,
    1e-22,
    1e-42,
];

#[test]
fn products_with_odd_numbers_have_the_bits_of_their_lists() {
    let mut random = Random::new(24);
    let mut odd = |mut boxes: Boxes, one_in: usize| {
        for at in 0..boxes.centers.len() {
            let Boxes { centers, rotations, half_extents } = &mut boxes;
            let numbers = [&mut centers[at][..], &mut rotations[at], &mut half_extents[at]];
            for number in numbers.into_iter().flatten() {
                if random.one_in(one_in) {
                    *number = random.choose(&ODD);
                }
            }
        }
        boxes
    };
    let mut scenes = Random::new(25);
    for one_in in [10, 60, 400] {
        for kind in 0..5 {
            let [a, b] = [45, 23].map(|count| odd(scene(&mut scenes, kind, 1.0, count), one_in));
            let mut products = of_all_lengths(&mut scenes, [45, 23]);
            products.extend((0..9).map(|number| Product::new(range(5 * number, 5), range(1, 22))));
            for length in
                [Length::None, Length::Uniform(0.1), Length::Uniform(-0.1), Length::Uniform(1e30)]
            {
                compare(&a, &b, &products, length, &format!("kind {kind}, one in {one_in}"));
            }
        }
    }
}
