//! Contact points of boxes of similar sizes: how many, where and how deep.

use std::cell::Cell;

use octosat::ContactKind::{Closest, Edge, Face};
use octosat::{BoxStore, Contacts, CoveredFaces, PointLimit, Query, covered_faces};
use octosat_check::engines;
use octosat_scenes::generate::Random;
use octosat_tests::{Vector, along, columns, cross, dot, length, product, turn, wide};

use crate::case::{Case, contacts};
use crate::solids::{
    EIGHTH, Motion, Point, Solid, X, Y, Z, ends, minus, rectangle, scaled, store, unit,
};

/// Lets boxes that touch have contacts wherever rounding puts them.
const MARGIN: f64 = 1.0 / 256.0;

#[test]
fn a_cube_on_a_floor_has_four_points() {
    let pair =
        [Solid::upright([0.0, 0.0, -0.5], [5.0, 5.0, 0.5]), Solid::cube([0.0, 0.0, 0.49], 0.5)];
    let points = rectangle([0.0, 0.0, -0.005], [scaled(X, 0.5), scaled(Y, 0.5)], 0.01);
    Case::new("coal-library/coal #616", "The cube is a centimeter in the floor.", pair)
        .depth(Z, 0.01)
        .touching(Face, &points)
        .check();
}

#[test]
fn unit_boxes_a_millimeter_deep_have_the_corners_of_the_patch() {
    let pair = [Solid::cube([0.0; 3], 0.5), Solid::cube([0.0, 0.0, 0.999], 0.5)];
    let points = rectangle([0.0, 0.0, 0.4995], [scaled(X, 0.5), scaled(Y, 0.5)], 0.001);
    Case::new("coal-library/coal, test/contact_patch.cpp", "Corners at half the depth.", pair)
        .depth(Z, 0.001)
        .touching(Face, &points)
        .check();
}

#[test]
fn parallel_faces_have_the_corners_of_what_they_have_in_common() {
    let pair = [Solid::cube([0.0; 3], 0.5), Solid::cube([0.2, 0.1, 0.98], 0.5)];
    let points = rectangle([0.1, 0.05, 0.49], [scaled(X, 0.4), scaled(Y, 0.45)], 0.02);
    let geometry = "-0.3 to 0.5 along x and -0.4 to 0.5 along y are in common.";
    Case::new("flexible-collision-library/fcl #2", geometry, pair)
        .depth(Z, 0.02)
        .touching(Face, &points)
        .check();
}

