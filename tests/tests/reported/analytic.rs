//! Contacts of boxes in simple positions, in the style of `Box3D`'s `test_manifold.c`: normal, number, places, depths
//! and kind follow from one sentence of geometry.

use octosat::ContactKind::{Edge, Face};
use octosat_tests::{Vector, along};

use crate::case::Case;
use crate::solids::{
    EIGHTH, Motion, Point, Solid, X, Y, Z, directions, ends, minus, rectangle, scaled, taking, unit,
};

const SOURCE: &str = "analytic";

/// How deep boxes overlap, or how far they are apart, meters.
const STEP: f64 = 1.0 / 64.0;

/// Lets boxes that touch have contacts wherever rounding puts them.
const MARGIN: f64 = 1.0 / 256.0;

/// A cube of a meter at the origin.
const CUBE: Solid = Solid::cube([0.0; 3], 0.5);

const DIAGONAL: Vector = [0.577_350_269_189_625_8; 3];

/// A cube of a meter that stands on its vertex, which is at this place, with the other end of the diagonal that way.
fn on_its_vertex(place: Vector, way: Vector) -> Solid {
    let rotation = taking(minus(DIAGONAL), minus(way));
    Solid { rotation, ..CUBE.shifted(1.0, place) }.shifted(0.75_f64.sqrt(), way)
}

/// Two cubes, one turned about y and one about z, whose edges cross on the x axis with this overlap.
fn crossed(overlap: f64) -> [Solid; 2] {
    let a = CUBE.turned(Y, EIGHTH);
    [a, CUBE.turned(Z, EIGHTH).shifted(2.0_f64.sqrt() - overlap, X)]
}

/// A block, and a box that stands on its edge along z with this overlap.
fn on_its_edge(overlap: f64) -> [Solid; 2] {
    let b = Solid::upright([0.0; 3], [0.5, 0.5, 0.25]).turned(Z, EIGHTH);
    let block = Solid::upright([0.0; 3], [1.0, 0.5, 1.0]);
    [block, b.shifted(0.5 + 0.5_f64.sqrt() - overlap, Y)]
}

