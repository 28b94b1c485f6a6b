//! Options of contacts, and the rows and points of their results.
//!
//! 1. `question`: [`Contacts`], a query with its options. `manifolds`: [`Manifolds`](crate::Manifolds), the rows and
//!    points of a list of pairs. `call`: a whole call, over threads. `stages`: from a chunk of pairs to its rows and
//!    points.
//! 2. `cache`: [`ContactCache`](crate::ContactCache), the contacts of two frames, and which continues which.
//! 3. `feature`: what a [`Feature`] stands for.

pub(crate) mod cache;
pub(crate) mod call;
mod counts;
pub(crate) mod feature;
pub(crate) mod manifolds;
pub(crate) mod question;
pub(crate) mod stages;

use core::fmt;

use bytemuck::{Pod, Zeroable};

use octosat_rows::Axis;

pub use self::question::Contacts;

/// The largest number of points in a manifold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointLimit {
    /// At most four: the deepest, after depths are tilted by a small slope along a's face, and those that span the
    /// largest area with it, in which points that are level with the deepest count up to twice between tilted faces.
    #[default]
    Four,
    /// Eight: every vertex of the contact polygon, for bodies that stand on an edge without friction.
    Eight,
}

impl PointLimit {
    /// The number of points.
    #[must_use]
    pub const fn points(self) -> usize {
        match self {
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// The origin of the positions of contact points. Positions are along the world's axes in both variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointOrigin {
    /// The world's origin. Contacts of boxes that have moved are where the boxes are then.
    #[default]
    World,
    /// The center of box a. Positions are then as precise far from the world's origin as near it.
    CenterOfA,
}

/// Which points a contact query finds, and what it reports of them; see [`Contacts`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ContactOptions {
    pub(crate) limit: PointLimit,
    pub(crate) origin: PointOrigin,
    pub(crate) surfaces: bool,
}

/// A number for the vertex or the two edges that make a contact point.
///
/// A number occurs once in a manifold, and stays the same from frame to frame while the same vertex or edges touch.
/// [`Self::kind`] decodes it. The numbers are:
///
/// | number | the point is made by |
/// |---|---|
/// | 0..=7 | a vertex of b on a face of a |
/// | 8..=15 | a vertex of a on a face of b: 8 + its number |
/// | 16..=159 | an edge of a that crosses an edge of b: 16 + 12 · (edge of a) + (edge of b) |
/// | 160..=319 | the closest points of separated boxes: 160 + the number of the vertex or the edges as above |
/// | 160 | also a fallback contact, whatever its vertex |
///
/// Bit k of a vertex's number is set if the vertex is on the positive side of axis k. The number of an edge along
/// axis k is 4 · k, plus 1 if the edge is on the positive side of the next axis, plus 2 if it is on the positive side
/// of the axis after that; axis 0 follows axis 2. Numbers do not depend on which faces are clipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Feature(pub u32);

/// One point of a contact manifold.
///
/// Plain data of 20 bytes, aligned to 4: the position at 0, the depth at 12, the feature at 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ContactPoint {
    /// The point half-way between the two surfaces, in meters, relative to the [`PointOrigin`].
    pub position: [f32; 3],
    /// The depth at this point along the manifold's normal, in meters. If negative, minus a gap of at most
    /// `within`.
    pub depth: f32,
    /// The vertex or the edges that make the point.
    pub feature: Feature,
}

/// The kind of contact of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContactKind {
    /// The boxes are farther apart than `within`: no contact.
    #[default]
    Separated,
    /// Contact along a face normal of one of the boxes.
    Face,
    /// Contact along the cross product of two edges.
    Edge,
    /// One contact between the closest points of separated boxes: clipping the two faces left no point, or only
    /// points clearly farther apart than the boxes.
    Closest,
    /// One contact of overlapping boxes for which clipping the two faces left no point: the deepest vertex of b's
    /// face, moved onto a's face.
    Fallback,
    /// No contact, because a number is not finite, or so large that the computation overflowed. A store accepts no
    /// such boxes.
    NonFinite,
    /// No contact, although the boxes overlap: every contact would leave a covered face.
    #[cfg(feature = "covered")]
    Covered,
}

/// The kind of contact of a pair and a flag, as one byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct ContactStatus(u8);

