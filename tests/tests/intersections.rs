//! How much boxes and rectangles share: kinds of pairs that are often answered wrongly, values on paper, and what is rejected.
//!
//! `octosat-check` checks all backends against each other and against float64.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![expect(clippy::float_cmp, reason = "what is exact is compared exactly")]
#![forbid(unsafe_code)]

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, PI};

use octosat::{
    BoxStore, BoxView, Engine, Intersection, OrientedBox, Query, Rectangle, RectangleIntersection,
    RectangleStore, RectangleView,
};
use octosat_check::engines;
use octosat_reference::float64::ReferenceIntersection;
use octosat_scenes::generate::Random;
use octosat_tests::narrow;

/// No rotation.
const UPRIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// What all engines find in pairs of boxes, in both orders, with the same bits.
fn of_boxes(pairs: &[[OrientedBox; 2]]) -> Vec<Intersection> {
    let mut boxes = BoxStore::new();
    let mut lists = [Vec::new(), Vec::new()];
    for pair in pairs {
        let [a, b] = pair.map(|item| boxes.insert(item).unwrap());
        lists[0].push([a, b]);
        lists[1].push([b, a]);
    }
    let found: Vec<Vec<Intersection>> = engines()
        .iter()
        .flat_map(|engine| lists.each_ref().map(|list| ask(engine, boxes.view(), list)))
        .collect();
    let bytes = |rows: &[Intersection]| bytemuck::cast_slice::<_, u8>(rows).to_vec();
    assert!(found.iter().all(|rows| bytes(rows) == bytes(&found[0])), "bits differ");
    found[0].clone()
}

fn ask(engine: &Engine, view: BoxView<'_>, pairs: &[[u32; 2]]) -> Vec<Intersection> {
    let mut rows = vec![Intersection { volume: 7.0, iou: 7.0 }; pairs.len()];
    engine.intersections(Query::new(view, pairs), &mut rows).unwrap();
    rows
}

/// The same of one pair.
fn iou(a: OrientedBox, b: OrientedBox) -> f32 {
    of_boxes(&[[a, b]])[0].iou
}

/// What all engines find in pairs of rectangles, in both orders, with the same bits.
fn of_rectangles(pairs: &[[Rectangle; 2]]) -> Vec<RectangleIntersection> {
    let mut store = RectangleStore::new();
    let mut lists = [Vec::new(), Vec::new()];
    for pair in pairs {
        let [a, b] = pair.map(|item| store.insert(item).unwrap());
        lists[0].push([a, b]);
        lists[1].push([b, a]);
    }
    let mut found: Vec<Vec<RectangleIntersection>> = Vec::new();
    for engine in engines() {
        for list in &lists {
            let mut rows = vec![RectangleIntersection { area: 7.0, iou: 7.0 }; list.len()];
            engine.intersections(Query::new(&store, list), &mut rows).unwrap();
            found.push(rows);
        }
    }
    let bytes = |rows: &[RectangleIntersection]| bytemuck::cast_slice::<_, u8>(rows).to_vec();
    assert!(found.iter().all(|rows| bytes(rows) == bytes(&found[0])), "bits differ");
    found[0].clone()
}

fn any_rectangle(random: &mut Random) -> Rectangle {
    let [x, y] = [random.range(-9.0, 9.0), random.range(-9.0, 9.0)].map(narrow_one);
    let half = [random.range(0.1, 5.0), random.range(0.1, 5.0)].map(narrow_one);
    Rectangle::at_angle([x, y], narrow_one(random.range(-9.0, 9.0)), half)
}

fn any_box(random: &mut Random) -> OrientedBox {
    let half = narrow([random.range(0.1, 5.0), random.range(0.1, 5.0), random.range(0.1, 5.0)]);
    OrientedBox::new(narrow(random.vector(-9.0, 9.0)), narrow(random.rotation()), half)
}

fn narrow_one(value: f64) -> f32 {
    narrow([value])[0]
}

