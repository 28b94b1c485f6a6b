//! Rectangles in the plane: the same bits everywhere, and true.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxStore, ContactKind, Engine, Margin, OrientedBox, Penetration, Query, QueryError, Rectangle,
    RectangleAxis, RectangleManifold, RectanglePenetration, RectangleView, Rounding,
};
use octosat_reference::float64::{
    RectangleAnswer, RectangleContactAnswer, RectangleKind, RectanglePointAnswer,
};
use octosat_reference::slides::{PlaneBox, collide, collide_by_intervals, collision_points};
use octosat_scenes::generate::Random;
use octosat_tests::{
    Limit, Plane, PlaneAnswers, engines, fastest_engines, kind_number, mixed_rectangles, narrow,
    normalized, standard_planes, with_threads,
};

const UPRIGHT: [f32; 2] = [1.0, 0.0];

fn limits() -> [Limit; 3] {
    [Limit::None, Limit::Uniform(0.0), Limit::Uniform(0.05)]
}

#[test]
fn every_backend_gives_the_bits_of_one_lane() {
    for plane in standard_planes(1500) {
        for limit in limits() {
            let mut expected: [Option<Vec<Vec<u32>>>; 2] = [None, None];
            for engine in engines() {
                let place = usize::from(engine.rounding() == Rounding::Fused);
                let found = PlaneAnswers::ask(&plane, &engine, &limit).all_bits();
                let expected = expected[place].get_or_insert_with(|| found.clone());
                assert_eq!(&found, expected, "{} {}", plane.name, engine.backend());
            }
        }
    }
}

/// Exact and fused: numbers that must hold on every platform and backend. One that changes
/// everywhere means that a rule or the order of operations has: say so in the change log.
const GOLDEN: [u64; 2] = [0xf497_1d76_8366_1816, 0x829a_9e6f_a01f_6e1a];

#[test]
fn result_bits_are_the_golden_ones_on_every_backend() {
    for engine in engines() {
        let found = standard_planes(700).iter().fold(0xcbf2_9ce4_8422_2325, |state, plane| {
            PlaneAnswers::ask(plane, &engine, &Limit::Uniform(0.05)).hash(state)
        });
        let fused = usize::from(engine.rounding() == Rounding::Fused);
        assert_eq!(
            found,
            GOLDEN[fused],
            "{} {}: {found:#018x}",
            engine.backend(),
            engine.rounding()
        );
    }
}

#[test]
fn every_length_order_and_number_of_threads_gives_the_rows_of_single_pairs() {
    let full = Plane::of_neighbours("mixed", &mixed_rectangles(9000, 1.0, 7));
    let mut random = Random::new(7);
    let margins: Vec<f32> = (0..9000_u16).map(|pair| f32::from(pair % 5) * 0.03).collect();
    let per_pair =
        |places: &[usize]| Limit::PerPair(places.iter().map(|&place| margins[place]).collect());
    let everything: Vec<usize> = (0..9000).collect();
    for engine in engines() {
        let whole = PlaneAnswers::ask(&full, &engine, &per_pair(&everything)).all_bits();
        for length in (0..=17).chain([31, 33, 63, 64, 65, 129, 4095, 4096, 4097]) {
            let places = &everything[..length];
            let part = full.with_pairs(full.pairs[..length].to_vec());
            let found = PlaneAnswers::ask(&part, &engine, &per_pair(places)).all_bits();
            assert_eq!(found, whole[..length], "{length}");
        }
        for place in (0..9000).step_by(411) {
            let single = full.with_pairs(vec![full.pairs[place]]);
            let found = PlaneAnswers::ask(&single, &engine, &Limit::Uniform(margins[place]));
            assert_eq!(found.bits(0), whole[place]);
        }
        let mut places: Vec<usize> = (0..9000).chain([5, 5, 17]).collect();
        random.shuffle(&mut places);
        let shuffled = full.with_pairs(places.iter().map(|&place| full.pairs[place]).collect());
        let found = PlaneAnswers::ask(&shuffled, &engine, &per_pair(&places)).all_bits();
        assert!(places.iter().zip(&found).all(|(&place, found)| *found == whole[place]));
        let alone = with_threads(&engine, 1);
        assert_eq!(PlaneAnswers::ask(&full, &alone, &per_pair(&everything)).all_bits(), whole);
        for threads in [1, 2, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool
                .install(|| PlaneAnswers::ask(&full, &engine, &per_pair(&everything)).all_bits());
            assert_eq!(found, whole, "{threads} threads");
        }
    }
}

