//! Views and lists of rectangles: order, records, removals, bad values, errors.

use octosat::order::{Permutation, morton_order, renumber_pairs};
use octosat::{
    BoxError, Column, ContactKind, Engine, Margin, Query, QueryError, Rectangle, RectangleAxis,
    RectangleManifold, RectanglePenetration, RectangleStore, RectangleView,
};
use octosat_tests::{Limit, engines, fastest_engines};

use super::plane::{Plane, PlaneAnswers, mixed_rectangles};

/// Records with poses and half extents in these rows.
fn lent<const S: usize>(
    records: &[[[f32; 4]; S]],
    places: [usize; 2],
) -> Result<RectangleView<'_>, BoxError> {
    let [poses, half_extents] =
        places.map(|place| Column::field(records, move |record| &record[place]).unwrap());
    RectangleView::new(poses, half_extents)
}

#[test]
fn a_rotation_is_rejected_by_how_far_it_is_off_unit_length() {
    for (scale, stored, borrowed) in [
        (1.0_f32, true, true),
        (1.0 + 4e-7, true, true),
        (1.0 + 1e-5, true, false),
        (0.9996, true, false),
        (1.0004, true, false),
        (1.001, false, false),
        (0.999, false, false),
        (0.0, false, false),
    ] {
        let rotation = [0.6_f32, -0.8].map(|component| component * scale);
        let given = Rectangle::new([0.0; 2], rotation, [1.0; 2]);
        assert_eq!(RectangleStore::new().insert(given).is_ok(), stored, "{scale}");
        let pose = [[0.0, 0.0, rotation[0], rotation[1]]];
        let view = RectangleView::new(&pose, &[[0.0; 4]]);
        assert_eq!(view.is_ok(), borrowed, "{scale}");
    }
}

#[test]
fn sorted_rectangles_give_the_bits_of_unsorted_ones_on_every_backend() {
    let plane = Plane::of_neighbors(&mixed_rectangles(3000, 1.0, 44));
    let mut sorted = plane.clone();
    let order = sorted.store.sort_spatially();
    assert_eq!(order, morton_order::<2>(plane.store.poses()));
    assert_ne!(order, Permutation::identity(6000));
    renumber_pairs(&mut sorted.pairs, &order.inverse()).unwrap();
    let limit = Limit::Uniform(0.05);
    for engine in engines() {
        let expected = PlaneAnswers::ask(&plane, &engine, &limit).all_bits();
        assert_eq!(PlaneAnswers::ask(&sorted, &engine, &limit).all_bits(), expected);
    }
    sorted.store.reorder(&order.inverse()).unwrap();
    assert_eq!(sorted.store, plane.store);
}

#[test]
fn records_give_the_bits_of_columns_on_every_backend() {
    // With few rectangles no row is asked for ahead of its use, with many it is.
    for pairs in [150, 20_000] {
        let mut plane = Plane::of_neighbors(&mixed_rectangles(pairs, 1.0, 46));
        plane.pairs.truncate(1000);
        plane.pairs.reverse();
        let rows = plane.store.poses().iter().zip(plane.store.half_extents());
        let nothing = [f32::NAN; 4];
        let two: Vec<[[f32; 4]; 2]> = rows.clone().map(|(pose, half)| [*half, *pose]).collect();
        let five: Vec<[[f32; 4]; 5]> =
            rows.map(|(pose, half)| [nothing, nothing, *half, nothing, *pose]).collect();
        let poses: Vec<[f32; 4]> = two.iter().map(|record| record[1]).collect();
        let halves: Vec<[f32; 2]> = two.iter().map(|[half, _]| [half[0], half[1]]).collect();
        let views = [
            lent(&two, [1, 0]).unwrap(),
            lent(&five, [4, 2]).unwrap(),
            RectangleView::unchecked(&poses, &halves).unwrap(),
        ];
        let limit = Limit::Uniform(0.05);
        for engine in engines() {
            let expected = PlaneAnswers::ask(&plane, &engine, &limit);
            assert!(expected.overlaps.contains(&true) && expected.overlaps.contains(&false));
            for view in views {
                let found = PlaneAnswers::of(&engine, view, &plane.pairs, &limit);
                assert_eq!(found.all_bits(), expected.all_bits());
            }
        }
    }
}

#[test]
fn what_is_left_after_a_removal_keeps_its_bits() {
    let plane = Plane::of_neighbors(&mixed_rectangles(200, 1.0, 45));
    let limit = Limit::Uniform(0.05);
    let [mut ordered, mut swapped] = [plane.clone(), plane.clone()];
    // The pair of rectangles 100 and 101 goes; the last pair takes its place in the one, and all
    // later pairs move up in the other.
    for index in [101, 100] {
        assert_eq!(ordered.store.remove(index), plane.store.get(index));
        assert_eq!(swapped.store.swap_remove(index), plane.store.get(index));
    }
    ordered.pairs.pop();
    swapped.pairs.pop();
    for engine in fastest_engines() {
        let all = PlaneAnswers::ask(&plane, &engine, &limit).all_bits();
        let found = PlaneAnswers::ask(&ordered, &engine, &limit).all_bits();
        assert_eq!([&all[..50], &all[51..]].concat(), found);
        let found = PlaneAnswers::ask(&swapped, &engine, &limit).all_bits();
        let expected = [&all[..50], &all[199..], &all[51..199]].concat();
        assert_eq!(found, expected);
    }
}

