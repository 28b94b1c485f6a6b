//! Boxes and points in views: inside, outside, and outside although they cross every plane.

use octosat::{Containment, Frustum, PerspectiveView};
use octosat_check::engines;
use octosat_tests::{Vector, along};

use crate::solids::{EIGHTH, Solid, X, Z, minus, store};

/// A camera that looks along a direction from a place, with its angle from side to side.
fn camera(eye: [f32; 3], towards: [f32; 3], view: [f64; 4]) -> Frustum {
    let [near, far, across, aspect] = view;
    let vertical = 2.0 * (f64::tan(across / 2.0) / aspect).atan();
    let [near, far, vertical_angle, aspect] =
        [near, far, vertical, aspect].map(octosat_scenes::generate::narrow);
    let target = std::array::from_fn(|k| eye[k] + towards[k]);
    let up = if towards[2] == 0.0 { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] };
    Frustum::perspective(&PerspectiveView { eye, target, up, vertical_angle, aspect, near, far })
        .unwrap()
}

/// What `cull` and `classify` report, in this order; all engines agree.
fn seen(frustum: Frustum, of: &Solid) -> [Containment; 2] {
    let boxes = store(&[*of]);
    let mut all = Vec::new();
    for engine in engines() {
        let mut found = [[Containment::Intersecting]; 2];
        engine.cull(&boxes, frustum, &mut found[0]).unwrap();
        engine.classify(&boxes, frustum, &mut found[1]).unwrap();
        all.push([found[0][0], found[1][0]]);
    }
    assert!(all.iter().all(|found| *found == all[0]), "{all:?}");
    all[0]
}

#[track_caller]
fn check(source: &str, frustum: Frustum, of: &Solid, expected: Containment) {
    assert_eq!(seen(frustum, of)[1], expected, "{source}: {of:?}");
}

#[track_caller]
fn check_point(source: &str, frustum: Frustum, point: Vector, is_inside: bool) {
    let expected = if is_inside { Containment::Inside } else { Containment::Outside };
    check(source, frustum, &Solid::upright(point, [0.0; 3]), expected);
}

#[test]
fn gz_math_points_and_boxes_along_the_axes() {
    let source = "gazebosim/gz-math, Frustum_TEST.cc, Pyramid";
    for (towards, way) in
        [([1.0, 0.0, 0.0], X), ([-1.0, 0.0, 0.0], minus(X)), ([0.0, 0.0, -1.0], minus(Z))]
    {
        let view = camera([0.0; 3], towards, [1.0, 10.0, EIGHTH, 4.0 / 3.0]);
        for (far, is_inside) in [
            (0.0, false),
            (0.5, false),
            (1.1, true),
            (2.0, true),
            (9.9, true),
            (10.1, false),
            (-2.0, false),
        ] {
            check_point(source, view, along([0.0; 3], far, way), is_inside);
        }
    }
    let view = camera([0.0; 3], [1.0, 0.0, 0.0], [1.0, 10.0, EIGHTH, 4.0 / 3.0]);
    // The first begins on the near plane in the middle of the view; the second ends before it.
    let of = Solid::between([1.0, 0.0, 0.0], [5.0; 3]);
    check(source, view, &of, Containment::Intersecting);
    let of = Solid::between([-1.0, 0.0, 0.0], [0.1, 0.2, 0.3]);
    check(source, view, &of, Containment::Outside);
    let view = camera([0.0; 3], [0.0, 1.0, 0.0], [0.1, 5.0, EIGHTH, 1.0]);
    for (point, is_inside) in [
        ([0.05, 0.0, 0.0], false),
        ([1.0, 0.0, 0.0], false),
        ([0.0, 0.11, 0.0], true),
        ([0.0, 4.99, 0.0], true),
    ] {
        check_point(source, view, point, is_inside);
    }
    check(source, view, &Solid::between([0.0, -1.0, 0.0], [0.1, 0.0, 0.3]), Containment::Outside);
}

/// The near corner is at the tangent of 30 degrees from side to side, and at that over the aspect from top to bottom;
/// the far one at ten times both.
#[test]
fn gz_math_corners_of_a_view() {
    let source = "gazebosim/gz-math, Frustum_TEST.cc, PoseContains";
    let aspect = 1920.0 / 1080.0;
    let view =
        camera([0.0, -5.0, 0.0], [0.0, 1.0, 0.0], [1.0, 10.0, 60.0_f64.to_radians(), aspect]);
    let across = 30.0_f64.to_radians().tan();
    for times in [1.0, 10.0] {
        for [s, t] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
            let inner = if times > 1.0 { -1.0 } else { 1.0 };
            // The source has 0.00001; a frustum is certain to a 65,536th of lengths of about 15 m.
            for (offset, is_inside) in [(0.002, true), (-0.002, false)] {
                let reach = times * across - offset;
                let height = times * across / aspect - offset;
                let point = [s * reach, -5.0 + times + inner * offset, t * height];
                check_point(source, view, point, is_inside);
            }
        }
    }
}

/// At x = 1.55 the view reaches 0.9 sideways and 0.5 up.
#[test]
fn gz_math_small_boxes_around_a_view() {
    let source = "gazebosim/gz-math, Frustum_TEST.cc, ContainsAABBNoOverlap";
    let view = camera([0.0, 0.0, 2.0], [1.0, 0.0, 0.0], [0.55, 2.5, 1.05, 1.8]);
    for (center, expected) in [
        ([1.5, 0.0, 2.0], Containment::Inside),
        ([2.6, 0.0, 2.0], Containment::Outside),
        ([0.4, 0.0, 2.0], Containment::Outside),
        ([1.5, 0.0, 2.6], Containment::Outside),
        ([1.5, 0.0, 1.4], Containment::Outside),
        ([1.5, -1.0, 2.0], Containment::Outside),
        ([1.5, 1.0, 2.0], Containment::Outside),
    ] {
        check(source, view, &Solid::cube(center, 0.05), expected);
    }
}

/// The view to x has the edge (1, 1) of its near and left planes, which meet at 135 degrees. A wall that leans against
/// this edge from outside crosses both planes, and only its own face separates it.
#[test]
fn a_wall_next_to_an_edge_of_the_view_is_outside() {
    let source = "mrdoob/three.js #27756, CesiumGS/cesium #4387";
    let view = camera([0.0; 3], [1.0, 0.0, 0.0], [1.0, 100.0, 2.0 * EIGHTH, 1.0]);
    let angle = 157.5_f64.to_radians();
    let out = [angle.cos(), angle.sin(), 0.0];
    for (gap, expected) in [(0.1, Containment::Outside), (-0.1, Containment::Intersecting)] {
        let wall = Solid::upright([0.0; 3], [1.0, 20.0, 0.5]).turned(Z, angle);
        let wall = wall.shifted(1.0, [1.0, 1.0, 0.0]).shifted(1.0 + gap, out);
        assert_eq!(seen(view, &wall), [Containment::Intersecting, expected], "{source}: {gap}");
    }
}
