//! Results of a box or another shape against a capsule.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;
use octosat_rows::Face;

use super::half_space_contacts::small;

/// How a box or another shape and a capsule touch, or how far they are apart, and up to two contacts.
///
/// If the capsule's core is outside the box, the normal points from the nearest point of the box to the nearest point
/// of the core. If the core meets the box, the normal is the shortest translation out: a face normal, or the cross
/// product of an axis of the box and the core. Among equally short translations, face normals are preferred to cross
/// products, and lower axes to higher ones. Of two opposite faces, the one that the core points to, from its start to
/// its end, is taken. If the core is parallel to both, the positive face is taken.
///
/// There are contacts exactly if [`crate::Engine::overlaps`] is true with the same `within`. The contacts lie on the
/// face of the box whose normal is most parallel to the contact normal. Seen along the contact normal, a part of the
/// core lies over this face; the contacts belong to the two ends of this part. The deeper contact is always listed.
/// The other one is listed if it is above the face by at most `within`. If it exceeds `within` only by rounding,
/// 1e-6 of the distance of box and core plus the half extents of the smaller one, it counts as at `within`.
///
/// In results about two lists of shapes, the first shape takes the place of the box, and has no faces:
///
/// - The normal of a half-space is its own, and both ends of the core can be contacts.
/// - Otherwise the normal points from the nearest place of the first core to the nearest place of the second; the core
///   of a sphere is its center. If the cores meet, except for rounding, the normal is perpendicular to both, on the
///   side of what gap there is: the cross product of the directions from start to end of the first and the second core,
///   or its opposite. If they are parallel to 5e-4 rad, or one is a point, it is perpendicular to the longer one: the
///   direction nearest to +y, or to +x if that core is within 45° of the y axis.
/// - Two capsules have two contacts if the cores are parallel to 0.05 rad, and run side by side for more than 2 % of
///   the sum of the radii: both ends of that part of the first core. If both ends are less deep than the pair by more
///   than that, the capsules cross, and the closest places are the one contact, as they are for a sphere.
///
/// Only unchecked views and `bytemuck` casts can contain values that are not finite. If such values leave the result
/// undefined, normal and depth are [`f32::NAN`], and there are no contacts.
///
/// Plain data of 64 bytes, aligned to 16: the normal at 0, the depth at 12. The rest is read by the methods, and is
/// zero without contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CapsuleContacts {
    /// Unit direction from the box or the first shape to the capsule, world coordinates.
    pub normal: [f32; 3],
    /// How far the capsule must move along the normal to be clear of the first shape, in meters. If negative, minus
    /// the gap.
    pub depth: f32,
    /// Position and depth of each contact.
    pub(crate) points: [Row; 2],
    /// How many there are, the feature of each, and the face, as whole floats.
    pub(crate) head: Row,
}

/// A contact of a box or another shape with a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleContact {
    /// The point on the first shape's surface, in world coordinates. The opposite point of the capsule's surface is at
    /// `position − depth · normal`.
    pub position: [f32; 3],
    /// How far the capsule's surface is below the first shape's surface at this point, along the normal, in meters. If
    /// negative, it is above, by at most `within`. For two capsules that are slightly crossed, it is measured to the
    /// nearest point of the other core.
    pub depth: f32,
    /// The part of the capsule: 0 for its start, 1 for its end, and 2 + f for the place where the core, seen along
    /// the normal, passes the border with the face of number f. Without a box: 0 if the place is over the capsule's
    /// start, 1 over its end; 2 over the start and 3 over the end of the first core, 2 also for a sphere's center; 4
    /// between all ends. The number stays the same from frame to frame.
    pub feature: u8,
}

