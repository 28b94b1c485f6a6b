//! Casts of spheres and capsules with little or no radius: long cores near edges, and starts in touch.

use octosat::sealed::verbs;
use octosat::{
    BoxStore, Capsule, CastState, Casts, Engine, HalfSpace, Motions, OrientedBox, Query, Question,
    ShapeCast, Sphere,
};
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::upright;

use super::cast;

/// Radii from none to some bounds of a box of 1 m.
const RADII: [f32; 5] = [0.0, 1e-7, 1e-6, 3e-6, 1e-4];

/// The answers for motions out of a face, along it and into it.
const OUT_ALONG_IN: [CastState; 3] = [CastState::FREE, CastState::FREE, CastState::HIT];

fn row<L>(query: Query<'_, L>, motion: [f32; 3]) -> ShapeCast
where
    for<'m, 'o> Casts<'m, L>: Question<verbs::Casts, Out<'o> = &'o mut [ShapeCast]>,
{
    let mut rows = [ShapeCast::default()];
    Engine::new().casts(Casts::new(query, Motions::uniform(motion)), &mut rows).unwrap();
    rows[0]
}

fn cube() -> BoxStore {
    let mut boxes = BoxStore::new();
    boxes.insert(upright([0.0; 3], [0.5; 3])).unwrap();
    boxes
}

#[test]
fn a_thin_long_capsule_that_stays_apart_is_free() {
    let boxes = cube();
    let wire = [[0.500_314_5, 0.5, 0.5], [0.500_013_8, 0.507_813_45, 2.754_716]];
    let rod = [[0.62, 0.5, 0.5], [0.5, 4.0, 1000.5]];
    for ([start, end], radius) in
        [(wire, 8.117_291e-5), (wire, 2e-4), (wire, 0.0), (rod, 0.0), (rod, 0.01)]
    {
        let capsule = [Capsule::new(start, end, radius).unwrap()];
        for motion in [[0.0; 3], [0.1, 0.0, 0.0], [0.0, 0.2, 0.2], [0.0, 1.0, 1.0]] {
            let found = row(Query::new((&boxes, &capsule), &[[0, 0]]), motion);
            assert_eq!(
                found.state,
                CastState::FREE,
                "{start:?}, {radius:e}, {motion:?}: {found:?}"
            );
        }
        let found = row(Query::new((&boxes, &capsule), &[[0, 0]]), [-0.24, 0.0, 0.0]);
        assert_eq!(found.state, CastState::HIT, "{start:?}, {radius:e}: {found:?}");
        let way = 0.24 * f64::from(found.time);
        let apart = f64::from(start[0]) - 0.5 - f64::from(radius);
        assert!(found.time > 0.0 && way <= apart && found.normal[0] > 0.99, "{found:?}");
    }
}

/// Asserts the states of motions out of an upper face, along it and into it, and the normal of the hit.
fn assert_is_that_of_boxes(what: &str, cast: impl Fn([f32; 3]) -> ShapeCast) {
    for (motion, state) in
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]].into_iter().zip(OUT_ALONG_IN)
    {
        let row = cast(motion);
        assert_eq!(row.state, state, "{what}, {motion:?}: {row:?}");
        if state == CastState::HIT {
            assert_eq!((row.time, row.normal), (0.0, [0.0, 1.0, 0.0]), "{what}: {row:?}");
            assert!((row.point[1] - 0.5).abs() < 1e-5, "{what}: {row:?}");
        }
    }
}

#[test]
fn what_touches_at_the_start_leaves_as_a_box_does_however_thin_it_is() {
    let (boxes, ground) = (cube(), [HalfSpace::new([0.0, 1.0, 0.0], 0.5).unwrap()]);
    let ball = [Sphere::new([0.25, 0.0, 0.25], 0.5).unwrap()];
    for radius in RADII {
        let center = [0.25, 0.5 + radius, 0.25];
        let point = [Sphere::new(center, radius).unwrap()];
        let lies = [Capsule::new([-0.25, 0.5 + radius, 0.0], center, radius).unwrap()];
        let stands = [Capsule::new(center, [0.25, 1.5, 0.25], radius).unwrap()];
        let pairs = [[0, 0]];
        assert_is_that_of_boxes("a sphere", |m| row(Query::new((&boxes, &point), &pairs), m));
        assert_is_that_of_boxes("a sphere", |m| row(Query::new((&ground, &point), &pairs), m));
        assert_is_that_of_boxes("a sphere", |m| row(Query::new((&ball, &point), &pairs), m));
        for capsule in [lies, stands] {
            assert_is_that_of_boxes("a capsule", |m| {
                row(Query::new((&boxes, &capsule), &pairs), m)
            });
            assert_is_that_of_boxes("a capsule", |m| {
                row(Query::new((&ground, &capsule), &pairs), m)
            });
        }
    }
    let upper = upright([0.25, 0.5, 0.25], [0.0; 3]);
    for (motion, state) in
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]].into_iter().zip(OUT_ALONG_IN)
    {
        assert_eq!(cast(upright([0.0; 3], [0.5; 3]), upper, motion).state, state);
    }
}