/// The reference's corners and clipped outlines against every answer, in both roundings.
#[test]
fn answers_are_true() {
    for plane in standard_planes(6000) {
        for engine in fastest_engines() {
            for limit in limits() {
                let answers = PlaneAnswers::ask(&plane, &engine, &limit);
                let margin = limit.of(0).unwrap_or(0.0);
                for (place, &pair) in plane.pairs.iter().enumerate() {
                    check_pair(&plane, pair, &answers, place, margin);
                }
            }
        }
    }
}

fn check_pair(plane: &Plane, pair: [u32; 2], answers: &PlaneAnswers, place: usize, margin: f32) {
    let reference = plane.reference(pair);
    let (row, manifold) = (&answers.rows[place], &answers.manifolds[place]);
    let what = || {
        let [a, b] = plane.given(pair);
        format!("{} {margin} {row:?} {manifold:?} {a:?} {b:?} {reference:?}", plane.name)
    };
    assert!(reference.allows_overlap(answers.overlaps[place], margin), "{}", what());
    let answer =
        |normal, depth, axis: RectangleAxis| RectangleAnswer { normal, depth, axis: axis.code() };
    let faults = reference.faults(&answer(row.normal, row.depth, row.axis), margin);
    assert!(faults.is_empty(), "{faults:?} {}", what());
    let points: Vec<RectanglePointAnswer> = manifold
        .points()
        .iter()
        .map(|point| RectanglePointAnswer {
            position: point.position,
            depth: point.depth,
            feature: point.feature.0,
        })
        .collect();
    let answer = RectangleContactAnswer {
        row: answer(manifold.normal, manifold.depth, manifold.axis),
        kind: match manifold.kind() {
            ContactKind::Separated => RectangleKind::Separated,
            ContactKind::Face => RectangleKind::Face,
            ContactKind::Closest => RectangleKind::Closest,
            ContactKind::Fallback => RectangleKind::Fallback,
            other => panic!("{other:?} {}", what()),
        },
        points: &points,
    };
    let faults = reference.contact_faults(&answer, margin);
    assert!(faults.is_empty(), "{faults:?} {}", what());
    let kind = manifold.kind();
    if matches!(kind, ContactKind::Face | ContactKind::Separated) {
        assert_eq!(manifold.depth.to_bits(), row.depth.to_bits());
    }
    if kind == ContactKind::Face {
        assert_eq!(manifold.normal.map(f32::to_bits), row.normal.map(f32::to_bits));
    }
}

/// Each kind of contact occurs, so that the checks above say something about it.
#[test]
fn every_kind_of_contact_occurs() {
    let mut counts = [0_usize; 4];
    let mut lengths = [0_usize; 3];
    for plane in standard_planes(3000) {
        let answers = PlaneAnswers::ask(&plane, &Engine::new(), &Limit::Uniform(0.05));
        for manifold in &answers.manifolds {
            counts[usize::from(kind_number(manifold.kind()))] += 1;
            lengths[usize::from(manifold.len)] += 1;
        }
    }
    assert!(counts[..3].iter().all(|&count| count > 300), "{counts:?}");
    assert!(lengths.iter().all(|&count| count > 300), "{lengths:?}");
}

fn one_pair(a: Rectangle, b: Rectangle, margin: Margin<'_>) -> RectangleManifold {
    let plane = Plane::of_neighbours("one", &[a, b]);
    let mut manifolds = [RectangleManifold::default()];
    let query = Query::new(&plane.store, &plane.pairs).margin(margin);
    Engine::new().manifolds(query, &mut manifolds[..]).unwrap();
    manifolds[0]
}

/// By hand: a crate on a shelf, either way round, has its two lower corners as contacts.
#[test]
fn a_crate_on_a_shelf_has_two_named_contacts() {
    let shelf = Rectangle::new([0.0, 0.0], UPRIGHT, [4.0, 0.5]);
    let crate_ = Rectangle::new([1.0, 1.25], UPRIGHT, [1.0, 1.0]);
    let found = one_pair(shelf, crate_, Margin::None);
    assert_eq!((found.normal, found.depth, found.axis.code()), ([0.0, 1.0], 0.25, 1));
    let mut points: Vec<_> =
        found.points().iter().map(|point| (point.position, point.depth, point.feature.0)).collect();
    points.sort_by(|p, q| p.0[0].total_cmp(&q.0[0]));
    // The crate's lower corners: 0 left, 1 right.
    assert_eq!(points, [([0.0, 0.375], 0.25, 0), ([2.0, 0.375], 0.25, 1)]);
    let found = one_pair(crate_, shelf, Margin::None);
    assert_eq!((found.normal, found.depth, found.axis.code()), ([0.0, -1.0], 0.25, 1));
    let mut features: Vec<u32> = found.points().iter().map(|point| point.feature.0).collect();
    features.sort_unstable();
    assert_eq!(features, [4, 5], "the same corners, now of a");
}

