//! A motion so near an obstacle that rounding decides.

use std::time::{Duration, Instant};

use octosat::{
    Chain, Configurations, Engine, Joint, JointMotion, JointMotionState, JointMotions, World,
};
use octosat_tests::{boxed, rotate, turn, upright};

/// A motion that barely moves, so near an obstacle that rounding decides, is not halved again and again.
#[test]
fn motions_that_barely_move_end_at_once() {
    for (value, gap) in [(1.0_f32, 3e-6), (1_000.0, 2e-4), (1_023.0, 3e-4)] {
        let mut arm = Chain::new("base");
        let link = arm.add_link("arm", 0, Joint::revolute("joint", [0.0, 0.0, 1.0])).unwrap();
        arm.attach(link, upright([0.0; 3], [1.0; 3])).unwrap();
        let rotation = turn([0.0, 0.0, 1.0], value.into());
        let center = rotate(rotation, [1.1 + gap, 0.0, 0.0]);
        let wall = World::new([boxed(center, rotation, [0.1, 1.0, 1.0]).into()]).unwrap();
        let starts = [value; 64];
        let asked = JointMotions::new(Configurations::new(&arm, &starts).among(&wall), &starts);
        let mut rows = [JointMotion::default(); 64];
        let begin = Instant::now();
        Engine::new().joint_motions(asked, &mut rows).unwrap();
        let took = begin.elapsed();
        assert_eq!(rows[0].state, JointMotionState::UNDECIDED, "{value}, {took:?}");
        assert!(took < Duration::from_millis(50), "{value}: {took:?}");
    }
}
