//! Manifolds: their promises on random pairs, and what is known by hand.

use std::collections::BTreeMap;

use octosat_reference::convex::{
    Axis, ContactKind, ContactSettings, DVec3, Feature, Manifold, Placed, PointLimit, Polyhedron,
    Pose, contacts, penetration,
};
use octosat_scenes::generate::Random;

use crate::{UPRIGHT, gap, half_extents, narrow, outside, pose, shapes, wide};

/// Meters: what float32 and the slack of clipping may be off, for shapes of about a meter.
const CLOSE: f64 = 2e-5;

fn within(margin: f32) -> ContactSettings {
    ContactSettings::with_margin(margin).expect("it is a length")
}

fn all(settings: ContactSettings) -> ContactSettings {
    settings.limited_to(PointLimit::All)
}

/// What every manifold promises.
fn check(a: &Placed<'_>, b: &Placed<'_>, settings: &ContactSettings) -> Manifold {
    let manifold = contacts(a, b, settings);
    let what = || format!("{manifold:?}");
    let normal = wide(manifold.normal);
    assert!((normal.length() - 1.0).abs() < 1e-6);
    let shown = -gap(a, b, normal);
    assert!((shown - f64::from(manifold.depth)).abs() < CLOSE, "{shown} {}", what());
    let found = penetration(a, b);
    if found.overlaps() {
        assert!(!manifold.points.is_empty());
        assert!(manifold.depth <= 1.05 * found.depth + 1e-6, "{found:?} {}", what());
    }
    if manifold.kind == ContactKind::Separated {
        assert!(manifold.points.is_empty() && !found.overlaps());
    }
    for (number, point) in manifold.points.iter().enumerate() {
        let depth = f64::from(point.depth);
        assert!(depth <= f64::from(manifold.depth) + CLOSE, "{}", what());
        assert!(depth >= -settings.margin() - 1e-6, "{}", what());
        for placed in [a, b] {
            let beyond = outside(placed, wide(point.position)) - 0.5 * depth.abs();
            let price = if manifold.kind == ContactKind::Fallback { 0.05 * depth } else { 0.0 };
            assert!(beyond < CLOSE + price, "{number} {beyond} {}", what());
        }
        let earlier = &manifold.points[..number];
        assert!(earlier.iter().all(|other| other.feature != point.feature), "{}", what());
    }
    manifold
}

fn deepest(manifold: &Manifold) -> f64 {
    manifold.points.iter().map(|p| f64::from(p.depth)).fold(f64::NEG_INFINITY, f64::max)
}

/// Four contacts are as deep as all except for a half of a hundredth of the way from the deepest to another.
fn assert_nearly_deepest(four: &Manifold, every: &Manifold) {
    let Some(most) = every.points.iter().max_by(|p, q| p.depth.total_cmp(&q.depth)) else { return };
    let slopes = four.points.iter().map(|point| {
        let way = (wide(most.position) - wide(point.position)).length();
        f64::from(most.depth - point.depth) - 0.005 * way
    });
    assert!(slopes.fold(f64::INFINITY, f64::min) <= 1e-6, "{four:?} {every:?}");
}

#[test]
fn manifolds_keep_their_promises() {
    let mut random = Random::new(41);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut shallow = 0;
    for _ in 0..150 {
        let shapes = shapes(&mut random);
        for _ in 0..10 {
            let [a, b] = [0; 2].map(|_| &shapes[random.below(7)]);
            let away = random.vector(-0.9, 0.9);
            let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
            let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
            for settings in [within(0.0), within(0.02), within(0.3)] {
                let manifold = check(&a, &b, &settings);
                *kinds.entry(format!("{:?}", manifold.kind)).or_default() += 1;
                let every = check(&a, &b, &all(settings));
                assert!(manifold.points.len() <= 4);
                assert_eq!(manifold.points.len() == 4, every.points.len() >= 4, "{every:?}");
                assert_nearly_deepest(&manifold, &every);
                if manifold.depth > 0.0 {
                    let part = deepest(&manifold) / f64::from(manifold.depth);
                    shallow += usize::from(part < 0.95);
                }
            }
        }
    }
    eprintln!("kinds {kinds:?}, {shallow} less deep than the pair");
    for kind in ["Separated", "Face", "Edge", "Closest"] {
        assert!(kinds.get(kind).is_some_and(|&count| count > 20), "{kinds:?}");
    }
    assert!(shallow == 0, "{shallow}");
}

