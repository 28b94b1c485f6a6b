//! Solids of links: from the description, and from the caller.

use octosat::{BoxPose, OrientedBox, Solid};
use octosat_urdf::read;

use crate::{body, robot, solids, why};

/// The pose without a translation or a rotation.
const UPRIGHT: BoxPose = BoxPose::new([0.0; 3], [0.0, 0.0, 0.0, 1.0]);

/// The only solid of a link with a collision of these elements.
fn solid(elements: &str) -> Solid {
    let all = solids(&format!("<collision>{elements}</collision>"));
    assert_eq!(all.len(), 1);
    all[0].clone()
}

#[test]
fn sizes_of_boxes_and_lengths_are_whole_ones() {
    let shape = |shape: &str| solid(&format!("<geometry>{shape}</geometry>"));
    let half_extents = [0.5, 1.0, 1.5];
    assert_eq!(shape("<box size='1 2 3'/>"), OrientedBox { pose: UPRIGHT, half_extents }.into());
    assert_eq!(shape("<cylinder radius='0.25' length='3'/>"), Solid::cylinder(UPRIGHT, 0.25, 1.5));
    assert_eq!(shape("<capsule radius='0.25' length='3'/>"), Solid::capsule(UPRIGHT, 0.25, 1.5));
    assert_eq!(shape("<sphere radius='0.25'/>"), Solid::capsule(UPRIGHT, 0.25, 0.0));
}

#[test]
fn capsules_of_an_extension_are_capsules() {
    let xml = "<robot xmlns:drake='http://drake.mit.edu'><link name='a'><collision><geometry>\
               <drake:capsule radius='0.25' length='3'/></geometry></collision></link></robot>";
    let chain = read(xml, &[]).expect("a robot");
    assert!(chain.solids().eq([(0, &Solid::capsule(UPRIGHT, 0.25, 1.5))]));
}

#[test]
fn a_link_has_as_many_solids_as_collisions() {
    let collision = |radius: &str| {
        format!("<collision name='c'><geometry><sphere radius='{radius}'/></geometry></collision>")
    };
    let all = solids(&(collision("1") + "<visual/>" + &collision("2") + &collision("0")));
    assert_eq!(all, [1.0, 2.0, 0.0].map(|radius| Solid::capsule(UPRIGHT, radius, 0.0)));
}

/// A vector, turned about the axis x, y or z by an angle.
fn turned(mut vector: [f64; 3], axis: usize, angle: f64) -> [f64; 3] {
    let [one, other] = [(axis + 1) % 3, (axis + 2) % 3];
    let (sine, cosine) = angle.sin_cos();
    let [a, b] = [vector[one], vector[other]];
    (vector[one], vector[other]) = (cosine * a - sine * b, sine * a + cosine * b);
    vector
}

/// A vector, turned by a quaternion.
fn rotated([x, y, z, w]: [f32; 4], [a, b, c]: [f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = [x, y, z, w].map(f64::from);
    [
        (1.0 - 2.0 * (y * y + z * z)) * a + 2.0 * (x * y - z * w) * b + 2.0 * (x * z + y * w) * c,
        2.0 * (x * y + z * w) * a + (1.0 - 2.0 * (x * x + z * z)) * b + 2.0 * (y * z - x * w) * c,
        2.0 * (x * z - y * w) * a + 2.0 * (y * z + x * w) * b + (1.0 - 2.0 * (x * x + y * y)) * c,
    ]
}

#[test]
fn origins_turn_about_the_fixed_axes_x_y_and_z_in_this_order() {
    for [roll, pitch, yaw] in
        [[0.3, 0.0, 0.0], [0.0, 1.2, 0.0], [0.0, 0.0, -2.5], [0.4, -1.1, 2.9], [-3.0, 1.57, 0.2]]
    {
        let origin = format!("<origin xyz='1 2 3' rpy='{roll} {pitch} {yaw}'/>");
        let pose = solid(&format!("{origin}<geometry><sphere radius='1'/></geometry>")).pose();
        assert_eq!(pose, BoxPose::new([1.0, 2.0, 3.0], pose.rotation));
        for vector in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, -2.0, 0.25]] {
            let expected = turned(turned(turned(vector, 0, roll), 1, pitch), 2, yaw);
            let found = rotated(pose.rotation, vector);
            let is_near = (0..3).all(|k| (expected[k] - found[k]).abs() < 1e-6);
            assert!(is_near, "{roll} {pitch} {yaw}: {expected:?}, but {found:?}");
        }
    }
}

