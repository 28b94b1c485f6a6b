//! All pairs of two lists, and suppression: lengths, orders, threads, and boxes that no store takes.
//!
//! `octosat-check` checks them against pairs one by one on worlds of all kinds.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(clippy::float_cmp, reason = "what is exact is compared exactly")]
#![forbid(unsafe_code)]

use octosat::{
    BoxStore, BoxView, Engine, Error, ErrorKind, Intersection, IouPair, OrientedBox, Query,
    Rectangle, RectangleIntersection, RectangleStore, Sphere, Suppression,
};
use octosat_check::{Workers, available_backends, engines};
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Boxes of which some meet, upright ones and others.
fn boxes(count: usize, side: f64, seed: u64) -> BoxStore {
    let (mut store, random) = (BoxStore::new(), &mut Random::new(seed));
    for number in 0..count {
        let half = narrow([0.1, 0.2, 0.3].map(|least| random.range(least, 1.0)));
        let [x, y, z] = narrow(random.vector(-side, side));
        let rotation = if number % 2 == 0 { UPRIGHT } else { narrow(random.rotation()) };
        store.insert(OrientedBox::new([x, y, 0.1 * z], rotation, half)).unwrap();
    }
    store
}

/// Rectangles of which some meet.
fn rectangles(count: usize, side: f64, seed: u64) -> RectangleStore {
    let (mut store, random) = (RectangleStore::new(), &mut Random::new(seed));
    for _ in 0..count {
        let [x, y, angle] = narrow(random.vector(-side, side));
        let half = narrow([random.range(0.1, 1.0), random.range(0.1, 1.0)]);
        store.insert(Rectangle::at_angle([x, y], angle, half)).unwrap();
    }
    store
}

/// All pairs of lists of these lengths.
fn all(a: usize, b: usize) -> Vec<[u32; 2]> {
    let [a, b] = [a, b].map(|len| u32::try_from(len).unwrap());
    (0..a).flat_map(|i| (0..b).map(move |j| [i, j])).collect()
}

