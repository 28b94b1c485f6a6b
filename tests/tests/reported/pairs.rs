//! Overlap, least translation and its direction, of pairs whose faces decide.

use octosat_tests::{Vector, columns};

use crate::case::Case;
use crate::solids::{EIGHTH, Solid, X, Y, Z, minus, unit};

const UNIT: Solid = Solid::cube([0.0; 3], 0.5);

/// All directions along an axis.
const AXES: [Vector; 6] = [X, Y, Z, [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]];

#[test]
fn a_small_cube_on_the_diagonal_leaves_through_a_face() {
    let pair = [UNIT, Solid::cube([0.4; 3], 0.05)];
    Case::new(
        "flexible-collision-library/fcl #545",
        "Along each axis 0.5 + 0.05 - 0.4; nothing times √3.",
        pair,
    )
    .depth_along(&[X, Y, Z], 0.15)
    .check();
}

#[test]
fn a_box_within_another_leaves_by_the_least_way() {
    let source = "flexible-collision-library/fcl #628";
    let inner = |top: f64, depth: f64| Solid::between([0.0, 0.8, 0.0], [1.0, top, depth]);
    let pair = [Solid::between([0.0; 3], [1.0; 3]), inner(1.0, 1.0)];
    Case::new(source, "Up: from 0.8 to 1.", pair).depth(Y, 0.2).check();
    let pair = [Solid::between([0.0; 3], [1.0, 1.0, 2.0]), inner(1.0, 1.0)];
    Case::new(source, "Up, also if a is twice as long in z.", pair).depth(Y, 0.2).check();
    let pair = [Solid::between([0.0; 3], [1.0, 2.0, 1.0]), inner(1.0, 1.0)];
    Case::new(source, "If a is twice as high: 1 down or sideways, 1.2 up.", pair)
        .depth_along(&[X, minus(X), minus(Y), Z, minus(Z)], 1.0)
        .check();
}

#[test]
fn cubes_that_touch_or_are_equal() {
    let source = "flexible-collision-library/fcl #503";
    let [a, b] = [-1.0, 1.0].map(|x| Solid::cube([x, 0.0, 0.0], 1.0));
    Case::new(source, "[-2, 0] and [0, 2] touch at x = 0.", [a, b]).depth(X, 0.0).exactly().check();
    Case::new(source, "Equal cubes of 2 m.", [a, a]).depth_along(&AXES, 2.0).exactly().check();
}

#[test]
fn identical_boxes_overlap_in_any_rotation() {
    let half = [1.0, 0.5, 2.0];
    for angle in [0.0, 0.3, EIGHTH, 2.0] {
        let a = Solid::upright([3.0, -1.0, 2.0], half).turned([1.0, 2.0, 3.0], angle);
        let y = columns(a.rotation)[1];
        Case::new(
            "mrdoob/three.js #10670, #27756",
            "The way out is along the shortest axis.",
            [a, a],
        )
        .depth_along(&[y, minus(y)], 1.0)
        .check();
    }
}

#[test]
fn parallel_faces_give_no_nan() {
    let pair = [UNIT, Solid::cube([0.2, 0.1, 0.98], 0.5)];
    Case::new("flexible-collision-library/fcl #2", "Along z 1 - 0.98.", pair)
        .depth(Z, 0.02)
        .check();
}

#[test]
fn cubes_half_a_meter_apart_overlap_by_the_rest() {
    let pair = [Solid::cube([0.0; 3], 1.0), Solid::cube([0.5, 0.0, 0.0], 1.0)];
    Case::new("dimforge/parry PR #318", "Two half extents of 1, centers 0.5 apart.", pair)
        .depth(X, 1.5)
        .exactly()
        .check();
}

#[test]
fn a_wall_pushes_a_box_back_wherever_the_wall_is() {
    for place in [0.0, 1.0, -1.0] {
        let wall = Solid::upright([place, 0.0, 0.0], [0.25, 2.0, 4.0]);
        for pressed in [0.01, 0.05, 0.1, 0.2] {
            let pair = [wall, Solid::cube([place - 0.75 + pressed, 0.1, 0.2], 0.5)];
            Case::new("schteppe/cannon.js #407", "Pressed into the wall from the left.", pair)
                .depth(minus(X), pressed)
                .check();
        }
    }
}

#[test]
fn offset_boxes_have_the_depth_of_their_sides() {
    let source = "LTplus-AG/ifc-lite PR #2536 (a)";
    let a = Solid::between([0.0; 3], [2.0; 3]);
    let b = Solid::between([0.5, 0.03, 0.07], [2.5, 2.03, 2.07]);
    Case::new(source, "1.5 along x, 1.97 along y, 1.93 along z.", [a, b]).depth(X, 1.5).check();
    Case::new(source, "Moved to 5 mm along x.", [a, b.shifted(1.495, X)]).depth(X, 0.005).check();
    let turned = Solid::cube([0.85 + 0.18_f64.sqrt(), 0.0, 0.0], 0.3).turned(Z, EIGHTH);
    Case::new(
        source,
        "An edge of a cube at 45 degrees is 0.15 in.",
        [Solid::cube([0.0; 3], 1.0), turned],
    )
    .depth(X, 0.15)
    .check();
}

