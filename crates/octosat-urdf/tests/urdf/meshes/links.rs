//! Links with meshes in a robot description.

use octosat::{BoxPose, OrientedBox, Solid};
use octosat_urdf::read_with_meshes;

use super::{Folder, box_triangles, stl};
use crate::robot;

/// The pose without a translation or a rotation.
const UPRIGHT: BoxPose = BoxPose::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);

/// A folder with a box of 2 × 1 × 0.5 m, which begins at the origin.
fn folder() -> Folder {
    Folder::with(&[("arm/box.stl", &stl(&box_triangles([0.0; 3], [2.0, 1.0, 0.5])))])
}

/// A link `body` with a collision of this origin and scale.
fn link(origin: &str, scale: &str) -> String {
    format!(
        "<link name='body'><collision>{origin}<geometry>\n<mesh filename='package://arm/box.stl' {scale}/>\
         </geometry></collision><collision><geometry><sphere radius='0.5'/></geometry></collision></link>"
    )
}

#[test]
fn meshes_are_moved_by_the_origin_of_their_collision() {
    let folder = folder();
    let solids = |origin: &str, scale: &str| {
        let xml = robot(&link(origin, scale));
        let chain = read_with_meshes(&xml, &[], &folder.meshes()).expect("a robot");
        chain.solids().map(|(_, solid)| solid.clone()).collect::<Vec<_>>()
    };
    for (origin, scale, least, largest) in [
        ("", "", [0.0; 3], [2.0, 1.0, 0.5]),
        ("<origin xyz='1 2 3'/>", "", [1.0, 2.0, 3.0], [3.0, 3.0, 3.5]),
        (
            "<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>",
            "",
            [0.0, 2.0, 3.0],
            [1.0, 4.0, 3.5],
        ),
        ("<origin quat_xyzw='1 0 0 1'/>", "scale='0.5 1 -1'", [0.0, 0.0, 0.0], [1.0, 0.5, 1.0]),
    ] {
        let all = solids(origin, scale);
        // In the order of the document.
        assert_eq!(all.len(), 2);
        assert_eq!(all[1], Solid::capsule(UPRIGHT, 0.5, 0.0));
        let [center, half] = [all[0].pose().center, all[0].half_extents()];
        for k in 0..3 {
            let [low, high] = [center[k] - half[k], center[k] + half[k]];
            let is_near = |found: f32, expected: f32| (found - expected).abs() < 2e-6;
            assert!(is_near(low, least[k]) && is_near(high, largest[k]), "{origin}: {low}, {high}");
        }
    }
}

#[test]
fn given_solids_replace_meshes_and_their_files_are_not_opened() {
    let ball = [Solid::capsule(UPRIGHT, 0.5, 0.0)];
    let meshes = octosat_urdf::Meshes::new("/nowhere");
    let chain =
        read_with_meshes(&robot(&link("", "")), &[("body", &ball)], &meshes).expect("a robot");
    assert!(chain.solids().eq([(0, &ball[0])]));
    let half = OrientedBox { pose: UPRIGHT, half_extents: [0.5; 3] };
    let chain = read_with_meshes(&robot(&link("", "")), &[("body", &[half.into()])], &meshes);
    assert!(chain.is_ok());
}

#[test]
fn errors_have_the_line_and_the_link() {
    let folder = folder();
    let why = |elements: &str| {
        let error =
            read_with_meshes(&robot(elements), &[], &folder.meshes()).expect_err("no robot");
        error.to_string().replace(&folder.path.display().to_string(), "FOLDER")
    };
    assert_eq!(
        why(&link("", "").replace("box.stl", "b.stl")),
        "line 3: link `body`: mesh `package://arm/b.stl`: there is no `arm/b.stl` in the folder `FOLDER`, nor a shorter end \
         of this path, such as `b.stl`"
    );
    assert_eq!(
        why(&link("", "scale='1 0 1'")),
        "line 3: link `body`: mesh `package://arm/box.stl`: the scale is [1.0, 0.0, 1.0], but must be finite and not zero"
    );
    assert_eq!(
        why(&link("", "scale='1'")),
        "line 3: link `body`: `scale` of `mesh` is `1`, but must be 3 finite numbers"
    );
    assert_eq!(
        why(&link("", "").replace("filename", "file")),
        "line 3: link `body`: the element `mesh` has no attribute `filename`"
    );
    // Only shapes that are still not read are listed.
    let ellipsoid =
        "<link name='a'><collision><geometry><ellipsoid/></geometry></collision></link>";
    assert_eq!(
        why(&(link("", "") + ellipsoid)),
        "line 2: link `body`: neither this link nor link `a` is the child of a joint; all links but one must be"
            .replace("line 2: link `body`", "line 3: link `a`")
            .replace("link `a` is the child", "link `body` is the child")
    );
    let joint = crate::joint("j", "fixed", ["body", "a"], "");
    assert_eq!(
        why(&(link("", "") + ellipsoid + &joint)),
        "line 3: link `a`: the `ellipsoid` is not read; give solids for these links: `a`"
    );
}

#[test]
fn without_meshes_their_links_are_rejected_as_ever() {
    let error = octosat_urdf::read(&robot(&link("", "")), &[]).expect_err("a mesh").to_string();
    let end = "is not read; give a folder of meshes, or solids for these links: `body`";
    assert!(error.ends_with(end), "{error}");
}
