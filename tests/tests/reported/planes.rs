//! Boxes against half-spaces and axis-aligned boxes, their bounds, and rectangles.

use octosat::{
    AxisAlignedBox, ContactKind, HalfSpace, HalfSpaceContacts, Query, Rectangle, RectangleManifold,
    RectangleStore,
};
use octosat_check::engines;
use octosat_scenes::generate::narrow as rounded;
use octosat_tests::{Vector, dot, length, narrow, wide};

use crate::case::ROUNDOFF;
use crate::solids::{
    EIGHTH, Motion, Point, Solid, X, Y, Z, distance, ends, rectangle, scaled, store, unit,
};

/// Roundoffs by which the depth can be off, for each meter of half extents: 13 and the deviation of the quaternion by
/// the book, and 16 for rounding the box itself.
const EXTENT: f64 = 13.0 + 4.4 + 16.0;

/// The same for each meter of distance of box and plane from the origin: 8 by the book, and 2 for rounding both.
const DISTANCE: f64 = 8.0 + 2.0;

/// Roundoffs by which positions are off in addition, for each meter of their coordinates.
const WORLD: f64 = 12.0;

/// Contacts of a box with a half-space: its normal and offset, and the right points.
fn check(source: &str, of: &Solid, normal: Vector, offset: f64, right: &[Point]) {
    let deepest = right.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max);
    for motion in [Motion::NONE, Motion::usual()] {
        let (of, turned) = (of.moved(&motion), motion.direction(normal));
        let offset = offset + dot(turned, motion.translation);
        let plane = HalfSpace::new(narrow(turned), rounded(offset)).unwrap();
        let extents: f64 = of.half.iter().sum();
        let bound = ROUNDOFF * (EXTENT * extents + DISTANCE * (length(of.center) + offset.abs()));
        let place = 2.0 * bound + WORLD * ROUNDOFF * (length(of.center) + extents);
        for engine in engines() {
            let boxes = store(&[of]);
            let query = Query::each(&boxes, &plane);
            let (mut rows, mut depths) = ([HalfSpaceContacts::default()], [0.0]);
            engine.manifolds(query, &mut rows[..]).unwrap();
            engine.penetrations(query, &mut depths).unwrap();
            let shown = format!("{source}: {rows:?} {depths:?} {right:?} {engine:?}");
            assert_eq!(rows[0].len(), right.len(), "{shown}");
            assert!(right.is_empty() || (f64::from(depths[0]) - deepest).abs() <= bound, "{shown}");
            for expected in right {
                let position = motion.point(expected.position);
                let is_there = rows[0].iter().any(|found| {
                    distance(wide(found.position), position) <= place
                        && (f64::from(found.depth) - expected.depth).abs() <= bound
                });
                assert!(is_there, "{expected:?} {shown}");
            }
        }
    }
}

#[test]
fn fcl_a_box_in_a_half_space() {
    let source = "FCL, test_fcl_geometric_shapes.cpp, half-space and box";
    let of = Solid::upright([0.0; 3], [2.5, 5.0, 10.0]);
    for offset in [0.0, 1.25, -1.25, 2.51, -2.51] {
        // The face x = -2.5 is below the plane x = offset, half-way between them are the points.
        let depth = offset + 2.5;
        let points =
            rectangle([(offset - 2.5) / 2.0, 0.0, 0.0], [scaled(Y, 5.0), scaled(Z, 10.0)], depth);
        check(source, &of, X, offset, if depth > 0.0 { &points } else { &[] });
    }
}

#[test]
fn coal_a_box_a_millimeter_in_a_half_space() {
    let of = Solid::cube([0.0, 0.0, 0.499], 0.5);
    let points = rectangle([0.0, 0.0, -0.0005], [scaled(X, 0.5), scaled(Y, 0.5)], 0.001);
    check("coal-library/coal, test/contact_patch.cpp", &of, Z, 0.0, &points);
}

#[test]
fn mjx_a_box_on_a_plane_flat_and_on_its_edge() {
    let source = "google-deepmind/mujoco, MJX collision_driver_test, box and plane";
    let flat = rectangle([0.0, 0.0, -0.025], [scaled(X, 0.5), scaled(Y, 0.5)], 0.05);
    check(source, &Solid::cube([0.0, 0.0, 0.45], 0.5), Z, 0.0, &flat);
    let depth = 0.5_f64.sqrt() - 0.7;
    let edge = ends([0.0, 0.0, -depth / 2.0], scaled(X, 0.5), depth);
    let of = Solid::cube([0.0, 0.0, 0.7], 0.5).turned(X, EIGHTH);
    check(source, &of, Z, 0.0, &edge);
}

