//! STL and OBJ.

use super::{Folder, box_triangles, corners, hull, sorted, stl, text_stl, why};

/// The ends of a box, which `f32` has exactly.
const ENDS: [[f32; 3]; 2] = [[-0.5, 0.25, 1.0], [0.5, 0.75, 1.125]];

#[test]
fn a_box_has_its_corners_in_each_format() {
    let triangles = box_triangles(ENDS[0], ENDS[1]);
    let expected = corners(ENDS[0], ENDS[1]);
    let text = text_stl(&triangles);
    let obj = |faces: &str| {
        let vertex = |[x, y, z]: &[f32; 3]| format!("v {x} {y} {z}\n");
        expected.iter().map(vertex).collect::<String>() + faces
    };
    let quads = "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n";
    let slashes = "# faces\no box\nf 1/1 2/1/1 4//1 \\\n 3\nf -4 -2 -1 -3 # from the end\nusemtl none\nl 1 2\n";
    for (name, bytes) in [
        ("binary.stl", stl(&triangles)),
        ("BINARY.STL", [stl(&triangles), b"\r\n".to_vec()].concat()),
        ("text.stl", text.clone().into_bytes()),
        ("windows.stl", text.replace('\n', "\r\n").into_bytes()),
        ("upper.stl", text.to_ascii_uppercase().replace("SOLID BOX", "solid BOX").into_bytes()),
        ("quads.obj", obj(quads).into_bytes()),
        ("slashes.obj", obj(slashes).into_bytes()),
        ("windows.obj", obj(slashes).replace('\n', "\r\n").into_bytes()),
        ("colored.obj", obj(quads).replace(" 1.125\n", " 1.125 1 0 0\n").into_bytes()),
    ] {
        let hull = hull(name, &bytes);
        assert_eq!(sorted(&hull), expected, "{name}");
        assert!(hull.radius > 0.0 && hull.radius < 2e-7, "{name}: {}", hull.radius);
    }
}

#[test]
fn vertices_without_a_face_do_not_count() {
    let hull = hull("a.obj", b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n");
    assert_eq!(sorted(&hull), [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
}

#[test]
fn several_solids_of_a_text_are_one_mesh() {
    let one = text_stl(&box_triangles([0.0; 3], [0.5; 3]));
    let other = text_stl(&box_triangles([0.5; 3], [1.0; 3]));
    let hull = hull("two.stl", (one + "\n" + &other).as_bytes());
    assert!(hull.points.contains(&[0.0; 3]) && hull.points.contains(&[1.0; 3]));
}

#[test]
fn scales_multiply_coordinates_and_may_mirror() {
    let folder = Folder::with(&[("box.stl", &stl(&box_triangles(ENDS[0], ENDS[1])))]);
    let hulls = folder.meshes().hulls("box.stl", [2.0, -1.0, 0.5]).expect("a mesh");
    assert_eq!(sorted(&hulls[0]), corners([-1.0, -0.75, 0.5], [1.0, -0.25, 0.5625]));
    let why = |scale| folder.meshes().hulls("box.stl", scale).expect_err("a scale").to_string();
    assert_eq!(
        why([1.0, 0.0, 1.0]),
        "mesh `box.stl`: the scale is [1.0, 0.0, 1.0], but must be finite and not zero"
    );
    assert!(why([f64::NAN; 3]).contains("must be finite"));
    assert!(why([1e300; 3]).contains("below 1e18"));
}

#[test]
fn other_formats_are_rejected() {
    let text = "mesh `a.ply`: the formats are STL, OBJ and COLLADA (.stl, .obj, .dae)";
    assert_eq!(why("a.ply", b"ply"), text);
    assert_eq!(why("a", b""), text.replace(".ply", ""));
}