#[test]
fn boxes_that_touch_have_their_points_on_the_common_face() {
    let pair = [0.5, 1.5].map(|x| Solid::cube([x, 0.5, 0.5], 0.5));
    let points = rectangle([1.0, 0.5, 0.5], [scaled(Y, 0.5), scaled(Z, 0.5)], 0.0);
    Case::new("dimforge/parry #315", "The face x = 1 is common, and its corners touch.", pair)
        .within(MARGIN)
        .depth(X, 0.0)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn cubes_deep_in_each_other_have_the_points_of_their_faces() {
    let pair = [Solid::cube([0.0; 3], 1.0), Solid::cube([0.5, 0.0, 0.0], 1.0)];
    let points = rectangle([0.25, 0.0, 0.0], [Y, Z], 1.5);
    let geometry = "Half-way between x = 1 of a and x = -1/2 of b.";
    Case::new("dimforge/parry PR #318", geometry, pair)
        .depth(X, 1.5)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn a_thin_wall_next_to_a_pillar_touches_it() {
    let pair = [
        Solid::upright([10.97, 0.925, 61.02], [0.5, 0.925, 0.5]),
        Solid::upright([11.5, 0.75, 60.5], [0.05, 0.75, 0.5]),
    ];
    let points = rectangle([11.46, 0.75, 60.76], [scaled(Y, 0.75), scaled(Z, 0.24)], 0.02);
    let geometry = "x 11.45 to 11.47, y 0 to 1.5 and z 60.52 to 61 are in common.";
    Case::new("dimforge/ncollide #157", geometry, pair)
        .depth(X, 0.02)
        .touching(Face, &points)
        .check();
}

#[test]
fn a_panel_flush_with_a_mullion_touches_it() {
    let mullion = Solid::upright([0.0; 3], [0.1, 0.1, 1.5]);
    for depth in [0.0, 0.001] {
        let panel = Solid::upright([0.125 - depth, 0.0, 0.0], [0.025, 0.75, 1.5]);
        let center = [0.1 - depth / 2.0, 0.0, 0.0];
        let points = rectangle(center, [scaled(Y, 0.1), scaled(Z, 1.5)], depth);
        Case::new(
            "LTplus-AG/ifc-lite #5355",
            "Faces at x = 0.1, or a millimeter in.",
            [mullion, panel],
        )
        .within(MARGIN)
        .depth(X, depth)
        .touching(Face, &points)
        .check();
    }
}

#[test]
fn a_peg_on_a_cube_has_four_points() {
    let pair = [Solid::cube([0.0; 3], 0.5), Solid::upright([0.0, 0.0, 0.99], [0.1, 0.1, 0.5])];
    let points = rectangle([0.0, 0.0, 0.495], [scaled(X, 0.1), scaled(Y, 0.1)], 0.01);
    Case::new("google-deepmind/mujoco, MJX collision_driver_test", "A centimeter deep.", pair)
        .depth(Z, 0.01)
        .touching(Face, &points)
        .check();
}

/// The normal is the cross product of x and the y axis of b, (0, -b.z, b.y). The edge of a is at y = -1.2 and z = 0.4, and
/// that of b is through its corner on the lower side; both are crossed by the normal in one place.
#[test]
fn an_edge_of_a_turned_cube_on_an_edge_has_one_point() {
    let a = Solid::cube([-1.0, -1.0, 0.2], 0.2);
    // Euler angles 0, 45 and 30 degrees about the axes of the body.
    let rotation = product(turn(Y, EIGHTH), turn(Z, EIGHTH * 2.0 / 3.0));
    let b = Solid { rotation, ..Solid::cube([-1.0, -1.2, 0.55], 0.1) };
    let [b_x, b_y, b_z] = columns(rotation);
    let normal = unit([0.0, -b_y[2], b_y[1]]);
    // Along the normal b_x points down and b_z up.
    let corner = along(along(b.center, 0.1, b_x), -0.1, b_z);
    let on_a = [corner[0], -1.2, 0.4];
    let off = along(on_a, -1.0, corner);
    let along_edge = (off[1] * b_y[1] + off[2] * b_y[2]) / (b_y[1].powi(2) + b_y[2].powi(2));
    let on_b = along(corner, along_edge, b_y);
    let depth = dot(normal, along(on_a, -1.0, on_b));
    assert!(depth > 0.002 && along_edge.abs() < 0.1, "the edges cross: {depth} {along_edge}");
    let point = Point::new(along(on_b, depth / 2.0, normal), depth);
    let source = "google-deepmind/mujoco, MJX collision_driver_test, box-box edge";
    Case::new(source, "An edge of b lies across an edge of a.", [a, b])
        .depth(normal, depth)
        .touching(Edge, &[point])
        .check();
}

#[test]
fn cubes_half_a_meter_deep_have_this_depth_at_each_point() {
    let pair = [Solid::cube([0.0; 3], 1.0), Solid::cube([0.0, 0.0, 1.5], 1.0)];
    let points = rectangle([0.0, 0.0, 0.75], [X, Y], 0.5);
    let source = "google-deepmind/mujoco, engine_collision_box_test, BoxBoxContactDistance";
    Case::new(source, "Half-way between z = 1 and z = 1/2.", pair)
        .depth(Z, 0.5)
        .touching(Face, &points)
        .exactly()
        .check();
}

/// The reach of the turned cube along y is half the sum of the magnitudes of its axes' y. Its own face is deeper by
/// 0.99 (1 - cosine), which float32 sees from an angle of 0.01 on, and the axes of nearly parallel edges are between both.
#[test]
fn a_barely_turned_stack_keeps_four_points_and_its_normal() {
    let source = "google-deepmind/mujoco #2471, bepu/bepuphysics1 #13";
    for axis in [X, Y, Z, [1.0, 0.0, 1.0], [0.3, 0.1, -1.0]] {
        for angle in [1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2] {
            let b = Solid::cube([0.0, 0.99, 0.0], 0.5).turned(axis, angle);
            let axes = columns(b.rotation);
            let reach: f64 = axes.iter().map(|axis| 0.5 * axis[1].abs()).sum();
            let mut normals = vec![Y];
            if angle < 2e-3 {
                normals.extend([axes[1], unit(cross(axes[2], X)), unit(cross(Z, axes[0]))]);
            }
            let pair = [Solid::cube([0.0; 3], 0.5), b];
            Case::new(source, "The faces of both look at each other, a centimeter deep.", pair)
                .within(0.1)
                .depth_along(&normals, reach - 0.49)
                .count(Face, 4)
                .check();
        }
    }
}

/// The least translation is at most the depth of the corner plus what a tilt adds, and no point is deeper.
#[test]
fn a_corner_in_a_corner_has_no_phantom_point() {
    let mut random = Random::new(3476);
    let (half, tilt, deep) = (0.0355, 1e-3, 5.6e-5);
    for _ in 0..400 {
        let b = Solid::cube([0.06, 0.06, 2.0 * half - deep], half);
        let b = b.turned(random.direction(), random.range(0.0, tilt));
        let boxes = store(&[Solid::cube([0.0; 3], half), b]);
        let most = deep + tilt * half * 3.0_f64.sqrt() + 1e-6;
        for engine in engines() {
            let found = contacts(&engine, Query::new(&boxes, &[[0, 1]]), PointLimit::Four);
            let depths = found.of(0).iter().map(|point| f64::from(point.depth));
            let source = "google-deepmind/mujoco #3476";
            assert!(depths.into_iter().all(|depth| depth <= most), "{source}: {:?}", found.of(0));
        }
    }
}

/// Two squares turned by 45 degrees have a regular octagon in common, around a circle of half a meter. The square of every
/// second vertex is the largest of its quadrilaterals: twice the square of the way to a vertex. A degree less or more
/// moves a vertex by less than 2 % of that way, and the middle of opposite vertices not at all.
#[test]
fn four_of_eight_points_move_little_when_a_cube_turns() {
    let half = 0.5;
    let outer = half / f64::cos(EIGHTH / 2.0);
    let area = 2.0 * outer * outer;
    for step in 0..=40_i32 {
        let angle = (44.0 + 0.05 * f64::from(step)).to_radians();
        let b = Solid::cube([0.0, 0.99, 0.0], half).turned(Y, angle);
        let boxes = store(&[Solid::cube([0.0; 3], half), b]);
        for engine in engines() {
            let found = contacts(&engine, Query::new(&boxes, &[[0, 1]]), PointLimit::Four);
            let places: Vec<Vector> = found.of(0).iter().map(|one| wide(one.position)).collect();
            let [p, q, r, s] = places[..] else { panic!("four points: {places:?}") };
            let side = |a: Vector, b: Vector| along(b, -1.0, a);
            // Half the cross product of the diagonals, of whichever pairing is convex.
            let areas = [[p, r, q, s], [p, q, r, s], [p, s, q, r]]
                .map(|[a, c, b, d]| 0.5 * length(cross(side(a, c), side(b, d))));
            let found_area = areas.into_iter().fold(0.0, f64::max);
            let middle = [0, 2].map(|k| places.iter().map(|place| place[k]).sum::<f64>() / 4.0);
            let source = "keenon/nimblephysics #8";
            assert!((found_area / area - 1.0).abs() < 0.03, "{source} {angle}: {areas:?} {area}");
            assert!(middle[0].hypot(middle[1]) < 0.02 * half, "{source} {angle}: {places:?}");
        }
    }
}

/// The depths of the four points of a pair, the deepest first, in both orders and after a motion.
fn depths_of_four(pair: [Solid; 2], margin: f32, check: impl Fn([f64; 4])) {
    for motion in [Motion::NONE, Motion::usual()] {
        let boxes = store(&pair.map(|given| given.moved(&motion)));
        for (engine, order) in
            engines().iter().flat_map(|engine| [(engine, [0, 1]), (engine, [1, 0])])
        {
            let pairs = [order];
            let query = Query::new(&boxes, &pairs).within(margin);
            let found = contacts(engine, query, PointLimit::Four);
            let mut depths: Vec<f64> = found.of(0).iter().map(|one| f64::from(one.depth)).collect();
            depths.sort_by(|one, other| other.total_cmp(one));
            check(depths.try_into().expect("four points"));
        }
    }
}

/// The edge that the upper cube stands on is 42 cm long within the top of the lower one, 1 mm deep at both ends. With one
/// end alone, and a vertex 1.9 mm above the top instead of the other, the cube would roll.
#[test]
fn a_cube_that_stands_on_an_edge_keeps_both_ends() {
    let below = Solid::cube([0.0, 0.0, -0.5], 0.5).turned(Z, EIGHTH);
    let rotation = [0.004_999_98, 0.0, 0.0, 0.999_987_48];
    let above = Solid { rotation, ..Solid::cube([0.0, 0.0, 0.503_974_91], 0.5) };
    depths_of_four([below, above], 0.02, |depths| {
        let expected = [0.001, 0.001, -0.006_021, -0.009];
        let off = [0, 1, 2, 3].map(|k| (depths[k] - expected[k]).abs());
        assert!(
            off.iter().all(|&off| off < 1e-5),
            "Genesis-Embodied-AI/Genesis PR #3154: {depths:?}"
        );
    });
}

/// The same with the lower cube turned by 10 to 60 degrees, and the upper one tilted by 0.006 to 0.03 rad. Both ends are
/// not promised: a hundred such poses, with tilts from 0.002 rad on, once lost 45.
#[test]
fn three_of_four_cubes_on_an_edge_keep_both_of_its_ends() {
    let (asked, lost) = (Cell::new(0), Cell::new(0));
    for step in 0..100_u8 {
        let [yaw, tilt] = [step / 10, step % 10].map(|part| f64::from(part) / 9.0);
        let (yaw, tilt) = ((10.0 + 50.0 * yaw).to_radians(), 0.006 + 0.024 * tilt);
        let below = Solid::cube([0.0, 0.0, -0.5], 0.5).turned(Z, yaw);
        let height = 0.5 * (tilt.cos() + tilt.sin()) - 0.001;
        let above = Solid::cube([0.0, 0.0, height], 0.5).turned(X, tilt);
        depths_of_four([below, above], 0.02, |depths| {
            let [first, second, ..] = depths.map(|depth| (depth - 0.001).abs() < 1e-5);
            assert!(first, "{yaw} {tilt}: {depths:?}");
            asked.set(asked.get() + 1);
            lost.set(lost.get() + u32::from(!second));
        });
    }
    assert!(4 * lost.get() <= asked.get(), "{lost:?} of {asked:?}");
}

/// A cube turned by 22.5 degrees about x, in the top of a cube that is turned by 45 degrees. The lowest edge is
/// √2/2 · cos(22.5°) − 1/4 deep, and its ends are the points that fcl expects.
#[test]
fn the_ends_of_the_lowest_edge_are_kept_of_eight_contacts() {
    let tilted = Solid::cube([0.0; 3], 0.5).turned([1.0, 0.0, 0.0], 0.5 * EIGHTH);
    let below = Solid::cube([0.0, 0.0, -0.75], 0.5).turned(Z, EIGHTH);
    let deepest = 0.5_f64.sqrt() * f64::cos(0.5 * EIGHTH) - 0.25;
    depths_of_four([tilted, below], 0.0, |depths| {
        let off = [0, 1].map(|k| (depths[k] - deepest).abs());
        let source = "fcl test_fcl_box_box, collision_box_box_cull_contacts";
        assert!(off.iter().all(|&off| off < 1e-6), "{source}: {depths:?}");
    });
}

#[test]
fn depth_and_points_move_along_with_the_pair() {
    let mut random = Random::new(3127);
    let motion = |_| Motion { rotation: random.rotation(), translation: random.vector(-1.0, 1.0) };
    let motions: Vec<Motion> = (0..50).map(motion).collect();
    let b = Solid::upright([0.1, 0.5 + 0.5_f64.sqrt() - 0.01, 0.0], [0.5, 0.5, 0.25]);
    let pair = [Solid::upright([0.0; 3], [1.0, 0.5, 1.0]), b.turned(Z, EIGHTH)];
    let points = ends([0.1, 0.495, 0.0], scaled(Z, 0.25), 0.01);
    Case::new("Genesis-Embodied-AI/Genesis #3127", "An edge is a centimeter in a face.", pair)
        .depth(Y, 0.01)
        .touching(Face, &points)
        .check_after(&motions);
}

/// Tiles in a row along x, and a cube whose bottom is 17 µm below their tops, 1 cm before the side of the tile at 0.
fn seam() -> (BoxStore, CoveredFaces) {
    let tiles = [-1.0, 0.0].map(|x| Solid::upright([x, 0.0, 0.0], [0.5, 0.5, 5.0]));
    let mut boxes = store(&tiles);
    let floor = covered_faces(&boxes, 1e-4).unwrap();
    boxes.insert(Solid::cube([-0.76, 0.75 - 1.7e-5, 0.0], 0.25).stored()).unwrap();
    let masks = [floor.masks(), &[0]].concat();
    (boxes, CoveredFaces::of_parts(&masks, floor.rectangles()).unwrap())
}

#[test]
fn a_seam_is_a_contact_of_the_pair_and_none_of_a_covered_face() {
    let source = "RandyGaul/qu3e #58, schteppe/p2.js #173, dimforge/rapier #142, and others";
    let (boxes, covered) = seam();
    let query = Query::new(&boxes, &[[1, 2], [0, 2]]).within(0.02);
    for engine in engines() {
        let alone = contacts(&engine, query, PointLimit::Four);
        let [side, top] = [0, 1].map(|pair| alone.manifolds()[pair]);
        // The faces x = -0.5 and x = -0.51 are 1 cm apart; in height they have 17 µm in common.
        assert_eq!((side.kind(), side.normal), (Face, [-1.0, 0.0, 0.0]), "{source}");
        assert!((side.depth + 0.01).abs() < 1e-6 && side.len == 4, "{source}: {side:?}");
        assert!((top.depth - 1.7e-5).abs() < 1e-6 && top.normal[1] > 0.999, "{source}: {top:?}");
        let found = contacts(&engine, Contacts::new(query).covered(&covered), PointLimit::Four);
        for row in found.manifolds() {
            assert!(row.normal[0].abs() < 1e-5, "{source}: {row:?}");
            assert!(row.kind() != Closest, "{source}: {row:?}");
        }
        assert_eq!(found.manifolds()[1].len, 4, "{source}");
    }
}

#[test]
fn a_box_that_is_pressed_against_a_wall_has_its_points_on_the_near_side() {
    let wall = Solid::upright([1.0, 0.0, 0.0], [0.25, 2.0, 4.0]);
    let b = Solid::cube([0.3, 0.1, 0.2], 0.5);
    let points = rectangle([0.775, 0.1, 0.2], [scaled(Y, 0.5), scaled(Z, 0.5)], 0.05);
    Case::new("schteppe/cannon.js #407", "x 0.75 to 0.8 is in common.", [wall, b])
        .depth(minus(X), 0.05)
        .touching(Face, &points)
        .check();
}
