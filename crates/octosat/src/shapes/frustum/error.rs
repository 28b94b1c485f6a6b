//! Why a frustum is rejected.

use core::fmt;

/// A side of a frustum. The planes of a frustum are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FrustumSide {
    /// Clip x is −w.
    Left = 0,
    /// Clip x is w.
    Right = 1,
    /// Clip y is −w.
    Bottom = 2,
    /// Clip y is w.
    Top = 3,
    /// The smallest clip z.
    Near = 4,
    /// The largest clip z.
    Far = 5,
}

impl FrustumSide {
    /// All sides in their order.
    pub const ALL: [Self; 6] =
        [Self::Left, Self::Right, Self::Bottom, Self::Top, Self::Near, Self::Far];

    /// The opposite side.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Bottom => Self::Top,
            Self::Top => Self::Bottom,
            Self::Near => Self::Far,
            Self::Far => Self::Near,
        }
    }
}

impl fmt::Display for FrustumSide {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Top => "top",
            Self::Near => "near",
            Self::Far => "far",
        })
    }
}

/// Why planes, a matrix or a view make no frustum.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum FrustumError {
    /// A number of a plane is NaN or infinite.
    PlaneNotFinite {
        /// Which plane.
        side: FrustumSide,
        /// Which of its numbers: 0, 1 or 2 of the normal, or 3, the offset.
        component: u8,
        /// Its value.
        value: f32,
    },
    /// An element of a matrix is NaN or infinite.
    ElementNotFinite {
        /// Which column, counted from zero.
        column: u8,
        /// Which row, counted from zero.
        row: u8,
        /// Its value.
        value: f32,
    },
    /// The normal of a plane has length zero.
    NoNormal {
        /// Which plane.
        side: FrustumSide,
    },
    /// A plane of a matrix is infinitely far, or so much farther than the opposite plane that `f32` cannot hold
    /// it: from a ratio of some four million on (twice that for `DepthRange::MinusOneToOne`).
    Endless {
        /// The plane: the far one, or the near one if depth is reversed.
        side: FrustumSide,
    },
    /// The far plane of a perspective view is so much farther than the near one that the near face is almost a
    /// point in comparison.
    TooDeep {
        /// The far distance divided by the near one.
        ratio: f32,
        /// The ratio from which on a view of these angles is rejected.
        limit: f32,
    },
    /// Three planes that should make a corner do not meet in a point.
    NoCorner {
        /// The planes.
        sides: [FrustumSide; 3],
    },
    /// A corner of three planes is not inside one of the other planes: the six planes enclose no volume, an infinite
    /// volume, or a volume of another shape.
    Unbounded {
        /// The planes that form the corner.
        corner: [FrustumSide; 3],
        /// The plane that the corner is outside of, or on up to rounding.
        outside: FrustumSide,
    },
    /// A corner is farther from the world's origin than lengths may be.
    TooLarge {
        /// The planes that form the corner.
        corner: [FrustumSide; 3],
        /// The largest accepted coordinate, meters.
        limit: f32,
    },
    /// A number of a perspective view is out of its range.
    View {
        /// What is wrong, in words.
        what: &'static str,
    },
}

impl fmt::Display for FrustumError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::PlaneNotFinite { side, component, value } => write!(
                formatter,
                "frustum: {side} plane, component {component} is {value}, which is not finite"
            ),
            Self::ElementNotFinite { column, row, value } => write!(
                formatter,
                "frustum: column {column}, row {row} of the matrix is {value}, which is not finite"
            ),
            Self::NoNormal { side } => {
                write!(formatter, "frustum: the {side} plane has no normal")
            }
            Self::Endless { side } => write!(
                formatter,
                "frustum: the {side} plane is infinitely far, or too far for a matrix of this precision \
                 with the {} plane so near",
                side.opposite()
            ),
            Self::TooDeep { ratio, limit } => write!(
                formatter,
                "frustum: the far plane is {ratio:e} times as far as the near one, and a view of these \
                 angles ends at {limit:e}"
            ),
            Self::NoCorner { sides: [x, y, z] } => {
                write!(formatter, "frustum: the {x}, {y} and {z} planes do not meet in a point")
            }
            Self::Unbounded { corner: [x, y, z], outside } => write!(
                formatter,
                "frustum: the corner of the {x}, {y} and {z} planes is not inside the {outside} plane"
            ),
            Self::TooLarge { corner: [x, y, z], limit } => write!(
                formatter,
                "frustum: the corner of the {x}, {y} and {z} planes is beyond {limit:e}"
            ),
            Self::View { what } => write!(formatter, "frustum: {what}"),
        }
    }
}

impl core::error::Error for FrustumError {}