/// The distance found is the distance: the points attain it, and the gap along the normal is a
/// bound from below.
#[test]
fn closest_points_are_closest() {
    let mut random = Random::new(42);
    let mut found = 0;
    for _ in 0..150 {
        let shapes = shapes(&mut random);
        let [a, b] = [0; 2].map(|_| &shapes[random.below(9)]);
        let away = random.direction().map(|c| 1.5 * c);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let manifold = check(&a, &b, &within(10.0));
        if manifold.kind != ContactKind::Closest {
            continue;
        }
        found += 1;
        let distance = -f64::from(manifold.depth);
        assert!((gap(&a, &b, wide(manifold.normal)) - distance).abs() < 1e-6, "{manifold:?}");
        // A margin on either side of the distance decides.
        let [less, more] = narrow([0.999 * distance, 1.001 * distance]);
        assert_eq!(contacts(&a, &b, &within(less)).kind, ContactKind::Separated);
        assert_eq!(contacts(&a, &b, &within(more)).kind, ContactKind::Closest);
    }
    assert!(found > 20, "{found}");
}

fn mirrored(feature: Feature) -> Feature {
    match feature {
        Feature::VertexOfA { vertex } => Feature::VertexOfB { vertex },
        Feature::VertexOfB { vertex } => Feature::VertexOfA { vertex },
        Feature::Edges { a, b } => Feature::Edges { a: b, b: a },
    }
}

#[test]
fn swapping_mirrors_and_moving_moves() {
    let mut random = Random::new(43);
    let mut points = 0;
    for _ in 0..200 {
        let shapes = shapes(&mut random);
        let [a, b] = [0; 2].map(|_| &shapes[random.below(5)]);
        let away = random.vector(-0.7, 0.7);
        let [at_a, at_b] = [pose(&mut random, [0.0; 3]), pose(&mut random, away)];
        let [a, b] = [Placed::new(a, &at_a), Placed::new(b, &at_b)];
        let settings = all(within(0.05));
        let [forth, back] = [check(&a, &b, &settings), check(&b, &a, &settings)];
        assert_eq!(forth.kind, back.kind);
        assert_eq!(forth.points.len(), back.points.len(), "{forth:?} {back:?}");
        for point in &forth.points {
            let same = back.points.iter().find(|other| mirrored(other.feature) == point.feature);
            let same = same.expect("the same feature is there");
            let apart = (wide(point.position) - wide(same.position)).length();
            assert!(apart < 1e-5 && (point.depth - same.depth).abs() < 1e-6, "{forth:?} {back:?}");
            points += 1;
        }
    }
    assert!(points > 200, "{points}");
}

/// The largest area of four points among which the first is, over all choices.
fn largest_area(points: &[DVec3], first: usize, normal: DVec3) -> f64 {
    let n = points.len();
    let mut best: f64 = 0.0;
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                best = best.max(area(&[points[first], points[i], points[j], points[k]], normal));
            }
        }
    }
    best
}

/// The area of four points in convex position seen along the normal, in whatever order.
fn area(points: &[DVec3], normal: DVec3) -> f64 {
    let [p, q, r, s] = [points[0], points[1], points[2], points[3]];
    let quad =
        |p: DVec3, q: DVec3, r: DVec3, s: DVec3| 0.5 * (r - p).cross(s - q).dot(normal).abs();
    quad(p, q, r, s).max(quad(p, r, q, s)).max(quad(p, q, s, r))
}

#[test]
fn four_points_span_the_largest_area() {
    let mut random = Random::new(44);
    let mut least: f64 = 1.0;
    let mut reduced = 0;
    for _ in 0..300 {
        let sides = 5 + random.below(6);
        let [a, b] =
            [0; 2].map(|_| Polyhedron::prism(sides, half_extents(&mut random)).expect("valid"));
        let heights: f64 = [&a, &b].map(|shape| wide(shape.vertices()[0])[1]).iter().sum();
        let turn = random.range(0.0, 3.0);
        let [sine, cosine] = narrow([turn.sin(), turn.cos()]);
        let away = narrow([random.range(-0.3, 0.3), heights - 0.01, random.range(-0.3, 0.3)]);
        let at_b = Pose::new(away, [0.0, sine, 0.0, cosine]).expect("valid");
        let [a, b] = [Placed::new(&a, &Pose::IDENTITY), Placed::new(&b, &at_b)];
        let every = check(&a, &b, &all(within(0.0)));
        if every.points.len() <= 4 {
            continue;
        }
        reduced += 1;
        let four = check(&a, &b, &within(0.0));
        assert_eq!(four.points.len(), 4);
        for point in &four.points {
            assert!(every.points.contains(point));
        }
        let places = |manifold: &Manifold| -> Vec<DVec3> {
            manifold.points.iter().map(|point| wide(point.position)).collect()
        };
        let normal = wide(every.normal);
        let [every, four_places] = [places(&every), places(&four)];
        let is_first = |&p: &DVec3| (p - four_places[0]).length() == 0.0;
        let first = every.iter().position(is_first).expect("it is one of them");
        let ratio = area(&four_places, normal) / largest_area(&every, first, normal);
        least = least.min(ratio);
    }
    eprintln!("{reduced} reduced, the least area is {least:.3} of the largest");
    assert!(reduced > 100 && least > 0.999, "{reduced} {least}");
}