fn ious_of_pairs(engine: &Engine, [a, b]: [BoxView<'_>; 2]) -> Vec<f32> {
    let pairs = all(a.len(), b.len());
    let mut rows = vec![Intersection::default(); pairs.len()];
    engine.intersections(Query::new([a, b], &pairs), &mut rows).unwrap();
    rows.into_iter().map(|row| row.iou).collect()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

fn matrix(engine: &Engine, [a, b]: [BoxView<'_>; 2]) -> Vec<f32> {
    let mut ious = vec![7.0; a.len() * b.len()];
    engine.iou_matrix([a, b], &mut ious).unwrap();
    ious
}

fn above(engine: &Engine, [a, b]: [BoxView<'_>; 2], least: f32) -> Vec<IouPair> {
    let mut pairs = vec![IouPair { a: 7, b: 7, iou: 7.0 }];
    engine.iou_above([a, b], least, &mut pairs).unwrap();
    pairs
}

fn kept(engine: &Engine, boxes: BoxView<'_>, scores: &[f32], most: f32) -> Vec<u32> {
    let mut kept = vec![7];
    engine.suppress(Suppression::new(boxes, scores, most), &mut kept).unwrap();
    kept
}

#[test]
fn lists_of_all_lengths_have_the_bits_of_their_pairs() {
    let lists = [boxes(18, 1.5, 1), boxes(18, 1.5, 2)];
    for engine in engines() {
        for (i, j) in all(18, 18).into_iter().map(|[i, j]| (i as usize, j as usize)) {
            let parts = [(&lists[0], i), (&lists[1], j)].map(|(list, len)| {
                let (centers, rotations) = (&list.centers()[..len], &list.rotations()[..len]);
                BoxView::unchecked(centers, rotations, &list.half_extents()[..len]).unwrap()
            });
            let expected = ious_of_pairs(&engine, parts);
            assert_eq!(bits(&matrix(&engine, parts)), bits(&expected), "{i} and {j}");
            let rows = all(i, j).into_iter().zip(&expected).filter(|(_, iou)| **iou >= 0.1);
            let expected: Vec<_> = rows.map(|([a, b], &iou)| IouPair { a, b, iou }).collect();
            assert_eq!(above(&engine, parts, 0.1), expected, "{i} and {j}");
        }
    }
}

/// Lists that are long enough for several tasks.
#[test]
fn threads_and_backends_have_the_same_bits_in_the_same_order() {
    let lists = [boxes(1_500, 30.0, 3), boxes(1_300, 30.0, 4)];
    let views = lists.each_ref().map(BoxStore::view);
    let flat = [rectangles(1_500, 30.0, 5), rectangles(1_300, 30.0, 6)];
    let find = |engine: &Engine| {
        let mut ious = vec![7.0; 1_500 * 1_300];
        engine.iou_matrix([&flat[0], &flat[1]], &mut ious).unwrap();
        let (mut of_flat, mut overlapping, mut of_one) = (Vec::new(), Vec::new(), Vec::new());
        engine.iou_above([&flat[0], &flat[1]], 0.0, &mut of_flat).unwrap();
        engine.overlapping_pairs(views, &mut overlapping).unwrap();
        engine.overlapping_pairs(&lists[0], &mut of_one).unwrap();
        let boxes = (bits(&matrix(engine, views)), above(engine, views, 0.0));
        (bits(&ious), of_flat, overlapping, of_one, boxes)
    };
    let mut found = Vec::new();
    for workers in Workers::all(&[1, 2, 3]).unwrap() {
        for backend in available_backends() {
            let engine = workers.engine(backend).unwrap();
            found.push(workers.run(|| find(&engine)));
        }
    }
    let (ious, of_flat, overlapping, of_one, _) = &found[0];
    assert!(found.iter().all(|other| *other == found[0]));
    assert!(of_flat.len() > 1_000 && overlapping.len() > 100 && of_one.len() > 100);
    assert!(of_flat.is_sorted_by_key(|pair| [pair.a, pair.b]));
    assert_eq!(ious.iter().filter(|&&iou| iou > 0).count(), of_flat.len());
    assert!(of_one.iter().all(|[a, b]| a < b) && of_one.is_sorted());
}

#[test]
fn other_orders_of_the_lists_have_the_same_pairs() {
    let (list, random) = (boxes(60, 3.0, 7), &mut Random::new(8));
    let engine = Engine::new();
    let mut order: Vec<usize> = (0..60).collect();
    random.shuffle(&mut order);
    let mut shuffled = BoxStore::new();
    for &from in &order {
        let [center, rotation, half] =
            [list.centers(), list.rotations(), list.half_extents()].map(|rows| rows[from]);
        let three = |[x, y, z, _]: [f32; 4]| [x, y, z];
        shuffled.insert(OrientedBox::new(three(center), rotation, three(half))).unwrap();
    }
    let ious = matrix(&engine, [list.view(); 2]);
    let others = matrix(&engine, [shuffled.view(), list.view()]);
    for [i, j] in all(60, 60).into_iter().map(|pair| pair.map(|index| index as usize)) {
        assert_eq!(others[i * 60 + j].to_bits(), ious[order[i] * 60 + j].to_bits());
        assert_eq!(ious[i * 60 + j].to_bits(), ious[j * 60 + i].to_bits());
    }
    // Scores that all differ: what is kept does not depend on the order of the list.
    let scores: Vec<f32> = narrow_all(&(0..60).map(|_| random.unit()).collect::<Vec<_>>());
    let of_order: Vec<f32> = order.iter().map(|&from| scores[from]).collect();
    let other = kept(&engine, shuffled.view(), &of_order, 0.1);
    let other: Vec<_> = other.into_iter().map(|place| order[place as usize]).collect();
    let first = kept(&engine, list.view(), &scores, 0.1);
    assert!(first.len() < 60);
    assert_eq!(first.into_iter().map(|index| index as usize).collect::<Vec<_>>(), other);
}

fn narrow_all(values: &[f64]) -> Vec<f32> {
    values.iter().map(|&value| narrow([value])[0]).collect()
}

/// The next one counts, and not the ones that were suppressed before it.
#[test]
fn suppressed_boxes_suppress_nothing() {
    let mut row = BoxStore::new();
    for x in [0.0, 1.0, 2.0, 3.0] {
        row.insert(OrientedBox::new([x, 0.0, 0.0], UPRIGHT, [1.0; 3])).unwrap();
    }
    for engine in engines() {
        assert_eq!(kept(&engine, row.view(), &[4.0, 3.0, 2.0, 1.0], 0.3), [0, 2]);
        assert_eq!(kept(&engine, row.view(), &[1.0, 4.0, 2.0, 3.0], 0.3), [1, 3]);
        // Neighbors have an IoU of a third, and no more.
        let third = 1.0 / 3.0;
        assert_eq!(kept(&engine, row.view(), &[1.0, 4.0, 2.0, 3.0], third), [1, 3, 2, 0]);
        assert_eq!(kept(&engine, row.view(), &[1.0; 4], 0.0), [0, 2]);
    }
}

#[test]
fn of_equal_boxes_the_best_one_of_each_class_is_kept() {
    let mut equal = BoxStore::new();
    for _ in 0..600 {
        equal.insert(OrientedBox::new([5.0, 6.0, 7.0], UPRIGHT, [1.0, 2.0, 3.0])).unwrap();
    }
    let scores: Vec<f32> = (0_u8..200).cycle().take(600).map(f32::from).collect();
    let classes: Vec<u32> = (0..600).map(|index| index / 250).collect();
    for engine in engines() {
        assert_eq!(kept(&engine, equal.view(), &scores, 0.5), [199]);
        assert_eq!(kept(&engine, equal.view(), &scores, 1.0).len(), 600);
        assert_eq!(kept(&engine, equal.view(), &scores, 1.0)[..3], [199, 399, 599]);
        let mut kept = Vec::new();
        let question = Suppression::new(&equal, &scores, 0.5).classes(&classes);
        engine.suppress(question, &mut kept).unwrap();
        assert_eq!(kept, [199, 399, 599]);
        let mut pairs = Vec::new();
        engine.iou_above(&equal, 1.0, &mut pairs).unwrap();
        assert_eq!((pairs.len(), pairs[599].a, pairs[599].b), (600 * 599 / 2, 1, 2));
    }
}

/// A box with NaN has no IoU, so it is in no list, is kept, and suppresses nothing; the others are not affected.
#[test]
fn boxes_that_are_not_finite_are_kept() {
    let store = boxes(40, 0.5, 9);
    let scores: Vec<f32> = (0_u8..40).map(f32::from).collect();
    for (column, bad) in [0, 1, 2].into_iter().flat_map(|column| {
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(move |bad| (column, bad))
    }) {
        let mut columns =
            [store.centers(), store.rotations(), store.half_extents()].map(<[[f32; 4]]>::to_vec);
        columns[column][20][1] = bad;
        let view = BoxView::unchecked(&columns[0], &columns[1], &columns[2]).unwrap();
        let others: Vec<usize> = (0..40).filter(|&index| index != 20).collect();
        for engine in engines() {
            let ious = matrix(&engine, [view; 2]);
            assert_eq!(bits(&ious), bits(&ious_of_pairs(&engine, [view; 2])));
            assert!(others.iter().all(|&index| ious[20 * 40 + index].is_nan()), "{column} {bad}");
            let pairs = above(&engine, [view; 2], 0.0);
            assert!(pairs.iter().all(|pair| pair.a != 20 && pair.b != 20 && pair.iou > 0.0));
            let found = kept(&engine, view, &scores, 0.05);
            assert!(found.contains(&20));
            let mut rest = BoxStore::new();
            let of_rest: Vec<f32> = others.iter().map(|&index| scores[index]).collect();
            for &index in &others {
                let three = |rows: &[[f32; 4]]| [0, 1, 2].map(|k| rows[index][k]);
                let given = OrientedBox::new(
                    three(store.centers()),
                    store.rotations()[index],
                    three(store.half_extents()),
                );
                rest.insert(given).unwrap();
            }
            let expected = kept(&engine, rest.view(), &of_rest, 0.05);
            let expected: Vec<_> = expected.iter().map(|&place| others[place as usize]).collect();
            let found: Vec<_> = found.into_iter().map(|index| index as usize).collect();
            assert_eq!(
                found.into_iter().filter(|&index| index != 20).collect::<Vec<_>>(),
                expected
            );
        }
    }
}

/// A rotation that is twice as long makes a box that reaches farther than its half extents say.
#[test]
fn boxes_that_a_checked_view_rejects_have_the_bits_of_pairs() {
    let store = boxes(30, 3.0, 10);
    let rotations: Vec<_> =
        store.rotations().iter().map(|row| row.map(|part| 3.0 * part)).collect();
    let half: Vec<_> = store.half_extents().iter().map(|&[x, y, z, _]| [-x, y, z]).collect();
    let long = BoxView::unchecked(store.centers(), &rotations, store.half_extents()).unwrap();
    let negative = BoxView::unchecked(store.centers(), store.rotations(), &half).unwrap();
    for engine in engines() {
        for views in [[long, store.view()], [store.view(), long], [negative, long]] {
            let expected = bits(&ious_of_pairs(&engine, views));
            assert_eq!(bits(&matrix(&engine, views)), expected);
        }
    }
}

#[test]
fn points_are_in_the_boxes_that_overlap_them() {
    let (list, random) = (boxes(50, 2.0, 11), &mut Random::new(12));
    let points: Vec<_> =
        (0..700).map(|_| Sphere::new(narrow(random.vector(-2.0, 2.0)), 0.0).unwrap()).collect();
    let pairs = all(50, 700);
    for engine in engines() {
        let mut hits = vec![false; pairs.len()];
        engine.overlaps(Query::new((&list, &points), &pairs), &mut hits).unwrap();
        let expected = pairs.iter().zip(hits).filter(|(_, hit)| *hit).map(|(pair, _)| *pair);
        let mut found = vec![[7; 2]];
        engine.overlapping_pairs((&list, &points), &mut found).unwrap();
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert!(found.len() > 100);
    }
}

/// Circles that almost touch, and rectangles whose corners meet there: at all sizes and places that a store takes.
#[test]
fn pairs_next_to_the_border_of_their_circles_are_not_lost() {
    let engine = Engine::new();
    for size in [1e-17, 1e-9, 1.0, 1e6, 3e11] {
        for part in [0.0, 1e-7, 1e-4, 1e-2] {
            let mut lists = [RectangleStore::new(), RectangleStore::new()];
            let diagonal = std::f32::consts::SQRT_2 * size;
            let place = 2.0 * diagonal * (1.0 - part);
            for (list, x) in lists.iter_mut().zip([0.0, place]) {
                let turn = std::f32::consts::FRAC_PI_4;
                list.insert(Rectangle::at_angle([x, 0.0], turn, [size; 2])).unwrap();
            }
            let query = Query::new([&lists[0], &lists[1]], &[[0, 0]]);
            let (mut rows, mut hits) = ([RectangleIntersection::default()], [false]);
            engine.intersections(query, &mut rows).unwrap();
            engine.overlaps(query, &mut hits).unwrap();
            let (mut ious, mut pairs) = ([7.0], Vec::new());
            engine.iou_matrix([&lists[0], &lists[1]], &mut ious).unwrap();
            engine.overlapping_pairs([&lists[0], &lists[1]], &mut pairs).unwrap();
            assert_eq!(ious[0].to_bits(), rows[0].iou.to_bits(), "{size} {part}");
            assert_eq!(pairs.len() == 1, hits[0], "{size} {part}");
        }
    }
}

/// A call that must fail and leave its output as it is.
fn rejected<T: Clone + PartialEq + std::fmt::Debug>(
    before: &[T],
    call: impl FnOnce(&mut Vec<T>) -> Result<(), Error>,
) -> Error {
    let mut out = before.to_vec();
    let error = call(&mut out).unwrap_err();
    assert_eq!(out, before);
    error
}

#[test]
fn what_is_rejected_writes_nothing() {
    let (list, engine) = (boxes(3, 1.0, 13), Engine::new());
    let error = rejected(&[7.0; 8], |out| engine.iou_matrix([&list, &list], out));
    assert_eq!(error.to_string(), "the length of the output is 8, but must be 9");
    for least in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
        let error = rejected(&[IouPair::default()], |out| engine.iou_above(&list, least, out));
        assert_eq!((error.kind(), error.field()), (ErrorKind::Setting, Some("least")));
        let question = Suppression::new(&list, &[0.0; 3], least);
        let error = rejected(&[7], |out| engine.suppress(question, out));
        assert_eq!((error.kind(), error.field()), (ErrorKind::Setting, Some("most")));
    }
    let question = Suppression::new(&list, &[0.0; 2], 0.5);
    let error = rejected(&[7], |out| engine.suppress(question, out));
    assert_eq!((error.kind(), error.field()), (ErrorKind::Length, Some("scores")));
    let question = Suppression::new(&list, &[0.0; 3], 0.5).classes(&[1; 4]);
    let error = rejected(&[7], |out| engine.suppress(question, out));
    assert_eq!((error.kind(), error.field()), (ErrorKind::Length, Some("classes")));
    let question = Suppression::new(&list, &[0.0, f32::NEG_INFINITY, f32::NAN], 0.5);
    let error = rejected(&[7], |out| engine.suppress(question, out));
    assert_eq!(error.to_string(), "box 2: score is NaN, which has no order");
    assert_eq!((error.kind(), error.index()), (ErrorKind::Setting, Some(2)));
}
