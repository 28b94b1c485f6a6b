//! Penetration depths of boxes, measured independently of the narrow phase.
//!
//! The depths that a narrow phase reports do not show points that it missed, or a wrong axis. So depths of all pairs of
//! the broad phase are measured with the float64 reference of `octosat-reference`, which shares no code with the narrow
//! phases.

use octosat_reference::OrientedBox;
use octosat_reference::float64::separations;

use crate::placed::PlacedBox;
use crate::world::World;

/// The largest depth so far.
///
/// The depth of a pair is the length of the shortest translation along any of the fifteen axes that separates the boxes.
/// It is relative to the smallest extent of both boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sinking {
    relative_depth: f64,
    pair: [u32; 2],
}

impl Sinking {
    /// Measures all pairs of a world, at the poses for which contacts were last computed.
    pub fn see(&mut self, world: &World) {
        let boxes = world.placed().as_slice();
        for &pair in world.pairs() {
            let [a, b] = pair.map(|index| &boxes[index as usize]);
            if apart(a, b) {
                continue;
            }
            let depth = -separations(&reference(a), &reference(b)).separation;
            let relative = depth / f64::from(smallest_extent(a).min(smallest_extent(b)));
            // A depth that is NaN must not be lost in a comparison.
            if relative > self.relative_depth || relative.is_nan() {
                *self = Self { relative_depth: relative, pair };
            }
        }
    }

    /// The greatest depth, relative to the smallest extent of the two boxes; zero if none overlapped.
    #[must_use]
    pub fn relative_depth(&self) -> f64 {
        self.relative_depth
    }

    /// The pair of that depth.
    #[must_use]
    pub fn pair(&self) -> [u32; 2] {
        self.pair
    }
}

/// Whether the spheres around two boxes are apart, in which case so are the boxes.
fn apart(a: &PlacedBox, b: &PlacedBox) -> bool {
    let reach = a.half_extents.length() + b.half_extents.length();
    a.pose.center.distance(b.pose.center) > reach
}

fn smallest_extent(placed: &PlacedBox) -> f32 {
    2.0 * placed.half_extents.min_element()
}

fn reference(placed: &PlacedBox) -> OrientedBox {
    OrientedBox {
        center: placed.pose.center.to_array(),
        rotation: placed.pose.rotation.to_array(),
        half_extents: placed.half_extents.to_array(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;
    use crate::body::{Body, Pose};
    use crate::narrow_phase::{ManifoldList, NarrowPhase};
    use crate::solver::SolverSettings;

    /// A narrow phase without contacts, which shows that depths do not come from contacts.
    struct Blind;

    impl NarrowPhase for Blind {
        fn contacts(
            &mut self,
            _: &[PlacedBox],
            _: &[[u32; 2]],
            _: &[f32],
            out: &mut ManifoldList,
        ) -> Result<(), String> {
            out.clear();
            Ok(())
        }
    }

    #[test]
    fn depths_are_seen_that_the_contender_does_not_report() {
        let body = |half: f32, x| Body::solid(Vec3::splat(half), Pose::at(x, 0.0, 0.0), 1.0);
        let bodies = vec![body(0.5, 0.0), body(0.25, 0.70), body(0.5, 1.44), body(0.5, 9.0)];
        let mut world = World::new(bodies, SolverSettings::default(), Box::new(Blind));
        world.find_contacts().unwrap();
        let mut sinking = Sinking::default();
        sinking.see(&world);
        // 5 cm of the small box's 50.
        assert!((sinking.relative_depth() - 0.1).abs() < 1e-6, "{sinking:?}");
        assert_eq!(sinking.pair(), [0, 1]);
        // Nothing deeper came, so the depth stays.
        world.advance().unwrap();
        world.find_contacts().unwrap();
        let before = sinking;
        sinking.see(&world);
        assert!(sinking.relative_depth() >= before.relative_depth());
    }
}
