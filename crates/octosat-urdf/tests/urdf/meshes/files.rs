//! Where files are looked for.

use super::{Folder, box_triangles, stl};

/// The height of the box in the file that is found.
fn found(folder: &Folder, name: &str) -> i32 {
    let hulls = folder.meshes().hulls(name, [1.0; 3]).expect("a mesh");
    let has = |height: &u8| hulls[0].points.contains(&[0.0, 0.0, f32::from(*height)]);
    (1..9).find(has).map_or(0, i32::from)
}

/// A folder with boxes, the first of height 1, the second of height 2 and so on.
fn boxes(names: &[&str]) -> Folder {
    let height = |at: usize| u8::try_from(at + 1).map(f32::from).expect("few");
    let files: Vec<Vec<u8>> =
        (0..names.len()).map(|at| stl(&box_triangles([0.0; 3], [1.0, 1.0, height(at)]))).collect();
    let files = names.iter().zip(&files).map(|(name, bytes)| (*name, bytes.as_slice()));
    Folder::with(&files.collect::<Vec<_>>())
}

#[test]
fn the_longest_end_of_a_path_that_exists_is_taken() {
    let all = ["arm/meshes/a.stl", "meshes/a.stl", "a.stl"];
    for first in 0..3 {
        let folder = boxes(&all[first..]);
        assert_eq!(found(&folder, "package://arm/meshes/a.stl"), 1);
    }
    let folder = boxes(&all);
    for (name, height) in [
        ("package://arm/meshes/a.stl", 1),
        ("package:///arm/meshes/a.stl", 1),
        ("model://arm/meshes/a.stl", 1),
        ("package://hand/meshes/a.stl", 2),
        ("file:///opt/robots/arm/meshes/a.stl", 1),
        ("/opt/robots/meshes/a.stl", 2),
        ("meshes/a.stl", 2),
        ("arm\\meshes\\a.stl", 1),
        ("./arm/./meshes/../meshes/a.stl", 1),
        ("../a.stl", 3),
        ("../../meshes/a.stl", 2),
        ("../other/a.stl", 3),
    ] {
        assert_eq!(found(&folder, name), height, "{name}");
    }
}

#[test]
fn files_of_another_robot_are_not_taken() {
    let folder = boxes(&["meshes/ur5/visual/base.stl", "meshes/ur10/visual/arm.stl"]);
    let below = |end: &str| octosat_urdf::Meshes::new(folder.path.join(end));
    let (of_robot, name) = (below("meshes/ur5/visual"), "package://ur/meshes/ur5/visual/base.stl");
    for end in ["", "meshes", "meshes/ur5", "meshes/ur5/visual", "meshes/ur5/../ur5/visual/."] {
        assert!(below(end).hulls(name, [1.0; 3]).is_ok(), "{end}");
    }
    let error = of_robot.hulls("package://ur/meshes/ur10/visual/base.stl", [1.0; 3]).unwrap_err();
    assert!(error.to_string().contains("there is no `ur/meshes/ur10/visual/base.stl`"), "{error}");
    // Folders may have other names.
    for name in ["package://ur/parts/base.stl", "package://ur/meshes/ur3/visual/base.stl"] {
        assert!(of_robot.hulls(name, [1.0; 3]).is_ok(), "{name}");
    }
}

#[test]
fn nothing_outside_the_folder_is_opened() {
    let outside = boxes(&["secret.stl", "inner/a.stl"]);
    let meshes = octosat_urdf::Meshes::new(outside.path.join("inner"));
    let absolute = outside.path.join("secret.stl").display().to_string();
    for name in
        ["../secret.stl", "package://inner/../../secret.stl", &absolute, "a.stl/../../secret.stl"]
    {
        let error = meshes.hulls(name, [1.0; 3]).expect_err(name);
        assert!(error.to_string().contains("there is no `"), "{error}");
    }
}

#[test]
fn errors_name_the_file_and_where_it_was_looked_for() {
    let folder = boxes(&["meshes/a.stl"]);
    let why = |name| {
        let error = folder.meshes().hulls(name, [1.0; 3]).expect_err("no file").to_string();
        error.replace(&folder.path.display().to_string(), "FOLDER")
    };
    assert_eq!(
        why("package://arm/meshes/b.stl"),
        "mesh `package://arm/meshes/b.stl`: there is no `arm/meshes/b.stl` in the folder `FOLDER`, nor a shorter end of \
         this path, such as `b.stl`"
    );
    assert_eq!(why("b.stl"), "mesh `b.stl`: there is no `b.stl` in the folder `FOLDER`");
    assert_eq!(why(""), "mesh ``: the name of the file is empty");
    assert_eq!(why("package://.."), "mesh `package://..`: the name of the file is empty");
    // A folder is no file.
    assert_eq!(why("meshes"), "mesh `meshes`: there is no `meshes` in the folder `FOLDER`");
    assert_eq!(
        why("https://a.org/b.stl"),
        "mesh `https://a.org/b.stl`: files of `https://` are not read"
    );
}