/// The edge is 42 cm long within the top of the lower cube, 1 mm deep at both ends.
#[test]
fn a_cube_that_stands_on_an_edge_keeps_both_ends() {
    let cube = Polyhedron::cuboid([0.5; 3]).expect("valid");
    let [sine, cosine] =
        narrow([std::f64::consts::FRAC_PI_8.sin(), std::f64::consts::FRAC_PI_8.cos()]);
    let below = Pose::new([0.0, 0.0, -0.5], [0.0, 0.0, sine, cosine]).expect("valid");
    let tilted = [0.004_999_98, 0.0, 0.0, 0.999_987_5];
    let above = Pose::new([0.0, 0.0, 0.503_974_9], tilted).expect("valid");
    let [below, above] = [below, above].map(|pose| Placed::new(&cube, &pose));
    for [a, b] in [[&below, &above], [&above, &below]] {
        let manifold = check(a, b, &within(0.02));
        let ends = manifold.points.iter().filter(|point| (point.depth - 0.001).abs() < 1e-5);
        let mut ends: Vec<f32> = ends.map(|point| point.position[0]).collect();
        ends.sort_by(f32::total_cmp);
        assert!(matches!(ends[..], [left, right] if right - left > 0.42), "{manifold:?}");
        assert_eq!(manifold.points.len(), 4);
    }
}

#[test]
fn a_cube_on_a_cube_stands_on_four_corners() {
    let cube = Polyhedron::cuboid([0.5; 3]).expect("valid");
    let a = Placed::new(&cube, &Pose::IDENTITY);
    let b = Placed::new(&cube, &Pose::new([0.0, 0.99, 0.0], UPRIGHT).expect("valid"));
    let manifold = check(&a, &b, &ContactSettings::default());
    assert_eq!(manifold.kind, ContactKind::Face);
    assert_eq!(manifold.axis, Axis::FaceOfA { face: 2 });
    for point in &manifold.points {
        let Feature::VertexOfB { vertex } = point.feature else { panic!("{manifold:?}") };
        assert_eq!(vertex >> 1 & 1, 0, "a corner of the bottom");
        assert!((point.position[1] - 0.495).abs() < 1e-6);
        assert!((point.depth - 0.01).abs() < 1e-6);
    }
    // Turned by an eighth about the vertical the squares make an octagon of crossings.
    let eighth = core::f32::consts::FRAC_PI_8;
    let turned = Pose::new([0.0, 0.99, 0.0], [0.0, eighth.sin(), 0.0, eighth.cos()]);
    let b = Placed::new(&cube, &turned.expect("valid"));
    let octagon = check(&a, &b, &all(ContactSettings::default()));
    assert_eq!(octagon.points.len(), 8);
    assert!(octagon.points.iter().all(|point| matches!(point.feature, Feature::Edges { .. })));
}

#[test]
fn a_small_box_on_a_large_one_and_the_other_way_round() {
    let [small, large] =
        [0.25, 2.0].map(|half| Polyhedron::cuboid([half, 0.25, half]).expect("valid"));
    let tilt = Pose::new([0.1, 0.499, 0.2], narrow([0.0, 0.0, 0.01_f64.sin(), 0.01_f64.cos()]));
    let below = Placed::new(&large, &Pose::IDENTITY);
    let above = Placed::new(&small, &tilt.expect("valid"));
    let resting = check(&below, &above, &within(0.02));
    assert_eq!(resting.points.len(), 4);
    assert!(resting.points.iter().all(|p| matches!(p.feature, Feature::VertexOfB { .. })));
    let hanging = check(&above, &below, &within(0.02));
    assert_eq!(hanging.points.len(), 4);
    assert!(hanging.points.iter().all(|p| matches!(p.feature, Feature::VertexOfA { .. })));
    // Without the margin only the lower side is in touch.
    assert_eq!(check(&below, &above, &within(0.0)).points.len(), 2);
}