/// By hand: corners at (1, 1) and (4, 5) are 5 apart, along (0.6, 0.8).
#[test]
fn corners_that_look_past_each_other_are_closest() {
    let a = Rectangle::new([0.0; 2], UPRIGHT, [1.0, 1.0]);
    let b = Rectangle::new([6.0, 8.0], UPRIGHT, [2.0, 3.0]);
    assert_eq!(one_pair(a, b, Margin::Uniform(4.99)).kind(), ContactKind::Separated);
    let found = one_pair(a, b, Margin::Uniform(5.01));
    assert_eq!((found.kind(), found.len), (ContactKind::Closest, 1));
    assert!((found.depth + 5.0).abs() < 1e-6, "{found:?}");
    assert!((found.normal[0] - 0.6).abs() < 1e-6 && (found.normal[1] - 0.8).abs() < 1e-6);
    // Corner 3 of a and corner 0 of b, half-way at (2.5, 3).
    assert_eq!(found.points[0].feature.0, 8 + 4 * 3);
    assert_eq!(found.points[0].position.map(f32::to_bits), [2.5, 3.0].map(f32::to_bits));
    let swapped = one_pair(b, a, Margin::Uniform(5.01));
    assert!((swapped.normal[0] + 0.6).abs() < 1e-6 && (swapped.normal[1] + 0.8).abs() < 1e-6);
    assert_eq!(swapped.points[0].feature.0, 8 + 3);
}

#[test]
fn touching_exactly_overlaps_and_one_ulp_more_does_not() {
    for (distance, touches) in
        [(2.5_f32.next_down(), true), (2.5, true), (2.5_f32.next_up(), false)]
    {
        for axis in 0..2 {
            let mut center = [0.0; 2];
            center[axis] = distance;
            let plane = Plane::of_neighbours(
                "touching",
                &[
                    Rectangle::new([0.0; 2], UPRIGHT, [1.5; 2]),
                    Rectangle::new(center, UPRIGHT, [1.0; 2]),
                ],
            );
            for engine in engines() {
                for limit in [Limit::None, Limit::Uniform(0.0)] {
                    let answers = PlaneAnswers::ask(&plane, &engine, &limit);
                    assert_eq!(answers.overlaps, [touches]);
                    assert_eq!(answers.rows[0].overlaps(), touches);
                    assert_eq!(answers.manifolds[0].len, if touches { 2 } else { 0 });
                }
            }
        }
    }
}

#[test]
fn points_and_coincident_rectangles_have_an_answer() {
    let point = Rectangle::new([1.0, 2.0], [0.6, 0.8], [0.0; 2]);
    let found = one_pair(point, point, Margin::None);
    assert_eq!((found.len, found.depth.to_bits()), (1, 0), "{found:?}");
    let square = Rectangle::new([1.0, 2.0], UPRIGHT, [0.75; 2]);
    let found = one_pair(square, square, Margin::None);
    assert_eq!((found.normal, found.depth, found.axis.code()), ([1.0, 0.0], 1.5, 0));
    assert_eq!(found.len, 2);
}

/// A rectangle is a box that is thick in the third dimension.
#[test]
fn thick_boxes_say_the_same() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(3000, 1.0, 8));
    let mut boxes = BoxStore::new();
    for rectangle in plane.store.iter() {
        let [c, s] = rectangle.pose.rotation.map(f64::from);
        // Cosine and sine of half the angle, by the formula that does not cancel.
        let half = normalized(if c < 0.0 { [s, 1.0 - c] } else { [1.0 + c, s] });
        let rotation = narrow([0.0, 0.0, half[1], half[0]]);
        let [[cx, cy], [hx, hy]] = [rectangle.pose.center, rectangle.half_extents];
        boxes.insert(OrientedBox::new([cx, cy, 0.0], rotation, [hx, hy, 50.0])).unwrap();
    }
    let mut rows = vec![Penetration::default(); plane.pairs.len()];
    let query = Query::new(&boxes, &plane.pairs).margin(9.0);
    Engine::new().penetrations(query, &mut rows).unwrap();
    let answers = PlaneAnswers::ask(&plane, &Engine::new(), &Limit::Uniform(9.0));
    for (solid, flat) in rows.iter().zip(&answers.rows) {
        assert!((solid.depth - flat.depth).abs() < 1e-4, "{solid:?} {flat:?}");
        let cosine = solid.normal[0] * flat.normal[0] + solid.normal[1] * flat.normal[1];
        let same = solid.axis.code() % 3 + 2 * (solid.axis.code() / 3) == flat.axis.code();
        assert!(!same || cosine > 0.9999, "{solid:?} {flat:?}");
    }
}

