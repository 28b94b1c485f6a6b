//! Boxes that touch a floor, or almost do: none is frozen, and none falls through it.

use glam::Vec3;
use octosat::Engine;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::moving::{Body, advance, step};

use crate::{FRAME, GRAVITY, SKIN};

/// A floor and a cube of 1 m, at one of 40 places and gaps, the first of which is zero and the others 1e-8 to 1e-4 m.
fn floors_and_cubes() -> Vec<[Body; 2]> {
    let mut random = Random::new(9);
    let pair = |number: u8| {
        let gap = if number == 0 { 0.0 } else { 1e-4 * random.decades(4) };
        let center = [random.range(-2.0, 2.0), 0.5 + gap, random.range(-2.0, 2.0)];
        let floor = Body::fixed([0.0, -0.5, 0.0], [50.0, 0.5, 50.0]);
        [floor, Body::moving(center.map(narrow), [0.5; 3], [0.0; 3])]
    };
    (0..40).map(pair).collect()
}

#[test]
fn boxes_that_rest_leave_slide_or_turn_are_not_frozen() {
    let motions: [(&str, [f32; 3], [f32; 3]); 4] = [
        ("rests", [0.0; 3], [0.0; 3]),
        ("leaves", [0.0, 60.0, 0.0], [0.0; 3]),
        ("slides", [30.0, 0.0, 0.0], [0.0; 3]),
        ("turns", [0.0; 3], [0.0, 10.0, 0.0]),
    ];
    for (name, velocity, spin) in motions {
        for grown in [0.0, SKIN] {
            for mut bodies in floors_and_cubes() {
                bodies[1].velocity = velocity.into();
                bodies[1].spin = spin.into();
                let before = bodies[1];
                let made = step(&Engine::new(), &mut bodies, &[[0, 1]], grown, FRAME).unwrap();
                assert!(made.part >= 1.0, "{name}: {made:?} of {before:?}");
            }
        }
    }
}

#[test]
fn a_box_stays_on_its_floor_under_gravity() {
    for grown in [0.0, SKIN] {
        for mut bodies in floors_and_cubes() {
            for frame in 0..60 {
                bodies[1].velocity -= GRAVITY * FRAME * Vec3::Y;
                let engine = Engine::new();
                let dropped = advance(&engine, &mut bodies, &[[0, 1]], grown, FRAME).unwrap();
                assert!(dropped <= 0.0, "frame {frame}, grown by {grown}: {bodies:?}");
            }
            let height = bodies[1].center.y;
            assert!((0.5 + 2.0 * grown - 1e-5..0.5002).contains(&height), "{grown}: {height}");
        }
    }
}
