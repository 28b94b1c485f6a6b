//! The axes of a pair.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// One of the fifteen candidate axes of a pair, by number.
///
/// 0..=2 are the face normals of a, 3..=5 those of b, and 6 + 3·i + j is the cross product of axis i of a and axis j
/// of b, along which the edges run. 255 marks a pair with non-finite input. One byte.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Axis(u8);

impl Axis {
    /// The mark of a pair with non-finite input.
    pub const NON_FINITE: Self = Self(255);

    /// The axis of a number: 0..=14; every other number is [`Self::NON_FINITE`].
    #[must_use]
    pub const fn from_code(code: u8) -> Self {
        if code < 15 { Self(code) } else { Self::NON_FINITE }
    }

    /// The axis with this number, as lanes hold it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of axes"
    )]
    #[doc(hidden)]
    #[must_use]
    pub const fn from_number(number: i32) -> Self {
        Self(number as u8)
    }

    /// The number for lanes.
    #[doc(hidden)]
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The number of the axis: 0..=14, or 255.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The axis of box a, 0..=2, if this is a face normal of a.
    #[must_use]
    pub const fn face_of_a(self) -> Option<u8> {
        if self.0 < 3 { Some(self.0) } else { None }
    }

    /// The axis of box b, 0..=2, if this is a face normal of b.
    #[must_use]
    pub const fn face_of_b(self) -> Option<u8> {
        if self.0 >= 3 && self.0 < 6 { Some(self.0 - 3) } else { None }
    }

    /// The axis of box a and the axis of box b, each 0..=2, if this is the cross product of edges along them.
    #[must_use]
    pub const fn edges(self) -> Option<[u8; 2]> {
        if self.0 >= 6 && self.0 < 15 { Some([(self.0 - 6) / 3, (self.0 - 6) % 3]) } else { None }
    }
}

/// The number and what it stands for: `Axis(4: face 1 of b)`.
impl fmt::Debug for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Axis({}: {self})", self.0)
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(axis) = self.face_of_a() {
            write!(f, "face {axis} of a")
        } else if let Some(axis) = self.face_of_b() {
            write!(f, "face {axis} of b")
        } else if let Some([a, b]) = self.edges() {
            write!(f, "edge {a} of a and edge {b} of b")
        } else {
            write!(f, "non-finite input")
        }
    }
}
