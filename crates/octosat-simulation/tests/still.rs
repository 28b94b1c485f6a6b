//! What a world of boxes must do, whoever finds its contacts.

use octosat_simulation::body::{Body, Pose};
use octosat_simulation::narrow_phase::{Choice, NarrowPhase};
use octosat_simulation::scenes::{Scene, SceneChoice, crowd, single_cube, slope};
use octosat_simulation::tolerances::GRAVITY;
use octosat_simulation::world::World;
use octosat_simulation::{DVec3, Vec3};

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
        assert_eq!(world.advance(), Ok(()));
    }
    world
}

fn scene_of(bodies: Vec<Body>) -> Scene {
    Scene { bodies, friction: 0.5, substeps: 8, ..single_cube() }
}

#[test]
fn a_free_body_falls_and_keeps_its_turning() {
    let mut body = Body::solid(Vec3::splat(0.5), Pose::at(0.0, 0.0, 0.0), 500.0);
    body.linear_velocity = Vec3::new(1.0, 2.0, 3.0);
    body.angular_velocity = Vec3::new(0.3, -0.2, 0.1);
    let world = run(scene_of(vec![body]), 60);
    let fallen = world.bodies()[0];
    let expected = DVec3::new(1.0, 2.0 - 0.5 * f64::from(GRAVITY), 3.0);
    // The substeps fall a little further than the parabola: half a substep at the final speed.
    assert!((fallen.center - expected).length() < 0.02, "{fallen:?}");
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
    bodies[0].center.y = 0.1;
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
fn a_resting_cube_barely_sinks_and_is_still() {
    let world = run(single_cube(), 120);
    let cube = world.bodies()[1];
    assert!((0.48..0.501).contains(&cube.center.y), "{cube:?}");
    assert!(cube.kinetic_energy() < 1e-6 * cube.mass(), "{cube:?}");
}

#[test]
fn friction_decides_whether_boxes_slide() {
    let moved = |friction: f32| {
        let scene = slope(20.0, friction);
        let start = scene.bodies.clone();
        let world = run(scene, 120);
        let distances = world.bodies().iter().zip(&start).skip(1);
        distances.map(|(body, start)| body.center.distance(start.center)).collect::<Vec<_>>()
    };
    assert!(moved(0.6).iter().all(|&distance| distance < 0.01), "{:?}", moved(0.6));
    // g·(sin 20° − 0.1·cos 20°) over two seconds is 4.9 m.
    assert!(moved(0.1).iter().all(|&distance| (4.0..5.5).contains(&distance)), "{:?}", moved(0.1));
}

/// So that `goals.rs`, which asks more of this project's contacts, asks nothing that only they can meet.
#[test]
fn stacks_stand_with_the_control() {
    for choice in [SceneChoice::Wall, SceneChoice::MassRatio, SceneChoice::Jenga] {
        let scene = choice.build(0);
        let start = scene.bodies.clone();
        let world = run_with(scene, 120, Choice::Parry.build(1));
        for (body, start) in world.bodies().iter().zip(&start) {
            let distance = body.center.distance(start.center);
            assert!(distance < 0.02, "{}: {distance} m", choice.name());
        }
    }
}

#[test]
fn a_run_can_be_repeated_bit_for_bit() {
    for narrow in [Choice::Parry, Choice::Octosat] {
        let end = |frames| run_with(SceneChoice::Pile.build(40), frames, narrow.build(1)).digest();
        assert_eq!(end(120), end(120), "{}", narrow.name());
        assert_ne!(end(120), end(119), "nothing moved");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let end = |threads| {
        let run_for = |frames| run_with(crowd(500), frames, Choice::Octosat.build(threads));
        // Up to this many pairs are a single task of the engine.
        let pairs = run_for(1).pairs().len();
        assert!(pairs > 4096, "{pairs}");
        run_for(15).digest()
    };
    let alone = end(1);
    for threads in [2, 4] {
        assert_eq!(alone, end(threads), "{threads}");
    }
}

#[test]
fn far_from_the_origin_is_as_near_it() {
    // Not on the grid of local origins, so that every center is rounded in another way.
    let shift = DVec3::new(10_007.3, -3.1, 20_001.7);
    for choice in [SceneChoice::Jenga, SceneChoice::Slope, SceneChoice::MassRatio] {
        let near = choice.build(0);
        let mut far = near.clone();
        far.bodies.iter_mut().for_each(|body| body.center += shift);
        let [near, far] = [near, far].map(|scene| run(scene, 120));
        for (near, far) in near.bodies().iter().zip(far.bodies()) {
            let apart = far.center - shift - near.center;
            assert!(apart.length() < 1e-4, "{}: {apart}", choice.name());
        }
    }
}
