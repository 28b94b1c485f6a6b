//! Bullets that spin and fly far in each frame: none passes a wall, with or without a response.

use glam::{Quat, Vec3};
use octosat::Engine;
use octosat_scenes::generate::Random;
use octosat_tests::moving::{Body, advance, step};
use octosat_tests::{narrow, wide};

use crate::{FRAME, SKIN};

/// Half the thickness of the wall in meters.
const HALF_WALL: f32 = 0.025;

/// A wall of 5 cm, and a bullet of 4 cm that flies at it at 200 m/s, 3.3 m per frame, and spins by up to 300 rad/s
/// about each axis.
fn wall_and_bullet(random: &mut Random) -> [Body; 2] {
    let wall = Body::fixed([0.0; 3], [HALF_WALL, 2.0, 2.0]);
    let [_, y, z] = narrow(random.vector(-5.0, 5.0));
    let center = narrow([random.range(-8.0, -5.0), 0.0, 0.0]);
    let bullet = Body {
        rotation: Quat::from_array(narrow(random.rotation())),
        spin: narrow(random.vector(-300.0, 300.0)).into(),
        ..Body::moving(center, [0.02, 0.01, 0.01], [200.0, y, z])
    };
    [wall, bullet]
}

/// The bullets of 200 that are behind the wall after half a second, in which something moved them frame by frame.
fn passed(frame: impl Fn(&mut [Body])) -> usize {
    let mut random = Random::new(3);
    let passes = |_: &usize| {
        let mut bodies = wall_and_bullet(&mut random);
        (0..30).for_each(|_| frame(&mut bodies));
        assert!(wide(bodies[1].center.to_array()).iter().all(|part| part.is_finite()));
        bodies[1].center.x > 0.0
    };
    (0..200).filter(passes).count()
}

/// The frame of a bullet ends at its impact, and the next one begins there, with the speed that it had.
#[test]
fn bullets_that_keep_their_speed_do_not_pass_a_wall() {
    for grown in [0.0, SKIN] {
        let frame = |bodies: &mut [Body]| {
            step(&Engine::new(), bodies, &[[0, 1]], grown, FRAME).unwrap();
        };
        assert_eq!(passed(frame), 0, "grown by {grown}");
    }
}

#[test]
fn bullets_that_are_stopped_use_all_of_their_frames() {
    let frame = |bodies: &mut [Body]| {
        let dropped = advance(&Engine::new(), bodies, &[[0, 1]], 0.0, FRAME).unwrap();
        assert!(dropped <= 0.0, "{dropped} s: {bodies:?}");
    };
    assert_eq!(passed(frame), 0);
}

/// Ten sheets of paper, half a millimeter thick or of no thickness, and a bullet of 2 cm at 400 m/s.
#[test]
fn a_bullet_is_stopped_by_the_first_sheet_of_paper() {
    for half in [0.000_25, 0.0] {
        let sheet =
            |number: u8| Body::fixed([0.25 * f32::from(number), 0.0, 0.0], [half, 0.5, 0.5]);
        let mut bodies: Vec<Body> = (1..=10).map(sheet).collect();
        bodies.push(Body::moving([-1.0, 0.0, 0.0], [0.01; 3], [400.0, 0.0, 0.0]));
        let pairs: Vec<[u32; 2]> = (0..10).map(|sheet| [sheet, 10]).collect();
        for _ in 0..10 {
            let dropped = advance(&Engine::new(), &mut bodies, &pairs, 0.0, FRAME).unwrap();
            assert!(dropped <= 0.0, "{dropped}");
            let Body { center, velocity, .. } = bodies[10];
            assert!((0.239..0.24).contains(&center.x), "{half}: {center}");
            assert_eq!(velocity, Vec3::ZERO);
        }
    }
}
