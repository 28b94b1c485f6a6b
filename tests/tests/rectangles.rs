//! Rectangles in the plane: cases with known results, two other ways to the same result, and values that are not
//! finite.
//!
//! `octosat-check` checks all backends against each other and against the references.
#![expect(clippy::unwrap_used, reason = "a helper of a test may fail it")]
#![forbid(unsafe_code)]

use octosat::{
    BoxStore, ContactKind, Engine, OrientedBox, Penetration, Query, Rectangle, RectangleAxis,
    RectangleManifold, RectanglePenetration, RectangleStore, RectangleView,
};
use octosat_check::queries::rectangles::Rectangles;
use octosat_check::{Basis, Case, Frame, Query as _, Setting, engines};
use octosat_reference::float64::ReferenceRectangles;
use octosat_reference::slides::{PlaneBox, collide, collide_by_intervals, collision_points};
use octosat_scenes::generate::{self, Random};
use octosat_tests::{narrow, neighbors, normalized};

/// No rotation.
const UPRIGHT: [f32; 2] = [1.0, 0.0];

/// Rectangles and pairs of them.
struct Plane {
    store: RectangleStore,
    pairs: Vec<[u32; 2]>,
}

impl Plane {
    /// The boxes of a cloud seen from above, and its pairs.
    fn of_cloud(boxes: usize, pairs: usize, seed: u64) -> Self {
        let scene = generate::cloud(boxes, pairs, seed);
        let case = Case::new(Basis::Unit, &Frame::of_scene(&scene, Setting::new(0.0, seed)));
        let case = case.unwrap();
        Self { store: Rectangles.world(&case).unwrap(), pairs: case.pairs }
    }

    /// Two rectangles that are a pair.
    fn of_pair(pair: [Rectangle; 2]) -> Self {
        let mut store = RectangleStore::new();
        store.extend_from_rectangles(&pair).unwrap();
        Self { store, pairs: vec![[0, 1]] }
    }
}

/// All answers about a list of pairs.
struct Answers {
    overlaps: Vec<bool>,
    rows: Vec<RectanglePenetration>,
    manifolds: Vec<RectangleManifold>,
}

impl Answers {
    fn bits(&self) -> (&[bool], &[u8], &[u8]) {
        let [rows, manifolds] =
            [bytemuck::cast_slice(&self.rows), bytemuck::cast_slice(&self.manifolds)];
        (&self.overlaps, rows, manifolds)
    }
}

fn ask(engine: &Engine, view: RectangleView<'_>, pairs: &[[u32; 2]], margin: f32) -> Answers {
    let query = Query::new(view, pairs).within(margin);
    let mut answers = Answers {
        overlaps: vec![false; pairs.len()],
        rows: vec![RectanglePenetration::default(); pairs.len()],
        manifolds: vec![RectangleManifold::default(); pairs.len()],
    };
    engine.overlaps(query, &mut answers.overlaps).unwrap();
    engine.penetrations(query, &mut answers.rows).unwrap();
    engine.manifolds(query, &mut answers.manifolds[..]).unwrap();
    answers
}

fn one_pair(a: Rectangle, b: Rectangle, margin: f32) -> RectangleManifold {
    let plane = Plane::of_pair([a, b]);
    ask(&Engine::new(), plane.store.view(), &plane.pairs, margin).manifolds[0]
}

/// By hand: a crate on a shelf, either way round, has its two lower corners as contacts.
#[test]
fn a_crate_on_a_shelf_has_two_named_contacts() {
    let shelf = Rectangle::new([0.0, 0.0], UPRIGHT, [4.0, 0.5]);
    let crate_ = Rectangle::new([1.0, 1.25], UPRIGHT, [1.0, 1.0]);
    let found = one_pair(shelf, crate_, 0.0);
    assert_eq!((found.normal, found.depth, found.axis.code()), ([0.0, 1.0], 0.25, 1));
    let mut points: Vec<_> =
        found.points().iter().map(|point| (point.position, point.depth, point.feature.0)).collect();
    points.sort_by(|p, q| p.0[0].total_cmp(&q.0[0]));
    // The crate's lower corners: 0 left, 1 right.
    assert_eq!(points, [([0.0, 0.375], 0.25, 0), ([2.0, 0.375], 0.25, 1)]);
    let found = one_pair(crate_, shelf, 0.0);
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
    assert_eq!(one_pair(a, b, 4.99).kind(), ContactKind::Separated);
    let found = one_pair(a, b, 5.01);
    assert_eq!((found.kind(), found.len), (ContactKind::Closest, 1));
    assert!((found.depth + 5.0).abs() < 1e-6, "{found:?}");
    assert!((found.normal[0] - 0.6).abs() < 1e-6 && (found.normal[1] - 0.8).abs() < 1e-6);
    // Corner 3 of a and corner 0 of b, half-way at (2.5, 3).
    assert_eq!(found.points[0].feature.0, 8 + 4 * 3);
    assert_eq!(found.points[0].position.map(f32::to_bits), [2.5, 3.0].map(f32::to_bits));
    let swapped = one_pair(b, a, 5.01);
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
            let plane = Plane::of_pair([
                Rectangle::new([0.0; 2], UPRIGHT, [1.5; 2]),
                Rectangle::new(center, UPRIGHT, [1.0; 2]),
            ]);
            for engine in engines() {
                let found = ask(&engine, plane.store.view(), &plane.pairs, 0.0);
                assert_eq!([found.overlaps[0], found.rows[0].overlaps()], [touches; 2]);
                assert_eq!(found.manifolds[0].len, if touches { 2 } else { 0 });
            }
        }
    }
}

