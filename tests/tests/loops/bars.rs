//! Bars that spin next to a post.

use glam::{Quat, Vec3};
use octosat::Engine;
use octosat_scenes::generate::{Random, narrow};
use octosat_tests::moving::{Body, step};

use crate::FRAME;

/// The bar has half a length of a meter and turns by up to a radian per frame. The post is 0.9 m away from its middle,
/// a quarter of a turn ahead.
#[test]
fn bars_that_spin_stop_at_a_post() {
    let mut random = Random::new(5);
    for _ in 0..100 {
        let post = Body::fixed([0.0, 0.9, 0.0], [0.05, 0.05, 0.5]);
        let start = narrow(random.range(-0.5, 0.5));
        let bar = Body {
            rotation: Quat::from_rotation_z(start),
            spin: narrow(random.range(5.0, 60.0)) * Vec3::Z,
            ..Body::fixed([0.0; 3], [1.0, 0.03, 0.03])
        };
        let mut bodies = [post, bar];
        for _ in 0..60 {
            step(&Engine::new(), &mut bodies, &[[0, 1]], 0.0, FRAME).unwrap();
        }
        let [x, y, _] = (bodies[1].rotation * Vec3::X).to_array();
        // The edges of both touch at 1.49 radians.
        let angle = y.atan2(x);
        assert!((1.45..1.5).contains(&angle), "from {start}: {angle} {bar:?}");
    }
}