/// The bounds contain the box, and exceed it by at most what the book states.
#[test]
fn qgis_bounds_of_boxes() {
    let source = "qgis/QGIS, test_qgsorientedbox3d.py, extent";
    let turned = Solid::cube([0.0; 3], 1.0).turned(Y, EIGHTH);
    for (of, half) in [
        (Solid::upright([1.0, 2.0, 3.0], [10.0, 20.0, 30.0]), [10.0, 20.0, 30.0]),
        (Solid::cube([0.0; 3], 1.0), [1.0; 3]),
        (turned, [2.0_f64.sqrt(), 1.0, 2.0_f64.sqrt()]),
    ] {
        let (extents, far) = (of.half.iter().sum::<f64>(), length(of.center));
        // The stored quaternion is rounded, so the box itself is off by 16 roundoffs of its extents.
        let off = 16.0 * ROUNDOFF * extents;
        let excess = 1e-5 * extents + 4.0 * ROUNDOFF * far + off;
        for engine in engines() {
            let mut bounds = [AxisAlignedBox::default()];
            engine.aabbs(&store(&[of]), &mut bounds).unwrap();
            for k in 0..3 {
                let low = of.center[k] - half[k] - f64::from(bounds[0].min()[k]);
                let high = f64::from(bounds[0].max()[k]) - of.center[k] - half[k];
                let shown = format!("{source}: {bounds:?} {of:?}");
                assert!(low >= -off && high >= -off, "{shown}");
                assert!(low <= excess && high <= excess, "{shown}");
            }
        }
    }
}

/// A cube at 45 degrees reaches √2 half extents towards a face; with its edge towards an edge, it is the face of the
/// turned cube that decides.
#[test]
fn axis_aligned_boxes_and_turned_boxes_touch_where_they_do() {
    let source = "NASA-AMMOS/3DTilesRendererJS, JOML, mtasa-blue, boxes of both kinds";
    let region = AxisAlignedBox::new([-1.0; 3], [1.0; 3]).unwrap();
    let turned = Solid::cube([0.0; 3], 0.5).turned(Z, EIGHTH);
    let edge = 1.0 + 0.5_f64.sqrt();
    // Along (1, 1, 0), the corner of the region is at √2 and the face of the cube half a meter before its center.
    let face = 2.0_f64.sqrt() + 0.5;
    for (way, reach) in [(X, edge), (Y, edge), (unit([1.0, 1.0, 0.0]), face), (Z, 1.5)] {
        for (off, expected) in [(-0.001, true), (0.001, false)] {
            let boxes = store(&[turned.shifted(reach + off, way)]);
            for engine in engines() {
                let mut hits = [!expected];
                engine.overlaps(Query::each(&boxes, &region), &mut hits).unwrap();
                assert_eq!(hits, [expected], "{source}: {way:?} {off}");
            }
        }
    }
}

/// In the plane, squares of a meter a centimeter above each other have both ends of the common side.
#[test]
fn box2d_868_squares_slightly_apart_have_two_points() {
    let mut squares = RectangleStore::new();
    for y in [0.0, 1.01] {
        squares.insert(Rectangle::new([0.0, y], [1.0, 0.0], [0.5; 2])).unwrap();
    }
    for engine in engines() {
        let mut rows = [RectangleManifold::default()];
        let query = Query::new(&squares, &[[0, 1]]).within(0.02);
        engine.manifolds(query, &mut rows[..]).unwrap();
        let row = &rows[0];
        let shown = format!("erincatto/box2d #868: {row:?}");
        assert_eq!((row.kind(), row.normal), (ContactKind::Face, [0.0, 1.0]), "{shown}");
        let mut places: Vec<f32> = row.points().iter().map(|point| point.position[0]).collect();
        places.sort_unstable_by(f32::total_cmp);
        assert_eq!(places, [-0.5, 0.5], "{shown}");
        // Sixteen roundoffs of a reach of two meters, and the rounding of 1.01.
        let off = |depth: f32| (depth + 0.01).abs() <= 3e-6;
        assert!(row.points().iter().all(|point| off(point.depth)), "{shown}");
    }
}
