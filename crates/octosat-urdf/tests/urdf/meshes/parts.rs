//! Meshes that are cut: the hulls of the parts contain the mesh and what is inside, and little more.

use octosat_urdf::OuterHull;

use super::hulls::{Random, is_within};
use super::{Folder, box_triangles, stl};

/// A box, by its least and its largest corner.
type Ends = [[f32; 3]; 2];

/// The hulls of boxes in one mesh.
fn hulls(boxes: &[Ends], parts: usize) -> Vec<OuterHull> {
    let triangles: Vec<_> =
        boxes.iter().flat_map(|&[least, largest]| box_triangles(least, largest)).collect();
    let folder = Folder::with(&[("a.stl", &stl(&triangles))]);
    folder.meshes().parts(parts).hulls("a.stl", [1.0; 3]).expect("a mesh")
}

/// Whether a point is in one of the hulls.
fn contain(hulls: &[OuterHull], point: [f64; 3]) -> bool {
    hulls.iter().any(|hull| {
        let points: Vec<[f64; 3]> = hull.points.iter().map(|point| point.map(f64::from)).collect();
        is_within(&points, point, f64::from(hull.radius))
    })
}

/// Checks that random points in the boxes are in one of the hulls.
fn check(hulls: &[OuterHull], boxes: &[Ends]) {
    let mut random = Random(99);
    for at in 0..200 {
        let ends = boxes[at % boxes.len()].map(|end| end.map(f64::from));
        let mut share = random.vector().map(|number| 0.5 + 0.5 * number);
        if at % 3 == 0 {
            // On the surface.
            share[at % 2] = share[at % 2].round();
        }
        let point = [0, 1, 2].map(|k| ends[0][k] + share[k] * (ends[1][k] - ends[0][k]));
        assert!(contain(hulls, point), "{point:?}");
    }
}

/// A shape like the letter L: 1 m high and wide, with legs of 0.2 m.
const LETTER: [Ends; 2] = [[[0.0; 3], [0.2, 0.3, 1.0]], [[0.0; 3], [1.0, 0.3, 0.2]]];

#[test]
fn a_letter_is_cut_where_its_legs_meet() {
    let whole = hulls(&LETTER, 1);
    assert!(whole.len() == 1 && contain(&whole, [0.5, 0.1, 0.5]));
    let parts = hulls(&LETTER, 2);
    check(&parts, &LETTER);
    assert!(parts.len() == 2 && !contain(&parts, [0.5, 0.1, 0.5]));
    let mut random = Random(4);
    for _ in 0..100 {
        // Between the legs, 5 mm from them.
        let [x, y, z] = random.vector().map(|number| 0.5 + 0.5 * number);
        let point = [0.205 + 0.795 * x, 0.3 * y, 0.205 + 0.795 * z];
        assert!(!contain(&parts, point), "{point:?}");
    }
    // Little is left to gain.
    assert!(hulls(&LETTER, 9).len() < 5);
}

/// A wide box, on one end of which a narrow one stands, 1 m high together: the upper one begins at this height.
fn step(height: f32) -> [Ends; 2] {
    [[[0.0; 3], [2.0, 0.3, height]], [[0.0, 0.0, height], [0.3, 0.3, 1.0]]]
}

#[test]
fn a_step_is_cut_at_its_height_or_just_above() {
    for height in [0.437_f32, 0.5, 0.25, 0.71] {
        let parts = hulls(&step(height), 2);
        assert_eq!(parts.len(), 2, "{height}");
        check(&parts, &step(height));
        let above = |far: f64| [0.31, 0.15, f64::from(height) + far];
        assert!(!contain(&parts, above(0.008)) && contain(&parts, above(-0.001)), "{height}");
    }
}

#[test]
fn convex_meshes_stay_whole() {
    assert_eq!(hulls(&[[[0.0; 3], [0.5, 1.0, 2.0]]], 8).len(), 1);
    let plate = hulls(&[[[0.0; 3], [0.5, 1.0, 0.0]], [[0.0; 3], [1.0, 0.2, 0.0]]], 8);
    assert_eq!(plate.len(), 1);
}

#[test]
fn the_hulls_of_parts_contain_all_that_is_inside() {
    let leg = |axis: usize, side: f32| {
        let mut ends = [[-0.1; 3], [0.1; 3]];
        ends[usize::from(side > 0.0)][axis] = side;
        ends
    };
    // Three bars across each other, a corner of three legs, and a thick one.
    let bars = [0, 1, 2].map(|axis| [leg(axis, -1.0)[0], leg(axis, 1.0)[1]]);
    let corner = [leg(0, 1.0), leg(1, 1.0), leg(2, 1.0)];
    let thick =
        [[[-1.0; 3], [1.0, 1.0, 0.2]], [[-1.0; 3], [0.2, 1.0, 1.0]], [[-1.0; 3], [1.0, 0.2, 1.0]]];
    for boxes in [bars, corner, thick] {
        for parts in [2, 3, 4, 8, 16] {
            let hulls = hulls(&boxes, parts);
            assert!(hulls.len() > 1 && hulls.len() <= parts);
            check(&hulls, &boxes);
        }
    }
}

#[test]
fn turned_meshes_are_cut_along_their_own_axes() {
    // The letter, turned by 30 degrees about each axis.
    let (sine, cosine) = (0.5, 0.75_f32.sqrt());
    let turn = |[x, y, z]: [f32; 3]| {
        let [x, y] = [cosine * x - sine * y, sine * x + cosine * y];
        let [y, z] = [cosine * y - sine * z, sine * y + cosine * z];
        [cosine * x + sine * z, y, cosine * z - sine * x]
    };
    // A long bar with a short one at its end, whose axes are almost its principal axes.
    let boxes = [[[0.0; 3], [2.0, 0.2, 0.2]], [[1.8, -0.3, 0.0], [2.0, 0.5, 0.2_f32]]];
    let triangles: Vec<_> = boxes
        .iter()
        .flat_map(|&[least, largest]| box_triangles(least, largest))
        .map(|triangle| triangle.map(turn))
        .collect();
    let folder = Folder::with(&[("a.stl", &stl(&triangles))]);
    let hulls = folder.meshes().parts(2).hulls("a.stl", [1.0; 3]).expect("a mesh");
    assert_eq!(hulls.len(), 2);
    let inside = |point: [f32; 3]| contain(&hulls, turn(point).map(f64::from));
    assert!(inside([1.0, 0.1, 0.1]) && inside([1.9, 0.4, 0.1]) && !inside([1.2, 0.4, 0.1]));
    // 3 cm from the short bar, and as far from the long one.
    assert!(!inside([1.77, 0.23, 0.1]) && !inside([1.77, -0.03, 0.1]));
}

#[test]
fn there_is_at_least_one_part() {
    let folder = Folder::with(&[("a.stl", &stl(&box_triangles([0.0; 3], [1.0; 3])))]);
    let error = folder.meshes().parts(0).hulls("a.stl", [1.0; 3]).expect_err("no parts");
    assert_eq!(error.to_string(), "mesh `a.stl`: the number of parts is 0, but must be at least 1");
}