#[test]
fn crossed_beams_touch_at_one_point() {
    let beam = Polyhedron::cuboid([1.0, 0.1, 0.1]).expect("valid");
    // One edge of each up and down: turned about its length by an eighth.
    let eighth = core::f64::consts::FRAC_PI_8;
    let [sine, cosine] = [eighth.sin(), eighth.cos()];
    let lower = Pose::new([0.0; 3], narrow([sine, 0.0, 0.0, cosine])).expect("valid");
    // And then a quarter turn about the vertical.
    let half = 0.5_f64.sqrt();
    let across = narrow([sine * half, cosine * half, -sine * half, cosine * half]);
    let height = 2.0 * 0.1 * 2_f64.sqrt() - 0.01;
    let upper = Pose::new(narrow([0.3, height, 0.2]), across).expect("valid");
    let [a, b] = [Placed::new(&beam, &lower), Placed::new(&beam, &upper)];
    let manifold = check(&a, &b, &ContactSettings::default());
    assert_eq!(manifold.kind, ContactKind::Edge);
    assert_eq!(manifold.points.len(), 1);
    let DVec3 { x, y, z } = wide(manifold.points[0].position);
    assert!((x - 0.3).abs() < 1e-5 && (y - 0.5 * height).abs() < 1e-5 && z.abs() < 1e-5);
    assert!((manifold.depth - 0.01).abs() < 1e-5);
    assert!((wide(manifold.normal)[1] - 1.0).abs() < 1e-6);
}

/// A keel whose ridge hangs down, tilted, its higher end cut off by a facet: the facet looks more
/// straight down than the sides, but it does not hold the lowest vertex.
#[test]
fn the_incident_face_holds_the_deepest_vertex() {
    let corners = [
        [-1.0, 0.0, 0.0],
        [-1.0, 1.0, 1.0],
        [1.0, 1.0, 1.0],
        [-1.0, 1.0, -1.0],
        [1.0, 1.0, -1.0],
        [0.6, 0.0, 0.0],
        [1.0, 0.2, 0.2],
        [1.0, 0.2, -0.2],
    ];
    let faces: [&[usize]; 6] =
        [&[1, 2, 4, 3], &[0, 1, 3], &[0, 5, 6, 2, 1], &[0, 3, 4, 7, 5], &[6, 7, 4, 2], &[5, 7, 6]];
    let keel = Polyhedron::new(&corners, &faces).expect("valid");
    let floor = Polyhedron::cuboid([4.0, 0.5, 4.0]).expect("valid");
    let tilt: [f32; 4] = narrow([0.0, 0.0, 0.05_f64.sin(), 0.05_f64.cos()]);
    // The lowest vertex lies a tenth of a meter below the keel's origin.
    let at_b = Pose::new([0.0, 0.55, 0.0], tilt).expect("valid");
    let [a, b] = [Placed::new(&floor, &Pose::IDENTITY), Placed::new(&keel, &at_b)];
    assert!(b.normals()[5][1] < b.normals()[2][1], "the facet looks more straight down");
    let manifold = check(&a, &b, &within(0.0));
    assert_eq!(manifold.kind, ContactKind::Face);
    let lowest = manifold.points.iter().find(|p| p.feature == Feature::VertexOfB { vertex: 0 });
    let lowest = lowest.expect("the lowest vertex is in touch");
    assert!((lowest.depth - manifold.depth).abs() < 1e-6, "{manifold:?}");
}

/// Blocks stacked a little askew: where edges win by little and nearly along a face's normal, the
/// face is taken, for a patch of points.
#[test]
fn nearly_parallel_faces_get_a_patch() {
    let mut random = Random::new(45);
    let block = Polyhedron::cuboid([0.5; 3]).expect("valid");
    let a = Placed::new(&block, &Pose::IDENTITY);
    let mut yielded = 0;
    for _ in 0..2_000 {
        let [pitch, yaw, roll] = random.vector(-0.04, 0.04);
        let rotation = narrow([pitch, yaw, roll, 1.0]);
        let center = narrow([random.range(-0.9, 0.9), 0.97, random.range(-0.9, 0.9)]);
        let Some(at_b) = Pose::new(center, rotation.map(|c: f32| c / 1.000_3)) else { continue };
        let b = Placed::new(&block, &at_b);
        let [found, manifold] = [penetration(&a, &b).axis, check(&a, &b, &within(0.02)).axis];
        if found.is_edges() && !manifold.is_edges() {
            yielded += 1;
        }
    }
    assert!(yielded > 5, "{yielded}");
}

