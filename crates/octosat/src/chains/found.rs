//! What is found of parts of motions, and the pairs that touch.

use octosat_lanes::MAX_LANES;
use octosat_rows::ChainClearance;

/// Two solids that touch, as rows name them.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) solid: u32,
    pub(super) obstacle: u32,
    pub(super) other: u32,
}

impl Hit {
    pub(super) const NONE: Self = {
        let none = ChainClearance::NONE;
        Self { solid: none, obstacle: none, other: none }
    };

    /// A solid of a chain and an obstacle.
    pub(super) fn of_obstacle(solid: usize, obstacle: u32) -> Self {
        Self { solid: index(solid), obstacle, ..Self::NONE }
    }

    /// Two solids of a chain.
    pub(super) fn of_links([solid, other]: [usize; 2]) -> Self {
        Self { solid: index(solid), other: index(other), ..Self::NONE }
    }
}

fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(ChainClearance::NONE)
}

/// What is found of some parts.
pub(super) struct Found {
    /// A bit per part that is not certainly free.
    pub(super) near: u32,
    /// A bit per part in whose middle a pair touches, and the first one that was found.
    pub(super) touching: u32,
    pub(super) hits: [Hit; MAX_LANES],
    /// A bit per part in which the solids move so little that its halves show no more.
    pub(super) still: u32,
    /// A bit per part whose middle is near enough to the first time at which a pair touches.
    pub(super) is_first: u32,
}