#[test]
fn points_and_coincident_rectangles_have_an_answer() {
    let point = Rectangle::new([1.0, 2.0], [0.6, 0.8], [0.0; 2]);
    let found = one_pair(point, point, 0.0);
    assert_eq!((found.len, found.depth.to_bits()), (1, 0), "{found:?}");
    let square = Rectangle::new([1.0, 2.0], UPRIGHT, [0.75; 2]);
    let found = one_pair(square, square, 0.0);
    assert_eq!((found.normal, found.depth, found.axis.code()), ([1.0, 0.0], 1.5, 0));
    assert_eq!(found.len, 2);
}

/// A rectangle is a box that is thick in the third dimension.
#[test]
fn thick_boxes_say_the_same() {
    let Plane { store, pairs } = Plane::of_cloud(1_000, 3_000, 8);
    let mut boxes = BoxStore::new();
    for rectangle in store.iter() {
        let [c, s] = rectangle.pose.rotation.map(f64::from);
        // Cosine and sine of half the angle, by the formula that does not cancel.
        let half = normalized(if c < 0.0 { [s, 1.0 - c] } else { [1.0 + c, s] });
        let rotation = narrow([0.0, 0.0, half[1], half[0]]);
        let [[cx, cy], [hx, hy]] = [rectangle.pose.center, rectangle.half_extents];
        boxes.insert(OrientedBox::new([cx, cy, 0.0], rotation, [hx, hy, 50.0])).unwrap();
    }
    let mut rows = vec![Penetration::default(); pairs.len()];
    let query = Query::new(&boxes, &pairs).within(9.0);
    Engine::new().penetrations(query, &mut rows).unwrap();
    let answers = ask(&Engine::new(), store.view(), &pairs, 9.0);
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
    let Plane { store, pairs } = Plane::of_cloud(1_500, 4_000, 9);
    let answers = ask(&Engine::new(), store.view(), &pairs, 0.0);
    let (mut collisions, mut apart) = (0, 0);
    for (place, pair) in pairs.iter().enumerate() {
        let given = pair.map(|index| {
            let Rectangle { pose, half_extents } = store.get(index).unwrap();
            let (center, rotation) = (pose.center, pose.rotation);
            octosat_reference::Rectangle { center, rotation, half_extents }
        });
        let [a, b] = given.each_ref().map(PlaneBox::from);
        let reference = ReferenceRectangles::new(&given[0], &given[1]);
        let row = &answers.rows[place];
        if reference.separation.abs() < 2.0 * reference.error_bound {
            continue;
        }
        let [sizes, intervals] = [collide(&a, &b), collide_by_intervals(&a, &b)];
        assert_eq!([sizes.is_some(), intervals.is_some()], [row.overlaps(); 2]);
        let (Some(sizes), Some(intervals)) = (sizes, intervals) else {
            apart += 1;
            continue;
        };
        let depths = [sizes.depth, intervals.depth];
        assert!(depths.iter().all(|depth| (depth - row.depth).abs() < 1e-5), "{depths:?} {row:?}");
        assert!(reference.shared_area > 0.0 && reference.distance < 1e-12);
        let points = collision_points(&a, &b, &sizes);
        let manifold = &answers.manifolds[place];
        let deepest = manifold.points().iter().max_by(|p, q| p.depth.total_cmp(&q.depth)).unwrap();
        let middle: [f32; 2] =
            std::array::from_fn(|k| 0.5 * (points.vertex[k] + points.on_face[k]));
        let away = (middle[0] - deepest.position[0]).hypot(middle[1] - deepest.position[1]);
        let is_comparable = sizes.axis == row.axis.code() && manifold.len == 1;
        assert!(!is_comparable || away < 1e-4, "{points:?} {deepest:?}");
        collisions += 1;
    }
    assert!(collisions > 1_000 && apart > 300, "{collisions} {apart}");
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
            let none = one_pair(first, second, 0.0);
            let near = one_pair(first, second, 1e-4);
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

/// By hand: on a ground of 2 km, a crate of 20 cm stands on one corner, and the other one is 2 mm up.
#[test]
fn a_crate_on_a_large_ground_touches_where_it_touches() {
    let ground = Rectangle::new([0.0, 0.0], UPRIGHT, [1000.0, 1.0]);
    let tilt = 0.01_f32;
    let height = 1.0 + 0.1 * (tilt.cos() + tilt.sin());
    let crate_ = Rectangle::at_angle([0.3, height], tilt, [0.1, 0.1]);
    for [first, second] in [[ground, crate_], [crate_, ground]] {
        let found = one_pair(first, second, 1e-4);
        assert_eq!(found.len, 1, "{found:?}");
        assert!((found.points[0].position[0] - 0.201).abs() < 1e-5, "{found:?}");
        assert_eq!(one_pair(first, second, 0.0021).len, 2);
    }
}

/// By hand: a corner of the same ground and that of a crate are 5 mm apart, along (0.6, 0.8).
#[test]
fn near_corners_of_a_large_ground_have_a_direction() {
    let ground = Rectangle::new([-1000.0, -1.0], UPRIGHT, [1000.0, 1.0]);
    let crate_ = Rectangle::new([0.103, 0.104], UPRIGHT, [0.1, 0.1]);
    for ([first, second], sign) in [([ground, crate_], 1.0), ([crate_, ground], -1.0)] {
        let found = one_pair(first, second, 0.01);
        assert_eq!((found.kind(), found.len), (ContactKind::Closest, 1));
        let off = [sign * found.normal[0] - 0.6, sign * found.normal[1] - 0.8];
        assert!(off.iter().all(|off| off.abs() < 0.02), "{found:?}");
    }
}

/// Each kind of bad value in each component of a rectangle at each lane: the rows of its pair are constants, and those
/// of its neighbors keep their bits.
#[test]
fn a_bad_rectangle_spoils_its_pair_alone() {
    let rectangle = |k: u8| Rectangle::at_angle([0.1 * f32::from(k), 0.0], f32::from(k), [0.5; 2]);
    let mut store = RectangleStore::new();
    store.extend_from_rectangles(&(0..82).map(rectangle).collect::<Vec<_>>()).unwrap();
    let pairs = neighbors(82);
    for engine in engines() {
        for margin in [0.0, 0.05] {
            let healthy = ask(&engine, store.view(), &pairs, margin);
            for (place, value) in (0..pairs.len()).flat_map(|place| {
                [f32::NAN, f32::INFINITY, f32::NEG_INFINITY].map(|value| (place, value))
            }) {
                let (mut poses, mut halves) =
                    (store.poses().to_vec(), store.half_extents().to_vec());
                let at = 2 * place + place % 2;
                match place % 6 {
                    component @ 0..4 => poses[at][component] = value,
                    component => halves[at][component - 4] = value,
                }
                let view = RectangleView::unchecked(&poses, &halves).unwrap();
                let mut found = ask(&engine, view, &pairs, margin);
                let (row, manifold) = (found.rows[place], found.manifolds[place]);
                assert!(row.depth.is_nan() && manifold.depth.is_nan(), "{row:?} {manifold:?}");
                assert_eq!([row.axis, manifold.axis], [RectangleAxis::NON_FINITE; 2]);
                assert_eq!((manifold.kind(), manifold.len), (ContactKind::NonFinite, 0));
                let zeros = [row.normal, manifold.normal, manifold.points[0].position];
                assert!(zeros.as_flattened().iter().all(|part| part.to_bits() == 0), "{row:?}");
                assert!(!value.is_nan() || !found.overlaps[place], "a NaN overlaps nothing");
                found.overlaps[place] = healthy.overlaps[place];
                found.rows[place] = healthy.rows[place];
                found.manifolds[place] = healthy.manifolds[place];
                assert!(found.bits() == healthy.bits(), "place {place}, {value}, {engine:?}");
            }
        }
    }
}
