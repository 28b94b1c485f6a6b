//! Separated boxes: the distance that contacts within a margin show, and when there are none.

use octosat::ContactKind::{Edge, Face};

use crate::case::Case;
use crate::solids::{EIGHTH, Point, Solid, X, Y, Z, rectangle, scaled, unit};

#[test]
fn avian_990_edges_apart_diagonally_have_the_distance_of_the_edges() {
    let pair = [Solid::cube([0.0; 3], 0.5), Solid::cube([1.005, 1.005, 0.0], 0.5)];
    let (way, distance) = (unit([1.0, 1.0, 0.0]), 0.005 * 2.0_f64.sqrt());
    let case = Case::new(
        "avianphysics/avian #990",
        "Parallel edges are 5 mm apart along x and along y, so 7.07 mm.",
        pair,
    );
    case.clone().within(0.01).closest_anywhere(way, distance).check();
    // Along each axis the boxes are within this margin.
    case.within(0.006).beyond(distance).check();
}

#[test]
fn box2d_868_faces_slightly_apart_have_all_points() {
    let pair = [Solid::cube([0.0; 3], 0.5), Solid::cube([0.0, 1.01, 0.0], 0.5)];
    let points = rectangle([0.0, 0.505, 0.0], [scaled(X, 0.5), scaled(Z, 0.5)], -0.01);
    Case::new("erincatto/box2d #868", "Equal faces are 1 cm apart.", pair)
        .within(0.02)
        .depth(Y, -0.01)
        .touching(Face, &points)
        .check();
}

#[test]
fn coal_box_box_distance_of_two_vertices() {
    let pair = [Solid::upright([0.0; 3], [3.0, 5.0, 1.0]), Solid::cube([10.0, 8.0, 5.0], 1.0)];
    Case::new(
        "coal-library/coal, test/box_box_distance.cpp",
        "From the vertex (3, 5, 1) to (9, 7, 4) are 6, 2 and 3, so 7 m.",
        pair,
    )
    .within(8.0)
    .closest([6.0 / 7.0, 2.0 / 7.0, 3.0 / 7.0], Point::new([6.0, 6.0, 2.5], -7.0))
    .check();
}

#[test]
fn fcl_distances_of_faces_and_edges() {
    let source = "FCL, test_fcl_geometric_shapes.cpp, distance of boxes";
    let a = Solid::upright([0.0; 3], [10.0, 20.0, 25.0]);
    for gap in [0.1, 5.0] {
        let b = Solid::cube([15.0 + gap, 0.0, 0.0], 5.0);
        let center = [10.0 + gap / 2.0, 0.0, 0.0];
        let points = rectangle(center, [scaled(Y, 5.0), scaled(Z, 5.0)], -gap);
        Case::new(source, "Faces are apart by the gap along x.", [a, b])
            .within(6.0)
            .depth(X, -gap)
            .touching(Face, &points)
            .check();
    }
    let b = Solid::cube([18.0, 29.0, 0.0], 5.0);
    Case::new(source, "Edges along z are 3 and 4 apart, so 5 m.", [a, b])
        .within(6.0)
        .closest_anywhere([0.6, 0.8, 0.0], 5.0)
        .check();
}

#[test]
fn jolt_1379_margins_of_any_size_show_the_distance() {
    let source = "jrouwe/JoltPhysics, discussion #1379";
    let a = Solid::cube([0.0; 3], 10.0);
    for distance in [0.5, 8.0, 256.0, 8192.0] {
        let b = Solid::cube([20.0 + distance, 0.0, 0.0], 10.0);
        let center = [10.0 + distance / 2.0, 0.0, 0.0];
        let points = rectangle(center, [scaled(Y, 10.0), scaled(Z, 10.0)], -distance);
        let along_x = Case::new(source, "Faces are apart along x.", [a, b]).depth(X, -distance);
        let vertices = [a, Solid::cube([20.0 + distance; 3], 10.0)];
        let diagonal = 3.0_f64.sqrt() * distance;
        let point = Point::new([10.0 + distance / 2.0; 3], -diagonal);
        let apart = Case::new(source, "Vertices are apart along the diagonal.", vertices);
        for margin in [0.0, 0.25, 7.0, 255.0, 8000.0, 16384.0] {
            let case = along_x.clone().within(margin);
            if margin > distance {
                case.touching(Face, &points).check();
            } else {
                case.apart().check();
            }
            let case = apart.clone().within(margin);
            if margin > diagonal {
                case.closest(unit([1.0; 3]), point).check();
            } else if margin > distance {
                case.beyond(diagonal).check();
            }
        }
    }
}

#[test]
fn sbox_7498_and_rdk_414_the_depth_of_separated_boxes_is_minus_the_gap_of_their_faces() {
    let a = Solid::upright([0.0; 3], [1.0, 2.0, 3.0]);
    let source = "Facepunch/sbox-issues #7498, viamrobotics/rdk PR #414";
    for gap in [0.5, 4.0] {
        let b = Solid::upright([3.0 + gap, 0.3, 0.2], [2.0, 1.0, 1.0]);
        Case::new(source, "Only the faces across x separate them, by the gap.", [a, b])
            .depth(X, -gap)
            .apart()
            .check();
    }
}

#[test]
fn gamephysicscookbook_15_only_an_axis_of_two_edges_separates() {
    let source = "gszauer/GamePhysicsCookbook #15, PR #6";
    let rolled = Solid::upright([0.0; 3], [1.0, 0.1, 0.1]).turned(X, EIGHTH);
    let height = 0.2 * 2.0_f64.sqrt();
    for angle in [EIGHTH, 2.0 * EIGHTH] {
        for gap in [0.01, -0.01] {
            let crossed = rolled.turned(Y, angle).shifted(height + gap, Y);
            let point = Point::new([0.0, (height + gap) / 2.0, 0.0], -gap);
            let case = Case::new(
                source,
                "Rods lie edge on edge, crossed; their faces at 45 degrees overlap.",
                [rolled, crossed],
            )
            .depth(Y, -gap);
            case.clone().within(0.02).touching(Edge, &[point]).check();
            if gap > 0.0 {
                case.apart().check();
            }
        }
    }
}
