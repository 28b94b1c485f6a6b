//! The fifteen candidate axes of a pair.

use core::fmt;

/// One of the fifteen candidate axes of a pair, by number.
///
/// 0..=2 are the face normals of a, 3..=5 those of b, and 6 + 3·i + j is the cross product of axis i of a and axis j
/// of b, along which the edges run.
///
/// ```
/// use octosat_exact::Axis;
///
/// let axis = Axis::new(13).expect("below fifteen");
/// assert_eq!(axis.edges(), Some([2, 1]));
/// assert_eq!(Axis::new(15), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axis(u8);

/// Which directions an axis is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Directions {
    FaceOfA(usize),
    FaceOfB(usize),
    Edges { a: usize, b: usize },
}

impl Axis {
    /// How many axes there are.
    pub const COUNT: usize = 15;

    /// All axes, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = {
        let mut axes = [Self(0); Self::COUNT];
        let mut number = 0_u8;
        while (number as usize) < Self::COUNT {
            axes[number as usize] = Self(number);
            number += 1;
        }
        axes
    };

    /// How many of them, the first ones, are face normals.
    pub(crate) const FACES: usize = 6;

    /// The face normals of a.
    pub(crate) const OF_A: [Self; 3] = [Self(0), Self(1), Self(2)];

    /// The axis with this number, if it is one of 0..=14.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if (number as usize) < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// The number of the axis, 0..=14.
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
        if self.0 >= 6 { Some([(self.0 - 6) / 3, (self.0 - 6) % 3]) } else { None }
    }

    pub(crate) const fn is_face(self) -> bool {
        self.index() < Self::FACES
    }

    /// The index of the axis in arrays.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn directions(self) -> Directions {
        match self.index() {
            face @ 0..3 => Directions::FaceOfA(face),
            face @ 3..6 => Directions::FaceOfB(face - 3),
            number => Directions::Edges { a: (number - 6) / 3, b: (number - 6) % 3 },
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.directions() {
            Directions::FaceOfA(axis) => write!(f, "face {axis} of a"),
            Directions::FaceOfB(axis) => write!(f, "face {axis} of b"),
            Directions::Edges { a, b } => write!(f, "edge {a} of a and edge {b} of b"),
        }
    }
}