/// The routine of the slides agrees, and so do its collision points.
#[test]
fn the_slides_say_the_same() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(4000, 1.0, 9));
    let answers = PlaneAnswers::ask(&plane, &Engine::new(), &Limit::None);
    let mut collisions = 0;
    for (place, &pair) in plane.pairs.iter().enumerate() {
        let [a, b] = plane.given(pair).each_ref().map(PlaneBox::from);
        let reference = plane.reference(pair);
        let row = &answers.rows[place];
        if reference.separation.abs() < 2.0 * reference.band {
            continue;
        }
        let [sizes, intervals] = [collide(&a, &b), collide_by_intervals(&a, &b)];
        assert_eq!(sizes.is_some(), row.overlaps());
        assert_eq!(intervals.is_some(), row.overlaps());
        let (Some(sizes), Some(intervals)) = (sizes, intervals) else { continue };
        assert!(
            (sizes.depth - row.depth).abs() < 1e-5 && (intervals.depth - row.depth).abs() < 1e-5
        );
        assert!((reference.shared_area > 0.0) && reference.distance < 1e-12);
        let points = collision_points(&a, &b, &sizes);
        let same_axis = sizes.axis == row.axis.code();
        let deepest = answers.manifolds[place]
            .points()
            .iter()
            .max_by(|p, q| p.depth.total_cmp(&q.depth))
            .unwrap();
        let middle: [f32; 2] =
            std::array::from_fn(|k| 0.5 * (points.vertex[k] + points.on_face[k]));
        let away = (middle[0] - deepest.position[0]).hypot(middle[1] - deepest.position[1]);
        let parallel = answers.manifolds[place].len == 2;
        assert!(!same_axis || parallel || away < 1e-4, "{points:?} {deepest:?}");
        collisions += 1;
    }
    assert!(collisions > 1000);
}

/// The values that poison a rectangle, in every component and at every lane.
#[test]
fn a_poisoned_pair_is_reported_and_its_neighbours_keep_their_bits() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(41, 1.0, 10));
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
fn refusals_name_the_pair_and_write_nothing() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(5000, 1.0, 11));
    let mut pairs = plane.pairs.clone();
    pairs[4500][1] = 10_000;
    let refused = |pairs: &[[u32; 2]], margin: Margin<'_>, places: usize| {
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
    let error = refused(&pairs, Margin::None, 5000);
    assert_eq!(error, QueryError::IndexOutOfRange { pair: 4500, side: 1, index, list, len });
    let error = refused(&plane.pairs, Margin::None, 4999);
    assert_eq!(error, QueryError::OutputLength { expected: 5000, found: 4999 });
    for margin in [Margin::Uniform(-1.0), Margin::Uniform(f32::INFINITY), Margin::PerPair(&[0.0])] {
        refused(&plane.pairs, margin, 5000);
    }
}

#[test]
fn a_checked_view_gives_the_bits_of_the_store() {
    let plane = Plane::of_neighbours("mixed", &mixed_rectangles(50, 1.0, 12));
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

/// On a floor, turned by a quarter whose sine and cosine are rounded, an edge has both its ends.
#[test]
fn an_edge_at_rest_has_two_points_however_it_is_turned() {
    let mut random = Random::new(33);
    let floor = Rectangle::new([0.0, -0.5], UPRIGHT, [5.0, 0.5]);
    let mut resting = 0;
    for round in 0..2000 {
        let half: [f32; 2] = narrow([0; 2].map(|_| random.range(0.05, 1.0)));
        let quarter = std::f32::consts::FRAC_PI_2;
        let turns = [0.0, quarter, 2.0 * quarter, -quarter];
        let number = round % turns.len();
        let height = if number.is_multiple_of(2) { half[1] } else { half[0] };
        let place = narrow([random.range(-3.0, 3.0)])[0];
        let block = Rectangle::at_angle([place, height], turns[number], half);
        for [first, second] in [[floor, block], [block, floor]] {
            let none = one_pair(first, second, Margin::None);
            let near = one_pair(first, second, Margin::Uniform(1e-4));
            assert_eq!(near.len, 2, "{block:?} {near:?}");
            assert!(near.points().iter().all(|point| point.depth >= -1e-4), "{near:?}");
            if none.len > 0 {
                resting += 1;
                assert_eq!(none.len, 2, "{block:?} {none:?}");
                assert!(none.points().iter().all(|point| point.depth >= 0.0), "{none:?}");
            }
        }
    }
    assert!(resting > 1500, "{resting}");
}