/// Two plates, their centers level along the best face except for a micrometer, to either side: which way its
/// normal leads does not matter to the edges that yield to it.
#[test]
fn edges_yield_to_a_face_whichever_way_it_leads() {
    let upright = Polyhedron::cuboid([0.001, 0.5, 0.5]).expect("valid");
    let turned = Polyhedron::cuboid([0.581_255_9, 0.435_179_83, 0.001]).expect("valid");
    let rotation = [-0.078_627_36, -0.263_828_07, 0.614_130_2, 0.739_632_7];
    let a = Placed::new(&upright, &Pose::IDENTITY);
    for level in [0.0, 1e-6, -1e-6] {
        let at_b = Pose::new([level, -0.125, 0.0], rotation).expect("it is a rotation");
        let b = Placed::new(&turned, &at_b);
        for [first, second] in [[&a, &b], [&b, &a]] {
            assert!(penetration(first, second).axis.is_edges(), "edges are less deep");
            let manifold = check(first, second, &within(0.0));
            assert_eq!(manifold.kind, ContactKind::Face, "{level} {manifold:?}");
        }
    }
}

/// Equal shapes turned alike, one moved by a little: faces, edges and corners are all nearly in touch, and
/// faces win by their preference alone that look past what is deepest.
#[test]
fn twins_touch_as_deep_as_they_are() {
    let mut random = Random::new(46);
    let mut deep = 0;
    for _ in 0..150 {
        for shape in &shapes(&mut random)[..7] {
            let rotation = narrow(random.rotation());
            let away = random.vector(-0.3, 0.3);
            let [at_a, at_b] = [[0.0; 3], away]
                .map(|center| Pose::new(narrow(center), rotation).expect("it is a rotation"));
            let [a, b] = [Placed::new(shape, &at_a), Placed::new(shape, &at_b)];
            let manifold = check(&a, &b, &within(0.0));
            if manifold.depth > 0.0 {
                let depth = f64::from(manifold.depth);
                assert!(deepest(&manifold) > 0.95 * depth - CLOSE, "{manifold:?}");
                deep += 1;
            }
        }
    }
    assert!(deep > 500, "{deep}");
}

/// Boxes that touch exactly, turned by a quarter: rounding puts edges before the face.
#[test]
fn boxes_that_just_touch_have_a_patch() {
    let below = Polyhedron::cuboid([0.294_195_77, 0.731_966_56, 0.992_034_14]).expect("valid");
    let lower = Polyhedron::cuboid([0.105_695_96, 0.843_496_2, 0.292_745_26]).expect("valid");
    let half = 0.5_f32.sqrt();
    let at_b = Pose::new([-0.294_195_77, -0.837_662_5, -0.992_034_14], [0.0, 0.0, half, half]);
    let [a, b] = [
        Placed::new(&below, &Pose::IDENTITY),
        Placed::new(&lower, &at_b.expect("it is a rotation")),
    ];
    let manifold = check(&a, &b, &within(0.0));
    assert_eq!((manifold.kind, manifold.points.len()), (ContactKind::Face, 4), "{manifold:?}");
}

#[test]
fn a_disc_on_its_end_is_reduced_to_a_wide_square() {
    let disc = Polyhedron::prism(98, [1.0, 0.25, 1.0]).expect("valid");
    let floor = Polyhedron::cuboid([3.0, 0.25, 3.0]).expect("valid");
    let a = Placed::new(&floor, &Pose::IDENTITY);
    let b = Placed::new(&disc, &Pose::new([0.0, 0.49, 0.0], UPRIGHT).expect("valid"));
    assert_eq!(check(&a, &b, &all(within(0.0))).points.len(), 98);
    let four = check(&a, &b, &within(0.0));
    let places: Vec<DVec3> = four.points.iter().map(|p| wide(p.position)).collect();
    // The square in the unit circle has an area of two.
    assert!(area(&places, DVec3::Y) > 1.99);
}

#[test]
fn margins_are_lengths() {
    for margin in [f32::NAN, f32::INFINITY, -0.001] {
        assert_eq!(ContactSettings::with_margin(margin), None);
    }
    assert!(within(0.25).margin() > 0.24);
}
