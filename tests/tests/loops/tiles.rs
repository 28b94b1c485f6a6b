//! A cube that slides over flush tiles keeps its speed, and stays on them.

use glam::Vec3;
use octosat::Engine;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::moving::{Body, advance};

use crate::{FRAME, GRAVITY, SKIN};

/// The mean path of twenty cubes in a second at 8 m/s, without friction, under gravity, over tiles of 1 m.
fn mean_path(grown: f32) -> f32 {
    let mut random = Random::new(13);
    let mut sum = 0.0;
    for number in 0..20_u8 {
        let gap = if number < 5 { 0.0 } else { 1e-3 * random.decades(4) };
        let places = (0..12_u8).flat_map(|x| [-1.0, 0.0, 1.0].map(|z| [x.into(), -0.5, z]));
        let mut bodies: Vec<Body> = places.map(|place| Body::fixed(place, [0.5; 3])).collect();
        let start = [0.5, 0.4 + narrow(gap), 0.3];
        bodies.push(Body::moving(start, [0.4; 3], [8.0, 0.0, 0.5]));
        let cube = bodies.len() - 1;
        let pairs: Vec<[u32; 2]> = (0..).map(|tile| [tile, 36]).take(cube).collect();
        for _ in 0..60 {
            bodies[cube].velocity -= GRAVITY * FRAME * Vec3::Y;
            advance(&Engine::new(), &mut bodies, &pairs, grown, FRAME).unwrap();
        }
        let path = bodies[cube].center - Vec3::from(start);
        let lowest = 2.0 * grown - narrow(gap) - 1e-5;
        assert!(path.y > lowest && path.y < 1e-3, "{grown}: {path}");
        sum += path.x;
    }
    sum / 20.0
}

#[test]
fn a_cube_slides_over_flush_tiles_at_its_speed() {
    for grown in [0.0, SKIN, 2.0 * SKIN] {
        let path = mean_path(grown);
        assert!((7.995..8.005).contains(&path), "grown by {grown}: {path} of 8 m");
    }
}
