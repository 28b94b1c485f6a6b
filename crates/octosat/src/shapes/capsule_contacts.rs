//! Results of a box against a capsule.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;
use octosat_rows::Face;

use super::half_space_contacts::small;

/// How a box and a capsule touch, or how far they are apart, and up to two contacts.
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
/// Only unchecked views and `bytemuck` casts can contain values that are not finite. If such values leave the result
/// undefined, normal and depth are [`f32::NAN`], and there are no contacts.
///
/// Plain data of 64 bytes, aligned to 16: the normal at 0, the depth at 12. The rest is read by the methods, and is
/// zero without contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct CapsuleContacts {
    /// Unit direction from the box to the capsule, world coordinates.
    pub normal: [f32; 3],
    /// How far the capsule must move along the normal to be clear of the box, in meters. If negative, minus
    /// the gap.
    pub depth: f32,
    /// Position and depth of each contact.
    pub(crate) points: [Row; 2],
    /// How many there are, the feature of each, and the face, as whole floats.
    pub(crate) head: Row,
}

/// A contact of a box with a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapsuleContact {
    /// The point on the box's surface, in world coordinates. The opposite point of the capsule's surface is at
    /// `position − depth · normal`.
    pub position: [f32; 3],
    /// How far the capsule's surface is below the box's surface at this point, along the normal, in meters. If
    /// negative, it is above, by at most `within`.
    pub depth: f32,
    /// The part of the capsule: 0 for its start, 1 for its end, and 2 + f for the place where the core, seen along
    /// the normal, passes the border with the face of number f. The number stays the same from frame to frame.
    pub feature: u8,
}

impl CapsuleContacts {
    /// Whether the closed box and the closed capsule share a point; false for non-finite input.
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

    /// The face that the contacts lie on.
    #[must_use]
    pub fn face(&self) -> Face {
        Face::from_code(small(self.head.0[3]))
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
    use crate::{BoxStore, Capsule, Engine, OrientedBox, ShapeQuery};

    /// The result for a box of these half extents at the origin.
    fn answer(half_extents: [f32; 3], capsule: Capsule, within: f32) -> CapsuleContacts {
        let mut boxes = BoxStore::new();
        boxes.insert(OrientedBox::new([0.0; 3], [0.0, 0.0, 0.0, 1.0], half_extents)).unwrap();
        let mut rows = [CapsuleContacts::default()];
        let query = ShapeQuery::each(&boxes, &capsule).within(within);
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
            ([0.0, 0.0, 3.0], [0.5, 0.0, 3.0], up, -1.5, 0, &[]),
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