/// The values that poison a rectangle, in every component and at every lane.
#[test]
fn a_poisoned_pair_is_reported_and_its_neighbors_keep_their_bits() {
    let plane = Plane::of_neighbors(&mixed_rectangles(41, 1.0, 10));
    let (poses, half_extents) = (plane.store.poses().to_vec(), plane.store.half_extents().to_vec());
    for engine in engines() {
        let view = RectangleView::unchecked(&poses, &half_extents).unwrap();
        for limit in [Limit::None, Limit::Uniform(0.05)] {
            let healthy = PlaneAnswers::of(&engine, view, &plane.pairs, &limit);
            for place in 0..plane.pairs.len() {
                for poison in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                    let (mut poses, mut halves) = (poses.clone(), half_extents.clone());
                    let at = 2 * place + place % 2;
                    match place % 6 {
                        component @ 0..4 => poses[at][component] = poison,
                        component => halves[at][component - 4] = poison,
                    }
                    let view = RectangleView::unchecked(&poses, &halves).unwrap();
                    let found = PlaneAnswers::of(&engine, view, &plane.pairs, &limit);
                    for pair in (0..plane.pairs.len()).filter(|&pair| pair != place) {
                        assert_eq!(found.bits(pair), healthy.bits(pair));
                    }
                    check_poisoned(&found, place, poison);
                }
            }
        }
    }
}

fn check_poisoned(found: &PlaneAnswers, place: usize, poison: f32) {
    let (row, manifold) = (&found.rows[place], &found.manifolds[place]);
    assert!(row.depth.is_nan() && manifold.depth.is_nan(), "{row:?} {manifold:?}");
    assert_eq!((row.axis, manifold.axis), (RectangleAxis::NON_FINITE, RectangleAxis::NON_FINITE));
    assert_eq!((manifold.kind(), manifold.len), (ContactKind::NonFinite, 0));
    let zeros = [row.normal, manifold.normal, manifold.points[0].position];
    assert!(zeros.iter().flatten().all(|part| part.to_bits() == 0), "{row:?} {manifold:?}");
    assert!(!poison.is_nan() || !found.overlaps[place], "a NaN overlaps nothing");
}

#[test]
fn a_checked_view_gives_the_bits_of_the_store() {
    let plane = Plane::of_neighbors(&mixed_rectangles(50, 1.0, 12));
    let (poses, mut halves) = (plane.store.poses().to_vec(), plane.store.half_extents().to_vec());
    for half in &mut halves {
        half[2] = f32::NAN;
        half[3] = f32::NAN;
    }
    let view = RectangleView::new(&poses, &halves).unwrap();
    let engine = Engine::new();
    let found = PlaneAnswers::of(&engine, view, &plane.pairs, &Limit::None).all_bits();
    assert_eq!(found, PlaneAnswers::ask(&plane, &engine, &Limit::None).all_bits());
    let mut bad = poses.clone();
    bad[7] = [0.0, 0.0, 0.9, 0.0];
    assert_eq!(RectangleView::new(&bad, &halves).unwrap_err().index, 7);
    assert_eq!(RectangleView::new(&poses[1..], &halves).unwrap_err().index, 99);
}

#[test]
fn rejections_name_the_pair_and_write_nothing() {
    let plane = Plane::of_neighbors(&mixed_rectangles(5000, 1.0, 11));
    let mut pairs = plane.pairs.clone();
    pairs[4500][1] = 10_000;
    let rejected = |pairs: &[[u32; 2]], margin: Margin<'_>, places: usize| {
        let engine = Engine::new();
        let mut overlaps = vec![true; places];
        let mut stale = RectanglePenetration::default();
        stale.depth = 7.0;
        let mut rows = vec![stale; places];
        let mut dirty = RectangleManifold::default();
        dirty.len = 2;
        let mut manifolds = vec![dirty; places];
        let query = Query::new(&plane.store, pairs).margin(margin);
        let errors = [
            engine.overlaps(query, &mut overlaps),
            engine.penetrations(query, &mut rows),
            engine.manifolds(query, &mut manifolds[..]),
        ]
        .map(Result::unwrap_err);
        assert!(overlaps.iter().all(|&place| place) && rows.iter().all(|row| *row == stale));
        assert!(manifolds.iter().all(|manifold| manifold.len == 2));
        assert!(errors[0] == errors[1] && errors[1] == errors[2]);
        errors[0]
    };
    let (index, list, len) = (10_000, "rectangles", 10_000);
    let error = rejected(&pairs, Margin::None, 5000);
    assert_eq!(error, QueryError::IndexOutOfRange { pair: 4500, side: 1, index, list, len });
    let error = rejected(&plane.pairs, Margin::None, 4999);
    assert_eq!(error, QueryError::OutputLength { expected: 5000, found: 4999 });
    for margin in [Margin::Uniform(-1.0), Margin::Uniform(f32::INFINITY), Margin::PerPair(&[0.0])] {
        rejected(&plane.pairs, margin, 5000);
    }
}