#[test]
fn a_duct_through_a_wall_has_the_least_translation() {
    let wall = Solid::upright([0.0; 3], [0.1, 5.0, 5.0]);
    for degrees in [0.0_f64, 15.0, 30.0, 45.0] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let duct = Solid::upright([0.0; 3], [1.5, 0.1, 0.1]).turned(Z, degrees.to_radians());
        let depth = 0.1 + 1.5 * cosine + 0.1 * sine;
        let source = "LTplus-AG/ifc-lite PR #2536 (c)";
        Case::new(source, "Half the wall plus the reach of the duct across it.", [wall, duct])
            .depth_along(&[X, minus(X)], depth)
            .check();
        Case::new(source, "Moved by 0.2 across the wall.", [wall, duct.shifted(0.2, X)])
            .depth(X, depth - 0.2)
            .check();
    }
}

#[test]
fn boxes_that_slide_on_each_other_at_45_degrees() {
    let (a, b) = (Solid::cube([0.0; 3], 1.0), Solid::cube([0.0; 3], 0.5));
    let [a, b] = [a, b].map(|given| given.turned(Z, EIGHTH));
    for off in [1e-4, -1e-4] {
        let along = 1.5 / 2.0_f64.sqrt() + off;
        let pair = [a, b.shifted(along, [1.0, 1.0, 0.0])];
        let normal = unit([1.0, 1.0, 0.0]);
        Case::new("JOML-CI/JOML #129", "Faces across (1, 1, 0) at 1.5 touch.", pair)
            .depth(normal, -off * 2.0_f64.sqrt())
            .check();
    }
}

#[test]
fn small_cubes_overlap_by_their_half_extent() {
    let pair = [Solid::cube([0.0; 3], 0.1), Solid::cube([0.1, 0.0, 0.0], 0.1)];
    Case::new("NVIDIAGameWorks/PhysX #564", "0.1 + 0.1 - 0.1.", pair).depth(X, 0.1).check();
}

#[test]
fn the_least_translation_of_different_boxes() {
    let pair = [
        Solid::upright([0.0; 3], [1.0, 2.0, 3.0]),
        Solid::upright([2.5, 0.3, 0.2], [2.0, 1.0, 1.0]),
    ];
    let source = "Facepunch/sbox-issues #7498, viamrobotics/rdk PR #414";
    Case::new(source, "0.5 along x, 2.7 along y, 3.8 along z.", pair).depth(X, 0.5).check();
}

#[test]
fn a_beam_against_a_post_is_as_deep_either_way() {
    let beam = Solid::between([-670.0, 157.986_01, 0.0], [0.0, 197.986_01, 40.0]);
    let post = Solid::upright([-300.0, 60.0, 20.0], [20.0, 150.0, 20.0]);
    let geometry = "320 along x, 52 along y, 40 along z, either way.";
    Case::new("AlexanderFabisch/distance3d #78", geometry, [beam, post])
        .depth_along(&[Z, minus(Z)], 40.0)
        .check();
}

#[test]
fn cubes_side_by_side_with_parallel_axes() {
    for gap in [0.1, 0.0, -0.1] {
        let b = Solid::cube([1.0 + gap, 0.0, 0.0], 0.5);
        let case =
            Case::new("idmillington/cyclone-physics #39", "Side by side on a plane.", [UNIT, b]);
        let case = case.depth(X, -gap);
        if gap == 0.0 { case.exactly() } else { case }.check();
    }
}

#[test]
fn fcl_boxes_of_different_sizes() {
    let source = "FCL, test_fcl_geometric_shapes.cpp, boxes";
    let a = Solid::upright([0.0; 3], [10.0, 20.0, 25.0]);
    let b = Solid::cube([0.0; 3], 5.0);
    Case::new(source, "In the middle: 15 along x.", [a, b])
        .depth_along(&[X, minus(X)], 15.0)
        .exactly()
        .check();
    let touching = [a, b.shifted(15.0, X)];
    Case::new(source, "At 15 the faces touch.", touching).depth(X, 0.0).exactly().check();
    let apart = [a, b.shifted(15.01, X)];
    Case::new(source, "At 15.01 they are apart.", apart).depth(X, -0.01).apart().check();
    // A sixth of 3.14, as the source has it.
    let angle = 0.523_333;
    let depth = 10.0 + 5.0 * (f64::cos(angle) + f64::sin(angle));
    Case::new(source, "Turned about z, b reaches farther along x.", [a, b.turned(Z, angle)])
        .depth_along(&[X, minus(X)], depth)
        .check();
}

#[test]
fn coal_unit_boxes_at_the_same_place_and_two_meters_apart() {
    let source = "coal-library/coal, test of box_box_collision";
    let case = Case::new(source, "The same place.", [UNIT, UNIT]);
    case.depth_along(&AXES, 1.0).exactly().check();
    let pair = [UNIT, Solid::cube([2.0, 0.0, 0.0], 0.5)];
    Case::new(source, "A gap of a meter.", pair).depth(X, -1.0).exactly().apart().check();
}

#[test]
fn concentric_boxes_barely_deep_overlap() {
    for depth in [1e-3, 2.5e-4, 1e-4, 1e-5] {
        let pair = [Solid::cube([0.0; 3], 0.2), Solid::cube([0.0, 0.0, 0.4 - depth], 0.2)];
        Case::new(
            "google-deepmind/mujoco_warp #1526",
            "A stack, exactly one above the other.",
            pair,
        )
        .depth(Z, depth)
        .check();
    }
}
