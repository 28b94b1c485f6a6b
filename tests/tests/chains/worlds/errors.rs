//! Points and voxels that are rejected, which leave the world as it was.

use octosat::{Error, ErrorKind, World};
use octosat_tests::{named, upright};

const POINTS: [[f32; 3]; 3] = [[0.0; 3], [1.0, -2.0, 3.0], [1e12, -1e12, 0.0]];

/// The points with another coordinate of the second one.
fn with(coordinate: f32) -> [[f32; 3]; 3] {
    let mut points = POINTS;
    points[1][2] = coordinate;
    points
}

/// A number as errors write it.
fn written(number: f32) -> String {
    let is_usual = !number.is_finite() || (1e-5..1e9).contains(&number.abs());
    if is_usual { format!("{number}") } else { format!("{number:e}") }
}

fn world() -> World {
    let mut world = World::new([upright([0.0; 3], [1.0; 3]).into()]).unwrap();
    world.set_points(&POINTS, 0.5).unwrap();
    world
}

/// The errors of a world that gets points or voxels, and of one that is made of them.
fn errors(points: &[[f32; 3]], radius: f32, half_extents: [f32; 3]) -> [Error; 4] {
    let mut world = world();
    let before = format!("{world:?}");
    let errors = [
        World::of_points(points, radius).unwrap_err(),
        world.set_points(points, radius).unwrap_err(),
        World::of_voxels(points, half_extents).unwrap_err(),
        world.set_voxels(points, half_extents).unwrap_err(),
    ];
    assert_eq!(format!("{world:?}"), before);
    assert_eq!(world.len(), 4);
    errors
}

#[test]
fn points_that_are_not_finite_or_too_far_are_named() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1.1e12, -2e12] {
        let lists = ["point", "point", "voxel", "voxel"];
        for (error, list) in errors(&with(bad), 0.1, [0.1; 3]).iter().zip(lists) {
            assert_eq!(named(error), (list, 1, "center"), "{error}");
            assert_eq!(error.kind(), ErrorKind::Shape);
            let text = format!("{list} 1: center component 2 is {}", written(bad));
            assert!(error.to_string().starts_with(&text), "{error}");
        }
    }
}

#[test]
fn sizes_that_are_no_lengths_are_rejected() {
    for bad in [f32::NAN, f32::INFINITY, -1.0, -1e-30, 1.1e12] {
        for (number, error) in errors(&POINTS, bad, [0.1, bad, 0.1]).iter().enumerate() {
            let text = error.to_string();
            let field = if number < 2 { "radius is" } else { "half extents component 1 is" };
            assert!(text.contains(&format!("{field} {}", written(bad))), "{text}");
            assert_eq!(error.kind(), ErrorKind::Shape);
        }
    }
    let empty: [[f32; 3]; 0] = [];
    errors(&empty, -1.0, [-1.0; 3]);
}

/// As far away and as large as anything may be, and negative zeros.
#[test]
fn the_largest_numbers_are_accepted() {
    let mut world = world();
    world.set_points(&with(-0.0), 1e12).unwrap();
    world.set_points(&POINTS, -0.0).unwrap();
    world.set_voxels(&POINTS, [1e12, 0.0, 1e12]).unwrap();
    assert_eq!(world.len(), 4);
}
