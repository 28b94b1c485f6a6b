//! Documented rules of rays and segments against spheres and capsules.

use octosat::{Capsule, Engine, Face, Query, Ray, RayHit, Segment, Sphere};

fn sphere(radius: f32) -> Sphere {
    Sphere::new([0.0; 3], radius).unwrap()
}

fn capsule(end: [f32; 3], radius: f32) -> Capsule {
    Capsule::new([0.0; 3], end, radius).unwrap()
}

/// The row of one line.
macro_rules! hit {
    ($shape:expr, $line:expr) => {{
        let mut rows = [RayHit::MISS];
        let (shapes, lines) = ([$shape], [$line]);
        Engine::new().hits(Query::new((&shapes, &lines), &[[0, 0]]), &mut rows).unwrap();
        (rows[0].entry, rows[0].exit, rows[0].face)
    }};
}

const MISS: (f32, f32, Face) = (f32::INFINITY, f32::NEG_INFINITY, Face::MISS);

fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
    Ray::new(origin, direction).unwrap()
}

fn segment(start: [f32; 3], end: [f32; 3]) -> Segment {
    Segment::new(start, end).unwrap()
}

#[test]
fn lines_enter_and_leave_a_sphere_at_the_stated_parameters() {
    let ball = sphere(1.0);
    let round = Face::ROUND;
    assert_eq!(hit!(ball, ray([-3.0, 0.0, 0.0], [2.0, 0.0, 0.0])), (1.0, 2.0, round));
    assert_eq!(hit!(ball, ray([3.0, 0.0, 0.0], [2.0, 0.0, 0.0])), MISS);
    let inside = Face::STARTS_INSIDE;
    assert_eq!(hit!(ball, ray([0.5, 0.0, 0.0], [0.0, 0.0, 1.0])).2, inside);
    assert_eq!(hit!(ball, ray([0.0; 3], [0.0, 4.0, 0.0])), (0.0, 0.25, inside));
    // On the surface, on the way out, and along it.
    assert_eq!(hit!(ball, ray([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])), (0.0, 0.0, inside));
    assert_eq!(hit!(ball, ray([-2.0, 1.0, 0.0], [1.0, 0.0, 0.0])), (2.0, 2.0, round));
    assert_eq!(hit!(ball, ray([-2.0, 1.0 + 1e-6, 0.0], [1.0, 0.0, 0.0])), MISS);
    // Segments end.
    assert_eq!(hit!(ball, segment([-3.0, 0.0, 0.0], [1.0, 0.0, 0.0])), (0.5, 1.0, round));
    assert_eq!(hit!(ball, segment([-3.0, 0.0, 0.0], [-1.5, 0.0, 0.0])), MISS);
    assert_eq!(hit!(ball, segment([0.5, 0.0, 0.0], [-0.5, 0.0, 0.0])), (0.0, 1.0, inside));
}

#[test]
fn points_hit_the_shapes_that_contain_them() {
    let log = capsule([4.0, 0.0, 0.0], 1.0);
    for (point, hits) in [
        ([0.0, 0.0, 1.0], true),
        ([-1.0, 0.0, 0.0], true),
        ([2.0, 0.75, 0.5], true),
        ([5.0, 0.0, 0.0], true),
        ([-1.0, 0.0, 1e-3], false),
        ([2.0, 0.0, 1.125], false),
    ] {
        let expected = if hits { (0.0, 1.0, Face::STARTS_INSIDE) } else { MISS };
        assert_eq!(hit!(log, segment(point, point)), expected, "{point:?}");
        let ball = Capsule::new(point, point, 0.0).unwrap();
        assert_eq!(hit!(ball, segment(point, point)), (0.0, 1.0, Face::STARTS_INSIDE));
    }
    assert_eq!(hit!(sphere(1.0), segment([0.6, 0.0, 0.8], [0.6, 0.0, 0.8])).2, Face::STARTS_INSIDE);
    assert_eq!(hit!(sphere(1.0), segment([0.6, 0.1, 0.8], [0.6, 0.1, 0.8])), MISS);
}

#[test]
fn lines_enter_a_capsule_through_its_side_or_through_the_ball_at_an_end() {
    let log = capsule([4.0, 0.0, 0.0], 1.0);
    let round = Face::ROUND;
    // Across, along the core from both sides, and outside of the cylinder.
    assert_eq!(hit!(log, ray([2.0, 0.0, -3.0], [0.0, 0.0, 1.0])), (2.0, 4.0, round));
    assert_eq!(hit!(log, ray([-3.0, 0.0, 0.0], [1.0, 0.0, 0.0])), (2.0, 8.0, round));
    assert_eq!(hit!(log, ray([8.0, 0.0, 0.0], [-2.0, 0.0, 0.0])), (1.5, 4.5, round));
    assert_eq!(hit!(log, ray([-3.0, 1.25, 0.0], [1.0, 0.0, 0.0])), MISS);
    assert_eq!(hit!(log, ray([2.0, 0.0, 0.0], [1.0, 0.0, 0.0])), (0.0, 3.0, Face::STARTS_INSIDE));
    // Past the ends: within the cylinder but not within the balls.
    assert_eq!(hit!(log, ray([5.25, 0.0, -3.0], [0.0, 0.0, 1.0])), MISS);
    assert_eq!(hit!(log, ray([-1.25, 0.0, -3.0], [0.0, 0.0, 1.0])), MISS);
    let (entry, exit, face) = hit!(log, ray([-0.6, 0.0, -3.0], [0.0, 0.0, 1.0]));
    assert!((entry - 2.2).abs() < 1e-6 && (exit - 3.8).abs() < 1e-6 && face == round);
    // The endless line meets it, but behind the start.
    assert_eq!(hit!(log, ray([2.0, 0.0, 3.0], [0.0, 0.0, 1.0])), MISS);
    assert_eq!(hit!(log, ray([9.0, 0.0, 0.0], [1.0, 0.0, 0.0])), MISS);
    // A core that is a point.
    let ball = capsule([0.0; 3], 1.0);
    assert_eq!(hit!(ball, ray([-3.0, 0.0, 0.0], [2.0, 0.0, 0.0])), (1.0, 2.0, round));
}

/// Lines of all lengths and almost along the core: at the places of entry and exit they are at the surface.
#[test]
fn places_of_entry_and_exit_are_at_the_surface() {
    let log = capsule([4.0, 0.0, 0.0], 0.5);
    for angle in [0.0_f32, 1e-8, 1e-6, 1e-4, 0.01, 0.1, 0.5, 1.5] {
        for length in [2e-12_f32, 1e-6, 1.0, 1e6] {
            let direction = [angle.cos() * length, angle.sin() * length, 0.0];
            let (entry, exit, face) = hit!(log, ray([-2.0, 0.25, 0.125], direction));
            if angle > 0.2 {
                assert_eq!(face, Face::MISS, "{angle}");
                continue;
            }
            assert_eq!(face, Face::ROUND, "{angle}, {length:e}");
            for parameter in [entry, exit] {
                let at = |start: f32, component: f32| {
                    f64::from(start) + f64::from(component) * f64::from(parameter)
                };
                let [x, y] = [at(-2.0, direction[0]), at(0.25, direction[1])];
                let beyond = x - x.clamp(0.0, 4.0);
                let distance = (beyond * beyond + y * y + 0.125 * 0.125).sqrt();
                assert!((distance - 0.5).abs() < 4e-6, "{angle}, {length:e}: {distance}");
            }
        }
    }
}
