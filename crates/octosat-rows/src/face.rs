//! The faces of a box.

use core::fmt;

use bytemuck::{Pod, Zeroable};

/// A face of a box, by number.
///
/// 2·k is the face on the negative side of axis k, 2·k + 1 the face on the positive side. A mask of faces has the same
/// bits. The face through which a line enters may also be [`Face::STARTS_INSIDE`], [`Face::ROUND`] or [`Face::MISS`].
/// One byte; other numbers count as a miss.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Face(u8);

impl Face {
    /// The line starts inside the shape or on its surface, so that there is no face of entry, whichever way it goes.
    pub const STARTS_INSIDE: Self = Self(6);
    /// The line enters through the surface of a sphere or a capsule, which have no faces.
    pub const ROUND: Self = Self(7);
    /// The line misses the shape; for contacts: the shape has no faces.
    pub const MISS: Self = Self(255);

    /// The face on the negative side of an axis, 0..=2.
    ///
    /// # Panics
    /// If there is no such axis.
    #[must_use]
    pub const fn negative(axis: u8) -> Self {
        assert!(axis < 3, "a box has three axes");
        Self(2 * axis)
    }

    /// The face on the positive side of an axis, 0..=2.
    ///
    /// # Panics
    /// If there is no such axis.
    #[must_use]
    pub const fn positive(axis: u8) -> Self {
        Self(Self::negative(axis).0 + 1)
    }

    /// The face of a number: 0..=5, 6 or 7; every other number is [`Self::MISS`].
    #[must_use]
    pub const fn from_code(code: u8) -> Self {
        if code <= 7 { Self(code) } else { Self::MISS }
    }

    /// The number of the face: 0..=7 or 255. After a `bytemuck` cast it may be any other number.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The bit of the face in masks; 0 for no face.
    #[must_use]
    pub const fn bit(self) -> u8 {
        if self.0 < 6 { 1 << self.0 } else { 0 }
    }

    /// The axis of the box that the face is perpendicular to; none for no face.
    #[must_use]
    pub const fn axis(self) -> Option<u8> {
        if self.0 < 6 { Some(self.0 / 2) } else { None }
    }

    /// Whether the face is on the positive side of its axis.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 < 6 && self.0 % 2 == 1
    }

    /// The number as lanes store it in a row: in the first of four bytes.
    #[doc(hidden)]
    #[must_use]
    pub const fn to_lane(self) -> i32 {
        i32::from_ne_bytes([self.0, 0, 0, 0])
    }
}

/// The number and what it stands for: `Face(1: face +0)`.
impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Face({}: {self})", self.0)
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.axis(), *self) {
            (Some(axis), _) => {
                write!(f, "face {}{axis}", if self.is_positive() { '+' } else { '-' })
            }
            (None, Self::STARTS_INSIDE) => f.write_str("starts inside"),
            (None, Self::ROUND) => f.write_str("round"),
            _ => f.write_str("miss"),
        }
    }
}
