//! Contacts of rectangles with known answers, and other ways to the same answer.

use octosat::{
    BoxStore, ContactKind, Engine, Margin, OrientedBox, Penetration, Query, Rectangle,
    RectangleManifold,
};
use octosat_reference::slides::{PlaneBox, collide, collide_by_intervals, collision_points};
use octosat_scenes::generate::Random;
use octosat_tests::{Limit, engines, narrow, normalized};

use super::UPRIGHT;
use super::plane::{Plane, PlaneAnswers, kind_number, mixed_rectangles};

fn one_pair(a: Rectangle, b: Rectangle, margin: Margin<'_>) -> RectangleManifold {
    let plane = Plane::of_neighbors(&[a, b]);
    let mut manifolds = [RectangleManifold::default()];
    let query = Query::new(&plane.store, &plane.pairs).margin(margin);
    Engine::new().manifolds(query, &mut manifolds[..]).unwrap();
    manifolds[0]
}

/// Each kind of contact occurs, so that the checks above say something about it.
#[test]
fn every_kind_of_contact_occurs() {
    let mut counts = [0_usize; 4];
    let mut lengths = [0_usize; 3];
    let plane = Plane::of_neighbors(&mixed_rectangles(9000, 1.0, 1));
    for manifold in PlaneAnswers::ask(&plane, &Engine::new(), &Limit::Uniform(0.5)).manifolds {
        counts[usize::from(kind_number(manifold.kind()))] += 1;
        lengths[usize::from(manifold.len)] += 1;
    }
    assert!(counts[..3].iter().all(|&count| count > 100), "{counts:?}");
    assert!(lengths.iter().all(|&count| count > 300), "{lengths:?}");
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
            let plane = Plane::of_neighbors(&[
                Rectangle::new([0.0; 2], UPRIGHT, [1.5; 2]),
                Rectangle::new(center, UPRIGHT, [1.0; 2]),
            ]);
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
    let plane = Plane::of_neighbors(&mixed_rectangles(3000, 1.0, 8));
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
    let plane = Plane::of_neighbors(&mixed_rectangles(4000, 1.0, 9));
    let answers = PlaneAnswers::ask(&plane, &Engine::new(), &Limit::None);
    let mut collisions = 0;
    for (place, &pair) in plane.pairs.iter().enumerate() {
        let [a, b] = plane.given(pair).each_ref().map(PlaneBox::from);
        let reference = plane.reference(pair);
        let row = &answers.rows[place];
        if reference.separation.abs() < 2.0 * reference.error_bound {
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
