//! The control: parry's cuboid manifolds.

use parry3d::math::Pose3;
use parry3d::query::{ContactManifold, TrackedContact, details::contact_manifold_cuboid_cuboid};
use parry3d::shape::Cuboid;

use super::manifold::{Manifold, ManifoldList, NarrowPhase};
use super::point::ManifoldPoint;
use super::reduce;
use crate::Vec3;
use crate::body::Pose;
use crate::placed::PlacedBox;

/// Parry's manifold without user data.
type Kept = ContactManifold<(), ()>;

/// Parry's narrow phase. Each pair's manifold is kept, since parry updates it as long as the boxes
/// barely move, and computes it again otherwise.
#[derive(Default)]
pub struct ParryNarrowPhase {
    kept: Vec<KeptPair>,
    before: Vec<KeptPair>,
    candidates: Vec<ManifoldPoint>,
}

impl std::fmt::Debug for ParryNarrowPhase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParryNarrowPhase").field("kept", &self.kept.len()).finish_non_exhaustive()
    }
}

/// A pair's manifold, as parry left it in the last frame.
struct KeptPair {
    pair: [u32; 2],
    manifold: Kept,
}

impl NarrowPhase for ParryNarrowPhase {
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margin: f32,
        out: &mut ManifoldList,
    ) -> Result<(), String> {
        self.carry_over(pairs);
        out.clear();
        for kept in &mut self.kept {
            let [a, b] = kept.pair.map(|index| &boxes[index as usize]);
            let relative = relative_pose(&a.pose, &b.pose);
            let [cuboid_a, cuboid_b] = [a, b].map(|placed| Cuboid::new(placed.half_extents));
            let manifold = &mut kept.manifold;
            contact_manifold_cuboid_cuboid(&relative, &cuboid_a, &cuboid_b, margin, manifold);
            let normal = a.pose.rotation * manifold.local_n1;
            self.candidates.clear();
            // Parry also keeps points of the clipped faces beyond the distance it was asked for.
            let near = manifold.points.iter().filter(|point| point.dist <= margin);
            self.candidates.extend(near.map(|point| point_from_parry(point, &relative, &a.pose)));
            reduce::to_four(
                &mut self.candidates,
                normal,
                a.pose.rotation * preferred(manifold.local_n1),
            );
            out.push(Manifold::new(kept.pair, normal, self.candidates.iter().copied()));
        }
        Ok(())
    }
}

impl ParryNarrowPhase {
    /// Takes over the manifolds of the pairs that were there before. Both lists are sorted.
    fn carry_over(&mut self, pairs: &[[u32; 2]]) {
        std::mem::swap(&mut self.kept, &mut self.before);
        self.kept.clear();
        let mut before = self.before.drain(..).peekable();
        for &pair in pairs {
            while before.next_if(|old| old.pair < pair).is_some() {}
            let kept = before.next_if(|old| old.pair == pair);
            self.kept.push(kept.unwrap_or_else(|| KeptPair { pair, manifold: Kept::new() }));
        }
    }
}

/// The pose of b in the frame of a, from the difference of the centers.
fn relative_pose(a: &Pose, b: &Pose) -> Pose3 {
    let back = a.rotation.inverse();
    Pose3::from_parts(back * (b.center - a.center), back * b.rotation)
}

/// The direction in the contact's plane, in a's coordinates, in which the first point of a reduced manifold is preferred.
fn preferred(normal: Vec3) -> Vec3 {
    let axis = normal.abs().max_position();
    let [along, across] = [1, 2].map(|step| Vec3::AXES[(axis + step) % 3]);
    along * reduce::FIRST_POINT_DIRECTION[0] + across * reduce::FIRST_POINT_DIRECTION[1]
}

/// A point half-way between parry's two, from a's coordinates to the world's axes.
fn point_from_parry(point: &TrackedContact<()>, relative: &Pose3, a: &Pose) -> ManifoldPoint {
    let on_b = relative.transform_point(point.local_p2);
    ManifoldPoint {
        position: a.rotation * ((point.local_p1 + on_b) * 0.5),
        depth: -point.dist,
        feature: (u64::from(point.fid1.0) << 32) | u64::from(point.fid2.0),
        previous: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DVec3;
    use crate::body::Body;

    #[test]
    fn a_cube_on_a_cube_has_four_points_half_way() {
        let cube = |y| Body::solid(Vec3::splat(0.5), Pose::at(10.0, y, 0.0), 1.0);
        let boxes = [cube(0.0), cube(0.99)].map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let mut list = ManifoldList::default();
        let mut parry = ParryNarrowPhase::default();
        for _ in 0..2 {
            parry.contacts(&boxes, &[[0, 1]], 0.02, &mut list).unwrap();
            let [manifold] = list.as_slice() else { panic!("one manifold: {list:?}") };
            assert!((manifold.normal - Vec3::Y).length() < 1e-6);
            assert_eq!(manifold.points().len(), 4);
            for point in manifold.points() {
                assert!((point.position.abs() - Vec3::new(0.5, 0.495, 0.5)).length() < 1e-5);
                assert!((point.depth - 0.01).abs() < 1e-5);
            }
        }
    }
}
