//! Results of lines against boxes, and of two segments.

use bytemuck::{Pod, Zeroable};
use core::fmt;

/// The part of a ray or a segment inside a box.
///
/// The point of a line with the parameter t is `start + t · direction`. The direction of a segment is its end minus
/// its start. Touching counts as hitting. A miss has the entry ∞ and the exit −∞.
///
/// Plain data of 12 bytes, aligned to 4: the entry at 0, the exit at 4, the number of the face at 8.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RayHit {
    /// The parameter where the line enters the box, or 0 if it starts inside.
    pub entry: f32,
    /// The parameter where the line leaves the box, or 1 for a segment that ends inside.
    pub exit: f32,
    /// The face through which the line enters.
    pub face: HitFace,
}

impl RayHit {
    /// The result of a line that misses the box.
    pub const MISS: Self =
        Self { entry: f32::INFINITY, exit: f32::NEG_INFINITY, face: HitFace::MISS };

    /// Whether the line and the box share a point; false for non-finite input.
    #[must_use]
    pub fn hits(&self) -> bool {
        self.entry <= self.exit
    }
}

impl Default for RayHit {
    fn default() -> Self {
        Self::MISS
    }
}

/// The face through which a line enters a box, by number.
///
/// 2·k is the face on the negative side of axis k, 2·k + 1 the face on the positive side. If a line enters through
/// several faces at once, the lowest axis is reported. 6 is no face, because the line starts inside the box or on its
/// surface. 255 is a miss. Only `bytemuck` casts can make other numbers, which also count as a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct HitFace(u32);

impl HitFace {
    /// The line starts inside the box or on its surface, so that there is no face of entry, whichever way it goes.
    pub const STARTS_INSIDE: Self = Self(6);
    /// The line misses the box.
    pub const MISS: Self = Self(255);

    /// The number of the face: 0..=5, 6 or 255. After a `bytemuck` cast it may be any other number up to 254.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the number is below 256")]
    pub const fn code(self) -> u8 {
        if self.0 < 256 { self.0 as u8 } else { 255 }
    }

    /// The axis of the box that the face is perpendicular to, if the line enters through a face.
    #[must_use]
    pub const fn axis(self) -> Option<u8> {
        if self.0 < 6 { Some(self.code() / 2) } else { None }
    }

    /// Whether the face is on the positive side of its axis.
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 < 6 && self.0 % 2 == 1
    }
}

impl fmt::Display for HitFace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            face @ 0..=5 => {
                let sign = if self.is_positive() { '+' } else { '-' };
                write!(formatter, "face {sign}{}", face / 2)
            }
            6 => formatter.write_str("starts inside"),
            _ => formatter.write_str("miss"),
        }
    }
}

/// The closest points of two segments.
///
/// Parallel segments can have many pairs of closest points; [`crate::Engine::closest_points`] states which one is
/// reported. Only segments made by a `bytemuck` cast can contain values that are not finite. If such values leave the
/// result undefined, every number is [`f32::NAN`].
///
/// Plain data of 36 bytes, aligned to 4, the fields in their order without gaps: at 0, 12, 16, 28 and 32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ClosestPoints {
    /// The point on the first segment, world coordinates, meters.
    pub on_a: [f32; 3],
    /// The parameter of this point: 0 at the start, 1 at the end.
    pub at_a: f32,
    /// The point on the second segment, world coordinates, meters.
    pub on_b: [f32; 3],
    /// The parameter of this point.
    pub at_b: f32,
    /// The distance of the two points, in meters. It is computed before the points are rounded to world coordinates,
    /// so it is more exact than the distance of the two reported points.
    pub distance: f32,
}
