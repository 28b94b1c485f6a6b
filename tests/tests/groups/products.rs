//! A product has the rows of the list of its pairs, bit for bit, also where the bounds of its boxes are of no use.

use std::fmt::Debug;

use octosat::{BoxView, Distance, Engine, Error, Groups, Least, Product, Query};
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
}

const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Compares what an engine answers about products and about the lists of their pairs.
fn assert_like_lists(engine: &Engine, sides: [BoxView<'_>; 2], products: &[Product], length: f32) {
    let (mut pairs, mut bounds) = (Vec::new(), Vec::new());
    for Product { a, b } in products {
        pairs.extend(a.clone().flat_map(|a| b.clone().map(move |b| [a, b])));
        bounds.push(pairs.len());
    }
    let query = Query::new(sides, &pairs);
    let near = [
        Groups::new(query.within(length), &bounds),
        Groups::of_products(sides, products).within(length),
    ];
    let grown = [
        Groups::new(query.grown(length), &bounds),
        Groups::of_products(sides, products).grown(length),
    ];
    same(near, true, |groups, out| engine.any_overlap(groups, out));
    same(near, Least::<Distance>::default(), |groups, out| engine.least_distances(groups, out));
    same(grown, Least::<f32>::default(), |groups, out| engine.least_clearances(groups, out));
}

/// Makes a call about two forms of the same groups.
fn same<'a, R: Clone + Debug>(
    forms: [Groups<'a>; 2],
    row: R,
    call: impl Fn(Groups<'a>, &mut [R]) -> Result<(), Error>,
) {
    let [listed, found] = forms.map(|groups| {
        let mut out = vec![row.clone(); groups.len()];
        call(groups, &mut out).unwrap();
        // As text, in which NaN is like NaN.
        format!("{out:?}")
    });
    assert_eq!(found, listed);
}

#[test]
fn both_sides_may_be_one_list_and_longer_than_what_is_prepared() {
    let (mut random, mut boxes) = (Random::new(23), Boxes::default());
    for _ in 0..130 {
        let half_extents = random.vector(0.05, 0.9).map(narrow);
        let (center, rotation) = (random.vector(-9.0, 9.0), random.rotation());
        boxes.push(center.map(narrow), rotation.map(narrow), half_extents);
    }
    let products = [Product::new(0..130, 0..130), Product::new(129..130, 0..129)];
    for engine in engines() {
        assert_like_lists(&engine, [boxes.view(); 2], &products, 0.0);
    }
}

/// Of equal rows, that of the first pair counts, in the order of a list: side a first.
#[test]
fn the_first_of_tied_rows_is_named() {
    for copies in [1, 2, 9, 20, 40] {
        let (mut a, mut b) = (Boxes::default(), Boxes::default());
        a.push([9.0, 0.0, 0.0], UPRIGHT, [0.5; 3]);
        b.push([-9.0, 0.0, 0.0], UPRIGHT, [0.5; 3]);
        for _ in 0..copies {
            a.push([0.0; 3], UPRIGHT, [0.5; 3]);
            b.push([2.0, 0.0, 0.0], UPRIGHT, [0.5; 3]);
        }
        let all = 0..copies + 1;
        let products = [Product::new(all.clone(), all.clone()), Product::new(1..copies + 1, all)];
        for engine in engines() {
            let sides = [a.view(), b.view()];
            let groups = Groups::of_products(sides, &products);
            let mut least = [Least::<f32>::default(); 2];
            engine.least_clearances(groups, &mut least).unwrap();
            assert_eq!(least.map(|least| least.pair), [[1, 1]; 2], "{copies} copies, {engine:?}");
            assert_like_lists(&engine, sides, &products, 0.0);
        }
    }
}

/// Beyond a cut-off, a row is the gap along a face. Corner to corner, it is less than 1/√3 of the gap of the spheres, so
/// spheres may not leave out the last box of the longer side, whose row is the least.
#[test]
fn beyond_a_cut_off_boxes_corner_to_corner_are_not_left_out() {
    let third = 1.0 / 3.0_f32.sqrt();
    let (mut a, mut b) = (Boxes::default(), Boxes::default());
    for number in 0..16_u16 {
        a.push([0.0, 0.0, 1e3 * f32::from(number)], UPRIGHT, [1.0; 3]);
    }
    for number in 0..300_u16 {
        let x = if number == 0 { -5.5 } else { -1e3 };
        b.push([x, 10.0 * f32::from(number), 0.0], UPRIGHT, [1.0; 3]);
    }
    // By 60 degrees about the diagonal, along which it is.
    b.push([10.0 * third; 3], [0.5 * third, 0.5 * third, 0.5 * third, 0.866_025_4], [1.0; 3]);
    let products = [Product::new(0..16, 0..301)];
    for engine in engines() {
        let sides = [a.view(), b.view()];
        let mut least = [Least::<Distance>::default()];
        let groups = Groups::of_products(sides, &products).within(1.0);
        engine.least_distances(groups, &mut least).unwrap();
        assert_eq!(least[0].pair, [0, 300], "{engine:?}");
        assert_like_lists(&engine, sides, &products, 1.0);
    }
}

/// A rotation whose squares leave the range of `f32`, of a box whose sphere is far from the other: the row of the pair
/// is NaN, and so is that of its group.
#[test]
fn a_product_with_a_finite_rotation_that_overflows_is_nan() {
    let rotation = [-0.163_182_62, 107_778.71, 0.167_631_46, 0.031_110_814];
    let (mut a, mut b) = (Boxes::default(), Boxes::default());
    a.push([0.0; 3], rotation, [0.5; 3]);
    for number in 0..20_u16 {
        b.push([1.0 + 4.0 * f32::from(number), 0.0, 0.0], UPRIGHT, [0.5; 3]);
    }
    let products: Vec<Product> = (1..=20).map(|len| Product::new(0..1, 0..len)).collect();
    for engine in engines() {
        let sides = [a.view(), b.view()];
        let mut least = [Least::<f32>::default(); 20];
        engine.least_clearances(Groups::of_products(sides, &products), &mut least).unwrap();
        assert!(least.iter().all(|least| least.row.is_nan()), "{engine:?}");
        for length in [0.0, 0.1] {
            assert_like_lists(&engine, sides, &products, length);
        }
    }
}