/// How far rounding can move a point and a plate against each other, by the formula of the chapter on error bounds.
fn bound(start: [f64; 3], extents: f64, motion: [f64; 3]) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let sum = |v: [f64; 3]| v.map(f64::abs).iter().sum::<f64>();
    let middle = (-dot(start, motion) / dot(motion, motion)).clamp(0.0, 1.0);
    let nearest = sum([0, 1, 2].map(|k| start[k] + middle * motion[k]));
    let path = sum(motion);
    0.5_f64.powi(24) * (35.0 * (nearest + path.min(nearest + extents)) + 5.0 * path)
}

/// What the page says of shapes without radius and boxes without thickness, and where it ends.
#[test]
fn a_point_within_an_eighth_of_the_bound_of_a_plate_may_pass_and_beyond_a_quarter_none_does() {
    let mut boxes = BoxStore::new();
    boxes.insert(upright([0.0; 3], [1.0, 0.0, 1.0])).unwrap();
    let cast = |start: [f32; 3], motion: [f32; 3]| {
        let point = [Sphere::new(start, 0.0).unwrap()];
        row(Query::new((&boxes, &point), &[[0, 0]]), motion)
    };
    let motion = [0.01, -0.2, 0.0];
    assert_eq!(cast([0.0, 5e-8, 0.0], motion).state, CastState::FREE);
    assert_eq!(cast([0.0, 2e-7, 0.0], motion).state, CastState::HIT);
    let (mut random, mut passes) = (Random::new(56), 0);
    for _ in 0..20_000 {
        let [x, z, part] = [0; 3].map(|_| random.unit());
        let length = 0.4 * random.decades(8);
        let [across, down, along] = random.vector(-length, length);
        let motion = [across, -down.abs() * random.decades(7), along].map(narrow);
        let wide = motion.map(f64::from);
        let of = |height| bound([0.5 * x, height, 0.5 * z], 2.0, wide);
        let place = [0.5 * x, 0.5 * part * of(0.0), 0.5 * z].map(narrow);
        let found = cast(place, motion);
        let start = f64::from(place[1]);
        let bound = of(start);
        let behind = -(start + wide[1] * f64::from(found.time)) / bound;
        let most = match start / bound {
            0.0..0.13 => f64::INFINITY,
            0.13..0.25 => 0.125,
            _ => 0.0,
        };
        passes += usize::from(behind > 1.0);
        assert!(behind <= most, "{place:?} {motion:?} {found:?}: {behind} {}", start / bound);
    }
    assert!(passes > 100, "{passes}");
}

/// On an edge, either face is a way out; inside, none is.
#[test]
fn a_point_leaves_an_edge_over_either_face_and_a_box_by_none() {
    let turned = OrientedBox::new([3.0, 2.0, 1.0], [0.5; 4], [0.5; 3]);
    let mut boxes = cube();
    boxes.insert(turned).unwrap();
    let at = |place: u32, center: [f32; 3], motion| {
        let query = [Sphere::new(center, 0.0).unwrap()];
        row(Query::new((&boxes, &query), &[[place, 0]]), motion).state
    };
    for (place, [x, y, z]) in [(0, [0.5, 0.5, 0.0]), (1, [3.5, 2.5, 1.0])] {
        for motion in [[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]] {
            assert_eq!(at(place, [x, y, z], motion), CastState::FREE, "{motion:?}");
        }
        assert_eq!(at(place, [x, y, z], [-1.0, -1.0, 0.0]), CastState::HIT);
        for motion in [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0; 3]] {
            assert_eq!(at(place, [x - 1e-3, y - 0.25, z], motion), CastState::OVERLAPPING);
        }
    }
}
