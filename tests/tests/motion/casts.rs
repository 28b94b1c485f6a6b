//! Casts with known results, and other ways to the same result.

use octosat::{
    BoxStore, Cast, CastState, Casts, Engine, Motions, OrientedBox, Query, RayHit, Segment,
};
use octosat_reference::float64::ReferenceCast;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::{neighbors, plain, store_of, upright};

use super::cast;

/// A bullet and a paper wall, of which one step has both ends apart.
#[test]
fn a_bullet_hits_paper() {
    for paper in [1e-4_f32, 1e-6, 0.0] {
        let wall = upright([0.0; 3], [paper, 1.0, 1.0]);
        let row = cast(wall, upright([-7.0, 0.5, 0.25], [0.005; 3]), [16.0, 0.0, 0.0]);
        let touch = (7.0 - 0.005 - paper) / 16.0;
        // Axis 0 of either box.
        assert!(row.state == CastState::HIT && [0, 3].contains(&row.axis.code()), "{row:?}");
        assert!(row.time <= touch && row.time > touch - 2e-6, "{row:?}");
        let through = (7.0 + 0.005 + paper) / 16.0;
        assert!(row.leave >= through - 1e-7 && row.leave < through + 2e-6, "{row:?}");
    }
}

/// Two rods that cross touch along the cross product of their edges.
#[test]
fn edges_hit_along_their_cross_product() {
    // An eighth of a turn about themselves, so that no face looks up.
    let (sine, cosine) = core::f32::consts::FRAC_PI_8.sin_cos();
    let along_x = OrientedBox::new([0.0; 3], [sine, 0.0, 0.0, cosine], [2.0, 0.0, 0.0]);
    let along_y = OrientedBox::new([0.0, 0.0, 3.0], [0.0, sine, 0.0, cosine], [0.0, 2.0, 0.0]);
    let row = cast(along_x, along_y, [0.25, 0.25, -4.0]);
    assert_eq!((row.state, row.axis.edges()), (CastState::HIT, Some([0, 1])), "{row:?}");
    assert!(row.time <= 0.75 && row.time > 0.75 - 1e-5, "{row:?}");
}

/// Boxes with parallel axes touch along a face, however they are turned together: an edge axis has the same direction.
#[test]
fn faces_win_against_edges_of_the_same_direction() {
    let mut random = Random::new(5);
    for _ in 0..4_000 {
        let rotation = random.rotation();
        let turned = rotation.map(narrow);
        let half_extents = random.vector(0.1, 1.0).map(narrow);
        let other = random.vector(0.1, 1.0).map(narrow);
        let a = OrientedBox::new([0.0; 3], turned, half_extents);
        let way = glam::DQuat::from_array(rotation) * glam::DVec3::from(random.vector(-1.0, 1.0));
        let b = OrientedBox::new((6.0 * way).to_array().map(narrow), turned, other);
        let row = cast(a, b, (-9.0 * way).to_array().map(narrow));
        assert!(row.axis.edges().is_none(), "{row:?}");
    }
}

/// Times do not depend on whose motion it is: that of b as seen from a is the difference of both.
#[test]
fn displacements_per_box_are_those_of_the_pair() {
    let (a, b) = (upright([0.0; 3], [1.0; 3]), upright([8.0, 0.5, 0.0], [0.5; 3]));
    let boxes = store_of([a, b]);
    let query = Query::new(&boxes, &[[0, 1], [1, 0], [1, 1]]);
    let mut of_boxes = [Cast::default(); 3];
    let motions = [[3.0, 0.25, 0.0], [-5.0, 0.25, 0.0]];
    Engine::new().casts(Casts::new(query, Motions::per_box(&motions)), &mut of_boxes).unwrap();
    let mut of_pairs = [Cast::default(); 3];
    let motions = [[-8.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0; 3]];
    Engine::new().casts(Casts::new(query, Motions::per_pair(&motions)), &mut of_pairs).unwrap();
    assert_eq!(of_boxes, of_pairs);
    assert!((of_boxes[0].time - of_boxes[1].time).abs() < 1e-6, "{of_boxes:?}");
    assert_eq!(of_boxes[2].state, CastState::OVERLAPPING);
}

