//! What a world of boxes must do, whoever finds its contacts.

use octosat_simulation::Vec3;
use octosat_simulation::body::{Body, Pose};
use octosat_simulation::narrow_phase::{Choice, NarrowPhase};
use octosat_simulation::scenes::{Scene, SceneChoice, single_cube, slope};
use octosat_simulation::tolerances::GRAVITY;
use octosat_simulation::world::World;

/// The world of a scene after this many frames.
fn run(scene: Scene, frames: usize) -> World {
    run_with(scene, frames, Choice::Octosat.build(1))
}

/// The same with a chosen narrow phase.
fn run_with(
    scene: Scene,
    frames: usize,
    narrow_phase: Result<Box<dyn NarrowPhase>, String>,
) -> World {
    let narrow_phase = narrow_phase.unwrap_or_else(|message| panic!("{message}"));
    let settings = scene.settings();
    let mut world = World::new(scene.bodies, settings, narrow_phase);
    for _ in 0..frames {
        assert_eq!(world.find_contacts(), Ok(()));
        world.advance();
    }
    world
}

fn scene_of(bodies: Vec<Body>) -> Scene {
    Scene { bodies, friction: 0.5, substeps: 8, stands: false }
}

#[test]
fn a_free_body_falls_and_keeps_its_turning() {
    let mut body = Body::solid(Vec3::splat(0.5), Pose::at(0.0, 0.0, 0.0), 500.0);
    body.linear_velocity = Vec3::new(1.0, 2.0, 3.0);
    body.angular_velocity = Vec3::new(0.3, -0.2, 0.1);
    let world = run(scene_of(vec![body]), 60);
    let fallen = world.bodies()[0];
    let expected = Vec3::new(1.0, 2.0 - 0.5 * GRAVITY, 3.0);
    // The substeps fall a little further than the parabola: half a substep at the final speed.
    assert!((fallen.pose.centre - expected).length() < 0.02, "{fallen:?}");
    assert!((fallen.linear_velocity.y - (2.0 - GRAVITY)).abs() < 1e-3, "{fallen:?}");
    assert!((fallen.angular_velocity - body.angular_velocity).length() < 1e-4, "{fallen:?}");
}

#[test]
fn a_collision_keeps_the_momentum_and_gains_no_energy() {
    let cube = |x, speed| Body {
        linear_velocity: Vec3::new(speed, 0.0, 0.0),
        ..Body::solid(Vec3::splat(0.5), Pose::at(x, 0.0, 0.0), 500.0)
    };
    let mut bodies = vec![cube(-0.7, 2.0), cube(0.7, -1.0)];
    bodies[0].pose.centre.y = 0.1;
    let energy = |bodies: &[Body]| -> f32 {
        // Falling changes the energy of both, so what they do sideways is compared.
        let sideways =
            |body: &Body| Body { linear_velocity: body.linear_velocity.with_y(0.0), ..*body };
        bodies.iter().map(|body| sideways(body).kinetic_energy()).sum()
    };
    let momentum = |bodies: &[Body]| -> Vec3 {
        bodies.iter().map(|body| body.linear_velocity * body.mass()).sum()
    };
    let (before, energy_before) = (momentum(&bodies), energy(&bodies));
    let world = run(scene_of(bodies), 30);
    let after = momentum(world.bodies()).with_y(0.0);
    assert!((after - before).length() < 1e-3 * before.length(), "{before} {after}");
    assert!(energy(world.bodies()) < 0.9 * energy_before, "they did not meet");
}

#[test]
fn a_resting_cube_hardly_sinks_and_is_still() {
    let world = run(single_cube(), 120);
    let cube = world.bodies()[1];
    assert!((0.48..0.501).contains(&cube.pose.centre.y), "{cube:?}");
    assert!(cube.kinetic_energy() < 1e-6 * cube.mass(), "{cube:?}");
}

#[test]
fn friction_decides_whether_boxes_slide() {
    let moved = |friction: f32| {
        let scene = slope(20.0, friction);
        let start = scene.bodies.clone();
        let world = run(scene, 120);
        let distances = world.bodies().iter().zip(&start).skip(1);
        distances
            .map(|(body, start)| body.pose.centre.distance(start.pose.centre))
            .collect::<Vec<_>>()
    };
    assert!(moved(0.6).iter().all(|&distance| distance < 0.01), "{:?}", moved(0.6));
    // g·(sin 20° − 0.1·cos 20°) over two seconds is 4.9 m.
    assert!(moved(0.1).iter().all(|&distance| (4.0..5.5).contains(&distance)), "{:?}", moved(0.1));
}

#[test]
fn stacks_stand_with_both_narrow_phases() {
    let scenes = [SceneChoice::Wall, SceneChoice::MassRatio, SceneChoice::Jenga];
    for (choice, narrow) in scenes
        .into_iter()
        .flat_map(|scene| [Choice::Parry, Choice::Octosat].map(|narrow| (scene, narrow)))
    {
        let scene = choice.build(0);
        let start = scene.bodies.clone();
        let world = run_with(scene, 120, narrow.build(1));
        for (body, start) in world.bodies().iter().zip(&start) {
            let distance = body.pose.centre.distance(start.pose.centre);
            assert!(distance < 0.02, "{} {}: {distance} m", choice.name(), narrow.name());
        }
    }
}

#[test]
fn a_run_can_be_repeated_bit_for_bit_on_any_number_of_threads() {
    let end = |narrow: Choice, threads| {
        let scene = SceneChoice::Pile.build(40);
        run_with(scene, 120, narrow.build(threads)).bodies().to_vec()
    };
    let bits = |bodies: Vec<Body>| -> Vec<[u32; 7]> {
        let pose = |body: Body| {
            let [x, y, z] = body.pose.centre.to_array();
            let [i, j, k, w] = body.pose.rotation.to_array();
            [x, y, z, i, j, k, w].map(f32::to_bits)
        };
        bodies.into_iter().map(pose).collect()
    };
    for narrow in [Choice::Parry, Choice::Octosat] {
        let first = bits(end(narrow, 1));
        assert_ne!(first, bits(SceneChoice::Pile.build(40).bodies), "nothing moved");
        assert_eq!(first, bits(end(narrow, 2)), "{}", narrow.name());
    }
}