/// Others have 1/3, 0.5 or 0 here: their edges cross everywhere.
#[test]
fn identical_shapes_have_an_iou_of_one() {
    let mut random = Random::new(1);
    let boxes: Vec<_> = (0..2_000).map(|_| [any_box(&mut random); 2]).collect();
    assert!(of_boxes(&boxes).iter().all(|row| row.iou == 1.0));
    let rectangles: Vec<_> = (0..2_000).map(|_| [any_rectangle(&mut random); 2]).collect();
    assert!(of_rectangles(&rectangles).iter().all(|row| row.iou == 1.0));
}

#[test]
fn other_names_of_a_rectangle_have_an_iou_of_one() {
    let mut random = Random::new(2);
    for _ in 0..500 {
        let a = any_rectangle(&mut random);
        let ([cosine, sine], [h, k]) = (a.pose.rotation, a.half_extents);
        let names =
            [([-cosine, -sine], [h, k]), ([-sine, cosine], [k, h]), ([sine, -cosine], [k, h])];
        let pairs =
            names.map(|(rotation, half)| [a, Rectangle::new(a.pose.center, rotation, half)]);
        assert!(of_rectangles(&pairs).iter().all(|row| row.iou == 1.0), "{a:?}");
    }
}

/// The other quaternion of a rotation, and half turns about the axes of the box.
#[test]
fn other_names_of_a_box_have_an_iou_of_one() {
    let mut random = Random::new(3);
    for _ in 0..500 {
        let a = any_box(&mut random);
        let [x, y, z, w] = a.pose.rotation;
        let names = [[-x, -y, -z, -w], [w, z, -y, -x], [-z, w, x, -y], [y, -x, w, -z]];
        let named = |rotation| OrientedBox::new(a.pose.center, rotation, a.half_extents);
        let found = of_boxes(&names.map(|rotation| [a, named(rotation)]));
        assert!(found.iter().all(|row| row.iou == 1.0), "{a:?}: {found:?}");
    }
}

/// A quarter turn exchanges half extents; its quaternion is rounded, so the IoU nearly is one.
#[test]
fn quarter_turned_boxes_nearly_have_an_iou_of_one() {
    let half = [2.0, 1.0, 0.5];
    for (turn, half_b) in [
        ([FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2], [2.0, 0.5, 1.0]),
        ([0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2], [0.5, 1.0, 2.0]),
        ([0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2], [1.0, 2.0, 0.5]),
    ] {
        let a = OrientedBox::new([3.0, 4.0, 5.0], UPRIGHT, half);
        assert_eq!(iou(a, OrientedBox::new([3.0, 4.0, 5.0], turn, half_b)), 1.0);
    }
}

#[test]
fn nearly_identical_shapes_have_an_iou_of_nearly_one() {
    let a = OrientedBox::upright([100.0, -50.0, 1.0], [4.5, 1.8, 1.5], 0.3);
    for (turn, shift) in [(1e-6, 0.0), (0.0, 1e-5), (-1e-5, 1e-5), (1e-4, -1e-5)] {
        let b = OrientedBox::upright([100.0 + shift, -50.0, 1.0], [4.5, 1.8, 1.5], 0.3 + turn);
        let leaning = OrientedBox { pose: b.pose, half_extents: [2.25, 0.9, 0.750_01] };
        assert!(iou(a, b) > 0.9995 && iou(a, b) <= 1.0, "{turn} {shift}: {}", iou(a, b));
        assert!(iou(a, leaning) > 0.9995, "{turn} {shift}");
        let tilted = [turn, 0.5 * turn, 0.0, 1.0];
        let b = OrientedBox::new([0.0; 3], tilted, [1.0; 3]);
        let found = iou(OrientedBox::new([0.0; 3], UPRIGHT, [1.0; 3]), b);
        assert!(found > 0.9995 && found <= 1.0, "{found}");
    }
}

#[test]
fn nested_shapes_share_the_inner_one() {
    let outer = OrientedBox::new([1.0, 2.0, 3.0], UPRIGHT, [10.0, 20.0, 30.0]);
    for rotation in [UPRIGHT, [0.5, 0.5, 0.5, 0.5], [0.0, 0.0, 0.6, 0.8], [0.1, 0.7, 0.1, 0.7]] {
        let inner = OrientedBox::new([2.0, 3.0, 5.0], rotation, [2.0, 1.0, 0.5]);
        let row = of_boxes(&[[outer, inner]])[0];
        assert!((row.volume - 8.0).abs() < 1e-4, "{row:?}");
        assert!((row.iou - 8.0 / 48_000.0).abs() < 1e-8, "{row:?}");
    }
}