#[test]
fn face_on_face_aligned() {
    let b = Solid::cube([0.0, 0.75 - STEP, 0.0], 0.25);
    let points = rectangle([0.0, 0.5 - STEP / 2.0, 0.0], [scaled(X, 0.25), scaled(Z, 0.25)], STEP);
    Case::new(SOURCE, "The lower face of b is within the upper face of a.", [CUBE, b])
        .depth(Y, STEP)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn face_on_face_shifted() {
    let b = Solid::cube([0.5, 1.0 - STEP, 0.25], 0.5);
    let points =
        rectangle([0.25, 0.5 - STEP / 2.0, 0.125], [scaled(X, 0.25), scaled(Z, 0.375)], STEP);
    Case::new(SOURCE, "Both faces have 0 to 1/2 and -1/4 to 1/2 in common.", [CUBE, b])
        .depth(Y, STEP)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn face_on_face_turned() {
    let b = CUBE.turned(Y, EIGHTH).shifted(1.0 - STEP, Y);
    let near = 0.5 * (2.0_f64.sqrt() - 1.0);
    let octagon: Vec<Point> = [[0.5, near], [near, 0.5]]
        .iter()
        .flat_map(|&[x, z]| [[x, z], [-x, z], [x, -z], [-x, -z]])
        .map(|[x, z]| Point::new([x, 0.5 - STEP / 2.0, z], STEP))
        .collect();
    Case::new(SOURCE, "Two squares turned by 45 degrees have an octagon in common.", [CUBE, b])
        .depth(Y, STEP)
        .touching(Face, &octagon)
        .check();
}

#[test]
fn face_flush_with_a_corner_of_a_face() {
    let b = Solid::cube([0.375, 0.625 - STEP, 0.375], 0.125);
    let points =
        rectangle([0.375, 0.5 - STEP / 2.0, 0.375], [scaled(X, 0.125), scaled(Z, 0.125)], STEP);
    Case::new(SOURCE, "The lower face of b fills a corner of the upper face of a.", [CUBE, b])
        .depth(Y, STEP)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn edge_on_face() {
    let points = ends([0.0, 0.5 - STEP / 2.0, 0.0], scaled(Z, 0.25), STEP);
    Case::new(SOURCE, "The edge of b from z = -1/4 to 1/4 is in the top of a.", on_its_edge(STEP))
        .depth(Y, STEP)
        .touching(Face, &points)
        .check();
}

#[test]
fn edge_over_face_within_the_margin() {
    let points = ends([0.0, 0.5 + STEP / 2.0, 0.0], scaled(Z, 0.25), -STEP);
    Case::new(SOURCE, "The edge of b is above the top of a.", on_its_edge(-STEP))
        .within(2.0 * STEP)
        .depth(Y, -STEP)
        .touching(Face, &points)
        .check();
}

#[test]
fn edge_on_edge_crossed() {
    for depth in [STEP, 1e-3, -STEP, -1e-3] {
        let pair = crossed(depth);
        let point = Point::new(scaled(pair[1].center, 0.5), depth);
        Case::new(SOURCE, "Edges along y and z cross at right angles on the x axis.", pair)
            .within(2.0 * STEP)
            .depth(X, depth)
            .touching(Edge, &[point])
            .check();
    }
}

#[test]
fn vertex_on_face() {
    let floor = Solid::upright([0.0; 3], [2.0, 0.5, 2.0]);
    for depth in [STEP, -STEP] {
        let b = on_its_vertex([0.0, 0.5 - depth, 0.0], Y);
        let point = Point::new([0.0, 0.5 - depth / 2.0, 0.0], depth);
        Case::new(SOURCE, "A cube stands on its vertex in or above the floor.", [floor, b])
            .within(2.0 * STEP)
            .depth(Y, depth)
            .touching(Face, &[point])
            .check();
    }
}

#[test]
fn vertex_to_vertex_within_the_margin() {
    let b = Solid::cube([1.0 + STEP; 3], 0.5);
    let distance = STEP * 3.0_f64.sqrt();
    let point = Point::new([0.5 + STEP / 2.0; 3], -distance);
    Case::new(SOURCE, "Vertices are 1/64 apart along each axis.", [CUBE, b])
        .within(2.0 * STEP)
        .closest(DIAGONAL, point)
        .check();
    Case::new(
        SOURCE,
        "Within the margin along each axis, beyond it along the diagonal.",
        [CUBE, b],
    )
    .within(1.5 * STEP)
    .beyond(distance)
    .check();
}

#[test]
fn vertex_to_edge_within_the_margin() {
    let way = unit([1.0, 1.0, 0.0]);
    let edge = [0.5, 0.5, 0.0];
    let b = on_its_vertex(along(edge, STEP, way), way);
    let point = Point::new(along(edge, STEP / 2.0, way), -STEP);
    Case::new(SOURCE, "A vertex is diagonally 1/64 from the middle of an edge.", [CUBE, b])
        .within(2.0 * STEP)
        .closest(way, point)
        .check();
}

#[test]
fn face_to_face_within_the_margin() {
    let b = Solid::cube([0.0, 0.75 + STEP, 0.0], 0.25);
    let points = rectangle([0.0, 0.5 + STEP / 2.0, 0.0], [scaled(X, 0.25), scaled(Z, 0.25)], -STEP);
    let case = Case::new(SOURCE, "Faces are 1/64 apart.", [CUBE, b]).depth(Y, -STEP).exactly();
    case.clone().within(2.0 * STEP).touching(Face, &points).check();
    case.within(STEP / 2.0).apart().check();
}

#[test]
fn touching_exactly() {
    let b = Solid::cube([1.0, 0.25, 0.0], 0.5);
    let points = rectangle([0.5, 0.125, 0.0], [scaled(Y, 0.375), scaled(Z, 0.5)], 0.0);
    let case = Case::new(SOURCE, "Faces at x = 1/2 have a rectangle in common.", [CUBE, b])
        .depth(X, 0.0)
        .touching(Face, &points)
        .exactly();
    case.check_after(&[Motion::NONE]);
    case.within(MARGIN).check();
}

#[test]
fn plate_in_a_slot() {
    let plate = Solid::upright([0.0; 3], [STEP, 0.25, 0.25]);
    for side in [-1.0, 1.0] {
        let wall = Solid::cube([side * (0.5 + STEP), 0.0, 0.0], 0.5);
        let points = rectangle([side * STEP, 0.0, 0.0], [scaled(Y, 0.25), scaled(Z, 0.25)], 0.0);
        Case::new(SOURCE, "A plate fills the slot between two walls.", [wall, plate])
            .within(MARGIN)
            .depth(scaled(X, -side), 0.0)
            .touching(Face, &points)
            .exactly()
            .check();
    }
}

#[test]
fn plate_pushed_into_a_face() {
    let plate = Solid::upright([0.0, 0.875, 0.0], [STEP, 0.5, 0.25]);
    let points = rectangle([0.0, 0.4375, 0.0], [scaled(X, STEP), scaled(Z, 0.25)], 0.125);
    Case::new(SOURCE, "A standing plate is 1/8 deep, less than sideways.", [CUBE, plate])
        .depth(Y, 0.125)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn box_within_a_box() {
    let (a, b) = (Solid::cube([0.0; 3], 1.0), Solid::cube([0.5, 0.125, 0.0], 0.25));
    let points = rectangle([0.625, 0.125, 0.0], [scaled(Y, 0.25), scaled(Z, 0.25)], 0.75);
    Case::new(SOURCE, "The far face of b, at x = 1/4, is 3/4 below the face x = 1.", [a, b])
        .depth(X, 0.75)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn equal_boxes() {
    let a = Solid::upright([0.0; 3], [1.0, 0.5, 0.25]);
    let points = rectangle([0.0; 3], [X, scaled(Y, 0.5)], 0.5);
    Case::new(SOURCE, "The way out is twice the least half extent, either way.", [a, a])
        .depth_along(&[Z, minus(Z)], 0.5)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn rod_across_a_block() {
    let block = Solid::cube([0.0; 3], 1.0);
    let rod = Solid::upright([0.0, 1.0625 - STEP, 0.0], [8.0, 0.0625, 0.0625]);
    let points = rectangle([0.0, 1.0 - STEP / 2.0, 0.0], [X, scaled(Z, 0.0625)], STEP);
    Case::new(SOURCE, "The rod leaves the top of the block at x = -1 and 1.", [block, rod])
        .depth(Y, STEP)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn rod_across_a_large_floor() {
    let floor = Solid::upright([0.0; 3], [128.0, 1.0, 128.0]);
    let rod = Solid::upright([0.0; 3], [50.0, 0.0625, 0.0625]).turned(Y, EIGHTH);
    let [along, across] = [unit([1.0, 0.0, -1.0]), unit([1.0, 0.0, 1.0])];
    let sides = [scaled(along, 50.0), scaled(across, 0.0625)];
    let points = rectangle([0.0, 1.0 - STEP / 2.0, 0.0], sides, STEP);
    let pair = [floor, rod.shifted(1.0625 - STEP, Y)];
    Case::new(SOURCE, "A rod of 100 m lies diagonally on a floor.", pair)
        .depth(Y, STEP)
        .touching(Face, &points)
        .check();
}

#[test]
fn plate_without_thickness() {
    let plate = Solid::upright([0.125, 0.375, 0.0], [0.25, 0.0, 0.25]);
    let points = rectangle([0.125, 0.4375, 0.0], [scaled(X, 0.25), scaled(Z, 0.25)], 0.125);
    Case::new(SOURCE, "A plate is 1/8 below the top.", [CUBE, plate])
        .depth(Y, 0.125)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn needle_without_thickness() {
    let needle = Solid::upright([0.0, 0.375, 0.0625], [0.25, 0.0, 0.0]);
    let points = ends([0.0, 0.4375, 0.0625], scaled(X, 0.25), 0.125);
    Case::new(SOURCE, "A needle is 1/8 below the top.", [CUBE, needle])
        .depth(Y, 0.125)
        .touching(Face, &points)
        .exactly()
        .check();
}

#[test]
fn point_box() {
    let point = Solid::upright([0.125, 0.25, 0.0625], [0.0; 3]);
    Case::new(SOURCE, "A point is 1/4 below the top, and farther from the sides.", [CUBE, point])
        .depth(Y, 0.25)
        .touching(Face, &[Point::new([0.125, 0.375, 0.0625], 0.25)])
        .exactly()
        .check();
}

#[test]
fn apart_in_26_directions() {
    let a = Solid::cube([0.0; 3], 1.0);
    for way in directions() {
        let parts = way.iter().filter(|part| part.abs() > 0.0).count();
        let (normal, gap) = (unit(way), 0.25 * (parts as f64).sqrt());
        let b = Solid::cube(scaled(way, 1.75), 0.5);
        let case = Case::new(SOURCE, "Along each part of the way is a gap of 1/4.", [a, b]);
        let case = case.within(0.5);
        match parts {
            1 => case.depth(normal, -gap).count(Face, 4),
            2 => case.closest_anywhere(normal, gap),
            _ => case.closest(normal, Point::new(scaled(way, 1.125), -gap)),
        }
        .check();
    }
}
