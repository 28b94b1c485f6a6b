//! Motions that come so near to another solid that a bound decides.

use std::time::{Duration, Instant};

use octosat::{
    Chain, Configurations, Engine, Joint, JointMotion, JointMotionState, JointMotions, OrientedBox,
    Solid, World,
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

/// Solids move as far as the bounds of a slide say, so bounds that are less by a hundredth would find these motions free:
/// towards an obstacle, and towards another link. Both solids are cubes, or hulls of their corners.
#[test]
fn slides_that_end_a_bit_too_far_are_not_free() {
    let cube = |x: f32| upright([x, 0.0, 0.0], [0.1; 3]);
    for make in [Solid::from, hull] {
        for (overlap, is_free) in [(1e-3_f32, false), (-1e-3, true)] {
            // The front of the sliding cube ends there.
            let (other, way) = (make(cube(1.2 + 0.1 - overlap)), [0.0_f32, 1.1]);
            for is_link in [false, true] {
                let mut slide = Chain::new("base");
                // A mount, so that the base is not next to what slides.
                let mount = slide.add_link("mount", 0, Joint::fixed("foot")).unwrap();
                let joint = Joint::revolute("turn", [1.0, 0.0, 0.0]);
                let turned = slide.add_link("turned", mount, joint).unwrap();
                let joint = Joint::prismatic("slide", [1.0, 0.0, 0.0]);
                let link = slide.add_link("sliding", turned, joint).unwrap();
                slide.attach(link, make(cube(0.0))).unwrap();
                let world = if is_link { vec![] } else { vec![other.clone()] };
                if is_link {
                    slide.attach(0, other.clone()).unwrap();
                }
                let world = World::new(world).unwrap();
                let [starts, ends] = way.map(|value| [0.0, value]);
                let asked = Configurations::new(&slide, &starts).among(&world);
                let mut rows = [JointMotion::default()];
                Engine::new().joint_motions(JointMotions::new(asked, &ends), &mut rows).unwrap();
                let found = rows[0].state == JointMotionState::FREE;
                assert_eq!(found, is_free, "{overlap}, {is_link}: {:?}", rows[0]);
            }
        }
    }
}

/// The hull of the corners of a cube.
fn hull(of: OrientedBox) -> Solid {
    let corners: [[f32; 3]; 8] = std::array::from_fn(|corner| {
        [0, 1, 2]
            .map(|k| if corner >> k & 1 == 1 { of.half_extents[k] } else { -of.half_extents[k] })
    });
    Solid::hull(of.pose, &corners, 0.0)
}
