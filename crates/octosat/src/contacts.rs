//! Settings of a contact query, and the rows and points of its results.
//!
//! 1. `points`: lists of points. `stages`: from a chunk of pairs to their rows and points.
//! 2. `cache`: the state kept from frame to frame, around the stages.
//! 3. `lists`: [`Manifolds`](crate::Manifolds), the buffers of a call. `gather`: a whole call, over threads.

pub(crate) mod cache;
pub(crate) mod feature;
pub(crate) mod gather;
pub(crate) mod lists;
pub(crate) mod points;
pub(crate) mod stages;

use core::fmt;

use bytemuck::{Pod, Zeroable};

use crate::results::Axis;

/// The most points a manifold may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointLimit {
    /// Four: the deepest, and three that span a large area with it.
    #[default]
    Four,
    /// Eight: every corner of the contact polygon.
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

/// What the positions of contact points are relative to; the axes are the world's either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PointOrigin {
    /// The world's origin.
    #[default]
    World,
    /// The center of box a: as precise far from the world's origin as near it.
    CenterOfA,
}

/// Identifies the features of two boxes that make a contact. A feature is unique in its manifold, and stays
/// the same in the next frame while the same features touch.
///
/// 0..=7 is a corner of b, 8..=15 a corner of a, and 16..=159 the crossing of an edge of a and an edge of b:
/// 16 + 12 · edge of a + edge of b. From 160 on it is the closest points of separated boxes: 160 + (0..=7) a
/// corner of b, 160 + (8..=15) a corner of a, and from 176 on two edges, numbered like a crossing. 160 also
/// stands for a fallback contact.
///
/// Bit k of a corner's number is set if the corner is on the positive side of axis k. The number of an edge
/// is 4 · axis, plus 1 if the edge is on the positive side of the next axis, plus 2 if it is on the positive
/// side of the axis after that, cyclically. No number depends on which face is clipped against which.
/// [`Self::kind`] decodes a number. Four bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Feature(pub u32);

/// One point of a contact manifold.
///
/// Plain data of 20 bytes, aligned to 4: the position at 0, the depth at 12, the feature at 16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ContactPoint {
    /// Half-way between the two surfaces, meters; see [`PointOrigin`].
    pub position: [f32; 3],
    /// Penetration along the manifold's normal, meters; negative: a gap of at most the margin.
    pub depth: f32,
    /// The features that touch.
    pub feature: Feature,
}

/// The kind of contact of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContactKind {
    /// The boxes are farther apart than the margin: no contact.
    #[default]
    Separated,
    /// Contact along a face normal of one of the boxes.
    Face,
    /// Contact along the cross product of two edges.
    Edge,
    /// Separated boxes within the margin whose faces do not face each other, or face each other only where
    /// they are farther apart than the boxes are: one contact between the closest points.
    Closest,
    /// Overlapping boxes whose clipped faces left nothing: one contact at the deepest corner of b,
    /// moved onto a's face.
    Fallback,
    /// A box is not finite, or has values that no store accepts and that overflowed: no contact.
    NonFinite,
}