impl ContactStatus {
    pub(crate) const SEPARATED: Self = Self(0);
    pub(crate) const FACE: Self = Self(1);
    pub(crate) const EDGE: Self = Self(2);
    pub(crate) const CLOSEST: Self = Self(3);
    pub(crate) const FALLBACK: Self = Self(4);
    pub(crate) const NON_FINITE: Self = Self(5);
    #[cfg(feature = "covered")]
    pub(crate) const COVERED: Self = Self(6);
    const KIND: u8 = 0b0000_1111;
    const DEGENERATE: u8 = 0b0100_0000;

    pub(crate) const fn degenerate(self) -> Self {
        Self(self.0 | Self::DEGENERATE)
    }

    /// The status of closest points, which no axis has found. The flag for degenerate boxes stays.
    pub(crate) const fn as_closest(self) -> Self {
        Self(self.0 & Self::DEGENERATE | Self::CLOSEST.0)
    }

    /// The byte in a row.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The number for lanes.
    pub(crate) const fn number(self) -> i32 {
        self.0 as i32
    }

    /// The kind of contact.
    pub(crate) const fn kind(self) -> ContactKind {
        match Self(self.0 & Self::KIND) {
            Self::SEPARATED => ContactKind::Separated,
            Self::FACE => ContactKind::Face,
            Self::EDGE => ContactKind::Edge,
            Self::CLOSEST => ContactKind::Closest,
            Self::FALLBACK => ContactKind::Fallback,
            #[cfg(feature = "covered")]
            Self::COVERED => ContactKind::Covered,
            _ => ContactKind::NonFinite,
        }
    }

    /// Whether one of the two faces that were clipped has no area, because an extent is zero.
    pub(crate) const fn is_degenerate(self) -> bool {
        self.0 & Self::DEGENERATE != 0
    }
}

impl fmt::Display for ContactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Separated => "separated",
            Self::Face => "face contact",
            Self::Edge => "edge contact",
            Self::Closest => "closest points",
            Self::Fallback => "fallback contact",
            Self::NonFinite => "non-finite input",
            #[cfg(feature = "covered")]
            Self::Covered => "covered faces",
        })
    }
}

/// The contact of a pair of boxes: the row of the pair.
///
/// Plain data of 24 bytes, aligned to 4: the normal at 0, the depth at 12, `first` at 16, `len` at 20, the axis at
/// 21, the status at 22, and the size at 23. The low four bits of the status are the kind, numbered in the order of
/// [`ContactKind`]; 64 is the flag for degenerate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Manifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 3],
    /// The depth along the normal, in meters. If negative, minus a separation; NaN for non-finite input. Without
    /// contact, it is the depth along `axis`, and −depth is a lower bound of the gap.
    pub depth: f32,
    /// Where the pair's points begin in [`Manifolds::points`](crate::Manifolds::points); zero if it has none.
    pub first: u32,
    /// How many points the pair has.
    pub len: u8,
    /// The axis of least overlap or largest separation. For [`ContactKind::Closest`], the normal is another
    /// direction.
    pub axis: Axis,
    /// The kind of contact.
    pub(crate) status: ContactStatus,
    /// The size of the smaller box, of a pair that has points: the exponent of the sum of its three half extents, as
    /// an `f32` stores it. A [`ContactCache`](crate::ContactCache) measures the distance of points by it.
    pub size_exponent: u8,
}

impl Manifold {
    /// The row of a pair of which nothing is known.
    pub(crate) const NONE: Self = Self {
        normal: [0.0; 3],
        depth: 0.0,
        first: 0,
        len: 0,
        axis: Axis::from_number(0),
        status: ContactStatus::SEPARATED,
        size_exponent: 0,
    };

    /// The row of a pair whose numbers are not finite.
    pub(crate) const NOT_FINITE: Self = Self {
        depth: f32::NAN,
        axis: Axis::NON_FINITE,
        status: ContactStatus::NON_FINITE,
        ..Self::NONE
    };

    /// The kind of contact.
    #[must_use]
    pub const fn kind(&self) -> ContactKind {
        self.status.kind()
    }

    /// Whether one of the two clipped faces has no area, because a half extent is zero.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        self.status.is_degenerate()
    }
}