#[test]
fn shapes_that_touch_share_nothing() {
    let cube = OrientedBox::new([0.0; 3], UPRIGHT, [1.0; 3]);
    for center in [[2.0, 0.0, 0.0], [2.0, 2.0, 0.0], [2.0, 2.0, 2.0], [0.0, 0.0, -2.0]] {
        let other = OrientedBox::new(center, UPRIGHT, [1.0; 3]);
        assert_eq!(of_boxes(&[[cube, other]])[0], Intersection::default());
        let turned =
            OrientedBox::new(center.map(|x| 1.01 * x), [0.1, 0.0, 0.0, 0.994_987_4], [0.7; 3]);
        assert_eq!(of_boxes(&[[cube, turned]])[0], Intersection::default());
    }
    let square = Rectangle::new([0.0; 2], [1.0, 0.0], [1.0; 2]);
    let next_to = Rectangle::new([2.0, 0.5], [1.0, 0.0], [1.0; 2]);
    assert_eq!(of_rectangles(&[[square, next_to]])[0], RectangleIntersection::default());
}

/// By paper: a square and the same in an eighth of a turn share a regular octagon.
#[test]
fn eighths_and_quarters_of_a_turn_have_the_values_of_paper() {
    let square = Rectangle::new([5.0, 6.0], [1.0, 0.0], [1.0; 2]);
    let turned = |angle| Rectangle::at_angle([5.0, 6.0], angle, [1.0; 2]);
    let rows = of_rectangles(&[[square, turned(FRAC_PI_4)], [square, turned(FRAC_PI_2)]]);
    let octagon = 8.0 * (2.0_f32.sqrt() - 1.0);
    assert!((rows[0].area - octagon).abs() < 1e-6, "{rows:?}");
    assert!(rows[1].iou > 0.999_999, "{rows:?}");
    let cube = OrientedBox::upright([5.0, 6.0, 7.0], [2.0; 3], 0.0);
    let eighth = OrientedBox::upright([5.0, 6.0, 8.0], [2.0; 3], FRAC_PI_4);
    assert!((of_boxes(&[[cube, eighth]])[0].volume - octagon).abs() < 2e-6);
}

#[test]
fn thin_crosses_share_little() {
    let a = Rectangle::new([0.0; 2], [1.0, 0.0], [1e3, 1e-3]);
    let b = Rectangle::new([0.5, 0.0], [0.0, 1.0], [1e3, 1e-3]);
    let row = of_rectangles(&[[a, b]])[0];
    assert!((row.area - 4e-6).abs() < 1e-12, "{row:?}");
    let plates = [UPRIGHT, [FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2]]
        .map(|rotation| OrientedBox::new([0.0; 3], rotation, [10.0, 10.0, 1e-3]));
    let row = of_boxes(&[plates])[0];
    assert!((row.volume - 8e-5).abs() < 1e-9, "{row:?}");
}

#[test]
fn shapes_without_size_share_nothing() {
    let whole = OrientedBox::new([0.0; 3], UPRIGHT, [1.0; 3]);
    for half in [[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0; 3]] {
        for rotation in [UPRIGHT, [0.1, 0.2, 0.3, 0.927_361_85]] {
            let flat = OrientedBox::new([0.2, 0.1, 0.0], rotation, half);
            let found = of_boxes(&[[whole, flat], [flat, flat]]);
            assert_eq!(found, [Intersection::default(); 2]);
        }
    }
    let point = Rectangle::new([0.0; 2], [1.0, 0.0], [0.0; 2]);
    let rod = Rectangle::new([0.0; 2], [0.6, 0.8], [1.0, 0.0]);
    assert_eq!(of_rectangles(&[[point, rod], [rod, rod]]), [RectangleIntersection::default(); 2]);
}

