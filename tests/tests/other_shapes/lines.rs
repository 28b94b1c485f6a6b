//! Documented rules for rays that touch, graze, leave and start inside.

use octosat::{Face, Query, Ray, RayHit};
use octosat_check::engines;
use octosat_tests::{store_of, upright};

#[test]
fn touching_and_parallel_lines_follow_the_stated_rules() {
    let cube = store_of([upright([5.0, 0.0, 0.0], [1.0; 3])]);
    let hit = |origin: [f32; 3], direction: [f32; 3]| {
        let ray = Ray::new(origin, direction).unwrap();
        let mut all = Vec::new();
        for engine in engines() {
            let mut out = [RayHit::MISS];
            engine.hits(Query::each(&cube, &ray), &mut out).unwrap();
            all.push(out[0]);
        }
        assert!(all.iter().all(|found| *found == all[0]));
        all[0]
    };
    let along_x = [1.0, 0.0, 0.0];
    // In the plane of a face and barely off it; through a corner alone; a minus zero is a zero.
    for (origin, direction, parameters) in [
        ([0.0, 1.0, 0.0], along_x, Some((4.0, 6.0))),
        ([0.0, 1.000_001, 0.0], along_x, None),
        ([3.0, 0.0, 0.0], [1.0, 1.0, 1.0], Some((1.0, 1.0))),
        ([0.0; 3], [-1.0, 0.0, 0.0], None),
        ([0.0, -1.0, 0.0], [1.0, -0.0, -0.0], Some((4.0, 6.0))),
    ] {
        let found = hit(origin, direction);
        assert_eq!(found.hits().then_some((found.entry, found.exit)), parameters, "{origin:?}");
    }
    assert_eq!(hit([3.0, 0.0, 0.0], [1.0, 1.0, 1.0]).face.axis(), Some(0));
    // From its surface outward, and inward.
    for (direction, exit) in [([1.0, 0.0, 0.0], 0.0), ([-4.0, 0.0, 0.0], 0.5)] {
        let found = hit([6.0, 0.0, 0.0], direction);
        assert_eq!((found.entry, found.exit, found.face), (0.0, exit, Face::STARTS_INSIDE));
    }
    let backward = hit([9.0, 0.5, 0.0], [-1.0, 0.0, 0.0]).face;
    assert_eq!(
        (backward.to_string(), backward.is_positive(), backward.code()),
        ("face +0".to_owned(), true, 1)
    );
}

#[test]
fn a_ray_with_a_nan_misses() {
    let cube = store_of([upright([0.0; 3], [1.0; 3])]);
    for place in [0, 1, 2, 4, 5, 6] {
        let mut numbers = [1.0_f32; 8];
        numbers[place] = f32::NAN;
        let ray: Ray = bytemuck::cast(numbers);
        for engine in engines() {
            let mut out =
                [RayHit { entry: 7.0, exit: -7.0, face: Face::STARTS_INSIDE, reserved: [0; 3] }];
            engine.hits(Query::each(&cube, &ray), &mut out).unwrap();
            assert_eq!(out, [RayHit::MISS]);
        }
    }
}