impl CapsuleContacts {
    /// Whether the first shape and the capsule, both closed, share a point; false for non-finite input.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        self.depth >= 0.0
    }

    /// How many contacts there are, 0 to 2.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(small(self.head.0[0]).min(2))
    }

    /// Whether there is no contact.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The face of the box that the contacts lie on; [`Face::MISS`] if there are none, or if the first shape has no
    /// faces.
    #[must_use]
    pub fn face(&self) -> Face {
        if self.is_empty() { Face::MISS } else { Face::from_code(small(self.head.0[3])) }
    }

    /// The contacts, in their order along the capsule, from start to end.
    pub fn iter(&self) -> impl Iterator<Item = CapsuleContact> + '_ {
        let points = self.points.iter().zip(&self.head.0[1..3]).take(self.len());
        points.map(|(&Row([x, y, z, depth]), &feature)| CapsuleContact {
            position: [x, y, z],
            depth,
            feature: small(feature),
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::{BoxStore, Capsule, Engine, OrientedBox, Query};

    /// The result for a box of these half extents at the origin.
    fn answer(half_extents: [f32; 3], capsule: Capsule, within: f32) -> CapsuleContacts {
        let mut boxes = BoxStore::new();
        boxes.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], half_extents)).unwrap();
        let mut rows = [CapsuleContacts::default()];
        let query = Query::each(&boxes, &capsule).within(within);
        Engine::new().manifolds(query, &mut rows).unwrap();
        rows[0]
    }

    /// The documented rules: on a face, over its border, upright, through the box, of one point, and beyond `within`.
    #[test]
    fn contacts_are_where_the_core_runs_over_the_face() {
        let up = [0.0, 0.0, 1.0];
        for (start, end, normal, depth, face, points) in [
            (
                [-0.5, 0.5, 1.25],
                [3.0, 0.5, 1.25],
                up,
                0.25,
                5,
                &[([-0.5, 0.5, 1.0], 0.25, 0), ([1.0, 0.5, 1.0], 0.25, 3)][..],
            ),
            ([0.5, 0.5, 3.25], [0.5, 0.5, 1.25], up, 0.25, 5, &[([0.5, 0.5, 1.0], 0.25, 1)]),
            (
                [0.5, 0.0, -9.0],
                [0.5, 0.0, 9.0],
                [1.0, 0.0, 0.0],
                1.0,
                1,
                &[([1.0, 0.0, -1.0], 1.0, 4 + 2), ([1.0, 0.0, 1.0], 1.0, 5 + 2)],
            ),
            ([0.0, 0.5, 1.25], [0.0, 0.5, 1.25], up, 0.25, 5, &[([0.0, 0.5, 1.0], 0.25, 0)]),
            ([0.0, 0.0, 3.0], [0.5, 0.0, 3.0], up, -1.5, 255, &[]),
        ] {
            let found = answer([1.0; 3], Capsule::new(start, end, 0.5).unwrap(), 1.0);
            let listed: Vec<_> = found.iter().map(|c| (c.position, c.depth, c.feature)).collect();
            assert_eq!((found.normal, found.depth, found.face().code()), (normal, depth, face));
            assert_eq!((found.len(), &listed[..]), (points.len(), points), "{start:?}");
        }
    }

    /// The documented choice between two opposite faces.
    #[test]
    fn a_core_through_the_center_leaves_where_it_points_to() {
        for (end, normal, depth) in [
            ([0.0, 0.0, 0.5], [0.0, 0.0, 1.0], 1.25),
            ([0.0, 0.0, -0.5], [0.0, 0.0, -1.0], 1.25),
            ([-0.5, 0.0, 0.0], [0.0, 0.0, 1.0], 0.75),
        ] {
            let start = end.map(|component: f32| -component);
            let found = answer([2.0, 2.0, 0.25], Capsule::new(start, end, 0.5).unwrap(), 0.0);
            assert_eq!((found.normal, found.depth), (normal, depth), "{end:?}");
        }
    }

    #[test]
    fn what_is_not_finite_leaves_no_answer() {
        for component in 0..7 {
            for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                // An endless radius holds everything.
                if component == 3 && !value.is_nan() {
                    continue;
                }
                let mut row = [0.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0];
                row[component] = value;
                let found = answer([1.0; 3], bytemuck::cast(row), 1e3);
                assert!(found.depth.is_nan() && !found.overlaps(), "{row:?}");
                let words: [u32; 16] = bytemuck::cast(found);
                assert!(words[..4].iter().all(|&word| word == f32::NAN.to_bits()), "{row:?}");
                assert_eq!(words[4..], [0; 12], "{row:?}");
            }
        }
    }
}