/// The kind of contact of a pair and flags, as one byte.
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
    const KIND: u8 = 0b0000_1111;
    const SAME_POINTS: u8 = 0b0001_0000;
    const KEPT_AXIS: u8 = 0b0010_0000;
    const DEGENERATE: u8 = 0b0100_0000;
    const REUSED: u8 = 0b1000_0000;

    pub(crate) const fn degenerate(self) -> Self {
        Self(self.0 | Self::DEGENERATE)
    }

    pub(crate) const fn kept_axis(self) -> Self {
        Self(self.0 | Self::KEPT_AXIS)
    }

    /// The same status for a manifold that was reused from the last frame.
    pub(crate) const fn reused(self) -> Self {
        Self(self.0 & !Self::KEPT_AXIS | Self::REUSED)
    }

    /// Marks whether the points are those of the last frame.
    pub(crate) const fn with_same_points(self, same: bool) -> Self {
        Self(self.0 & !Self::SAME_POINTS | if same { Self::SAME_POINTS } else { 0 })
    }

    /// The status of closest points, which no axis has found. The flag for degenerate boxes stays.
    pub(crate) const fn as_closest(self) -> Self {
        Self(self.0 & Self::DEGENERATE | Self::CLOSEST.0)
    }

    /// The status with this number, as lanes hold it.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lanes hold numbers of statuses"
    )]
    pub(crate) const fn from_number(number: i32) -> Self {
        Self(number as u8)
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
            _ => ContactKind::NonFinite,
        }
    }

    /// Whether one of the two faces that were clipped has no area, because an extent is zero.
    pub(crate) const fn is_degenerate(self) -> bool {
        self.0 & Self::DEGENERATE != 0
    }

    /// Whether last frame's axis was kept although another is better by less than 2 %.
    pub(crate) const fn is_axis_kept(self) -> bool {
        self.0 & Self::KEPT_AXIS != 0
    }

    /// Whether the manifold was reused from an earlier frame and moved with the boxes.
    pub(crate) const fn is_reused(self) -> bool {
        self.0 & Self::REUSED != 0
    }

    /// Whether the points are those of the last frame.
    pub(crate) const fn has_same_points(self) -> bool {
        self.0 & Self::SAME_POINTS != 0
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
        })
    }
}

/// How two boxes touch: the row of a pair.
///
/// Plain data of 24 bytes, aligned to 4: the normal at 0, the depth at 12, `first` at 16, `len` at 20, the
/// axis at 21, and at 22 a byte with the kind in its low four bits, numbered in the order of [`ContactKind`],
/// and flags above: 16 for the same points, 32 for a kept axis, 64 for degenerate, 128 for reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Manifold {
    /// Unit direction from a to b, world coordinates; zero for a pair without contact.
    pub normal: [f32; 3],
    /// Penetration depth along the normal, meters; negative: a separation; NaN for non-finite input. For a
    /// pair without contact it is the depth along `axis`; −depth is then a lower bound of the gap.
    pub depth: f32,
    /// Where the pair's points begin in [`Manifolds::points`](crate::Manifolds::points); zero if it has none.
    pub first: u32,
    /// How many points the pair has.
    pub len: u8,
    /// The separating axis that decided.
    pub axis: Axis,
    /// The kind of contact.
    pub(crate) status: ContactStatus,
    /// Zero; fills the row up to its 24 bytes.
    pub reserved: [u8; 1],
}

impl Manifold {
    /// The row of a pair whose numbers are not finite.
    pub(crate) const NOT_FINITE: Self = Self {
        normal: [0.0; 3],
        depth: f32::NAN,
        first: 0,
        len: 0,
        axis: Axis::NON_FINITE,
        status: ContactStatus::NON_FINITE,
        reserved: [0],
    };

    /// The kind of contact.
    #[must_use]
    pub const fn kind(&self) -> ContactKind {
        self.status.kind()
    }

    /// Whether one of the two faces that were clipped has no area, because an extent is zero.
    #[must_use]
    pub const fn is_degenerate(&self) -> bool {
        self.status.is_degenerate()
    }

    /// Whether last frame's axis was kept although another is better, within bounds.
    #[must_use]
    pub const fn is_axis_kept(&self) -> bool {
        self.status.is_axis_kept()
    }

    /// Whether the row was reused from an earlier frame and moved with the boxes; only with a
    /// [`ContactCache`](crate::ContactCache).
    #[must_use]
    pub const fn is_reused(&self) -> bool {
        self.status.is_reused()
    }

    /// Whether the pair had as many points in the last frame and each point is the successor of the point at
    /// the same place; only with a [`ContactCache`](crate::ContactCache).
    #[must_use]
    pub const fn has_same_points(&self) -> bool {
        self.status.has_same_points()
    }
}
