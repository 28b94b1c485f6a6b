//! The sides of a frustum.

use core::fmt;

/// A side of a frustum. The planes of a frustum are in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum FrustumSide {
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
    pub(super) const ALL: [Self; 6] =
        [Self::Left, Self::Right, Self::Bottom, Self::Top, Self::Near, Self::Far];

    /// The opposite side.
    pub(super) const fn opposite(self) -> Self {
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
