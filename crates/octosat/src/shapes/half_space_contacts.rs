//! Results of a box against a half-space.

use bytemuck::{Pod, Zeroable};
use octosat_lanes::Row;
use octosat_rows::Face;

/// Up to four contacts of a box with a half-space: vertices of the face that is most opposed to the half-space's
/// normal.
///
/// A vertex is a contact if it is below the plane, or above it by at most `within`. The deepest vertex of the box
/// always belongs to this face. So there are contacts if [`crate::Engine::overlaps`] is true with the same `within`, up
/// to rounding at `within`. All contacts have the half-space's normal.
///
/// A vertex that exceeds `within` only by rounding, 1e-6 of the half extents, counts as at `within`. So a box that
/// rests on its face has four contacts, however it is rotated.
///
/// A row holds the contact of the face's center and the steps from there to the middles of two edges; the methods
/// compute the contacts of the vertices from these. Only unchecked views and `bytemuck` casts can contain values that
/// are not finite. If such values leave the result undefined, there are no contacts: the row is the default one.
///
/// Plain data of 64 bytes, aligned to 16, read by its methods; the default row is all zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct HalfSpaceContacts {
    /// The position and depth of the contact that the face's center would have.
    pub(crate) center: Row,
    /// The step from the center to the positive side of each of the face's two axes, the lower axis first.
    pub(crate) sides: [Row; 2],
    /// The number of the face and the contacts as bits, both as whole floats; the least depth of a contact,
    /// which is minus `within`; zero.
    pub(crate) head: Row,
}

/// A contact of a box with a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpaceContact {
    /// The point half-way between the vertex and the plane, along the plane's normal, in world coordinates.
    pub position: [f32; 3],
    /// How far the vertex is below the plane, in meters. If negative, it is above, by at most `within`.
    pub depth: f32,
    /// The number of the vertex: bit k is set on the positive side of axis k. A vertex has the same number in every
    /// frame.
    pub corner: u8,
}

impl HalfSpaceContacts {
    /// How many contacts there are, 0 to 4.
    #[must_use]
    pub fn len(&self) -> usize {
        self.present().count_ones() as usize
    }

    /// Whether there is no contact.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.present() == 0
    }

    /// The face of the vertices.
    #[must_use]
    pub fn face(&self) -> Face {
        Face::from_code(small(self.head.0[0]))
    }

    /// The contacts, in the order of their vertices' numbers.
    pub fn iter(&self) -> impl Iterator<Item = HalfSpaceContact> + '_ {
        let (present, face) = (self.present(), self.face().code());
        (0..4).filter(move |place| present >> place & 1 == 1).map(move |place| {
            let [x, y, z, depth] = self.at(place);
            let depth = if depth < self.head.0[2] { self.head.0[2] } else { depth };
            HalfSpaceContact { position: [x, y, z], depth, corner: corner(face, place) }
        })
    }

    /// Position and depth at the corner on the positive sides of the axes whose bits are set.
    fn at(&self, place: u8) -> [f32; 4] {
        let mut row = self.center.0;
        for (bit, side) in self.sides.iter().enumerate() {
            let positive = place >> bit & 1 == 1;
            for (component, along) in row.iter_mut().zip(side.0) {
                *component = if positive { *component + along } else { *component - along };
            }
        }
        row
    }

    /// The corners that are contacts, as bits.
    fn present(&self) -> u8 {
        small(self.head.0[1])
    }
}

/// The number of a face's corner, counted along the face's two axes, the lower axis first.
fn corner(face: u8, place: u8) -> u8 {
    let (axis, side) = (face / 2, face % 2);
    let [low, high] = [u8::from(axis == 0), if axis == 2 { 1 } else { 2 }];
    side << axis | (place & 1) << low | (place >> 1) << high
}

/// A small whole float as a number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 15, or else 0")]
pub(super) fn small(value: f32) -> u8 {
    if (0.0..256.0).contains(&value) { value as u8 } else { 0 }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn each_face_has_its_four_corners_in_order() {
        for face in 0..6 {
            let corners = [0, 1, 2, 3].map(|place| corner(face, place));
            let expected: Vec<u8> =
                (0..8).filter(|number| number >> (face / 2) & 1 == face % 2).collect();
            assert_eq!(corners.to_vec(), expected, "face {face}");
        }
    }

    #[test]
    fn only_corners_that_are_there_are_contacts() {
        let contacts = HalfSpaceContacts {
            center: Row([5.0, 6.0, 7.0, 1.0]),
            sides: [Row([1.0, 0.0, 0.0, -0.25]), Row([0.0, 2.0, 0.0, 0.5])],
            head: Row([5.0, 10.0, 0.0, 0.0]),
        };
        let listed: Vec<_> = contacts.iter().map(|c| (c.position, c.depth, c.corner)).collect();
        assert_eq!(listed, [([6.0, 4.0, 7.0], 0.25, 5), ([6.0, 8.0, 7.0], 1.25, 7)]);
        assert_eq!((contacts.len(), contacts.is_empty(), contacts.face().code()), (2, false, 5));
        assert!(HalfSpaceContacts::default().is_empty());
        assert!(HalfSpaceContacts { head: Row([f32::NAN; 4]), ..contacts }.is_empty());
    }
}