/// Both boxes grow.
#[test]
fn boxes_that_are_grown_touch_earlier() {
    let (a, b) = (upright([0.0; 3], [1.0; 3]), upright([4.0, 0.5, 0.0], [1.0; 3]));
    let boxes = store_of([a, b]);
    let engine = Engine::new();
    for (growth, touch) in [(0.0, 0.5), (0.25, 0.375), (1.0, 0.0)] {
        let mut row = [Cast::default()];
        let query = Query::new(&boxes, &[[0, 1]]).grown(growth);
        engine.casts(Casts::new(query, Motions::per_pair(&[[-4.0, 0.0, 0.0]])), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::HIT);
        assert!(row[0].time <= touch && row[0].time >= touch - 1e-5, "{growth}: {row:?}");
        // Within the growth and moving apart.
        engine.casts(Casts::new(query, Motions::per_pair(&[[4.0, 0.0, 0.0]])), &mut row).unwrap();
        assert_eq!(row[0].state, CastState::FREE, "{growth}");
    }
}

/// Boxes that slide off each other may have moved any distance by the end of the step.
#[test]
fn a_box_that_slides_off_a_table_is_free_however_far_it_goes() {
    let turned = [0.1_f32, 0.2, 0.3, 0.927_361_85];
    let table = OrientedBox::new([1.0, 2.0, 3.0], turned, [1.0, 0.5, 1.0]);
    let axes = glam::DMat3::from_quat(glam::DQuat::from_array(turned.map(f64::from)).normalize());
    let center = glam::DVec3::new(1.0, 2.0, 3.0) + 0.75 * axes.col(1) + 0.2 * axes.col(0);
    for far in [1.0, 1e2, 1e4, 1e6] {
        let along = far * (axes.col(0) + 0.3 * axes.col(2)).normalize();
        let center = center.to_array().map(narrow);
        let cube = OrientedBox::new(center, turned, [0.25; 3]);
        let row = cast(table, cube, along.to_array().map(narrow));
        assert_eq!(row.state, CastState::FREE, "{far} m: {row:?}");
    }
}

/// The cast of a point is a segment against a box.
#[test]
fn the_cast_of_a_point_agrees_with_hits() {
    let mut random = Random::new(11);
    let (mut boxes, mut segments, mut motions) = (BoxStore::new(), Vec::new(), Vec::new());
    let count = 20_000_u32;
    for number in 0..count {
        let center = random.vector(-1.0, 1.0).map(narrow);
        let rotation = random.rotation().map(narrow);
        let half_extents = random.vector(0.05, 1.0).map(narrow);
        boxes.insert(OrientedBox::new(center, rotation, half_extents)).unwrap();
        let start = random.vector(-2.5, 2.5).map(narrow);
        let aim = if number % 2 == 0 { 1.0 } else { 0.5 };
        let motion = [0, 1, 2].map(|k| narrow(random.range(-2.0, 2.0)) - aim * start[k]);
        boxes.insert(OrientedBox::new(start, rotation, [0.0; 3])).unwrap();
        segments.push(Segment::new(start, [0, 1, 2].map(|k| start[k] + motion[k])).unwrap());
        motions.push(motion);
    }
    let pairs = neighbors(boxes.len());
    let (mut casts, mut hits) =
        (vec![Cast::default(); pairs.len()], vec![RayHit::MISS; pairs.len()]);
    let engine = Engine::new();
    engine
        .casts(Casts::new(Query::new(&boxes, &pairs), Motions::per_pair(&motions)), &mut casts)
        .unwrap();
    let rows: Vec<[u32; 2]> = (0..count).map(|number| [2 * number, number]).collect();
    engine.hits(Query::new((&boxes, &segments), &rows), &mut hits).unwrap();
    let mut both = 0;
    for (number, (row, hit)) in casts.iter().zip(&hits).enumerate() {
        let [a, b] = pairs[number].map(|index| plain(boxes.get(index).unwrap()));
        let exact = ReferenceCast::new(&a, &b, motions[number].map(f64::from), 0.0);
        let length = motions[number].iter().map(|part| part.abs()).sum::<f32>();
        // Both are off by their bounds, and the end of a segment is rounded.
        let bound = 4.0 * exact.bound() + 1e-5;
        match (row.touches(), hit.hits()) {
            (true, true) => {
                let (enter, entry) = (row.time, hit.entry.max(0.0));
                let gap = exact.separation(f64::from(entry));
                assert!(gap.abs() <= bound || entry == 0.0, "{row:?} {hit:?}");
                assert!(enter * length <= entry * length + 1e-5, "{row:?} {hit:?}");
                both += 1;
            }
            (true, false) => {
                let gap = exact.separation(f64::from(row.time));
                assert!(gap.abs() <= bound, "{row:?} {hit:?}");
            }
            (false, true) => {
                let entry = f64::from(hit.entry);
                assert!(exact.separation(entry).abs() <= bound, "{row:?} {hit:?}");
            }
            (false, false) => {}
        }
    }
    assert!(both > 1_000, "{both} of {count} hit");
}
