//! The control: parry's manifolds of two cuboids.

use std::collections::BTreeMap;

use octosat_reference::convex::{FlatPoint, four_points};
use parry3d::math::Pose3;
use parry3d::query::{ContactManifold, details::contact_manifold_cuboid_cuboid};
use parry3d::shape::Cuboid;

use super::manifold::{MOST_POINTS, Manifold, ManifoldList, ManifoldPoint, NarrowPhase};
use crate::Vec3;
use crate::placed::PlacedBox;

/// Parry's manifold of one pair, to be kept from frame to frame: parry updates it as long as the boxes barely move, and
/// computes it again otherwise.
#[derive(Debug, Default)]
pub struct ParryManifold {
    manifold: ContactManifold<(), ()>,
}

impl ParryManifold {
    /// Forgets all contacts, so that the next ones are computed from scratch.
    pub fn clear(&mut self) {
        self.manifold.clear();
    }

    /// Adds the contacts of two boxes to a list of points, without places and predecessors. Returns the normal from a
    /// to b in the world.
    pub fn find(
        &mut self,
        [a, b]: [&PlacedBox; 2],
        margin: f32,
        points: &mut Vec<ManifoldPoint>,
    ) -> Vec3 {
        let back = a.pose.rotation.inverse();
        let relative =
            Pose3::from_parts(back * (b.pose.center - a.pose.center), back * b.pose.rotation);
        let [cuboid_a, cuboid_b] = [a, b].map(|placed| Cuboid::new(placed.half_extents));
        let manifold = &mut self.manifold;
        contact_manifold_cuboid_cuboid(&relative, &cuboid_a, &cuboid_b, margin, manifold);
        // Parry also keeps points of the clipped faces beyond the given distance.
        let near = manifold.points.iter().filter(|contact| contact.dist <= margin);
        points.extend(near.map(|contact| {
            let on_b = relative.transform_point(contact.local_p2);
            ManifoldPoint {
                position: a.pose.rotation * ((contact.local_p1 + on_b) * 0.5),
                depth: -contact.dist,
                feature: (u64::from(contact.fid1.0) << 32) | u64::from(contact.fid2.0),
                place: 0,
                previous: None,
            }
        }));
        a.pose.rotation * manifold.local_n1
    }
}

/// Parry's narrow phase, which keeps the manifold of each pair, and matches points by their features.
#[derive(Debug, Default)]
pub struct ParryNarrowPhase {
    kept: Vec<KeptPair>,
    before: Vec<KeptPair>,
    points: Vec<ManifoldPoint>,
}

/// A pair's manifold, as parry left it in the last frame.
#[derive(Debug)]
struct KeptPair {
    pair: [u32; 2],
    manifold: ParryManifold,
    /// The index of each feature.
    places: BTreeMap<u64, u32>,
}

impl NarrowPhase for ParryNarrowPhase {
    fn contacts(
        &mut self,
        boxes: &[PlacedBox],
        pairs: &[[u32; 2]],
        margins: &[f32],
        out: &mut ManifoldList,
    ) -> Result<(), String> {
        self.carry_over(pairs);
        out.clear();
        let mut next_place = 0;
        for (KeptPair { pair, manifold, places }, &margin) in self.kept.iter_mut().zip(margins) {
            let points = &mut self.points;
            points.clear();
            let normal = manifold.find(pair.map(|index| &boxes[index as usize]), margin, points);
            keep_four(points, normal);
            let last = std::mem::take(places);
            for (point, place) in points.iter_mut().zip(next_place..) {
                (point.place, point.previous) = (place, last.get(&point.feature).copied());
                places.insert(point.feature, place);
                next_place = place + 1;
            }
            out.push(Manifold::new(*pair, normal, points.iter().copied()));
        }
        Ok(())
    }
}

/// Keeps at most four points, chosen by the rule of octosat, so that the comparison is fair: a soft contact is stiffer
/// with eight points than with four.
fn keep_four(points: &mut Vec<ManifoldPoint>, normal: Vec3) {
    if points.len() <= MOST_POINTS {
        return;
    }
    let (first, second) = normal.any_orthonormal_pair();
    let flat = |point: &ManifoldPoint| FlatPoint {
        position: [first, second].map(|tangent| f64::from(tangent.dot(point.position))),
        depth: f64::from(point.depth),
    };
    let four = four_points(&points.iter().map(flat).collect::<Vec<_>>());
    *points = four.into_iter().map(|number| points[number]).collect();
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
            let new =
                || KeptPair { pair, manifold: ParryManifold::default(), places: BTreeMap::new() };
            self.kept.push(kept.unwrap_or_else(new));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DVec3;
    use crate::body::{Body, Pose};

    #[test]
    fn a_cube_on_a_cube_has_four_points_half_way() {
        let cube = |y| Body::solid(Vec3::splat(0.5), Pose::at(10.0, y, 0.0), 1.0);
        let boxes = [cube(5.0), cube(0.0), cube(0.99)];
        let boxes = boxes.map(|body| PlacedBox::new(&body, DVec3::ZERO));
        let mut list = ManifoldList::default();
        let mut parry = ParryNarrowPhase::default();
        for previous in [[None; 4], [0, 1, 2, 3].map(Some)] {
            parry.contacts(&boxes, &[[0, 1], [1, 2]], &[0.02; 2], &mut list).unwrap();
            let [manifold] = list.as_slice() else { panic!("one manifold: {list:?}") };
            assert!((manifold.normal - Vec3::Y).length() < 1e-6);
            let points = manifold.points();
            assert_eq!(points.iter().map(|point| point.previous).collect::<Vec<_>>(), previous);
            for point in points {
                assert!((point.position.abs() - Vec3::new(0.5, 0.495, 0.5)).length() < 1e-5);
                assert!((point.depth - 0.01).abs() < 1e-5);
            }
        }
    }
}