/// Where float32 resolves 6 cm, the stored boxes are compared, and nothing is lost in addition.
#[test]
fn boxes_far_from_the_origin_have_the_iou_of_their_stored_numbers() {
    let far = [1e6, -1e6, 2e5];
    for (shift, yaw) in [(0.5, 0.0), (1.0, 0.3), (0.25, FRAC_PI_4)] {
        let a = OrientedBox::upright(far, [4.0, 2.0, 1.5], 0.0);
        let b = OrientedBox::upright([far[0] + shift, far[1], far[2]], [4.0, 2.0, 1.5], yaw);
        let near = [[0.0; 3], [shift, 0.0, 0.0]];
        let [near_a, near_b] = [(a, near[0]), (b, near[1])]
            .map(|(item, center)| OrientedBox::new(center, item.pose.rotation, item.half_extents));
        assert_eq!(iou(a, b).to_bits(), iou(near_a, near_b).to_bits());
    }
}

#[test]
fn a_small_box_at_the_rim_of_a_large_one_is_as_exact_as_elsewhere() {
    let half = [1e4, 1e4, 5e3];
    let large = OrientedBox::new([0.0; 3], [0.1, 0.2, 0.3, 0.927_361_85], half);
    let mut random = Random::new(5);
    for _ in 0..500 {
        let small = OrientedBox {
            half_extents: [0.5, 0.25, 1.0],
            ..OrientedBox::new(
                narrow(random.vector(-1e4, 1e4)),
                narrow(random.rotation()),
                [1.0; 3],
            )
        };
        let row = of_boxes(&[[large, small]])[0];
        let [a, b] = [large, small].map(|item| octosat_reference::OrientedBox {
            center: item.pose.center,
            rotation: item.pose.rotation,
            half_extents: item.half_extents,
        });
        let reference = ReferenceIntersection::of_boxes(&a, &b);
        assert!((f64::from(row.volume) - reference.size).abs() <= reference.bound, "{row:?}");
    }
}

/// Tilted alike, as cars on a slope, boxes are turned about one common axis, and others are not: both ways give nearly the
/// same.
#[test]
fn a_common_tilt_changes_almost_nothing() {
    for yaw in [0.0, 0.4, 1.3, PI] {
        let a = OrientedBox::upright([0.0; 3], [4.0, 2.0, 1.5], 0.0);
        let b = OrientedBox::upright([0.5, 0.25, 0.25], [4.5, 1.75, 1.5], yaw);
        let upright = iou(a, b);
        // By a quarter of a turn about x, then as y and z say.
        let quarter =
            |[x, y, z, w]: [f32; 4]| [w + x, y - z, z + y, w - x].map(|part| FRAC_1_SQRT_2 * part);
        let tilted = [a, b].map(|item| {
            let [x, y, z] = item.pose.center;
            OrientedBox::new([x, -z, y], quarter(item.pose.rotation), item.half_extents)
        });
        assert!((iou(tilted[0], tilted[1]) - upright).abs() < 2e-6, "{yaw}");
    }
}

/// About x and about y as about z: the names of the axes are exchanged.
#[test]
fn boxes_may_turn_about_any_one_axis() {
    let mut random = Random::new(6);
    for _ in 0..200 {
        let (yaw, offset) = (random.range(-3.2, 3.2), random.vector(-1.0, 1.0));
        let [half_a, half_b] = [random.vector(0.5, 2.0), random.vector(0.5, 2.0)];
        let volumes = [0, 1, 2].map(|shift| {
            let cycled =
                |v: [f64; 3]| narrow([v[shift % 3], v[(shift + 1) % 3], v[(shift + 2) % 3]]);
            let turn = cycled([0.0, 0.0, (0.5 * yaw).sin()]);
            let rotation = [turn[0], turn[1], turn[2], narrow_one((0.5 * yaw).cos())];
            let a = OrientedBox::new([0.0; 3], UPRIGHT, cycled(half_a));
            of_boxes(&[[a, OrientedBox::new(cycled(offset), rotation, cycled(half_b))]])[0].volume
        });
        let [z, others @ ..] = volumes;
        assert!(others.iter().all(|volume| (volume - z).abs() < 1e-5), "{volumes:?}");
    }
}