#[test]
fn origins_may_have_a_quaternion_instead_of_angles() {
    let sphere = "<geometry><sphere radius='1'/></geometry>";
    let pose = solid(&format!("<origin quat_xyzw='0 3 0 4'/>{sphere}")).pose();
    assert_eq!(pose, BoxPose::new([0.0; 3], [0.0, 0.6, 0.0, 0.8]));
    let why = |origin| {
        why(&format!("<link name='a'><collision><origin {origin}/>{sphere}</collision></link>"))
    };
    assert_eq!(
        why("rpy='0 0 0' quat_xyzw='0 0 0 1'"),
        "line 2: link `a`: `origin` has both `rpy` and `quat_xyzw`"
    );
    assert_eq!(
        why("quat_xyzw='0 0 0 0'"),
        "line 2: link `a`: `quat_xyzw` of `origin` has length 0"
    );
    assert_eq!(
        why("quat_xyzw='0 0 1'"),
        "line 2: link `a`: `quat_xyzw` of `origin` is `0 0 1`, but must be 4 finite numbers"
    );
}

#[test]
fn geometry_has_one_shape() {
    assert_eq!(why(&body("")), "line 2: link `body`: the element `geometry` is empty");
    assert_eq!(
        why(&body("<sphere radius='1'/>\n<box size='1 1 1'/>")),
        "line 3: link `body`: there are two shapes in one `geometry`"
    );
    assert_eq!(
        why(&body("<cylinder radius='1'/>")),
        "line 2: link `body`: the element `cylinder` has no attribute `length`"
    );
    assert_eq!(
        why(&body("<box/>")),
        "line 2: link `body`: the element `box` has no attribute `size`"
    );
}

/// Two links with meshes that a joint connects.
fn meshes() -> String {
    let mesh = |name: &str| {
        format!(
            "<link name='{name}'>\n<collision>\n<geometry><mesh filename='package://robot/{name}.stl'/></geometry>\n\
             </collision></link>\n"
        )
    };
    let joint = crate::joint("j", "continuous", ["arm", "hand"], "");
    robot(&(mesh("arm") + &mesh("hand") + &joint))
}

#[test]
fn meshes_are_rejected_with_all_links_that_have_one() {
    let error = read(&meshes(), &[]).expect_err("meshes");
    assert_eq!(
        error.to_string(),
        "line 4: link `arm`: the `mesh` of the file `package://robot/arm.stl` is not read; give a folder of meshes, or solids for these links: `arm`, `hand`"
    );
    let ball = [Solid::capsule(UPRIGHT, 0.5, 0.0)];
    let error = read(&meshes(), &[("arm", &ball)]).expect_err("a mesh");
    assert_eq!(
        error.to_string(),
        "line 8: link `hand`: the `mesh` of the file `package://robot/hand.stl` is not read; give a folder of meshes, or solids for these links: `hand`"
    );
    assert_eq!(
        why(&body("<ellipsoid radii='1 2 3'/>")),
        "line 2: link `body`: the `ellipsoid` is not read; give solids for these links: `body`"
    );
}

#[test]
fn given_solids_replace_all_geometry_of_a_link() {
    let [ball, rod] = [Solid::capsule(UPRIGHT, 0.5, 0.0), Solid::capsule(UPRIGHT, 0.1, 0.7)];
    let solids: [(&str, &[Solid]); 2] =
        [("hand", std::slice::from_ref(&rod)), ("arm", &[ball.clone(), rod.clone()])];
    let chain = read(&meshes(), &solids).expect("a robot");
    assert!(chain.solids().eq([(0, &ball), (0, &rod), (1, &rod)]));
    // None at all is an answer, too.
    let solids: [(&str, &[Solid]); 2] = [("hand", &[]), ("arm", std::slice::from_ref(&ball))];
    let chain = read(&meshes(), &solids).expect("a robot");
    assert!(chain.solids().eq([(0, &ball)]));
}

#[test]
fn solids_are_given_once_for_a_link_that_exists() {
    let ball = [Solid::capsule(UPRIGHT, 0.5, 0.0)];
    let why = |solids: &[(&str, &[Solid])]| read(&meshes(), solids).expect_err("no").to_string();
    assert_eq!(
        why(&[("hnad", &ball)]),
        "line 1: robot `test`: solids are given for link `hnad`, which does not exist"
    );
    assert_eq!(
        why(&[("hand", &ball), ("hand", &ball)]),
        "line 1: robot `test`: solids are given twice for link `hand`"
    );
    let flat = [Solid::capsule(UPRIGHT, -0.5, 0.0)];
    let message = why(&[("arm", &ball), ("hand", &flat)]);
    assert!(message.starts_with("line 6: link `hand`: capsule 1: radius is -0.5"), "{message}");
}