#[test]
fn upright_boxes_are_made_of_rows_of_detections() {
    let car = OrientedBox::upright([1.0, 2.0, 3.0], [4.0, 2.0, 1.5], FRAC_PI_2);
    assert_eq!((car.pose.center, car.half_extents), ([1.0, 2.0, 3.0], [2.0, 1.0, 0.75]));
    assert_eq!(car.pose.rotation[..2], [0.0; 2]);
    // A positive yaw turns x towards y.
    let [length, width, up] = car.pose.rotation_matrix().unwrap();
    assert!((length[1] - 1.0).abs() < 1e-6 && (width[0] + 1.0).abs() < 1e-6);
    assert_eq!(up, [0.0, 0.0, 1.0]);
}

/// A list of both kinds, of every length up to one more than the widest batch, has the rows of its pairs alone.
#[test]
fn rows_do_not_depend_on_the_rest_of_the_list() {
    let mut random = Random::new(7);
    let pairs: Vec<[OrientedBox; 2]> = (0..18)
        .map(|number| {
            let [a, b] = [any_box(&mut random), any_box(&mut random)];
            let rotation = if number % 3 == 0 { a.pose.rotation } else { b.pose.rotation };
            let center = a.pose.center.map(|x| x + 0.5);
            [a, OrientedBox::new(center, rotation, b.half_extents)]
        })
        .collect();
    let alone: Vec<Intersection> = pairs.iter().map(|&pair| of_boxes(&[pair])[0]).collect();
    for len in 0..=pairs.len() {
        assert_eq!(of_boxes(&pairs[..len]), alone[..len]);
    }
}

#[test]
fn numbers_that_are_not_finite_make_their_own_rows_nan() {
    let row = |x: f32| [x, 0.0, 0.0, 0.0];
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for part in 0..10 {
            let mut numbers = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
            numbers[part] = bad;
            let [x, y, z, i, j, k, w, a, b, c] = numbers;
            let centers = [row(0.0), [x, y, z, 0.0], row(0.5)];
            let rotations = [UPRIGHT, [i, j, k, w], UPRIGHT];
            let half = [[1.0; 4], [a, b, c, 0.0], [1.0; 4]];
            let view = BoxView::unchecked(&centers, &rotations, &half).unwrap();
            for engine in engines() {
                let rows = ask(&engine, view, &[[0, 1], [1, 0], [1, 1], [0, 2]]);
                let nan = f32::NAN.to_bits();
                let is_nan =
                    |row: &Intersection| [row.volume, row.iou].map(f32::to_bits) == [nan; 2];
                assert!(rows[..3].iter().all(is_nan), "{part} {bad}: {rows:?}");
                assert_eq!((rows[3].volume, rows[3].iou), (6.0, 0.6));
            }
        }
        for part in 0..6 {
            let mut numbers = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0];
            numbers[part] = bad;
            let [x, y, cosine, sine, a, b] = numbers;
            let poses = [[0.0, 0.0, 1.0, 0.0], [x, y, cosine, sine]];
            let half = [[1.0; 2], [a, b]];
            let view = RectangleView::unchecked(&poses, &half).unwrap();
            for engine in engines() {
                let mut rows = [RectangleIntersection::default(); 4];
                let query = Query::new(view, &[[0, 1], [1, 0], [1, 1], [0, 0]]);
                engine.intersections(query, &mut rows).unwrap();
                assert!(rows[..3].iter().all(|row| row.area.is_nan() && row.iou.is_nan()));
                assert_eq!((rows[3].area, rows[3].iou), (4.0, 1.0));
            }
        }
    }
}

#[test]
fn neither_within_nor_grown_is_taken() {
    let mut boxes = BoxStore::new();
    boxes.insert(OrientedBox::new([0.0; 3], UPRIGHT, [1.0; 3])).unwrap();
    let query = Query::new(&boxes, &[[0, 0]]);
    let mut rows = [Intersection::default()];
    let error = Engine::new().intersections(query.within(0.1), &mut rows).unwrap_err();
    assert_eq!(error.to_string(), "intersections takes no `within`");
    let error = Engine::new().intersections(query.grown(0.1), &mut rows).unwrap_err();
    assert_eq!(error.to_string(), "intersections takes no `grown`");
    assert_eq!(rows, [Intersection::default()]);
}
